"""Prospects of every game counted again, slow and obvious, from the observed view and the action alone.

So nothing that a move turns up can get in: there is no world here in which it would be played. Rules come from the
other modules of this package; nothing is shared with the core but the view and the numbers of actions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.reference import tantrix as hexagons
from tests.reference import triominos as triangles
from tests.reference import triple_peaks as cards
from tests.reference import triz as crosses
from tileengine import Position
from tileengine._core import action as actions

Values = dict[str, int | None]


def pieces_of(seen: Position, zone: str, owner: int = -1) -> list[dict[str, Any]]:
    """What lies in a zone, in its order; nothing where there is no such zone."""
    view = seen.view()
    here = [i for i, z in enumerate(view["zones"]) if (z["name"], z["owner"]) == (zone, owner)]
    return [piece for piece in view["pieces"] if piece["zone"] in here]


def size_of(seen: Position, zone: str, owner: int = -1) -> int:
    return sum(int(z["size"]) for z in seen.view()["zones"] if (z["name"], z["owner"]) == (zone, owner))


def counted(seen: Position, seat: int, action: int | None = None) -> Values:
    """What an observed position, or the one after an action, promises a seat."""
    values: Values = {} if seen.over else _GAMES[seen.game](seen, seat, action)
    return {name: values.get(name) for name in seen.prospects(seat)}


# -- Triple Peaks ------------------------------------------------------------------------------------------------------


def _longest_run(left: frozenset[str], waste: str) -> int:
    return max((1 + _longest_run(left - {card}, card) for card in left if cards.fits(card, waste)), default=0)


def _triple_peaks(seen: Position, seat: int, action: int | None) -> Values:
    table = {piece["place"]: piece["name"] for piece in pieces_of(seen, "tableau")}
    waste: str | None = pieces_of(seen, "waste")[-1]["name"]
    stock = size_of(seen, "stock")
    if action is not None:
        kind, slot, *_ = actions.split(action)
        if kind == actions.Kind.DRAW:
            waste, stock = None, stock - 1
        else:
            waste = table.pop(slot)
    if not table:
        return {}
    covers = {slot: [c for c in cards.COVERED_BY[slot] if c in table] for slot in table}
    values: Values = {
        "covered": sum(len(on) > 0 for on in covers.values()),
        "nearly_open": sum(len(on) == 1 for on in covers.values()),
        "stock": stock,
    }
    if waste is not None:
        known = frozenset(card for slot, card in table.items() if card and not covers[slot])
        values["playable"] = sum(cards.fits(card, waste) for card in known)
        values["run_in_sight"] = _longest_run(known, waste)
    return values


# -- Tantrix -----------------------------------------------------------------------------------------------------------

Line = tuple[list[hexagons.Cell], list[hexagons.Cell]]  # its tiles, and the cells its two ends lead to; none for a loop


def _lines(game: hexagons.Game, colour: str) -> list[Line]:
    links = {}
    for cell in game.board:
        sides = [side for side in range(6) if game.side(cell, side) == colour]
        if sides:
            links[cell] = [hexagons.near(cell)[side] for side in sides]
    found = []
    left = set(links)
    while left:
        line, new = set(), {min(left)}
        while new:
            line |= new
            new = {other for cell in new for other in links[cell] if other in links} - line
        left -= line
        ends = [(cell, to) for cell in sorted(line) for to in links[cell] if to not in game.board]
        found.append((sorted(line), [to for _, to in ends], [cell for cell, _ in ends]))
    # Of equally long lines the one with the lowest place at an end (X12.3).
    found.sort(key=lambda one: (-len(one[0]), one[2]))
    return [(tiles, to) for tiles, to, _ in found]


def _way(board: set[hexagons.Cell], start: hexagons.Cell, goal: hexagons.Cell) -> int:
    low, high = min(min(c) for c in board) - 5, max(max(c) for c in board) + 5
    seen, edge, length = {start}, {start}, 1
    while edge and goal not in seen:
        edge = {n for c in edge for n in hexagons.near(c) if low <= min(n) and max(n) <= high} - seen - board
        seen |= edge
        length += 1
    return length if goal in seen else 0


def _tantrix(seen: Position, seat: int, action: int | None) -> Values:
    options = seen.options
    puzzle = bool(options["discovery"])
    team = seat % 2 if options["doubles"] else seat
    total = int(options["discovery_tiles"]) if puzzle else 56
    colour = hexagons.PRINTED[total - 1] if puzzle else str(options[f"colour_{team}"])[0].upper()
    hands = [{piece["piece"] + 1 for piece in pieces_of(seen, "hand", s)} for s in range(seen.seats)]
    bag = size_of(seen, "bag")
    board = {
        ((piece["place"] >> 7) - 64, (piece["place"] & 127) - 64): (piece["piece"] + 1, piece["rotation"])
        for piece in pieces_of(seen, "board")
    }
    if action is not None:
        _, place, piece, rotation, _ = actions.split(action)
        board[(place >> 7) - 64, (place & 127) - 64] = (piece + 1, rotation)
        hands[seen.turn].remove(piece + 1)
        bag = max(0, bag - 1)
    game = hexagons.Game(seen.seats, (colour,), hands, [0] * bag, 0, discovery=puzzle, board=board)
    if len(board) == total or (puzzle and not game.free(0)):
        return {}
    lines = [line for line in _lines(game, colour) if line[1]]
    longest: Line = lines[0] if lines else ([], [])
    values = {"line_next": len(longest[0]), "loop_next": 0, "loop_gap": 0}
    if longest[0]:
        values["loop_gap"] = _way(set(board), *longest[1])
    continued: set[int] = set()
    ends: set[int] = set()
    rest = set(range(1, total + 1)) - {tile for tile, _ in board.values()}
    for cell in game.edge() if board else {(0, 0)}:
        if bag and len(game.asked(cell)) < 3 and not hexagons.geometrically_legal(set(board), cell):
            continue
        for tile in rest:
            for rotation in range(6):
                if colour not in hexagons.TILES[tile] or not game.fits(cell, tile, rotation):
                    continue
                after = hexagons.Game(seen.seats, (colour,), hands, [], 0, board={**board, cell: (tile, rotation)})
                made = next(line for line in _lines(after, colour) if cell in line[0])
                name = "line_next" if made[1] else "loop_next"
                values[name] = max(values[name], len(made[0]))
                if made[1] and longest[0] and set(longest[0]) < set(made[0]):
                    continued.add(tile)
                    ends |= {k for k in range(2) if longest[1][k] == cell}
    return {
        **values, "open_ends": len(ends), "continuations": len(continued), "held": len(continued & hands[seat]),
    }  # fmt: skip


# -- Triominos ---------------------------------------------------------------------------------------------------------


def _triominos(seen: Position, seat: int, action: int | None) -> Values:
    tiles = triangles.all_tiles()
    game = triangles.Game(seen.seats, dict(seen.options))
    racks = [{tiles[x["piece"]] for x in pieces_of(seen, "hand", s) if x["piece"] >= 0} for s in range(seen.seats)]
    sizes = [size_of(seen, "hand", s) for s in range(seen.seats)]
    pool = size_of(seen, "stock")
    laid = [(x["place"], x["piece"], x["rotation"]) for x in pieces_of(seen, "board")]
    hidden = set(tiles) - {tiles[piece] for _, piece, _ in laid} - set().union(*racks)
    if action is not None:
        kind, place, piece, rotation, _ = actions.split(action)
        if kind == actions.Kind.PLACE:
            laid.append((place, piece, rotation))
            racks[seen.turn].discard(tiles[piece])
            sizes[seen.turn] -= 1
        elif kind == actions.Kind.DRAW:
            pool -= 1
            sizes[seen.turn] += 1
    for place, piece, rotation in laid:
        cell = ("UD"[place & 1], (place >> 8) - 64, (place >> 1 & 127) - 64)
        game.table[cell] = triangles.turned(tiles[piece], cell, rotation)
    game.racks = [set(tiles) - {tiles[piece] for _, piece, _ in laid}]
    if 0 in sizes or (pool == 0 and not game.placements(0)):
        return {}  # the round is over
    shown = len(pieces_of(seen, "hand", seat)) == len(racks[seat]) + (
        action is not None and kind == actions.Kind.PLACE and seat == seen.turn
    )
    mine = racks[seat] if shown else hidden
    known = shown or len(hidden) == sizes[seat]
    values: Values = {"open_cells": 0, "bridge_chances": 0, "hexagon_chances": 0}
    if len(mine) == sizes[seat]:
        values["rack_points"] = sum(sum(tile) for tile in mine)
    game.racks, game.turn = [mine], 0
    moves = game.placements(0) if game.table or (known and seat == seen.turn) else []
    if known:
        values["placements"] = len({(tile, cell) for _, tile, cell, _ in moves})
    numbers = game.numbers()
    cells = {cell for _, _, cell, _ in moves}
    values["open_cells"] = len(cells) if game.table else int(seat == seen.turn)
    bridges = closed = 0
    for cell in cells if game.table else ():
        sharing = [other for other in triangles.neighbours(cell) if other in game.table]
        rings = [set(triangles.cells_at(point)) - {cell} for point in triangles.corners(cell)]
        if any(ring <= set(game.table) for ring in rings):
            closed += 1
        elif all(point in numbers for point in triangles.corners(cell)):
            bridges += len(sharing) == 1 or seen.options["bridge_rule"] == "three_corners"
    return {**values, "bridge_chances": bridges, "hexagon_chances": closed}


# -- Triz --------------------------------------------------------------------------------------------------------------


def _largest_at(board: dict[crosses.Site, str], site: crosses.Site, colour: str) -> int:
    """The largest group of a colour that has a jewel on a site."""
    left = {(site, i) for i in range(4) if board[site][i] == colour}
    best = 0
    while left:
        group: set[crosses.Jewel] = set()
        new = {min(left)}
        while new:
            group |= new
            reach = {(s, (i + turn) % 4) for s, i in new for turn in (1, 3)}.union(*(crosses.meets(j) for j in new))
            new = {(s, i) for s, i in reach if s in board and board[s][i] == colour} - group
        left -= group
        best = max(best, len(group))
    return best


def _triz(seen: Position, seat: int, action: int | None) -> Values:
    game = crosses.Game(seen.seats, dict(seen.options), [])
    names = {piece: seen.format(actions.make(1, 0, piece, 0)).split("@")[0] for piece in range(54)}
    hands = [Counter(x["name"] for x in pieces_of(seen, "hand", s)) for s in range(seen.seats)]
    sizes = [size_of(seen, "hand", s) for s in range(seen.seats)]
    triples = [{x["name"] for x in pieces_of(seen, "triples", s)} for s in range(seen.seats)]
    passes = next(int(c["value"]) for c in seen.view()["counters"] if c["name"] == "passes")
    stock = size_of(seen, "stock")
    hidden = Counter(crosses.piece_set(str(seen.options["piece_set"]), game.flip))
    for x in pieces_of(seen, "board"):
        game.board[x["place"] >> 5, x["place"] & 31] = crosses.shown(x["name"], x["rotation"])
        hidden[x["name"]] -= 1
    for s in range(seen.seats):
        hidden -= Counter(x["name"] for x in pieces_of(seen, "discard", s)) + hands[s] + Counter(triples[s])
    if action is not None:
        kind, place, piece, rotation, extra = actions.split(action)
        ring, hand = names[piece], hands[seen.turn]
        passes = passes + 1 if kind == actions.Kind.PASS else 0
        if kind != actions.Kind.PASS:
            game.board[place >> 5, place & 31] = crosses.shown(ring, rotation)
            sizes[seen.turn] -= kind == actions.Kind.LAY_TRIPLE or stock == 0
            if kind == actions.Kind.LAY_TRIPLE:
                triples[seen.turn].remove(ring)
                ring = sorted(hand, key=game.rank)[extra - 1]
            hand[ring] -= 1
    if not any(sizes) or passes == seen.seats:
        return {}
    mine = set(+(hidden if hands[seat][""] else hands[seat])) | triples[seat] if sizes[seat] else set()
    groups = game.groups()
    near = {other for site in game.board for other in crosses.touches(site)}
    now = [max(map(len, game.jewel_groups(colour)), default=0) for colour in game.colours(seat)]
    most = list(now)
    growing: set[crosses.Site] = set()
    growers: set[str] = set()
    known: dict[tuple[crosses.Site, str], list[int]] = {}
    size = int(str(seen.options["field_size"]))
    for site in ((a, b) for a in range(size) for b in range(size) if (a, b) not in game.board):
        for ring in mine:
            for number in crosses.orientations(ring, game.flip):
                look = crosses.shown(ring, number)
                if site in near and not game.satisfied(site, look, groups):
                    continue
                if (site, look) not in known:
                    board = {**game.board, site: look}
                    known[site, look] = [_largest_at(board, site, colour) for colour in game.colours(seat)]
                made = known[site, look]
                most = [max(pair) for pair in zip(most, made, strict=True)]
                if any(new > old for new, old in zip(made, now, strict=True)):
                    growing.add(site)
                    growers.add(ring)
    return {
        "largest_next": most[0], "other_colour_next": most[1] if len(most) > 1 else 0,
        "growth_sites": len(growing), "growth_pieces": len(growers),
    }  # fmt: skip


_GAMES: dict[str, Callable[[Position, int, int | None], Values]] = {
    "triple_peaks": _triple_peaks,
    "tantrix": _tantrix,
    "triominos": _triominos,
    "triz": _triz,
}
