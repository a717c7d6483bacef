"""Hands and first moves, with the tables of the repository."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from cardsharp_cfr import ArgumentError
from cardsharp_cfr.hands import Hands

DATA = Path(__file__).parents[2] / "data" / "challenge" / "hands"


@pytest.mark.parametrize(("name", "size"), [("two", 2), ("three", 3), ("four", 4)])
def test_the_moves_of_a_solution_are_read_row_by_row(name: str, size: int) -> None:
    hands = Hands(size)
    table = pd.read_csv(DATA / f"{name}-moves.csv")
    moves = hands.first_moves(table)
    assert np.isfinite(moves.accepts).all()
    for row in table.sample(500, random_state=1).to_dict("records"):
        seat, written, *faced = row["infoset"].split(" ")
        place = hands.index[tuple(map(int, written.split("-")))]
        action, share = str(row["action"]), row["probability"]
        if seat == "leader":
            assert moves.lead[place, 0 if action == "challenge" else int(action)] == share
        elif faced == ["challenge"]:
            assert moves.accepts[place] == (share if action == "accept" else pytest.approx(1 - share, abs=1e-4))
        elif action == "challenge":
            assert moves.challenges[place, int(faced[0])] == share


def test_probabilities_are_those_of_dealt_cards() -> None:
    hands, chance = Hands(3, ranks=4, copies=3), np.random.default_rng(1)
    shoe = np.repeat(np.arange(1, 5), 3)
    dealt = np.array([-np.sort(-chance.choice(shoe, 3, replace=False)) for _ in range(20_000)])
    seen = np.bincount([hands.index[tuple(hand)] for hand in dealt.tolist()], minlength=len(hands)) / len(dealt)
    assert np.abs(seen - hands.probabilities).max() < 0.02
    assert hands.probabilities.sum() == pytest.approx(1)


def test_tables_of_other_hands_and_with_gaps_are_refused() -> None:
    table = pd.read_csv(DATA / "two-moves.csv")
    with pytest.raises(ArgumentError, match="is no hand of 3 cards of 13 ranks"):
        Hands(3).first_moves(table)
    with pytest.raises(ArgumentError, match="hands are missing"):
        Hands(2).first_moves(table[table["infoset"] != "leader 13-13"])
    with pytest.raises(ArgumentError, match="as many copies as a hand has cards"):
        Hands(5, copies=3)
