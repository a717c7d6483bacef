"""The contests as environments of PettingZoo, with action masks. Needs the extra `pettingzoo`."""

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from . import _native
from .encoding import encode, size
from .errors import ArgumentError

__all__ = ["ContestEnv", "pettingzoo_env", "parallel_env", "raw_env"]

_Seen = dict[str, NDArray[Any]]


class ContestEnv(AECEnv):  # type: ignore[misc]
    """A contest. Agents are `player_0`, `player_1` and so on; in the first game of a seed `player_0` has the first seat.

    The observation has `observation`, the vector of `cardsharp_cfr.encoding`, and `action_mask`, which is 0 everywhere
    if the action of another player is due. A player's vector is that of their last decision, and 0 before the first.
    Rewards come at the end of a game and sum to 0: the winner gets 1 and the others share -1; 0 in a draw. With
    `rewards="points"` they are the points of the contest instead.

    >>> from cardsharp_cfr.env import ContestEnv
    >>> env = ContestEnv("challenge")
    >>> env.reset(seed=1)
    >>> observation, reward, over, _, _ = env.last()
    >>> observation["action_mask"].shape, reward, over
    ((16,), 0.0, False)
    >>> env.close()
    """

    def __init__(
        self,
        contest: str,
        *,
        seed: int = 1,
        rewards: Literal["win", "points"] = "win",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if rewards not in ("win", "points"):
            raise ArgumentError(f"rewards is {rewards!r}: write 'win' or 'points'")
        seats, self.action_names = _native.describe_contest(contest)
        self.metadata = {"name": f"{contest}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._contest, self._rewards = contest, rewards
        self._chance = np.random.default_rng(seed)
        self._size = size(contest)
        self._episode: _native.Episode | None = None
        vector = spaces.Box(-np.inf, np.inf, (self._size,), np.float32)
        mask = spaces.Box(0, 1, (len(self.action_names),), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": vector, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(self.action_names)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of the actions: their numbers in the contest."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. With a seed it is a function of the seed."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        deal = int(self._chance.integers(2**63))
        nobody: list[str | None] = [None] * len(self.possible_agents)
        self._episode = _native.Episode(self._contest, nobody, deal, 0)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn()

    def _game(self) -> _native.Episode:
        if self._episode is None:
            raise ArgumentError("no game has begun: call reset first")
        return self._episode

    def _turn(self) -> None:
        """Selects the player whose action is due, or ends the game."""
        game = self._game()
        agent = game.agent
        if agent is not None:
            self.agent_selection = self.possible_agents[agent]
            return
        result = game.result()
        if result is None:
            return
        winner, points = result
        if self._rewards == "win":
            others = -1.0 / (len(points) - 1)
            points = [0.0 if winner is None else 1.0 if seat == winner else others for seat in range(len(points))]
        self.rewards = dict(zip(self.possible_agents, points, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> _Seen:
        """The observation of an agent."""
        game, seat = self._game(), self.possible_agents.index(agent)
        seen = game.observation(seat)
        vector = np.zeros(self._size, np.float32) if seen is None else encode(self._contest, seen)
        mask = np.zeros(len(self.action_names), np.int8)
        if seen is not None and game.agent == seat:
            mask[seen.actions] = 1
        return {"observation": vector, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Gives the action that is due. Raises `ArgumentError` if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ArgumentError(f"{agent} gives no action: choose one that action_mask allows")
        self._game().act(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._turn()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The observation of the player whose action is due, as a text."""
        game = self._game()
        return None if game.agent is None else repr(game.observation(game.agent))

    def close(self) -> None:
        """Ends the game."""
        self._episode = None


def raw_env(contest: str, **settings: Any) -> ContestEnv:
    """The environment without wrappers: see `ContestEnv` for the settings.

    >>> from cardsharp_cfr.env import raw_env
    >>> raw_env("skullwhist").possible_agents
    ['player_0', 'player_1']
    """
    return ContestEnv(contest, **settings)


def pettingzoo_env(contest: str, **settings: Any) -> Any:
    """The environment with PettingZoo's check of the order of calls.

    >>> from cardsharp_cfr.env import pettingzoo_env
    >>> env = pettingzoo_env("tricky-eights")
    >>> env.reset(seed=3)
    >>> len(env.agents)
    4
    """
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    return OrderEnforcingWrapper(ContestEnv(contest, **settings))


def parallel_env(contest: str, **settings: Any) -> Any:
    """The environment in PettingZoo's parallel form: every agent gives an action in each step, and that of the agent
    whose action is due counts. The masks of the others are 0 everywhere. An action that is not legal ends the game, and
    its agent gets -1.

    >>> from cardsharp_cfr.env import parallel_env
    >>> env = parallel_env("skullwhist")
    >>> seen, _ = env.reset(seed=1)
    >>> sorted(seen)
    ['player_0', 'player_1']
    """
    from pettingzoo.utils import turn_based_aec_to_parallel
    from pettingzoo.utils.wrappers import TerminateIllegalWrapper

    env = ContestEnv(contest, **settings)
    # The converter asks for it.
    env.metadata["is_parallelizable"] = True
    return turn_based_aec_to_parallel(TerminateIllegalWrapper(env, illegal_reward=-1))
