"""The canvas and what is drawn on it, without a server: small pictures that a person can check."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tileengine_client import palette
from tileengine_client.terminal import drawing
from tileengine_client.terminal.canvas import Canvas
from tileengine_client.views import Box, Cell, Label, Mark, Piece, Stroke, View, Zone

RED = (204, 44, 48)
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def picture(canvas: Canvas) -> list[str]:
    return [row.plain for row in canvas.rows()]


def test_a_filled_polygon_has_quarter_blocks_at_its_rim() -> None:
    canvas = Canvas(4, 2)
    canvas.polygon([(0.5, 0.5), (3.5, 0.5), (3.5, 2), (0.5, 2)], RED)
    assert picture(canvas) == ["▗▄▄▖", "▐  ▌"]


def test_without_colour_a_line_is_dots_and_a_polygon_hides_what_is_below() -> None:
    canvas = Canvas(4, 2, colour=False)
    canvas.line([(0, 0), (3.9, 0)], RED)
    canvas.text((2, 1), "ab")
    assert picture(canvas) == ["⠉⠉⠉⠉", " ab "]
    canvas.polygon([(0, 0), (2, 0), (2, 2), (0, 2)], RED)
    assert picture(canvas) == ["  ⠉⠉", "  b "]


def test_nothing_outside_the_canvas_is_drawn() -> None:
    canvas = Canvas(3, 1)
    canvas.line([(-5, -5), (9, 9)], RED)
    canvas.band([(-5, 0.5), (9, 0.5)], RED, 1)
    canvas.polygon([(-5, -5), (9, -5), (9, 9), (-5, 9)], RED)
    canvas.shape([(-5, -5), (9, -5), (9, 9), (-5, 9)], RED)
    canvas.text((-1, 0), "left")
    canvas.text((5, 7), "below")
    assert len(picture(canvas)) == 1
    assert len(picture(canvas)[0]) == 3


def test_text_shows_on_any_ground() -> None:
    for ground, ink in ((palette.PAPER, 20), (palette.SLATE, 250)):
        canvas = Canvas(1, 1)
        canvas.polygon(SQUARE, ground)
        canvas.text((0.5, 0.5), "x")
        (row,) = canvas.rows()
        style = row.spans[0].style
        assert not isinstance(style, str)
        assert style.color is not None
        assert style.color.triplet is not None
        assert style.color.triplet.red == ink


def view(places: int) -> View:
    """Squares in a row; on the first lies a piece with a name, on the second one face down."""
    cells = tuple(
        Cell(place, str(place), tuple((x + place, y) for x, y in SQUARE), (place + 0.5, 0.5)) for place in range(places)
    )
    body = Stroke(None, True, SQUARE)
    pieces = (
        Piece(0, 3, "7", 0, 0, 0, (body,), (Label((0.5, 0.5), "7"),)),
        Piece(0, None, "", 1, 0, 1, (), ()),
    )
    zones = (Zone("board", None, False, 2),)
    return View(zones, pieces, (), (Mark("open", None, 2, 0),), (), cells, Box(0, 0, places, 1))


def test_a_board_fits_and_shows_labels() -> None:
    drawn = drawing.board(view(3), ("red",), width=60, height=12, colour=False)
    assert drawn is not None
    lines = drawn.plain.split("\n")
    assert max(map(len, lines)) <= 60
    assert len(lines) <= 12
    assert sum(line.count("7") for line in lines) == 1


@pytest.mark.parametrize(("last", "shown"), [(0, True), (39, False)])
def test_a_large_board_is_cut_around_the_last_move(last: int, shown: bool) -> None:
    drawn = drawing.board(view(40), (), width=50, height=12, last=last, colour=False)
    assert drawn is not None
    assert max(map(len, drawn.plain.split("\n"))) <= 50
    assert ("7" in drawn.plain) is shown


def test_nothing_to_draw_is_none() -> None:
    assert drawing.board(replace(view(1), box=None), (), width=9, height=9) is None
    assert drawing.rack(view(1), (), (), width=50) is None


def test_a_rack_names_what_has_no_label_and_gives_initials_without_colour() -> None:
    line = Stroke(0, False, ((0.0, 0.5), (1.0, 0.5)))
    held = Piece(0, 5, "five", None, 0, 0, (line,), ())
    drawn = drawing.rack(view(1), (held, held), ("red",), width=50, colour=False)
    assert drawn is not None
    assert drawn.plain.count("five") == 2
    assert drawn.plain.count("R") == 2


def test_unknown_colours_have_colours_too() -> None:
    assert palette.colour_of(("mauve",), 0, RED) != RED
    assert palette.colour_of(("mauve",), None, RED) == RED
    assert palette.colour_of(("red",), 7, RED) == RED
