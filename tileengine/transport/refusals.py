"""Why a call is refused before any service sees it. It knows no grpc; status.py gives each its code."""

from __future__ import annotations

from tileengine.errors import TileengineError


class BadKey(TileengineError):
    """The server takes calls with an API key only, and the call has none, several, or one it does not know."""

    reason = "BAD_KEY"


class WrongRole(TileengineError):
    """The API key is known, and none of its roles may call this service."""

    reason = "WRONG_ROLE"
