"""Rules of regrets that are written in Python."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cardsharp_cfr import ArgumentError, Policy, Progress, nash_conv, solve

Cells = NDArray[np.float64]


class Discounted:
    """Discounted CFR (Brown and Sandholm 2019)."""

    def __init__(self, players: int = 2) -> None:
        self.regrets: list[Cells | None] = [None] * players

    def learn(self, iteration: int, player: int, gains: Cells, infosets: NDArray[np.uint32]) -> Cells:
        before = (iteration - 1) ** 1.5
        regrets = self.regrets[player]
        if regrets is not None:
            gains += regrets * np.where(regrets > 0, before / (before + 1), 0.5)
        self.regrets[player] = gains
        return gains

    def weight(self, iteration: int) -> float:
        return float(iteration**2)


@pytest.mark.parametrize("game", ["kuhn_poker", "leduc_poker", "kuhn_poker(players=3)"])
@pytest.mark.filterwarnings("ignore::cardsharp_cfr.NoEquilibriumWarning")
def test_a_rule_comes_to_what_its_preset_comes_to(game: str) -> None:
    own = solve(game, Discounted(3), iterations=200)
    preset = solve(game, "dcfr", iterations=200)
    # Rounding of the last bits grows in two hundred iterations.
    assert own.nash_conv == pytest.approx(preset.nash_conv, rel=1e-3)
    assert own.iterations == 200 and own.solver == "Discounted" and own.stop_reason == "iterations"
    assert nash_conv(game, own.strategy) == pytest.approx(own.nash_conv, rel=1e-6)


def test_a_rule_stops_at_a_target_and_its_answer_can_be_saved(tmp_path: Path) -> None:
    found: list[Progress] = []
    solved = solve("leduc_poker", Discounted(), target=1e-2, progress=found.append)
    assert solved.nash_conv <= 1e-2 and found and len(solved.curve) > 3
    solved.save(tmp_path / "own.policy")
    assert Policy.load(tmp_path / "own.policy").solver == "Discounted"


def test_cells_know_their_information_sets() -> None:
    seen: dict[int, NDArray[np.uint32]] = {}

    class Greedy(Discounted):
        def learn(self, iteration: int, player: int, gains: Cells, infosets: NDArray[np.uint32]) -> Cells:
            seen[player] = infosets
            most = np.full(infosets.max() + 1, -np.inf)
            np.maximum.at(most, infosets, gains)
            best: Cells = (gains == most[infosets]).astype(np.float64)
            return best

    solve("kuhn_poker", Greedy(), iterations=5)
    assert {player: np.bincount(cells).tolist() for player, cells in seen.items()} == {0: [2] * 6, 1: [2] * 6}


class Told(Discounted):
    def __init__(self, answer: object, weight: float = 1.0) -> None:
        self.answer, self.share = answer, weight

    def learn(self, iteration: int, player: int, gains: Cells, infosets: NDArray[np.uint32]) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer if iteration > 1 else gains

    def weight(self, iteration: int) -> float:
        return self.share


@pytest.mark.parametrize(
    ("rule", "error", "named"),
    [
        (Told(KeyError("mine")), KeyError, "mine"),
        (Told(None), ArgumentError, "NumPy array of 12 numbers"),
        (Told(np.zeros(3)), ArgumentError, "NumPy array of 12 numbers"),
        (Told(np.zeros(12, dtype=np.float32)), ArgumentError, "float64"),
        (Told(np.full(12, np.nan)), ArgumentError, "iteration 2 of player 0 gives NaN"),
        (Told(np.zeros(12), weight=-1), ArgumentError, "weight of iteration 1 is -1"),
        (object(), AttributeError, "weight"),
    ],
)
def test_errors_of_a_rule_are_raised(rule: Any, error: type[Exception], named: str) -> None:
    with pytest.raises(error, match=named):
        solve("kuhn_poker", rule, iterations=10)
