"""The result codes every core function may return, and the bounds every room relies on.

One chain of errors starts here: Code (core) -> exception (tileengine.errors) -> ErrorReason (wire) -> status.
This file knows no game and no text; the texts are in tileengine/errors.py.
"""

cpdef enum Code:
    OK = 0
    ILLEGAL_MOVE = 1        # well formed, but a rule forbids it here; a Reason says which
    GAME_OVER = 2           # the position is final: no move is legal
    MALFORMED_MOVE = 3      # the bits or the text name no move of this game at all
    HIDDEN_INFORMATION = 4  # the question needs what this observed position does not hold
    TRUNCATED = 5           # the bytes end too early, or go on after the end
    NOT_A_POSITION = 6      # the first bytes are not those of a position
    FOREIGN_FORMAT = 7      # a snapshot format this build does not read
    UNKNOWN_GAME = 8
    FOREIGN_RULES = 9       # a rules version this build does not play
    BAD_CHECKSUM = 10
    CORRUPT_POSITION = 11   # checksum right, content contradicts the rules
    BAD_OPTION = 12         # unknown option, value out of range, or options that exclude each other
    BAD_SEATS = 13
    BAD_ORDER = 14          # the dealt order is not an arrangement of the game's pieces
    BAD_TEXT = 15           # a text that is not the notation of anything
    BAD_SEED = 16
    TOO_LARGE = 17          # a list, text or message over its bound

cdef enum:
    SEATS_MAX = 6
    OPTIONS_MAX = 16        # options of one game
    PARTS_MAX = 12          # named parts of one score
    PROSPECTS_MAX = 8       # named prospects of one position
    BODY_MAX = 16384        # bytes of a game's body; register() refuses more
    ORDER_MAX = 128         # pieces and lots in one dealt order
    SNAPSHOT_MAX = 4096     # bytes of one encoded position
    ACTIONS_MAX = 65536     # legal moves in one position
    TEXT_MAX = 64           # bytes of one piece, place or move in notation, final NUL included
    VERTICES_MAX = 16       # corners of one cell's polygon
    VIEWER_ALL = 255        # State.viewer: nothing is erased
    VIEWER_PUBLIC = 254     # State.viewer: what a spectator may see
    ANY = -1                # Filter: no restriction; Reason, View: no seat, no piece
    NO_PLACE = 0x7FFF       # an action or a piece without a place
    NO_PIECE = 0x7F         # an action without a piece
