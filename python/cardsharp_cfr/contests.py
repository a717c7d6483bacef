"""The contests: matches in this process, and play on a contest's server."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike, fspath
from types import TracebackType
from typing import Any

import pandas as pd

from . import _native
from ._native import Observation
from .errors import ArgumentError
from .progress import Counter

__all__ = ["Agent", "MatchResult", "Observation", "PlayReport", "Server", "contests", "match", "play", "serve"]

Agent = Callable[[Any], str | int] | str | PathLike[str]
"""A bot, which is a function from an `Observation` to the name or the number of an action; or the name of an agent of
the contest's ladder, or the path of a policy file, with options as on the command line. A bot with a method
`start_game` is told that a new game begins."""


@dataclass(frozen=True)
class MatchResult:
    """The result of a match.

    `table` has a row for every agent: its `wins` and its `share` of them, with the ends `low` and `high` of the 95 %
    confidence interval; the same for games; mean `points` a game; `moves` and `penalties`. The other attributes are
    those of the whole match, and `share`, `low` and `high` those of the first agent.

    >>> import cardsharp_cfr
    >>> result = cardsharp_cfr.match("challenge", "greedy", "random", games=100)
    >>> result.games, result.share > 0.5, list(result.table["agent"])
    (100, True, ['greedy', 'random'])
    """

    contest: str
    rounds: int
    games: int
    draws: int
    complete: bool
    seconds: float
    table: pd.DataFrame

    def _first(self, column: str) -> float:
        return float(self.table[column].iloc[0])

    @property
    def share(self) -> float:
        """The share of the rounds or games that the first agent won."""
        return self._first("share")

    @property
    def low(self) -> float:
        """The lower end of the interval of `share`."""
        return self._first("low")

    @property
    def high(self) -> float:
        """The upper end of the interval of `share`."""
        return self._first("high")

    @property
    def points(self) -> list[float]:
        """The mean points a game of every agent."""
        return [float(points) for points in self.table["points"]]

    @property
    def penalties(self) -> int:
        """The illegal moves of all agents together."""
        return int(self.table["penalties"].sum())


_GAMES = 10_000
"""The games of a match by default."""


def contests() -> list[str]:
    """The names of the contests.

    >>> import cardsharp_cfr
    >>> sorted(cardsharp_cfr.contests())
    ['challenge', 'dead-mans-draw', 'skullwhist', 'tricky-eights']
    """
    return _native.contests()


def match(
    contest: str,
    *agents: Agent,
    games: int | None = None,
    rounds: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: bool | Callable[[int], object] = False,
) -> MatchResult:
    """Plays a match: every deal once with each rotation of the seats. The default is 10,000 games.

    With a bot in Python the games are played on one thread unless `threads` is given; else on all cores. The result
    does not depend on it. A bot with `start_game` keeps the state of one game, so it plays on one thread, and each seat
    needs an object of its own.

    `progress` is `True` for a line in a terminal or a notebook, or a function that gets the number of games or rounds
    played so far, several times a second.

    Raises `BotError` if a bot raises, `IllegalActionError` if its action is not legal, and `ArgumentError`.

    >>> import cardsharp_cfr
    >>> def bot(observation):
    ...     return observation.legal[0]
    >>> result = cardsharp_cfr.match("skullwhist", bot, "random", games=20)
    >>> result.games, result.penalties
    (20, 0)
    """
    if games is not None and rounds is not None:
        raise ArgumentError("games and rounds are both given: leave one out")
    for name, count in (("games", games), ("rounds", rounds), ("threads", threads)):
        if count is not None and count < 1:
            raise ArgumentError(f"{name} is {count}: write a whole number, 1 or more")
    if not 0 <= seed < 2**64:
        raise ArgumentError(f"seed is {seed}: write a whole number from 0 to 2**64 - 1")
    given = [_agent(agent) for agent in agents]
    bots = [agent for agent in given if callable(agent)]
    with_state = [id(bot) for bot in bots if hasattr(bot, "start_game")]
    if len(set(with_state)) < len(with_state):
        raise ArgumentError("one bot with start_game has two seats: give each seat an object of its own")
    if with_state and (threads or 1) > 1:
        raise ArgumentError(f"threads is {threads}: a bot with start_game plays on one thread")
    begin = time.perf_counter()
    unit = "games" if rounds is None else "rounds"
    line = Counter(contest, rounds or games or _GAMES, unit) if progress is True else None
    try:
        played_rounds, played, draws, complete, rows = _native.play_games(
            contest,
            given,
            games=games or _GAMES,
            rounds=rounds,
            seed=seed,
            threads=1 if bots and threads is None else threads,
            report=line.show if line is not None else progress if callable(progress) else None,
        )
    finally:
        if line is not None:
            line.close()
    seconds = time.perf_counter() - begin
    return MatchResult(contest, played_rounds, played, draws, complete, seconds, _table(rows))


def _agent(agent: Agent) -> Any:
    """The agent with paths as texts."""
    return fspath(agent) if isinstance(agent, PathLike) else agent


def _table(rows: list[_native._Row]) -> pd.DataFrame:
    """The results of the agents."""
    nothing = (float("nan"),) * 3
    table = [
        (name, wins, *(share or nothing), game_wins, *(game_share or nothing), points, moves, penalties)
        for name, wins, share, game_wins, game_share, points, moves, penalties in rows
    ]
    columns = ["agent", "wins", "share", "low", "high", "game_wins", "game_share", "game_low", "game_high"]
    return pd.DataFrame(table, columns=[*columns, "points", "moves", "penalties"])


@dataclass(frozen=True)
class PlayReport:
    """The report of play on a server: the fields that `cardsharp play --json` prints.

    >>> import cardsharp_cfr
    >>> with cardsharp_cfr.serve("challenge") as server:
    ...     report = cardsharp_cfr.play("challenge", "greedy", port=server.practice_port, games=1)
    >>> report.games
    1
    """

    games: int
    won: int
    drawn: int
    unseen: int
    moves: int
    illegal_moves: int
    fallbacks: int
    connections: int
    failures: int
    odd_messages: int
    slowest_answer_ms: float
    opponents: list[str]
    """What was learned of the opponents, in words."""


def play(
    contest: str,
    bot: Agent,
    *,
    host: str | None = None,
    port: int | None = None,
    url: str | None = None,
    games: int | None = None,
    user: str | None = None,
    password_file: str | PathLike[str] | None = None,
    tag: str | None = None,
    seed: int = 1,
    reconnect_wait: float = 10.0,
    max_attempts: int | None = None,
    memory: str | PathLike[str] | None = None,
) -> PlayReport:
    """Plays on a contest's server, with the bots and names of `match`. The client stops after so many `games`, or at
    Ctrl-C.

    Challenge has a host (this machine, if only `port` is given) and a port. SkullWhist and Dead Man's Draw have a `url`
    and a login. Tricky Eights speaks on standard input and output. `reconnect_wait` is the time in seconds between two
    attempts to connect, and after `max_attempts` failures in a row the client gives up. Agent `"adaptive"` of Challenge
    keeps what it learns of its opponents in the file `memory`.

    Raises `BotError`, `IllegalActionError`, `ArgumentError`, and `CardsharpError` if the client gives up.

    >>> import cardsharp_cfr
    >>> def bot(observation):
    ...     return observation.legal[0]
    >>> with cardsharp_cfr.serve("challenge") as server:
    ...     report = cardsharp_cfr.play("challenge", bot, port=server.practice_port, games=1)
    >>> report.games, report.illegal_moves
    (1, 0)
    """
    for name, count in (("games", games), ("max_attempts", max_attempts)):
        if count is not None and count < 1:
            raise ArgumentError(f"{name} is {count}: write a whole number, 1 or more")
    report = _native.play_live(
        contest,
        _agent(bot),
        host="127.0.0.1" if host is None and port is not None else host,
        port=port,
        url=url,
        games=games,
        user=user,
        password_file=password_file,
        tag=tag,
        seed=seed,
        reconnect_wait=reconnect_wait,
        max_attempts=max_attempts,
        memory=memory,
    )
    return PlayReport(**report)


class Server:
    """A server of Challenge in this process, on free ports of this machine alone: see `serve`.

    >>> import cardsharp_cfr
    >>> with cardsharp_cfr.serve("challenge") as server:
    ...     server.port != server.practice_port
    True
    """

    def __init__(self, native: _native.ChallengeServer) -> None:
        self._native = native

    @property
    def port(self) -> int:
        """The port where teams meet. Every address of 127.0.0.0/8 is a team."""
        return self._native.port

    @property
    def practice_port(self) -> int:
        """The port of the practice opponent."""
        return self._native.practice_port

    def stop(self) -> None:
        """Stops the server. A second call does nothing."""
        self._native.stop()

    def __enter__(self) -> "Server":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def serve(contest: str = "challenge", *, seed: int = 1, reconnect_interval: float = 0.0) -> Server:
    """Starts a server of Challenge for practice, which `with` or `Server.stop` ends. A client that comes back within
    `reconnect_interval` seconds is refused; the contest's own value is 5. The servers of the other contests are started
    by the command `cardsharp serve`.

    >>> import cardsharp_cfr
    >>> server = cardsharp_cfr.serve("challenge", seed=3)
    >>> server.stop()
    """
    if contest != "challenge":
        raise ArgumentError(f"{contest} is served by the command alone: run cardsharp serve {contest}")
    return Server(_native.ChallengeServer(seed, reconnect_interval))
