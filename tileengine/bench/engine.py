"""Figures of the engine in this process: the core's own loops and the loop a Python caller writes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tileengine import Position, games
from tileengine._core import bench
from tileengine._core.perft import perft
from tileengine.bench.tables import rate, render

SIGNATURE_GAMES = 50
SIGNATURE_PLIES = 2_000
MIDDLE = 0.4
"""How far into a random game the position lies that copies, restores and lists are measured on."""


def per_second(work: Callable[[int], int], seconds: float, first: int = 1) -> float:
    """Units a CPU second of `work(count) -> units done`, the count doubled until it takes a tenth of the time."""
    count = first
    while True:
        start = time.process_time()
        done = work(count)
        spent = time.process_time() - start
        if spent >= seconds:
            return done / spent
        count = count * 2 if spent < seconds / 10 else int(count * seconds / spent * 1.05) + 1


def middle(slug: str, seed: int = 1) -> Position:
    """A position in the middle of a random game with the usual options."""
    line = [Position.deal(slug, seed=seed)]
    while not line[-1].over and line[-1].ply < 2_000:
        line.append(line[-1].play(line[-1].sample(line[-1].ply)))
    return line[int(len(line) * MIDDLE)]


def python_moves(slug: str, count: int) -> int:
    """Plays `count` random games through Position.legal and Position.play; returns the moves played."""
    moves = 0
    for seed in range(count):
        position = Position.deal(slug, seed=seed)
        pick = seed
        while legal := position.legal():
            pick = (pick * 1103515245 + 12345) & 0x7FFFFFFF
            position = position.play(legal[pick % len(legal)])
            moves += 1
    return moves


def decodes(data: bytes, count: int) -> int:
    """Decodes a position `count` times from Python."""
    decode = Position.decode
    for _ in range(count):
        decode(data)
    return count


def measure(slug: str, seconds: float, say: Callable[[str], None]) -> dict[str, Any]:
    """All figures of a game; rates per CPU second."""
    game = games.game(slug)
    template = Position.deal(slug, seed=1)
    position = middle(slug)
    data = position.encode()
    say(f"{slug}: position after {position.ply} moves, {position.count()} legal moves, {len(data)} bytes")
    listed_moves, listed, _ = bench.playouts(template, 1, 200)

    depth = 3 if position.count() < 200 else 2

    def moves(n: int) -> int:
        return int(bench.playouts(template, 1, n)[0])

    def sampled(n: int) -> int:
        return int(bench.playouts(template, 1, n, listing=False)[0])

    def played(n: int) -> int:
        bench.playouts(template, 1, n)
        return n

    def lines(n: int) -> int:
        return sum(perft(position, depth) for _ in range(n))

    works: list[tuple[str, Callable[[int], int]]] = [
        ("moves", moves),
        ("moves_sampled", sampled),
        ("playouts", played),
        ("python_moves", lambda n: python_moves(slug, n)),
        ("lists", lambda n: bench.lists(position, n) and n),
        ("samples", lambda n: bench.samples(position, 1, n) and n),
        ("clones", lambda n: bench.copies(position, n) + 1),
        ("restores", lambda n: bench.restores(data, n)),
        ("python_decodes", lambda n: decodes(data, n)),
        ("perft_nodes", lines),
    ]
    figures: dict[str, Any] = {}
    for name, work in works:
        figures[name] = per_second(work, seconds)
        say(f"{slug}: {name} {rate(figures[name])}/s")
    figures["mean_legal_moves"] = listed / listed_moves
    figures["state_bytes"] = game.state_size
    figures["encoded_bytes"] = len(data)
    figures["signature"] = f"{bench.signature(template, 1, SIGNATURE_GAMES, SIGNATURE_PLIES):016x}"
    return figures


def table(figures: dict[str, dict[str, Any]]) -> str:
    """The figures as a table, a column a game."""
    slugs = list(figures)
    labels = {
        "moves": "moves/s, full legal list each",
        "moves_sampled": "moves/s, sampled without a list",
        "playouts": "random games/s",
        "python_moves": "moves/s from Python, legal + play each",
        "lists": "full legal lists/s, middle of a game",
        "samples": "sampled moves/s, same position",
        "clones": "clones/s",
        "restores": "restores/s, within the core",
        "python_decodes": "restores/s from Python",
        "perft_nodes": "perft nodes/s",
        "mean_legal_moves": "legal moves, mean",
        "state_bytes": "state, bytes",
        "encoded_bytes": "encoded, bytes",
        "signature": "behaviour signature",
    }
    rows = [
        [label, *(figures[s][name] if name == "signature" else rate(figures[s][name]) for s in slugs)]
        for name, label in labels.items()
    ]
    return render("Engine, per CPU second of one core", ["", *slugs], rows)
