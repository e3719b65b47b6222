"""The register of games: each module in games/ calls register() when it is imported, and nobody lists them.

It checks what a table promises (bounds, unique id and slug) so that the rest of the core need not, and hands the
facts of a game to Python. It knows no game.
"""
import importlib
import pkgutil

from tileengine import errors
from tileengine._core.codes cimport (ACTIONS_MAX, BODY_MAX, OPTIONS_MAX, PARTS_MAX, PROSPECTS_MAX, SEATS_MAX, TEXT_MAX,
                                     UNKNOWN_GAME)
from tileengine._core.ops cimport OPTION_BOOL, OPTION_CHOICE, OPTION_INT, GameOps, OptionDef
from tileengine._core.state cimport State

cdef const GameOps* _by_id[GAMES_MAX]
cdef dict _ids = {}     # slug -> id, in the order of ids


cdef int register(GameOps* ops) except -1:
    """Adds a game; raises ValueError when its table breaks a bound, so that a bad game cannot be imported."""
    slug = ops.slug.decode()
    if not 0 < ops.id < GAMES_MAX or _by_id[ops.id] != NULL or slug in _ids:
        raise ValueError(f"{slug}: id {ops.id} is taken or out of range")
    if not 0 < ops.body_size <= BODY_MAX:
        raise ValueError(f"{slug}: body of {ops.body_size} bytes, at most {BODY_MAX}")
    if not 1 <= ops.seats_min <= ops.seats_default <= ops.seats_max <= SEATS_MAX:
        raise ValueError(f"{slug}: seats out of range")
    if ops.options_count > OPTIONS_MAX or ops.parts_count > PARTS_MAX or ops.actions_max > ACTIONS_MAX:
        raise ValueError(f"{slug}: too many options, parts or actions")
    if not 0 <= ops.prospects_count <= PROSPECTS_MAX or (ops.prospects_count > 0) != (ops.prospects_fill != NULL):
        raise ValueError(f"{slug}: too many prospects, or none that it fills")
    for i in range(ops.options_count):
        if not ops.options[i].low <= ops.options[i].default <= ops.options[i].high:
            raise ValueError(f"{slug}: default of {ops.options[i].name.decode()} out of range")
    ops.state_size = <int>(sizeof(State) - sizeof(unsigned long long) + (ops.body_size + 7) // 8 * 8)
    _by_id[ops.id] = ops
    _ids[slug] = ops.id
    return 0


cdef const GameOps* ops_by_id(int game) noexcept nogil:
    """The table of a game id, or NULL."""
    if game <= 0 or game >= GAMES_MAX:
        return NULL
    return _by_id[game]


cdef const GameOps* ops_by_slug(str slug) except NULL:
    if slug not in _ids:
        raise errors.make(UNKNOWN_GAME, f"unknown game {slug!r}; known: {', '.join(slugs())}", field="game")
    return _by_id[_ids[slug]]


def discover():
    """Imports every module of tileengine._core.games, so that each registers itself."""
    package = importlib.import_module("tileengine._core.games")
    for module in sorted(m.name for m in pkgutil.iter_modules(package.__path__)):
        importlib.import_module(f"{package.__name__}.{module}")


def slugs():
    """The registered games in the order of their ids."""
    return sorted(_ids, key=_ids.get)


cdef tuple _names(const char* const* names, int count):
    return tuple([names[i].decode() for i in range(count)])


cdef _value(const OptionDef* option, int value):
    if option.kind == OPTION_BOOL:
        return bool(value)
    if option.kind == OPTION_CHOICE:
        return option.choices.decode().split(" ")[value]
    return value


def facts(str slug not None):
    """The facts of a game as a dict of plain values; tileengine.games gives them types."""
    cdef const GameOps* ops = ops_by_slug(slug)
    cdef char spelled[TEXT_MAX]
    cdef int i, n
    kinds = {OPTION_BOOL: "bool", OPTION_INT: "int", OPTION_CHOICE: "choice"}
    options = []
    for i in range(ops.options_count):
        o = &ops.options[i]
        options.append({
            "name": o.name.decode(), "kind": kinds[o.kind], "low": o.low, "high": o.high,
            "default": _value(o, o.default),
            "choices": tuple(o.choices.decode().split(" ")) if o.kind == OPTION_CHOICE else (),
            "paragraph": o.paragraph.decode(), "meaning": o.meaning.decode(),
        })
    presets = []
    for i in range(ops.presets_count):
        settings = {}
        for item in ops.presets[i].settings.decode().split():
            name, _, text = item.partition("=")
            settings[name] = {"true": True, "false": False}.get(text, int(text) if text.lstrip("-").isdigit() else text)
        presets.append({"name": ops.presets[i].name.decode(), "settings": settings,
                        "meaning": ops.presets[i].meaning.decode()})
    prospects = [{"name": ops.prospects[i].name.decode(), "unit": ops.prospects[i].unit.decode(),
                  "meaning": ops.prospects[i].meaning.decode()} for i in range(ops.prospects_count)]
    pieces = []
    for i in range(ops.pieces_count):
        n = ops.piece_write(i, spelled)
        pieces.append(spelled[:n].decode())
    return {
        "id": ops.id, "slug": slug, "title": ops.title.decode(), "rules_version": ops.rules_version,
        "seats_min": ops.seats_min, "seats_max": ops.seats_max, "seats_default": ops.seats_default,
        "state_size": ops.state_size, "actions_max": ops.actions_max, "plies_max": ops.plies_max,
        "pieces": tuple(pieces), "hidden": ops.hidden, "zero_sum": bool(ops.zero_sum),
        "options": tuple(options), "presets": tuple(presets), "phases": _names(ops.phases, ops.phases_count),
        "ends": _names(ops.ends, ops.ends_count), "parts": _names(ops.parts, ops.parts_count),
        "prospects": tuple(prospects), "colours": _names(ops.colours, ops.colours_count),
    }
