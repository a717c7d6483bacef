"""The contests as games of OpenSpiel, by OpenSpiel's own tests."""

import pickle
import random
from typing import Any

import pyspiel
import pytest

from cardsharp_cfr.openspiel_games import CONTESTS

# A whole game of Tricky Eights has thousands of actions, and OpenSpiel's test reads all texts in every state.
NAMES = [name if name != "cardsharp_tricky_eights" else f"{name}(max_actions=150)" for name in CONTESTS]


def played(game: Any, seed: int) -> list[Any]:
    """The states of a game at random."""
    chance, state = random.Random(seed), game.new_initial_state()
    states = []
    while not state.is_terminal():
        states.append(state.clone())
        state.apply_action(chance.choice(state.legal_actions()))
    return [*states, state]


@pytest.mark.parametrize("name", NAMES)
def test_the_test_of_openspiel_passes(name: str) -> None:
    sims = 2 if "tricky" in name else 10
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=sims, serialize=False, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_goes_on_from_copies_of_earlier_states(name: str) -> None:
    game = pyspiel.load_game(name)
    states = played(game, 1)
    for place in (0, len(states) // 3, len(states) - 2):
        again = states[place].clone()
        for action in states[-1].history()[place:]:
            again.apply_action(action)
        assert str(again) == str(states[-1]) and again.returns() == states[-1].returns()
        for player in range(game.num_players()):
            assert again.information_state_string(player) == states[-1].information_state_string(player)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    _, copy = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, states[-2]))
    assert str(copy) == str(states[-2]) and copy.legal_actions() == states[-2].legal_actions()


@pytest.mark.parametrize("name", ["cardsharp_challenge(max_actions=60)", "cardsharp_skullwhist"])
def test_texts_and_tensors_of_information_states_are_the_same_partition(name: str) -> None:
    game = pyspiel.load_game(name)
    pairs = set()
    for seed in range(3):
        for state in played(game, seed):
            if state.current_player() >= 0:
                pairs.add((state.information_state_string(), bytes(repr(state.information_state_tensor()), "ascii")))
    assert len(pairs) > 50
    assert len({text for text, _ in pairs}) == len({tensor for _, tensor in pairs}) == len(pairs)
