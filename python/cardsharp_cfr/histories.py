"""Positions of contest games by their history, for interfaces that copy states and go back."""

from collections import OrderedDict
from typing import Any
from weakref import WeakValueDictionary

from . import _native

__all__ = ["Histories", "OwnDecision", "Position"]

MAX_TABLES = 16
"""Games that wait at their tables at a time: each has a thread."""


class OwnDecision:
    """A decision of one player, with those before it: what the player knows with perfect recall."""

    __slots__ = ("action", "before", "seen")

    def __init__(self, before: "OwnDecision | None", seen: _native.Observation) -> None:
        self.before = before
        self.seen = seen
        self.action: int | None = None
        """The number of the action; `None` while it is due."""

    def after(self, action: int) -> "OwnDecision":
        """The same decision with its action. Positions share decisions, so none is changed."""
        made = OwnDecision(self.before, self.seen)
        made.action = action
        return made

    def all(self) -> "list[OwnDecision]":
        """All decisions of the player so far, the oldest first."""
        found: list[OwnDecision] = []
        one: OwnDecision | None = self
        while one is not None:
            found.append(one)
            one = one.before
        return found[::-1]


class Position:
    """A position of a game. It never changes, so a copy is the position itself."""

    __slots__ = ("__weakref__", "action", "before", "children", "histories", "known", "player", "result", "seed")

    def __init__(self, histories: "Histories", seed: int, before: "Position | None", action: int | None) -> None:
        self.histories, self.seed = histories, seed
        self.before, self.action = before, action
        self.children: WeakValueDictionary[int, Position] = WeakValueDictionary()
        self.player: int | None = None
        """The player whose action is due; `None` once the game is over."""
        self.known: list[OwnDecision | None] = []
        """The latest decision of each player; `None` before the first."""
        self.result: tuple[int | None, list[float]] | None = None
        """The winner, or `None`, and the points, once the game is over."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self

    def __reduce__(self) -> Any:
        return again, (self.histories.contest, self.seed, self.actions())

    def legal(self) -> list[int]:
        """The numbers of the legal actions, in rising order; none once the game is over."""
        decision = None if self.player is None else self.known[self.player]
        return [] if decision is None else decision.seen.actions

    def child(self, action: int) -> "Position":
        """The position after an action, which must be legal."""
        known = self.children.get(action)
        if known is None:
            known = self.children[action] = self.histories.advance(self, action)
        return known

    def actions(self) -> list[int]:
        """The actions of all players from the deal on."""
        found: list[int] = []
        one = self
        while one.before is not None and one.action is not None:
            found.append(one.action)
            one = one.before
        return found[::-1]


class Histories:
    """The positions of a contest's games. A game stands at its table in its latest position and goes on from there.
    From an earlier position it is dealt again, and its actions are repeated.

    >>> from cardsharp_cfr.histories import Histories
    >>> deal = Histories("challenge").deal(7)
    >>> deal.player, deal.legal() == deal.known[0].seen.actions
    (0, True)
    >>> one = deal.child(deal.legal()[0])
    >>> one is deal.child(deal.legal()[0]), one.actions() == deal.legal()[:1]
    (True, True)
    """

    def __init__(self, contest: str) -> None:
        self.contest = contest
        self.seats, self.action_names = _native.describe_contest(contest)
        self._deals: WeakValueDictionary[int, Position] = WeakValueDictionary()
        # Positions are compared by identity.
        self._tables: OrderedDict[Position, _native.Episode] = OrderedDict()

    def deal(self, seed: int) -> Position:
        """The first position of the game with this seed."""
        known = self._deals.get(seed)
        if known is None:
            known = Position(self, seed, None, None)
            known.known = [None] * self.seats
            self._show(known, self._table(seed))
            self._deals[seed] = known
        return known

    def advance(self, position: Position, action: int) -> Position:
        """The position after an action."""
        player = position.player
        decision = None if player is None else position.known[player]
        if player is None or decision is None or action not in decision.seen.actions:
            raise ValueError(f"action {action} is not legal here: choose one of {position.legal()}")
        table = self._tables.pop(position, None)
        if table is None:
            table = self._table(position.seed)
            for earlier in position.actions():
                table.act(earlier)
        table.act(action)
        child = Position(self, position.seed, position, action)
        child.known = list(position.known)
        child.known[player] = decision.after(action)
        self._show(child, table)
        return child

    def _table(self, seed: int) -> _native.Episode:
        return _native.Episode(self.contest, [None] * self.seats, seed, 0)

    def _show(self, position: Position, table: _native.Episode) -> None:
        """Notes what the table shows, and keeps the table as long as there is room."""
        position.player, position.result = table.agent, table.result()
        if position.player is None:
            return
        seen = table.observation(position.player)
        if seen is not None:
            position.known[position.player] = OwnDecision(position.known[position.player], seen)
        self._tables[position] = table
        if len(self._tables) > MAX_TABLES:
            self._tables.popitem(last=False)


def again(contest: str, seed: int, actions: list[int]) -> Position:
    """The position after these actions, for a position that comes out of a file."""
    position = Histories(contest).deal(seed)
    for action in actions:
        position = position.child(action)
    return position
