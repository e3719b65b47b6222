"""Pictures of views: well formed, inside their frame, whole, and silent about what is hidden."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from tileengine_client import Client, Position, errors, palette, svg
from tileengine_client.views import Box, Cell, Label, Piece, Stroke, View, Zone

SVG = "{http://www.w3.org/2000/svg}"
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def parts(drawn: str, name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(drawn).iter(SVG + name))


def played(client: Client, position: Position, plies: int) -> Position:
    for _ in range(plies):
        if position.info.over:
            break
        position = client.apply(position, next(iter(client.moves(position, limit=1)))).position
    return position


def test_every_game_is_drawn_inside_its_frame(client: Client, slug: str, position: Position) -> None:
    game = next(game for game in client.games() if game.slug == slug)
    for plies in (0, 9):
        view = client.view(played(client, position, plies), public=True, geometry=True)
        if view.box is None:
            continue
        for width in (100, 640):
            drawn = svg.picture(view, game.colours, width=width)
            root = ElementTree.fromstring(drawn)
            assert root.get("width") == str(width)
            height = float(root.get("height") or 0)
            shapes = parts(drawn, "polygon") + parts(drawn, "polyline")
            assert len(shapes) >= len([piece for piece in view.pieces if piece.place is not None])
            for shape in shapes:
                for x, y in (pair.split(",") for pair in (shape.get("points") or "").split()):
                    assert -1 <= float(x) <= width + 1
                    assert -1 <= float(y) <= height + 1


def test_what_is_hidden_is_not_drawn(client: Client, slug: str, position: Position) -> None:
    """Worlds that a viewer can't tell apart have the same picture."""
    game = next(game for game in client.games() if game.slug == slug)
    observed = client.observe(played(client, position, 9), 0)
    worlds = [client.view(client.resample(observed, seed), seat=0, geometry=True) for seed in (1, 2)]
    drawn = {svg.picture(view, game.colours) for view in [client.view(observed, geometry=True), *worlds]}
    assert len(drawn) == 1


def table(*pieces: Piece, hidden: int = 0) -> View:
    """Three squares in a row, a hand of seat 1, and a stock."""
    cells = tuple(
        Cell(place, str(place), tuple((x + place, y) for x, y in SQUARE), (place + 0.5, 0.5)) for place in range(3)
    )
    zones = (Zone("board", None, False, 1), Zone("hand", 1, False, 1), Zone("stock", None, True, hidden))
    return View(zones, pieces, (), (), (), cells, Box(0, 0, 3, 1))


BODY = Stroke(None, True, SQUARE)
ON_BOARD = Piece(0, 3, "7", 0, 0, 0, (BODY,), (Label((0.5, 0.5), "7"),))
LINE = Stroke(0, False, ((0.0, 0.5), (1.0, 0.5)))
IN_HAND = Piece(1, 4, "<8>", None, 0, 0, (BODY, LINE), (Label((0.5, 0.5), "<8>"),))


def test_a_hand_has_a_caption_and_texts_are_escaped() -> None:
    drawn = svg.picture(table(ON_BOARD, IN_HAND), ("red",), captions={1: "Ann & Bob"})
    assert [text.text for text in parts(drawn, "text")] == ["7", "Ann & Bob (1)", "<8>"]
    assert "seat 1 (1)" in svg.picture(table(IN_HAND), ("red",))


def test_a_face_down_piece_and_a_stock_have_backs() -> None:
    covered = Piece(0, None, "", 1, 0, 0, (), ())
    back = svg._hex(palette.BACK)
    assert [shape.get("fill") for shape in parts(svg.picture(table(covered), ()), "polygon")].count(back) == 1
    assert [shape.get("fill") for shape in parts(svg.picture(table(hidden=5), ()), "polygon")].count(back) == 1
    assert "stock (5)" in svg.picture(table(hidden=5), ())


def test_a_long_hand_goes_on_in_the_next_row() -> None:
    hand = tuple(replace(IN_HAND, index=index) for index in range(12))
    rows = {
        re.split("[ ,]", shape.get("points") or "")[1]
        for shape in parts(svg.picture(table(*hand), ("red",), width=200), "polygon")[3:]
    }
    assert len(rows) > 2


def test_the_last_place_is_pointed_out() -> None:
    edge = svg._hex(palette.LAST)
    assert edge in svg.picture(table(ON_BOARD), (), last=0)
    assert edge not in svg.picture(table(ON_BOARD), ())
    assert edge not in svg.picture(table(ON_BOARD), (), last=99)


def test_a_picture_needs_geometry_and_a_width() -> None:
    with pytest.raises(errors.BadField, match="geometry"):
        svg.picture(replace(table(), box=None), ())
    for width in (99, 4001):
        with pytest.raises(errors.BadField, match="100"):
            svg.picture(table(), (), width=width)
