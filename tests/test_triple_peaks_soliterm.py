"""Triple Peaks against an independent program: soliterm, whose games were compared with AisleRiot's move by move.

Its two ways of scoring are score_floor zero with multiplier off or doubling; it knows no rounds. It takes a click on
the stock of a cleared board, as AisleRiot does; that one hole (P2.3) is left out. Everything else has to be equal.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from soliterm.engine.cards import Card
from soliterm.engine.core import Solitaire
from soliterm.engine.games.triplepeaks import TriplePeaks

from tileengine import Position, errors

GAMES = 3000 if os.environ.get("TILEENGINE_LONG") else 300


def number(card: Card) -> int:
    return 4 * (card.rank - 1) + "CDHS".index(card.suit)


def text(card: Card) -> str:
    return "_A23456789TJQK"[card.rank] + card.suit


class Table:
    """One deal on both tables."""

    def __init__(self, seed: int, scoring: str) -> None:
        self.definition: Any = TriplePeaks()  # its rules are not annotated
        self.oracle = Solitaire(self.definition, seed=seed, options={"scoring": scoring})
        self.peaks = self.definition.peaks
        self.stock = self.definition.stock
        slots = self.oracle.slots
        order = [number(slots[sid].cards[0]) for sid in (*self.peaks, self.definition.waste)]
        order += [number(card) for card in reversed(slots[self.stock].cards)]
        multiplier = "doubling" if scoring == "multiplier" else "off"
        self.core = Position.deal("triple_peaks", seed=0, order=bytes(order), options={"multiplier": multiplier})
        self.compare()

    def expected(self) -> list[str]:
        """The oracle's legal moves as the page writes them; none on a cleared board (P2.3)."""
        oracle, definition = self.oracle, self.definition
        if definition.is_won(oracle):
            return []
        moves = []
        for slot, sid in enumerate(self.peaks):
            card = oracle.top(sid)
            if (
                card
                and definition.can_pickup(oracle, sid, 1)
                and definition.can_drop(oracle, sid, [card], definition.waste)
            ):
                moves.append(f"-{text(card)}@{slot}")
        return moves + ([] if oracle.empty(self.stock) else ["draw"])

    def compare(self) -> None:
        core, oracle = self.core, self.oracle
        assert [core.format(a) for a in core.legal()] == self.expected()
        assert core.score(0)[0] == oracle.score
        assert core.over == (not self.expected())
        view = core.view()
        shown = {p["place"]: p["name"] for p in view["pieces"] if p["zone"] == 0}
        tops = {slot: oracle.top(sid) for slot, sid in enumerate(self.peaks)}
        assert shown == {slot: text(card) if card.face_up else "" for slot, card in tops.items() if card}
        waste = oracle.cards(self.definition.waste)
        assert (view["pieces"][-1]["name"], view["zones"][1]["size"]) == (text(waste[-1]), len(waste))

    def click(self, move: str) -> bool:
        return self.oracle.click(self.stock if move == "draw" else self.peaks[int(move.partition("@")[2])])

    def play(self, move: str) -> None:
        self.core = self.core.play(self.core.parse_move(move))
        assert self.click(move)
        self.compare()

    def refuse(self, rng: random.Random) -> int:
        """Tries what neither table may take; returns how many tries."""
        legal = set(self.expected())
        slots = [slot for slot in range(28) if not any(move.endswith(f"@{slot}") for move in legal)]
        tries = []
        for slot in rng.sample(slots, 2):
            card = self.oracle.top(self.peaks[slot])
            tries.append(f"-{text(card) if card else 'AC'}@{slot}")
        if self.oracle.empty(self.stock):
            tries.append("draw")
        before = self.core.encode(), self.oracle.serialize()
        for move in tries:
            assert not self.click(move)
            with pytest.raises(errors.TileengineError):
                self.core.play(self.core.parse_move(move))
        assert before == (self.core.encode(), self.oracle.serialize())
        return len(tries)


@pytest.mark.rule("P1.1", "P1.2", "P1.3", "P1.5", "P2.1", "P2.2", "P2.3", "P3.1", "P3.2", "P3.3", "P3.4", "P4.1")
@pytest.mark.parametrize("scoring", ["standard", "multiplier"])
def test_same_games(scoring: str) -> None:
    rng = random.Random(scoring)
    ends = {"cleared": 0, "stuck": 0}
    refused = 0
    for seed in range(GAMES):
        table = Table(seed, scoring)
        while not table.core.over:
            moves = table.expected()
            if len(moves) > 1 and seed % 2 == 0:  # every other game plays a card whenever it can
                moves = [move for move in moves if move != "draw"]
            refused += table.refuse(rng)
            table.play(rng.choice(moves))
        refused += table.refuse(rng)
        ends[table.core.end] += 1
        assert table.oracle.is_won() == (table.core.end == "cleared")
        assert table.oracle.is_stuck() == (table.core.end == "stuck")
    assert ends["cleared"] > GAMES // 10 and ends["stuck"] > GAMES // 10
    assert refused > 40 * GAMES
