"""What the core writes in protobuf's wire format, byte for byte beside the generated classes; no game is named here."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tests.test_laws import some, walk
from tests.variants import Variant, all_variants, name
from tileengine import Position, errors, games
from tileengine._core import action as actions
from tileengine._core import messages
from tileengine.service import convert, rules
from tileengine.v1 import game_pb2, position_pb2, rules_service_pb2


def test_field_numbers_are_those_of_the_schema() -> None:
    for message, fields in messages.FIELDS.items():
        descriptor = getattr(position_pb2, message, None) or getattr(rules_service_pb2, message)
        assert {f.name: f.number for f in descriptor.DESCRIPTOR.fields} == fields, message


@pytest.fixture(params=all_variants(), ids=name, scope="module")
def line(request: pytest.FixtureRequest) -> list[Position]:
    return some(walk(request.param, seed=3), 12)


def with_views(line: list[Position]) -> list[Position]:
    return [q for p in line for q in (p, p.observe(), p.observe(p.turn))]


def state_of(p: Position) -> position_pb2.PositionState:
    """The same message, from the public API of Position and the generated classes."""
    state = position_pb2.PositionState(position=p.encode())
    info = state.info
    info.game = cast(game_pb2.Game, game_pb2.Game.Value("GAME_" + p.game.upper()))
    info.seats, info.ply, info.turn, info.phase, info.over, info.end = p.seats, p.ply, p.turn, p.phase, p.over, p.end
    info.viewer.SetInParent()
    if p.viewer == "public":
        info.viewer.sight = position_pb2.Viewer.SIGHT_PUBLIC
    elif p.viewer != "all":
        assert isinstance(p.viewer, int)
        info.viewer.sight, info.viewer.seat = position_pb2.Viewer.SIGHT_SEAT, p.viewer
    info.hash, info.canonical_id = p.hash, p.canonical
    info.totals.extend(p.score(seat)[0] for seat in range(p.seats))
    return state


def test_position_state(line: list[Position]) -> None:
    for p in with_views(line):
        assert messages.position_state(p) == state_of(p).SerializeToString()
        assert convert.state_to(p) == state_of(p)


def moves_of(p: Position, legal: list[int], gain: bool, notation: bool) -> position_pb2.MoveList:
    moves = position_pb2.MoveList()
    for action in legal:
        kind, place, piece, rotation, extra = actions.split(action)
        moves.action.append(action)
        moves.kind.append(cast(position_pb2.MoveKind, kind))
        moves.place.append(place)
        moves.piece.append(piece)
        moves.rotation.append(rotation)
        moves.extra.append(extra)
        if gain:
            moves.gain.append(p.play(action).score(p.turn)[0] - p.score(p.turn)[0])
        if notation:
            moves.notation.append(p.format(action))
    return moves


def test_list_moves(line: list[Position]) -> None:
    for p in line[:8]:
        legal = p.legal(limit=400)
        for gain in (False, True):
            expected = rules_service_pb2.ListMovesResponse(total=p.count(), moves=moves_of(p, legal, gain, gain))
            if len(legal) < p.count():
                expected.next_after = legal[-1]
            written = messages.list_moves(p, -1, -1, -1, 400, 0, False, gain, gain)
            assert written == expected.SerializeToString()
        counted = messages.list_moves(p, -1, -1, -1, 4096, 0, True, False, False)
        assert counted == rules_service_pb2.ListMovesResponse(total=p.count()).SerializeToString()


def test_pages_of_moves_join_to_the_list(line: list[Position]) -> None:
    for p in line[:5]:
        legal = p.legal(limit=300)
        found: list[int] = []
        after = 0
        while len(found) < len(legal):
            request = rules_service_pb2.ListMovesRequest(position=p.encode(), limit=37, after=after)
            encoded = rules.list_moves(request)
            assert isinstance(encoded, bytes)
            page = rules_service_pb2.ListMovesResponse.FromString(encoded)
            assert page.total == p.count()
            found += page.moves.action
            after = page.next_after
            if not after:
                break
        assert found[: len(legal)] == legal


def view_of(p: Position, geometry: bool) -> position_pb2.View:
    """The same message, from Position.view and the generated classes."""
    seen = p.view(geometry=geometry)
    view = position_pb2.View()

    def put(message: Any, source: dict[str, Any], plain: tuple[str, ...], optional: dict[str, str]) -> Any:
        for field in plain:
            setattr(message, field, source[field])
        for field, key in optional.items():
            if source[key] >= 0:
                setattr(message, field, source[key])
        return message

    for zone in seen["zones"]:
        put(view.zones.add(), zone, ("name", "hidden", "size"), {"seat": "owner"})
    for piece in seen["pieces"]:
        made = put(view.pieces.add(), piece, ("zone", "name", "rotation", "index"), {"piece": "piece"})
        if piece["place"] != actions.split(0xFFFFFFFF)[1]:
            made.place = piece["place"]
        for stroke in piece.get("strokes", ()):
            drawn = put(made.strokes.add(), stroke, ("filled",), {"colour": "colour"})
            drawn.xy.extend(number for point in stroke["points"] for number in point)
        for label in piece.get("labels", ()):
            put(made.labels.add(), label, ("x", "y", "text"), {})
    for counter in seen["counters"]:
        put(view.counters.add(), counter, ("name", "value"), {"seat": "seat"})
    for mark in seen["marks"]:
        put(view.marks.add(), mark, ("name", "place", "value"), {"seat": "seat"})
    for feature in seen["features"]:
        made = put(view.features.add(), feature, ("name", "value", "closed"), {"seat": "seat", "colour": "colour"})
        for item in feature["items"]:
            put(made.items.add(), item, ("place", "a", "b"), {})
        for line in feature["polylines"] if geometry else ():
            made.polylines.add(xy=[number for point in line for number in point])
    if geometry:
        corners = [corner for cell in seen["cells"] for corner in cell["polygon"]]
        for cell in seen["cells"]:
            made = put(view.cells.add(), cell, ("place", "name"), {})
            made.polygon.extend(number for point in cell["polygon"] for number in point)
            made.centre_x, made.centre_y = cell["centre"]
        if corners:
            view.box.min_x, view.box.max_x = min(x for x, _ in corners), max(x for x, _ in corners)
            view.box.min_y, view.box.max_y = min(y for _, y in corners), max(y for _, y in corners)
    return view


def test_view(line: list[Position]) -> None:
    for p in with_views(line[:6] + line[-1:]):
        for geometry in (False, True):
            expected = rules_service_pb2.ViewPositionResponse(view=view_of(p, geometry))
            written = messages.view_position(p, geometry)
            assert rules_service_pb2.ViewPositionResponse.FromString(written) == expected
            assert written == expected.SerializeToString()


def test_cells_are_simple_polygons_around_their_centres(line: list[Position]) -> None:
    for p in line[:3]:
        for cell in p.view(geometry=True)["cells"]:
            corners = cell["polygon"]
            assert 3 <= len(corners) <= 16
            area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1]))
            assert area > 0, "corners must go anticlockwise"


def test_limits_are_refused(line: list[Position]) -> None:
    with pytest.raises(errors.TooLarge):
        messages.list_moves(line[0], -1, -1, -1, 70_000, 0, False, False, False)


def test_every_variant_is_walked() -> None:
    variants: list[Variant] = all_variants()
    assert {slug for slug, _, _ in variants} == {game.slug for game in games.games()}
