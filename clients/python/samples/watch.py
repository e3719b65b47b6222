"""Follows a game as a spectator, who sees no hand: python watch.py [ADDRESS [GAME [MOVES]]]."""

import sys

from tileengine_client import Client

address, slug, plies = [*sys.argv[1:], *["127.0.0.1:50051", "triominos", "10"][len(sys.argv) - 1 :]]

with Client(address) as client:
    client.wait_ready()
    position = client.deal(slug, seed=1).position
    for _ in range(int(plies)):
        if position.info.over:
            break
        move = max(client.moves(position, gains=True, notation=True), key=lambda move: move.gain or 0)
        position = client.apply(position, move).position
        view = client.view(position, public=True)
        zones = ", ".join(f"{zone.name} {zone.size}" for zone in view.zones)
        print(f"{position.info.ply:3} {move}  {move.gain:+d}  totals {position.info.totals}  ({zones})")
