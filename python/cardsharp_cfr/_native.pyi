"""The native module. The package wraps all of it; only the package uses it."""

from collections.abc import Callable
from os import PathLike
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Builder",
    "ChallengeServer",
    "Episode",
    "Game",
    "Observation",
    "Policy",
    "Solved",
    "contests",
    "describe_contest",
    "memory",
    "play_games",
    "play_live",
    "record",
    "solve",
    "solve_by",
    "solvers",
]

_Rows = tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.float64]]
"""A strategy: the keys of information sets, the place of the first probability of each, and the probabilities."""

_Report = Callable[[int, float, int, float, float | None], object]

_Look = Callable[[int], None]
"""A function that is called with the number of nodes so far, and may raise an exception."""

@final
class Game:
    @staticmethod
    def open(text: str, max_memory: int, look: _Look | None = None) -> Game: ...
    @staticmethod
    def of_text(name: str, text: str) -> Game: ...
    def text(self) -> str | None: ...
    def fingerprint(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def utility_bounds(self) -> tuple[float, float]: ...
    def counts(self) -> tuple[int, list[int], float | None]: ...
    def compile(self, solver: str, max_memory: int, look: _Look | None = None) -> None: ...
    def infosets(self) -> tuple[NDArray[np.uint64], NDArray[np.int64], list[str], list[list[str]]]: ...
    def measure(
        self,
        keys: NDArray[np.uint64],
        starts: NDArray[np.int64],
        probabilities: NDArray[np.float64],
    ) -> tuple[list[float], list[float]]: ...
    def write_efg(self, path: str | PathLike[str]) -> None: ...

_Figures = tuple[str, float, float, str, int]
"""A measure: quantity, value, half width, unit, sample size."""

@final
class Policy:
    @staticmethod
    def load(path: str | PathLike[str]) -> Policy: ...
    @property
    def instead_of(self) -> str | None: ...
    @property
    def header(self) -> dict[str, Any]: ...
    @property
    def measured(self) -> _Figures | None: ...
    def weights(self) -> NDArray[Any]: ...
    def row_numbers(self) -> NDArray[np.uint64]: ...
    def row_starts(self) -> NDArray[np.int64]: ...
    def columns(
        self, start: int, stop: int
    ) -> tuple[
        str,
        NDArray[np.uint64],
        NDArray[np.int64],
        NDArray[np.bool_],
        list[tuple[str, NDArray[np.int64], list[str] | None]],
        NDArray[np.int64],
        list[str],
        NDArray[np.float64],
    ]: ...
    def write(self, path: str | PathLike[str], npz: bool, visited: bool) -> int: ...
    def lookup(self, position: str) -> list[tuple[str, float]]: ...
    def node(
        self, steps: list[str], settings: list[tuple[str, str]]
    ) -> tuple[
        int | None,
        str,
        list[tuple[str, str]],
        list[tuple[str, float, float | None]],
        list[tuple[str, float, list[float], list[float | None]]],
        str,
        list[str],
    ]: ...
    def measure(
        self, samples: int | None, score: str | None, seed: int, threads: int | None
    ) -> tuple[_Figures, int]: ...

@final
class Builder:
    def __new__(cls, players: int, max_memory: int, look: _Look | None = None) -> Builder: ...
    def infoset(self, player: int, name: str, actions: list[str]) -> int: ...
    def keys(self) -> list[int]: ...
    def event(self, outcomes: list[str], probabilities: list[float]) -> int: ...
    def decision(self, infoset: int) -> None: ...
    def chance(self, event: int) -> None: ...
    def terminal(self, payoffs: list[float]) -> None: ...
    def nodes(self) -> int: ...
    def finish(self, name: str) -> Game: ...

@final
class Solved:
    @property
    def values(self) -> list[float]: ...
    @property
    def best_responses(self) -> list[float]: ...
    @property
    def nash_conv(self) -> float: ...
    @property
    def iterations(self) -> int | None: ...
    @property
    def seconds(self) -> float: ...
    @property
    def stop_reason(self) -> str | None: ...
    def curve(self) -> tuple[NDArray[np.uint64], NDArray[np.float64], NDArray[np.uint64], NDArray[np.float64]]: ...
    def rows(self) -> _Rows: ...
    def run(self) -> str: ...
    @staticmethod
    def restored(
        game: Game,
        keys: NDArray[np.uint64],
        starts: NDArray[np.int64],
        probabilities: NDArray[np.float64],
        run: str,
    ) -> Solved: ...
    def save(self, path: str | PathLike[str], solver: str) -> None: ...

def record(game: object, name: str, max_memory: int, look: _Look | None = None) -> Game: ...
def solve(
    game: Game,
    solver: str,
    *,
    target: float | None,
    time: float | None,
    iterations: int | None,
    threads: int | None,
    seed: int,
    max_memory: int,
    report: _Report | None,
) -> Solved: ...
def solve_by(
    game: Game,
    rule: object,
    *,
    target: float | None,
    time: float | None,
    iterations: int | None,
    max_memory: int,
    report: _Report | None,
) -> Solved: ...
def solvers() -> list[tuple[str, str]]: ...
def memory(text: str | None = None) -> int: ...

_Shares = tuple[float, float, float]
"""An estimate: the share, and the ends of its interval."""

_Row = tuple[str, int, _Shares | None, int, _Shares | None, float | None, int, int]
"""Of an agent: name, units won, their share, games won, their share, mean points, moves, penalties."""

@final
class Observation:
    @property
    def legal(self) -> list[str]: ...
    @property
    def actions(self) -> list[int]: ...
    @property
    def mask(self) -> list[bool]: ...
    def as_dict(self) -> dict[str, Any]: ...
    def __getattr__(self, name: str) -> Any: ...
    def __dir__(self) -> list[str]: ...

@final
class Episode:
    def __new__(cls, contest: str, agents: list[str | None], seed: int, first: int) -> Episode: ...
    @property
    def agent(self) -> int | None: ...
    def observation(self, agent: int) -> Observation | None: ...
    def act(self, action: int) -> None: ...
    def result(self) -> tuple[int | None, list[float]] | None: ...

@final
class ChallengeServer:
    def __new__(cls, seed: int, reconnect_interval: float) -> ChallengeServer: ...
    @property
    def port(self) -> int: ...
    @property
    def practice_port(self) -> int: ...
    def stop(self) -> None: ...

def contests() -> list[str]: ...
def describe_contest(contest: str) -> tuple[int, list[str]]: ...
def play_games(
    contest: str,
    agents: list[Any],
    *,
    games: int,
    rounds: int | None,
    seed: int,
    threads: int | None,
    report: Callable[[int], object] | None,
) -> tuple[int, int, int, bool, list[_Row]]: ...
def play_live(
    contest: str,
    agent: object,
    *,
    host: str | None,
    port: int | None,
    url: str | None,
    games: int | None,
    user: str | None,
    password_file: str | PathLike[str] | None,
    tag: str | None,
    seed: int,
    reconnect_wait: float,
    max_attempts: int | None,
    memory: str | PathLike[str] | None,
) -> dict[str, Any]: ...
