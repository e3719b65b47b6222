"""What a position of Triple Peaks promises; see _core/parts/triple_peaks_judge.pyx."""

from tileengine._core.position import Position

def features(position: Position) -> list[float]: ...
