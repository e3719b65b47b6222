"""Plays random moves to the end of a game: python random_game.py [ADDRESS [GAME [SEED]]]."""

import random
import sys

from tileengine_client import Client

address, slug, seed = [*sys.argv[1:], *["127.0.0.1:50051", "triominos", "1"][len(sys.argv) - 1 :]]
rng = random.Random(int(seed))

with Client(address) as client:
    client.wait_ready()
    position = client.deal(slug, seed=int(seed)).position
    while not position.info.over:
        moves = next(client.moves(position).pages())
        position = client.apply(position, rng.choice(moves.action)).position
    print(f"{position.info.end} after {position.info.ply} moves")
    for seat in client.score(position).seats:
        print(f"seat {seat.seat}: {seat.total} points, {seat.outcome}, {dict(seat.parts)}")
