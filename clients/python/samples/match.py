"""Sits down at a table with the engine and plays a whole match: python match.py [ADDRESS [GAME [LEVEL]]].

Events of the match say when it is our turn; `matches.play` may be asked again when the connection breaks. At the end
the deal is revealed, and the record proves that it was fair.
"""

import sys

from tileengine_client import Client, matches

address, slug, level = [*sys.argv[1:], *["127.0.0.1:50051", "tantrix", "1"][len(sys.argv) - 1 :]]

with Client(address, retries=2) as client:
    client.wait_ready()
    seats = [matches.open_seat(), matches.engine_seat(level=int(level))]
    match = client.ask(matches.create(slug, seats=seats)).match
    me = client.ask(matches.join(match.match_id, name="sample"))
    for event in client.watch(me.access):
        print(f"{event.number:3} {event.kind} {'' if event.seat is None else event.seat} {' '.join(event.notations)}")
        if event.match is not None and event.match.turn == me.seat:
            move = client.ask(matches.moves(me.access, limit=1)).moves[0]
            client.ask(matches.play(me.access, move, expected_ply=event.match.ply))
    end = client.ask(matches.get(me.access))
    print(f"{end.end.end if end.end else end.status}:", *(f"{score.total} {score.outcome}" for score in end.scores))
    checked = client.ask(matches.verify_record(client.ask(matches.record(me.access))))
    print("the record is", "right:" if checked.valid else f"wrong: {checked.problem}", *checked.passed)
