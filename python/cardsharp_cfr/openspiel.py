"""Games and policies of OpenSpiel. The package `open_spiel` is needed only if they are used."""

import sys
from collections.abc import Callable
from typing import Any

from ._native import Builder
from ._native import Game as NativeGame
from .errors import GameError

SpielGame = Any
SpielState = Any
SpielPolicy = Any

NewInfoset = Callable[[SpielState, int, int], None]
"""A function that is called with the first state of each information set, its player and its number."""

Look = Callable[[int], None]
"""A function that is called several times a second with the number of nodes so far, and may raise an exception."""


class Infosets:
    """The information sets of a walked game, by OpenSpiel's names."""

    def __init__(self, players: int) -> None:
        self.numbers: list[dict[str, int]] = [{} for _ in range(players)]
        """The number of an information set, by player and by OpenSpiel's text."""
        self.actions: list[list[int]] = []
        """OpenSpiel's actions in each information set."""
        self.keys: list[int] = []
        """The key in the compiled game of each information set."""

    def renamed(self, keys: dict[int, int]) -> "Infosets":
        """The same information sets, with other keys in the compiled game."""
        renamed = Infosets(0)
        renamed.numbers, renamed.actions = self.numbers, self.actions
        renamed.keys = [keys[key] for key in self.keys]
        return renamed


def is_game(game: object) -> bool:
    """True for a game object of OpenSpiel."""
    pyspiel = sys.modules.get("pyspiel")
    return pyspiel is not None and isinstance(game, pyspiel.Game)


def is_policy(policy: object) -> bool:
    """True for a policy object of OpenSpiel, in C++ or in Python."""
    return not isinstance(policy, dict) and hasattr(policy, "action_probabilities")


def turn_based(game: SpielGame) -> SpielGame:
    """The game with its simultaneous moves one after the other, if it has such moves.

    Raises `GameError` if the game cannot be written out.
    """
    import pyspiel

    kind = game.get_type()
    if kind.dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD:
        raise GameError(f"{game} is a mean field game, which has no tree: choose a sequential game")
    if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise GameError(
            f"{game} samples its chance events, and their probabilities are not known: load it with explicit chance, "
            "if it has such a parameter"
        )
    if kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        return pyspiel.convert_to_turn_based(game)
    return game


def _infoset_text(game: SpielGame) -> Callable[[SpielState, int], str]:
    """The function that names the information set of a state."""
    import pyspiel

    kind = game.get_type()
    if kind.provides_information_state_string:
        return lambda state, player: state.information_state_string(player)
    if kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        # Every player has seen every move.
        return lambda state, player: state.history_str()
    raise GameError(
        f"{game} gives no information_state_string, so its information sets are not known: an observation alone "
        "need not be what a player with perfect recall knows"
    )


def _action_names(state: SpielState, actions: list[int]) -> list[str]:
    """Distinct names of actions: OpenSpiel's, with their numbers where it has one name or none for several."""
    try:
        names = list(map(state.action_to_string, actions))
    except Exception:  # Names are for show: a game without them is solved all the same.
        names = [""] * len(actions)
    if len(set(names)) < len(names):
        names = [f"{name} ({action})" if name else str(action) for name, action in zip(names, actions, strict=True)]
    return names


def walk(
    game: SpielGame, max_memory: int, look: Look | None = None, new_infoset: NewInfoset | None = None
) -> tuple[NativeGame, Infosets]:
    """Walks a turn-based game once and compiles it.

    The loop is the hot path: most of its time is OpenSpiel's. It names no function by its module or its object.
    """
    players = game.num_players()
    builder, infosets = Builder(players, max_memory, look), Infosets(players)
    text_of = _infoset_text(game)
    provides_text = game.get_type().provides_information_state_string
    numbers, actions_of = infosets.numbers, infosets.actions
    add_infoset, add_decision, add_chance = builder.infoset, builder.decision, builder.chance
    add_terminal = builder.terminal
    events: dict[tuple[tuple[int, float], ...], tuple[int, list[int]]] = {}
    others = [[one for one in numbers if one is not own] for own in numbers]
    open_states = [game.new_initial_state()]
    pop, push = open_states.pop, open_states.append
    while open_states:
        state = pop()
        player = state.current_player()
        if player >= 0:
            text = state.information_state_string() if provides_text else text_of(state, player)
            actions = state.legal_actions()
            number = numbers[player].get(text)
            if number is None:
                names = _action_names(state, actions)
                name = text
                for other in others[player]:
                    if text in other:
                        name = f"player {player}: {text}"
                number = numbers[player][text] = add_infoset(player, name, names)
                actions_of.append(actions)
                if new_infoset is not None:
                    new_infoset(state, player, number)
            elif actions != actions_of[number]:
                raise GameError(f"{game}: the legal actions differ between the states of information set {text!r}")
            add_decision(number)
            child = state.child
            for action in reversed(actions):
                push(child(action))
        elif player == -1:
            outcomes = tuple(state.chance_outcomes())
            known = events.get(outcomes)
            if known is None:
                known = events[outcomes] = _event(builder, outcomes)
            event, drawn = known
            add_chance(event)
            child = state.child
            for outcome in drawn:
                push(child(outcome))
        elif player == -4:
            add_terminal(state.returns())
        else:
            raise GameError(f"{game} has a state in which neither a player nor chance moves: {state}")
    infosets.keys = builder.keys()
    return builder.finish(str(game)), infosets


def _event(builder: Builder, outcomes: tuple[tuple[int, float], ...]) -> tuple[int, list[int]]:
    """Adds a chance event. Returns its number, and its outcomes from the last to the first."""
    likely = [(outcome, probability) for outcome, probability in outcomes if probability > 0.0]
    names = [str(outcome) for outcome, _ in likely]
    event = builder.event(names, [probability for _, probability in likely])
    return event, [outcome for outcome, _ in reversed(likely)]


def policy_class() -> type:
    """The class of policies that `Solution.to_openspiel` returns: a `policy.Policy` of OpenSpiel."""
    from open_spiel.python import policy as spiel_policy

    class SolvedPolicy(spiel_policy.Policy):  # type: ignore[misc]
        """The average strategy of a solution, as a policy of OpenSpiel."""

        def __init__(self, game: SpielGame, infosets: Infosets, rows: list[dict[int, float]]) -> None:
            super().__init__(game, list(range(game.num_players())))
            self._numbers, self._rows = infosets.numbers, rows
            self._text_of = _infoset_text(game)

        def action_probabilities(self, state: SpielState, player_id: int | None = None) -> dict[int, float]:
            """The probability of each action of the player to move."""
            player = state.current_player() if player_id is None else player_id
            return self._rows[self._numbers[player][self._text_of(state, player)]]

    return SolvedPolicy


def tabular(infosets: Infosets, rows: list[dict[int, float]]) -> SpielPolicy:
    """A `pyspiel.TabularPolicy`, which the algorithms in C++ take."""
    import pyspiel

    table: dict[str, list[tuple[int, float]]] = {}
    for texts in infosets.numbers:
        for text, number in texts.items():
            if text in table:
                raise GameError(
                    f"two players have the information state {text!r}, which a pyspiel.TabularPolicy cannot hold: "
                    "leave native=True out"
                )
            table[text] = list(rows[number].items())
    return pyspiel.TabularPolicy(table)
