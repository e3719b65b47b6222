"""Position: the one Python class of the core, an immutable value that owns one State.

It turns arguments into states and codes into exceptions and does nothing else: rules are in games/, bytes in
snapshot.pyx, texts in notation.pyx, options and seeds in arguments.pyx. Every method either answers or raises; none
changes the position.
"""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.long cimport PyLong_FromUnsignedLong
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.ref cimport Py_INCREF
from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset
cimport cython

import base64
import binascii

from tileengine import errors
from tileengine._core.action cimport Filter
from tileengine._core.arguments cimport options_fill, seed_bytes
from tileengine._core.codes cimport (ACTIONS_MAX, ANY, BAD_CHECKSUM, BAD_OPTION, BAD_ORDER, BAD_SEATS, BAD_TEXT,
                                     CORRUPT_POSITION, FOREIGN_FORMAT, FOREIGN_RULES, GAME_OVER, HIDDEN_INFORMATION,
                                     MALFORMED_MOVE, NOT_A_POSITION, NO_PIECE, OK, ORDER_MAX, PARTS_MAX, SEATS_MAX,
                                     SNAPSHOT_MAX, TEXT_MAX, TOO_LARGE, TRUNCATED, UNKNOWN_GAME, VIEWER_ALL,
                                     VIEWER_PUBLIC)
from tileengine._core.notation cimport action_parse, action_write
from tileengine._core.ops cimport HIDDEN_HANDS, OPTION_BOOL, OPTION_CHOICE, GameOps, Reason, reason_clear
from tileengine._core.random cimport Draw, Fast, draw_open, fast_next
from tileengine._core.registry cimport ops_by_id, ops_by_slug
from tileengine._core.snapshot cimport nonce_set, snapshot_hash, snapshot_read, snapshot_write
from tileengine._core.state cimport STATE_WORDS, TILEENGINE_DEBUG, State
from tileengine._core.viewing cimport prospects_dict, view_dict

cdef enum:
    LIST_STACK = 512    # legal lists up to this long are built on the C stack

_SNAPSHOT_FAULTS = {
    TRUNCATED: "the bytes end too early or go on after the end",
    NOT_A_POSITION: "the first bytes are not those of a position",
    FOREIGN_FORMAT: "a snapshot format this build does not read",
    UNKNOWN_GAME: "of a game this build does not know",
    FOREIGN_RULES: "made under another version of the game's rules",
    BAD_CHECKSUM: "bytes were changed on the way",
    CORRUPT_POSITION: "the content contradicts the rules",
    BAD_OPTION: "an option is out of range or does not go with the others",
    BAD_SEATS: "a number of seats that the game does not have",
}


cdef Position position_empty(const GameOps* ops):
    """A Position whose state is not filled yet; for the core only."""
    cdef Position p = Position.__new__(Position)
    p.s = <State*>PyMem_Malloc(ops.state_size)
    if p.s == NULL:
        raise MemoryError()
    p.ops = ops
    return p


cdef Position position_read(const unsigned char* data, int count):
    """A Position from encoded bytes; raises the errors of Position.decode."""
    cdef uint64_t words[STATE_WORDS]
    cdef State* s = <State*>words
    cdef int size = 0
    cdef int code
    cdef Position p
    if count > SNAPSHOT_MAX:
        raise errors.make(TOO_LARGE, f"position of {count} bytes, at most {SNAPSHOT_MAX}", field="position")
    code = snapshot_read(s, data, count, &size)
    if code != OK:
        raise errors.make(code, f"not a usable position: {_SNAPSHOT_FAULTS[code]}", field="position")
    p = position_empty(ops_by_id(s.game))
    memcpy(p.s, s, size)
    return p


cdef Position position_step(Position before, unsigned int action):
    """The position after a legal action; the caller has checked it."""
    cdef Position p = position_empty(before.ops)
    memcpy(p.s, before.s, before.ops.state_size)
    p.ops.apply(p.s, action)
    p.s.ply += 1
    if TILEENGINE_DEBUG and p.ops.check(p.s) != OK:
        raise AssertionError(f"derived data are wrong after {before.format(action)} in {before!r}")
    return p


cdef void require_known(Position p) except *:
    """Raises unless this position holds what decides the legal moves of the seat to move."""
    if p.s.viewer != VIEWER_ALL and p.ops.hidden & HIDDEN_HANDS and p.s.viewer != p.s.turn:
        raise errors.make(HIDDEN_INFORMATION, "the moves of another seat depend on its hidden hand", field="position")


cdef int _seat(Position p, object seat, bint public) except -1:
    if seat is None and public:
        return VIEWER_PUBLIC
    if not isinstance(seat, int) or not 0 <= seat < p.s.seats:
        raise errors.make(BAD_SEATS, f"seat must be in 0..{p.s.seats - 1}, not {seat!r}", field="seat")
    return seat


@cython.final
@cython.freelist(64)
cdef class Position:
    """A position of one game: immutable, hashable, comparable.

    Made by Position.deal, Position.decode or Position.parse and by play; never by calling the class.
    """

    def __dealloc__(self):
        PyMem_Free(self.s)

    def __init__(self):
        raise TypeError("use Position.deal, Position.decode or Position.parse")

    # -- making positions ------------------------------------------------------------------------------------------

    @staticmethod
    def deal(str game not None, *, seats=None, options=None, seed=None, order=None):
        """The first position of a game.

        game: slug. seats: None for the game's usual number. options: dict of option name -> value (bool, int or
        choice name); missing ones have their defaults. seed: int in 0..2**256-1, 1..32 bytes, or None for an
        unpredictable one. order: a dealt order as `Position.order` gives it; the seed then only serves later rounds.
        Raises UnknownGame, BadSeats, BadOption, BadSeed, BadOrder.
        """
        cdef const GameOps* ops = ops_by_slug(game)
        cdef uint64_t words[STATE_WORDS]
        cdef State* s = <State*>words
        cdef uint8_t dealt[ORDER_MAX]
        cdef Draw draw
        cdef int count, code
        cdef bytes key
        cdef Position p
        if seats is None:
            seats = ops.seats_default
        if not isinstance(seats, int) or isinstance(seats, bool) or not ops.seats_min <= seats <= ops.seats_max:
            raise errors.make(BAD_SEATS, f"{game} takes {ops.seats_min}..{ops.seats_max} seats, not {seats!r}",
                              field="seats")
        memset(s, 0, ops.state_size)
        s.game = ops.id
        s.seats = seats
        s.viewer = VIEWER_ALL
        options_fill(s, ops, dict(options or {}))
        key = seed_bytes(seed)
        memcpy(s.stream.key, PyBytes_AS_STRING(key), 32)
        nonce_set(s, ops)
        draw_open(&draw, &s.stream)
        count = ops.shuffle(s, &draw, dealt)
        if order is not None:
            order = bytes(order)
            count = len(order)
            if count > ORDER_MAX:
                raise errors.make(BAD_ORDER, f"order of {count} entries, at most {ORDER_MAX}", field="order")
            memcpy(dealt, PyBytes_AS_STRING(order), count)
        code = ops.deal(s, dealt, count)
        if code != OK:
            raise errors.make(code, "order is not an arrangement of this game's pieces under these options",
                              field="order")
        p = position_empty(ops)
        memcpy(p.s, s, ops.state_size)
        return p

    @staticmethod
    def decode(bytes data not None):
        """The position `encode` wrote. Raises a BadSnapshot, UnknownGame, BadSeats, BadOption or TooLarge."""
        return position_read(<const unsigned char*>PyBytes_AS_STRING(data), <int>min(len(data), 1 << 30))

    @staticmethod
    def parse(str text not None):
        """The position `text` wrote. Raises BadText and the errors of decode."""
        _, colon, code = text.rpartition(" :")
        if not colon or len(text) > 2 * SNAPSHOT_MAX:
            raise errors.make(BAD_TEXT, "a position is one line: GAME/RULES seats=S ply=P turn=T PHASE END :BASE64",
                              field="text")
        try:
            data = base64.b64decode(code + "=" * (3 - (len(code) + 3) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            raise errors.make(BAD_TEXT, "what follows the colon is not base64", field="text") from None
        position = Position.decode(data)
        if position.text() != text:
            raise errors.make(BAD_TEXT, "the words before the colon contradict the position behind it", field="text")
        return position

    # -- facts -----------------------------------------------------------------------------------------------------

    @property
    def game(self):
        """Slug of the game."""
        return self.ops.slug.decode()

    @property
    def seats(self):
        """Number of seats."""
        return self.s.seats

    @property
    def turn(self):
        """The seat to move, 0 .. seats - 1."""
        return self.s.turn

    @property
    def ply(self):
        """Moves played since the deal."""
        return self.s.ply

    @property
    def phase(self):
        """Name of what the seat to move has to do."""
        return self.ops.phases[self.s.phase].decode()

    @property
    def over(self):
        """True when the game has ended."""
        return self.s.over != 0

    @property
    def end(self):
        """How it ended, "running" while it has not."""
        return self.ops.ends[self.s.over].decode()

    @property
    def viewer(self):
        """Whose view this is: "all" (nothing erased), "public", or a seat number."""
        if self.s.viewer == VIEWER_ALL:
            return "all"
        return "public" if self.s.viewer == VIEWER_PUBLIC else self.s.viewer

    @property
    def options(self):
        """All options with their values, as a new dict."""
        cdef int i
        result = {}
        for i in range(self.ops.options_count):
            o = &self.ops.options[i]
            value = self.s.options[i]
            if o.kind == OPTION_BOOL:
                result[o.name.decode()] = bool(value)
            elif o.kind == OPTION_CHOICE:
                result[o.name.decode()] = o.choices.decode().split(" ")[value]
            else:
                result[o.name.decode()] = value
        return result

    @property
    def order(self):
        """The dealt order of the current round (lots first, then pieces) as bytes. Raises HiddenInformation."""
        cdef uint8_t dealt[ORDER_MAX]
        if self.s.viewer != VIEWER_ALL:
            raise errors.make(HIDDEN_INFORMATION, "the dealt order is hidden", field="position")
        return PyBytes_FromStringAndSize(<char*>dealt, self.ops.order(self.s, dealt))

    # -- rules -----------------------------------------------------------------------------------------------------

    def legal(self, *, int kind=ANY, int place=ANY, int piece=ANY, int limit=ACTIONS_MAX):
        """Legal actions in canonical (ascending) order, at most `limit`; empty exactly when the game is over.

        kind, place, piece: only actions with that field; -1 for any. Raises HiddenInformation, TooLarge.
        """
        cdef uint32_t stack[LIST_STACK]
        cdef uint32_t* out = stack
        cdef Filter f
        cdef int count, i
        cdef list result
        if self.s.viewer != VIEWER_ALL:
            require_known(self)
        if not 0 <= limit <= ACTIONS_MAX:
            raise errors.make(TOO_LARGE, f"limit must be in 0..{ACTIONS_MAX}", field="limit")
        f.kind = kind
        f.place = place
        f.piece = piece
        limit = min(limit, self.ops.actions_max)
        if limit > LIST_STACK:
            out = <uint32_t*>malloc(limit * sizeof(uint32_t))
            if out == NULL:
                raise MemoryError()
        try:
            count = self.ops.legal(self.s, &f, out, limit)
            result = PyList_New(count)
            for i in range(count):
                number = PyLong_FromUnsignedLong(out[i])
                Py_INCREF(number)
                PyList_SET_ITEM(result, i, number)
        finally:
            if out != stack:
                free(out)
        return result

    def count(self, *, int kind=ANY, int place=ANY, int piece=ANY):
        """How many actions `legal` would list, without building the list. Raises HiddenInformation."""
        cdef Filter f
        require_known(self)
        f.kind = kind
        f.place = place
        f.piece = piece
        return self.ops.count_legal(self.s, &f)

    def sample(self, uint64_t seed):
        """A uniformly random legal action, the same for the same seed. Raises GameOver, HiddenInformation."""
        cdef Fast fast
        require_known(self)
        if self.s.over:
            raise errors.make(GAME_OVER, "the game is over")
        fast.state = seed
        fast_next(&fast)
        return self.ops.sample(self.s, &fast)

    def is_legal(self, uint32_t action):
        """True when the action may be played now. Raises HiddenInformation."""
        require_known(self)
        return self.ops.explain(self.s, action, NULL) == OK

    def play(self, action):
        """The position after an action. Raises IllegalMove, GameOver, MalformedMove, HiddenInformation."""
        cdef uint32_t a
        cdef int code
        if self.s.viewer != VIEWER_ALL:
            raise errors.make(HIDDEN_INFORMATION, "an observed position can't be played on; resample it first",
                              field="position")
        try:
            a = action
        except (OverflowError, TypeError):
            raise errors.make(MALFORMED_MOVE, f"no move: {action!r}", field="action") from None
        code = self.ops.explain(self.s, a, NULL)
        if code != OK:
            self._refuse(a)
        return position_step(self, a)

    def _refuse(self, uint32_t action):
        cdef Reason r
        cdef int code, i
        reason_clear(&r)
        code = self.ops.explain(self.s, action, &r)
        if code == GAME_OVER:
            raise errors.make(GAME_OVER, f"the game is over ({self.end})", paragraph=_text(r.paragraph))
        if code == MALFORMED_MOVE:
            raise errors.make(MALFORMED_MOVE, f"{action:#010x} names no move of {self.game}", field="action")
        raise errors.make(code, f"{self.format(action)}: {_text(r.text)} (rule {_text(r.paragraph)})",
                          paragraph=_text(r.paragraph), places=_places(self.ops, &r),
                          numbers=tuple([r.numbers[i] for i in range(r.numbers_count)]))

    def explain(self, uint32_t action):
        """Why an action is illegal, or why the seat must choose it: (code, paragraph, text, places, numbers).

        code 0: legal; then paragraph and text are "" when the choice is free, else the rule that forces it.
        Raises HiddenInformation.
        """
        cdef Reason r
        cdef int i
        require_known(self)
        reason_clear(&r)
        code = self.ops.explain(self.s, action, &r)
        return (code, _text(r.paragraph), _text(r.text), _places(self.ops, &r),
                tuple([r.numbers[i] for i in range(r.numbers_count)]))

    def score(self, int seat):
        """(total, {part: value}) of a seat so far; final when over. Points. Raises BadSeats."""
        cdef int64_t parts[PARTS_MAX]
        cdef int i
        _seat(self, seat, False)
        memset(parts, 0, sizeof(parts))
        total = self.ops.score(self.s, seat, parts)
        return total, {self.ops.parts[i].decode(): parts[i] for i in range(self.ops.parts_count)}

    def outcome(self):
        """Per seat 2 (won), 1 (shared or drawn) or 0 (lost); None while the game runs."""
        cdef int8_t results[SEATS_MAX]
        cdef int i
        if not self.s.over:
            return None
        memset(results, 0, sizeof(results))
        self.ops.outcome(self.s, results)
        return tuple([results[i] for i in range(self.s.seats)])

    # -- hidden information ----------------------------------------------------------------------------------------

    def observe(self, seat=None):
        """What a seat (None: a spectator) may see: hidden pieces and the random stream are erased.

        Raises BadSeats, and HiddenInformation when this position was observed for somebody else.
        """
        cdef int viewer = _seat(self, seat, True)
        cdef Position p
        if self.s.viewer != VIEWER_ALL and self.s.viewer != viewer and viewer != VIEWER_PUBLIC:
            raise errors.make(HIDDEN_INFORMATION, "observed for another seat already", field="seat")
        p = position_empty(self.ops)
        memcpy(p.s, self.s, self.ops.state_size)
        p.s.viewer = viewer
        memset(p.s.stream.key, 0, 32)
        p.s.stream.block = 0
        p.ops.observe(p.s)
        return p

    def resample(self, uint64_t seed):
        """A full position the viewer cannot tell from the real one: hidden pieces dealt anew, a new stream.

        The same seed gives the same position. A full position is returned as it is.
        """
        cdef Position p
        cdef Fast fast
        cdef int i
        if self.s.viewer == VIEWER_ALL:
            return self
        p = position_empty(self.ops)
        memcpy(p.s, self.s, self.ops.state_size)
        fast.state = seed
        p.ops.resample(p.s, &fast)
        for i in range(8):
            p.s.stream.key[i] = <uint32_t>fast_next(&fast)
        p.s.viewer = VIEWER_ALL
        return p

    def view(self, *, bint geometry=False):
        """What this position's viewer sees: zones, pieces, counters, marks and features as dicts.

        geometry: also the cells' polygons and the pieces' art, in cell units. docs/views.md describes the fields.
        """
        return view_dict(self.ops, self.s, geometry)

    def prospects(self, int seat, *, after=None, uint64_t seed=0):
        """What the position promises a seat beyond its score: name -> count, None where that can't be known.

        Told from what this position's viewer knows, a whole position from what the seat to move does. after: a legal
        action; then of the position after it, and what that move draws or turns up does not count. seed: of the world
        around what is seen in which it is played; no value depends on it. Raises BadSeats and the errors of play.
        """
        cdef Position seen = self.observe(self.s.turn) if self.s.viewer == VIEWER_ALL else self
        cdef Position then = seen
        _seat(self, seat, False)
        if after is not None:
            require_known(self)
            then = seen.resample(seed).play(after)
        return prospects_dict(self.ops, seen.s, then.s, seat)

    def fits(self, int place):
        """The piece ids that could lie on a place as the board stands, whoever holds them. Empty: none, or no cell."""
        cdef uint8_t by_piece[NO_PIECE + 1]
        cdef int i
        if self.ops.fits == NULL:
            return ()
        memset(by_piece, 0, sizeof(by_piece))
        self.ops.fits(self.s, place, by_piece)
        return tuple([i for i in range(self.ops.pieces_count) if by_piece[i]])

    def unseen(self):
        """Piece id -> how many of it this position's viewer can't see; ids with none are left out."""
        cdef uint8_t by_piece[NO_PIECE + 1]
        cdef int i
        if self.ops.unseen == NULL:
            return {}
        memset(by_piece, 0, sizeof(by_piece))
        self.ops.unseen(self.s, by_piece)
        return {i: by_piece[i] for i in range(self.ops.pieces_count) if by_piece[i]}

    # -- forms -----------------------------------------------------------------------------------------------------

    def encode(self):
        """The position as bytes (at most 4096), secrets included unless it is an observed one."""
        cdef uint8_t out[SNAPSHOT_MAX]
        return PyBytes_FromStringAndSize(<char*>out, snapshot_write(self.s, out))

    @property
    def hash(self):
        """64-bit hash of the encoded position."""
        cdef uint8_t out[SNAPSHOT_MAX]
        return snapshot_hash(out, snapshot_write(self.s, out))

    @property
    def canonical(self):
        """64-bit id, equal for positions that are the same up to the game's symmetries (see its rules page)."""
        cdef uint8_t out[SNAPSHOT_MAX]
        if self.ops.canonical == NULL:
            return self.hash
        return snapshot_hash(out, self.ops.canonical(self.s, out))

    def text(self):
        """The position in one printable line; `Position.parse` is the exact inverse.

        GAME/RULES seats=S ply=P turn=T PHASE END :BASE64 - all before the colon is for people and has to agree
        with the encoded bytes behind it, secrets included unless it is an observed position.
        """
        code = base64.urlsafe_b64encode(self.encode()).decode().rstrip("=")
        return (f"{self.game}/{self.ops.rules_version} seats={self.seats} ply={self.ply} turn={self.turn}"
                f" {self.phase} {self.end} :{code}")

    def format(self, uint32_t action):
        """Notation of an action, legal or not. Raises MalformedMove."""
        cdef char out[3 * TEXT_MAX]
        cdef int count = action_write(self.ops, action, out)
        if count < 0:
            raise errors.make(MALFORMED_MOVE, f"{action:#010x} names no move of {self.game}", field="action")
        return out[:count].decode()

    def parse_move(self, str text not None):
        """The action a notation names, legal or not. Raises BadText."""
        return action_parse(self.ops, text)

    def check(self):
        """Raises CorruptPosition when derived data disagree with the essentials: a bug in a game, never yours."""
        if self.ops.check(self.s) != OK:
            raise errors.make(CORRUPT_POSITION, f"derived data are wrong in {self!r}")

    def __eq__(self, other):
        if not isinstance(other, Position):
            return NotImplemented
        return self.encode() == (<Position>other).encode()

    def __hash__(self):
        return <Py_hash_t><uint64_t>self.hash

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return Position.decode, (self.encode(),)

    def __repr__(self):
        return (f"<Position {self.game} seats={self.seats} ply={self.ply} turn={self.turn} {self.phase}"
                f" {self.end} viewer={self.viewer}>")


cdef str _text(const char* text):
    return text.decode() if text != NULL else ""


cdef tuple _places(const GameOps* ops, const Reason* r):
    cdef char out[TEXT_MAX]
    cdef int i, n
    result = []
    for i in range(r.places_count):
        n = ops.place_write(r.places[i], out)
        result.append(out[:n].decode())
    return tuple(result)
