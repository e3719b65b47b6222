"""A match as bytes: one JSON object with every field, secrets included. For stores only; no reader ever gets it.

Its size does not depend on how long the match has been played. FORMAT is raised when a field changes its meaning.
"""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from tileengine import Position
from tileengine.matches.clock import Clocks, TimeControl
from tileengine.matches.match import End, Match, Played, Proposal, Seat, Strength

FORMAT = 1

_BYTES = ("secret", "commitment", "seed", "order")


def encode(match: Match) -> bytes:
    """The bytes of a match."""
    kept: dict[str, Any] = {f.name: getattr(match, f.name) for f in dataclasses.fields(match)}
    kept |= {name: kept[name].hex() for name in _BYTES}
    kept["format"] = FORMAT
    kept["options"] = dict(match.options)
    kept["seats"] = [
        [s.kind, [s.time.kind, s.time.limit_ms, s.time.increment_ms], s.token, s.joined, s.name, s.entropy.hex()]
        + ([[s.strength.level, s.strength.playouts]] if s.strength is not None else [])
        for s in match.seats
    ]
    kept["position"] = match.position.encode().hex() if match.position is not None else None
    kept["clocks"] = [match.clocks.left_ms, match.clocks.since_ms]
    if match.proposal is not None:
        kept["proposal"] = [match.proposal.seat, match.proposal.to_ply, match.proposal.accepted]
    kept["recent"] = [
        [[p.request_id, p.digest, p.event, p.ply, p.gains, p.over] for p in played] for played in match.recent
    ]
    if match.end is not None:
        kept["end"] = [match.end.end, match.end.outcomes, match.end.seat]
    return json.dumps(kept, separators=(",", ":")).encode()


def decode(data: bytes) -> Match:
    """The match that `encode` wrote. Raises ValueError for another format."""
    kept = json.loads(data)
    if kept.pop("format") != FORMAT:
        raise ValueError("a match kept in another format")
    kept |= {name: bytes.fromhex(kept[name]) for name in _BYTES}
    kept["seats"] = tuple(
        Seat(kind, TimeControl(*time), token, joined, name, bytes.fromhex(entropy), *(Strength(*s) for s in strength))
        for kind, time, token, joined, name, entropy, *strength in kept["seats"]
    )
    if kept["position"] is not None:
        kept["position"] = Position.decode(bytes.fromhex(kept["position"]))
    left_ms, since_ms = kept["clocks"]
    kept["clocks"] = Clocks(tuple(left_ms), since_ms)
    kept["shown_ms"] = tuple(kept["shown_ms"])
    if kept["proposal"] is not None:
        seat, to_ply, accepted = kept["proposal"]
        kept["proposal"] = Proposal(seat, to_ply, tuple(accepted))
    kept["recent"] = tuple(
        tuple(Played(i, digest, event, ply, tuple(gains), over) for i, digest, event, ply, gains, over in played)
        for played in kept["recent"]
    )
    if kept["end"] is not None:
        end, outcomes, seat = kept["end"]
        kept["end"] = End(end, tuple(outcomes), seat)
    return Match(**kept)
