"""tileengine_client: tile games over gRPC, typed, sync and async.

    from tileengine_client import Client

    with Client("127.0.0.1:50051") as client:
        position = client.deal("triple_peaks", seed=7).position
        for move in client.moves(position, notation=True):
            print(move)

The package never imports the engine, holds no generated code and names no game: what games there are, `games()` says.
"""

from tileengine_client import errors, matches, queries, svg
from tileengine_client.aio import AsyncClient, AsyncMoves
from tileengine_client.analyses import Analysis, Certificate, Prospect, RankedMove, ReviewedMove, Suggestion, Why
from tileengine_client.client import Client, Moves
from tileengine_client.errors import TileengineError
from tileengine_client.queries import Query
from tileengine_client.solutions import BalancedDeal, GradedDeal, Line, Solution, TurningPoint
from tileengine_client.values import (
    Applied,
    Dealt,
    Game,
    Move,
    MoveCheck,
    MoveLike,
    MovePage,
    Option,
    OptionValue,
    Outcome,
    PlaceOdds,
    Position,
    PositionInfo,
    PositionLike,
    Preset,
    Promise,
    Score,
    SeatScore,
    Viewer,
)
from tileengine_client.views import (
    Box,
    Cell,
    Counter,
    Feature,
    FeatureItem,
    Label,
    Mark,
    Piece,
    Point,
    Stroke,
    View,
    Zone,
)

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Applied",
    "AsyncClient",
    "AsyncMoves",
    "BalancedDeal",
    "Box",
    "Cell",
    "Certificate",
    "Client",
    "Counter",
    "Dealt",
    "Feature",
    "FeatureItem",
    "Game",
    "GradedDeal",
    "Label",
    "Line",
    "Mark",
    "Move",
    "MoveCheck",
    "MoveLike",
    "MovePage",
    "Moves",
    "Option",
    "OptionValue",
    "Outcome",
    "Piece",
    "PlaceOdds",
    "Point",
    "Position",
    "PositionInfo",
    "PositionLike",
    "Preset",
    "Promise",
    "Prospect",
    "Query",
    "RankedMove",
    "ReviewedMove",
    "Score",
    "SeatScore",
    "Solution",
    "Stroke",
    "Suggestion",
    "TileengineError",
    "TurningPoint",
    "View",
    "Viewer",
    "Why",
    "Zone",
    "errors",
    "matches",
    "queries",
    "svg",
]
