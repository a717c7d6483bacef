"""Solving games, and measuring strategies."""

import warnings
from collections.abc import Mapping
from datetime import timedelta
from math import isfinite
from os import PathLike
from typing import Any

import numpy as np
import pandas as pd

from . import _native, openspiel
from .compiled import DEFAULT_SOLVER, AnyGame, CompiledGame, MaxMemory, compile_game, compile_within, memory
from .errors import ArgumentError, NoEquilibriumWarning
from .progress import Line, Preparation, Progress, ProgressCallback
from .rule import Rule, name_of
from .solution import Solution

__all__ = ["nash_conv", "solve", "solvers"]

Strategy = Mapping[str, Mapping[str, float]] | pd.DataFrame
"""A strategy by the names of information sets and actions: `{infoset: {action: probability}}`, or a DataFrame with
the columns of `Solution.strategy`."""


def solvers() -> pd.DataFrame:
    """The solvers: name, summary.

    >>> "dcfr" in solvers()["name"].tolist()
    True
    """
    return pd.DataFrame(_native.solvers(), columns=["name", "summary"])


def solve(
    game: AnyGame | Any,
    solver: str | Rule = DEFAULT_SOLVER,
    *,
    target: float | None = None,
    time: float | timedelta | None = None,
    iterations: int | None = None,
    progress: bool | ProgressCallback | None = None,
    threads: int | None = None,
    seed: int = 1,
    max_memory: MaxMemory = None,
) -> Solution:
    """Solves a game.

    - `game`: a name, the path of an .efg file, a game object of OpenSpiel, an object with the methods of `Game`, or
      a compiled game; see `compile_game`.
    - `solver`: the name of a preset of the CFR family (`"pcfr+"`, `"dcfr"`, `"cfr+"`, ...), of Monte-Carlo CFR
      (`"linear-mccfr"`, ...), or `"lp"`, the linear program, for two players with a constant sum; see `solvers`. Or
      an object with the methods of `Rule`, which is asked once for each player of an iteration, on one thread.
    - `target`: stop when NashConv is at most this, in the unit of the game's utilities.
    - `time`: stop after so many seconds since the call, or after a `timedelta`. Walking and compiling the game,
      solving and measuring count, but for the last measure.
    - `iterations`: stop after so many iterations, each an update of every player; of Monte-Carlo CFR, traversals.
    - `progress`: `True` for a line in the terminal or the notebook (by tqdm, if it is installed), or a function
      that is called with a `Progress` several times a second, from the first node of the game on. The solve stops if
      the function returns `True`.
    - `threads`: all cores if not given. Except for Monte-Carlo CFR, the strategy does not depend on it.
    - `seed`: of what is sampled; on one thread the same seed gives the same strategy.
    - `max_memory`: what needs more bytes is refused, as soon as the walk of the game comes to more; a number, or a
      text such as `"12GiB"`. By default 20 GiB, or three quarters of what the machine has.

    Without `target`, `time` and `iterations` a CFR preset stops after a minute, or at NashConv 1e-6 of the range of
    utilities that play can meet: the best less the worst expected utility of a player without dominated moves. The
    command `cardsharp solve` does the same.

    Other Python threads run meanwhile. Ctrl-C raises `KeyboardInterrupt`; a linear program that is interrupted
    still goes on in the background until it is done.

    Warns with `NoEquilibriumWarning` if CFR promises no equilibrium in this game: with more than two players, or
    if the sum of the utilities varies. Raises the exceptions of `compile_game`, `ArgumentError` for a wrong
    argument, `MemoryLimitError`, `TimeLimitError` if the time is up before the first iteration, and `SolverError`.

    >>> solution = solve("leduc_poker", solver="dcfr", target=1e-4)
    >>> round(solution.values[0], 3)
    -0.086
    """
    limits = _limits(target, time, iterations)
    if threads is not None and threads < 1:
        raise ArgumentError(f"threads is {threads}: write a whole number, 1 or more")
    if not 0 <= seed < 2**64:
        raise ArgumentError(f"seed is {seed}: write a whole number from 0 to 2**64 - 1")
    allowed = memory(max_memory)
    line = Line(_short_name(game)) if progress is True else None
    callback = line.show if line is not None else progress if callable(progress) else None
    preparation = Preparation(limits["time"], callback)

    def report(*figures: Any) -> object:
        return callback(Progress(*figures)) is True if callback is not None else False

    try:
        name = solver if isinstance(solver, str) else name_of(solver)
        compiled = compile_within(game, allowed, name if isinstance(solver, str) else "cfr", preparation.look)
        if solver != "lp" and not compiled.has_equilibrium_by_cfr:
            warnings.warn(_no_equilibrium(compiled), NoEquilibriumWarning, stacklevel=2)
        limits["time"] = preparation.left()
        shown = report if callback is not None else None
        if isinstance(solver, str):
            native = _native.solve(
                compiled._native, solver, **limits, threads=threads, seed=seed, max_memory=allowed, report=shown
            )
        else:
            native = _native.solve_by(compiled._native, solver, **limits, max_memory=allowed, report=shown)
    finally:
        if line is not None:
            line.close()
    return Solution(compiled, name, native)


def _short_name(game: AnyGame | Any) -> str:
    """The name of a game that is not compiled yet, for the progress line."""
    if isinstance(game, CompiledGame):
        return game.name
    return str(game) if isinstance(game, (str, PathLike)) or openspiel.is_game(game) else type(game).__name__


def _limits(target: float | None, time: float | timedelta | None, iterations: int | None) -> dict[str, Any]:
    """The stopping conditions, checked."""
    seconds = time.total_seconds() if isinstance(time, timedelta) else time
    if target is not None and not (isfinite(target) and target > 0):
        raise ArgumentError(f"target is {target}: write a NashConv above 0, in the unit of the game's utilities")
    if seconds is not None and not (isfinite(seconds) and seconds > 0):
        raise ArgumentError(f"time is {time}: write a number of seconds above 0, or a timedelta")
    if iterations is not None and (iterations != int(iterations) or not 1 <= iterations < 2**64):
        raise ArgumentError(f"iterations is {iterations}: write a whole number, 1 or more")
    return {"target": target, "time": seconds, "iterations": None if iterations is None else int(iterations)}


def _no_equilibrium(game: CompiledGame) -> str:
    """The text of the warning."""
    reason = f"{game.players} players" if game.players > 2 else "a sum of utilities that varies"
    return (
        f"{game.name} has {reason}, and CFR promises no Nash equilibrium there: the average of the joint play "
        "approaches the coarse correlated equilibria; the solution has the players' own averages, and its NashConv "
        "is measured but need not fall"
    )


def nash_conv(game: AnyGame | Any, policy: Strategy | Any) -> float:
    """NashConv of any strategy, in the unit of the game's utilities: the sum over the players of the gain of a best
    response.

    `policy` is a policy of OpenSpiel if the game is a game object of OpenSpiel. For any game it may be a DataFrame
    with the columns of `Solution.strategy`, or `{infoset: {action: probability}}`.

    Raises `ArgumentError` if an information set has no row, or a row is no distribution; and the exceptions of
    `compile_game`.

    >>> from cardsharp_cfr import compile_game
    >>> kuhn = compile_game("kuhn_poker")
    >>> uniform = {name: {"pass": 0.5, "bet": 0.5} for name in kuhn.infosets["infoset"]}
    >>> round(nash_conv(kuhn, uniform), 6)
    0.916667
    """
    if openspiel.is_policy(policy):
        return _nash_conv_of_openspiel(game, policy)
    compiled = compile_game(game)
    keys, players, names, actions = compiled._infosets
    by_name = _by_name(policy)
    rows = []
    for player, name, row in zip(players.tolist(), names, actions, strict=True):
        shares = by_name.get((player, name), by_name.get((None, name)))
        if shares is None:
            raise ArgumentError(f"the strategy has no row for player {player} at the information set {name!r}")
        if set(shares) != set(row):
            raise ArgumentError(f"the strategy has the actions {sorted(shares)} at {name!r}, and the game has {row}")
        rows.append([shares[action] for action in row])
    return _measure(compiled._native, keys.tolist(), rows, names)


def _by_name(policy: Any) -> dict[tuple[int | None, str], Mapping[str, float]]:
    """The rows of a strategy, by player (if given) and information set."""
    if isinstance(policy, pd.DataFrame):
        lacking = {"player", "infoset", "action", "probability"} - set(policy.columns)
        if lacking:
            raise ArgumentError(f"the strategy lacks the columns {sorted(lacking)}")
        found: dict[tuple[int | None, str], dict[str, float]] = {}
        columns = (policy[name].tolist() for name in ("player", "infoset", "action", "probability"))
        for player, infoset, action, probability in zip(*columns, strict=True):
            found.setdefault((player, infoset), {})[action] = probability
        return dict(found)
    if isinstance(policy, Mapping):
        return {(None, infoset): shares for infoset, shares in policy.items()}
    raise ArgumentError(
        f"{type(policy).__name__} is no strategy: give a policy of OpenSpiel, a DataFrame with the columns of "
        "Solution.strategy, or {infoset: {action: probability}}"
    )


def _nash_conv_of_openspiel(game: Any, policy: Any) -> float:
    """NashConv of a policy of OpenSpiel, which is asked once at each information set."""
    spiel = game.openspiel_game if isinstance(game, CompiledGame) else game
    if not openspiel.is_game(spiel):
        raise ArgumentError("a policy of OpenSpiel needs a game object of OpenSpiel: give pyspiel.load_game(...)")
    rows: list[list[float]] = []

    def ask(state: Any, player: int, number: int) -> None:
        shares = policy.action_probabilities(state)
        rows.append([shares.get(action, 0.0) for action in state.legal_actions()])

    native, infosets = openspiel.walk(openspiel.turn_based(spiel), memory(None), new_infoset=ask)
    by_number = {number: text for texts in infosets.numbers for text, number in texts.items()}
    names = [by_number[number] for number in range(len(rows))]
    return _measure(native, infosets.keys, rows, names)


def _measure(native: _native.Game, keys: list[int], rows: list[list[float]], names: list[str]) -> float:
    """NashConv of the rows of a strategy."""
    for row, name in zip(rows, names, strict=True):
        if not (abs(sum(row) - 1.0) <= 1e-6 and min(row) >= 0.0):
            raise ArgumentError(f"the probabilities at {name!r} are {row}: write numbers from 0 to 1 with the sum 1")
    starts = np.concatenate(([0], np.cumsum([len(row) for row in rows]))).astype(np.int64)
    probabilities = np.array([share for row in rows for share in row], dtype=np.float64)
    values, best = native.measure(np.array(keys, dtype=np.uint64), starts, probabilities)
    return sum(best) - sum(values)
