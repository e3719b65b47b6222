"""Every method of both clients against a real server, for every game; both must answer the same."""

from __future__ import annotations

import inspect
import pickle
import threading
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

import tileengine_client
from tileengine_client import AsyncClient, Client, Game, Position, Preset, errors, queries

METHODS = sorted(name for name in vars(Client) if not name.startswith("_"))


def test_both_clients_have_the_same_methods_and_arguments() -> None:
    assert sorted(name for name in vars(AsyncClient) if not name.startswith("_")) == METHODS
    for name in METHODS:
        one, other = getattr(Client, name), getattr(AsyncClient, name)
        if not isinstance(one, property):
            assert list(inspect.signature(one).parameters) == list(inspect.signature(other).parameters)
            assert one.__doc__
            assert other.__doc__


def test_odds_count_what_fits_and_is_unseen(client: Client) -> None:
    position = client.deal("triominos", seed=7).position
    position = client.apply(position, next(iter(client.moves(position)))).position
    for seat in (0, 1):
        odds = client.ask(queries.place_odds(position, seat=seat))
        assert odds
        for one in odds:
            assert one.name
            assert len(one.pieces) <= one.copies <= one.unseen
            assert len(one.holds) == 2
            assert all(0 <= chance <= 1 for chance in (*one.holds, one.next_draw))
            assert one.holds[seat] in (0, 1)  # its own hand is no secret to it
        (again,) = client.ask(queries.place_odds(position, [odds[0].place], seat=seat))
        assert again == odds[0]
    with pytest.raises(errors.BadField):
        queries.place_odds(position, seat=0, public=True)


def test_ping_gives_the_payload_back(client: Client) -> None:
    assert client.ping(b"\x00\xff") == b"\x00\xff"


def test_games_say_what_they_offer(client: Client) -> None:
    for game in client.games():
        assert game.title
        assert 1 <= game.seats_min <= game.seats_default <= game.seats_max <= 6
        assert game.pieces
        names = {option.name for option in game.options}
        for preset in game.presets:
            assert set(preset.settings) <= names


def test_every_preset_deals_by_name_and_by_its_settings(client: Client) -> None:
    for game in client.games():
        for preset in game.presets:
            seats = next(n for n in range(game.seats_min, game.seats_max + 1) if suits(client, game, preset, n))
            named = client.deal(game.slug, seats=seats, preset=preset.name, seed=3)
            spelled = client.deal(game.slug, seats=seats, options=preset.settings, seed=3)
            assert named.position == spelled.position


def suits(client: Client, game: Game, preset: Preset, seats: int) -> bool:
    """Whether a preset goes with a number of seats."""
    try:
        client.deal(game.slug, seats=seats, preset=preset.name)
    except errors.BadOption:
        return False
    return True


def test_every_option_takes_its_default_as_text_and_as_value(client: Client) -> None:
    for game in client.games():
        plain = client.deal(game.slug, seed=3).position
        for option in game.options:
            value: bool | int | str = option.default
            if option.kind == "bool":
                value = option.default == "true"
            elif option.kind == "int":
                value = int(option.default)
            assert client.deal(game.slug, options={option.name: value}, seed=3).position == plain
            assert client.deal(game.slug, options={option.name: option.default}, seed=3).position == plain


def test_a_deal_is_given_again_by_its_seed_and_by_its_order(client: Client, slug: str) -> None:
    dealt = client.deal(slug)
    assert 1 <= len(dealt.seed) <= 32
    assert client.deal(slug, seed=dealt.seed).position == dealt.position
    assert client.deal(slug, seed=dealt.seed, order=dealt.order).position == dealt.position
    assert client.deal(slug, seed=7).position == client.deal(slug, seed=b"\x07").position


def test_a_position_is_its_bytes(client: Client, position: Position) -> None:
    assert client.restore(bytes(position)) == position
    assert hash(client.restore(position.data)) == hash(position)
    assert position.info.game in repr(position)
    assert position.info.viewer.sight == "all"
    assert len(position.info.totals) == position.info.seats
    assert client.score(position.data) == client.score(position)
    with pytest.raises(AttributeError):
        position.data = b""  # type: ignore[misc]


def test_moves_list_count_filter_and_apply(client: Client, position: Position) -> None:
    moves = list(client.moves(position, gains=True, notation=True))
    assert len(moves) == client.count_moves(position) > 0
    assert all(one.action < other.action for one, other in pairwise(moves))
    for move in moves[:20]:
        assert move.notation
        assert move.gain is not None
        said = client.check(position, move)
        assert (said.legal, said.action, said.notation, said.gain) == (True, move.action, move.notation, move.gain)
        after = client.apply(position, move, expected_ply=position.info.ply)
        assert after.gains == (move.gain,)
        assert after.position == client.apply(position, move.notation).position
        assert after.position == client.apply(position, move.action).position
        assert after.position.info.ply == position.info.ply + 1
        same_place = list(client.moves(position, kind=move.kind, place=move.place, piece=move.piece))
        assert move.action in {one.action for one in same_place}
        assert len(same_place) == client.count_moves(position, kind=move.kind, place=move.place, piece=move.piece)
    plain = next(iter(client.moves(position)))
    assert plain.gain is None
    assert plain.notation is None
    assert str(plain) == f"{plain.action:#010x}"


@pytest.mark.parametrize("page_size", [1, 2, 3, 65536])
def test_moves_page_by_themselves(client: Client, position: Position, page_size: int) -> None:
    every = [move.action for move in client.moves(position, limit=40)]
    assert [move.action for move in client.moves(position, limit=40, page_size=page_size)] == every
    listed = client.moves(position, page_size=page_size, limit=5)
    assert [move.action for move in listed] == every[:5]
    assert [move.action for move in listed] == every[:5], "each reading asks afresh"
    pages = list(listed.pages())
    assert max(map(len, pages)) <= page_size
    assert [action for page in pages for action in page.action] == every[:5]
    assert pages[0].total == client.count_moves(position)


def test_a_page_is_columns_and_a_sequence_of_moves(client: Client, position: Position) -> None:
    page = next(client.moves(position, gains=True, notation=True).pages())
    columns = (page.action, page.kind, page.place, page.piece, page.rotation, page.extra, page.gain, page.notation)
    assert {len(column) for column in columns} == {len(page)}
    assert list(page) == [page[index] for index in range(len(page))]


def test_moves_are_lazy() -> None:
    with Client("127.0.0.1:1") as nowhere:
        nowhere.moves(b"not even a position")


def test_an_illegal_move_is_an_answer_of_check(client: Client) -> None:
    position = client.deal("triple_peaks", seed=7).position
    said = client.check(position, "-AC@0")
    assert not said.legal
    assert said.gain is None
    assert isinstance(said.error, errors.IllegalMove)
    assert said.error.paragraph


def test_observe_hides_and_resample_fills(client: Client, position: Position) -> None:
    seat = position.info.turn or 0
    seen = client.observe(position, seat)
    assert seen.info.viewer == tileengine_client.Viewer("seat", seat)
    assert client.observe(position).info.viewer == tileengine_client.Viewer("public")
    assert client.observe(seen, seat) == seen
    guess = client.resample(seen, 11)
    assert guess.info.viewer.sight == "all"
    assert client.observe(guess, seat) == seen
    assert client.resample(seen, 11) == guess


def test_views_have_geometry_when_asked_for(client: Client, position: Position) -> None:
    after = client.apply(position, next(iter(client.moves(position)))).position
    plain, drawn = client.view(after), client.view(after, geometry=True)
    assert (plain.zones, plain.counters, plain.marks) == (drawn.zones, drawn.counters, drawn.marks)
    assert plain.cells == ()
    assert plain.box is None
    assert drawn.box is not None
    for cell in drawn.cells:
        assert 3 <= len(cell.polygon) <= 16
        assert all(drawn.box.min_x <= x <= drawn.box.max_x for x, _ in cell.polygon)
    placed = {piece.place for piece in drawn.pieces if piece.place is not None}
    assert placed <= {cell.place for cell in drawn.cells}
    assert client.view(after, seat=0) == client.view(client.observe(after, 0))
    assert client.view(after, public=True) == client.view(client.observe(after))


def test_scores_have_parts(client: Client, position: Position) -> None:
    score = client.score(position)
    game = {one.slug: one for one in client.games()}[position.info.game]
    assert not score.final
    assert [one.seat for one in score.seats] == list(range(position.info.seats))
    assert tuple(one.total for one in score.seats) == position.info.totals
    assert {one.outcome for one in score.seats} == {"running"}
    assert all(set(one.parts) <= set(game.parts) for one in score.seats)


def test_text_and_back(client: Client, position: Position) -> None:
    text = client.to_text(position)
    assert "\n" not in text
    assert client.from_text(text) == position


def test_a_unix_socket_will_do(start_server: Callable[..., object], tmp_path: Path) -> None:
    path = f"unix:{tmp_path}/s"
    start_server("--address", path)
    with Client(path) as client:
        client.wait_ready()
        assert client.ping(b"x") == b"x"


def test_threads_share_a_client(client: Client, position: Position) -> None:
    counts: list[int] = []
    threads = [threading.Thread(target=lambda: counts.append(client.count_moves(position))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert counts == [client.count_moves(position)] * 8


async def test_async_answers_are_the_same(client: Client, async_client: AsyncClient, position: Position) -> None:
    other, slug = async_client, position.info.game
    await other.wait_ready()
    assert other.address == client.address
    assert await other.ping(b"x") == b"x"
    assert await other.games() == client.games()
    assert (await other.deal(slug, seed=7)).position == position
    listed = [move async for move in other.moves(position, gains=True, notation=True, page_size=3, limit=10)]
    assert listed == list(client.moves(position, gains=True, notation=True, limit=10))
    assert [page.total async for page in other.moves(position, limit=1).pages()] == [client.count_moves(position)]
    assert await other.count_moves(position) == client.count_moves(position)
    assert await other.check(position, listed[0]) == client.check(position, listed[0])
    assert await other.apply(position, listed[0]) == client.apply(position, listed[0])
    assert await other.score(position) == client.score(position)
    assert await other.view(position, geometry=True) == client.view(position, geometry=True)
    seen = await other.observe(position, 0)
    assert seen == client.observe(position, 0)
    assert await other.resample(seen, 5) == client.resample(seen, 5)
    assert await other.from_text(await other.to_text(position)) == position
    assert await other.restore(position.data) == position
    assert await other.with_timeout(5).ping(b"y") == b"y"


async def test_an_async_client_closes() -> None:
    client = AsyncClient("127.0.0.1:1", retries=1)
    with pytest.raises(errors.Unavailable):
        await client.wait_ready(0.3)
    await client.close()


def test_a_page_is_a_value(client: Client) -> None:
    position = client.deal("triominos", seed=7).position
    first, second = (next(client.moves(position, gains=True, notation=True).pages()) for _ in range(2))
    assert first == second and hash(first) == hash(second) and first != next(client.moves(position).pages())
    again = pickle.loads(pickle.dumps(first))
    assert again == first and list(again) == list(first)
    assert set(first.kind) <= {"place", "draw", "pass"} and len(first.kind) == len(first)
