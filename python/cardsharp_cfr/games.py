"""Games that are written in Python: the protocol, and an example."""

from collections.abc import Hashable
from typing import NamedTuple, Protocol, TypeVar

__all__ = ["Chance", "Decision", "Game", "MatchingPennies", "Terminal", "Turn"]

State = TypeVar("State")


class Terminal(NamedTuple):
    """The game is over.

    >>> Terminal()
    Terminal()
    """


class Chance(NamedTuple):
    """Chance moves.

    >>> Chance(outcomes=6)
    Chance(outcomes=6)
    """

    outcomes: int
    """The number of outcomes."""


class Decision(NamedTuple):
    """A player moves.

    >>> Decision(player=0, actions=2)
    Decision(player=0, actions=2)
    """

    player: int
    """The player to move, counted from 0."""
    actions: int
    """The number of actions, at least 1, and the same in every state of an information set."""


Turn = Terminal | Chance | Decision
"""The next move in a state."""


class Game(Protocol[State]):
    """A game in extensive form: the methods that a class needs to be solved.

    The names are those of the trait `Game` in Rust. A state is a history of the game, in any form; it is not
    changed, but new states are made from it. The game is walked once. Then the contract is checked, and what is
    broken is named by a `ContractViolation`:

    - Chance probabilities are positive and sum to 1.
    - An information set has one player, one number of actions, and its actions in one order.
    - Perfect recall: a player remembers all own actions and observations.
    - Utilities are finite and within the bounds.

    Names are for show. An information set and its actions are named as in its first state; a name that another has
    gets a number.

    Four methods are optional:

    - `players(self) -> int`, the number of players; 2 if it is missing.
    - `action_name(self, state, index) -> str`, the name of an action or outcome; its number if it is missing.
    - `infoset_name(self, state) -> str`, the name of the information set of the player to move; the key as a
      text if it is missing.
    - `name(self) -> str`, the name of the game; that of the class if it is missing.

    >>> import cardsharp_cfr
    >>> solution = cardsharp_cfr.solve(MatchingPennies(), solver="lp")
    >>> abs(solution.values[0]) < 1e-9
    True
    """

    def root(self) -> State:
        """The state before any move."""

    def turn(self, state: State) -> Turn:
        """The next move: `Terminal()`, `Chance(outcomes)` or `Decision(player, actions)`."""

    def child(self, state: State, index: int) -> State:
        """The state after action or outcome `index`, counted from 0."""

    def chance_probability(self, state: State, index: int) -> float:
        """The probability of outcome `index` of a chance state."""

    def utility(self, state: State, player: int) -> float:
        """The utility of a player in a terminal state."""

    def utility_bounds(self) -> tuple[float, float]:
        """Two numbers between which all utilities of all players are. They need not be reached."""

    def infoset(self, state: State) -> Hashable:
        """The key of the information set of the player to move: all that the player knows. Two states have
        equal keys exactly if the player cannot tell them apart. Players do not share keys."""


class MatchingPennies:
    """Matching pennies, an example of a `Game`: player 0 wins if both show the same side.

    >>> from cardsharp_cfr import compile_game
    >>> compile_game(MatchingPennies()).infosets_by_player
    (1, 1)
    """

    def root(self) -> str:
        """Nobody has moved."""
        return ""

    def turn(self, state: str) -> Turn:
        """Each player moves once."""
        return Terminal() if len(state) == 2 else Decision(player=len(state), actions=2)

    def child(self, state: str, index: int) -> str:
        """The side that is shown is added."""
        return state + "HT"[index]

    def chance_probability(self, state: str, index: int) -> float:
        """There is no chance."""
        raise NotImplementedError

    def utility(self, state: str, player: int) -> float:
        """1 to the winner, -1 to the loser."""
        same = state[0] == state[1]
        return 1.0 if same == (player == 0) else -1.0

    def utility_bounds(self) -> tuple[float, float]:
        """One wins 1."""
        return (-1.0, 1.0)

    def infoset(self, state: str) -> Hashable:
        """The second player does not see the first one's side."""
        return f"player {len(state)}"

    def action_name(self, state: str, index: int) -> str:
        """The side."""
        return ("heads", "tails")[index]
