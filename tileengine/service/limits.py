"""The bounds of the service, in one place. The wire's comments state the same numbers; a test compares them."""

PING_BYTES_MAX = 65_536
MOVES_DEFAULT = 4_096
"""Moves that ListMoves lists when no limit is given."""
MOVES_MAX = 65_536
APPLY_MOVES_MAX = 1_024
QUERIES_MAX = 4_096
"""Queries in one batch."""
BATCH_BYTES_MAX = 3_500_000
"""Bytes of one batch response: with an error for every query left it stays below 4 MiB, what gRPC
clients accept unless told otherwise."""
NOTATION_MAX = 128
TEXT_MAX = 8_192
ODDS_PLACES_MAX = 256
ANALYZED_MAX = 16
"""Positions in one AnalyzePositions."""
RESTRICTED_MAX = 256
"""Moves allowed or avoided."""
RANKED_DEFAULT = 16
RANKED_MAX = 256
"""Moves in one analysis."""
REPORT_MIN = 100
"""Playouts between two partial reports at least."""
PLAYOUTS_MAX = 2_000_000
REVIEWED_MAX = 512
PLACE_NUMBER_MAX = 32_767
PIECE_NUMBER_MAX = 127
