"""Exact endgames over any game: the best move when nothing is hidden any more and no chance is left, and its proof.

One or two seats. The value of a position is the mover's lead when the deal ends; a single seat's is its score, and of
equal scores the better result, or the other way round. It is closed in on by tests "is the value at least so much?"
(Plaat's MTD(f)): each is an alpha-beta search with an empty window, depth first with a stack of its own, so that it can
be left after any node and gone on with. What was learnt of a position is kept in a table of fixed size. Equal calls do
equal work, whatever their slices; there is no clock here. It names no game.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from tileengine import errors
from tileengine._core.action cimport Filter
from tileengine._core.codes cimport (ANY, GAME_OVER, HIDDEN_INFORMATION, ILLEGAL_MOVE, PARTS_MAX, SEATS_MAX,
                                     SNAPSHOT_MAX)
from tileengine._core.ops cimport GameOps
from tileengine._core.position cimport Position
from tileengine._core.search.playout cimport Aim, Result, judge, round_of
from tileengine._core.snapshot cimport snapshot_hash
from tileengine._core.state cimport State, state_copy

cdef enum:
    DEPTH_MAX = 128         # moves to the end of the deal
    MOVES_SPARE = 1 << 16   # moves that wait on the way, beside one full list
    LISTED = 16             # moves listed cost one node
    TABLE_BITS = 16
    HISTORY = 4096

cdef int64_t FAR = <int64_t>1 << 60     # beyond every value
cdef int64_t RESULT = <int64_t>1 << 48  # a single seat's better result, where it goes before every score

# What is known of a position: its value for the seat to move lies in low..high.
ctypedef struct Entry:
    uint64_t key
    int64_t low
    int64_t high
    uint32_t move           # the best one known; 0: none
    uint32_t work           # nodes it took, by which entries give way to each other

ctypedef struct Move:
    uint32_t action
    float order

# A position on the way down whose moves are being tried.
ctypedef struct Frame:
    uint64_t key
    int64_t target          # is its value, for its seat, at least this?
    int64_t best            # of the moves tried
    uint64_t entered        # nodes when it was begun
    uint32_t move           # that brought `best`
    uint32_t played         # being tried
    int32_t first           # its moves
    int32_t end
    int32_t next
    uint8_t seat

cdef enum Stage:
    TESTING = 0             # of the value of the root
    TRACING = 1             # the best line, whose value is known
    PROVED = 2
    GIVEN_UP = 3            # deeper or wider than there is room for

ctypedef struct Proof:
    const GameOps* ops
    char* states            # one a depth, root first
    Entry* table
    Move* moves             # of all frames, one behind the other
    uint32_t* legal         # scratch
    int32_t moves_room
    int depth               # of the top frame; -1: none
    int stage
    int round
    uint8_t seat            # that moved first
    bint win_first          # a single seat: of equal results the better score, not the other way round
    int64_t base            # the lead at the root, from which values count
    int64_t low             # bounds of the root's value
    int64_t high
    int64_t target
    uint32_t best           # root move that brought `low`; 0: none yet
    int64_t guess           # the next test's target, as far as the bounds allow it
    int roots               # moves allowed at the root
    uint64_t nodes
    uint64_t cutoffs
    int line_count
    uint32_t line[DEPTH_MAX]
    uint32_t killers[DEPTH_MAX][2]
    float history[HISTORY]
    Frame frames[DEPTH_MAX]
    volatile int stop


cdef inline State* state_at(const Proof* p, int depth) noexcept nogil:
    return <State*>(p.states + <size_t>depth * p.ops.state_size)


cdef inline int slot_of(uint32_t action) noexcept nogil:
    return <int>((action * <uint32_t>0x9E3779B1) >> 20)


cdef uint64_t key_of(const Proof* p, const State* s) noexcept nogil:
    cdef uint8_t out[SNAPSHOT_MAX]
    if p.ops.key != NULL:
        return p.ops.key(s)
    out[0] = s.turn
    out[1] = s.phase
    return snapshot_hash(out, 2 + p.ops.write(s, out + 2))


cdef int64_t lead_of(const Proof* p, const State* s, int seat) noexcept nogil:
    """The value of a position where the deal has ended, for a seat."""
    cdef int64_t parts[PARTS_MAX]
    cdef int8_t outcome[SEATS_MAX]
    cdef int64_t least[SEATS_MAX]
    cdef int64_t most[SEATS_MAX]
    cdef int64_t own
    if p.ops.bounds != NULL and s.seats == 2 and s.over:
        p.ops.bounds(s, least, most)    # quicker than two scores, and the same
        return least[seat] - least[1 - seat]
    memset(parts, 0, sizeof(parts))
    own = p.ops.score(s, seat, parts)
    if s.seats == 2:
        memset(parts, 0, sizeof(parts))
        return own - p.ops.score(s, 1 - seat, parts)
    outcome[0] = 0
    if s.over:
        p.ops.outcome(s, outcome)
    return RESULT * outcome[0] + own if p.win_first else 4 * own + outcome[0]


cdef inline int64_t relative(const Proof* p, int64_t value, int seat) noexcept nogil:
    return value - p.base if seat == p.seat else value + p.base


cdef inline bint ended(const Proof* p, const State* s) noexcept nogil:
    return s.over or round_of(p.ops, s) != p.round


cdef void reach(const Proof* p, const State* s, int64_t* low, int64_t* high) noexcept nogil:
    """Bounds of the value for the seat to move, from the game itself."""
    cdef int64_t least[SEATS_MAX]
    cdef int64_t most[SEATS_MAX]
    cdef int seat = s.turn
    low[0] = -FAR
    high[0] = FAR
    if p.ops.bounds == NULL:
        return
    p.ops.bounds(s, least, most)
    if s.seats == 2:
        low[0] = relative(p, least[seat] - most[1 - seat], seat)
        high[0] = relative(p, most[seat] - least[1 - seat], seat)
    elif p.win_first:
        low[0] = relative(p, least[0], 0)
        high[0] = relative(p, 2 * RESULT + most[0], 0)
    else:
        low[0] = relative(p, 4 * least[0], 0)
        high[0] = relative(p, 4 * most[0] + 2, 0)


# -- the table ---------------------------------------------------------------------------------------------------------

cdef inline Entry* entry_find(const Proof* p, uint64_t key) noexcept nogil:
    cdef Entry* e = p.table + (key >> (64 - TABLE_BITS))
    if e.key == key:
        return e
    e = p.table + ((key >> (64 - TABLE_BITS)) ^ 1)
    return e if e.key == key else NULL


cdef void entry_keep(Proof* p, const Frame* f) noexcept nogil:
    """Keeps what a finished frame has found; of two neighbours the one that took less work gives way."""
    cdef Entry* e = entry_find(p, f.key)
    cdef Entry* other
    if e == NULL:
        e = p.table + (f.key >> (64 - TABLE_BITS))
        other = p.table + ((f.key >> (64 - TABLE_BITS)) ^ 1)
        if other.work < e.work:
            e = other
        e.key = f.key
        e.low = -FAR
        e.high = FAR
        e.move = 0
        e.work = 0
    if f.best >= f.target:
        e.low = max(e.low, f.best)
        e.move = f.move
    else:
        e.high = min(e.high, f.best)
        if e.move == 0:
            e.move = f.move
    e.work = <uint32_t>min(<uint64_t>e.work + p.nodes - f.entered, <uint64_t>0xFFFFFFFF)


# -- one node ----------------------------------------------------------------------------------------------------------

cdef void order_moves(Proof* p, const State* s, Frame* f, uint32_t known, int depth) noexcept nogil:
    """Marks the moves: the one known to be good, those that refuted a neighbour, then by sight and by what they cut."""
    cdef Move* m
    cdef int i
    for i in range(f.first, f.end):
        m = p.moves + i
        if m.action == known:
            m.order = <float>1e12
        elif m.action == p.killers[depth][0]:
            m.order = <float>1e9
        elif m.action == p.killers[depth][1]:
            m.order = <float>1e8
        else:
            m.order = p.history[slot_of(m.action)]
            if p.ops.rate != NULL:
                m.order += <float>p.ops.rate(s, m.action)


cdef bint open_frame(Proof* p, int depth, int64_t target, uint64_t key, uint32_t known) noexcept nogil:
    """Begins to try the moves of the state at a depth; False when there is no room."""
    cdef const State* s = state_at(p, depth)
    cdef Frame* f = &p.frames[depth]
    cdef Filter any_move
    cdef int first = 0 if depth == 0 else p.frames[depth - 1].end
    cdef int count, i
    any_move.kind = any_move.place = any_move.piece = ANY
    f.key = key
    f.target = target
    f.best = -FAR
    f.entered = p.nodes
    f.move = 0
    f.seat = s.turn
    f.first = f.next = first
    if depth == 0 and p.stage == TESTING:
        f.end = p.roots
    else:
        count = p.ops.legal(s, &any_move, p.legal, p.ops.actions_max)
        if first + count > p.moves_room:
            return False
        f.end = first
        for i in range(count):
            if i and p.ops.alike and (p.legal[i] ^ p.legal[i - 1]) & ~p.ops.alike == 0:
                continue
            p.moves[f.end].action = p.legal[i]
            f.end += 1
        if depth:
            p.nodes += count // LISTED
    order_moves(p, s, f, known, depth)
    p.depth = depth
    return True


cdef bint enter(Proof* p, int depth, int64_t target, int seat, int64_t* value) noexcept nogil:
    """Looks at the state at a depth: True when its value, for `seat`, is known well enough for the target."""
    cdef const State* s = state_at(p, depth)
    cdef Entry* e
    cdef uint64_t key
    cdef int64_t low, high
    cdef int sign = 1
    p.nodes += 1
    if ended(p, s):
        value[0] = relative(p, lead_of(p, s, seat), seat)
        return True
    if s.turn != seat:
        sign = -1
        target = 1 - target
    key = key_of(p, s)
    e = entry_find(p, key)
    if e != NULL:
        if e.low >= target:
            value[0] = sign * e.low
            return True
        if e.high < target:
            value[0] = sign * e.high
            return True
    else:
        reach(p, s, &low, &high)
        if low >= target:
            value[0] = sign * low
            return True
        if high < target:
            value[0] = sign * high
            return True
    if depth == DEPTH_MAX or not open_frame(p, depth, target, key, 0 if e == NULL else e.move):
        p.stage = GIVEN_UP
    return False


cdef void deliver(Proof* p, int64_t value) noexcept nogil:
    """Gives the top frame the value of the move it tries."""
    cdef Frame* f = &p.frames[p.depth]
    if value <= f.best:
        return
    f.best = value
    f.move = f.played
    if value >= f.target:
        f.next = f.end
        p.history[slot_of(f.move)] += <float>0.25
        if p.killers[p.depth][0] != f.move:
            p.killers[p.depth][1] = p.killers[p.depth][0]
            p.killers[p.depth][0] = f.move


cdef void try_next(Proof* p) noexcept nogil:
    """Plays the most promising move left of the top frame."""
    cdef Frame* f = &p.frames[p.depth]
    cdef State* s = state_at(p, p.depth + 1)
    cdef Move swap
    cdef int64_t value
    cdef int best = f.next
    cdef int i
    for i in range(f.next + 1, f.end):
        if p.moves[i].order > p.moves[best].order:
            best = i
    swap = p.moves[best]
    p.moves[best] = p.moves[f.next]
    p.moves[f.next] = swap
    f.next += 1
    f.played = swap.action
    state_copy(s, state_at(p, p.depth), p.ops.state_size)
    p.ops.apply(s, f.played)
    s.ply += 1
    if enter(p, p.depth + 1, f.target, f.seat, &value):
        deliver(p, value)


# -- the root ----------------------------------------------------------------------------------------------------------

cdef void begin(Proof* p, int64_t target, uint32_t known) noexcept nogil:
    p.target = target
    if not open_frame(p, 0, target, key_of(p, state_at(p, 0)), known):
        p.stage = GIVEN_UP


cdef void test_next(Proof* p) noexcept nogil:
    """The next test of the root, or on to the line."""
    if p.low < p.high:
        begin(p, max(min(p.guess, p.high), p.low + 1), p.best)
    elif p.best == 0:       # the game's own bounds meet, but a move has to be shown
        begin(p, p.low, 0)
    else:
        p.stage = TRACING
        p.target = p.low
        trace(p, p.best)


cdef void trace(Proof* p, uint32_t move) noexcept nogil:
    """Plays a move of the best line at the root and asks for the next."""
    cdef State* s = state_at(p, 0)
    cdef int seat = s.turn
    cdef const Entry* e
    if p.line_count == DEPTH_MAX:
        p.stage = GIVEN_UP
        return
    p.line[p.line_count] = move
    p.line_count += 1
    p.ops.apply(s, move)
    s.ply += 1
    if ended(p, s):
        p.stage = PROVED
        return
    e = entry_find(p, key_of(p, s))
    begin(p, p.target if s.turn == seat else -p.target, 0 if e == NULL else e.move)


cdef void close_root(Proof* p) noexcept nogil:
    cdef const Frame* f = &p.frames[0]
    p.depth = -1
    if p.stage == TRACING:
        trace(p, f.move)
        return
    if f.best >= p.target:
        p.low = f.best
        p.best = f.move
        p.guess = p.low + 1
    else:
        p.high = p.guess = f.best
    test_next(p)


cdef void close_frame(Proof* p) noexcept nogil:
    """Hands up what the top frame has found. Takes no node."""
    cdef const Frame* f = &p.frames[p.depth]
    cdef int seat = f.seat
    entry_keep(p, f)
    p.depth -= 1
    deliver(p, f.best if p.frames[p.depth].seat == seat else -f.best)


cdef void advance(Proof* p, uint64_t until) noexcept nogil:
    """Works until the proof is finished or the next node would be one too many."""
    while p.stage < PROVED:
        if p.depth < 0:
            test_next(p)
        elif p.frames[p.depth].next == p.frames[p.depth].end:
            if p.depth:
                close_frame(p)
            else:
                close_root(p)
        elif p.nodes >= until or p.stop:
            return
        else:
            try_next(p)


def settled(Position position not None):
    """Whether the seat to move knows all that is left and no chance has a say up to the end of the deal, for one or
    two seats: what an Endgame can be made of."""
    return (not position.s.over and position.s.seats <= 2 and position.ops.settled != NULL
            and position.ops.settled(position.s) != 0)


cdef class Endgame:
    """One proof; grows by `run`, answers at any time. About 4 MB.

    position: settled; whole, or observed for the seat to move; what that seat may not know is erased first and then
    inferred. moves: the root moves looked at; empty: all. win_first: a single seat plays for its result first and then
    for its score. Raises GameOver, HiddenInformation when the position is not settled, IllegalMove.
    """
    cdef Proof* p
    cdef Position root
    cdef bint busy

    def __cinit__(self, Position position not None, *, moves=(), bint win_first=False):
        cdef Proof* p
        cdef int i
        if position.s.over:
            raise errors.make(GAME_OVER, "the game is over: there is no move to choose")
        if not settled(position):
            raise errors.make(HIDDEN_INFORMATION, "hidden pieces or chance still have a say", field="position")
        self.root = position.observe(position.turn).resample(0)
        legal = set(self.root.legal())
        for action in moves:
            if action not in legal:
                raise errors.make(ILLEGAL_MOVE, f"{action!r} is not legal here", field="moves")
        chosen = sorted(moves or legal)
        self.p = p = <Proof*>calloc(1, sizeof(Proof))
        if p == NULL:
            raise MemoryError()
        p.ops = self.root.ops
        p.moves_room = p.ops.actions_max + MOVES_SPARE
        p.states = <char*>malloc(<size_t>(DEPTH_MAX + 1) * p.ops.state_size)
        p.table = <Entry*>calloc(1 << TABLE_BITS, sizeof(Entry))
        p.moves = <Move*>malloc(p.moves_room * sizeof(Move))
        p.legal = <uint32_t*>malloc(p.ops.actions_max * sizeof(uint32_t))
        if p.states == NULL or p.table == NULL or p.moves == NULL or p.legal == NULL:
            raise MemoryError()
        state_copy(state_at(p, 0), self.root.s, p.ops.state_size)
        p.round = round_of(p.ops, self.root.s)
        p.seat = self.root.s.turn
        p.win_first = win_first and self.root.s.seats == 1
        p.base = lead_of(p, self.root.s, p.seat)
        p.depth = -1
        p.roots = <int>len(chosen)
        for i in range(p.roots):
            p.moves[i].action = chosen[i]
        reach(p, self.root.s, &p.low, &p.high)
        if p.roots < <int>len(legal):   # the game's bounds are those of the best move, which may be left out
            p.low = -FAR

    def __dealloc__(self):
        if self.p != NULL:
            free(self.p.states)
            free(self.p.table)
            free(self.p.moves)
            free(self.p.legal)
            free(self.p)

    def run(self, int64_t nodes):
        """Looks at `nodes` more nodes, or until it is finished or stopped; returns how many.

        A node is a position looked at, or sixteen moves listed, which can make it a few more than asked for. Not from
        two threads at once.
        """
        cdef Proof* p = self.p
        cdef uint64_t before = p.nodes
        cdef uint64_t until = before + <uint64_t>max(nodes, 0)
        if self.busy:
            raise RuntimeError("this proof runs already")
        self.busy = True
        try:
            with nogil:
                advance(p, until)
        finally:
            self.busy = False
        return p.nodes - before

    def stop(self):
        """Ends `run` at the next node; from any thread. Later runs do nothing."""
        self.p.stop = 1

    @property
    def stopped(self):
        """True after `stop`."""
        return self.p.stop != 0

    @property
    def finished(self):
        """True when it is proved, or longer than there is room for: further runs do nothing."""
        return self.p.stage >= PROVED

    @property
    def proved(self):
        """True when `answer` has one."""
        return self.p.stage == PROVED

    @property
    def nodes(self):
        """Nodes looked at."""
        return self.p.nodes

    @property
    def bounds(self):
        """(low, high): the mover's final lead under best play (a single seat's score) is proved to lie in this range.

        Points; None for a side that nothing is known of, and for both where the result goes first. Equal once it is
        proved.
        """
        cdef Proof* p = self.p
        cdef int64_t scale = 4 if self.root.s.seats == 1 else 1
        if p.win_first:
            return None, None
        low = None if p.low <= -FAR else (p.low + p.base) // scale
        high = None if p.high >= FAR else (p.high + p.base) // scale
        return low, high

    def answer(self, double win=0.5):
        """What is proved, None as long as nothing is: a dict.

        action: the best move. line: it and the best replies, to the end of the deal. score: per seat the final score
        in points. win: the mover's result, 0..1. value: its utility, winning weighted by `win` (see `judge`).
        """
        cdef Proof* p = self.p
        cdef Aim aim
        cdef Result result
        cdef int i
        if p.stage != PROVED:
            return None
        aim.win = win
        aim.scale = p.ops.margin if p.ops.margin > 0 else 10.0
        judge(p.ops, state_at(p, 0), p.round, &aim, &result)
        line = [p.line[i] for i in range(p.line_count)]
        return {"action": line[0], "line": line, "score": tuple([result.score[i] for i in range(self.root.s.seats)]),
                "win": result.win[p.seat], "value": result.utility[p.seat]}
