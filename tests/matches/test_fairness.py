"""Fair deals, recomputed here from what docs/matches.md says and not with the server's code."""

from __future__ import annotations

import hashlib
import json

from tests.matches.client import Client, game_number
from tileengine import Position
from tileengine._core import registry
from tileengine.v1 import game_pb2
from tileengine.v1 import match_service_pb2 as pb


async def test_the_commitment_is_kept_and_the_entropy_counts(client: Client) -> None:
    options = game_pb2.GameOptions(triominos=game_pb2.TriominosOptions(target=200))
    made = await client.call(
        "CreateMatch", match_id="fair", game=game_number("triominos"), options=options, seats=[pb.SeatSetup()] * 3
    )
    promised = made.match.fair
    assert len(promised.commitment) == 32 and not promised.secret and not promised.seed and not promised.order
    mixed = [b"", b"dice thrown at home", bytes(64)]
    tokens = [(await client.call("JoinMatch", match_id="fair", entropy=entropy)).seat_token for entropy in mixed]
    running = (await client.call("GetMatch", tokens[0], match_id="fair")).match
    assert not running.fair.secret and all(not seat.entropy for seat in running.seats)
    over = (await client.call("ResignMatch", tokens[0], match_id="fair")).match
    assert over.fair.commitment == promised.commitment
    assert [seat.entropy for seat in over.seats] == mixed
    all_options = {option["name"]: option["default"] for option in registry.facts("triominos")["options"]}
    all_options["target"] = 200
    setup = {"game": "triominos", "match": "fair", "options": all_options, "rules": 1, "seats": 3}
    text = f"tileengine deal 1\n{json.dumps(setup, sort_keys=True, separators=(',', ':'))}\n{over.fair.secret.hex()}\n"
    assert hashlib.sha256(text.encode()).digest() == promised.commitment
    lines = "".join(f"{seat} {entropy.hex()}\n" for seat, entropy in enumerate(mixed))
    text = f"tileengine seed 1\n{over.fair.secret.hex()}\n{lines}"
    assert hashlib.sha256(text.encode()).digest() == over.fair.seed
    dealt = Position.deal("triominos", seats=3, options={"target": 200}, seed=over.fair.seed)
    assert dealt.order == over.fair.order
    assert dealt == Position.decode(over.state.position)


async def test_no_two_deals_are_alike(client: Client) -> None:
    found = set()
    for _ in range(20):
        match_id, _, tokens = await client.start("triple_peaks", 1)
        found.add((await client.call("ResignMatch", tokens[0], match_id=match_id)).match.fair.order)
    assert len(found) == 20
