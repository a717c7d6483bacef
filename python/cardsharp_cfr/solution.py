"""The answer of a solver."""

import os
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from . import _native, openspiel
from .compiled import CompiledGame
from .errors import ArgumentError, FileError
from .notebook import shown

__all__ = ["Solution"]


class Solution:
    """A strategy for every player, its exact values, and its distance from equilibrium: the answer of `solve`.

    All figures are in the unit of the game's utilities.

    >>> from cardsharp_cfr import solve
    >>> solve("kuhn_poker", solver="cfr", iterations=100)
    <Solution of kuhn_poker: values -0.056, 0.056, NashConv 1.6e-02>
    """

    def __init__(self, game: CompiledGame, solver: str, native: _native.Solved) -> None:
        """Only the package makes solutions; use `solve`."""
        self._game, self._solver, self._native = game, solver, native

    def __repr__(self) -> str:
        values = ", ".join(f"{value:.3f}" for value in self.values)
        return f"<Solution of {self._game.name}: values {values}, NashConv {self.nash_conv:.1e}>"

    def _repr_html_(self) -> str:
        """The figures and the first rows of the strategy, for a notebook."""
        facts = {
            "values": ", ".join(f"{value:.6f}" for value in self.values),
            "NashConv": f"{self.nash_conv:.3e}",
            "solver": self.solver if self.iterations is None else f"{self.solver}, {self.iterations:,} iterations",
        }
        return shown(f"Solution of {self._game.name}", facts, self.strategy)

    def __copy__(self) -> "Solution":
        """The same solution, whose tables are made anew."""
        return Solution(self._game, self._solver, self._native)

    def __deepcopy__(self, memo: object) -> "Solution":
        """The same solution, whose tables are made anew."""
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        """The solution for pickle, with its game."""
        return _restored, (self._game, self._solver, *self._rows, self._native.run())

    @property
    def game(self) -> CompiledGame:
        """The game, ready to be solved again.

        >>> from cardsharp_cfr import solve
        >>> solve("kuhn_poker", iterations=10).game.name
        'kuhn_poker'
        """
        return self._game

    @property
    def solver(self) -> str:
        """The name of the solver.

        >>> from cardsharp_cfr import solve
        >>> solve("kuhn_poker", iterations=10).solver
        'pcfr+'
        """
        return self._solver

    @cached_property
    def values(self) -> tuple[float, ...]:
        """The expected utility of each player when all follow the strategy.

        >>> from cardsharp_cfr import solve
        >>> [round(value, 6) for value in solve("kuhn_poker", solver="lp").values]
        [-0.055556, 0.055556]
        """
        return tuple(self._native.values)

    @cached_property
    def best_responses(self) -> tuple[float, ...]:
        """The expected utility of each player with a best response to the strategy of the others.

        >>> from cardsharp_cfr import solve
        >>> solution = solve("kuhn_poker", iterations=100)
        >>> all(best >= value for best, value in zip(solution.best_responses, solution.values))
        True
        """
        return tuple(self._native.best_responses)

    @property
    def nash_conv(self) -> float:
        """NashConv: the sum over the players of the gain of a best response, in the unit of the utilities. It is
        0 exactly at a Nash equilibrium.

        >>> from cardsharp_cfr import solve
        >>> solve("leduc_poker", target=1e-2).nash_conv <= 1e-2
        True
        """
        return self._native.nash_conv

    @property
    def exploitability(self) -> float:
        """NashConv divided by the number of players, in the unit of the utilities, as OpenSpiel defines it.

        >>> from cardsharp_cfr import solve
        >>> solution = solve("kuhn_poker", iterations=100)
        >>> solution.exploitability == solution.nash_conv / 2
        True
        """
        return self.nash_conv / len(self.values)

    @property
    def iterations(self) -> int | None:
        """The number of iterations, each an update of every player; of Monte-Carlo CFR, traversals. `None` for the
        linear program.

        >>> from cardsharp_cfr import solve
        >>> solve("kuhn_poker", iterations=100).iterations
        100
        """
        return self._native.iterations

    @property
    def seconds(self) -> float:
        """Seconds of solving; compiling the game and measuring come on top.

        >>> from cardsharp_cfr import solve
        >>> solve("kuhn_poker", iterations=100).seconds < 10
        True
        """
        return self._native.seconds

    @property
    def stop_reason(self) -> str | None:
        """The reason that the solve ended: `"target"`, `"time"`, `"iterations"`, or `"interrupted"` if the progress
        callback asked for it. `None` for the linear program.

        >>> from cardsharp_cfr import solve
        >>> solve("kuhn_poker", iterations=100).stop_reason
        'iterations'
        """
        return self._native.stop_reason

    @cached_property
    def curve(self) -> pd.DataFrame:
        """The measures on the way: iteration, seconds, nodes (touched so far), nash_conv. Empty for the linear
        program.

        >>> from cardsharp_cfr import solve
        >>> list(solve("kuhn_poker", iterations=100).curve.columns)
        ['iteration', 'seconds', 'nodes', 'nash_conv']
        """
        columns = ("iteration", "seconds", "nodes", "nash_conv")
        return pd.DataFrame(dict(zip(columns, self._native.curve(), strict=True)))

    @cached_property
    def _rows(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The number of actions of each information set and all probabilities, in the order of a depth-first walk."""
        keys, starts, probabilities = self._native.rows()
        order = np.argsort(keys)
        places = order[np.searchsorted(keys, self._game._infosets[0], sorter=order)]
        counts = np.diff(starts)[places]
        first = np.concatenate(([0], np.cumsum(counts)[:-1])) if len(counts) else counts
        rows = np.arange(counts.sum()) + np.repeat(starts[places] - first, counts)
        return counts, probabilities[rows]

    @cached_property
    def strategy(self) -> pd.DataFrame:
        """The average strategy, one row for each action: player, infoset, action, probability. Information sets
        come in the order of a depth-first walk.

        >>> from cardsharp_cfr import solve
        >>> solve("kuhn_poker", solver="lp").strategy.query("infoset == '2b'").to_string(index=False)
        ' player infoset action  probability\\n      1      2b   pass          0.0\\n      1      2b    bet          1.0'
        """
        _, players, names, actions = self._game._infosets
        counts, probabilities = self._rows
        return pd.DataFrame(
            {
                "player": np.repeat(players, counts),
                "infoset": np.repeat(np.array(names, dtype=object), counts),
                "action": [action for row in actions for action in row],
                "probability": probabilities,
            }
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the policy file that the command `cardsharp train` writes, which `cardsharp exploit` measures and
        `cardsharp view` shows. An existing file is replaced.

        A game that was brought as an object has no name by which the file could open it again. It is written to
        the same path with the ending `.efg`, and the policy file names that file.

        Raises `FileError` if a file cannot be written, or if there is an .efg file of another game.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker").save(path)
        ...     path.exists()
        True
        """
        self._native.save(path, self._solver)

    def to_npz(self, path: str | os.PathLike[str]) -> None:
        """Writes the solution as a compressed archive of numpy arrays.

        | array | shape | content |
        |---|---|---|
        | `player`, `infoset` | information sets | the player and the name of each, in the order of a depth-first walk |
        | `row` | information sets + 1 | the first row of each in the next arrays, and the number of rows |
        | `action`, `probability` | rows | the name and the probability of each action |
        | `values`, `best_responses` | players | expected utilities: of the strategy, and of a best response to it |
        | `nash_conv` | () | NashConv in the unit of the utilities |
        | `curve_iteration`, `curve_seconds`, `curve_nodes`, `curve_nash_conv` | measures | the curve |

        >>> import numpy, pathlib, tempfile
        >>> from cardsharp_cfr import solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.npz")
        ...     solve("kuhn_poker", solver="lp").to_npz(path)
        ...     with numpy.load(path) as arrays:
        ...         print(arrays["probability"].shape, arrays["infoset"][:2])
        (24,) ['0' '1p']
        """
        _, players, names, actions = self._game._infosets
        counts, probabilities = self._rows
        arrays: dict[str, Any] = {
            "player": players,
            "infoset": np.array(names, dtype=np.str_),
            "row": np.concatenate(([0], np.cumsum(counts))).astype(np.int64),
            "action": np.array([action for row in actions for action in row], dtype=np.str_),
            "probability": probabilities,
            "values": np.array(self.values),
            "best_responses": np.array(self.best_responses),
            "nash_conv": np.array(self.nash_conv),
        }
        arrays |= {f"curve_{name}": self.curve[name].to_numpy() for name in self.curve.columns}
        try:
            with open(path, "wb") as file:
                np.savez_compressed(file, **arrays)
        except OSError as error:
            raise FileError(f"cannot write {os.fsdecode(path)}: {error.strerror}") from error

    def to_openspiel(self, *, native: bool = False) -> Any:
        """The strategy as a policy of OpenSpiel, for its own algorithms: a `policy.Policy` in Python, or with
        `native` a `pyspiel.TabularPolicy`, which is faster in the algorithms in C++.

        The policy is for `solution.game.openspiel_game`. That is the game that was solved, with simultaneous moves
        one after the other.

        Raises `ArgumentError` if the game does not come from OpenSpiel.

        >>> import pyspiel
        >>> from cardsharp_cfr import solve
        >>> solution = solve(pyspiel.load_game("kuhn_poker"), target=1e-4)
        >>> theirs = pyspiel.nash_conv(solution.game.openspiel_game, solution.to_openspiel(native=True))
        >>> abs(theirs - solution.nash_conv) < 1e-9
        True
        """
        infosets = self._game._spiel_infosets
        if infosets is None:
            raise ArgumentError(
                f"{self._game.name} does not come from OpenSpiel: solve the game object, "
                "solve(pyspiel.load_game(...)), to get a policy for it"
            )
        keys, starts, probabilities = self._native.rows()
        places = {key: place for place, key in enumerate(keys.tolist())}
        firsts, shares = starts.tolist(), probabilities.tolist()
        rows: list[dict[int, float]] = []
        for key, actions in zip(infosets.keys, infosets.actions, strict=True):
            first = firsts[places[key]]
            rows.append(dict(zip(actions, shares[first : first + len(actions)], strict=True)))
        if native:
            return openspiel.tabular(infosets, rows)
        return openspiel.policy_class()(self._game.openspiel_game, infosets, rows)


def _restored(
    game: CompiledGame,
    solver: str,
    counts: NDArray[np.int64],
    probabilities: NDArray[np.float64],
    run: str,
) -> Solution:
    """The solution that `Solution.__reduce__` took apart."""
    starts = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
    native = _native.Solved.restored(game._native, game._infosets[0], starts, probabilities, run)
    return Solution(game, solver, native)
