"""One game at the terminal, from the deal to the score: whose turn it is, who chooses, what is shown to whom.

A person is shown only what the server says that seat may see; seats without a person choose by a policy. This file
knows no game and no geometry.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from rich.columns import Columns
from rich.console import Console
from rich.live import Live
from rich.text import Text

from tileengine_client.client import Client
from tileengine_client.errors import HiddenInformation, TileengineError
from tileengine_client.terminal import frames
from tileengine_client.terminal.policies import Policy
from tileengine_client.values import Game, Move, MoveLike, Position

MOVES_SHOWN = 24
"""Moves of one page of a person's list."""
PIPE_HEIGHT = 48
"""Lines of a frame where there is no terminal to fit."""

HELP = """\
  12         plays move 12 of the list
  NOTATION   plays a move by its notation, as the list shows it
  Enter      shows more of the list (plays the move when it is the only one)
  /TEXT      lists the moves whose notation has TEXT in it
  why MOVE   says why a move is legal, forced or refused
  hint       asks the engine at full strength for a move
  ?          this help
  q          leaves the game"""


class Quit(Exception):
    """The person left."""


@dataclass(slots=True)
class Session:
    """A game being played. humans: seats of persons. delay: seconds after each move of a policy."""

    client: Client
    game: Game
    position: Position
    humans: frozenset[int]
    policy_name: str
    policy: Policy
    rng: random.Random
    console: Console
    delay: float
    moves_max: int
    played: list[frames.Played] = field(default_factory=list)
    live: Live | None = None
    at_keyboard: int | None = None

    @property
    def players(self) -> list[str]:
        """Who sits at each seat."""
        return ["you" if seat in self.humans else self.policy_name for seat in range(self.position.info.seats)]

    def run(self) -> None:
        """Plays to the end, or to moves_max, and shows the score. Raises Quit."""
        animate = self.console.is_terminal and not self.humans
        self.live = Live(console=self.console, screen=True, auto_refresh=False) if animate else None
        shown: AbstractContextManager[object] = self.live or nullcontext()
        with shown:
            self.show()
            while not self.position.info.over and len(self.played) < self.moves_max:
                seat = self.position.info.turn
                assert seat is not None
                self.play(self._ask(seat) if seat in self.humans else self._choose())
                self.show()
                if self.delay and seat not in self.humans:
                    time.sleep(self.delay)
        if self.live is not None:  # the animation was on a screen of its own
            self.live = None
            self.show()
        info = self.position.info
        self.console.print(frames.final(self.client.score(self.position), self.game, info, self.players))

    def play(self, move: MoveLike) -> None:
        """Plays a move. Raises IllegalMove, BadText."""
        info = self.position.info
        checked = self.client.check(self.position, move)
        applied = self.client.apply(self.position, move, expected_ply=info.ply)
        assert info.turn is not None
        place = move.place if isinstance(move, Move) else self._place(checked.action)
        self.played.append(frames.Played(info.ply + 1, info.turn, checked.notation, applied.gains[0], place))
        self.position = applied.position

    def _place(self, action: int) -> int | None:
        listed = self.client.moves(self.position)
        return next((move.place for move in listed if move.action == action), None)

    def _choose(self) -> MoveLike:
        return self.policy(self.client, self.position, self.rng)

    # -- showing -------------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """The position: to a person as that seat sees it, else with the hand of the seat to move."""
        info = self.position.info
        if self.humans:
            seat = info.turn if info.turn in self.humans else self.at_keyboard
            seat = min(self.humans) if seat is None else seat
            self._hand_over(seat)
        else:
            seat = info.turn if info.turn is not None else 0
        if info.over and not self.humans:
            view = self.client.view(self.position, geometry=True)
        else:
            view = self.client.view(self.client.observe(self.position, seat), geometry=True)
        frame = frames.Frame(self.game, info, view, self.players, self.played, seat)
        size = self.console.size
        drawn = frames.render(
            frame,
            width=size.width,
            height=(size.height if self.console.is_terminal else PIPE_HEIGHT) - (12 if self.humans else 1),
            colour=not self.console.no_color and self.console.color_system is not None,
        )
        if self.live is not None:
            self.live.update(drawn, refresh=True)
            return
        if self.humans and self.console.is_terminal:
            self.console.clear()
        self.console.print(drawn)
        self.console.print()

    def _hand_over(self, seat: int) -> None:
        """Before another person's pieces are shown, that person has to be at the keyboard."""
        if self.at_keyboard not in (None, seat) and self.game.hidden_hands:
            if self.console.is_terminal:
                self.console.clear()
            self._read(f"Seat {seat}, it is your turn. Nobody else looking? Enter shows your pieces. ")
        self.at_keyboard = seat

    # -- asking --------------------------------------------------------------------------------------------------------

    def _read(self, prompt: str) -> str:
        try:
            return self.console.input(prompt, markup=False).strip()
        except EOFError:
            raise Quit from None

    def _moves(self, observed: Position) -> list[Move]:
        try:
            return list(self.client.moves(observed, gains=True, notation=True))
        except HiddenInformation:  # what a move gains may hang on what this seat does not see
            return list(self.client.moves(observed, notation=True))

    def _ask(self, seat: int) -> Move | str:
        """A move the person chose, legal when it was asked about."""
        observed = self.client.observe(self.position, seat)
        moves = self._moves(observed)
        listed, page = dict(enumerate(moves, 1)), 0
        self._list(listed, page)
        while True:
            text = self._read(f"seat {seat}, your move (1-{len(moves)}, notation, ? for help): ")
            if text in ("q", "quit", "exit"):
                raise Quit
            if text == "?":
                self.console.print(HELP, markup=False, highlight=False)
            elif text.startswith("/"):
                listed = {number: move for number, move in enumerate(moves, 1) if text[1:] in str(move)}
                page = 0
                self._list(listed, page)
            elif not text and len(moves) == 1:
                return moves[0]
            elif not text:
                page = page + 1 if (page + 1) * MOVES_SHOWN < len(listed) else 0
                self._list(listed, page)
            elif text == "hint":
                self._hint(observed, seat)
            elif text.startswith("why "):
                self._explain(observed, self._named(text[4:].strip(), moves))
            elif self._explain(observed, self._named(text, moves), only_refusals=True):
                return self._named(text, moves)

    @staticmethod
    def _named(text: str, moves: list[Move]) -> Move | str:
        """A move by its number in the list, or the text as notation."""
        return moves[int(text) - 1] if text.isdecimal() and 1 <= int(text) <= len(moves) else text

    def _list(self, listed: Mapping[int, Move], page: int) -> None:
        numbers = list(listed)[page * MOVES_SHOWN : (page + 1) * MOVES_SHOWN]
        width = len(str(max(listed, default=0)))
        cells = []
        for number in numbers:
            move = listed[number]
            gain = frames.gain_text(move.gain or 0)
            cells.append(Text.assemble((f"{number:>{width}}  ", "dim"), (f"{move} ", "bold"), gain))
        self.console.print(Columns(cells, equal=True, padding=(0, 3)))
        if len(listed) > MOVES_SHOWN:
            first = page * MOVES_SHOWN + 1
            self.console.print(
                Text(f"{first}-{first + len(numbers) - 1} of {len(listed)} moves; Enter shows more", "dim")
            )

    def _hint(self, observed: Position, seat: int) -> None:
        """What the engine would play, and why, from what this seat sees."""
        try:
            found = self.client.suggest(observed, priority="urgent")
        except TileengineError as failure:
            self._refuse(failure)
            return
        self.console.print(frames.hint(found, seat), soft_wrap=True)

    def _explain(self, observed: Position, move: Move | str, *, only_refusals: bool = False) -> bool:
        """Says what the rules say to a move; True when it is legal."""
        try:
            said = self.client.check(observed, move)
        except TileengineError as failure:
            self._refuse(failure)
            return False
        if said.error is not None:
            self._refuse(said.error)
        elif not only_refusals:
            gain = f" and gains {said.gain:+d}" if said.gain else ""
            self.console.print(Text(f"{said.notation} is legal{gain}", "green"))
            if said.forced_by:
                self.console.print(Text(f"  forced: {said.forced_text} ({said.forced_by})"))
        return said.legal

    def _refuse(self, failure: TileengineError) -> None:
        where = [failure.paragraph, *(f"at {place}" for place in failure.places)]
        cited = f" ({', '.join(filter(None, where))})" if any(where) else ""
        self.console.print(Text(f"refused: {failure}{cited}", "red"), soft_wrap=True)
