from enum import IntEnum

class Kind(IntEnum):
    NO_ACTION = 0
    PLACE = 1
    TAKE = 2
    DRAW = 3
    PASS = 4
    LAY_TRIPLE = 5

def make(kind: int, place: int = 0x7FFF, piece: int = 0x7F, rotation: int = 0, extra: int = 0) -> int: ...
def split(action: int) -> tuple[int, int, int, int, int]: ...
