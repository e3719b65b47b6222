"""Bad input of every kind, to the core and over the wire: a clear error each time, no crash, nothing changed.

The address sanitizer runs this file too (`tox -e asan`). No game is named here.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import serving
from tests.variants import all_variants
from tileengine import Position, TileengineError, errors, games
from tileengine._core import codes, messages
from tileengine.service import rules
from tileengine.v1 import rules_service_pb2 as pb

EXAMPLES = 4_000 if os.environ.get("TILEENGINE_LONG") else 200
SLUGS = [game.slug for game in games.games()]
relaxed = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))


def some_positions() -> list[Position]:
    """A dozen positions a game: dealt, in the middle, over, and as seen by others."""
    found = []
    for slug in SLUGS:
        variants = [v for v in all_variants() if v[0] == slug]
        for index, (_, seats, options) in enumerate(variants[:: max(1, len(variants) // 4)]):
            position = Position.deal(slug, seats=seats, options=options, seed=index)
            for ply in range(40 * index):
                if position.over:
                    break
                position = position.play(position.sample(ply))
            found += [position, position.observe(), position.observe(position.turn)]
    return found


POSITIONS = some_positions()


def sealed(data: bytes) -> bytes:
    """The bytes with a right checksum, so that what is checked behind it gets its turn.

    The hash again in Python: eight bytes a step, multiply and fold.
    """
    mask = (1 << 64) - 1
    body = data[:-4]
    h = 0x9E3779B97F4A7C15 ^ len(body)
    whole = len(body) // 8 * 8
    for at in [*range(0, whole, 8), whole]:
        word = int.from_bytes(body[at : at + 8] if at < whole else body[whole:], "little")
        h = (h ^ word) * 0xBF58476D1CE4E5B9 & mask
        if at < whole:
            h ^= h >> 29
    h ^= h >> 32
    h = h * 0x94D049BB133111EB & mask
    h ^= h >> 29
    return body + (h & 0xFFFFFFFF).to_bytes(4, "little")


def explained(failure: TileengineError) -> None:
    """A refusal of bytes names their field and is a sentence for a person, not the name of a class."""
    assert failure.field == "position"
    assert len(str(failure).split()) > 4
    assert type(failure).__name__ not in str(failure)


def exercise(position: Position) -> None:
    """Everything one may ask of a position that decoded: it must answer or refuse, never crash."""
    position.check()
    assert Position.decode(position.encode()) == position
    assert Position.parse(position.text()) == position
    messages.view_position(position, True)
    _ = position.canonical, position.hash, position.outcome()
    for seat in range(position.seats):
        position.score(seat)
        position.prospects(seat)
    position.unseen()
    for place in (0, 1, 8_256, 20_000, 32_767):
        position.fits(place)
    try:
        legal = position.legal(limit=50)
    except errors.HiddenInformation:
        return
    assert bool(legal) != position.over
    for action in legal[:5]:
        position.explain(action)
        position.prospects(position.turn, after=action)
        if position.viewer == "all":
            position.play(action).check()


def test_the_hash_here_is_that_of_the_core() -> None:
    for position in POSITIONS:
        data = position.encode()
        assert sealed(data) == data


@relaxed
@given(st.sampled_from(POSITIONS), st.randoms(use_true_random=False))
def test_changed_bytes_with_a_right_checksum(position: Position, rng: random.Random) -> None:
    data = bytearray(position.encode())
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(data) - 4)
        data[at] = rng.choice([0, 1, 0x7F, 0x80, 0xFE, 0xFF, rng.randrange(256), data[at] ^ 1 << rng.randrange(8)])
    if rng.random() < 0.1:
        del data[rng.randrange(len(data)) :]
    if rng.random() < 0.1:
        data += bytes(rng.randrange(256) for _ in range(rng.randrange(1, 40)))
    if len(data) < 4:
        return
    try:
        decoded = Position.decode(sealed(bytes(data)))
    except TileengineError as failure:
        explained(failure)
        return
    assert decoded.encode() == sealed(bytes(data)), "what decodes encodes to the same bytes"
    exercise(decoded)


@relaxed
@given(st.binary(max_size=5_000))
def test_random_bytes_are_no_position(data: bytes) -> None:
    with pytest.raises(TileengineError) as caught:
        Position.decode(data)
    explained(caught.value)


@relaxed
@given(st.sampled_from(SLUGS), st.binary(max_size=500))
def test_random_bodies_with_a_right_head(slug: str, body: bytes) -> None:
    whole = Position.deal(slug, seed=1).encode()
    head = whole[: 20 + 4 * len(games.game(slug).options) + 40]
    head = head[:16] + len(body).to_bytes(2, "little") + head[18:]
    try:
        exercise(Position.decode(sealed(head + body + b"\0\0\0\0")))
    except TileengineError as failure:
        explained(failure)


@relaxed
@given(st.sampled_from(POSITIONS), st.integers(0, 2**32 - 1))
def test_random_actions(position: Position, action: int) -> None:
    before = position.encode()
    try:
        code = position.explain(action)[0]
        legal = position.is_legal(action)
        assert legal == (code == 0)
        if position.viewer == "all":
            if legal:
                position.play(action).check()
            else:
                with pytest.raises(errors.BY_CODE[code]):
                    position.play(action)
    except errors.HiddenInformation:
        assert position.viewer != "all"
    assert position.encode() == before


@pytest.mark.parametrize("action", [-1, 2**32, 2**70, None, "draw", 1.5])
def test_actions_that_are_no_32_bit_numbers(action: object) -> None:
    for position in POSITIONS:
        if position.viewer == "all":
            with pytest.raises(errors.MalformedMove):
                position.play(action)  # type: ignore[arg-type]


@relaxed
@given(st.sampled_from(POSITIONS), st.text(max_size=80))
def test_random_notation(position: Position, text: str) -> None:
    try:
        action = position.parse_move(text)
    except errors.BadText:
        return
    assert position.format(action) == text


@relaxed
@given(st.sampled_from(POSITIONS), st.data())
def test_damaged_notation(position: Position, data: st.DataObject) -> None:
    try:
        legal = position.legal(limit=20)
    except errors.HiddenInformation:
        return
    if not legal:
        return
    text = position.format(data.draw(st.sampled_from(legal)))
    at = data.draw(st.integers(0, len(text)))
    damaged = text[:at] + data.draw(st.text("0123456789@/~-=(),UDRYGBxé \0", max_size=3)) + text[at + 1 :]
    try:
        assert position.format(position.parse_move(damaged)) == damaged
    except errors.BadText as failure:
        assert failure.field == "notation"


@relaxed
@given(st.sampled_from(POSITIONS), st.integers(0, 400), st.characters())
def test_damaged_position_text(position: Position, at: int, letter: str) -> None:
    text = position.text()
    damaged = text[:at] + letter + text[at + 1 :]
    if damaged == text:
        return
    with pytest.raises(TileengineError):
        Position.parse(damaged)


numbers = st.one_of(st.integers(-(2**40), 2**40), st.floats())
wild = st.one_of(st.none(), st.booleans(), numbers, st.text(max_size=10), st.binary(max_size=5))


@relaxed
@given(st.sampled_from(SLUGS), st.data())
def test_wild_options(slug: str, data: st.DataObject) -> None:
    names = [option.name for option in games.game(slug).options] + ["no_such_option"]
    options = data.draw(st.dictionaries(st.sampled_from(names), wild, max_size=4))
    seats = data.draw(st.one_of(st.none(), st.integers(-2, 9), wild))
    seed = data.draw(st.one_of(st.integers(0, 2**64), wild))
    order = data.draw(st.one_of(st.none(), st.binary(max_size=200)))
    try:
        position = Position.deal(slug, seats=seats, options=options, seed=seed, order=order)  # type: ignore[arg-type]
    except TileengineError as failure:
        assert failure.field
        return
    exercise(position)


@relaxed
@given(st.sampled_from(sorted(rules.METHODS)), st.binary(max_size=300))
def test_random_requests_to_every_method(name: str, data: bytes) -> None:
    """Bytes that parse as some request, often with junk fields set."""
    request_type = getattr(pb, pb.DESCRIPTOR.services_by_name["RulesService"].methods_by_name[name].input_type.name)
    try:
        request = request_type.FromString(data)
    except Exception:  # not a message at all: grpc refuses it before we see it
        return
    try:
        rules.METHODS[name](request)
    except TileengineError as failure:
        assert failure.reason != "INTERNAL"


@relaxed
@given(st.sampled_from(POSITIONS), st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_wild_numbers_in_requests(position: Position, a: int, b: int, c: int) -> None:
    data = position.encode()
    calls: list[tuple[Message, Callable[[Any], object]]] = [
        (pb.ListMovesRequest(position=data, place=a, piece=b, limit=c % 70_000, after=c), rules.list_moves),
        (pb.ListMovesRequest(position=data, place=a % 40_000, piece=b % 140), rules.list_moves),
        (pb.ListPlaceOddsRequest(position=data, places=[a, b % 40_000]), rules.list_place_odds),
        (pb.ListPlaceOddsRequest(position=data, places=[a % 32_768, b % 32_768]), rules.list_place_odds),
        (pb.ListMovesRequest(position=data, after=a, limit=b % 100, with_gain=True), rules.list_moves),
        (pb.CheckMoveRequest(position=data, move={"action": a}), rules.check_move),
        (pb.ApplyMovesRequest(position=data, moves=[{"action": a}, {"action": b}]), rules.apply_moves),
        (pb.ViewPositionRequest(position=data, viewer={"sight": 2, "seat": a}), rules.view_position),
        (pb.ObservePositionRequest(position=data, viewer={"sight": 1 + a % 2, "seat": b % 8}), rules.observe_position),
        (pb.ResamplePositionRequest(position=data, seed=a), rules.resample_position),
    ]
    for request, method in calls:
        try:
            method(request)
        except TileengineError as failure:
            assert str(failure)


def test_junk_over_grpc() -> None:
    """Bytes that are no message, unknown methods, junk inside messages; and the server lives on."""
    rng = random.Random(5)
    good = [p.encode() for p in POSITIONS]
    with serving.server() as served, serving.rules(served.address) as remote:
        service = pb.DESCRIPTOR.services_by_name["RulesService"]
        with grpc.insecure_channel(served.address) as channel:
            for method in [*service.methods_by_name, "NoSuchMethod"]:
                call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(f"/{service.full_name}/{method}")
                for _ in range(10):
                    try:
                        call(bytes(rng.randrange(256) for _ in range(rng.randrange(60))), timeout=20)
                    except grpc.RpcError as failure:
                        assert failure.code() is not grpc.StatusCode.UNAVAILABLE
        queries = []
        for _ in range(1_000):
            data = bytearray(rng.choice(good))
            for _ in range(rng.randrange(4)):
                data[rng.randrange(len(data))] = rng.randrange(256)
            data = bytearray(sealed(bytes(data))) if rng.random() < 0.7 else data
            queries.append(pb.Query(list_moves={"position": bytes(data), "with_notation": True, "limit": 20}))
        answers = remote.Batch(pb.BatchRequest(queries=queries)).answers
        assert len(answers) == len(queries)
        assert {a.WhichOneof("answer") for a in answers} == {"list_moves", "error"}
        assert remote.Ping(pb.PingRequest(payload=b"alive")).payload == b"alive"


def test_bounds_of_the_core_are_those_of_the_errors() -> None:
    with pytest.raises(errors.TooLarge):
        Position.decode(b"TE" + bytes(5_000))
    assert {code.name for code in codes.Code} >= {"OK", "TOO_LARGE"}
