"""How the judge of Triple Peaks learns; see _core/parts/triple_peaks_learn.pyx."""

class Learner:
    games: int
    done: int
    wins: bool
    def __init__(
        self,
        *,
        wins: bool,
        games: int,
        seed: int = 0,
        rate: float = -1,
        trace: float = 0.6,
        explore: float = 0.05,
        lure: float = -1,
    ) -> None: ...
    def learn(self, games: int) -> int: ...
    def measure(self, deals: int, seed: int) -> tuple[float, float, float]: ...
    def weights(self) -> list[int]: ...
    def load(self, weights: list[int]) -> None: ...
