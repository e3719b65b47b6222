"""The golden playthroughs of the engine, played again through the client: deals, legal moves, gains, scores."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tileengine_client import Client, Game, queries

ROOT = Path(__file__).parents[3]
LISTED = 12
OUTCOMES = ("lost", "shared", "won")
SEEDS = {path.stem: json.loads(path.read_text(encoding="utf-8"))["deals"] for path in (ROOT / "seeds").glob("*.json")}
CASES = [pytest.param(slug, entry, id=f"{slug}: {entry['name']}") for slug in sorted(SEEDS) for entry in SEEDS[slug]]


def golden(slug: str) -> dict[str, list[str]]:
    """The lines of each playthrough, words apart by one blank, by the name of its deal."""
    text = (ROOT / "tests" / "golden" / f"{slug}.txt").read_text(encoding="utf-8")
    parts = [part.rstrip().split("\n") for part in text.split("\n== ")[1:]]
    return {part[0]: [" ".join(line.split()) for line in part[1:]] for part in parts}


def test_every_golden_game_is_a_named_deal() -> None:
    assert {path.stem for path in (ROOT / "tests" / "golden").glob("*.txt")} == set(SEEDS)
    for slug, entries in SEEDS.items():
        assert list(golden(slug)) == [entry["name"] for entry in entries]


@pytest.mark.parametrize(("slug", "entry"), CASES)
def test_a_golden_game_is_played_again(client: Client, slug: str, entry: dict[str, Any]) -> None:
    (game,) = [game for game in client.games() if game.slug == slug]
    wanted = golden(slug)[entry["name"]]
    assert wanted[0] == " ".join(entry["why"].split())
    assert replayed(client, game, entry, wanted) == wanted[2:]


def replayed(client: Client, game: Game, entry: dict[str, Any], wanted: list[str]) -> list[str]:
    """Plays the moves of a golden game, and writes what happened as the golden file does."""
    dealt = client.deal(
        game.slug,
        seats=entry.get("seats"),
        preset=entry.get("preset", ""),
        options=entry.get("options"),
        seed=entry["seed"],
        order=bytes(entry.get("order", ())),
    )
    position = dealt.position
    # Counts beyond the first move are the engine's own affair.
    (perft,) = [line for line in wanted if line.startswith("perft ")]
    assert perft.split()[1] == str(client.count_moves(position))
    lines = [f"dealt {dealt.order.hex()}", perft]
    for line in wanted:
        found = re.search(r" plays (\S+) ", line)
        if found is None:
            continue
        played, before = found[1], position.info
        assert before.turn is not None
        listed = client.ask(queries.move_page(position, limit=LISTED, notation=True))
        applied = client.apply(position, played)
        position = applied.position
        gain = position.info.totals[before.turn] - before.totals[before.turn]
        assert applied.gains == (gain,)
        more = f" and {listed.total - len(listed)} more" if listed.total > len(listed) else ""
        lines.append(
            f"{before.ply} seat {before.turn} {before.phase} plays {played} {gain:+d} of {listed.total}: "
            f"{' '.join(listed.notation)}{more}"
        )
    info = position.info
    score = client.score(position)
    for seat in score.seats:
        named = [f"{part} {seat.parts[part]}" for part in game.parts if seat.parts.get(part)]
        lines.append(f"seat {seat.seat}: {seat.total} ({', '.join(named) or 'nothing'})")
    outcome = tuple(OUTCOMES.index(seat.outcome) for seat in score.seats) if info.over else None
    lines.append(f"{info.end} after {info.ply} moves, outcome {outcome}, hash {info.hash:016x}")
    lines.append(f"canonical {info.canonical_id:016x}")
    return lines
