"""Triple Peaks: one seat clears three overlapping triangles of cards onto the waste, one rank up or down at a time.

The rules are docs/rules/triple_peaks.md; its paragraphs are cited as P2.1. The tableau is one bit a slot: `present`
says which cards lie there, `open_cards` which of them nothing covers, `near[r]` which slots were dealt a card one rank
from r, so that the playable cards are one AND. Which card lies where never changes within a round, only the masks do.
This file knows no clock, no other game and no order in which cards went to the waste: only the top card counts.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset
from tileengine._core.action cimport (DRAW, TAKE, Filter, action_kind, action_make, action_piece, action_place,
                                      action_plain, filter_kind, filter_piece, filter_place)
from tileengine._core.codes cimport (ANY, BAD_ORDER, CORRUPT_POSITION, GAME_OVER, HIDDEN_INFORMATION, ILLEGAL_MOVE,
                                     MALFORMED_MOVE, NO_PIECE, NO_PLACE, OK, TRUNCATED, VIEWER_ALL)
from tileengine._core.ops cimport (HIDDEN_STOCK, OPTION_BOOL, OPTION_CHOICE, GameOps, OptionDef, PresetDef, Reason,
                                   reason_clear, reason_number, reason_place, reason_say)
from tileengine._core.random cimport Draw, Fast, draw_open, draw_shuffle, fast_below, fast_shuffle
from tileengine._core.registry cimport register
from tileengine._core.state cimport State
from tileengine._core.view cimport (Art, View, art_label, art_point, art_stroke, view_counter, view_mark, view_piece,
                                    view_zone)

cdef extern from *:
    int ctz "__builtin_ctz"(unsigned int) noexcept nogil
    int popcount "__builtin_popcount"(unsigned int) noexcept nogil

# -- facts -------------------------------------------------------------------------------------------------------------

cdef enum:
    CARDS = 52          # card = 4 * rank + suit; rank 0 is the ace, suits are clubs, diamonds, hearts, spades
    RANKS = 13
    SLOTS = 28
    UPPER = 18          # the slots above the bottom row, the only ones that can be covered
    STOCK = 23
    APEXES = 0x7
    FULL = 0x0FFFFFFF   # every slot
    LINK_LEFT = 21      # the bottom card that the left and the middle triangle share
    LINK_RIGHT = 24
    ROUNDS_MAX = 1000   # P3.7
    RUN_SEEN = 6        # cards of a run that a quick move looks ahead
    UNKNOWN = 0xFF      # in `order`: a card the viewer has not seen
    GONE = 0xFE         # in canonical forms: an empty slot
    BODY_BYTES = 73     # of an encoded body
    STANDARD = 0        # option multiplier
    FLOOR_ZERO = 0      # option score_floor
    RUNNING = 0
    CLEARED = 1
    STUCK = 2

cdef enum:
    SCORE_FLOOR = 0     # indexes of the options
    MULTIPLIER = 1
    PROGRESSIVE = 2

ctypedef struct Body:
    int64_t total           # points so far, all rounds
    int32_t stock_points    # the part of them that stock cards cost, 0 or less
    uint32_t present        # slots whose card has not been played
    uint32_t open_cards     # derived: present and uncovered, that is face up
    uint32_t playable       # derived: open, and one rank from the waste; 0 when over
    uint32_t near[RANKS]    # derived: slots dealt a card (known to the viewer) one rank from this one
    uint16_t round          # 1 in the first round
    uint8_t drawn           # stock cards turned in this round
    uint8_t run             # cards played since the last stock card
    uint8_t top             # index into `order` of the card on top of the waste
    uint8_t order[CARDS]    # slots 0..27, first waste card, stock in the order it is turned; UNKNOWN if erased

# What may come free when a card leaves: up to two cards beneath it, and what covers each of them.
ctypedef struct Beneath:
    uint32_t bit[2]
    uint32_t cover[2]

cdef uint32_t COVER[SLOTS]          # the two slots that cover a slot, 0 in the bottom row (P1.3)
cdef Beneath BENEATH[SLOTS]
cdef int8_t PEAK[3][2][10]          # the slots of a triangle, row by row, as they are and mirrored
cdef int64_t POINTS[3][SLOTS + 1]   # by option multiplier: the k-th card of a run (P3.1, P3.4)
cdef int64_t RUN[3][SLOTS + 1]      # and the sum over a run of k cards
cdef int64_t BONUS[3]               # a cleared triangle, and once more the whole board (P3.2)
cdef float CENTRE[SLOTS][2]
cdef double PITCH_X = 1.2
cdef double PITCH_Y = 0.7
cdef double HALF_WIDTH = 0.5
cdef double HALF_HEIGHT = 0.7


cdef void tables_fill() noexcept:
    """The layout from its shape: rows of a triangle 1, 2, 3, then the common row, each slot on two of the next row."""
    cdef int column[SLOTS]      # in half cards from the left
    cdef int row[SLOTS]
    cdef int k, i, j, mode
    for k in range(3):
        column[k] = 6 * k + 3
        row[k] = 0
        for i in range(2):
            column[3 + 2 * k + i] = 6 * k + 2 + 2 * i
            row[3 + 2 * k + i] = 1
        for i in range(3):
            column[9 + 3 * k + i] = 6 * k + 1 + 2 * i
            row[9 + 3 * k + i] = 2
    for i in range(10):
        column[UPPER + i] = 2 * i
        row[UPPER + i] = 3
    memset(COVER, 0, sizeof(COVER))
    for i in range(UPPER):
        for j in range(SLOTS):
            if row[j] == row[i] + 1 and (column[j] == column[i] - 1 or column[j] == column[i] + 1):
                COVER[i] |= <uint32_t>1 << j
    memset(BENEATH, 0, sizeof(BENEATH))
    for j in range(SLOTS):
        k = 0
        for i in range(UPPER):
            if COVER[i] >> j & 1:
                BENEATH[j].bit[k] = <uint32_t>1 << i
                BENEATH[j].cover[k] = COVER[i]
                k += 1
        CENTRE[j][0] = <float>(column[j] * PITCH_X / 2)
        CENTRE[j][1] = <float>((3 - row[j]) * PITCH_Y)
    for k in range(3):
        PEAK[k][0][0] = PEAK[k][1][0] = <int8_t>k
        for i in range(2):
            PEAK[k][0][1 + i] = PEAK[k][1][2 - i] = <int8_t>(3 + 2 * k + i)
        for i in range(3):
            PEAK[k][0][3 + i] = PEAK[k][1][5 - i] = <int8_t>(9 + 3 * k + i)
        for i in range(4):
            PEAK[k][0][6 + i] = PEAK[k][1][9 - i] = <int8_t>(UPPER + 3 * k + i)
    for mode in range(3):
        BONUS[mode] = 15 if mode == STANDARD else 25
        POINTS[mode][0] = RUN[mode][0] = 0
        for k in range(1, SLOTS + 1):
            if mode == STANDARD:
                POINTS[mode][k] = k
            else:       # doubling: 1, 2, 4, 8 ...; as_printed: 1, 2, 4, 16, 32 ...
                POINTS[mode][k] = <int64_t>1 << (k - 1 if mode == 1 or k <= 3 else k)
            RUN[mode][k] = RUN[mode][k - 1] + POINTS[mode][k]


# -- bookkeeping -------------------------------------------------------------------------------------------------------

cdef inline int rank_of(int card) noexcept nogil:
    return card >> 2


cdef inline bint is_hidden(const Body* b, int index) noexcept nogil:
    """True for an index of `order` that no viewer has seen: a covered card, or one still in the stock."""
    if index < SLOTS:
        return (b.present & ~b.open_cards) >> index & 1
    return index > SLOTS + b.drawn


cdef uint32_t uncovered(uint32_t present) noexcept nogil:
    cdef uint32_t result = present
    cdef int slot
    for slot in range(UPPER):
        if COVER[slot] & present:
            result &= ~(<uint32_t>1 << slot)
    return result


cdef void near_fill(const uint8_t* order, uint32_t* near) noexcept nogil:
    """Aces and kings are neighbours both ways (P2.1)."""
    cdef uint32_t by_rank[RANKS]
    cdef int i
    memset(by_rank, 0, sizeof(by_rank))
    for i in range(SLOTS):
        if order[i] != UNKNOWN:
            by_rank[rank_of(order[i])] |= <uint32_t>1 << i
    for i in range(1, RANKS - 1):
        near[i] = by_rank[i - 1] | by_rank[i + 1]
    near[0] = by_rank[RANKS - 1] | by_rank[1]
    near[RANKS - 1] = by_rank[RANKS - 2] | by_rank[0]


cdef inline void playable_fill(Body* b) noexcept nogil:
    b.playable = b.open_cards & b.near[rank_of(b.order[b.top])]


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


cdef inline uint32_t take_of(const Body* b, int slot) noexcept nogil:
    return action_make(TAKE, <uint32_t>slot, b.order[slot], 0, 0)


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


# -- score -------------------------------------------------------------------------------------------------------------

cdef int64_t score(const State* s, int seat, int64_t* parts) noexcept nogil:
    """Parts: cards, triangles, clear, stock. Every round before this one was cleared."""
    cdef const Body* b = <const Body*>s.body
    cdef int64_t bonus = BONUS[s.options[MULTIPLIER]]
    parts[1] = bonus * (3 * (b.round - 1) + 3 - popcount(b.present & APEXES))
    parts[2] = bonus * (b.round - 1 + (b.present == 0))
    parts[3] = b.stock_points
    parts[0] = b.total - parts[1] - parts[2] - parts[3]
    return b.total


cdef void outcome(const State* s, int8_t* results) noexcept nogil:
    results[0] = 2 if s.over == CLEARED else 0


# -- hidden information ------------------------------------------------------------------------------------------------

cdef void observe(State* s) noexcept nogil:
    """The seat sees what a spectator sees: open cards, played cards and turned stock cards (P5.1)."""
    cdef Body* b = <Body*>s.body
    cdef int i
    for i in range(CARDS):
        if is_hidden(b, i):
            b.order[i] = UNKNOWN
    near_fill(b.order, b.near)


cdef int unseen(const State* s, uint8_t* by_piece) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int i
    cdef int total = CARDS
    memset(by_piece, 1, CARDS)
    for i in range(CARDS):
        if not is_hidden(b, i):
            by_piece[b.order[i]] = 0
            total -= 1
    return total


cdef void resample(State* s, Fast* fast) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef uint8_t is_unseen[CARDS]
    cdef uint8_t cards[CARDS]
    cdef int i
    cdef int count = 0
    unseen(s, is_unseen)
    for i in range(CARDS):
        if is_unseen[i]:
            cards[count] = <uint8_t>i
            count += 1
    fast_shuffle(fast, cards, count)
    for i in range(CARDS):
        if is_hidden(b, i):
            count -= 1
            b.order[i] = cards[count]
    near_fill(b.order, b.near)


cdef int fits(const State* s, int place, uint8_t* by_piece) noexcept nogil:
    """An open card is known, a covered one may be any unseen card, on an empty slot nothing can lie again."""
    cdef const Body* b = <const Body*>s.body
    if 0 <= place < SLOTS and b.present >> place & 1:
        if is_hidden(b, place):
            return unseen(s, by_piece)
        memset(by_piece, 0, CARDS)
        by_piece[b.order[place]] = 1
        return 1
    memset(by_piece, 0, CARDS)
    return 0


# -- playing well ------------------------------------------------------------------------------------------------------

cdef double take_rate(const Body* b, uint32_t present, uint32_t shown, int slot, int depth) noexcept nogil:
    """What the best run of open cards that begins with this one brings: 1 a card, more for what it uncovers.

    Cards that the run uncovers are not looked at, as the player does not know them yet.
    """
    cdef const Beneath* under = &BENEATH[slot]
    cdef double best = 0
    cdef double value
    cdef uint32_t left
    cdef int k
    present &= ~(<uint32_t>1 << slot)
    shown &= present
    if depth:
        left = shown & b.near[rank_of(b.order[slot])]
        while left:
            value = take_rate(b, present, shown, ctz(left), depth - 1)
            best = max(best, value)
            left &= left - 1
    for k in range(2):
        if under.bit[k]:
            best += 3.0 if (present & under.cover[k]) == 0 else 0.5
    return best if slot < 3 else best + 1.0


cdef double rate(const State* s, uint32_t action) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    if action_kind(action) == TAKE:
        return 3.0 * take_rate(b, b.present, b.open_cards, action_place(action), RUN_SEEN)
    return 0.0


cdef uint32_t rollout(const State* s, Fast* fast) noexcept nogil:
    """The best rated card, with some chance another; a stock card only when no card can be played."""
    cdef const Body* b = <const Body*>s.body
    cdef uint32_t left = b.playable
    cdef int best = 0
    cdef double value
    cdef double best_value = -1e9
    if left == 0:
        return action_plain(DRAW)
    if left & (left - 1) == 0:
        return take_of(b, ctz(left))
    while left:
        value = take_rate(b, b.present, b.open_cards, ctz(left), RUN_SEEN) + 0.01 * fast_below(fast, 200)
        if value > best_value:
            best = ctz(left)
            best_value = value
        left &= left - 1
    return take_of(b, best)


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


# -- forms -------------------------------------------------------------------------------------------------------------

cdef int write(const State* s, uint8_t* out) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    memcpy(out, &b.total, 8)
    memcpy(out + 8, &b.stock_points, 4)
    memcpy(out + 12, &b.present, 4)
    memcpy(out + 16, &b.round, 2)
    out[18] = b.drawn
    out[19] = b.run
    out[20] = b.top
    memcpy(out + 21, b.order, CARDS)
    return BODY_BYTES


cdef int cards_check(const State* s) noexcept nogil:
    """Each card once; unknown exactly those that this viewer cannot have seen."""
    cdef const Body* b = <const Body*>s.body
    cdef bint observed = s.viewer != VIEWER_ALL
    cdef uint64_t seen = 0
    cdef int i, card
    for i in range(CARDS):
        card = b.order[i]
        if observed and is_hidden(b, i):
            if card != UNKNOWN:
                return CORRUPT_POSITION
        elif card >= CARDS or seen >> card & 1:
            return CORRUPT_POSITION
        else:
            seen |= <uint64_t>1 << card
    return OK


cdef int score_check(const State* s) noexcept nogil:
    """The score can come from this many cards in this many runs, and from this many stock cards."""
    cdef const Body* b = <const Body*>s.body
    cdef int mode = s.options[MULTIPLIER]
    cdef int64_t parts[4]
    cdef int64_t before = b.round - 1
    cdef int played = SLOTS - popcount(b.present)
    cdef int rest = played - b.run      # cards of this round outside the present run
    cdef int64_t turned = <int64_t>s.ply - SLOTS * before - played      # stock cards of all rounds
    cdef int64_t low, high
    score(s, 0, parts)
    if rest < 0 or (b.drawn == 0 and rest > 0) or not b.drawn <= turned <= b.drawn + STOCK * before:
        return CORRUPT_POSITION
    # Earlier rounds: 28 cards in 1 to 24 runs; this one: `rest` cards in at most `drawn` runs, evenly or all in one.
    low = before * (4 * RUN[mode][2] + 20 * RUN[mode][1]) + RUN[mode][b.run]
    high = before * RUN[mode][SLOTS] + RUN[mode][b.run] + RUN[mode][rest]
    if rest:
        low += (rest % b.drawn) * RUN[mode][rest // b.drawn + 1]
        low += (b.drawn - rest % b.drawn) * RUN[mode][rest // b.drawn]
    if not low <= parts[0] <= high:
        return CORRUPT_POSITION
    if mode != STANDARD:
        return OK if parts[3] == 0 else CORRUPT_POSITION
    if s.options[SCORE_FLOOR] == FLOOR_ZERO:
        return OK if -5 * turned <= parts[3] <= 0 <= b.total else CORRUPT_POSITION
    return OK if parts[3] == -5 * turned else CORRUPT_POSITION


cdef int essentials_check(const State* s) noexcept nogil:
    """What a body says for itself; open_cards has to be filled already."""
    cdef const Body* b = <const Body*>s.body
    cdef int slot
    if not 1 <= b.round <= (ROUNDS_MAX if s.options[PROGRESSIVE] else 1):
        return CORRUPT_POSITION
    if b.present & ~<uint32_t>FULL or b.drawn > STOCK or b.run > SLOTS:
        return CORRUPT_POSITION
    for slot in range(UPPER):       # a card leaves only after those on it
        if COVER[slot] & b.present and not b.present >> slot & 1:
            return CORRUPT_POSITION
    if b.run == 0:
        if b.top != SLOTS + b.drawn:
            return CORRUPT_POSITION
    elif b.top >= SLOTS or b.present >> b.top & 1:
        return CORRUPT_POSITION
    else:                           # the last card played had nothing played from beneath it
        for slot in range(2):
            if BENEATH[b.top].bit[slot] & ~b.present:
                return CORRUPT_POSITION
    if b.present == 0 and s.options[PROGRESSIVE] and b.round < ROUNDS_MAX:
        return CORRUPT_POSITION
    if cards_check(s) != OK:
        return CORRUPT_POSITION
    return score_check(s)


cdef int over_of(const Body* b) noexcept nogil:
    if b.present == 0:
        return CLEARED
    return STUCK if b.playable == 0 and b.drawn == STOCK else RUNNING


cdef int read(State* s, const uint8_t* data, int count) noexcept nogil:
    cdef Body* b = <Body*>s.body
    if count != BODY_BYTES:
        return TRUNCATED
    memcpy(&b.total, data, 8)
    memcpy(&b.stock_points, data + 8, 4)
    memcpy(&b.present, data + 12, 4)
    memcpy(&b.round, data + 16, 2)
    b.drawn = data[18]
    b.run = data[19]
    b.top = data[20]
    memcpy(b.order, data + 21, CARDS)
    b.open_cards = uncovered(b.present)
    if essentials_check(s) != OK:
        return CORRUPT_POSITION
    near_fill(b.order, b.near)
    playable_fill(b)
    return OK if s.over == over_of(b) else CORRUPT_POSITION


cdef int check(const State* s) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint32_t near[RANKS]
    if b.open_cards != uncovered(b.present) or essentials_check(s) != OK:
        return CORRUPT_POSITION
    near_fill(b.order, near)
    if memcmp(near, b.near, sizeof(near)) != 0 or s.over != over_of(b):
        return CORRUPT_POSITION
    return OK if b.playable == (b.open_cards & near[rank_of(b.order[b.top])]) else CORRUPT_POSITION


cdef int canonical(const State* s, uint8_t* out) noexcept nogil:
    """Ranks without suits, and the triangles in an order of their own; see "Positions that are the same" on the page.

    Triangles joined by a shared bottom card make a chain, which may only be mirrored; chains may also change places.
    """
    cdef const Body* b = <const Body*>s.body
    cdef uint8_t chains[3][32]      # length in triangles, then 10 slots a triangle; the rest stays 0
    cdef uint8_t mirror[32]
    cdef uint8_t is_unseen[CARDS]
    cdef int count = 0
    cdef int at, first, last, i, j, k
    memset(chains, 0, sizeof(chains))
    first = 0
    while first < 3:
        last = first
        while last < 2 and b.present >> (LINK_LEFT if last == 0 else LINK_RIGHT) & 1:
            last += 1
        memset(mirror, 0, sizeof(mirror))
        mirror[0] = chains[count][0] = <uint8_t>(last - first + 1)
        for k in range(last - first + 1):
            for i in range(10):
                j = PEAK[first + k][0][i]
                chains[count][1 + 10 * k + i] = <uint8_t>slot_form(b, j)
                j = PEAK[last - k][1][i]
                mirror[1 + 10 * k + i] = <uint8_t>slot_form(b, j)
        if memcmp(mirror, chains[count], 32) < 0:
            memcpy(chains[count], mirror, 32)
        j = count                   # insertion sort
        while j > 0 and memcmp(chains[j], chains[j - 1], 32) < 0:
            memcpy(mirror, chains[j], 32)
            memcpy(chains[j], chains[j - 1], 32)
            memcpy(chains[j - 1], mirror, 32)
            j -= 1
        count += 1
        first = last + 1
    out[0] = <uint8_t>s.game
    out[1] = s.over
    out[2] = s.viewer == VIEWER_ALL
    for i in range(3):
        out[3 + i] = <uint8_t>s.options[i]
    memcpy(out + 6, &b.total, 8)
    memcpy(out + 14, &b.round, 2)
    out[16] = b.run
    out[17] = <uint8_t>rank_of(b.order[b.top])
    memcpy(out + 18, chains, 96)
    at = 114
    memset(out + at, 0, RANKS)
    unseen(s, is_unseen)
    for i in range(CARDS):
        out[at + rank_of(i)] += is_unseen[i]
    at += RANKS
    for i in range(SLOTS + b.drawn + 1, CARDS):
        out[at] = <uint8_t>(UNKNOWN if b.order[i] == UNKNOWN else rank_of(b.order[i]))
        at += 1
    if s.options[PROGRESSIVE] and s.over == RUNNING:
        memcpy(out + at, s.stream.key, 32)
        memcpy(out + at + 32, &s.stream.block, 8)
        at += 40
    return at


cdef inline int slot_form(const Body* b, int slot) noexcept nogil:
    if not b.present >> slot & 1:
        return GONE
    return UNKNOWN if b.order[slot] == UNKNOWN else rank_of(b.order[slot])


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


# -- notation ----------------------------------------------------------------------------------------------------------

cdef const char* RANK_LETTERS = b"A23456789TJQK"
cdef const char* SUIT_LETTERS = b"CDHS"


cdef int letter_index(const char* letters, char letter) noexcept nogil:
    cdef int i = 0
    while letters[i] != 0:
        if letters[i] == letter:
            return i
        i += 1
    return -1


cdef int piece_write(int piece, char* out) noexcept nogil:
    out[0] = RANK_LETTERS[rank_of(piece)]
    out[1] = SUIT_LETTERS[piece & 3]
    return 2


cdef int piece_parse(const char* text, int count) noexcept nogil:
    cdef int rank, suit
    if count != 2:
        return -1
    rank = letter_index(RANK_LETTERS, text[0])
    suit = letter_index(SUIT_LETTERS, text[1])
    return -1 if rank < 0 or suit < 0 else 4 * rank + suit


cdef int place_write(int place, char* out) noexcept nogil:
    if not 0 <= place < SLOTS:
        return 0
    if place < 10:
        out[0] = <char>(48 + place)
        return 1
    out[0] = <char>(48 + place // 10)
    out[1] = <char>(48 + place % 10)
    return 2


cdef int place_parse(const char* text, int count) noexcept nogil:
    cdef int place = 0
    cdef int i
    if not 1 <= count <= 2 or (count == 2 and text[0] == 48):
        return -1
    for i in range(count):
        if not 48 <= text[i] <= 57:
            return -1
        place = 10 * place + text[i] - 48
    return place if place < SLOTS else -1


# -- drawing -----------------------------------------------------------------------------------------------------------

cdef void view(const State* s, View* v) noexcept nogil:
    """Face-down cards are face down for everybody, whoever the position was observed for (P5.2)."""
    cdef const Body* b = <const Body*>s.body
    cdef int tableau = view_zone(v, b"tableau", -1, popcount(b.present), False)
    cdef int waste = view_zone(v, b"waste", -1, 1 + b.drawn + SLOTS - popcount(b.present), False)
    cdef int slot
    cdef int index = 0
    view_zone(v, b"stock", -1, STOCK - b.drawn, True)
    for slot in range(SLOTS):
        if b.present >> slot & 1:
            view_piece(v, tableau, -1 if is_hidden(b, slot) else <int>b.order[slot], slot, 0, index)
            index += 1
    view_piece(v, waste, b.order[b.top], NO_PLACE, 0, v.zones[waste].size - 1)
    view_counter(v, b"round", -1, b.round)
    view_counter(v, b"run", -1, b.run)
    view_counter(v, b"stock", -1, STOCK - b.drawn)
    view_counter(v, b"next_card", -1, 0 if b.present == 0 else POINTS[s.options[MULTIPLIER]][b.run + 1])
    for slot in range(SLOTS):
        if b.playable >> slot & 1:
            view_mark(v, b"open", slot, -1, 0)
        elif is_hidden(b, slot):
            view_mark(v, b"covered", slot, -1, popcount(COVER[slot] & b.present))


cdef int polygon(int place, float* xy) noexcept nogil:
    cdef int i
    if not 0 <= place < SLOTS:
        return 0
    for i in range(4):      # anticlockwise from the lower left
        xy[2 * i] = <float>(CENTRE[place][0] + (HALF_WIDTH if i == 1 or i == 2 else -HALF_WIDTH))
        xy[2 * i + 1] = <float>(CENTRE[place][1] + (HALF_HEIGHT if i >= 2 else -HALF_HEIGHT))
    return 4


cdef int8_t OUTLINES[4][24]     # suit symbols in tenths of a unit around their middle: length, then x, y pairs


cdef void outlines_fill():
    shapes = (
        (-2, -2, 2, -2, 0, 0, 2, -1, 3, 1, 1, 1, 1, 3, -1, 3, -1, 1, -3, 1),    # clubs
        (0, -3, 2, 0, 0, 3, -2, 0),                                             # diamonds
        (0, -3, 3, 0, 3, 2, 1, 3, 0, 1, -1, 3, -3, 2, -3, 0),                   # hearts
        (-1, -3, 1, -3, 0, -1, 2, -2, 3, 0, 0, 3, -3, 0, -2, -2),               # spades
    )
    for suit, shape in enumerate(shapes):
        OUTLINES[<int>suit][0] = len(shape) // 2
        for i, number in enumerate(shape):
            OUTLINES[<int>suit][1 + <int>i] = number


cdef void draw_card(int place, int piece, int rotation, Art* art) noexcept nogil:
    cdef bint placed = 0 <= place < SLOTS
    cdef double x = CENTRE[place][0] if placed else 0.0
    cdef double y = CENTRE[place][1] if placed else 0.0
    cdef char name[3]
    cdef const int8_t* outline
    cdef int i
    if not 0 <= piece < CARDS:
        return
    art_stroke(art, -1, True)
    art_point(art, x - HALF_WIDTH, y - HALF_HEIGHT)
    art_point(art, x + HALF_WIDTH, y - HALF_HEIGHT)
    art_point(art, x + HALF_WIDTH, y + HALF_HEIGHT)
    art_point(art, x - HALF_WIDTH, y + HALF_HEIGHT)
    outline = OUTLINES[piece & 3]
    art_stroke(art, 0 if 1 <= (piece & 3) <= 2 else 1, True)
    for i in range(outline[0]):
        art_point(art, x + 0.1 * outline[1 + 2 * i], y - 0.3 + 0.1 * outline[2 + 2 * i])
    name[piece_write(piece, name)] = 0
    art_label(art, x, y + 0.35, name)


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


tables_fill()
outlines_fill()
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
OPS.revealed = revealed
OPS.round = round_number
register(&OPS)
