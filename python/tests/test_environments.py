"""The environments by PettingZoo's own tests."""

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import cardsharp_cfr
from cardsharp_cfr.encoding import encoding, size
from cardsharp_cfr.env import parallel_env, pettingzoo_env, raw_env

CONTESTS = ["challenge", "dead-mans-draw", "skullwhist", "tricky-eights"]


@pytest.mark.parametrize("contest", CONTESTS)
@pytest.mark.filterwarnings("ignore")
def test_the_api_is_that_of_pettingzoo(contest: str) -> None:
    api_test(pettingzoo_env(contest), num_cycles=200)


@pytest.mark.parametrize("contest", CONTESTS)
@pytest.mark.filterwarnings("ignore")
def test_a_seed_gives_the_same_game(contest: str) -> None:
    seed_test(lambda: pettingzoo_env(contest), num_cycles=50)


@pytest.mark.parametrize("contest", CONTESTS)
@pytest.mark.filterwarnings("ignore")
def test_the_parallel_form_is_that_of_pettingzoo(contest: str) -> None:
    parallel_api_test(parallel_env(contest), num_cycles=50)
    parallel_seed_test(lambda: parallel_env(contest), num_cycles=50)


@pytest.mark.parametrize("contest", CONTESTS)
def test_rewards_sum_to_zero_and_the_mask_is_that_of_the_player_to_act(contest: str) -> None:
    env = raw_env(contest)
    env.reset(seed=5)
    while not any(env.terminations.values()):
        masks = {agent: env.observe(agent)["action_mask"] for agent in env.agents}
        assert all((mask.any()) == (agent == env.agent_selection) for agent, mask in masks.items())
        env.step(int(np.flatnonzero(masks[env.agent_selection])[-1]))
    assert abs(sum(env.rewards.values())) < 1e-9
    rows = encoding(contest)
    assert rows["size"].sum() == size(contest)


def test_an_illegal_action_is_refused() -> None:
    env = raw_env("challenge")
    env.reset(seed=1)
    with pytest.raises(cardsharp_cfr.ArgumentError, match="not legal"):
        env.step(15)


@pytest.mark.parametrize("contest", CONTESTS)
def test_the_encoding_knows_all_cards_of_a_contest(contest: str) -> None:
    env = raw_env(contest)
    rng = np.random.default_rng(1)
    games = 2 if contest == "tricky-eights" else 15
    for seed in range(games):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            # An unknown card raises an error.
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))
