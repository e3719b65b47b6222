"""The interface of a game: a table of facts and functions. Everything else in the core is written once over it.

All functions are noexcept nogil, allocate nothing and know no clock. They may trust the state they are given
(it was dealt, decoded with checks, or reached by checked play) but trust no action: `explain` must answer for
any 32-bit number. `apply` may trust its action, because `explain` said OK or `legal` listed it.
"""
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from tileengine._core.action cimport Filter
from tileengine._core.random cimport Draw, Fast
from tileengine._core.state cimport State
from tileengine._core.view cimport Art, View

cdef enum OptionKind:
    OPTION_BOOL = 0
    OPTION_INT = 1
    OPTION_CHOICE = 2

cdef enum Hidden:
    HIDDEN_NOTHING = 0
    HIDDEN_STOCK = 1    # the order of what is still to be drawn
    HIDDEN_HANDS = 2    # legal moves of a seat are known to that seat only

ctypedef struct OptionDef:
    const char* name
    int kind
    int32_t low         # smallest value; 0 for bool and choice
    int32_t high        # largest value; 1 for bool, last choice's index for choice
    int32_t default
    const char* choices     # space-separated names for OPTION_CHOICE, else NULL
    const char* paragraph   # the rule it comes from, "T5.3"
    const char* meaning     # one sentence

ctypedef struct PresetDef:
    const char* name
    const char* settings    # "option=value option=value", values as in choices, true/false, numbers
    const char* meaning

# Something a position promises beyond its score: a count that is 0 or more.
ctypedef struct ProspectDef:
    const char* name
    const char* unit        # what is counted: "tiles"
    const char* meaning     # one sentence

cdef enum:
    REASON_PLACES = 8
    REASON_NUMBERS = 8

# Why a move is illegal, or why the seat has no other choice. Strings are static.
ctypedef struct Reason:
    const char* paragraph   # the rule, "T3.2"; NULL when there is nothing to say
    const char* text        # one sentence for a person, without numbers
    int places_count
    int numbers_count
    uint16_t places[REASON_PLACES]  # the cells it is about, most telling first
    int16_t numbers[REASON_NUMBERS]  # sides, colours or values; the text says which

ctypedef struct GameOps:
    # -- facts ---------------------------------------------------------------------------------------------------
    int id                  # the value of the wire's enum Game; never reused
    const char* slug        # "triple_peaks"
    const char* title       # "Triple Peaks"
    int rules_version       # raised when the same moves would give another result
    int seats_min
    int seats_max
    int seats_default
    int body_size           # sizeof(Body)
    int state_size          # set by register()
    int actions_max         # no legal list is longer
    int plies_max           # no game is longer
    int pieces_count        # piece ids are 0 .. pieces_count - 1
    int hidden              # Hidden flags
    bint zero_sum
    const OptionDef* options
    int options_count
    const PresetDef* presets
    int presets_count
    const char* const* phases   # names of State.phase
    int phases_count
    const char* const* ends     # names of State.over; ends[0] is "running"
    int ends_count
    const char* const* parts    # names of the score's parts
    int parts_count
    const ProspectDef* prospects    # what a position can promise a seat; at most PROSPECTS_MAX
    int prospects_count
    const char* const* colours  # names of the colours in Stroke and Feature
    int colours_count

    # -- rules ---------------------------------------------------------------------------------------------------
    # 0, or 1 + the index of the first option that does not go with the others or the number of seats.
    int (*check_options)(const int32_t* options, int seats) noexcept nogil
    # Writes the dealt order (lots first if the options draw any, then the pieces) and returns its length.
    int (*shuffle)(const State* s, Draw* draw, uint8_t* order) noexcept nogil
    # Sets up the body from a dealt order; BAD_ORDER unless it is one. Header is set, body is zeroed.
    int (*deal)(State* s, const uint8_t* order, int count) noexcept nogil
    # The dealt order of the current round as shuffle wrote it; returns its length (0 in an observed position).
    int (*order)(const State* s, uint8_t* order) noexcept nogil
    # Writes legal actions, ascending and unique, at most `capacity`; returns how many were written.
    int (*legal)(const State* s, const Filter* f, uint32_t* out, int capacity) noexcept nogil
    int (*count_legal)(const State* s, const Filter* f) noexcept nogil
    # A uniformly random legal action, without building the list; 0 when over.
    uint32_t (*sample)(const State* s, Fast* fast) noexcept nogil
    # Plays a legal action: body, turn, phase, over. ply is counted by the caller.
    void (*apply)(State* s, uint32_t action) noexcept nogil
    # OK, ILLEGAL_MOVE, MALFORMED_MOVE or GAME_OVER. reason may be NULL; else it is cleared and filled: why the
    # move is illegal, or for a legal move which rule leaves the seat no other choice (empty if it is free).
    int (*explain)(const State* s, uint32_t action, Reason* reason) noexcept nogil
    # The running (or final) score of a seat and its named parts.
    int64_t (*score)(const State* s, int seat, int64_t* parts) noexcept nogil
    # Per seat when over: 2 won, 1 shared or drawn, 0 lost.
    void (*outcome)(const State* s, int8_t* results) noexcept nogil

    # -- hidden information ---------------------------------------------------------------------------------------
    # Erases from the body what s.viewer may not know; idempotent. The stream is erased by the caller.
    void (*observe)(State* s) noexcept nogil
    # Refills what observe erased, uniformly among what is consistent with the viewer's view.
    void (*resample)(State* s, Fast* fast) noexcept nogil

    # -- forms ---------------------------------------------------------------------------------------------------
    # The body in bytes (at most SNAPSHOT_MAX - 256), essentials only; read rebuilds what is derived from them.
    int (*write)(const State* s, uint8_t* out) noexcept nogil
    # OK, TRUNCATED or CORRUPT_POSITION; must be safe for any bytes. Header is set, body is zeroed.
    int (*read)(State* s, const uint8_t* data, int count) noexcept nogil
    # OK or CORRUPT_POSITION: derived data agree with the essentials (debug builds call it after each step).
    int (*check)(const State* s) noexcept nogil
    # Notation. Write returns the length without NUL; parse returns the id, or -1. Exact inverses.
    int (*piece_write)(int piece, char* out) noexcept nogil
    int (*piece_parse)(const char* text, int count) noexcept nogil
    int (*place_write)(int place, char* out) noexcept nogil
    int (*place_parse)(const char* text, int count) noexcept nogil

    # -- drawing -------------------------------------------------------------------------------------------------
    void (*view)(const State* s, View* v) noexcept nogil
    # Corners of a place's cell, anticlockwise, as x, y pairs; returns their number (0: no such place).
    int (*polygon)(int place, float* xy) noexcept nogil
    # How a piece looks at a place (NO_PLACE: centred on the origin).
    void (*draw)(int place, int piece, int rotation, Art* art) noexcept nogil

    # -- optional (NULL when the game has nothing to say) ----------------------------------------------------------
    # A form equal for all positions that are the same up to the game's symmetries; returns its length.
    int (*canonical)(const State* s, uint8_t* out) noexcept nogil
    # Marks with 1 each piece id that could lie on a place as the board stands; returns how many.
    int (*fits)(const State* s, int place, uint8_t* by_piece) noexcept nogil
    # Counts each piece id the viewer can't see; returns the total.
    int (*unseen)(const State* s, uint8_t* by_piece) noexcept nogil

    # -- playing well (each optional: the search does without what is 0 or NULL) -------------------------------------
    double margin           # points: the usual size of a difference between two final scores; 0: 10
    uint32_t alike          # bits of an action that only tell look-alike pieces apart and change nothing in play
    # How good a legal action looks to the mover at first sight, in points, from what the mover sees alone.
    double (*rate)(const State* s, uint32_t action) noexcept nogil
    # A plausible action for playouts, quickly, from what the mover sees alone.
    uint32_t (*rollout)(const State* s, Fast* fast) noexcept nogil
    # Per seat the final score (at the end of the deal, where there is `round`) to expect of a position that still runs,
    # and the chance of winning, 0..1, from what everybody sees; wins[0] = -1: no opinion on winning. False: no opinion
    # at all.
    bint (*evaluate)(const State* s, double* scores, double* wins) noexcept nogil
    # What the last action uncovered to its mover, below 2**29, equal when it comes to the same; 0: nothing.
    uint32_t (*revealed)(const State* before, const State* after) noexcept nogil
    # What the play up to here tells of hands, from what everybody sees: how readily a seat is taken to hold a piece,
    # beside other pieces that the viewer doesn't see; 0..1 at odds[seat * pieces_count + piece].
    void (*believe)(const State* s, double* odds) noexcept nogil
    # As resample, but hands are drawn by such odds instead of all alike; both functions or none.
    void (*imagine)(State* s, Fast* fast, const double* odds) noexcept nogil
    # Number of the deal, raised when all pieces are dealt anew within a game; the search does not look beyond.
    int (*round)(const State* s) noexcept nogil
    # 1 when the seat to move knows or can infer all that is left, and chance has no say up to the end of the deal.
    bint (*settled)(const State* s) noexcept nogil
    # Of a settled position: per seat the least and the most that its score can be at the end of the deal, if all play
    # for the largest lead (a single seat: score); when the game is over, both are its score.
    void (*bounds)(const State* s, int64_t* low, int64_t* high) noexcept nogil
    # A hash of what play goes on from, scores included and the way there left out; NULL: the written body will do.
    uint64_t (*key)(const State* s) noexcept nogil
    # What s promises a seat, one value a prospect, as far as the viewer of `seen` knows; -1 where that is not certain,
    # and for all once the game is over or dealt anew. s is `seen`, or what a move made of it in a world filled in
    # around it: what came up does not count (not even by ending the game), so all such worlds give the same values.
    void (*prospects_fill)(const State* seen, const State* s, int seat, int32_t* values) noexcept nogil

cdef inline void reason_clear(Reason* r) noexcept nogil:
    r.paragraph = NULL
    r.text = NULL
    r.places_count = 0
    r.numbers_count = 0

cdef inline void reason_say(Reason* r, const char* paragraph, const char* text) noexcept nogil:
    """Fills the reason; r may be NULL, so that rules need not ask."""
    if r != NULL:
        r.paragraph = paragraph
        r.text = text

cdef inline void reason_place(Reason* r, int place) noexcept nogil:
    if r != NULL and r.places_count < REASON_PLACES:
        r.places[r.places_count] = <uint16_t>place
        r.places_count += 1

cdef inline void reason_number(Reason* r, int number) noexcept nogil:
    if r != NULL and r.numbers_count < REASON_NUMBERS:
        r.numbers[r.numbers_count] = <int16_t>number
        r.numbers_count += 1
