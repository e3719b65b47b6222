"""Information-set Monte Carlo tree search: what a seat should do, knowing only what it may know.

Every playout fills the hidden parts of the observed root anew (GameOps.imagine, else resample), walks down one tree
that all these worlds share, adds a node, plays out and backs up one utility a seat (max^n). As legal moves differ from
world to world, an action's bonus counts the visits in which it was legal. Nodes widen with their visits, best rated
moves first. Playout i depends on the seed, i and the tree so far, so n playouts give the same tree however they are cut
into calls of `run`. There is no clock here: whoever waits calls `stop`. Searches share nothing.
"""
from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from tileengine import errors
from tileengine._core.action cimport Filter
from tileengine._core.codes cimport (ANY, GAME_OVER, HIDDEN_INFORMATION, ILLEGAL_MOVE, SEATS_MAX, TOO_LARGE,
                                     VIEWER_ALL)
from tileengine._core.ops cimport GameOps
from tileengine._core.position cimport Position
from tileengine._core.random cimport Fast, fast_below, fast_next
from tileengine._core.search.playout cimport Aim, Result, blend, judge, lead_of, playout, round_of
from tileengine._core.search.tree cimport Node, Tree, tree_add, tree_child, tree_close, tree_digest, tree_open
from tileengine._core.state cimport State, state_copy

cdef enum:
    DEPTH_MAX = 256
    HERE_MAX = 4096         # children of one node
    RATED_MAX = 48          # moves that are looked at for a new child below the root
    RATING_WORLDS = 16      # for the rating of a move at the root that uncovers something

# A move at the root and what the playouts through it brought.
ctypedef struct RootMove:
    uint32_t action
    float rating
    int32_t node            # 0 until the tree has it
    double win
    double score[SEATS_MAX]
    double square[SEATS_MAX]

ctypedef struct Run:
    const GameOps* ops
    Tree tree
    Aim aim
    State* root             # observed
    State* world
    State* before           # the world a move earlier
    RootMove* moves         # best rated first
    uint32_t* legal         # scratch, legal moves of a node
    uint32_t* missing       # scratch, those without a child
    uint32_t* actions       # scratch, by child in `here`: the action in this world
    int32_t* here           # scratch, children that are legal in this world
    int moves_count
    int moves_open          # how many of them the tree has
    int round
    uint64_t seed
    uint64_t done
    Fast fast               # of the playout at work
    double sums[SEATS_MAX]      # of utilities and their squares, for the size of the bonus
    double squares[SEATS_MAX]
    int32_t path[2 * DEPTH_MAX + 2]     # nodes of this playout, root first
    int path_count
    int chosen                  # index in `moves` of this playout's first move
    double exploration
    double widen_rate
    int widen_base
    int horizon
    int tries
    uint32_t noise
    double trust
    double* odds            # what the game believes of the root, NULL if it has no opinion
    volatile int stop


cdef inline double weight(double rating, double best, double scale) noexcept nogil:
    """How much a rating counts beside the best one: 1 down to nearly 0."""
    cdef double w = scale / (scale + best - rating)
    return w * w


cdef inline uint32_t key_of(const Run* r, uint32_t action) noexcept nogil:
    return action & ~r.ops.alike


cdef inline int allowed(const Run* r, int32_t node) noexcept nogil:
    cdef int base = 4 * r.widen_base if node == 0 else r.widen_base
    return base + <int>(r.widen_rate * sqrt(<double>r.tree.nodes[node].visits))


cdef bint widen_root(Run* r, int count) noexcept nogil:
    """Adds the best rated move that the tree does not have, if it is time."""
    cdef RootMove* move = &r.moves[r.moves_open]
    if r.moves_open == r.moves_count or count >= allowed(r, 0):
        return False
    move.node = tree_add(&r.tree, 0, key_of(r, move.action), move.rating)
    r.moves_open += move.node != 0
    return move.node != 0


cdef int gather_root(Run* r) noexcept nogil:
    cdef int i
    for i in range(r.moves_open):
        r.here[i] = r.moves[i].node
        r.actions[i] = r.moves[i].action
    return r.moves_open


cdef int gather_listed(Run* r, const State* s, int32_t node, int* missing) noexcept nogil:
    """The children of a node that are legal in this world, and the legal moves that have no child yet."""
    cdef Filter any_move
    cdef int32_t at = r.tree.nodes[node].child
    cdef int count, i
    cdef int here = 0
    cdef uint32_t key
    any_move.kind = any_move.place = any_move.piece = ANY
    count = r.ops.legal(s, &any_move, r.legal, r.ops.actions_max)
    missing[0] = 0
    for i in range(count):
        key = key_of(r, r.legal[i])
        while at and r.tree.nodes[at].key < key:
            at = r.tree.nodes[at].sibling
        if at and r.tree.nodes[at].key == key and here < HERE_MAX:
            r.here[here] = at
            r.actions[here] = r.legal[i]
            here += 1
        else:
            r.missing[missing[0]] = r.legal[i]
            missing[0] += 1
    return here


cdef int32_t add_best(Run* r, const State* s, int32_t node, int missing, uint32_t* action) noexcept nogil:
    """A child for the best rated of the moves without one, or of a sample of them; 0 when the tree is full."""
    cdef double rating
    cdef double best_rating = 0
    cdef int i, at
    cdef int best = -1
    if r.ops.rate != NULL:
        for i in range(min(missing, RATED_MAX)):
            at = i if missing <= RATED_MAX else <int>fast_below(&r.fast, <uint32_t>missing)
            rating = r.ops.rate(s, r.missing[at])
            if best < 0 or rating > best_rating:
                best = at
                best_rating = rating
    best = max(best, 0)
    action[0] = r.missing[best]
    return tree_add(&r.tree, node, key_of(r, action[0]), <float>best_rating)


cdef int select(Run* r, const State* s, int count) noexcept nogil:
    """The child of `here` with the best sum of mean utility and bonus (PUCT over availability)."""
    cdef const Node* n
    cdef int seat = s.turn
    cdef double best_rating = -1e300
    cdef double best = -1e300
    cdef double total = 0
    cdef double scale = r.aim.scale * 0.25
    cdef double mean, spread, q, u
    cdef int i
    cdef int chosen = 0
    if count == 1:
        r.tree.nodes[r.here[0]].available += 1
        return 0
    for i in range(count):
        if r.tree.nodes[r.here[i]].rating > best_rating:
            best_rating = r.tree.nodes[r.here[i]].rating
    for i in range(count):
        total += weight(r.tree.nodes[r.here[i]].rating, best_rating, scale)
    spread = 0.25
    if r.done >= 16:
        mean = r.sums[seat] / r.done
        spread = sqrt(max(r.squares[seat] / r.done - mean * mean, 1e-6))
    u = r.exploration * spread / total
    for i in range(count):
        n = &r.tree.nodes[r.here[i]]
        r.tree.nodes[r.here[i]].available += 1
        if n.visits == 0:
            q = 1e30
        else:
            q = r.tree.values[<size_t>r.here[i] * r.tree.seats + seat] / n.visits
            q += u * weight(n.rating, best_rating, scale) * sqrt(<double>n.available) / (1 + n.visits)
        if q > best:
            best = q
            chosen = i
    return chosen


cdef void step_down(Run* r, State* s, int32_t node, bint* leaf) noexcept nogil:
    """One move down: picks or adds a child, plays its action, and goes on to the node of what that uncovered."""
    cdef int missing = 0
    cdef int32_t added = 0
    cdef int count, i
    cdef int32_t child
    cdef uint32_t action, seen
    if node == 0:
        count = gather_root(r)
        if widen_root(r, count):
            added = r.moves[count].node
            action = r.moves[count].action
    else:
        count = gather_listed(r, s, node, &missing)
    if missing and count < allowed(r, node) and count < HERE_MAX:
        added = add_best(r, s, node, missing, &action)
    if added:
        for i in range(count):
            r.tree.nodes[r.here[i]].available += 1
        r.tree.nodes[added].available += 1
        leaf[0] = True
        child = added
        i = count
    elif count:
        i = select(r, s, count)
        child = r.here[i]
        action = r.actions[i]
    else:                       # the tree is full
        leaf[0] = True
        return
    if node == 0:
        r.chosen = i
    r.path[r.path_count] = child
    r.path_count += 1
    if r.ops.revealed != NULL:
        state_copy(r.before, s, r.ops.state_size)
    r.ops.apply(s, action)
    s.ply += 1
    if r.ops.revealed == NULL or leaf[0]:
        return
    seen = r.ops.revealed(r.before, s)
    if seen == 0:
        return
    added = tree_child(&r.tree, child, seen)
    if added == 0:
        added = tree_add(&r.tree, child, seen, 0)
        leaf[0] = True
    if added:
        r.path[r.path_count] = added
        r.path_count += 1


cdef void simulate(Run* r) noexcept nogil:
    cdef State* s = r.world
    cdef Result expected, result
    cdef RootMove* move
    cdef Fast* fast = &r.fast
    cdef double* values
    cdef bint leaf = False
    cdef int i, seat
    fast.state = r.seed + r.done * <uint64_t>0xD1342543DE82EF95ULL
    fast.state = fast_next(fast)
    state_copy(s, r.root, r.ops.state_size)
    if r.odds != NULL:
        r.ops.imagine(s, fast, r.odds)
    else:
        r.ops.resample(s, fast)
    for i in range(8):
        s.stream.key[i] = <uint32_t>fast_next(fast)
    s.viewer = VIEWER_ALL
    r.path[0] = 0
    r.path_count = 1
    while not leaf and not s.over and r.path_count < 2 * DEPTH_MAX and round_of(r.ops, s) == r.round:
        step_down(r, s, r.path[r.path_count - 1], &leaf)
    if r.trust == 0 or not judge(r.ops, s, r.round, &r.aim, &expected):
        playout(r.ops, s, fast, r.round, r.horizon, r.tries, r.noise)
        judge(r.ops, s, r.round, &r.aim, &result)
    elif r.trust == 1:
        result = expected
    else:
        playout(r.ops, s, fast, r.round, r.horizon, r.tries, r.noise)
        judge(r.ops, s, r.round, &r.aim, &result)
        blend(&expected, r.trust, s.seats, &result)
    for i in range(r.path_count):
        r.tree.nodes[r.path[i]].visits += 1
        values = r.tree.values + <size_t>r.path[i] * r.tree.seats
        for seat in range(r.tree.seats):
            values[seat] += result.utility[seat]
    move = &r.moves[r.chosen]
    move.win += result.win[r.root.turn]
    for seat in range(r.tree.seats):
        move.score[seat] += result.score[seat]
        move.square[seat] += result.score[seat] * result.score[seat]
        r.sums[seat] += result.utility[seat]
        r.squares[seat] += result.utility[seat] * result.utility[seat]
    r.done += 1


cdef Position observed_root(Position position):
    """What the seat to move may know, through its encoded form, so that not a bit of what was hidden is left."""
    if position.s.over:
        raise errors.make(GAME_OVER, "the game is over: there is no move to choose")
    if position.s.viewer != VIEWER_ALL and position.s.viewer != position.s.turn:
        raise errors.make(HIDDEN_INFORMATION, "observed for another seat than the one to move", field="position")
    return Position.decode(position.observe(position.turn).encode())


cdef class Search:
    """One search from one position; grows by `run`, answers at any time, never sees what the seat to move may not.

    position: whole, or observed for the seat to move; what that seat may not know is erased first.
    seed: 0..2**64-1. win: weight of winning against the margin in points, 0..1. exploration: size of the bonus for
    rarely tried moves. widen_base, widen_rate: a node with v visits has at most base + rate * sqrt(v) children, the
    root four times the base. horizon: moves of a playout, -1 to the end. tries: random moves a playout's move is
    chosen from, for games without a quick move of their own. noise: share of a playout's moves that are uniformly
    random instead, 0..1. nodes_max: bound of the tree, 2..2**24. trust: share of what the game's judge (`evaluate`)
    expects of a playout's first position in what the playout counts for, 0..1; 1: none is made; 0, and where the
    judge has no opinion: the playout alone. belief: how far worlds are drawn by what the game makes of the others' play
    (`believe`), 0..1; 0, and where the game has no opinion: all that agree with the root are alike.
    allow, avoid: root moves; allow empty: all. Raises GameOver, HiddenInformation, IllegalMove when no move is
    left or one that is named is not legal, TooLarge for a setting out of range.
    """
    cdef Run r
    cdef readonly Position root
    cdef bint busy

    def __cinit__(self, Position position not None, *, uint64_t seed=0, double win=0.5, double exploration=1.0,
                  int widen_base=8, double widen_rate=1.0, int horizon=-1, int tries=4, double noise=0.0,
                  int nodes_max=1 << 19, double trust=0.0, double belief=1.0, allow=(), avoid=()):
        cdef Run* r = &self.r
        cdef int i, count
        if not (0 <= win <= 1 and 0 <= exploration <= 100 and 1 <= widen_base <= 1000 and 0 <= widen_rate <= 1000
                and -1 <= horizon <= 100_000 and 1 <= tries <= 64 and 0 <= noise <= 1 and 2 <= nodes_max <= 1 << 24
                and 0 <= trust <= 1 and 0 <= belief <= 1):
            raise errors.make(TOO_LARGE, "a setting of the search is out of its range", field="settings")
        self.root = observed_root(position)
        r.ops = self.root.ops
        r.root = self.root.s
        r.seed = seed
        r.aim.win = win
        r.aim.scale = r.ops.margin if r.ops.margin > 0 else 10.0
        r.exploration = exploration
        r.widen_base = widen_base
        r.widen_rate = widen_rate
        r.horizon = horizon
        r.tries = tries
        r.noise = <uint32_t>(noise * 4294967295.0)
        r.trust = trust
        r.round = round_of(r.ops, r.root)
        r.world = <State*>malloc(r.ops.state_size)
        r.before = <State*>malloc(r.ops.state_size)
        r.legal = <uint32_t*>malloc(r.ops.actions_max * sizeof(uint32_t))
        r.missing = <uint32_t*>malloc(r.ops.actions_max * sizeof(uint32_t))
        r.actions = <uint32_t*>malloc(HERE_MAX * sizeof(uint32_t))
        r.here = <int32_t*>malloc(HERE_MAX * sizeof(int32_t))
        if (r.world == NULL or r.before == NULL or r.legal == NULL or r.missing == NULL or r.actions == NULL
                or r.here == NULL or tree_open(&r.tree, nodes_max, r.root.seats) != 0):
            raise MemoryError()
        if r.ops.believe != NULL and belief > 0:
            count = r.root.seats * r.ops.pieces_count
            r.odds = <double*>malloc(count * sizeof(double))
            if r.odds == NULL:
                raise MemoryError()
            r.ops.believe(r.root, r.odds)
            for i in range(count):
                r.odds[i] = 1 - belief + belief * r.odds[i]
        self._moves(allow, avoid)

    def __dealloc__(self):
        tree_close(&self.r.tree)
        free(self.r.world)
        free(self.r.before)
        free(self.r.legal)
        free(self.r.missing)
        free(self.r.actions)
        free(self.r.here)
        free(self.r.moves)
        free(self.r.odds)

    cdef double _rating(self, worlds, uint32_t action):
        """First sight of a root move, in points: what `evaluate` makes of where it leads in each world; of none `rate`.

        A lead counts as itself. A single seat's rating is its utility, so that a judge of winning has its say.
        """
        cdef Run* r = &self.r
        cdef Result result
        cdef Position world
        cdef State* s = r.world
        cdef double total = 0
        if not worlds:
            return 0.0 if r.ops.rate == NULL else r.ops.rate(r.root, action)
        for world in worlds:
            state_copy(s, world.s, r.ops.state_size)
            r.ops.apply(s, action)
            judge(r.ops, s, r.round, &r.aim, &result)
            if s.seats == 1:
                total += result.utility[0] * r.aim.scale
            else:
                total += lead_of(result.score, s.seats, r.root.turn)
        return total / len(worlds)

    cdef int _moves(self, allow, avoid) except -1:
        """The moves of the root, best rated first, of equal ones the lower number."""
        cdef Run* r = &self.r
        cdef double scores[SEATS_MAX]
        cdef double wins[SEATS_MAX]
        cdef int i
        legal = set(self.root.legal())
        for action in (*allow, *avoid):
            if action not in legal:
                field = "allow" if action in allow else "avoid"
                raise errors.make(ILLEGAL_MOVE, f"{action!r} is not legal here", field=field)
        count = 1 if r.ops.revealed == NULL else RATING_WORLDS
        if r.ops.evaluate == NULL or not r.ops.evaluate(r.root, scores, wins):
            count = 0
        worlds = [self.root.resample((r.seed + i) & 0xFFFFFFFFFFFFFFFF) for i in range(count)]
        wanted = (set(allow) if allow else legal) - set(avoid)
        if not wanted:
            raise errors.make(ILLEGAL_MOVE, "allow and avoid leave no move", field="avoid")
        if len(wanted) > HERE_MAX and r.ops.rate != NULL:   # keeps the time this takes within bounds
            quick = sorted([(-r.ops.rate(r.root, action), action) for action in wanted])
            wanted = {action for _, action in quick[:HERE_MAX]}
        rated = sorted((-self._rating(worlds, action), action) for action in wanted)
        rated = rated[:HERE_MAX]
        r.moves = <RootMove*>calloc(len(rated), sizeof(RootMove))
        if r.moves == NULL:
            raise MemoryError()
        r.moves_count = <int>len(rated)
        for i in range(r.moves_count):
            r.moves[i].rating = <float>-rated[i][0]
            r.moves[i].action = rated[i][1]
        return 0

    def run(self, int playouts):
        """Plays out `playouts` more times, or until `stop`; returns how many it did. Not from two threads at once."""
        cdef Run* r = &self.r
        cdef uint64_t before = r.done
        cdef uint64_t until = before + <uint64_t>max(playouts, 0)
        if self.busy:
            raise RuntimeError("this search runs already")
        self.busy = True
        try:
            with nogil:
                while r.done < until and not r.stop:
                    simulate(r)
        finally:
            self.busy = False
        return r.done - before

    def stop(self):
        """Ends `run` after the playout at work; from any thread. Later runs do nothing."""
        self.r.stop = 1

    @property
    def stopped(self):
        """True after `stop`."""
        return self.r.stop != 0

    @property
    def playouts(self):
        """Playouts done."""
        return self.r.done

    @property
    def nodes(self):
        """Nodes of the tree."""
        return self.r.tree.count

    def digest(self):
        """A 64-bit hash of the whole tree: the same for the same position, seed, settings and playouts."""
        return tree_digest(&self.r.tree)

    def moves(self):
        """What is known of each root move, best first: a list of dicts.

        action, visits, rating (points, at first sight), value (mean utility of the seat to move), win (mean, 0..1),
        score and spread (per seat mean and standard deviation of the final score, in points). Best is most visited,
        of equals the better mean, the better rating, the lower number. Moves never tried follow by rating, with
        value, win and score None.
        """
        cdef Run* r = &self.r
        cdef RootMove* m
        cdef int i, seat
        cdef double n, mean
        found = []
        for i in range(r.moves_count):
            m = &r.moves[i]
            n = r.tree.nodes[m.node].visits if m.node else 0
            move = {"action": m.action, "visits": <int>n, "rating": m.rating, "value": None, "win": None,
                    "score": None, "spread": None}
            if n:
                move["value"] = r.tree.values[<size_t>m.node * r.tree.seats + r.root.turn] / n
                move["win"] = m.win / n
                move["score"] = tuple([m.score[seat] / n for seat in range(r.tree.seats)])
                spread = []
                for seat in range(r.tree.seats):
                    mean = m.score[seat] / n
                    spread.append(sqrt(max(m.square[seat] / n - mean * mean, 0.0)))
                move["spread"] = tuple(spread)
            found.append(move)
        found.sort(key=_rank)
        return found

    def line(self, uint32_t action, int length=8):
        """The most visited continuation after a root move, itself first, up to where chance has a say.

        Moves of others are guesses from what the seat to move knows.
        """
        cdef Run* r = &self.r
        cdef int32_t node = tree_child(&r.tree, 0, key_of(r, action))
        cdef int32_t at, best
        cdef Position world = None
        found = [action]
        if r.ops.alike:     # the tree's keys leave out which of the look-alike pieces it is
            world = self.root.resample(r.seed).play(action)
        while node and len(found) < length:
            best = 0
            at = r.tree.nodes[node].child
            while at:
                if r.tree.nodes[at].key >> 29 == 0:
                    return found
                if best == 0 or r.tree.nodes[at].visits > r.tree.nodes[best].visits:
                    best = at
                at = r.tree.nodes[at].sibling
            if best == 0 or r.tree.nodes[best].visits < 2:
                break
            action = r.tree.nodes[best].key
            if world is not None:
                named = [one for one in world.legal() if key_of(r, one) == action]
                if not named:
                    break
                action = named[0]
                world = world.play(action)
            found.append(action)
            node = best
        return found


def _rank(move):
    return (-move["visits"], -(move["value"] if move["visits"] else 0.0), -move["rating"], move["action"])
