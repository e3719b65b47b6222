"""One frame of a game for the terminal: heading, board, pieces in hand, points, the last moves; and the final score.

It arranges what drawing.py draws and what the view says, for any game. It asks no server and reads no key.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.style import Style
from rich.table import Table
from rich.text import Text

from tileengine_client import palette
from tileengine_client.analyses import Suggestion
from tileengine_client.terminal import drawing
from tileengine_client.values import Game, PositionInfo, Score
from tileengine_client.views import View

SIDE_WIDTH = 38
BESIDE_MIN = 48
"""A board of fewer characters is drawn above the points, not beside them."""
LOG_LINES, LOG_LINES_NARROW = 8, 3
RACK_ROWS = 8
BOARD_ROWS_MIN = 8


@dataclass(frozen=True, slots=True)
class Played:
    """One move that was played. gain: points it added to the mover's total at once. place: where, or None."""

    ply: int
    seat: int
    notation: str
    gain: int
    place: int | None


@dataclass(frozen=True, slots=True)
class Frame:
    """What is shown. players: who sits at each seat. hand_of: seat whose pieces are drawn below the board, or None."""

    game: Game
    info: PositionInfo
    view: View
    players: Sequence[str]
    played: Sequence[Played]
    hand_of: int | None


def seat_style(seat: int) -> Style:
    """The colour of a seat."""
    red, green, blue = palette.SEATS[seat % len(palette.SEATS)]
    return Style(color=f"rgb({red},{green},{blue})", bold=True)


def seat_text(seat: int, players: Sequence[str]) -> Text:
    """ "seat 1 greedy", in the seat's colour."""
    return Text(f"seat {seat} {players[seat]}", seat_style(seat))


def render(frame: Frame, *, width: int, height: int, colour: bool) -> RenderableType:
    """The frame, at most width characters wide and about height lines high."""
    rack = _rack(frame, width - 4, colour)
    needed, room = drawing.width_min(frame.view), width - SIDE_WIDTH - 5
    beside = room >= BESIDE_MIN and (needed <= room or needed > width - 4)
    log_lines = LOG_LINES if beside else LOG_LINES_NARROW
    rows = height - 4 - (RACK_ROWS if rack is not None else 0)
    if not beside:
        rows -= frame.info.seats + log_lines + 5
    board_width = room if beside else width - 4
    last = frame.played[-1].place if frame.played else None
    lines = drawing.board(
        frame.view,
        frame.game.colours,
        width=board_width,
        height=max(BOARD_ROWS_MIN, rows),
        last=last,
        colour=colour,
    )
    picture = Panel(lines or Text("nothing lies on the board yet"), box=box.ROUNDED, style="none")
    side = Group(_points(frame), _counters(frame), _log(frame, log_lines))
    parts: list[RenderableType] = [_heading(frame)]
    if beside:
        grid = Table.grid(padding=(0, 1, 0, 0))
        grid.add_column(width=board_width + 4)
        grid.add_column(width=SIDE_WIDTH)
        grid.add_row(picture, side)
        parts.append(grid)
    else:
        parts += [picture, side]
    if rack is not None:
        parts.append(rack)
    return Group(*parts)


def _heading(frame: Frame) -> Text:
    info = frame.info
    text = Text(f" {frame.game.title}", "bold")
    text.append(f"  move {info.ply}", "none")
    if info.over or info.turn is None:
        text.append(f"  over: {info.end}", "bold")
        return text
    text.append("  to move: ", "none")
    text.append_text(seat_text(info.turn, frame.players))
    text.append(f"  ({info.phase})", "dim")
    return text


def _points(frame: Frame) -> Table:
    """Seats with their points, the pieces they hold and their counters."""
    owned = [zone for zone in frame.view.zones if zone.seat is not None]
    names = list(dict.fromkeys(zone.name for zone in owned))
    shown = {"total", *names}
    counters = [c for c in frame.view.counters if c.seat is not None and c.name not in shown]
    names += list(dict.fromkeys(counter.name for counter in counters))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=False)
    table.add_column("", no_wrap=True)
    table.add_column("points", justify="right")
    for name in names[:3]:
        table.add_column(_words(name), justify="right")
    for seat, total in enumerate(frame.info.totals):
        held = {zone.name: zone.size for zone in owned if zone.seat == seat}
        held |= {counter.name: counter.value for counter in counters if counter.seat == seat}
        turn = "▶ " if seat == frame.info.turn else "  "
        table.add_row(
            Text(turn).append_text(seat_text(seat, frame.players)),
            Text(str(total), "bold"),
            *(str(held.get(name, "")) for name in names[:3]),
        )
    return table


def _counters(frame: Frame) -> Text:
    """What the table counts, and the sizes of its zones."""
    placed = {piece.zone for piece in frame.view.pieces if piece.place is not None}
    numbers = {counter.name: counter.value for counter in frame.view.counters if counter.seat is None}
    for index, zone in enumerate(frame.view.zones):
        if zone.seat is None and index not in placed:
            numbers.setdefault(zone.name, zone.size)
    lines: list[str] = []
    for name, value in numbers.items():
        said = f"{_words(name)} {value}"
        if lines and len(lines[-1]) + 3 + len(said) <= SIDE_WIDTH:
            lines[-1] += f" · {said}"
        else:
            lines.append(said)
    return Text("\n".join([*lines, ""]))


def _log(frame: Frame, lines: int) -> Table:
    """The last moves, the newest at the bottom."""
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", style="dim")
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, max_width=SIDE_WIDTH - 14)
    table.add_column(justify="right")
    for move in frame.played[-lines:]:
        newest = "bold" if move is frame.played[-1] else "none"
        table.add_row(
            str(move.ply),
            Text(str(move.seat), seat_style(move.seat)),
            Text(move.notation, newest),
            gain_text(move.gain),
        )
    return table


def gain_text(gain: int) -> Text:
    """ "+12" in green, "-5" in red, nothing for 0."""
    return Text(f"{gain:+d}" if gain else "", "green" if gain > 0 else "red")


def _rack(frame: Frame, width: int, colour: bool) -> RenderableType | None:
    """The pieces off the board: those of one seat, and those that lie open on the table."""
    wanted = {
        index: zone
        for index, zone in enumerate(frame.view.zones)
        if zone.seat == frame.hand_of or (zone.seat is None and not zone.hidden)
    }
    pieces = [piece for piece in frame.view.pieces if piece.zone in wanted and piece.place is None and piece.strokes]
    lines = drawing.rack(frame.view, pieces, frame.game.colours, width=width, colour=colour)
    if lines is None or frame.info.over:
        return None
    title = ", ".join(dict.fromkeys(_zone_title(wanted[piece.zone].name, wanted[piece.zone].seat) for piece in pieces))
    return Panel(lines, title=title, title_align="left", box=box.ROUNDED, expand=False)


def _zone_title(name: str, seat: int | None) -> str:
    return name if seat is None else f"{name} of seat {seat}"


def hint(found: Suggestion, seat: int) -> Text:
    """A suggested move for a seat: what it brings at once, what it promises, and what is expected in the end."""
    move = found.move
    text = Text.assemble("hint: ", (move.notation, "bold green"))
    if found.proved:
        text.append(", proved best")
    if move.score:
        text.append("; expected in the end: " + " : ".join(f"{points:.0f}" for points in move.score) + " points")
    at_once = [f"{_whose(one.seat, seat)}{_words(one.part)} {one.points:+d}" for one in move.why]
    if at_once:
        text.append("\n  at once: " + ", ".join(at_once), "dim")
    promised = sorted(move.prospects, key=lambda one: one.seat != seat)  # else in the server's order
    if promised:
        said = [f"{_whose(one.seat, seat)}{_words(one.name)} {one.before} → {one.after}" for one in promised]
        text.append("\n  then: " + ", ".join(said), "dim")
    return text


def _words(name: str) -> str:
    return name.replace("_", " ")


def _whose(seat: int, own: int) -> str:
    """ "seat 1's " for another seat."""
    return "" if seat == own else f"seat {seat}'s "


def final(score: Score, game: Game, info: PositionInfo, players: Sequence[str]) -> RenderableType:
    """The points with their parts, and who won."""
    parts = [name for name in game.parts if any(one.parts.get(name) for one in score.seats)]
    title = f"{game.title}: {info.end} after {info.ply} moves" if info.over else f"stopped after {info.ply} moves"
    table = Table(title=title, box=box.ROUNDED, title_style="bold")
    table.add_column("", no_wrap=True)
    for name in parts:
        table.add_column(_words(name), justify="right")
    table.add_column("points", justify="right", style="bold")
    table.add_column("")
    for one in score.seats:
        outcome = {"won": "won", "shared": "shared", "lost": "lost"}.get(one.outcome, "")
        row = [str(one.parts.get(name, 0)) for name in parts]
        table.add_row(seat_text(one.seat, players), *row, str(one.total), outcome)
    winners = [f"seat {one.seat} ({players[one.seat]})" for one in score.seats if one.outcome == "won"]
    shared = [f"seat {one.seat} ({players[one.seat]})" for one in score.seats if one.outcome == "shared"]
    if not info.over:
        verdict = "The game is not over."
    elif winners:
        verdict = f"{' and '.join(winners)} won."
    elif shared:
        verdict = f"{' and '.join(shared)} share the result."
    else:
        verdict = "Nobody won."
    return Group(table, Text(verdict, "bold"))
