"""Triple Peaks: what a viewer may see, the body in bytes, the canonical form and notation.

Rules are cited by paragraph of docs/rules/triple_peaks.md. Reading refuses every body that no play gives. This file
knows no moves and no drawing.
"""
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset
from tileengine._core.codes cimport CORRUPT_POSITION, OK, TRUNCATED, VIEWER_ALL
from tileengine._core.random cimport Fast, fast_shuffle
from tileengine._core.state cimport State
from tileengine._core.parts.triple_peaks_tableau cimport (BENEATH, Body, CARDS, CLEARED, COVER, FLOOR_ZERO, FULL,
                                                          LINK_LEFT, LINK_RIGHT, MULTIPLIER, PEAK, PROGRESSIVE, RANKS,
                                                          ROUNDS_MAX, RUN, RUNNING, SCORE_FLOOR, SLOTS, STANDARD,
                                                          STOCK, STUCK, UNKNOWN, UPPER, is_hidden, near_fill,
                                                          playable_fill, popcount, rank_of, score, uncovered)

cdef enum:
    GONE = 0xFE         # in canonical forms: an empty slot
    BODY_BYTES = 73     # of an encoded body

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


# -- bytes -------------------------------------------------------------------------------------------------------------

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


# -- canonical form ----------------------------------------------------------------------------------------------------

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
