"""Makes the enum Kind of action.pxd visible to Python, and takes actions apart for it. This file knows no game."""
from libc.stdint cimport uint32_t


def make(int kind, int place=NO_PLACE, int piece=NO_PIECE, int rotation=0, int extra=0):
    """The action with these fields. Raises ValueError when one does not fit its bits."""
    if not (0 <= kind < 8 and 0 <= place <= NO_PLACE and 0 <= piece <= NO_PIECE and 0 <= rotation < 16
            and 0 <= extra < 8):
        raise ValueError("a field of the action is out of range")
    return action_make(kind, place, piece, rotation, extra)


def split(uint32_t action):
    """(kind, place, piece, rotation, extra) of an action."""
    return (action_kind(action), action_place(action), action_piece(action), action_rotation(action),
            action_extra(action))
