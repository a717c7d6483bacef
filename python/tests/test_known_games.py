"""Games by name, and .efg files."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import cardsharp_cfr
from cardsharp_cfr import compile_game, nash_conv, solve

LEDUC_VALUE = -0.0856064


@pytest.mark.parametrize("solver", ["dcfr", "pcfr+", "lp"])
def test_kuhn_has_its_known_value(solver: str) -> None:
    solution = solve("kuhn_poker", solver=solver, target=1e-6)
    assert solution.values[0] == pytest.approx(-1 / 18, abs=1e-6)
    assert solution.nash_conv <= 1e-6
    assert solution.exploitability == solution.nash_conv / 2


def test_leduc_has_its_known_value() -> None:
    solution = solve("leduc_poker", solver="dcfr", target=1e-5)
    assert solution.values[0] == pytest.approx(LEDUC_VALUE, abs=1e-5)
    assert solution.stop_reason == "target"
    curve = solution.curve
    assert list(curve.columns) == ["iteration", "seconds", "nodes", "nash_conv"]
    assert curve["iteration"].is_monotonic_increasing and curve["seconds"].is_monotonic_increasing
    assert curve["nash_conv"].iloc[-1] == solution.nash_conv


def test_a_small_member_of_a_contest_is_solved() -> None:
    game = compile_game("challenge(ranks=3,copies=3,hand_size=2)")
    by_cfr, by_lp = solve(game, target=1e-6), solve(game, solver="lp")
    assert by_cfr.values[0] == pytest.approx(by_lp.values[0], abs=1e-6)
    assert by_lp.iterations is None and by_lp.stop_reason is None and by_lp.curve.empty


def test_the_strategy_has_a_distribution_at_every_information_set() -> None:
    solution = solve("leduc_poker", iterations=50)
    table = solution.strategy
    sums = table.groupby(["player", "infoset"], sort=False)["probability"].sum()
    assert len(sums) == sum(solution.game.infosets_by_player) == 936
    assert np.allclose(sums, 1.0)
    assert list(sums.index) == list(zip(solution.game.infosets["player"], solution.game.infosets["infoset"]))


@pytest.mark.parametrize("game", ["kuhn_poker", "leduc_poker", "kuhn_poker(players=3)"])
@pytest.mark.filterwarnings("ignore::cardsharp_cfr.NoEquilibriumWarning")
def test_the_strategy_of_a_solution_is_measured_the_same(game: str) -> None:
    solution = solve(game, iterations=37)
    table = solution.strategy.sample(frac=1.0, random_state=1)
    assert nash_conv(game, table) == pytest.approx(solution.nash_conv, abs=1e-12)
    rows = {name: dict(zip(row["action"], row["probability"])) for name, row in solution.strategy.groupby("infoset")}
    assert nash_conv(game, rows) == pytest.approx(solution.nash_conv, abs=1e-12)


def test_every_efg_file_of_the_repository_is_solved(efg_files: list[Path]) -> None:
    for path in efg_files:
        if path.stem == "absent_minded_driver":
            with pytest.raises(cardsharp_cfr.ImperfectRecallError, match="recall"):
                solve(path)
            continue
        game = compile_game(path)
        assert game.title and game.name == str(path)
        if not game.has_equilibrium_by_cfr:
            with pytest.warns(cardsharp_cfr.NoEquilibriumWarning):
                assert np.isfinite(solve(game, iterations=100).nash_conv)
            continue
        by_cfr, by_lp = solve(game, target=1e-6), solve(str(path), solver="lp")
        assert by_cfr.values == pytest.approx(by_lp.values, abs=1e-6), path


def test_a_sampled_solver_gives_the_same_strategy_with_the_same_seed() -> None:
    assert "linear-mccfr" in cardsharp_cfr.solvers()["name"].tolist()
    runs = (solve("kuhn_poker", "linear-mccfr", iterations=2_000, threads=1, seed=seed) for seed in (7, 7, 8))
    one, other, third = (solution.strategy for solution in runs)
    pd.testing.assert_frame_equal(one, other)
    assert not one.equals(third)


def test_a_saved_solution_is_a_policy_file(tmp_path: Path) -> None:
    path = tmp_path / "kuhn.policy"
    solve("kuhn_poker", target=1e-3).save(path)
    assert b"kuhn_poker" in path.read_bytes()[:1000]
    with pytest.raises(cardsharp_cfr.FileError, match="nowhere"):
        solve("kuhn_poker", iterations=1).save(tmp_path / "nowhere" / "kuhn.policy")


def test_a_game_without_a_name_is_written_beside_its_solution(tmp_path: Path) -> None:
    path = tmp_path / "pennies.policy"
    solution = solve(cardsharp_cfr.MatchingPennies(), iterations=3)
    solution.save(path)
    policy = cardsharp_cfr.Policy.load(path)
    assert policy.game == str(tmp_path / "pennies.efg")
    assert policy.exploitability().value == pytest.approx(solution.exploitability, abs=1e-12)
    solution.save(path)
    (tmp_path / "pennies.efg").write_text("something else")
    with pytest.raises(cardsharp_cfr.FileError, match=r"pennies\.efg is there already"):
        solution.save(path)
    with pytest.raises(cardsharp_cfr.FileError, match="another ending"):
        solution.save(tmp_path / "pennies.efg")


def test_an_archive_holds_the_whole_solution(tmp_path: Path) -> None:
    solution = solve("leduc_poker", iterations=20)
    solution.to_npz(tmp_path / "leduc.npz")
    with np.load(tmp_path / "leduc.npz") as arrays:
        rows = np.repeat(arrays["infoset"], np.diff(arrays["row"]))
        assert rows.tolist() == solution.strategy["infoset"].tolist()
        assert arrays["action"].tolist() == solution.strategy["action"].tolist()
        assert np.array_equal(arrays["probability"], solution.strategy["probability"])
        assert arrays["nash_conv"] == solution.nash_conv
        assert np.array_equal(arrays["curve_nash_conv"], solution.curve["nash_conv"])
    with pytest.raises(OSError, match="nowhere"):
        solution.to_npz(tmp_path / "nowhere" / "leduc.npz")


def test_a_written_game_is_the_same_game(tmp_path: Path) -> None:
    path = tmp_path / "leduc.efg"
    compile_game("leduc_poker").write_efg(path)
    written = compile_game(path)
    assert (written.nodes, written.infosets_by_player) == (9457, (468, 468))
    assert solve(written, target=1e-4).values[0] == pytest.approx(LEDUC_VALUE, abs=1e-4)
