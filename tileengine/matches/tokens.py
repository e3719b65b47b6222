"""Bearer tokens: who a caller is in a match. Only SHA-256 hashes are kept, and they are compared in constant time.

Tokens are derived from a secret of the caller (or of the server's random source), so that a repeated request gets
the tokens of the first one although nobody keeps them. It knows no seat rules; see match.py.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os

from tileengine.errors import BadField

SECRET_MIN = 16
SECRET_MAX = 64
TOKEN_MAX = 64
"""Characters; longer ones are refused unread."""


def secret_or_new(secret: bytes) -> bytes:
    """The caller's secret, or 32 random bytes for an empty one. Raises BadField."""
    if not secret:
        return os.urandom(32)
    if not SECRET_MIN <= len(secret) <= SECRET_MAX:
        raise BadField(f"token_secret must have {SECRET_MIN}..{SECRET_MAX} bytes", field="token_secret")
    return secret


def derive(secret: bytes, match_id: str, role: str) -> str:
    """The token of a role ("host", "seat 0", "spectator") in a match."""
    digest = hmac.new(secret, f"tileengine token\0{match_id}\0{role}".encode(), hashlib.sha256).digest()
    return f"te{role[:1]}_" + base64.urlsafe_b64encode(digest).decode().rstrip("=")


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def matches(token: str, kept: str) -> bool:
    """True when `kept` is the hash of the token. An empty hash matches nothing."""
    return bool(kept) and hmac.compare_digest(hash_of(token), kept)
