"""Policy files: what was trained, as arrays, tables and answers."""

import os
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from . import _native
from .errors import ArgumentError
from .notebook import shown

__all__ = ["Measure", "Policy", "PolicyNode"]


@dataclass(frozen=True)
class Measure:
    """A measured figure of a policy.

    >>> from cardsharp_cfr import Measure
    >>> Measure("NashConv", 0.25, 0.0, "utility of the game", 0).value
    0.25
    """

    quantity: str
    """The quantity: `"NashConv"`, `"exploitability"`, or what stands for them where they cannot be had."""
    value: float
    """The value."""
    half_width: float
    """Half the width of the 95 % confidence interval; 0 if the value is exact."""
    unit: str
    """The unit of both."""
    samples: int
    """The sample size: own hands in each seat, matches, deals or rounds; 0 if there are no samples."""


class PolicyNode:
    """A public position in the tree of a policy, with the range of the player to act: see `Policy.node`."""

    def __init__(self, policy: "Policy", steps: tuple[str, ...], settings: dict[str, str]) -> None:
        """Only the package makes nodes; use `Policy.node`."""
        self._policy, self.steps, self.settings = policy, steps, settings
        found = policy._native.node(list(steps), list(settings.items()))
        self.player: int | None = found[0]
        """The player to act, from 0; `None` for chance and at the end."""
        self.turn: str = found[1]
        """The name of the player to act, `"chance"`, or `"over"`."""
        self.facts: dict[str, str] = dict(found[2])
        """Facts of the position, by name."""
        self.actions = pd.DataFrame(found[3], columns=["action", "share", "value"])
        """The actions: name, share (probability over the whole range), value for the player to act."""
        self.unit: str = found[5]
        """The unit of all values; empty if there are none."""
        self.notes: list[str] = found[6]
        """What a reader of the figures must know."""
        self._hands = found[4]

    def __repr__(self) -> str:
        return f"<PolicyNode {', '.join(self.steps) or 'root'}: {self.turn}, {len(self._hands)} hands>"

    def _repr_html_(self) -> str:
        """The facts of the position, the actions and the likeliest hands, for a notebook."""
        facts = {"to act": self.turn, **self.facts}
        for action, share in zip(self.actions["action"], self.actions["share"], strict=True):
            facts[f"share of {action}"] = f"{share:.4f}"
        return shown(", ".join(self.steps) or "root", facts, self.hands)

    @cached_property
    def hands(self) -> pd.DataFrame:
        """The hands of the player to act, the greatest reach first: hand, reach (the share of the range), and for
        each action `p(action)` and, where there are values, `value(action)`. Not a number where the policy does
        not know the hand.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        ...     node = policy.node("0", "1")
        ...     list(node.hands.columns[:2])
        ['hand', 'reach']
        """
        names = list(self.actions["action"])
        columns: dict[str, Any] = {
            "hand": [hand[0] for hand in self._hands],
            "reach": [hand[1] for hand in self._hands],
        }
        for place, name in enumerate(names):
            columns[f"p({name})"] = [hand[2][place] if hand[2] else np.nan for hand in self._hands]
        if any(hand[3] for hand in self._hands):
            for place, name in enumerate(names):
                values = [hand[3][place] if hand[3] else None for hand in self._hands]
                columns[f"value({name})"] = np.array(values, dtype=np.float64)
        return pd.DataFrame(columns)

    def child(self, step: str) -> "PolicyNode":
        """The node after one more action or outcome.

        Raises `ArgumentError` if it is not possible; the text names those that are.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        ...     step = policy.node().actions["action"][0]
        ...     policy.node().child(step).turn
        'chance'
        """
        return PolicyNode(self._policy, (*self.steps, step), self.settings)


class Policy:
    """A policy file of any game: see `Policy.load`.

    >>> import pathlib, tempfile
    >>> from cardsharp_cfr import Policy, solve
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "kuhn.policy")
    ...     solve("kuhn_poker", solver="cfr", iterations=100).save(path)
    ...     policy = Policy.load(path)
    >>> policy
    <Policy of kuhn_poker: cfr, 100 iterations, 12 rows>
    """

    def __init__(self, native: _native.Policy) -> None:
        """Only the package makes policies; use `Policy.load`."""
        self._native = native

    @staticmethod
    def load(path: str | os.PathLike[str]) -> "Policy":
        """Reads a policy file and checks all of it.

        If the file is damaged and the generation before it is there, that is read, with a warning. `lookup`, `node`
        and the measures read the file again when they need it.

        Raises `FileError` if the file is damaged, a checkpoint, or no file of cardsharp.

        >>> from cardsharp_cfr import FileError, Policy
        >>> try:
        ...     Policy.load("nowhere.policy")
        ... except FileError as error:
        ...     print(error)
        nowhere.policy: no such file
        """
        native = _native.Policy.load(Path(path))
        if native.instead_of is not None:
            warnings.warn(f"{native.instead_of}; reading the policy before it", RuntimeWarning, stacklevel=2)
        return Policy(native)

    def __repr__(self) -> str:
        return f"<Policy of {self.game}: {self.solver}, {self.iterations:,} iterations, {len(self):,} rows>"

    def __len__(self) -> int:
        return len(self.row_starts)

    @cached_property
    def header(self) -> dict[str, Any]:
        """The fields of the file's header: kind, game, rules_fingerprint, infosets, solver, parameters, seed,
        iterations, made_by.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        >>> sorted(policy.header)[:3]
        ['game', 'infosets', 'iterations']
        """
        return self._native.header

    @property
    def game(self) -> str:
        """The name of the game, with all parameters.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        >>> policy.game
        'kuhn_poker'
        """
        return str(self.header["game"])

    @property
    def kind(self) -> str:
        """The kind of the file: `"policy"`.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        >>> policy.kind
        'policy'
        """
        return str(self.header["kind"])

    @property
    def solver(self) -> str:
        """The name of the solver.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        >>> policy.solver
        'lp'
        """
        return str(self.header["solver"])

    @property
    def iterations(self) -> int:
        """The number of iterations.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        >>> policy.iterations
        0
        """
        return int(self.header["iterations"])

    @cached_property
    def measured(self) -> Measure | None:
        """The last measure before the file was written, if there was one.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        >>> policy.measured.quantity
        'NashConv'
        """
        found = self._native.measured
        return None if found is None else Measure(*found)

    @cached_property
    def weights(self) -> NDArray[Any]:
        """The weights of all rows as the file has them, `uint8`, `float32` or `float64`. Probabilities are the
        weights of a row divided by their sum. The array is lent by Rust without a copy, and cannot be written.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        >>> policy.weights.dtype, policy.weights.flags.owndata
        (dtype('float64'), False)
        """
        return self._native.weights()

    @cached_property
    def row_starts(self) -> NDArray[np.int64]:
        """The place in `weights` at which each row begins, without a copy. Rows are information sets with a choice,
        in the order of `rows`; weights between them belong to none.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        >>> policy.row_starts[:3]
        array([0, 2, 4])
        """
        return self._native.row_starts()

    @cached_property
    def row_numbers(self) -> NDArray[np.uint64]:
        """The number of each row, or its key, as the book's page on rows explains them, without a copy.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        >>> policy.row_numbers.shape
        (12,)
        """
        return self._native.row_numbers()

    def rows(self, start: int = 0, stop: int | None = None) -> pd.DataFrame:
        """The rows from `start` on and before `stop`, with the columns of `cardsharp export --csv`: one line for
        each action, with the number of the row or its key, its parts by name, the action, its probability, and
        whether the row was visited in training. A part that a row does not have is missing.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        >>> list(policy.rows(0, 1).columns)
        ['key', 'player', 'infoset', 'action', 'probability', 'visited']
        """
        begin, end, _ = slice(start, stop).indices(len(self))
        found = self._native.columns(begin, max(begin, end))
        number_name, numbers, counts, visited, parts, actions, names, probabilities = found
        columns: dict[str, Any] = {number_name: np.repeat(numbers, counts)}
        for name, values, texts in parts:
            if texts is not None:
                whole = np.array(texts, dtype=object)
                whole[values < 0] = None
                columns[name] = np.repeat(whole, counts)
            elif (values < 0).any():
                numbered = pd.array(values, dtype="Int64")
                numbered[values < 0] = pd.NA
                columns[name] = numbered.repeat(counts)
            else:
                columns[name] = np.repeat(values, counts)
        columns["action"] = np.array(names, dtype=object)[actions]
        columns["probability"] = probabilities
        columns["visited"] = np.repeat(visited, counts)
        return pd.DataFrame(columns)

    def chunks(self, size: int = 100_000) -> Iterator[pd.DataFrame]:
        """All rows, `size` at a time. Raises `ArgumentError` if `size` is below 1.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        >>> [len(chunk) for chunk in policy.chunks(5)]
        [10, 10, 4]
        """
        if size < 1:
            raise ArgumentError(f"size is {size}: write the number of rows of a chunk, at least 1")
        return (self.rows(start, start + size) for start in range(0, len(self), size))

    def to_csv(self, path: str | os.PathLike[str], *, visited: bool = False) -> int:
        """Writes the table of `cardsharp export --csv`, compressed if the name ends in `.gz`; with `visited` only
        rows that were visited in training. Returns the number of rows.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        ...     policy.to_csv(pathlib.Path(folder, "kuhn.csv"))
        12
        """
        return self._native.write(Path(path), False, visited)

    def to_npz(self, path: str | os.PathLike[str], *, visited: bool = False) -> int:
        """Writes the arrays of `cardsharp export --npz`. Returns the number of rows.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        ...     policy.to_npz(pathlib.Path(folder, "kuhn.npz"))
        12
        """
        return self._native.write(Path(path), True, visited)

    def lookup(self, position: str) -> dict[str, float]:
        """The probability of each action in a position as `cardsharp inspect` takes it: for a game that fits in
        memory the name of an information set, for a contest its own text.

        Raises `ArgumentError` if the text is no position, or the policy has no row for it.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        >>> sum(policy.lookup(policy.rows(0, 1)["infoset"][0]).values())
        1.0
        """
        return dict(self._native.lookup(position))

    def node(self, *steps: str, **settings: str) -> PolicyNode:
        """The node of the public tree after these actions and outcomes, with the range of the player to act.
        Settings are those of the tree, such as `score="0,0"` of Challenge.

        Raises `ArgumentError` if a step is not possible, or policies of the game have no tree: use `lookup`.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        ...     policy.node().turn
        'chance'
        """
        return PolicyNode(self, steps, settings)

    def _measure(
        self, hands: int | None, score: str | None, seed: int, threads: int | None
    ) -> tuple[Measure, int]:
        for name, value in (("hands", hands), ("threads", threads)):
            if value is not None and value < 1:
                raise ArgumentError(f"{name} is {value}: write a number from 1 on")
        found, players = self._native.measure(hands, score, seed, threads)
        return Measure(*found), players

    def measure(
        self, *, hands: int | None = None, score: str | None = None, seed: int = 1, threads: int | None = None
    ) -> Measure:
        """The measure of `cardsharp exploit`, by the same code: NashConv, or what stands for it, under its own name.

        `hands` is the size of the sample in the contest's own unit, `score` the score at which a hand of Challenge
        is measured, `"3,7"`. Interrupted, the measure goes on in the background until it is done.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        ...     policy.measure().quantity
        'NashConv'
        """
        return self._measure(hands, score, seed, threads)[0]

    def _nash_conv(
        self, hands: int | None, score: str | None, seed: int, threads: int | None
    ) -> tuple[Measure, int]:
        found, players = self._measure(hands, score, seed, threads)
        if found.quantity != "NashConv":
            raise ArgumentError(
                f"NashConv of {self.game} cannot be had: measure() gives what `cardsharp exploit` measures, "
                f"the {found.quantity}"
            )
        return found, players

    def nash_conv(
        self, *, hands: int | None = None, score: str | None = None, seed: int = 1, threads: int | None = None
    ) -> Measure:
        """NashConv: the sum over the players of the gain of a best response, as `measure` measures it.

        Raises `ArgumentError` where only another quantity can be measured.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        ...     policy.nash_conv().value < 1e-9
        True
        """
        return self._nash_conv(hands, score, seed, threads)[0]

    def exploitability(
        self, *, hands: int | None = None, score: str | None = None, seed: int = 1, threads: int | None = None
    ) -> Measure:
        """NashConv divided by the number of players.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import Policy, solve
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "kuhn.policy")
        ...     solve("kuhn_poker", solver="lp").save(path)
        ...     policy = Policy.load(path)
        ...     policy.exploitability().quantity
        'exploitability'
        """
        found, players = self._nash_conv(hands, score, seed, threads)
        return replace(
            found,
            quantity="exploitability",
            value=found.value / players,
            half_width=found.half_width / players,
        )
