"""Counts the legal moves of a first position of every game: python count_moves.py [ADDRESS]."""

import sys

from tileengine_client import Client

with Client(sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:50051") as client:
    client.wait_ready()
    for game in client.games():
        position = client.deal(game.slug, seed=1).position
        print(f"{game.title}: {client.count_moves(position)} moves")
