"""The speed of a rule that is written in Python, beside that of the same preset.

Both do the same iterations on one thread; they take turns, and the best of five runs counts. Usage: python rule.py
"""

import numpy as np
from numpy.typing import NDArray

from cardsharp_cfr import compile_game, solve

GAMES = [("leduc_poker", 2_000), ("liars_dice(numdice=1,dice_sides=6)", 1_000)]


class Discounted:
    """Discounted CFR (Brown and Sandholm 2019)."""

    def __init__(self) -> None:
        self.regrets: list[NDArray[np.float64] | None] = [None, None]

    def learn(
        self, iteration: int, player: int, gains: NDArray[np.float64], infosets: NDArray[np.uint32]
    ) -> NDArray[np.float64]:
        """Adds the gains to the discounted regrets."""
        before, regrets = (iteration - 1) ** 1.5, self.regrets[player]
        if regrets is not None:
            gains += regrets * np.where(regrets > 0, before / (before + 1), 0.5)
        self.regrets[player] = gains
        return gains

    def weight(self, iteration: int) -> float:
        """The square of the iteration."""
        return float(iteration**2)


def main() -> None:
    """Prints a row for each game."""
    print("| game | iterations | preset, seconds | rule in Python, seconds | speed of the rule |")
    print("|---|---|---|---|---|")
    for name, iterations in GAMES:
        game = compile_game(name)
        runs = [
            (
                solve(game, "dcfr", iterations=iterations, threads=1).seconds,
                solve(game, Discounted(), iterations=iterations).seconds,
            )
            for _ in range(5)
        ]
        preset, rule = (min(column) for column in zip(*runs, strict=True))
        print(f"| `{name}` | {iterations:,} | {preset:.3f} | {rule:.3f} | {100 * preset / rule:.0f} % |", flush=True)


if __name__ == "__main__":
    main()
