"""Policy files that were trained, read again."""

import csv
from itertools import islice
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from cardsharp_cfr import ArgumentError, FileError, Policy, Solution, solve

ALL_SCORES = Path(__file__).parents[2] / "data" / "challenge" / "all-scores.policy"
OPENING = "hand=12,9,8,8,1"
OPENING_ROW = 1_481_075  # docs/src/formats/rows.md


@pytest.fixture(scope="module")
def challenge() -> Policy:
    return Policy.load(ALL_SCORES)


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve("leduc_poker", solver="dcfr", iterations=200)


@pytest.fixture(scope="module")
def leduc(solution: Solution, tmp_path_factory: pytest.TempPathFactory) -> Policy:
    path = tmp_path_factory.mktemp("policies") / "leduc.policy"
    solution.save(path)
    return Policy.load(path)


def test_the_figures_are_those_of_the_solution(leduc: Policy, solution: Solution) -> None:
    assert (leduc.game, leduc.kind, leduc.solver) == ("leduc_poker", "policy", "dcfr")
    assert leduc.iterations == 200
    assert leduc.measured is not None
    assert leduc.measured.value == solution.nash_conv
    found = leduc.nash_conv()
    assert (found.quantity, found.half_width) == ("NashConv", 0.0)
    assert found.value == pytest.approx(solution.nash_conv, abs=1e-12)
    assert leduc.exploitability().value == pytest.approx(solution.exploitability, abs=1e-12)


def test_the_rows_are_those_of_the_solution_and_of_the_csv(
    leduc: Policy, solution: Solution, tmp_path: Path
) -> None:
    rows = leduc.rows()
    ours = rows.set_index(["player", "infoset", "action"])["probability"].sort_index()
    theirs = solution.strategy.set_index(["player", "infoset", "action"])["probability"].sort_index()
    assert list(ours.index) == list(theirs.index)
    np.testing.assert_allclose(ours.to_numpy(), theirs.to_numpy(), atol=1e-12)
    assert leduc.to_csv(tmp_path / "rows.csv") == len(leduc)
    read = pd.read_csv(tmp_path / "rows.csv", dtype={"key": np.uint64}, keep_default_na=False)
    assert list(read.columns) == list(rows.columns)
    np.testing.assert_array_equal(read["key"].to_numpy(), rows["key"].to_numpy())
    np.testing.assert_array_equal(read["probability"].to_numpy(), rows["probability"].to_numpy())
    chunks = pd.concat(leduc.chunks(100), ignore_index=True)
    pd.testing.assert_frame_equal(chunks, rows)


def test_rows_of_a_contest_are_those_of_the_csv(challenge: Policy, tmp_path: Path) -> None:
    challenge.to_csv(tmp_path / "rows.csv")
    rows = challenge.rows(1000, 1200)
    wanted = set(challenge.row_numbers[1000:1200].tolist())
    with (tmp_path / "rows.csv").open(newline="") as file:
        # The rows are among the first lines of millions.
        lines = islice(csv.DictReader(file), 20_000)
        read = [line for line in lines if int(line["row"]) in wanted]
    assert len(read) == len(rows)
    for line, row in zip(read, rows.to_dict("records"), strict=True):
        assert list(line) == list(rows.columns)
        for name, text in line.items():
            value = row[name]
            if name == "probability":
                assert float(text) == value
            elif name == "visited":
                assert text == str(int(value))
            else:
                assert text == ("" if value is None or value is pd.NA else str(value))


@pytest.mark.parametrize("share", [0.0, 0.3, 0.77, 0.999])
def test_rows_are_read_from_any_place(challenge: Policy, share: float) -> None:
    first = int(share * len(challenge))
    for length in (1, 5_000):
        found = challenge.rows(first, first + length)["row"].unique()
        np.testing.assert_array_equal(found, challenge.row_numbers[first : first + length])


def test_arrays_are_lent_without_a_copy(challenge: Policy) -> None:
    again = challenge._native.weights()
    for array in (challenge.weights, challenge.row_starts, challenge.row_numbers):
        assert not array.flags.owndata
        assert not array.flags.writeable
    assert np.shares_memory(challenge.weights, again)
    assert challenge.weights.__array_interface__["data"] == again.__array_interface__["data"]
    with pytest.raises(ValueError, match="read-only"):
        challenge.weights[0] = 1


def test_an_array_outlives_its_policy() -> None:
    weights = Policy.load(ALL_SCORES).weights
    assert weights.sum() == Policy.load(ALL_SCORES).weights.sum()


def test_a_position_has_the_probabilities_of_its_row(challenge: Policy, leduc: Policy) -> None:
    place = int(np.searchsorted(challenge.row_numbers, OPENING_ROW))
    row = challenge.rows(place, place + 1)
    assert set(row["row"]) == {OPENING_ROW}
    weights = challenge.weights[challenge.row_starts[place] :][: len(row)].astype(np.float64)
    np.testing.assert_allclose(row["probability"], weights / weights.sum(), atol=1e-12)
    assert list(challenge.lookup(OPENING).values()) == list(row["probability"])
    one = leduc.rows(40, 41)
    assert leduc.lookup(one["infoset"][0]) == dict(zip(one["action"], one["probability"], strict=True))


def test_positions_that_are_none_are_refused(challenge: Policy, leduc: Policy) -> None:
    with pytest.raises(ArgumentError, match="has no information set `nothing`: write one as"):
        leduc.lookup("nothing")
    with pytest.raises(ArgumentError):
        challenge.lookup("hand=99")


def test_the_tree_is_walked_with_ranges(challenge: Policy) -> None:
    root = challenge.node()
    assert root.hands["reach"].sum() == pytest.approx(1)
    step = root.actions["action"][0]
    shares = root.hands[f"p({step})"].fillna(0)
    assert (root.hands["reach"] * shares).sum() == pytest.approx(root.actions["share"][0], abs=1e-9)
    child = root.child(step)
    assert child.steps == (step,)
    assert child.player != root.player
    with pytest.raises(ArgumentError, match="is not possible there"):
        root.child("nothing")
    with pytest.raises(ArgumentError, match="no setting points: choose one of score"):
        challenge.node(points="1")


def test_the_tree_of_an_explicit_game_is_walked(leduc: Policy) -> None:
    node = leduc.node()
    assert node.turn == "chance"
    while node.turn == "chance":
        node = node.child(node.actions["action"][0])
    probabilities = [name for name in node.hands.columns if name.startswith("p(")]
    first = node.hands.iloc[0]
    assert [first[name] for name in probabilities] == pytest.approx(list(leduc.lookup(first["hand"]).values()))


def test_a_sample_of_hands_has_an_interval(challenge: Policy) -> None:
    found = challenge.nash_conv(hands=4, score="3,7")
    assert (found.quantity, found.samples) == ("NashConv", 4)
    assert found.value > 0
    assert found.half_width > 0
    assert challenge.nash_conv(hands=4, score="3,7").value == found.value
    with pytest.raises(ArgumentError, match="is no score"):
        challenge.nash_conv(hands=4, score="12")


@pytest.mark.parametrize(
    ("name", "position", "quantity", "samples"),
    [
        (
            "skullwhist/arena",
            "hand=C02,C13,D04,D05,D12,H01,H07,H10,S01,S03,S08,S11,S13 seat=1",
            "NashConv, lower bound",
            4,
        ),
        (
            "dead_mans_draw/arena",
            "bank0=key-3 bank1=map-7,sword-5 area=hook-4,anchor-2",
            "self-play loss",
            4,
        ),
        ("tricky_eights/contest", None, "deviation gain", 8),
    ],
)
def test_policies_of_other_contests_are_asked_and_measured(
    name: str, position: str | None, quantity: str, samples: int
) -> None:
    policy = Policy.load(ALL_SCORES.parents[1] / f"{name}.policy")
    if position is not None:
        chosen = policy.lookup(position)
        assert len(chosen) > 1 and sum(chosen.values()) == pytest.approx(1)
    with pytest.raises(ArgumentError):
        policy.lookup("nothing")
    found = policy.measure(hands=4)
    assert (found.quantity, found.samples) == (quantity, samples)
    assert np.isfinite(found.value) and found.half_width >= 0
    assert policy.measure(hands=4) == found
    with pytest.raises(ArgumentError, match=f"cannot be had: .* the {quantity}"):
        policy.nash_conv(hands=4)
    with pytest.raises(ArgumentError, match="has no scores: leave score out"):
        policy.measure(hands=4, score="0,0")
    whole = policy.rows(0, 300).groupby(policy.rows(0, 1).columns[0], sort=False)["probability"].sum()
    np.testing.assert_allclose(whole.to_numpy(), 1, atol=1e-9)


def test_a_damaged_file_is_named(leduc: Policy, solution: Solution, tmp_path: Path) -> None:
    path = tmp_path / "damaged.policy"
    solution.save(path)
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    with pytest.raises(FileError, match=r"damaged\.policy: damaged section .* use its previous generation"):
        Policy.load(path)
    foreign = tmp_path / "foreign.policy"
    foreign.write_text("no policy")
    with pytest.raises(FileError, match=r"foreign\.policy: not a cardsharp file"):
        Policy.load(foreign)
