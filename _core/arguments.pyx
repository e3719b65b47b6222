"""What callers hand to Position.deal, checked: options by name and seeds of several kinds.

Every refusal names its field. This file knows no positions and no rules but those each game states of its options.
"""
from tileengine._core.codes cimport BAD_OPTION, BAD_SEED
from tileengine._core.ops cimport OPTION_BOOL, OPTION_CHOICE, GameOps, OptionDef
from tileengine._core.state cimport State

import os

from tileengine import errors


cdef int option_value(const OptionDef* option, object value) except? -999999999:
    """The number an option's value stands for; raises BadOption."""
    name = option.name.decode()
    if option.kind == OPTION_CHOICE:
        choices = option.choices.decode().split(" ")
        if value not in choices:
            raise errors.make(BAD_OPTION, f"option {name} must be one of {', '.join(choices)}, not {value!r}",
                              field=f"options.{name}")
        return choices.index(value)
    if option.kind == OPTION_BOOL:
        if not isinstance(value, bool):
            raise errors.make(BAD_OPTION, f"option {name} must be true or false, not {value!r}",
                              field=f"options.{name}")
        return 1 if value else 0
    if not isinstance(value, int) or isinstance(value, bool) or not option.low <= value <= option.high:
        raise errors.make(BAD_OPTION, f"option {name} must be in {option.low}..{option.high}, not {value!r}",
                          field=f"options.{name}")
    return value


cdef void options_fill(State* s, const GameOps* ops, dict options) except *:
    cdef int i
    names = [ops.options[i].name.decode() for i in range(ops.options_count)]
    for name in options:
        if name not in names:
            raise errors.make(BAD_OPTION, f"{ops.slug.decode()} has no option {name!r}; it has {', '.join(names)}",
                              field=f"options.{name}")
    for i in range(ops.options_count):
        if names[i] in options:
            s.options[i] = option_value(&ops.options[i], options[names[i]])
        else:
            s.options[i] = ops.options[i].default
    i = ops.check_options(s.options, s.seats)
    if i > 0:
        raise errors.make(BAD_OPTION, f"option {names[i - 1]} does not go with the other options or {s.seats} seats"
                          f" (rule {ops.options[i - 1].paragraph.decode()})", field=f"options.{names[i - 1]}")


cdef bytes seed_bytes(object seed):
    """32 bytes: an int little-endian, bytes padded with zeros, None from the system's own source."""
    if seed is None:
        return os.urandom(32)
    if isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 1 << 256:
        return seed.to_bytes(32, "little")
    if isinstance(seed, bytes) and 1 <= len(seed) <= 32:
        return seed.ljust(32, b"\0")
    raise errors.make(BAD_SEED, "seed must be an integer in 0..2**256-1 or 1 to 32 bytes", field="seed")
