"""Triz as bytes and as text: the body of a snapshot, notation, the canonical form.

The body in bytes: drawn, passes, triples (2), then for each seat the size of its hand; the hands; the discards (as
many as the seat has laid triples); a bit for each site, rows of whole bytes; the look of each piece in the order of
places; unless observed the dealt order. Rules are cited by paragraph of docs/rules/triz.md. This file knows no moves.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset
from tileengine._core.codes cimport CORRUPT_POSITION, OK, SNAPSHOT_MAX, TRUNCATED, VIEWER_ALL
from tileengine._core.state cimport STATE_WORDS, State
from tileengine._core.parts.triz_board cimport (ALL_PASSED, BY_LOOK, Body, CELLS, FIELD_SIZE, FLIP, HAND, HANDS_EMPTY,
                                                PIECES, PIECE_SET, RECOLOUR, RECOLOURED, RENAMES, RING, RUNNING, SEATS,
                                                SIDE, STEP, STRIDE, TRIPLES, TYPES, colour_at, copies, dealt_triples,
                                                fits_somewhere, pile_add, recoloured, seat_colours, seat_triples,
                                                sees_hand, shuffled_pieces, triz_low)
from tileengine._core.parts.triz_hidden cimport seen_pieces, has_passed, split_misfits, pool_fill


# -- bytes -------------------------------------------------------------------------------------------------------------

cdef int triz_write(const State* s, uint8_t* out) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int width = (s.options[FIELD_SIZE] + 7) >> 3
    cdef int at = 4
    cdef int seat, a, i
    cdef uint32_t columns
    out[0] = b.drawn
    out[1] = b.passes
    memcpy(out + 2, &b.triples, 2)
    memcpy(out + at, b.hand_size, s.seats)
    at += s.seats
    for seat in range(s.seats):
        memcpy(out + at, b.hand[seat], b.hand_size[seat])
        at += b.hand_size[seat]
    for seat in range(s.seats):
        memcpy(out + at, b.discard[seat], b.discard_size[seat])
        at += b.discard_size[seat]
    for a in range(s.options[FIELD_SIZE]):
        for i in range(width):
            out[at + i] = <uint8_t>(b.rows[a + 1] >> (8 * i))
        at += width
    for a in range(s.options[FIELD_SIZE]):
        columns = b.rows[a + 1]
        while columns:
            out[at] = b.look[(a + 1) * STRIDE + triz_low(columns)]
            at += 1
            columns &= columns - 1
    if s.viewer == VIEWER_ALL:
        memcpy(out + at, b.order, b.total)
        at += b.total
    return at


cdef bint read_pile(const uint8_t* data, int count, bint visible, uint8_t* pile) noexcept nogil:
    cdef int i
    for i in range(count):
        pile[i] = data[i]
        if (data[i] >= TYPES or (i > 0 and data[i] < data[i - 1])) if visible else data[i] != 0xFF:
            return False
    return True


cdef int read_field(State* s, const uint8_t* data, int count, int* laid_shuffled) noexcept nogil:
    """Reads the bits and looks, and joins the groups; returns the bytes used, or -1."""
    cdef Body* b = <Body*>s.body
    cdef const uint16_t* piece_of = BY_LOOK[s.options[FLIP]]
    cdef uint8_t parent[PIECES + 1]
    cdef int n = s.options[FIELD_SIZE]
    cdef int width = (n + 7) >> 3
    cdef int table = dealt_triples(s)
    cdef int at = n * width
    cdef int a, i, cell, one, other, piece, seen = 0
    cdef uint32_t columns
    if count < at:
        return -1
    for a in range(n):
        columns = 0
        for i in range(width):
            columns |= <uint32_t>data[a * width + i] << (8 * i)
        if columns >> n:
            return -1
        b.rows[a + 1] = columns
        while columns:
            cell = (a + 1) * STRIDE + triz_low(columns)
            columns &= columns - 1
            if at >= count or b.laid >= PIECES or piece_of[data[at]] == 0:
                return -1
            piece = (piece_of[data[at]] - 1) >> 3
            if piece >= TRIPLES and table >> (piece - TRIPLES) & 1:
                if b.triples >> (piece - TRIPLES) & 1 or seen >> (piece - TRIPLES) & 1:
                    return -1       # it lies on the table, or twice on the field
                seen |= 1 << (piece - TRIPLES)
            else:
                laid_shuffled[0] += 1
            b.look[cell] = data[at]
            at += 1
            b.laid += 1
            one = b.laid
            parent[one] = <uint8_t>one
            for i in range(2, 4):
                other = b.group[cell + STEP[i]]
                if other == 0:
                    continue
                while parent[other] != other:
                    other = parent[other]
                if other < one:
                    parent[one] = <uint8_t>other
                    one = other
                else:
                    parent[other] = <uint8_t>one
            b.group[cell] = <uint8_t>one
    if (seen | b.triples) != table:
        return -1
    for i in range(1, b.laid + 1):
        parent[i] = parent[parent[i]]       # parents come before their children
    for a in range(n):
        columns = b.rows[a + 1]
        while columns:
            cell = (a + 1) * STRIDE + triz_low(columns)
            columns &= columns - 1
            b.group[cell] = parent[b.group[cell]]
    return at


cdef bint conserved(const State* s) noexcept nogil:
    """No piece shows more often than the set has it; in a full position the dealt order adds up with the rest."""
    cdef const Body* b = <const Body*>s.body
    cdef uint8_t seen[TYPES]
    cdef int table = dealt_triples(s)
    cdef int piece, i
    seen_pieces(s, seen)
    if s.viewer != VIEWER_ALL:
        for piece in range(TYPES):
            if seen[piece] > copies(s)[piece]:
                return False
        return True
    for i in range(b.total):
        if b.order[i] >= TYPES:
            return False
        if i >= b.drawn:
            seen[b.order[i]] += 1
    for piece in range(TYPES):
        if seen[piece] != copies(s)[piece]:
            return False
    for i in range(b.total):    # now the order itself, all of which is in seen
        piece = b.order[i]
        if seen[piece] == 0 or (piece >= TRIPLES and table >> (piece - TRIPLES) & 1):
            return False
        seen[piece] -= 1
    return True


cdef bint passes_hold(const State* s) noexcept nogil:
    """Whoever has just passed had to (Z4.2), as far as this viewer can tell."""
    cdef const Body* b = <const Body*>s.body
    cdef uint8_t pool[PIECES]
    cdef int hidden = 0
    cdef int seat, i, mask
    for seat in range(s.seats):
        if not has_passed(s, seat) or b.hand_size[seat] == 0:
            continue
        mask = b.triples & seat_triples(s, seat)
        for i in range(12):
            if mask >> i & 1 and fits_somewhere(s, TRIPLES + i):
                return False
        if not sees_hand(s, seat):
            hidden += b.hand_size[seat]
            continue
        for i in range(b.hand_size[seat]):
            if fits_somewhere(s, b.hand[seat][i]):
                return False
    return hidden == 0 or split_misfits(s, pool, pool_fill(s, pool)) >= hidden


cdef int triz_read(State* s, const uint8_t* data, int count) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef uint8_t by_piece[TYPES]
    cdef int table = dealt_triples(s)
    cdef int at = 4 + s.seats
    cdef int out = 0
    cdef int seat, used, mine, over
    if count < at:
        return TRUNCATED
    b.total = <uint8_t>shuffled_pieces(s, by_piece)
    b.drawn = data[0]
    b.passes = data[1]
    memcpy(&b.triples, data + 2, 2)
    if b.drawn > b.total or b.drawn < HAND * s.seats or b.passes > s.seats or b.triples & ~table:
        return CORRUPT_POSITION
    for seat in range(s.seats):
        # Z6.2: each triple laid cost a hand piece, so the discards need no count of their own.
        mine = (table & ~b.triples) & seat_triples(s, seat)
        while mine:
            mine &= mine - 1
            b.discard_size[seat] += 1
        b.hand_size[seat] = data[4 + seat]
        used = b.hand_size[seat] + b.discard_size[seat]
        if used > HAND or (used < HAND and b.drawn < b.total):
            return CORRUPT_POSITION
        b.in_hands += b.hand_size[seat]
        out += used
    if count < at + out:
        return TRUNCATED
    for seat in range(s.seats):
        if not read_pile(data + at, b.hand_size[seat], sees_hand(s, seat), b.hand[seat]):
            return CORRUPT_POSITION
        at += b.hand_size[seat]
    for seat in range(s.seats):
        if not read_pile(data + at, b.discard_size[seat], sees_hand(s, seat), b.discard[seat]):
            return CORRUPT_POSITION
        at += b.discard_size[seat]
    used = read_field(s, data + at, count - at, &out)
    if used < 0 or out != b.drawn:
        return CORRUPT_POSITION
    at += used
    if s.viewer == VIEWER_ALL:
        if count != at + b.total:
            return TRUNCATED
        memcpy(b.order, data + at, b.total)
    else:
        if count != at:
            return TRUNCATED
        memset(b.order, 0xFF, b.total)
    over = HANDS_EMPTY if b.in_hands == 0 else (ALL_PASSED if b.passes == s.seats else RUNNING)
    # Every ply lays a piece or passes, and hands the turn on.
    if (s.over != over or (over == HANDS_EMPTY and b.passes) or s.ply % s.seats != s.turn
            or s.ply < <uint32_t>(b.laid + b.passes)):
        return CORRUPT_POSITION
    if not conserved(s) or (b.passes and not passes_hold(s)):
        return CORRUPT_POSITION
    return OK


cdef int triz_check(const State* s) noexcept nogil:
    """Writes the position, reads it again and compares what was derived."""
    cdef const Body* b = <const Body*>s.body
    cdef uint8_t data[SNAPSHOT_MAX]
    cdef uint64_t words[STATE_WORDS]
    cdef State* again = <State*>words
    cdef Body* c = <Body*>again.body
    cdef uint8_t label[256]
    cdef int i
    memset(words, 0, sizeof(State) + sizeof(Body))
    memcpy(again, s, sizeof(State) - sizeof(uint64_t))
    if triz_read(again, data, triz_write(s, data)) != OK:
        return CORRUPT_POSITION
    memset(label, 0, 256)
    for i in range(CELLS):      # labels may differ, the groups they name may not
        if (b.group[i] == 0) != (c.group[i] == 0):
            return CORRUPT_POSITION
        if label[c.group[i]] == 0:
            label[c.group[i]] = b.group[i]
        if label[c.group[i]] != b.group[i]:
            return CORRUPT_POSITION
    memset(label, 0, 256)
    for i in range(CELLS):
        if label[b.group[i]] == 0:
            label[b.group[i]] = c.group[i]
        if label[b.group[i]] != c.group[i]:
            return CORRUPT_POSITION
    memcpy(c.group, b.group, CELLS)
    return OK if memcmp(b, c, sizeof(Body)) == 0 else CORRUPT_POSITION


# -- notation ----------------------------------------------------------------------------------------------------------

cdef char[4] LETTERS = b"RYGB"


cdef int triz_piece_write(int piece, char* out) noexcept nogil:
    cdef int i
    if piece < 0 or piece >= TYPES:
        return 0
    for i in range(4):
        out[i] = LETTERS[colour_at(RING[piece], i)]
    return 4


cdef int triz_piece_parse(const char* text, int count) noexcept nogil:
    cdef char name[4]
    cdef int piece
    if count == 4:
        for piece in range(TYPES):
            triz_piece_write(piece, name)
            if memcmp(name, text, 4) == 0:
                return piece
    return -1


cdef int number_write(int number, char* out) noexcept nogil:
    if number >= 10:
        out[0] = c'1'       # 18 is the largest
        out[1] = <char>(48 + number - 10)
        return 2
    out[0] = <char>(48 + number)
    return 1


cdef int triz_place_write(int place, char* out) noexcept nogil:
    cdef int n = 1
    if place < 0 or (place >> 5) >= SIDE or (place & 31) >= SIDE:
        return 0
    out[0] = c'('
    n += number_write(place >> 5, out + n)
    out[n] = c','
    n += 1
    n += number_write(place & 31, out + n)
    out[n] = c')'
    return n + 1


cdef int triz_place_parse(const char* text, int count) noexcept nogil:
    """Compares with every site's name: exact, and nothing to get wrong."""
    cdef char name[8]
    cdef int a, column, n
    if 5 <= count <= 7:
        for a in range(SIDE):
            for column in range(SIDE):
                n = triz_place_write(a * STRIDE + column, name)
                if n == count and memcmp(name, text, n) == 0:
                    return a * STRIDE + column
    return -1


# -- canonical form ----------------------------------------------------------------------------------------------------

cdef int seats_renamed(const State* s, int renaming) noexcept nogil:
    """The colours of all seats after a renaming, four bits a seat."""
    cdef int seat, i, colours
    cdef int result = 0
    for seat in range(s.seats):
        colours = seat_colours(s, seat)
        for i in range(4):
            if colours >> i & 1:
                result |= 1 << (4 * seat + RECOLOUR[renaming][i])
    return result


cdef int renamed_pile(const uint8_t* pile, int count, int flip, int renaming, bint sorted_pile,
                      uint8_t* out) noexcept nogil:
    cdef uint8_t size = 0
    cdef int i, piece
    for i in range(count):
        piece = pile[i] if pile[i] == 0xFF else recoloured(flip, renaming, pile[i])
        if sorted_pile:
            pile_add(out, &size, piece)
        else:
            out[i] = <uint8_t>piece
    return count


cdef int canonical_form(const State* s, int renaming, int quarter, uint8_t* out) noexcept nogil:
    """The position with colours renamed and the field turned by quarters: what decides how the game goes on."""
    cdef const Body* b = <const Body*>s.body
    cdef int n = s.options[FIELD_SIZE]
    cdef int flip = s.options[FLIP]
    cdef int at, seat, i, a, column, look, swap
    cdef int triples = 0
    for i in range(6):      # the options that are not colours
        out[i] = <uint8_t>s.options[i]
    out[6] = s.seats
    out[7] = s.turn
    out[8] = s.viewer
    out[9] = b.passes
    out[10] = b.drawn
    for i in range(12):
        if b.triples >> i & 1:
            triples |= 1 << (recoloured(flip, renaming, TRIPLES + i) - TRIPLES)
    out[11] = <uint8_t>triples
    out[12] = <uint8_t>(triples >> 8)
    at = 13
    memcpy(out + at, b.hand_size, SEATS)
    memcpy(out + at + SEATS, b.discard_size, SEATS)
    at += 2 * SEATS
    for seat in range(s.seats):
        at += renamed_pile(b.hand[seat], b.hand_size[seat], flip, renaming, True, out + at)
        at += renamed_pile(b.discard[seat], b.discard_size[seat], flip, renaming, True, out + at)
    memset(out + at, 0, n * n)
    for i in range(n * n):
        a = i // n
        column = i % n
        look = b.look[(a + 1) * STRIDE + column]
        if look == 0:
            continue
        look = RECOLOURED[renaming][look]
        for _ in range(quarter):    # Z8.7: (a, b) goes to (n - 1 - b, a) and position i to i + 1
            swap = a
            a = n - 1 - column
            column = swap
            look = (look << 2 | look >> 6) & 0xFF
        out[at + a * n + column] = <uint8_t>look
    at += n * n
    if s.viewer == VIEWER_ALL:
        at += renamed_pile(b.order + b.drawn, b.total - b.drawn, flip, renaming, False, out + at)
    return at


cdef int triz_canonical(const State* s, uint8_t* out) noexcept nogil:
    """The least form over the renamings that the piece set allows and that give the seats the least colours."""
    cdef const uint8_t* allowed = RENAMES[s.options[PIECE_SET]][s.options[FLIP]]
    cdef uint8_t form[SNAPSHOT_MAX]
    cdef int least = -1
    cdef int renaming, quarter, colours
    cdef int count = 0
    for renaming in range(24):
        if allowed[renaming]:
            colours = seats_renamed(s, renaming)
            if least < 0 or colours < least:
                least = colours
    for renaming in range(24):
        if not allowed[renaming] or seats_renamed(s, renaming) != least:
            continue
        for quarter in range(4):
            if count == 0:
                count = canonical_form(s, renaming, quarter, out)
                continue
            canonical_form(s, renaming, quarter, form)
            if memcmp(form, out, count) < 0:
                memcpy(out, form, count)
    out[count] = <uint8_t>least
    out[count + 1] = <uint8_t>(least >> 8)
    return count + 2
