"""What a position of Tantrix promises beyond its score: how the lines of a seat's colour can go on, join and close.

Hands lie open and the bag holds what lies nowhere else, so all of it is known; only the tile that a move drew is left
out of the hand. Any tile that does not lie on the table counts, whoever has it, and whatever the phase.
"""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from tileengine._core.ops cimport ProspectDef
from tileengine._core.state cimport State
from tileengine._core.parts.tantrix_board cimport (DEADLOCK, LINK, OCCUPIED, RUNNING, Body, Path, base_of, colour_of,
                                                   ctz, find, fit, free_of_sides, longest, ones, restricted, step)
from tileengine._core.parts.tantrix_play cimport run_on

cdef enum:
    BOUNDED = 4096      # cells within the bounds of 56 connected tiles and one step beyond: at most 58 * 58

PROSPECTS[OPEN_ENDS] = ProspectDef(
    b"open_ends", b"ends", b"Ends of the seat's longest line where a tile not on the table fits and makes it longer.")
PROSPECTS[CONTINUATIONS] = ProspectDef(
    b"continuations", b"tiles", b"Tiles not on the table, in hands and bag, that fit there and make it longer.")
PROSPECTS[HELD] = ProspectDef(b"held", b"tiles", b"Of these, the tiles in the seat's hand.")
PROSPECTS[LINE_NEXT] = ProspectDef(
    b"line_next", b"tiles", b"The longest line of the seat's colour that there can be after one more tile.")
PROSPECTS[LOOP_NEXT] = ProspectDef(
    b"loop_next", b"tiles", b"The largest loop of the seat's colour that one tile can close; 0: none.")
PROSPECTS[LOOP_GAP] = ProspectDef(
    b"loop_gap", b"tiles", b"Fewest tiles from one end of the longest line to the other, colours aside; 0: no way.")


cdef uint64_t held_of(const State* seen, const State* s, int seat) noexcept nogil:
    """A seat's hand as bits, without what was drawn since the position was seen."""
    cdef const Body* b = <const Body*>s.body
    cdef const Body* before = <const Body*>seen.body
    cdef uint64_t tiles = 0
    cdef int i
    for i in range(b.hand_count[seat]):
        tiles |= <uint64_t>1 << b.hand[seat][i]
    for i in range(before.next, b.next):
        tiles &= ~(<uint64_t>1 << b.order[i])
    return tiles


cdef int way_round(const Body* b, int start, int goal) noexcept nogil:
    """Cells of the shortest way through empty cells, both ends counted; 0: there is none.

    A way need not leave the hexagon that bounds the tiles by more than a step.
    """
    cdef uint8_t seen[16384]
    cdef uint16_t queue[BOUNDED]
    cdef int low_q = <int>(b.low >> 8 & 255) - 1
    cdef int high_q = <int>(b.high >> 8 & 255) + 1
    cdef int low_r = <int>(b.low & 255) - 1
    cdef int high_r = <int>(b.high & 255) + 1
    cdef int first = 0
    cdef int last = 1
    cdef int cells = 1
    cdef int end, place, other, side, node
    if start == goal:
        return 1
    memset(seen, 0, sizeof(seen))
    seen[start] = 1
    queue[0] = <uint16_t>start
    while first < last:
        end = last
        cells += 1
        while first < end:
            place = queue[first]
            first += 1
            for side in range(6):
                other = place + step(side)
                if (seen[other] or not low_q <= other >> 7 <= high_q or not low_r <= (other & 127) <= high_r):
                    continue
                node = find(b, other)
                if node >= 0 and b.cell[node] & <uint32_t>OCCUPIED:
                    continue
                if other == goal:
                    return cells
                seen[other] = 1
                queue[last] = <uint16_t>other
                last += 1
    return 0


cdef void look_at(const Body* b, int node, int colour, uint64_t rest, const int* ends, uint64_t* found,
                  int32_t* values) noexcept nogil:
    """What the tiles of `rest` could make of the lines that lead to an empty cell.

    ends: the cells where the longest line ends. found: for each of them the tiles that make it longer.
    """
    cdef int place = b.place[node]
    cdef bint limits = restricted(b)
    cdef uint64_t base[5]
    cdef uint64_t turns, chosen
    cdef int counts[6]
    cdef int to = 0
    cdef bint loop = False
    cdef bint any_line = False
    cdef int side, one, other, k, turn
    cdef uint8_t tile
    for side in range(6):
        counts[side] = 0
        if (b.cell[node] >> 4 * side & 15) == <uint32_t>(1 + colour):
            counts[side] = run_on(b, colour, place, side, &to)
            loop = loop or to == place
            any_line = True
    if not any_line and values[LINE_NEXT]:
        return
    while rest:
        tile = <uint8_t>ctz(rest)
        rest &= rest - 1
        if LINK[tile][colour][0] == 0xFF:
            continue
        chosen = base_of(&tile, 1, base)
        turns = fit(base, chosen, b.cell[node], limits)
        while turns:
            turn = ctz(turns)
            turns &= turns - 1
            one = (LINK[tile][colour][0] + turn) % 6
            other = (LINK[tile][colour][1] + turn) % 6
            if loop:        # both ends of one line come in, and a tile that matches both joins them
                values[LOOP_NEXT] = max(values[LOOP_NEXT], counts[one] + 1)
                continue
            values[LINE_NEXT] = max(values[LINE_NEXT], counts[one] + counts[other] + 1)
            for k in range(2):
                if ends[k] == place:
                    found[k] |= <uint64_t>1 << tile


cdef void prospects_fill(const State* seen, const State* s, int seat, int32_t* values) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int colour = colour_of(s, seat)
    cdef uint64_t rest = (<uint64_t>1 << b.tiles) - 1
    cdef uint64_t found[2]
    cdef Path line, loop
    cdef int ends[2]
    cdef int i
    # Whether a move leads to a deadlock may depend on the tile it draws, so that is not asked.
    cdef bint over = seen.over or s.over not in (RUNNING, DEADLOCK)
    for i in range(PROSPECTS_COUNT):
        values[i] = -1 if over else 0
    if over:
        return
    found[0] = found[1] = 0
    ends[0] = ends[1] = -1
    longest(b, colour, &line, &loop)
    if line.count:
        ends[0] = b.place[line.node[0]] + step(line.enter[0])
        ends[1] = b.place[line.node[line.count - 1]] + step(line.leave[line.count - 1])
        values[LOOP_GAP] = way_round(b, ends[0], ends[1])
    for i in range(b.laid_count):
        rest &= ~(<uint64_t>1 << (b.cell[b.laid[i]] >> 3 & 63))
    values[LINE_NEXT] = line.count
    for i in range(b.open_count):
        if not restricted(b) or free_of_sides(b, b.open_[i]):
            look_at(b, b.open_[i], colour, rest, ends, found, values)
    for i in range(b.forced_count):
        look_at(b, b.forced[i], colour, rest, ends, found, values)
    values[OPEN_ENDS] = (found[0] != 0) + (found[1] != 0)
    values[CONTINUATIONS] = ones(found[0] | found[1])
    values[HELD] = ones((found[0] | found[1]) & held_of(seen, s, seat))
