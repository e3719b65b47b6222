"""Draws a game in the middle as SVG: python draw.py [ADDRESS [GAME [MOVES]]] > game.svg.

The server's search plays both sides; the picture shows what the seat to move sees.
"""

import sys

from tileengine_client import Client, svg

address, slug, plies = [*sys.argv[1:], *["127.0.0.1:50051", "tantrix", "12"][len(sys.argv) - 1 :]]

with Client(address, timeout=60) as client:
    client.wait_ready()
    colours = next(game.colours for game in client.games() if game.slug == slug)
    position, last = client.deal(slug, seed=7).position, None
    for _ in range(int(plies)):
        if position.info.over:
            break
        found = client.suggest(position, level=5).move
        (move,) = [move for move in client.moves(position) if move.action == found.action]
        last = move.place if move.place is not None else last
        position = client.apply(position, move).position
    view = client.view(client.observe(position, position.info.turn), geometry=True)
    captions = {seat: f"seat {seat}: {total} points" for seat, total in enumerate(position.info.totals)}
    print(svg.picture(view, colours, captions=captions, last=last), end="")
