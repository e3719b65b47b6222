"""Triz: cross-shaped pieces with four jewels each, laid so that enough neighbouring colours match.

Options, deal, play and scores, and the table of the game; nothing but the groups of touching pieces is carried from
move to move. Rules are cited by paragraph of docs/rules/triz.md. The board is in triz_board, legal moves in triz_moves,
hidden information in triz_hidden, bytes and text in triz_forms, drawing in triz_view. This file knows no other game, no
wire and no clock.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy, memset
from tileengine._core.action cimport (LAY_TRIPLE, PASS, PLACE, Filter, action_extra, action_kind, action_piece,
                                      action_place, action_plain, action_rotation)
from tileengine._core.codes cimport ANY, BAD_ORDER, GAME_OVER, ILLEGAL_MOVE, MALFORMED_MOVE, OK, VIEWER_ALL
from tileengine._core.ops cimport (HIDDEN_HANDS, HIDDEN_STOCK, OPTION_BOOL, OPTION_CHOICE, OPTION_INT, GameOps,
                                   OptionDef, PresetDef, Reason, reason_clear, reason_number, reason_place, reason_say)
from tileengine._core.random cimport Draw, draw_shuffle
from tileengine._core.registry cimport register
from tileengine._core.state cimport State
from tileengine._core.parts.triz_board cimport (ALL_PASSED, Body, COLOUR, FIELD_SIZE, FLIP, HAND, HANDS_EMPTY, Jewels,
                                                LARGEST, LOOK, MATCHES, MATCH_RULE, NEEDED, Need, PIECES, PRODUCT2,
                                                PRODUCT3, SCORING, SEATS, SIDE, STEP, STRIDE, SUM2, SUM3, TRIPLES,
                                                TWO_COLOUR_PRODUCT, TWO_COLOUR_SUM, TYPES, colour_at, dealt_triples,
                                                enough, fit, jewels_join, need_fill, on_field, pile_add, pile_remove,
                                                seat_triples, shuffled_pieces, triz_fits, two_colours)
from tileengine._core.parts.triz_forms cimport (triz_canonical, triz_check, triz_piece_parse, triz_piece_write,
                                                triz_place_parse, triz_place_write, triz_read, triz_write)
from tileengine._core.parts.triz_hidden cimport triz_observe, triz_resample, triz_unseen
from tileengine._core.parts.triz_judge cimport triz_evaluate
from tileengine._core.parts.triz_moves cimport triz_can_lay, triz_count, triz_distinct, triz_legal, triz_sample
from tileengine._core.parts.triz_play cimport triz_rate, triz_settled
from tileengine._core.parts.triz_prospects cimport PROSPECTS, PROSPECTS_COUNT, triz_prospects_fill
from tileengine._core.parts.triz_view cimport triz_draw, triz_polygon, triz_view


# -- options and deal --------------------------------------------------------------------------------------------------

cdef int triz_check_options(const int32_t* options, int seats) noexcept nogil:
    cdef int used = 4 if two_colours(options) else seats
    cdef int i, j
    if two_colours(options) and seats != 2:     # Z5.2
        return 1 + SCORING
    if options[SCORING] >= SUM2 and seats == 2:     # Z5.3
        return 1 + SCORING
    for i in range(used):
        for j in range(i):
            if options[COLOUR + i] == options[COLOUR + j]:
                return 1 + COLOUR + i
    return 0


cdef int triz_shuffle(const State* s, Draw* draw, uint8_t* order) noexcept nogil:
    cdef uint8_t by_piece[TYPES]
    cdef int piece
    cdef int at = 0
    shuffled_pieces(s, by_piece)
    for piece in range(TYPES):
        for _ in range(by_piece[piece]):
            order[at] = <uint8_t>piece
            at += 1
    draw_shuffle(draw, order, at)
    return at


cdef inline bint arrangement(const State* s, const uint8_t* order, int count) noexcept nogil:
    cdef uint8_t by_piece[TYPES]
    cdef int i
    if count != shuffled_pieces(s, by_piece):
        return False
    for i in range(count):
        if order[i] >= TYPES or by_piece[order[i]] == 0:
            return False
        by_piece[order[i]] -= 1
    return True


cdef int triz_deal(State* s, const uint8_t* order, int count) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef int seat
    if not arrangement(s, order, count):
        return BAD_ORDER
    memcpy(b.order, order, count)
    b.total = <uint8_t>count
    b.triples = <uint16_t>dealt_triples(s)      # Z6.1
    for seat in range(s.seats):     # Z4.1: five at a time
        for _ in range(HAND):
            pile_add(b.hand[seat], &b.hand_size[seat], order[b.drawn])
            b.drawn += 1
    b.in_hands = b.drawn
    return OK


cdef int triz_order(const State* s, uint8_t* order) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    if s.viewer != VIEWER_ALL:
        return 0
    memcpy(order, b.order, b.total)
    return b.total


# -- play --------------------------------------------------------------------------------------------------------------

cdef inline void put(State* s, int cell, int look) noexcept nogil:
    """Lays a piece and joins the groups it touches (Z3.4)."""
    cdef Body* b = <Body*>s.body
    cdef int last = (s.options[FIELD_SIZE] + 1) * STRIDE
    cdef uint8_t label, other
    cdef int side, i
    b.laid += 1
    b.look[cell] = <uint8_t>look
    b.rows[cell >> 5] |= <uint32_t>1 << (cell & 31)
    label = b.laid      # a label no other group ever had
    for side in range(4):
        other = b.group[cell + STEP[side]]
        if other != 0 and other < label:
            label = other
    b.group[cell] = label
    for side in range(4):
        other = b.group[cell + STEP[side]]
        if other != 0 and other != label:
            for i in range(STRIDE, last):
                b.group[i] = label if b.group[i] == other else b.group[i]


cdef inline int nth_distinct(const uint8_t* hand, int size, int extra) noexcept nogil:
    """The extra-th different piece of a hand, counted from 1; -1 if there are fewer."""
    cdef int i
    for i in range(size):
        if i == 0 or hand[i] != hand[i - 1]:
            extra -= 1
            if extra == 0:
                return hand[i]
    return -1


cdef void triz_apply(State* s, uint32_t action) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef int seat = s.turn
    cdef int piece = action_piece(action)
    if action_kind(action) == PASS:
        b.passes += 1
    else:
        b.passes = 0
        put(s, action_place(action) + STRIDE, LOOK[piece][action_rotation(action)])
        if action_kind(action) == LAY_TRIPLE:
            b.triples &= <uint16_t>~(1 << (piece - TRIPLES))
            piece = nth_distinct(b.hand[seat], b.hand_size[seat], action_extra(action))
            pile_add(b.discard[seat], &b.discard_size[seat], piece)     # Z6.2: no piece is drawn for it
            pile_remove(b.hand[seat], &b.hand_size[seat], piece)
            b.in_hands -= 1
        else:
            pile_remove(b.hand[seat], &b.hand_size[seat], piece)
            if b.drawn < b.total:       # Z4.1
                pile_add(b.hand[seat], &b.hand_size[seat], b.order[b.drawn])
                b.drawn += 1
            else:
                b.in_hands -= 1
    s.turn = 0 if seat + 1 == s.seats else seat + 1
    if b.in_hands == 0:     # Z5.1, Z6.3
        s.over = HANDS_EMPTY
    elif b.passes == s.seats:   # Z4.2
        s.over = ALL_PASSED


cdef void explain_misfit(const State* s, int cell, int piece, int k, const Need* need, Reason* reason) noexcept nogil:
    """Names the first group that lacks matches, its pieces here and the contacts that do match."""
    cdef int rule = s.options[MATCH_RULE]
    cdef int start = 0
    cdef int i, j, have, side, own, after, row, first
    cdef int groups = 0
    cdef uint32_t sum = 0
    for i in range(need.count):
        groups += need.label[i + 1] != need.label[i]
    for i in range(need.count):
        sum = sum | MATCHES[1][piece][need.row[i]] if rule else sum + MATCHES[0][piece][need.row[i]]
        if need.label[i + 1] == need.label[i]:
            continue
        if not enough(sum, rule) >> (4 * k) & 1:
            have = <int>(sum >> (4 * k) & 15)
            if rule:
                have = (have & 1) + (have >> 1 & 1) + (have >> 2 & 1) + (have >> 3)
                reason_say(reason, b"Z3.5", b"fewer than two jewels of the piece match the group on these sites; "
                           b"numbers: matching jewels, jewels needed, then for each neighbour its matching contacts")
            elif groups == 1:
                reason_say(reason, b"Z3.2", b"fewer than two neighbouring colours match the group on these sites; "
                           b"numbers: matches, matches needed, then for each neighbour its matching contacts")
            else:
                reason_say(reason, b"Z3.3", b"fewer than two neighbouring colours match one of the groups it touches;"
                           b" numbers: matches, matches needed, then for each neighbour its matching contacts")
            reason_place(reason, cell - STRIDE)
            reason_number(reason, have)
            reason_number(reason, NEEDED)
            for j in range(start, i + 1):
                side = need.side[j]
                own = colour_at(LOOK[piece][k], side)
                after = colour_at(LOOK[piece][k], side + 1)
                row = need.row[j]
                reason_place(reason, cell + STEP[side] - STRIDE)
                first = row >> 2 & 3
                reason_number(reason, (own == first) | (own == (row & 3)) << 1 | (after == first) << 2)
            return
        sum = 0
        start = i + 1


cdef int explain_pass(const State* s, Reason* reason) noexcept nogil:
    cdef Filter f
    cdef uint32_t one = 0
    if not triz_can_lay(s):
        reason_say(reason, b"Z4.2", b"no piece of the hand can be laid anywhere, so the seat has to pass")
        return OK
    if reason != NULL:
        f.kind = f.place = f.piece = ANY
        triz_legal(s, &f, &one, 1)
        reason_say(reason, b"Z4.2", b"a seat that can lay a piece has to; it could lay one here")
        reason_place(reason, action_place(one))
    return ILLEGAL_MOVE


cdef int triz_explain(const State* s, uint32_t action, Reason* reason) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int kind = action_kind(action)
    cdef int place = action_place(action)
    cdef int piece = action_piece(action)
    cdef int k = action_rotation(action)
    cdef int extra = action_extra(action)
    cdef int seat = s.turn
    cdef int i
    cdef bint held = False
    cdef Need need
    if reason != NULL:
        reason_clear(reason)
    if kind == PASS:
        if action != action_plain(PASS):
            return MALFORMED_MOVE
        return GAME_OVER if s.over else explain_pass(s, reason)
    if kind != PLACE and kind != LAY_TRIPLE:
        return MALFORMED_MOVE
    if (place >> 5) >= SIDE or (place & 31) >= SIDE or piece >= TYPES or k >= 8 or (k >= 4 and LOOK[piece][k] in (
            LOOK[piece][0], LOOK[piece][1], LOOK[piece][2], LOOK[piece][3])):
        return MALFORMED_MOVE       # a second number for a move that looks the same (Z1.3) is no move either
    if (extra != 0) if kind == PLACE else (extra == 0 or extra > HAND or piece < TRIPLES):
        return MALFORMED_MOVE
    if s.over:
        return GAME_OVER
    if kind == PLACE:
        for i in range(b.hand_size[seat]):
            held |= b.hand[seat][i] == piece
        if not held:
            reason_say(reason, b"Z4.1", b"the piece is not in the hand of the seat to move")
            return ILLEGAL_MOVE
    else:
        if not b.triples & seat_triples(s, seat) & 1 << (piece - TRIPLES):
            reason_say(reason, b"Z6.2", b"the triple does not lie on the table before the seat to move")
            return ILLEGAL_MOVE
        if nth_distinct(b.hand[seat], b.hand_size[seat], extra) < 0:
            reason_say(reason, b"Z6.2", b"the hand has no such piece to discard; numbers: different pieces in it")
            reason_number(reason, triz_distinct(b.hand[seat], b.hand_size[seat]))
            return ILLEGAL_MOVE
    if k >= 4 and not s.options[FLIP]:
        reason_say(reason, b"Z1.5", b"pieces may not be turned over")
        return ILLEGAL_MOVE
    if not on_field(s, place):
        reason_say(reason, b"Z2.2", b"the site is outside the field; numbers: sites on a side of the field")
        reason_place(reason, place)
        reason_number(reason, s.options[FIELD_SIZE])
        return ILLEGAL_MOVE
    if b.look[place + STRIDE]:
        reason_say(reason, b"Z3.6", b"a piece lies there already")
        reason_place(reason, place)
        return ILLEGAL_MOVE
    need_fill(s, place + STRIDE, &need)
    if fit(&need, s.options[MATCH_RULE], piece) >> (4 * k) & 1:
        return OK
    if reason != NULL:
        explain_misfit(s, place + STRIDE, piece, k, &need, reason)
    return ILLEGAL_MOVE


# -- scores ------------------------------------------------------------------------------------------------------------

cdef void largest_groups(const State* s, const Jewels* j, int colour, int64_t* three) noexcept nogil:
    """The sizes of the three largest groups of a colour; 0 for a missing one (Z5.1)."""
    cdef const Body* b = <const Body*>s.body
    cdef int i, k
    cdef int64_t size, swap
    three[0] = three[1] = three[2] = 0
    for i in range(4 * j.count):
        if j.parent[i] != i or colour_at(b.look[j.cell[i >> 2]], i) != colour:
            continue
        size = j.size[i]
        for k in range(3):
            if size > three[k]:
                swap = three[k]
                three[k] = size
                size = swap


cdef int64_t seat_score(const State* s, const Jewels* j, int seat, int64_t* parts) noexcept nogil:
    cdef int scoring = s.options[SCORING]
    cdef int64_t one[3]
    cdef int64_t other[3]
    largest_groups(s, j, s.options[COLOUR + seat], one)
    other[0] = 0
    if two_colours(s.options):
        largest_groups(s, j, s.options[COLOUR + seat + 2], other)
    parts[0] = one[0]
    parts[1] = one[1] if scoring >= SUM2 else 0
    parts[2] = one[2] if scoring == SUM3 or scoring == PRODUCT3 else 0
    parts[3] = other[0]
    if scoring == LARGEST:
        return one[0]
    if scoring == TWO_COLOUR_PRODUCT:
        return one[0] * other[0]
    if scoring == TWO_COLOUR_SUM:
        return one[0] + other[0]
    if scoring == PRODUCT2:
        return one[0] * one[1]
    if scoring == PRODUCT3:
        return one[0] * one[1] * one[2]
    return one[0] + one[1] + (one[2] if scoring == SUM3 else 0)


cdef int64_t triz_score(const State* s, int seat, int64_t* parts) noexcept nogil:
    cdef Jewels j
    jewels_join(s, &j)
    return seat_score(s, &j, seat, parts)


cdef void triz_outcome(const State* s, int8_t* results) noexcept nogil:
    cdef Jewels j
    cdef int64_t totals[SEATS]
    cdef int64_t parts[4]
    cdef int64_t best = -1
    cdef int seat, winners = 0
    jewels_join(s, &j)
    for seat in range(s.seats):
        totals[seat] = seat_score(s, &j, seat, parts)
        if totals[seat] > best:
            best = totals[seat]
            winners = 0
        winners += totals[seat] == best
    for seat in range(s.seats):     # Z5.1: a shared win is nobody's alone
        results[seat] = <int8_t>((2 if winners == 1 else 1) if totals[seat] == best else 0)


# -- table -------------------------------------------------------------------------------------------------------------

cdef OptionDef[10] OPTIONS = [
    OptionDef(b"piece_set", OPTION_CHOICE, 0, 2, 0, b"listed total52 complete", b"Z1.4",
              b"which pieces are played with"),
    OptionDef(b"flip", OPTION_BOOL, 0, 1, 1, NULL, b"Z1.5", b"pieces may be turned over"),
    OptionDef(b"field_size", OPTION_INT, 8, 19, 12, NULL, b"Z2.2", b"sites on a side of the field"),
    OptionDef(b"match_rule", OPTION_CHOICE, 0, 1, 0, b"contacts jewels", b"Z3.5",
              b"what has to match twice: contacts, or jewels of the new piece"),
    OptionDef(b"scoring", OPTION_CHOICE, 0, 6, 0,
              b"largest two_colour_product two_colour_sum sum2 sum3 product2 product3", b"Z5.4",
              b"how the sizes of the groups make the score"),
    OptionDef(b"triples_dealt", OPTION_BOOL, 0, 1, 0, NULL, b"Z6.1",
              b"each seat begins with the triples of its colours face up"),
    OptionDef(b"colour_0", OPTION_CHOICE, 0, 3, 0, b"red yellow green blue", b"Z4.1", b"the colour of seat 0"),
    OptionDef(b"colour_1", OPTION_CHOICE, 0, 3, 1, b"red yellow green blue", b"Z4.1", b"the colour of seat 1"),
    OptionDef(b"colour_2", OPTION_CHOICE, 0, 3, 2, b"red yellow green blue", b"Z4.1",
              b"the colour of seat 2, or the second colour of seat 0"),
    OptionDef(b"colour_3", OPTION_CHOICE, 0, 3, 3, b"red yellow green blue", b"Z4.1",
              b"the colour of seat 3, or the second colour of seat 1"),
]
cdef PresetDef[5] PRESETS = [
    PresetDef(b"two_colours", b"scoring=two_colour_product", b"two seats, two colours each, multiplied"),
    PresetDef(b"triples", b"triples_dealt=true", b"the three triples of one's colour lie ready"),
    PresetDef(b"two_colours_triples", b"scoring=two_colour_sum triples_dealt=true",
              b"two seats with six triples each"),
    PresetDef(b"one_sided", b"piece_set=complete flip=false", b"every one-sided piece once, none turned over"),
    PresetDef(b"wide", b"field_size=19", b"a field on which nobody can be stuck"),
]
cdef const char** PHASES = ["place"]
cdef const char** ENDS = ["running", "hands_empty", "all_passed"]
cdef const char** PARTS = ["largest", "second", "third", "other_colour"]
cdef const char** COLOURS = ["red", "yellow", "green", "blue"]

cdef GameOps OPS

memset(&OPS, 0, sizeof(OPS))
OPS.id = 3
OPS.slug = b"triz"
OPS.title = b"Triz"
OPS.rules_version = 1
OPS.seats_min = 2
OPS.seats_max = SEATS
OPS.seats_default = 2
OPS.body_size = sizeof(Body)
# 361 sites: five different hand pieces in eight orientations, and six triples in four with five discards (Z8.4).
OPS.actions_max = SIDE * SIDE * (HAND * 8 + 6 * 4 * HAND)
# At most three passes before each piece, and four at the end (Z8.5).
OPS.plies_max = PIECES * SEATS + SEATS
OPS.pieces_count = TYPES
OPS.hidden = HIDDEN_STOCK | HIDDEN_HANDS
OPS.zero_sum = False
OPS.options = OPTIONS
OPS.options_count = 10
OPS.presets = PRESETS
OPS.presets_count = 5
OPS.phases = PHASES
OPS.phases_count = 1
OPS.ends = ENDS
OPS.ends_count = 3
OPS.parts = PARTS
OPS.parts_count = 4
OPS.prospects = PROSPECTS
OPS.prospects_count = PROSPECTS_COUNT
OPS.colours = COLOURS
OPS.colours_count = 4
OPS.check_options = triz_check_options
OPS.shuffle = triz_shuffle
OPS.deal = triz_deal
OPS.order = triz_order
OPS.legal = triz_legal
OPS.count_legal = triz_count
OPS.sample = triz_sample
OPS.apply = triz_apply
OPS.explain = triz_explain
OPS.score = triz_score
OPS.outcome = triz_outcome
OPS.observe = triz_observe
OPS.resample = triz_resample
OPS.write = triz_write
OPS.read = triz_read
OPS.check = triz_check
OPS.piece_write = triz_piece_write
OPS.piece_parse = triz_piece_parse
OPS.place_write = triz_place_write
OPS.place_parse = triz_place_parse
OPS.view = triz_view
OPS.polygon = triz_polygon
OPS.draw = triz_draw
OPS.canonical = triz_canonical
OPS.fits = triz_fits
OPS.unseen = triz_unseen
OPS.margin = 10
OPS.rate = triz_rate
OPS.evaluate = triz_evaluate
OPS.settled = triz_settled
OPS.prospects_fill = triz_prospects_fill
register(&OPS)
