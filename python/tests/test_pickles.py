"""Games and solutions in pickles, copies and other processes."""

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pyspiel
import pytest

import cardsharp_cfr
from cardsharp_cfr import MatchingPennies, Solution, compile_game, solve


class Nameless(MatchingPennies):
    """Matching pennies in which heads count double, for whom the sides have one name."""

    def utility(self, state: str, player: int) -> float:
        return super().utility(state, player) * (2.0 if state[0] == "H" else 1.0)

    def utility_bounds(self) -> tuple[float, float]:
        return (-2.0, 2.0)


def games(folder: Path) -> list[Any]:
    path = folder / "pennies.efg"
    compile_game(MatchingPennies()).write_efg(path)
    spiel = (pyspiel.load_game(name) for name in ("leduc_poker", "matrix_rps", "kuhn_poker(players=3)"))
    return ["leduc_poker", path, Nameless(), *spiel]


def assert_same(first: Solution, second: Solution) -> None:
    assert repr(first) == repr(second)
    assert first.strategy.equals(second.strategy)
    assert first.curve.equals(second.curve)
    assert first.solver == second.solver
    assert (first.iterations, first.seconds, first.stop_reason) == (second.iterations, second.seconds, second.stop_reason)
    assert second.values == pytest.approx(first.values, abs=1e-12)
    assert second.best_responses == pytest.approx(first.best_responses, abs=1e-12)
    assert second.nash_conv == pytest.approx(first.nash_conv, abs=1e-12)
    assert first.game.infosets.equals(second.game.infosets)


@pytest.mark.filterwarnings("ignore::cardsharp_cfr.NoEquilibriumWarning")
@pytest.mark.parametrize("number", range(6))
def test_pickles_and_copies_are_the_same_solution(number: int, tmp_path: Path) -> None:
    solution = solve(games(tmp_path)[number], solver="dcfr", iterations=50)
    for again in (copy.copy(solution), copy.deepcopy(solution), pickle.loads(pickle.dumps(solution))):
        assert again is not solution
        assert_same(solution, again)
        # It is as good as the first: it is saved, pickled and solved again.
        assert_same(solution, pickle.loads(pickle.dumps(again)))
        again.save(tmp_path / "again.policy")
        assert solve(again.game, solver="dcfr", iterations=50).strategy.equals(solution.strategy)


def test_a_pickled_solution_of_a_linear_program_has_no_run() -> None:
    solution = solve("kuhn_poker", solver="lp")
    again = pickle.loads(pickle.dumps(solution))
    assert again.iterations is None and again.stop_reason is None
    assert_same(solution, again)


def test_a_pickled_solution_of_openspiel_is_measured_by_openspiel() -> None:
    solution = solve(pyspiel.load_game("leduc_poker"), iterations=50)
    again = pickle.loads(pickle.dumps(solution))
    policy = again.to_openspiel(native=True)
    assert pyspiel.nash_conv(again.game.openspiel_game, policy) == pytest.approx(solution.nash_conv, abs=1e-9)


def test_a_changed_file_is_not_taken_for_the_pickled_game(tmp_path: Path) -> None:
    path = tmp_path / "game.efg"
    compile_game(MatchingPennies()).write_efg(path)
    pickled = pickle.dumps(compile_game(path))
    path.unlink()
    compile_game(Nameless()).write_efg(path)
    with pytest.raises(cardsharp_cfr.GameError, match="another game now than when it was pickled"):
        pickle.loads(pickled)


def solve_with(seed: int) -> Solution:
    return solve("kuhn_poker", solver="linear-mccfr", iterations=1_000, threads=1, seed=seed)


def test_solutions_come_back_from_a_pool_of_processes() -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        solutions = list(pool.map(solve_with, range(2)))
    for seed, solution in enumerate(solutions):
        assert solution.strategy.equals(solve_with(seed).strategy)
