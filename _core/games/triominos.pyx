"""Triominos: 56 triangles with a number at each corner, laid side to side; racks and pool are hidden.

Rules: docs/rules/triominos.md; paragraphs are cited as T3.2. Sets of tiles are 56-bit masks, and the table keeps the
tiles that fit each empty cell beside the layout, so the legal moves are those sets, each joined with the seat's rack.
The table itself is in triominos_table.pyx, legal moves in triominos_moves.pyx, why a move is refused in
triominos_reasons.pyx, bytes and hidden information in triominos_bytes.pyx, notation and drawing in triominos_forms.pyx.

It knows nothing of Python objects, of bytes outside its own body, or of how a match is run.
"""
from libc.stdint cimport int32_t, int64_t, int8_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memcpy, memset
from tileengine._core.action cimport (DRAW, PASS, PLACE, action_kind, action_make, action_piece, action_place,
                                      action_plain, action_rotation)
from tileengine._core.codes cimport BAD_ORDER, OK, SEATS_MAX, VIEWER_ALL
from tileengine._core.ops cimport (HIDDEN_HANDS, HIDDEN_STOCK, OPTION_BOOL, OPTION_CHOICE, OPTION_INT, GameOps,
                                   OptionDef, PresetDef)
from tileengine._core.random cimport Draw, Fast, draw_below, draw_open, draw_shuffle, fast_below
from tileengine._core.registry cimport register
from tileengine._core.state cimport State
from tileengine._core.parts.triominos_beliefs cimport believe
from tileengine._core.parts.triominos_bytes cimport check, imagine, observe, read, resample, write
from tileengine._core.parts.triominos_forms cimport (canonical, draw, fits, piece_parse, piece_write, place_parse,
                                                     place_write, polygon, unseen, view)
from tileengine._core.parts.triominos_moves cimport count_legal, legal, may_draw, playable, sample
from tileengine._core.parts.triominos_play cimport key, rate, round_number, settled, shape_points
from tileengine._core.parts.triominos_prospects cimport PROSPECTS, PROSPECTS_COUNT, prospects_fill
from tileengine._core.parts.triominos_reasons cimport explain
from tileengine._core.parts.triominos_table cimport (ALL, BLOCKED, BLOCKED_POINTS, BRIDGES, BRIDGE_RULE, CELLS, DRAWS,
                                                     EACH_LOSES_OWN, EMPTY_PASS_PENALTY, ENDS, FAILURES, FAIL_PENALTY,
                                                     HEXAGONS, HIGHEST_TRIPLE, MAX_DRAWS, OPENING_BONUS, OPENING_POINTS,
                                                     OPENING_ZERO_TOTAL, OPTIONS, OUT, PARTS, PASSES, PHASES,
                                                     PHASE_DRAWING, PHASE_OPEN, PHASE_TURN, RACKS, RANDOM, ROTATION,
                                                     ROUNDS, ROUNDS_MAX, START, SUM, SUM_MINUS_OWN, TARGET, TILES,
                                                     TILE_POINTS, TRIPLES, VOLUNTARY_DRAW, Body, Shape, __builtin_ctzll,
                                                     bit, cell_find, fits_union, game_end, hand_value, lay, lots_count,
                                                     lots_valid, lots_winner, open_table, opener, pool_count, rack_size,
                                                     total)


# -- deal ------------------------------------------------------------------------------------------------------------

cdef int check_options(const int32_t* options, int seats) noexcept nogil:
    return 0


cdef int shuffle(const State* s, Draw* numbers, uint8_t* order) noexcept nogil:
    cdef int lots = lots_count(s)
    cdef int i
    cdef uint8_t tiles[TILES]
    for i in range(TILES):
        tiles[i] = <uint8_t>i
    if s.options[START] == RANDOM:
        order[0] = <uint8_t>draw_below(numbers, s.seats)
    elif lots:
        draw_shuffle(numbers, tiles, TILES)    # T2.7: the lots are tiles, which go back before the deal
        memcpy(order, tiles, lots)
        for i in range(TILES):
            tiles[i] = <uint8_t>i
    draw_shuffle(numbers, tiles, TILES)
    memcpy(order + lots, tiles, TILES)
    return lots + TILES


cdef int deal(State* s, const uint8_t* order, int count) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef int lots = lots_count(s)
    cdef int size = rack_size(s.seats)
    cdef uint64_t seen = 0
    cdef int i
    if count != lots + TILES or not lots_valid(s, order):
        return BAD_ORDER
    for i in range(lots, count):
        if order[i] >= TILES:
            return BAD_ORDER
        seen |= bit(order[i])
    if seen != ALL:
        return BAD_ORDER
    memcpy(b.order, order, count)
    b.round += 1
    for i in range(s.seats * size):
        b.hands[i / size] |= bit(order[lots + i])
    for i in range(s.seats):
        b.sizes[i] = <uint8_t>size
    b.starter = <uint8_t>(lots_winner(s, order) if lots else opener(b, s.seats))
    s.turn = b.starter
    s.phase = PHASE_OPEN
    open_table(s)
    return OK


cdef int order(const State* s, uint8_t* out) noexcept nogil:
    cdef int count = lots_count(s) + TILES
    if s.viewer != VIEWER_ALL:
        return 0
    memcpy(out, (<const Body*>s.body).order, count)
    return count


# -- playing ---------------------------------------------------------------------------------------------------------

cdef void round_end(State* s) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef Body fresh
    cdef Draw numbers
    cdef uint8_t dealt[64]
    cdef int count
    s.over = <uint8_t>game_end(s)
    if s.over:
        return
    memset(&fresh, 0, sizeof(Body))
    memcpy(fresh.parts, b.parts, sizeof(b.parts))
    fresh.round = b.round
    b[0] = fresh
    draw_open(&numbers, &s.stream)
    count = shuffle(s, &numbers, dealt)
    deal(s, dealt, count)


cdef void score_out(State* s, int seat) noexcept nogil:
    """T7.2."""
    cdef Body* b = <Body*>s.body
    cdef int i
    b.parts[seat][OUT] += 25
    for i in range(s.seats):
        b.parts[seat][RACKS] += hand_value(b.hands[i])


cdef void score_blocked(State* s) noexcept nogil:
    """T7.3."""
    cdef Body* b = <Body*>s.body
    cdef int values[SEATS_MAX]
    cdef int seat
    cdef int sum = 0
    cdef int lowest = 1000
    for seat in range(s.seats):
        values[seat] = hand_value(b.hands[seat])
        sum += values[seat]
        lowest = min(lowest, values[seat])
    for seat in range(s.seats):
        if s.options[BLOCKED] == EACH_LOSES_OWN:
            b.parts[seat][BLOCKED_POINTS] -= values[seat]
        elif values[seat] == lowest:
            b.parts[seat][BLOCKED_POINTS] += sum - lowest * (2 if s.options[BLOCKED] == SUM_MINUS_OWN else s.seats)


cdef inline void turn_end(State* s) noexcept nogil:
    s.turn = <uint8_t>(s.turn + 1 if s.turn + 1 < s.seats else 0)
    s.phase = PHASE_TURN
    (<Body*>s.body).drawn_turn = 0


cdef void apply_place(State* s, uint32_t action) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef int piece = action_piece(action)
    cdef int seat = s.turn
    cdef int32_t* parts = b.parts[seat]
    cdef Shape shape
    lay(b, cell_find(b, action_place(action)), piece, action_rotation(action), seat, &shape)
    b.open = fits_union(b)
    b.hands[seat] ^= bit(piece)
    b.sizes[seat] -= 1
    parts[TILE_POINTS] += SUM[piece]                    # T5.1
    if shape.hexagons:
        parts[HEXAGONS] += 40 + 10 * shape.hexagons     # T5.2
    elif shape.touching and (shape.shared == 1 or s.options[BRIDGE_RULE]):
        parts[BRIDGES] += 40                            # T5.3
    elif s.phase == PHASE_OPEN and s.options[START] == HIGHEST_TRIPLE and bit(piece) & TRIPLES:
        parts[OPENING_POINTS] += s.options[OPENING_BONUS] if piece else s.options[OPENING_ZERO_TOTAL]   # T2.4
    turn_end(s)
    if b.sizes[seat] == 0:
        score_out(s, seat)
        round_end(s)


cdef void apply(State* s, uint32_t action) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef int kind = action_kind(action)
    cdef int piece
    cdef int round = b.round
    if kind == PLACE:
        apply_place(s, action)
    elif kind == DRAW:
        piece = b.order[lots_count(s) + s.seats * rack_size(s.seats) + b.drawn]
        b.drawn += 1
        b.drawn_turn += 1
        b.hands[s.turn] |= bit(piece)
        b.sizes[s.turn] += 1
        b.parts[s.turn][DRAWS] -= 5                     # T6.1
        s.phase = PHASE_DRAWING
        if b.drawn_turn == s.options[MAX_DRAWS] and not b.hands[s.turn] & b.open:
            b.parts[s.turn][FAILURES] -= s.options[FAIL_PENALTY]    # T6.2
            turn_end(s)
    else:
        b.parts[s.turn][PASSES] -= s.options[EMPTY_PASS_PENALTY]    # T6.4
        turn_end(s)
    # T7.1. With the pool empty, all tiles that do not lie on the table are on racks.
    if b.round == round and not s.over and pool_count(s) == 0 and not b.open & ~b.laid:
        if s.phase == PHASE_DRAWING:
            turn_end(s)
        score_blocked(s)
        round_end(s)


# -- playing well ------------------------------------------------------------------------------------------------------

cdef uint32_t rollout(const State* s, Fast* fast) noexcept nogil:
    """The placement that scores most, ties and near ties at random; a draw only when nothing fits."""
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t hand = playable(s)
    cdef uint64_t tiles
    cdef int i, piece, value
    cdef int best = -1
    cdef int best_cell = 0
    cdef int best_piece = 0
    if not hand:
        return action_plain(DRAW if may_draw(s, False) else PASS)
    for i in range(b.cells_count):
        tiles = b.fits[i] & hand
        while tiles:
            piece = __builtin_ctzll(tiles)
            tiles &= tiles - 1
            value = SUM[piece] + shape_points(s, b.cells[i], piece)
            value = (value << 8) + <int>fast_below(fast, 1024)
            if value > best:
                best = value
                best_cell = i
                best_piece = piece
    return action_make(PLACE, b.cells[best_cell], best_piece, ROTATION[b.sides[best_cell]][best_piece], 0)


# -- score and end ----------------------------------------------------------------------------------------------------

cdef int64_t score(const State* s, int seat, int64_t* parts) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int i
    for i in range(PARTS):
        parts[i] = b.parts[seat][i]
    return total(b, seat)


cdef void outcome(const State* s, int8_t* results) noexcept nogil:
    """T8.2."""
    cdef const Body* b = <const Body*>s.body
    cdef int64_t best = total(b, 0)
    cdef int winners = 0
    cdef int seat
    for seat in range(1, s.seats):
        best = max(best, total(b, seat))
    for seat in range(s.seats):
        winners += total(b, seat) == best
    for seat in range(s.seats):
        results[seat] = 0 if total(b, seat) != best else 2 if winners == 1 else 1


# -- facts -----------------------------------------------------------------------------------------------------------

cdef OptionDef OPTION_TABLE[OPTIONS]
cdef PresetDef PRESET_TABLE[4]
cdef const char* PHASE_NAMES[PHASES]
cdef const char* END_NAMES[ENDS]
cdef const char* PART_NAMES[PARTS]
cdef const char* COLOUR_NAMES[3]
cdef GameOps OPS


cdef void option_set(int index, const char* name, int kind, int low, int high, int default, const char* choices,
                     const char* paragraph, const char* meaning) noexcept:
    cdef OptionDef* o = &OPTION_TABLE[index]
    o.name = name
    o.kind = kind
    o.low = low
    o.high = high
    o.default = default
    o.choices = choices
    o.paragraph = paragraph
    o.meaning = meaning


cdef void preset_set(int index, const char* name, const char* settings, const char* meaning) noexcept:
    PRESET_TABLE[index].name = name
    PRESET_TABLE[index].settings = settings
    PRESET_TABLE[index].meaning = meaning

option_set(START, "start", OPTION_CHOICE, 0, 2, HIGHEST_TRIPLE, "highest_triple draw_lots random", "T2.2",
           "who opens: the highest triple, the highest lot, or a seat at random")
option_set(OPENING_BONUS, "opening_bonus", OPTION_INT, 0, 100, 10, NULL, "T2.4",
           "points added when a triple opens")
option_set(OPENING_ZERO_TOTAL, "opening_zero_total", OPTION_INT, 0, 100, 40, NULL, "T2.4",
           "points in all when 0-0-0 opens")
option_set(BRIDGE_RULE, "bridge_rule", OPTION_CHOICE, 0, 1, 0, "strict three_corners", "T5.3",
           "what counts as a bridge")
option_set(VOLUNTARY_DRAW, "voluntary_draw", OPTION_BOOL, 0, 1, 0, NULL, "T6.3",
           "a player who can place may draw")
option_set(FAIL_PENALTY, "fail_penalty", OPTION_INT, 0, 100, 0, NULL, "T6.2",
           "points lost besides the draws when all draws of a turn fail")
option_set(EMPTY_PASS_PENALTY, "empty_pass_penalty", OPTION_INT, 0, 100, 0, NULL, "T6.4",
           "points lost by a pass with an empty pool")
option_set(MAX_DRAWS, "max_draws", OPTION_INT, 0, 9, 3, NULL, "T6.1",
           "tiles drawn in one turn at most; 0 for no cap")
option_set(BLOCKED, "blocked", OPTION_CHOICE, 0, 2, SUM_MINUS_OWN, "sum_minus_own pairwise each_loses_own", "T7.3",
           "what a blocked round scores")
option_set(TARGET, "target", OPTION_INT, 1, 1000, 400, NULL, "T8.1",
           "the game ends after the round in which a player has this many points")
option_set(ROUNDS, "rounds", OPTION_INT, 0, ROUNDS_MAX, 0, NULL, "T8.1",
           "play exactly this many rounds; 0 to play to the target")
preset_set(0, "travel", "target=400", "the travel edition: all defaults")
preset_set(1, "classic", "voluntary_draw=true fail_penalty=10", "draw at will; 25 in all for three failed draws")
preset_set(2, "pressman", "bridge_rule=three_corners max_draws=0", "three touching corners are a bridge; no draw cap")
preset_set(3, "short", "target=200", "a short game")
PHASE_NAMES[:] = ["open", "turn", "drawing"]
END_NAMES[:] = ["running", "target", "rounds", "round_cap"]
PART_NAMES[:] = ["tiles", "opening", "bridges", "hexagons", "draws", "failures", "passes", "out", "racks", "blocked"]
COLOUR_NAMES[:] = ["face", "edge", "hexagon"]

OPS.id = 4
OPS.slug = "triominos"
OPS.title = "Triominos"
OPS.rules_version = 1
OPS.seats_min = 2
OPS.seats_max = 6
OPS.seats_default = 2
OPS.body_size = sizeof(Body)
OPS.actions_max = 6 * CELLS     # a cell beside the layout has at most six fitting tiles; one more for a draw
# T8.4: a round has at most 56 placements and 38 draws; before each placement at most five seats pass.
OPS.plies_max = ROUNDS_MAX * (TILES + 38 + 5 * TILES)
OPS.pieces_count = TILES
OPS.hidden = HIDDEN_STOCK | HIDDEN_HANDS
OPS.zero_sum = False
OPS.options = OPTION_TABLE
OPS.options_count = OPTIONS
OPS.presets = PRESET_TABLE
OPS.presets_count = 4
OPS.phases = PHASE_NAMES
OPS.phases_count = PHASES
OPS.ends = END_NAMES
OPS.ends_count = ENDS
OPS.parts = PART_NAMES
OPS.parts_count = PARTS
OPS.prospects, OPS.prospects_count = PROSPECTS, PROSPECTS_COUNT
OPS.colours = COLOUR_NAMES
OPS.colours_count = 3
OPS.check_options = check_options
OPS.shuffle = shuffle
OPS.deal = deal
OPS.order = order
OPS.legal = legal
OPS.count_legal = count_legal
OPS.sample = sample
OPS.apply = apply
OPS.explain = explain
OPS.score = score
OPS.outcome = outcome
OPS.observe = observe
OPS.resample = resample
OPS.write = write
OPS.read = read
OPS.check = check
OPS.piece_write = piece_write
OPS.piece_parse = piece_parse
OPS.place_write = place_write
OPS.place_parse = place_parse
OPS.view = view
OPS.polygon = polygon
OPS.draw = draw
OPS.canonical = canonical
OPS.fits = fits
OPS.unseen = unseen
OPS.margin = 60
OPS.rate = rate
OPS.rollout = rollout
OPS.believe = believe
OPS.imagine = imagine
OPS.round = round_number
OPS.settled = settled
OPS.key = key
OPS.prospects_fill = prospects_fill
register(&OPS)
