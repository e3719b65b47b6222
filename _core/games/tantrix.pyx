"""Tantrix: 56 hexagonal tiles with coloured links, laid so that touching sides match; the longest line or loop counts.

The rules are docs/rules/tantrix.md; its paragraphs are cited as X5.4. Here are legal moves, turns, phases, hands and
the end; the board is in tantrix_board.pyx, why a move is refused in tantrix_reasons.pyx, hidden information in
tantrix_hidden.pyx, bytes and text in tantrix_forms.pyx, drawing in tantrix_view.pyx. This file knows no clock, no other
game and not in which order the tiles were laid.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy
from tileengine._core.action cimport (PLACE, Filter, action_make, action_piece, action_place, action_rotation,
                                      filter_kind)
from tileengine._core.codes cimport ANY, BAD_ORDER, OK, VIEWER_ALL
from tileengine._core.ops cimport HIDDEN_STOCK, OPTION_BOOL, OPTION_CHOICE, OPTION_INT, GameOps, OptionDef, PresetDef
from tileengine._core.random cimport Draw, Fast, draw_shuffle, fast_below
from tileengine._core.registry cimport register
from tileengine._core.state cimport State
from tileengine._core.parts.tantrix_board cimport (COLOUR, DEADLOCK, DISCOVERY, DISCOVERY_TILES, DOUBLES, FINISHED,
                                                   FORCED_AFTER, FORCED_BEFORE, FREE, HAND, NODES, PUZZLE, RUNNING,
                                                   SEATS, SOLVED, START_TILE, TILES, UNSOLVED, Body, Path, base_of,
                                                   body_init, colour_of, ctz, fills_one, fit, free_of_sides, lay,
                                                   longest, lots_of, moves_freely, ones, remove, restricted, solves)
from tileengine._core.parts.tantrix_forms cimport (canonical, check, piece_parse, piece_write, place_parse, place_write,
                                                   read, write)
from tileengine._core.parts.tantrix_hidden cimport fits, observe, resample, unseen
from tileengine._core.parts.tantrix_play cimport bounds, rate, settled
from tileengine._core.parts.tantrix_prospects cimport PROSPECTS, PROSPECTS_COUNT, prospects_fill
from tileengine._core.parts.tantrix_reasons cimport explain
from tileengine._core.parts.tantrix_view cimport draw_tile, polygon, view

# -- legal moves -------------------------------------------------------------------------------------------------------

cdef int gather(const State* s, const Filter* f, uint16_t* places, uint64_t* masks) noexcept nogil:
    """Cells where the seat to move may place, ascending, and which bits of its hand go there; returns how many."""
    cdef Body* b = <Body*>s.body        # not const only so that `nodes` may choose a list
    cdef const uint8_t* hand = b.hand[s.turn]
    cdef uint64_t base[5]
    cdef uint64_t chosen, mask
    cdef bint limits = restricted(b)
    cdef bint free = s.phase == FREE
    cdef uint8_t* nodes = &b.open_[0] if s.phase == FREE else &b.forced[0]
    cdef int total = b.open_count if free else b.forced_count
    cdef int count = 0
    cdef int i, node
    if s.over or not filter_kind(f, PLACE):
        return 0
    chosen = base_of(hand, b.hand_count[s.turn], base)
    if f.piece != ANY:
        for i in range(b.hand_count[s.turn]):
            if hand[i] != f.piece:
                chosen &= ~(<uint64_t>63 << 6 * i)
    for i in range(total):
        node = nodes[i]
        if f.place != ANY and f.place != b.place[node]:
            continue
        if limits and free and not free_of_sides(b, node):
            continue
        mask = fit(base, chosen, b.cell[node], limits)
        places[count] = b.place[node]
        masks[count] = mask
        count += mask != 0
    return count


cdef inline uint32_t action_of(const uint8_t* hand, int place, int bit) noexcept nogil:
    return action_make(PLACE, place, hand[bit // 6], bit % 6, 0)


cdef int legal(const State* s, const Filter* f, uint32_t* out, int capacity) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint16_t places[NODES]
    cdef uint64_t masks[NODES]
    cdef uint64_t mask
    cdef int cells = gather(s, f, places, masks)
    cdef int count = 0
    cdef int i
    for i in range(cells):
        mask = masks[i]
        while mask:
            if count == capacity:
                return count
            out[count] = action_of(b.hand[s.turn], places[i], ctz(mask))
            count += 1
            mask &= mask - 1
    return count


cdef int count_legal(const State* s, const Filter* f) noexcept nogil:
    cdef uint16_t places[NODES]
    cdef uint64_t masks[NODES]
    cdef int cells = gather(s, f, places, masks)
    cdef int count = 0
    cdef int i
    for i in range(cells):
        count += ones(masks[i])
    return count


cdef uint32_t sample(const State* s, Fast* fast) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef Filter f
    cdef uint16_t places[NODES]
    cdef uint64_t masks[NODES]
    cdef uint64_t mask
    cdef int cells, total, i, n
    f.kind = f.place = f.piece = ANY
    cells = gather(s, &f, places, masks)
    if cells == 0:
        return 0
    total = 0
    for i in range(cells):
        total += ones(masks[i])
    n = <int>fast_below(fast, <uint32_t>total)
    i = 0
    while n >= ones(masks[i]):
        n -= ones(masks[i])
        i += 1
    mask = masks[i]
    while n > 0:
        mask &= mask - 1
        n -= 1
    return action_of(b.hand[s.turn], places[i], ctz(mask))


# -- dealing and playing -----------------------------------------------------------------------------------------------

cdef int check_options(const int32_t* options, int seats) noexcept nogil:
    cdef int i, j
    if options[DISCOVERY] != (seats == 1):      # X7.2
        return 1 + DISCOVERY
    if options[DOUBLES] and seats != 4:         # X7.1
        return 1 + DOUBLES
    for i in range(0 if options[DISCOVERY] else 2 if options[DOUBLES] else seats):
        for j in range(i):
            if options[COLOUR + i] == options[COLOUR + j]:  # X2.2
                return 1 + COLOUR + i
    return 0


cdef int shuffle(const State* s, Draw* draw, uint8_t* order) noexcept nogil:
    cdef int lots = lots_of(s)
    cdef int i
    if s.options[DISCOVERY]:
        for i in range(s.options[DISCOVERY_TILES]):
            order[i] = <uint8_t>i
        return s.options[DISCOVERY_TILES]
    for i in range(TILES):
        order[i] = <uint8_t>i
    if lots:
        draw_shuffle(draw, order, TILES)
        for i in range(TILES):
            order[lots + i] = <uint8_t>i
    draw_shuffle(draw, order + lots, TILES)
    return lots + TILES


cdef inline void take(Body* b, int seat) noexcept nogil:
    """Draws the next tile into a hand, which stays sorted."""
    cdef uint8_t* hand = b.hand[seat]
    cdef uint8_t tile = b.order[b.next]
    cdef int i = b.hand_count[seat]
    while i > 0 and hand[i - 1] > tile:
        hand[i] = hand[i - 1]
        i -= 1
    hand[i] = tile
    b.hand_count[seat] += 1
    b.next += 1


cdef int deal(State* s, const uint8_t* order, int count) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef int lots = lots_of(s)
    cdef uint64_t seen = 0
    cdef int i, _j, own
    body_init(s, b)
    if count != b.order_count:
        return BAD_ORDER
    for i in range(count):
        if i == lots:
            seen = 0
        if order[i] >= b.tiles or seen >> order[i] & 1 or (b.puzzle and order[i] != i):
            return BAD_ORDER
        seen |= <uint64_t>1 << order[i]
    memcpy(b.order, order, count)
    s.phase = FREE
    b.next = <uint8_t>lots
    if b.puzzle:
        for _j in range(count):
            take(b, 0)
        return OK
    for i in range(s.seats):        # X2.1: the highest lot starts
        if order[i] > order[s.turn]:
            s.turn = <uint8_t>i
    own = 0 if lots else 1          # X2.1: kept lots come first, one a seat
    for i in range(own * s.seats):
        take(b, i)
    for i in range(s.seats):
        for _j in range(HAND - own):
            take(b, i)
    return OK


cdef int order_get(const State* s, uint8_t* order) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    if s.viewer != VIEWER_ALL:
        return 0
    memcpy(order, b.order, b.order_count)
    return b.order_count


cdef inline int seat_after(const State* s, const Body* b, int seat) noexcept nogil:
    """The next seat that has tiles (X6.1); one exists."""
    while True:
        seat = (seat + 1) % s.seats
        if b.hand_count[seat]:
            return seat


cdef void settle(State* s, const Body* b, int seat, int phase) noexcept nogil:
    """From a phase that may be empty on to the next decision, or to the end (X3.1, X6.1, X6.2)."""
    if b.laid_count == b.tiles:
        s.turn = <uint8_t>((seat + 1) % s.seats)
        s.phase = FREE
        s.over = FINISHED
        return
    while True:
        if phase == FREE and b.hand_count[seat]:
            if not moves_freely(b, seat):
                s.over = DEADLOCK
            break
        if phase != FREE and fills_one(b, seat):
            break
        if phase == FORCED_BEFORE:
            phase = FREE
        else:       # the turn ends, also when the hand ran out before the free move (X3.4)
            seat = seat_after(s, b, seat)
            phase = FORCED_BEFORE
    s.turn = <uint8_t>seat
    s.phase = <uint8_t>phase


cdef void settle_puzzle(State* s, const Body* b) noexcept nogil:
    """X7.2: on until no tile is left, or none fits."""
    s.phase = FREE
    if b.hand_count[0]:
        if not moves_freely(b, 0):
            s.over = UNSOLVED
    else:
        s.over = SOLVED if solves(s, b) else UNSOLVED


cdef void apply(State* s, uint32_t action) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef int seat = s.turn
    remove(b.hand[seat], &b.hand_count[seat], action_piece(action))
    lay(b, action_place(action), action_piece(action), action_rotation(action))
    if restricted(b):
        take(b, seat)       # X3.2
    if b.puzzle:
        settle_puzzle(s, b)
    else:
        settle(s, b, seat, FORCED_AFTER if s.phase == FREE else s.phase)


# -- playing well ------------------------------------------------------------------------------------------------------

cdef enum:
    TRIED = 6           # random moves that a quick move is chosen from


cdef uint32_t rollout(const State* s, Fast* fast) noexcept nogil:
    """The best rated of a few random moves."""
    cdef const Body* b = <const Body*>s.body
    cdef Filter f
    cdef uint16_t places[NODES]
    cdef uint64_t masks[NODES]
    cdef uint64_t mask
    cdef int cells, total, i, n, _try
    cdef uint32_t action
    cdef uint32_t best = 0
    cdef double value
    cdef double best_value = -1e9
    f.kind = f.place = f.piece = ANY
    cells = gather(s, &f, places, masks)
    total = 0
    for i in range(cells):
        total += ones(masks[i])
    for _try in range(min(TRIED, total)):
        n = <int>fast_below(fast, <uint32_t>total)
        i = 0
        while n >= ones(masks[i]):
            n -= ones(masks[i])
            i += 1
        mask = masks[i]
        while n > 0:
            mask &= mask - 1
            n -= 1
        action = action_of(b.hand[s.turn], places[i], ctz(mask))
        value = rate(s, action)
        if value > best_value:
            best = action
            best_value = value
    return best


# -- score and end -----------------------------------------------------------------------------------------------------

cdef int64_t score(const State* s, int seat, int64_t* parts) noexcept nogil:
    cdef Path line, loop
    longest(<const Body*>s.body, colour_of(s, seat), &line, &loop)
    parts[0] = line.count
    parts[1] = 2 * loop.count
    return parts[0] if parts[0] > parts[1] else parts[1]


cdef void outcome(const State* s, int8_t* results) noexcept nogil:
    cdef int64_t parts[2]
    cdef int64_t points[SEATS]
    cdef int64_t best = -1
    cdef int leaders = 0
    cdef int i
    if s.options[DISCOVERY]:
        results[0] = 2 if s.over == SOLVED else 0
        return
    for i in range(s.seats):
        points[i] = score(s, i, parts)
        if points[i] > best:
            best = points[i]
            leaders = 0
        leaders += points[i] == best
    if s.options[DOUBLES]:
        leaders //= 2
    for i in range(s.seats):
        if s.over == DEADLOCK:
            results[i] = 1      # X6.2
        else:
            results[i] = 0 if points[i] < best else 2 if leaders == 1 else 1     # X6.4


# -- the table ---------------------------------------------------------------------------------------------------------

cdef OptionDef OPTIONS[8]
cdef PresetDef PRESETS[5]
cdef const char* PHASES[3]
cdef const char* ENDS[5]
cdef const char* PARTS[2]
cdef const char* COLOURS[4]
cdef GameOps OPS


cdef void option_fill(int index, const char* name, int kind, int low, int high, int default, const char* choices,
                      const char* paragraph, const char* meaning) noexcept:
    OPTIONS[index].name = name
    OPTIONS[index].kind = kind
    OPTIONS[index].low = low
    OPTIONS[index].high = high
    OPTIONS[index].default = default
    OPTIONS[index].choices = choices
    OPTIONS[index].paragraph = paragraph
    OPTIONS[index].meaning = meaning


cdef void preset_fill(int index, const char* name, const char* settings, const char* meaning) noexcept:
    PRESETS[index].name = name
    PRESETS[index].settings = settings
    PRESETS[index].meaning = meaning


option_fill(START_TILE, b"start_tile", OPTION_CHOICE, 0, 1, 0, b"keep return", b"X2.1",
            b"Whether the tile drawn for the start stays in the hand or goes back into the bag.")
option_fill(DOUBLES, b"doubles", OPTION_BOOL, 0, 1, 0, NULL, b"X7.1",
            b"Four seats, two teams: seats 0 and 2 share the colour of seat 0, seats 1 and 3 that of seat 1.")
option_fill(DISCOVERY, b"discovery", OPTION_BOOL, 0, 1, 0, NULL, b"X7.2",
            b"The puzzle for one seat: one loop through all of the first tiles.")
option_fill(DISCOVERY_TILES, b"discovery_tiles", OPTION_INT, 3, PUZZLE, PUZZLE, NULL, b"X7.2",
            b"How many tiles the puzzle has; without effect outside it.")
option_fill(COLOUR, b"colour_0", OPTION_CHOICE, 0, 3, 0, b"red yellow green blue", b"X2.2", b"The colour of seat 0.")
option_fill(COLOUR + 1, b"colour_1", OPTION_CHOICE, 0, 3, 1, b"red yellow green blue", b"X2.2",
            b"The colour of seat 1.")
option_fill(COLOUR + 2, b"colour_2", OPTION_CHOICE, 0, 3, 2, b"red yellow green blue", b"X2.2",
            b"The colour of seat 2; without effect with fewer seats or in doubles.")
option_fill(COLOUR + 3, b"colour_3", OPTION_CHOICE, 0, 3, 3, b"red yellow green blue", b"X2.2",
            b"The colour of seat 3; without effect with fewer seats or in doubles.")
preset_fill(0, b"standard", b"start_tile=keep", b"Hands of six, the start tile among them.")
preset_fill(1, b"tournament", b"start_tile=return", b"The start tiles go back before the hands are drawn.")
preset_fill(2, b"doubles", b"doubles=true", b"Two against two.")
preset_fill(3, b"discovery", b"discovery=true discovery_tiles=10", b"The puzzle with ten tiles.")
preset_fill(4, b"discovery_3", b"discovery=true discovery_tiles=3", b"The smallest puzzle.")
PHASES[FORCED_BEFORE], PHASES[FREE], PHASES[FORCED_AFTER] = b"forced_before", b"free", b"forced_after"
ENDS[RUNNING], ENDS[FINISHED], ENDS[DEADLOCK] = b"running", b"finished", b"deadlock"
ENDS[SOLVED], ENDS[UNSOLVED] = b"solved", b"unsolved"
PARTS[0], PARTS[1] = b"line", b"loop"
COLOURS[0], COLOURS[1], COLOURS[2], COLOURS[3] = b"red", b"yellow", b"green", b"blue"

OPS.id = 2
OPS.slug = b"tantrix"
OPS.title = b"Tantrix"
OPS.rules_version = 1
OPS.seats_min, OPS.seats_max, OPS.seats_default = 1, SEATS, 2
OPS.body_size = sizeof(Body)
OPS.actions_max = 1248      # X2.6: six tiles, two rotations each, 104 cells beside 50 tiles
OPS.plies_max = TILES
OPS.pieces_count = TILES
OPS.hidden = HIDDEN_STOCK
OPS.zero_sum = False        # three can tie, a team wins together, a puzzle has no opponent
OPS.options, OPS.options_count = OPTIONS, 8
OPS.presets, OPS.presets_count = PRESETS, 5
OPS.phases, OPS.phases_count = PHASES, 3
OPS.ends, OPS.ends_count = ENDS, 5
OPS.parts, OPS.parts_count = PARTS, 2
OPS.prospects, OPS.prospects_count = PROSPECTS, PROSPECTS_COUNT
OPS.colours, OPS.colours_count = COLOURS, 4
OPS.check_options = check_options
OPS.shuffle = shuffle
OPS.deal = deal
OPS.order = order_get
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
OPS.draw = draw_tile
OPS.canonical = canonical
OPS.fits = fits
OPS.unseen = unseen
OPS.margin = 6
OPS.rate = rate
OPS.rollout = rollout
OPS.settled = settled
OPS.bounds = bounds
OPS.prospects_fill = prospects_fill
register(&OPS)
