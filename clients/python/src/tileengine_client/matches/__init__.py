"""Matches that live in the server: seats with secrets, clocks, undo, watching, records.

    from tileengine_client import Client, matches

    with Client("127.0.0.1:50051") as client:
        made = client.ask(matches.create("triominos", seats=[matches.open_seat(), matches.engine_seat(level=3)]))
        me = client.ask(matches.join(made.match.match_id, name="Ann"))
        for event in client.watch(me.access):
            if event.match is not None and event.match.turn == me.seat:
                move = client.ask(matches.moves(me.access)).moves[0]
                client.ask(matches.play(me.access, move, expected_ply=event.match.ply))

The functions are questions, for both clients alike (queries.py); what comes back is in values.py. Programs that play
seats for a living are bots: see `tileengine_client.bots`. docs/matches.md of the engine says what the calls mean.
"""

from tileengine_client.matches.queries import (
    Who,
    answer_undo,
    check,
    create,
    delete,
    engine_seat,
    get,
    import_record,
    join,
    list_page,
    moves,
    open_seat,
    per_game,
    per_move,
    play,
    record,
    reserved_seat,
    resign,
    undo,
    verify_record,
    view,
)
from tileengine_client.matches.values import (
    Access,
    CheckedMove,
    Created,
    Event,
    FairDeal,
    Joined,
    Match,
    MatchEnd,
    MatchMoves,
    MatchPage,
    MatchView,
    Played,
    Seat,
    SeatSetup,
    TimeControl,
    Undone,
    UndoProposal,
    Verified,
)

__all__ = [
    "Access",
    "CheckedMove",
    "Created",
    "Event",
    "FairDeal",
    "Joined",
    "Match",
    "MatchEnd",
    "MatchMoves",
    "MatchPage",
    "MatchView",
    "Played",
    "Seat",
    "SeatSetup",
    "TimeControl",
    "UndoProposal",
    "Undone",
    "Verified",
    "Who",
    "answer_undo",
    "check",
    "create",
    "delete",
    "engine_seat",
    "get",
    "import_record",
    "join",
    "list_page",
    "moves",
    "open_seat",
    "per_game",
    "per_move",
    "play",
    "record",
    "reserved_seat",
    "resign",
    "undo",
    "verify_record",
    "view",
]
