"""Triple Peaks: one seat clears three overlapping triangles of cards onto the waste, one rank up or down at a time.

The rules are docs/rules/triple_peaks.md; its paragraphs are cited as P2.1. The tableau is one bit a slot: `present`
says which cards lie there, `open_cards` which of them nothing covers, `near[r]` which slots were dealt a card one rank
from r, so that the playable cards are one AND. Which card lies where never changes within a round, only the masks do.
The order in which cards went to the waste is not kept, as only the top card counts. Layout and prices are in
triple_peaks_tableau, bytes and hidden information in triple_peaks_forms, drawing in triple_peaks_view, quick play in
triple_peaks_play. This file knows no clock and no other game.
"""
from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy
from tileengine._core.action cimport (DRAW, TAKE, Filter, action_kind, action_make, action_piece, action_place,
                                      action_plain, filter_kind, filter_piece, filter_place)
from tileengine._core.codes cimport (ANY, BAD_ORDER, GAME_OVER, HIDDEN_INFORMATION, ILLEGAL_MOVE, MALFORMED_MOVE,
                                     NO_PIECE, NO_PLACE, OK, VIEWER_ALL)
from tileengine._core.ops cimport (HIDDEN_STOCK, OPTION_BOOL, OPTION_CHOICE, GameOps, OptionDef, PresetDef, Reason,
                                   reason_clear, reason_number, reason_place, reason_say)
from tileengine._core.random cimport Draw, Fast, draw_open, draw_shuffle, fast_below
from tileengine._core.registry cimport register
from tileengine._core.state cimport State
from tileengine._core.parts.triple_peaks_forms cimport (canonical, check, fits, observe, piece_parse, piece_write,
                                                        place_parse, place_write, read, resample, unseen, write)
from tileengine._core.parts.triple_peaks_judge cimport evaluate
from tileengine._core.parts.triple_peaks_play cimport rate, rollout, settled
from tileengine._core.parts.triple_peaks_prospects cimport PROSPECTS, PROSPECTS_COUNT, prospects_fill
from tileengine._core.parts.triple_peaks_tableau cimport (APEXES, BENEATH, BONUS, Beneath, Body, CARDS, CLEARED,
                                                          COVER, FLOOR_ZERO, FULL, MULTIPLIER, POINTS, PROGRESSIVE,
                                                          ROUNDS_MAX, RUN, RUNNING, SCORE_FLOOR, SLOTS, STANDARD,
                                                          STOCK, STUCK, UPPER, ctz, near_fill, playable_fill,
                                                          popcount, rank_of, score, take_of)
from tileengine._core.parts.triple_peaks_view cimport draw_card, polygon, view

# -- the deal ----------------------------------------------------------------------------------------------------------

cdef void round_start(Body* b) noexcept nogil:
    """Lays out b.order: the score and the number of the round are the caller's (P1.1, P1.2)."""
    b.present = FULL
    b.open_cards = FULL & ~((<uint32_t>1 << UPPER) - 1)
    b.drawn = 0
    b.run = 0
    b.top = SLOTS
    near_fill(b.order, b.near)
    playable_fill(b)


cdef int check_options(const int32_t* options, int seats) noexcept nogil:
    return 0


cdef int shuffle(const State* s, Draw* draw, uint8_t* order) noexcept nogil:
    cdef int i
    for i in range(CARDS):
        order[i] = <uint8_t>i
    draw_shuffle(draw, order, CARDS)
    return CARDS


cdef int deal(State* s, const uint8_t* order, int count) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef uint64_t seen = 0
    cdef int i
    if count != CARDS:
        return BAD_ORDER
    for i in range(CARDS):
        if order[i] >= CARDS or seen >> order[i] & 1:
            return BAD_ORDER
        seen |= <uint64_t>1 << order[i]
    memcpy(b.order, order, CARDS)
    b.round = 1
    round_start(b)
    return OK


cdef int order_get(const State* s, uint8_t* order) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    if s.viewer != VIEWER_ALL:
        return 0
    memcpy(order, b.order, CARDS)
    return CARDS


# -- moves -------------------------------------------------------------------------------------------------------------

cdef inline bint may_draw(const State* s) noexcept nogil:
    """P2.2, P2.3."""
    cdef const Body* b = <const Body*>s.body
    return b.drawn < STOCK and s.over == RUNNING


cdef inline uint32_t takes_wanted(const Body* b, const Filter* f) noexcept nogil:
    """The playable slots that a filter lets through."""
    cdef uint32_t wanted = b.playable
    cdef uint32_t left
    if not filter_kind(f, TAKE):
        return 0
    if f.place != ANY:
        wanted &= <uint32_t>1 << f.place if 0 <= f.place < SLOTS else 0
    if f.piece != ANY:
        left = wanted
        while left:
            if b.order[ctz(left)] != f.piece:
                wanted &= ~(left & (0 - left))
            left &= left - 1
    return wanted


cdef inline bint draw_wanted(const State* s, const Filter* f) noexcept nogil:
    return may_draw(s) and filter_kind(f, DRAW) and filter_place(f, NO_PLACE) and filter_piece(f, NO_PIECE)


cdef int legal(const State* s, const Filter* f, uint32_t* out, int capacity) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint32_t left = takes_wanted(b, f)
    cdef int count = 0
    while left and count < capacity:
        out[count] = take_of(b, ctz(left))
        count += 1
        left &= left - 1
    if count < capacity and draw_wanted(s, f):
        out[count] = action_plain(DRAW)
        count += 1
    return count


cdef int count_legal(const State* s, const Filter* f) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    return popcount(takes_wanted(b, f)) + draw_wanted(s, f)


cdef uint32_t sample(const State* s, Fast* fast) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint32_t left = b.playable
    cdef int takes = popcount(left)
    cdef int count = takes + may_draw(s)
    cdef int chosen
    if count == 0:
        return 0
    chosen = <int>fast_below(fast, <uint32_t>count)
    if chosen == takes:
        return action_plain(DRAW)
    while chosen:
        left &= left - 1
        chosen -= 1
    return take_of(b, ctz(left))


cdef void board_cleared(State* s) noexcept nogil:
    """P3.2 and P4.1, or the next round within the same move (P3.5, P3.6)."""
    cdef Body* b = <Body*>s.body
    cdef Draw draw
    b.total += BONUS[s.options[MULTIPLIER]]
    if s.options[PROGRESSIVE] and b.round < ROUNDS_MAX:
        draw_open(&draw, &s.stream)
        shuffle(s, &draw, b.order)
        b.round += 1
        round_start(b)
    else:
        b.playable = 0
        s.over = CLEARED


cdef void apply(State* s, uint32_t action) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef int mode = s.options[MULTIPLIER]
    cdef const Beneath* under
    cdef uint32_t bit
    cdef int slot, cost
    if action_kind(action) == TAKE:
        slot = action_place(action)
        under = &BENEATH[slot]
        bit = <uint32_t>1 << slot
        b.present &= ~bit
        b.open_cards &= ~bit
        if (b.present & under.cover[0]) == 0:
            b.open_cards |= under.bit[0]
        if (b.present & under.cover[1]) == 0:
            b.open_cards |= under.bit[1]
        b.top = <uint8_t>slot
        b.run += 1
        b.total += POINTS[mode][b.run]
        if bit & APEXES:
            b.total += BONUS[mode]
            if b.present == 0:
                board_cleared(s)
                return
    else:
        b.drawn += 1
        b.top = <uint8_t>(SLOTS + b.drawn)
        b.run = 0
        if mode == STANDARD:
            cost = 5
            if s.options[SCORE_FLOOR] == FLOOR_ZERO and b.total < 5:
                cost = <int>b.total     # P3.3
            b.total -= cost
            b.stock_points -= cost
    playable_fill(b)
    if b.playable == 0 and b.drawn == STOCK:
        s.over = STUCK


cdef int explain(const State* s, uint32_t action, Reason* reason) noexcept nogil:
    """What lies face down is never compared with the action: a covered card is refused as covered."""
    cdef const Body* b = <const Body*>s.body
    cdef int slot = action_place(action)
    cdef int card = action_piece(action)
    cdef uint32_t covers
    if reason != NULL:
        reason_clear(reason)
    if action_kind(action) == TAKE:
        if slot >= SLOTS or card >= CARDS or action != action_make(TAKE, <uint32_t>slot, <uint32_t>card, 0, 0):
            return MALFORMED_MOVE
        if b.playable >> slot & 1 and b.order[slot] == card:
            if reason != NULL and b.playable & (b.playable - 1) == 0 and b.drawn == STOCK:
                reason_say(reason, b"P2.4", b"The stock is empty and no other card can be played.")
            return OK
        if s.over != RUNNING:
            reason_say(reason, b"P2.3", b"The game has ended.")
            return GAME_OVER
        if not b.present >> slot & 1:
            reason_say(reason, b"P2.1", b"No card lies there any more.")
            reason_place(reason, slot)
        elif not b.open_cards >> slot & 1:
            reason_say(reason, b"P2.1", b"The card is covered: those on it have to leave first.")
            reason_place(reason, slot)
            covers = COVER[slot] & b.present
            while covers:
                reason_place(reason, ctz(covers))
                covers &= covers - 1
        elif b.order[slot] != card:
            reason_say(reason, b"P2.1", b"Another card lies there.")
            reason_place(reason, slot)
        else:
            reason_say(reason, b"P2.1", b"The card's rank is neither one above nor one below that of the waste.")
            reason_place(reason, slot)
            reason_number(reason, rank_of(card) + 1)
            reason_number(reason, rank_of(b.order[b.top]) + 1)
        return ILLEGAL_MOVE
    if action != action_plain(DRAW):
        return MALFORMED_MOVE
    if s.over != RUNNING:
        reason_say(reason, b"P2.3", b"The game has ended.")
        return GAME_OVER
    if b.drawn == STOCK:
        reason_say(reason, b"P2.3", b"The stock is empty, and it is gone through only once.")
        return ILLEGAL_MOVE
    if b.playable == 0:
        reason_say(reason, b"P2.4", b"No card can be played: a stock card has to be turned.")
    return OK


# -- the end of a game -------------------------------------------------------------------------------------------------

cdef void outcome(const State* s, int8_t* results) noexcept nogil:
    results[0] = 2 if s.over == CLEARED else 0


# -- what a move shows -------------------------------------------------------------------------------------------------

cdef uint32_t revealed(const State* before, const State* after) noexcept nogil:
    """Ranks of the cards that came up, in the order of their slots; another deal is not looked into."""
    cdef const Body* b = <const Body*>before.body
    cdef const Body* a = <const Body*>after.body
    cdef uint32_t fresh = a.open_cards & ~b.open_cards
    cdef uint32_t key = 0
    if a.round != b.round:
        return 0
    if a.drawn != b.drawn:
        return 1 + rank_of(a.order[a.top])
    while fresh:
        key = 16 * key + 1 + rank_of(a.order[ctz(fresh)])
        fresh &= fresh - 1
    return key


cdef int round_number(const State* s) noexcept nogil:
    return (<const Body*>s.body).round


# -- for the solver ----------------------------------------------------------------------------------------------------

cdef const GameOps* peaks_ops() noexcept nogil:
    return &OPS


cdef const uint32_t* peaks_covers() noexcept nogil:
    return COVER


cdef int peaks_round(const State* s, PeaksRound* out) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int mode = s.options[MULTIPLIER]
    if s.viewer != VIEWER_ALL:
        return HIDDEN_INFORMATION
    out.total = b.total
    out.runs = RUN[mode]
    out.bonus = BONUS[mode]
    out.stock_price = 5 if mode == STANDARD else 0
    out.floor_zero = mode == STANDARD and s.options[SCORE_FLOOR] == FLOOR_ZERO
    out.present = b.present
    memcpy(out.cards, b.order, CARDS)
    out.drawn = b.drawn
    out.run = b.run
    out.waste = b.order[b.top]
    return OK


# -- the table ---------------------------------------------------------------------------------------------------------

cdef OptionDef OPTIONS[3]
cdef PresetDef PRESETS[4]
cdef const char* PHASES[1]
cdef const char* ENDS[3]
cdef const char* PARTS[4]
cdef const char* COLOURS[2]
cdef GameOps OPS


cdef void option_fill(int index, const char* name, int kind, int high, const char* choices, const char* paragraph,
                      const char* meaning) noexcept:
    OPTIONS[index].name = name
    OPTIONS[index].kind = kind
    OPTIONS[index].low = OPTIONS[index].default = 0
    OPTIONS[index].high = high
    OPTIONS[index].choices = choices
    OPTIONS[index].paragraph = paragraph
    OPTIONS[index].meaning = meaning


cdef void preset_fill(int index, const char* name, const char* settings, const char* meaning) noexcept:
    PRESETS[index].name = name
    PRESETS[index].settings = settings
    PRESETS[index].meaning = meaning


option_fill(SCORE_FLOOR, b"score_floor", OPTION_CHOICE, 1, b"zero none", b"P3.3",
            b"Whether the price of stock cards can take the score below zero.")
option_fill(MULTIPLIER, b"multiplier", OPTION_CHOICE, 2, b"off doubling as_printed", b"P3.4",
            b"Points double along a run, bonuses are 25 and stock cards are free.")
option_fill(PROGRESSIVE, b"progressive", OPTION_BOOL, 1, NULL, b"P3.5",
            b"A cleared board starts another round and the score carries over.")
preset_fill(0, b"standard", b"score_floor=zero multiplier=off progressive=false", b"As the program plays it.")
preset_fill(1, b"as_written", b"score_floor=none", b"As the help text has it: the score may be negative.")
preset_fill(2, b"multiplier", b"multiplier=doubling", b"Points double along a run.")
preset_fill(3, b"progressive", b"progressive=true", b"Round after round until one is lost.")
PHASES[0] = b"play"
ENDS[RUNNING], ENDS[CLEARED], ENDS[STUCK] = b"running", b"cleared", b"stuck"
PARTS[0], PARTS[1], PARTS[2], PARTS[3] = b"cards", b"triangles", b"clear", b"stock"
COLOURS[0], COLOURS[1] = b"red", b"black"

OPS.id = 1
OPS.slug = b"triple_peaks"
OPS.title = b"Triple Peaks"
OPS.rules_version = 1
OPS.seats_min = OPS.seats_max = OPS.seats_default = 1
OPS.body_size = sizeof(Body)
OPS.actions_max = 9                             # eight cards of two ranks, and the stock
OPS.plies_max = ROUNDS_MAX * (SLOTS + STOCK)    # P3.7
OPS.pieces_count = CARDS
OPS.hidden = HIDDEN_STOCK
OPS.zero_sum = False
OPS.options, OPS.options_count = OPTIONS, 3
OPS.presets, OPS.presets_count = PRESETS, 4
OPS.phases, OPS.phases_count = PHASES, 1
OPS.ends, OPS.ends_count = ENDS, 3
OPS.parts, OPS.parts_count = PARTS, 4
OPS.prospects, OPS.prospects_count = PROSPECTS, PROSPECTS_COUNT
OPS.colours, OPS.colours_count = COLOURS, 2
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
OPS.draw = draw_card
OPS.canonical = canonical
OPS.fits = fits
OPS.unseen = unseen
OPS.margin = 40
OPS.alike = 3 << 7      # suits
OPS.rate = rate
OPS.rollout = rollout
OPS.evaluate = evaluate
OPS.revealed = revealed
OPS.round = round_number
OPS.settled = settled
OPS.prospects_fill = prospects_fill
register(&OPS)
