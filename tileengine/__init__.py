"""tileengine: legal moves, play and scores of tile games, fast, for game platforms and AI opponents.

>>> import tileengine
>>> position = tileengine.Position.deal("triple_peaks", seed=1)
>>> position = position.play(position.legal()[0])

The public names are here; everything else may change. The service is started with `tileengine serve`.
"""

from tileengine._core import registry as _registry
from tileengine._core.position import Position
from tileengine.errors import TileengineError

_registry.discover()

__version__ = "0.1.0"
__all__ = ["Position", "TileengineError", "__version__"]
