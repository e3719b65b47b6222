from tileengine._core.position import Position

FIELDS: dict[str, dict[str, int]]

def position_state(position: Position) -> bytes: ...
def list_moves(
    position: Position,
    kind: int,
    place: int,
    piece: int,
    limit: int,
    after: int,
    count_only: bool,
    with_gain: bool,
    with_notation: bool,
) -> bytes: ...
def move_gain(position: Position, action: int) -> int: ...
def view_position(position: Position, geometry: bool) -> bytes: ...
