"""The contests as games of OpenSpiel. Needs the extra `openspiel`. The import registers them.

>>> import pyspiel
>>> import cardsharp_cfr.openspiel_games
>>> game = pyspiel.load_game("cardsharp_challenge")
>>> state = game.new_initial_state()
>>> for number in (3, 141, 592):
...     state.apply_action(number)
>>> state.current_player(), [state.action_to_string(action) for action in state.legal_actions()]
(0, ['1', '4', '8', '9', '10', 'challenge'])
"""

import json
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from .encoding import encode, size
from .histories import Histories, OwnDecision, Position

__all__ = ["CONTESTS", "DEALS_BY_MOVE", "ContestGame", "ContestObserver", "ContestState"]

DEALS_BY_MOVE = 1024
"""The outcomes of a chance move."""

CONTESTS = {
    "cardsharp_challenge": "challenge",
    "cardsharp_dead_mans_draw": "dead-mans-draw",
    "cardsharp_skullwhist": "skullwhist",
    "cardsharp_tricky_eights": "tricky-eights",
}
"""The contest of each registered game."""

_MAX_ACTIONS = {"challenge": 600, "dead-mans-draw": 1000, "skullwhist": 26, "tricky-eights": 20_000}
"""The default of `max_actions`, which games at random stay far below."""

_WITH_INFORMATION_TENSOR = ("challenge", "skullwhist")
"""The contests whose games are short enough for a tensor of everything that a player was shown."""


def _kind(name: str, contest: str, seats: int) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=name,
        long_name=f"Cardsharp {contest}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=contest in _WITH_INFORMATION_TENSOR,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"max_actions": _MAX_ACTIONS[contest], "deal_moves": 3},
    )


class ContestGame(pyspiel.Game):  # type: ignore[misc]
    """A contest as a game of OpenSpiel.

    Chance moves first, `deal_moves` times, each with 1,024 outcomes of equal probability. Together they are the seed of
    the deal, and everything later is a function of the seed and the actions. Chance is thus explicit, and with three
    moves one of 2**30 deals is drawn. The winner gets 1 and the others share -1; 0 in a draw. After `max_actions`
    actions a game ends as a draw.

    >>> import pyspiel
    >>> import cardsharp_cfr.openspiel_games
    >>> game = pyspiel.load_game("cardsharp_tricky_eights(deal_moves=1)")
    >>> game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()
    (4, 52, 1024)
    """

    def __init__(self, kind: pyspiel.GameType, contest: str, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.max_actions = int(params.get("max_actions", _MAX_ACTIONS[contest]))
        self.deal_moves = int(params.get("deal_moves", 3))
        if self.max_actions < 1 or not 1 <= self.deal_moves <= 6:
            raise ValueError(
                f"max_actions is {self.max_actions} and deal_moves {self.deal_moves}: "
                "write at least 1, and a number from 1 to 6"
            )
        self.contest = contest
        self.histories = Histories(contest)
        seats = self.histories.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.histories.action_names),
            max_chance_outcomes=DEALS_BY_MOVE,
            num_players=seats,
            min_utility=-1.0 / (seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_actions,
        )
        super().__init__(kind, info, params)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        """By name: the tables of a game are not copied."""
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self, _from: str | None = None) -> "ContestState":
        """The state before the deal."""
        return ContestState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "ContestObserver":
        """An observer: see `ContestObserver`."""
        return ContestObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class ContestState(pyspiel.State):  # type: ignore[misc]
    """A state. A copy costs nothing. To act again in a state from which the game has gone on, the game is dealt again
    and its actions are repeated.

    >>> import pyspiel
    >>> import cardsharp_cfr.openspiel_games
    >>> state = pyspiel.load_game("cardsharp_skullwhist").new_initial_state()
    >>> state.is_chance_node(), state.chance_outcomes()[0]
    (True, (0, 0.0009765625))
    """

    def __init__(self, game: ContestGame) -> None:
        """Only the game makes states; use `new_initial_state`."""
        super().__init__(game)
        self._dealt: list[int] = []
        self._acted = 0
        self.position: Position | None = None
        """The position; `None` before the deal."""

    def current_player(self) -> int:
        """The player whose action is due, or OpenSpiel's number for chance or the end."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal() or self.position.player is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.position.player

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.position is None else self.position.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance move and their probabilities."""
        return [(outcome, 1.0 / DEALS_BY_MOVE) for outcome in range(DEALS_BY_MOVE)]

    def _apply_action(self, action: int) -> None:
        game = self.get_game()
        if self.position is not None:
            self.position = self.position.child(action)
            self._acted += 1
            return
        self._dealt.append(action)
        if len(self._dealt) == game.deal_moves:
            seed = 0
            for outcome in self._dealt:
                seed = seed * DEALS_BY_MOVE + outcome
            self.position = game.histories.deal(seed)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return str(self.get_game().histories.action_names[action])

    def is_terminal(self) -> bool:
        """True once the game is over, or has had `max_actions` actions."""
        if self.position is None:
            return False
        return self.position.player is None or self._acted >= self.get_game().max_actions

    def returns(self) -> list[float]:
        """The utility of each player; 0 before the end."""
        seats = self.num_players()
        winner = None if self.position is None or self.position.result is None else self.position.result[0]
        if winner is None:
            return [0.0] * seats
        return [1.0 if player == winner else -1.0 / (seats - 1) for player in range(seats)]

    def __str__(self) -> str:
        """The outcomes of chance, then the names of the actions."""
        names = self.get_game().histories.action_names
        deal = "deal " + " ".join(map(str, self._dealt))
        actions = [] if self.position is None else self.position.actions()
        return ", ".join([deal, *(names[action] for action in actions)])


class ContestObserver:
    """What a player has been shown, in the form of `open_spiel.python.observation`.

    With perfect recall the text has every own decision: the fields of the observation that changed since the one
    before, and the action. The tensor, of Challenge and SkullWhist alone, has a row for every own decision: the vector
    of `cardsharp_cfr.encoding`, and the number of the action plus 1. Without perfect recall it is the latest own
    observation. What others did since their last decision is shown to players when their next action is due.
    """

    def __init__(self, game: ContestGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations: leave {params} out")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("the contests show public and private information together: ask for both")
        self._names = game.histories.action_names
        self._contest, self._recall = game.contest, kind.perfect_recall
        seats, width = game.histories.seats, size(game.contest)
        shapes: dict[str, tuple[int, ...]] = {"player": (seats,)}
        if not self._recall:
            shapes["observation"] = (width,)
        elif game.contest in _WITH_INFORMATION_TENSOR:
            shapes["decisions"] = (game.max_actions, width + 1)
        sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes.values()), np.float32)
        """All numbers."""
        self.dict: dict[str, NDArray[np.float32]] = {}
        """The same numbers by part: `player`, and `observation` or `decisions`."""
        start = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[start : start + sizes[name]].reshape(shape)
            start += sizes[name]

    def set_from(self, state: ContestState, player: int) -> None:
        """Sets the numbers to what the player has been shown."""
        self.tensor.fill(0.0)
        self.dict["player"][player] = 1.0
        latest = _latest(state, player)
        if latest is None:
            return
        if not self._recall:
            self.dict["observation"][:] = encode(self._contest, latest.seen)
        elif "decisions" in self.dict:
            for row, decision in zip(self.dict["decisions"], latest.all(), strict=False):
                row[:-1] = encode(self._contest, decision.seen)
                row[-1] = 0.0 if decision.action is None else decision.action + 1.0

    def string_from(self, state: ContestState, player: int) -> str:
        """The text of what the player has been shown."""
        latest = _latest(state, player)
        if latest is None:
            return f"player {player}"
        if not self._recall:
            return f"player {player}: {_text(latest.seen.as_dict())}"
        parts = [f"player {player}"]
        shown: dict[str, Any] = {}
        for decision in latest.all():
            fields = decision.seen.as_dict()
            parts.append(_text(changes(shown, fields)))
            if decision.action is not None:
                parts.append(self._names[decision.action])
            shown = fields
        return "\n".join(parts)


def _latest(state: ContestState, player: int) -> OwnDecision | None:
    return None if state.position is None else state.position.known[player]


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def changes(before: Any, now: Any) -> Any:
    """What is new in a value. The value before and the changes together determine it.

    >>> from cardsharp_cfr.openspiel_games import changes
    >>> changes({"turn": 1, "table": ["c2"], "seat": 0}, {"turn": 2, "table": ["c2", "c9"], "seat": 0})
    {'turn': 2, 'table': {'+': ['c9']}}
    """
    if isinstance(before, dict) and isinstance(now, dict) and before.keys() <= now.keys():
        changed = [name for name in now if name not in before or before[name] != now[name]]
        return {name: changes(before.get(name), now[name]) for name in changed}
    if isinstance(before, list) and isinstance(now, list) and before and now[: len(before)] == before:
        return {"+": now[len(before) :]}
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now) and now:
        changed_places = [place for place, value in enumerate(now) if before[place] != value]
        if 2 * len(changed_places) < len(now) or isinstance(now[0], dict):
            return {str(place): changes(before[place], now[place]) for place in changed_places}
    return now


def _class(kind: pyspiel.GameType, contest: str) -> type[ContestGame]:
    """A class without further arguments. OpenSpiel frees what it has registered after the interpreter's end, which only
    a class survives."""

    class Registered(ContestGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(kind, contest, params)

    return Registered


def _register() -> None:
    """Registers the games, once in a process."""
    known = set(pyspiel.registered_names())
    for name, contest in CONTESTS.items():
        if name not in known:
            kind = _kind(name, contest, Histories(contest).seats)
            pyspiel.register_game(kind, _class(kind, contest))


_register()
