"""Regret rules and averaging rules of one's own."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["Rule"]


class Rule(Protocol):
    """A rule of the CFR family, for `solve(game, rule)`. It keeps what it learns itself.

    All arrays have a cell for each action of each information set of one player, in an order of their own.

    >>> from cardsharp_cfr import solve
    >>> class CfrPlus:
    ...     def __init__(self):
    ...         self.regrets = [0.0, 0.0]
    ...     def learn(self, iteration, player, gains, infosets):
    ...         self.regrets[player] = np.maximum(self.regrets[player] + gains, 0)
    ...         return self.regrets[player]
    ...     def weight(self, iteration):
    ...         return iteration
    >>> solve("kuhn_poker", CfrPlus(), iterations=1000)
    <Solution of kuhn_poker: values -0.056, 0.056, NashConv 1.7e-04>
    """

    def learn(
        self, iteration: int, player: int, gains: NDArray[np.float64], infosets: NDArray[np.uint32]
    ) -> NDArray[np.float64]:
        """Learns from an iteration of a player, and returns the numbers to whose positive part the next strategy is
        proportional; it is uniform where none is positive.

        - `iteration`: from 1. The players learn one after the other.
        - `gains`: the counterfactual value of each action less that of the strategy, in the unit of the utilities.
        - `infosets`: the information set of each cell, numbered from 0.
        """
        ...

    def weight(self, iteration: int) -> float:
        """The weight of the iteration's strategy in the average, 0 or more."""
        ...


def name_of(rule: Any) -> str:
    """The name of the rule's class, as solutions and policy files have it."""
    return type(rule).__name__
