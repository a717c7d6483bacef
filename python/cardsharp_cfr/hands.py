"""The hands of Challenge, and what a policy does with them at the beginning of a hand.

>>> from cardsharp_cfr.hands import Hands
>>> hands = Hands(size=2, ranks=3, copies=2)
>>> hands.all
[(1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (3, 3)]
>>> round(float(hands.probabilities[hands.index[3, 1]] * 15))
4
"""

import math
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from .errors import ArgumentError

__all__ = ["FirstMoves", "Hands"]

_Array = NDArray[np.float64]


class Hands:
    """All hands of `size` cards from a shoe of `ranks` ranks with `copies` cards each, each as a tuple with the highest
    card first.

    >>> hands = Hands()
    >>> len(hands), hands.name((13, 12, 8, 8, 1)), round(hands.mean(hands.cards[:, 0]), 2)
    (6188, '13-12-8-8-1', 11.34)
    """

    def __init__(self, size: int = 5, ranks: int = 13, copies: int = 8) -> None:
        if size < 0 or min(ranks, copies) < 1 or copies < size:
            raise ArgumentError(
                f"size is {size}, ranks {ranks}, copies {copies}: write at least 1 rank, and as many copies as a hand has cards"
            )
        self.size, self.ranks, self.copies = size, ranks, copies
        chosen = combinations_with_replacement(range(1, ranks + 1), size)
        self.all: list[tuple[int, ...]] = [hand[::-1] for hand in chosen]
        """The hands."""
        self.index = {hand: place for place, hand in enumerate(self.all)}
        """The place of each hand in `all`."""
        self.cards: NDArray[np.int64] = np.array(self.all, dtype=np.int64).reshape(len(self.all), size)
        """The hands as an array, a row for each."""
        self.counts: NDArray[np.int64] = np.array([[hand.count(rank) for rank in range(ranks + 1)] for hand in self.all])
        """How many cards of each rank a hand has: a row for each hand, column r for rank r."""
        ways = np.array([math.comb(copies, taken) for taken in range(size + 1)], dtype=np.float64)
        weights = ways[self.counts].prod(axis=1)
        self.probabilities: _Array = weights / weights.sum()
        """The probability that each hand is dealt."""

    def __len__(self) -> int:
        return len(self.all)

    @staticmethod
    def name(hand: tuple[int, ...]) -> str:
        """The hand as the tables of first moves write it.

        >>> Hands.name((9, 5, 2))
        '9-5-2'
        """
        return "-".join(map(str, hand))

    def mean(self, values: ArrayLike, where: ArrayLike | None = None) -> float:
        """The mean of a value of each hand over the deals, or over those hands `where` says so. Hands whose value is
        not a number count as 0.

        >>> hands = Hands(size=2, ranks=3, copies=2)
        >>> round(hands.mean(hands.counts[:, 3] > 0) * 15)
        9
        """
        weights = self.probabilities if where is None else self.probabilities * np.asarray(where)
        return float(np.nansum(weights * np.asarray(values)) / weights.sum())

    def grid(self, values: ArrayLike, row: int = 0, column: int = 1, weights: ArrayLike | None = None) -> _Array:
        """The mean of a value by two cards of the hand: rows by the card at place `row`, columns by the one at place
        `column`, from rank 1. Not a number where no hand has the two.

        >>> hands = Hands(size=2, ranks=3, copies=2)
        >>> hands.grid(hands.cards.sum(axis=1)).tolist()
        [[2.0, nan, nan], [3.0, 4.0, nan], [4.0, 5.0, 6.0]]
        """
        numbers = np.asarray(values, dtype=np.float64)
        known = np.isfinite(numbers)
        shares = (self.probabilities if weights is None else np.asarray(weights)) * known
        total, mass = np.zeros((self.ranks, self.ranks)), np.zeros((self.ranks, self.ranks))
        places = (self.cards[:, row] - 1, self.cards[:, column] - 1)
        np.add.at(total, places, shares * np.nan_to_num(numbers))
        np.add.at(mass, places, shares)
        return np.divide(total, mass, out=np.full_like(total, np.nan), where=mass > 0)

    def first_moves(self, moves: pd.DataFrame) -> "FirstMoves":
        """The first decisions of both players, from the table that `cardsharp solve challenge --out` and
        `cardsharp export challenge --moves` write: columns infoset, action and probability.

        Raises `ArgumentError` if the table is of other hands, or leaves some out.

        >>> hands = Hands(size=1, ranks=2, copies=2)
        >>> table = pd.DataFrame(
        ...     [("leader 1", "1", 1.0), ("leader 2", "2", 0.75), ("leader 2", "challenge", 0.25)],
        ...     columns=["infoset", "action", "probability"],
        ... )
        >>> hands.first_moves(table).lead.tolist()
        [[0.0, 1.0, 0.0], [0.25, 0.0, 0.75]]
        """
        parts = moves["infoset"].str.split(" ", expand=True).reindex(columns=range(3))
        names = {self.name(hand): place for place, hand in enumerate(self.all)}
        places = parts[1].map(names)
        if places.isna().any():
            unknown = parts[1][places.isna()].iloc[0]
            raise ArgumentError(f"{unknown} is no hand of {self.size} cards of {self.ranks} ranks")
        at = places.to_numpy(dtype=np.int64)
        actions = moves["action"].astype(str)
        shares = moves["probability"].to_numpy(dtype=np.float64)
        faced = parts[2].astype(object).fillna("")
        found = FirstMoves(
            lead=np.zeros((len(self), self.ranks + 1)),
            challenges=np.full((len(self), self.ranks + 1), np.nan),
            accepts=np.full(len(self), np.nan),
        )
        leads = (parts[0] == "leader").to_numpy()
        ranks = pd.to_numeric(actions.where(actions != "challenge", "0"), errors="coerce").to_numpy()
        np.add.at(found.lead, (at[leads], ranks[leads].astype(np.int64)), shares[leads])
        accepts = ((faced == "challenge") & (actions == "accept")).to_numpy()
        found.accepts[at[accepts]] = shares[accepts]
        asks = ~leads & ((faced != "challenge") & (actions == "challenge")).to_numpy()
        found.challenges[at[asks], faced[asks].astype(np.int64)] = shares[asks]
        if not np.allclose(found.lead.sum(axis=1), 1, atol=1e-3):
            raise ArgumentError("the leader's probabilities of some hand do not add up to 1: hands are missing, or are there twice")
        return found


@dataclass(frozen=True)
class FirstMoves:
    """The first decisions of both players, by hand: see `Hands.first_moves`.

    >>> FirstMoves(lead=np.eye(2), challenges=np.eye(2), accepts=np.ones(2)).lead[0, 0]
    np.float64(1.0)
    """

    lead: _Array
    """Column r: the probability that the leader leads rank r. Column 0: that they challenge before leading."""
    challenges: _Array
    """Column r: the probability that the follower challenges when rank r was led; not a number where the table has
    none."""
    accepts: _Array
    """The probability that the follower accepts a challenge before the first card; not a number where the table has
    none."""

