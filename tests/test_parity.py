"""A game is named in a handful of places; here they are held against each other, so that none can be forgotten."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from google.protobuf.descriptor import FieldDescriptor

from tileengine import Position, games
from tileengine._core import action
from tileengine.service import limits
from tileengine.v1 import game_pb2, position_pb2

ROOT = Path(__file__).parent.parent
HEADINGS = [
    "In short", "Pieces", "Deal", "Turn", "Legal moves", "End", "Score", "Options", "Notation",
    "Where sources differ", "Versions",
]  # fmt: skip

GAMES = games.games()


def by_slug(game: games.Game) -> str:
    return game.slug


def test_the_enum_is_the_registry() -> None:
    wire = {number: name.removeprefix("GAME_").lower() for name, number in game_pb2.Game.items() if number}
    assert wire == {game.id: game.slug for game in GAMES}


def test_kinds_of_moves_are_those_of_the_core() -> None:
    wire = {number: name.removeprefix("MOVE_KIND_") for name, number in position_pb2.MoveKind.items() if number}
    assert wire == {int(kind): kind.name for kind in action.Kind if kind}


@pytest.mark.parametrize("game", GAMES, ids=by_slug)
def test_the_options_message_is_the_option_table(game: games.Game) -> None:
    arm = game_pb2.GameOptions.DESCRIPTOR.fields_by_name[game.slug]
    assert arm.number == game.id
    assert arm.message_type is not None
    fields = arm.message_type.fields_by_name
    assert list(fields) == [option.name for option in game.options]
    for option in game.options:
        field = fields[option.name]
        assert field.has_presence
        if option.kind == "bool":
            assert field.type == FieldDescriptor.TYPE_BOOL
        elif option.kind == "int":
            assert field.type == FieldDescriptor.TYPE_SINT32
        else:
            assert field.enum_type is not None
            prefix = re.sub(r"(?<!^)(?=[A-Z])", "_", field.enum_type.name).upper() + "_"
            names = [value.name.removeprefix(prefix).lower() for value in field.enum_type.values]
            assert names == ["unspecified", *option.choices]


@pytest.mark.parametrize("game", GAMES, ids=by_slug)
def test_the_rules_page_has_its_headings_and_names_every_option(game: games.Game) -> None:
    page = (ROOT / "docs" / "rules" / f"{game.slug}.md").read_text(encoding="utf-8")
    assert [line.removeprefix("## ") for line in page.splitlines() if line.startswith("## ")] == HEADINGS
    for option in game.options:
        assert f"`{option.name}`" in page, option.name
        for choice in option.choices:
            assert choice in page, choice
        for paragraph in re.findall(r"[A-Z]\d+(?:\.\d+)?", option.paragraph):
            assert re.search(rf"\b{re.escape(paragraph)}\b", page), paragraph
    for preset in game.presets:
        assert f"`{preset.name}`" in page, preset.name


@pytest.mark.parametrize("game", GAMES, ids=by_slug)
def test_seeds_deal_and_cover_every_option(game: games.Game) -> None:
    seeds = json.loads((ROOT / "seeds" / f"{game.slug}.json").read_text(encoding="utf-8"))
    assert seeds["game"] == game.slug
    names = [deal["name"] for deal in seeds["deals"]]
    assert len(set(names)) == len(names) and all(deal["why"] for deal in seeds["deals"])
    used: dict[str, set[object]] = {option.name: set() for option in game.options}
    for deal in seeds["deals"]:
        settings = dict(deal.get("options", {}))
        if "preset" in deal:
            settings = dict(game.preset(deal["preset"]).settings) | settings
        position = Position.deal(game.slug, seats=deal.get("seats"), options=settings, seed=deal["seed"])
        for name, value in position.options.items():
            used[name].add(value)
    for option in game.options:
        if option.kind == "choice":
            assert used[option.name] >= set(option.choices), f"{option.name}: no deal with every choice"
        else:
            assert len(used[option.name]) >= 2, f"{option.name}: no deal moves it from its default"


@pytest.mark.parametrize("game", GAMES, ids=by_slug)
def test_a_reference_and_golden_games_exist(game: games.Game) -> None:
    assert (ROOT / "tests" / "reference" / f"{game.slug}.py").is_file()
    assert (ROOT / "tests" / "golden" / f"{game.slug}.txt").is_file()


@pytest.mark.parametrize("game", GAMES, ids=by_slug)
def test_no_other_file_names_the_game(game: games.Game) -> None:
    """What a fifth game touches is its core file and its enum value; nothing shared may know a game."""
    shared = [
        *(p for p in (ROOT / "_core").rglob("*.p[yx][xd]") if p.parent.name not in ("games", "parts")),
        *(ROOT / "tileengine" / "service").rglob("*.py"),
        *(ROOT / "tileengine" / "transport").rglob("*.py"),
    ]
    for path in shared:
        text = path.read_text(encoding="utf-8")
        assert f'"{game.slug}"' not in text.replace('# "' + game.slug, ""), path


def test_the_wires_comments_state_the_limits() -> None:
    schema = "".join(p.read_text(encoding="utf-8") for p in (ROOT / "proto").rglob("*.proto"))
    for number in (
        limits.PING_BYTES_MAX, limits.MOVES_DEFAULT, limits.MOVES_MAX, limits.APPLY_MOVES_MAX, limits.QUERIES_MAX,
        limits.NOTATION_MAX, limits.TEXT_MAX, limits.ODDS_PLACES_MAX,
    ):  # fmt: skip
        assert re.search(rf"\b{number}\b", schema), number
