"""The facts of the games with types: what each offers, its options and presets. It knows no game by name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from tileengine._core import registry

Value = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """One option. kind "int" takes low..high, "choice" one of choices, "bool" True or False."""

    name: str
    kind: Literal["bool", "int", "choice"]
    low: int
    high: int
    default: Value
    choices: tuple[str, ...]
    paragraph: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Preset:
    """A named setting of options."""

    name: str
    settings: dict[str, Value]
    meaning: str


@dataclass(frozen=True, slots=True)
class ProspectInfo:
    """Something a position promises beyond its score (Position.prospects). unit: what is counted, "tiles"."""

    name: str
    unit: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Game:
    """What a game is and offers; the wire's GameInfo says the same."""

    id: int
    slug: str
    title: str
    rules_version: int
    seats_min: int
    seats_max: int
    seats_default: int
    state_size: int
    actions_max: int
    plies_max: int
    pieces: tuple[str, ...]
    hidden: int
    zero_sum: bool
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    phases: tuple[str, ...]
    ends: tuple[str, ...]
    parts: tuple[str, ...]
    prospects: tuple[ProspectInfo, ...]
    colours: tuple[str, ...]

    @property
    def hidden_stock(self) -> bool:
        """True when what will be drawn is hidden."""
        return bool(self.hidden & 1)

    @property
    def hidden_hands(self) -> bool:
        """True when seats hold pieces that others do not see."""
        return bool(self.hidden & 2)

    def preset(self, name: str) -> Preset:
        """The preset of this name. Raises BadOption."""
        from tileengine.errors import BadOption

        for preset in self.presets:
            if preset.name == name:
                return preset
        known = ", ".join(p.name for p in self.presets) or "none"
        raise BadOption(f"{self.slug} has no preset {name!r}; it has: {known}", field="preset")


@cache
def game(slug: str) -> Game:
    """The facts of a game. Raises UnknownGame."""
    facts = registry.facts(slug)
    facts["options"] = tuple(Option(**option) for option in facts["options"])
    facts["presets"] = tuple(Preset(**preset) for preset in facts["presets"])
    facts["prospects"] = tuple(ProspectInfo(**prospect) for prospect in facts["prospects"])
    return Game(**facts)


def games() -> tuple[Game, ...]:
    """All games in the order of their ids."""
    return tuple(game(slug) for slug in registry.slugs())
