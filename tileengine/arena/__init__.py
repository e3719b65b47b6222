"""Measuring players against each other within one process: duplicate play and solo play, with intervals."""

from tileengine.arena.duplicate import Duel, Player, Solo, play_duplicate, play_solo

__all__ = ["Duel", "Player", "Solo", "play_duplicate", "play_solo"]
