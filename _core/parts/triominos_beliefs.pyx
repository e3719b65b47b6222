"""What play tells of the racks of Triominos: who lays a tile holds hardly any that would have brought much more, and
who misses a turn holds none that fitted.

The table is laid again tile by tile, as all have seen it. When a seat missed its turn shows in whose tiles follow each
other; when else it drew does not, so those draws are spread over its turns. It knows no search, and of the racks no
more than their sizes.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset
from tileengine._core.codes cimport SEATS_MAX
from tileengine._core.parts.triominos_bytes cimport outranking
from tileengine._core.parts.triominos_play cimport shape_points
from tileengine._core.parts.triominos_table cimport (ALL, HIGHEST_TRIPLE, MAX_DRAWS, OPENING, ORIGIN, START, SUM, TILES,
                                                     Body, Shape, __builtin_ctzll, bit, cell_find, fits_union, lay,
                                                     rack_size)
from tileengine._core.state cimport STATE_WORDS, State

cdef enum:
    USUAL_DRAWS = 3     # of a missed turn, where draws have no cap

cdef double SOFT = 2.0      # points: a tile that would have brought so many more is half as likely to be there
cdef double FLOOR = 0.05    # and however many more, it may have been overlooked or kept

# What is known of a seat's draws, and its odds.
ctypedef struct Seat:
    double* odds
    double held             # tiles on its rack, as far as they can be reckoned
    double missing          # tiles drawn in a missed turn, and
    double placing          # in a turn that ended with a placement, on average
    int missed
    int placed


cdef void drew(Seat* seat, double count, int laid) noexcept nogil:
    """So many unseen tiles have come to the rack: what was known of it says that much less."""
    cdef double share = min(count / max(TILES - laid - seat.held, 1.0), 1.0)
    cdef int piece
    for piece in range(TILES):
        seat.odds[piece] += (1 - seat.odds[piece]) * share
    seat.held += count


cdef void lacked(Seat* seat, uint64_t tiles) noexcept nogil:
    while tiles:
        seat.odds[__builtin_ctzll(tiles)] = 0
        tiles &= tiles - 1


cdef void preferred(const State* s, Seat* seat, int place, int piece) noexcept nogil:
    """The seat is about to lay a tile: those that would bring more become less likely."""
    cdef const Body* b = <const Body*>s.body
    cdef double best[TILES]
    cdef double played = SUM[piece] + shape_points(s, place, piece)
    cdef double more
    cdef uint64_t tiles
    cdef int i, other
    memset(best, 0, sizeof(best))
    for i in range(b.cells_count):
        tiles = b.fits[i] & ~b.laid
        while tiles:
            other = __builtin_ctzll(tiles)
            tiles &= tiles - 1
            best[other] = max(best[other], <double>(SUM[other] + shape_points(s, b.cells[i], other)))
    for other in range(TILES):
        more = best[other] - played
        if more > 0:
            seat.odds[other] *= max(SOFT / (SOFT + more), FLOOR)


cdef void reckon(const State* s, Seat* seats) noexcept nogil:
    """Turns missed and tiles laid by each seat, and how its draws spread over them."""
    cdef const Body* b = <const Body*>s.body
    cdef int turn = b.starter
    cdef int i, seat, drawn, cap, lost
    for i in range(b.layout_count + 1):
        seat = b.layout[i] >> 21 & 7 if i < b.layout_count else s.turn
        while turn != seat:
            seats[turn].missed += 1
            turn = (turn + 1) % s.seats
        if i < b.layout_count:
            seats[turn].placed += i > 0
            turn = (turn + 1) % s.seats
    cap = s.options[MAX_DRAWS] if s.options[MAX_DRAWS] else USUAL_DRAWS
    for seat in range(s.seats):
        drawn = b.sizes[seat] + seats[seat].placed + (seat == b.starter) - rack_size(s.seats)
        if seat == s.turn:
            drawn -= b.drawn_turn
        lost = min(drawn, cap * seats[seat].missed)
        seats[seat].held = rack_size(s.seats)
        seats[seat].missing = <double>lost / max(seats[seat].missed, 1)
        seats[seat].placing = <double>(drawn - lost) / max(seats[seat].placed, 1)


cdef void believe(const State* s, double* odds) noexcept nogil:
    """GameOps.believe."""
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t words[STATE_WORDS]
    cdef State* then = <State*>words
    cdef Body* table = <Body*>then.body
    cdef Seat seats[SEATS_MAX]
    cdef Shape shape
    cdef int turn = b.starter
    cdef int i, seat, place, piece
    for i in range(s.seats * TILES):
        odds[i] = 1
    if b.layout_count == 0:
        return
    memset(seats, 0, sizeof(seats))
    for i in range(s.seats):
        seats[i].odds = odds + i * TILES
    reckon(s, seats)
    memcpy(then, s, <char*>s.body - <char*>s)
    memset(table, 0, sizeof(Body))
    table.cells_count = 1
    table.cells[0] = ORIGIN
    table.sides[0] = OPENING
    table.fits[0] = ALL
    for i in range(b.layout_count + 1):
        seat = b.layout[i] >> 21 & 7 if i < b.layout_count else s.turn
        while turn != seat:
            drew(&seats[turn], seats[turn].missing, i)
            lacked(&seats[turn], fits_union(table))     # T6.2, T6.4
            turn = (turn + 1) % s.seats
        if i == b.layout_count:
            break
        place = b.layout[i] & 0x7FFF
        piece = b.layout[i] >> 15 & 63
        if i > 0:
            drew(&seats[turn], seats[turn].placing, i)
            preferred(then, &seats[turn], place, piece)
        elif s.options[START] == HIGHEST_TRIPLE and piece:      # who opens with 0-0-0 may hold others (T2.5)
            for seat in range(s.seats):
                lacked(&seats[seat], outranking(bit(piece)))
        lay(table, cell_find(table, place), piece, b.layout[i] >> 24, turn, &shape)
        seats[turn].held -= 1
        turn = (turn + 1) % s.seats
