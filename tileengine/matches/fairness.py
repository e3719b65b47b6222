"""Provably fair deals: what the server commits itself to, and how the seed is made. docs/matches.md, "Fair deals".

Both texts are frozen with their version in the first line: a record of today has to verify for ever.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

from tileengine.games import Value

SECRET_BYTES = 32
ENTROPY_MAX = 64


def commitment(match_id: str, game: str, rules: int, seats: int, options: Mapping[str, Value], secret: bytes) -> bytes:
    """SHA-256 over the secret and all that is dealt; published before anybody joins."""
    setup = json.dumps(
        {"match": match_id, "game": game, "rules": rules, "seats": seats, "options": dict(options)},
        sort_keys=True,
        separators=(",", ":"),
    )
    return hashlib.sha256(f"tileengine deal 1\n{setup}\n{secret.hex()}\n".encode()).digest()


def seed(secret: bytes, entropy: Sequence[bytes]) -> bytes:
    """The seed of the deal: the secret, and per seat what its player mixed in."""
    lines = [f"{seat} {mixed.hex()}" for seat, mixed in enumerate(entropy)]
    return hashlib.sha256("\n".join(["tileengine seed 1", secret.hex(), *lines, ""]).encode()).digest()
