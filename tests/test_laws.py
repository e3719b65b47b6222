"""Laws that hold for every game and every option, walked over random games. No game is named here."""

from __future__ import annotations

import random

import pytest

from tests.variants import Variant, all_variants, name
from tileengine import Position, errors
from tileengine._core import action as actions
from tileengine._core import registry
from tileengine._core.perft import perft

LONG_LIST = 500
PLIES = 260  # how far a walk goes; enough for most games to end, and bounded


def walk(variant: Variant, seed: int, plies: int = PLIES) -> list[Position]:
    """The positions of one random game, at most `plies` moves long."""
    slug, seats, options = variant
    position = Position.deal(slug, seats=seats, options=options, seed=seed)
    line = [position]
    for ply in range(plies):
        if position.over:
            break
        position = position.play(position.sample(seed * 1_000_003 + ply))
        line.append(position)
    return line


@pytest.fixture(params=all_variants(), ids=name, scope="module")
def variant(request: pytest.FixtureRequest) -> Variant:
    variant: Variant = request.param
    return variant


@pytest.fixture(scope="module")
def line(variant: Variant) -> list[Position]:
    first = walk(variant, seed=1)
    if max(p.count() for p in first) > LONG_LIST:
        return first[::4] + first[-1:]  # thousands of moves each: fewer of them say as much
    return first + walk(variant, seed=2)


def some(line: list[Position], count: int = 40) -> list[Position]:
    """A spread of a walk's positions, its ends included."""
    step = max(1, len(line) // count)
    return line[::step] + line[-1:]


def test_legal_is_sorted_unique_bounded_and_counted(line: list[Position]) -> None:
    for p in line:
        legal = p.legal()
        assert legal == sorted(set(legal))
        assert len(legal) == p.count() <= registry.facts(p.game)["actions_max"]
        assert (legal == []) == p.over


def test_filters_select_from_the_list(line: list[Position]) -> None:
    rng = random.Random(0)
    for p in some(line):
        legal = p.legal()
        if not legal:
            continue
        kind, place, piece, _, _ = actions.split(rng.choice(legal))
        for wanted in ({"kind": kind}, {"place": place}, {"piece": piece}, {"place": place, "piece": piece}):
            expected = [
                a
                for a in legal
                if all(dict(zip(("kind", "place", "piece"), actions.split(a)))[k] == v for k, v in wanted.items())
            ]
            assert p.legal(**wanted) == expected
            assert p.count(**wanted) == len(expected)
        assert p.legal(limit=3) == legal[:3]
        assert p.legal(limit=0) == []
        assert p.legal(place=20_000, piece=126) == []


def test_sample_is_legal_and_reaches_every_move(line: list[Position]) -> None:
    for p in some(line, 12):
        legal = p.legal()
        if p.over:
            with pytest.raises(errors.GameOver):
                p.sample(1)
            continue
        drawn = {p.sample(seed) for seed in range(12 * min(len(legal), 40))}
        assert drawn <= set(legal)
        if len(legal) <= 40:
            assert drawn == set(legal)
        assert p.sample(7) == p.sample(7)


def test_every_legal_move_applies_and_others_change_nothing(line: list[Position]) -> None:
    rng = random.Random(0)
    for p in some(line, 15):
        before = p.encode()
        legal = p.legal()
        for a in legal if len(legal) <= 60 else rng.sample(legal, 60):
            after = p.play(a)
            after.check()
            assert after.ply == p.ply + 1
            assert p.is_legal(a) and p.explain(a)[0] == 0
        known = set(legal)
        tries = [rng.getrandbits(32) for _ in range(60)]
        tries += [a ^ (1 << rng.randrange(32)) for a in rng.choices(legal or [0x20000000], k=60)]
        for a in [*tries, 0]:
            if a in known:
                continue
            code, paragraph, text, _, _ = p.explain(a)
            assert code in (1, 2, 3)
            assert not p.is_legal(a)
            if code == 1:
                assert paragraph and text
            with pytest.raises(errors.TileengineError) as caught:
                p.play(a)
            assert caught.value.code == code
        assert p.encode() == before


def test_same_seed_and_moves_give_the_same_bytes(variant: Variant) -> None:
    first, second = (walk(variant, seed=5, plies=60) for _ in range(2))
    assert [p.encode() for p in first] == [p.encode() for p in second]


def test_a_dealt_order_deals_the_same_again(variant: Variant) -> None:
    slug, seats, options = variant
    p = Position.deal(slug, seats=seats, options=options, seed=3)
    again = Position.deal(slug, seats=seats, options=options, seed=3, order=p.order)
    assert again == p
    other = Position.deal(slug, seats=seats, options=options, seed=4, order=p.order)
    assert other.order == p.order and other.legal() == p.legal()
    for bad in (b"", p.order[:-1], p.order + b"\0", bytes([p.order[0]]) * len(p.order), b"\xff" * len(p.order)):
        with pytest.raises(errors.BadOrder):
            Position.deal(slug, seats=seats, options=options, seed=3, order=bad)


def test_decode_inverts_encode_and_text_inverts(line: list[Position]) -> None:
    for p in line:
        for q in (p, p.observe(p.turn), p.observe()):
            again = Position.decode(q.encode())
            assert again == q and again.encode() == q.encode()
            again.check()
            assert [again.score(s) for s in range(p.seats)] == [q.score(s) for s in range(p.seats)]
        assert Position.decode(p.encode()).legal() == p.legal()
    for p in some(line, 10):
        assert Position.parse(p.text()) == p
        for a in p.legal(limit=300):
            assert p.parse_move(p.format(a)) == a


def test_damaged_bytes_are_refused(line: list[Position]) -> None:
    rng = random.Random(1)
    for p in some(line, 6):
        data = p.encode()
        for cut in {0, 1, 2, 10, 19, len(data) // 2, len(data) - 1}:
            with pytest.raises(errors.TileengineError):
                Position.decode(data[:cut])
        with pytest.raises(errors.TileengineError):
            Position.decode(data + b"\0")
        for _ in range(40):
            at = rng.randrange(len(data))
            with pytest.raises(errors.TileengineError):
                Position.decode(data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :])


def test_games_end_within_the_bound(variant: Variant) -> None:
    slug = variant[0]
    facts = registry.facts(slug)
    end = walk(variant, seed=9, plies=5000)[-1]
    assert end.ply <= facts["plies_max"]
    if end.over:
        outcome = end.outcome()
        assert end.end != "running" and outcome is not None
        assert len(outcome) == end.seats and set(outcome) <= {0, 1, 2}
        for a in (1 << 29, 0):
            with pytest.raises(errors.TileengineError):
                end.play(a)


def test_observe_is_idempotent_hides_and_survives_resampling(line: list[Position]) -> None:
    for p in some(line, 20):
        for seat in [None, *range(p.seats)]:
            seen = p.observe(seat)
            assert seen.observe(seat) == seen
            assert seen.observe() == p.observe()
            for seed in (1, 2, 3):
                world = seen.resample(seed)
                world.check()
                assert world == seen.resample(seed)
                assert world.observe(seat) == seen
                assert world.viewer == "all"
            if seat is not None and p.turn == seat:
                assert seen.legal() == p.legal()
                assert [seen.explain(a) for a in p.legal(limit=5)] == [p.explain(a) for a in p.legal(limit=5)]
            if not p.over:
                with pytest.raises(errors.HiddenInformation):
                    seen.play(p.legal()[0])
            if seat is not None and p.seats > 1:
                with pytest.raises(errors.HiddenInformation):
                    seen.observe((seat + 1) % p.seats)


def test_what_is_hidden_never_shows(line: list[Position]) -> None:
    """Two worlds a viewer cannot tell apart look alike in every answer the viewer may ask for."""
    for p in some(line, 10):
        for seat in [None, *range(p.seats)]:
            seen = p.observe(seat)
            other = seen.resample(11).observe(seat)
            assert other.encode() == seen.encode()
            assert other.view() == seen.view()
            assert [other.score(s) for s in range(p.seats)] == [seen.score(s) for s in range(p.seats)]
            assert [other.prospects(s) for s in range(p.seats)] == [seen.prospects(s) for s in range(p.seats)]


def test_views_fit_and_agree_with_the_facts(line: list[Position]) -> None:
    for p in some(line, 20):
        view = p.view()
        assert not view["overflow"]
        for piece in view["pieces"]:
            assert -1 <= piece["piece"] < len(registry.facts(p.game)["pieces"])
        assert view["zones"]


def test_perft_is_the_number_of_lines(variant: Variant) -> None:
    slug, seats, options = variant
    p = Position.deal(slug, seats=seats, options=options, seed=1)
    assert perft(p, 0) == 1
    assert perft(p, 1) == p.count()
    if p.count() <= 300:
        assert perft(p, 2) == sum(p.play(a).count() for a in p.legal())
