"""Every way to set up a game that the tests walk through, read from the registry: no game is named here."""

from __future__ import annotations

from typing import Any

from tileengine import Position, TileengineError
from tileengine._core import registry

Variant = tuple[str, int, dict[str, Any]]


def variants(slug: str) -> list[Variant]:
    """The defaults for each number of seats, every preset, and every option moved to each end or choice alone.

    Settings that the game itself refuses (options that do not go together) are left out.
    """
    facts = registry.facts(slug)
    settings: list[dict[str, Any]] = [{}, *(dict(p["settings"]) for p in facts["presets"])]
    for option in facts["options"]:
        if option["kind"] == "bool":
            values: tuple[Any, ...] = (False, True)
        elif option["kind"] == "choice":
            values = option["choices"]
        else:
            values = (option["low"], option["high"])
        settings += [{option["name"]: value} for value in values if value != option["default"]]
    found: list[Variant] = []
    for setting in settings:
        for seats in range(facts["seats_min"], facts["seats_max"] + 1):
            try:
                Position.deal(slug, seats=seats, options=setting, seed=0)
            except TileengineError:
                continue
            found.append((slug, seats, setting))
    return found


def all_variants() -> list[Variant]:
    return [variant for slug in registry.slugs() for variant in variants(slug)]


def name(variant: Variant) -> str:
    slug, seats, setting = variant
    return "-".join([slug, str(seats), *(f"{k}={v}" for k, v in setting.items())])
