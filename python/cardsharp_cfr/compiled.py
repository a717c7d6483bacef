"""A game that is ready to be solved."""

import os
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from . import _native, openspiel
from .errors import ArgumentError, GameError
from .games import Game
from .notebook import shown

__all__ = ["AnyGame", "CompiledGame", "compile_game"]

DEFAULT_SOLVER = "pcfr+"
"""The solver of a call without a choice, as of the command line."""

METHODS = ("root", "turn", "child", "chance_probability", "utility", "utility_bounds", "infoset")
"""The methods of `Game`."""

MaxMemory = int | str | None
"""Bytes of memory: a number, a text such as `"12GiB"`, or `None` for the default limit."""


InfosetColumns = tuple[NDArray[np.uint64], NDArray[np.int64], list[str], list[list[str]]]
"""The keys of information sets, the players, the names and the names of actions."""


class CompiledGame:
    """A game that is ready to be solved, as often as you like: see `compile_game`.

    >>> from cardsharp_cfr import compile_game
    >>> compile_game("kuhn_poker")
    <CompiledGame kuhn_poker: 58 nodes, 6 + 6 information sets>
    """

    def __init__(
        self, native: _native.Game, spiel: Any = None, spiel_infosets: openspiel.Infosets | None = None
    ) -> None:
        """Only the package makes compiled games; use `compile_game`."""
        self._native = native
        self._spiel = spiel
        self._spiel_infosets = spiel_infosets

    def __repr__(self) -> str:
        sets = " + ".join(f"{sets:,}" for sets in self.infosets_by_player)
        return f"<CompiledGame {self.name}: {self.nodes:,} nodes, {sets} information sets>"

    def _repr_html_(self) -> str:
        """The size of the game and its first information sets, for a notebook."""
        facts = {
            "name": self.name,
            "nodes": f"{self.nodes:,}",
            "information sets": " + ".join(f"{sets:,}" for sets in self.infosets_by_player),
        }
        return shown(self.title, facts, self.infosets)

    def __copy__(self) -> "CompiledGame":
        """The same game: it never changes."""
        return self

    def __deepcopy__(self, memo: object) -> "CompiledGame":
        """The same game: it never changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """The game for pickle: its name or path if it is opened again by that, or else all of it as text."""
        native = self._native
        text = native.text()
        if text is None:
            return reopened, (self.name, native.fingerprint())
        return restored, (self.name, text, self._infosets, self._spiel, self._spiel_infosets)

    @property
    def name(self) -> str:
        """The name with all parameters, or the path of the file.

        >>> from cardsharp_cfr import compile_game
        >>> compile_game("liars_dice(dice_sides=3)").name
        'liars_dice(numdice=1,dice_sides=3)'
        """
        return self._native.name

    @property
    def title(self) -> str:
        """The title of an .efg file, or the name.

        >>> from cardsharp_cfr import compile_game
        >>> compile_game("kuhn_poker").title
        'kuhn_poker'
        """
        return self._native.title

    @property
    def utility_bounds(self) -> tuple[float, float]:
        """The least and the greatest utility of any player.

        >>> from cardsharp_cfr import compile_game
        >>> compile_game("leduc_poker").utility_bounds
        (-13.0, 13.0)
        """
        return self._native.utility_bounds

    @cached_property
    def _counts(self) -> tuple[int, list[int], float | None]:
        return self._native.counts()

    @property
    def players(self) -> int:
        """The number of players.

        >>> from cardsharp_cfr import compile_game
        >>> compile_game("kuhn_poker(players=3)").players
        3
        """
        return len(self._counts[1])

    @property
    def nodes(self) -> int:
        """The number of nodes: histories, chance nodes and terminal ones included.

        >>> from cardsharp_cfr import compile_game
        >>> compile_game("leduc_poker").nodes
        9457
        """
        return self._counts[0]

    @property
    def infosets_by_player(self) -> tuple[int, ...]:
        """The number of information sets of each player.

        >>> from cardsharp_cfr import compile_game
        >>> compile_game("leduc_poker").infosets_by_player
        (468, 468)
        """
        return tuple(self._counts[1])

    @property
    def constant_sum(self) -> float | None:
        """The sum of the players' utilities, or `None` if it varies.

        >>> from cardsharp_cfr import compile_game
        >>> compile_game("kuhn_poker").constant_sum
        0.0
        """
        return self._counts[2]

    @property
    def has_equilibrium_by_cfr(self) -> bool:
        """True if CFR approaches a Nash equilibrium: there is one player, or two with a constant sum.

        >>> from cardsharp_cfr import compile_game
        >>> compile_game("kuhn_poker(players=3)").has_equilibrium_by_cfr
        False
        """
        return self.players == 1 or (self.players == 2 and self.constant_sum is not None)

    @property
    def openspiel_game(self) -> Any:
        """The OpenSpiel game that was compiled, with its moves one after the other; `None` if it is not one.

        >>> import pyspiel
        >>> from cardsharp_cfr import compile_game
        >>> compile_game(pyspiel.load_game("matrix_rps")).openspiel_game.get_type().short_name
        'turn_based_simultaneous_game'
        """
        return self._spiel

    @cached_property
    def _infosets(self) -> InfosetColumns:
        """The keys, the players, the names and the names of actions, in the order of a depth-first walk."""
        return self._native.infosets()

    @cached_property
    def infosets(self) -> pd.DataFrame:
        """The information sets in the order of a depth-first walk: player, infoset, actions (a tuple of names).

        >>> from cardsharp_cfr import compile_game
        >>> compile_game("kuhn_poker").infosets.head(2).to_string(index=False)
        ' player infoset     actions\\n      0       0 (pass, bet)\\n      1      1p (pass, bet)'
        """
        _, players, names, actions = self._infosets
        return pd.DataFrame({"player": players, "infoset": names, "actions": [tuple(row) for row in actions]})

    def write_efg(self, path: str | os.PathLike[str]) -> None:
        """Writes the game as an .efg file, which Gambit and the command line read.

        >>> import pathlib, tempfile
        >>> from cardsharp_cfr import MatchingPennies, compile_game
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "pennies.efg")
        ...     compile_game(MatchingPennies()).write_efg(path)
        ...     compile_game(path).nodes
        7
        """
        self._native.write_efg(path)


AnyGame = str | os.PathLike[str] | Game[Any] | CompiledGame
"""A game: a name, the path of an .efg file, an object of a class with the methods of `Game`, an OpenSpiel game
object, or a compiled game."""


def compile_game(game: AnyGame | Any, *, max_memory: MaxMemory = None) -> CompiledGame:
    """Makes a game ready to be solved.

    `game` is one of these:

    - The name of a game that cardsharp knows: `"kuhn_poker"`, `"leduc_poker"`, `"liars_dice"`, `"goofspiel"` with
      OpenSpiel's parameters, or a small member of a contest's family, such as
      `"challenge(ranks=3,copies=3,hand_size=2)"`.
    - The path of an .efg or .nfg file.
    - A game object of OpenSpiel. It is walked once, with its simultaneous moves one after the other.
    - An object of a class with the methods of `Game`. It is walked once, and its contract is checked.
    - A compiled game, which is returned.

    `max_memory` is the limit of the memory that the game may take, in bytes or as a text such as `"12GiB"`; by
    default 20 GiB, or three quarters of what the machine has.

    Raises `ArgumentError` if there is no such game, `FileError` if a file cannot be read, `GameError` or its
    subclasses if the game itself is at fault, and `MemoryLimitError`.

    >>> import pyspiel
    >>> compile_game(pyspiel.load_game("kuhn_poker"))
    <CompiledGame kuhn_poker(): 58 nodes, 6 + 6 information sets>
    """
    if isinstance(game, CompiledGame):
        return game
    return compile_within(game, memory(max_memory), DEFAULT_SOLVER)


def compile_within(
    game: AnyGame | Any, allowed: int, solver: str, look: openspiel.Look | None = None
) -> CompiledGame:
    """The compiled game, if it and a solver fit in so many bytes. `look` is called several times a second with the
    number of nodes so far, and ends the walk by an exception."""
    opened = game if isinstance(game, CompiledGame) else _open(game, allowed, look)
    opened._native.compile(solver, allowed, look)
    return opened


def _open(game: AnyGame | Any, allowed: int, look: openspiel.Look | None) -> CompiledGame:
    """The game, which is not compiled yet."""
    if isinstance(game, (str, os.PathLike)):
        return CompiledGame(_native.Game.open(os.fsdecode(game), allowed, look))
    if openspiel.is_game(game):
        sequential = openspiel.turn_based(game)
        native, infosets = openspiel.walk(sequential, allowed, look)
        return CompiledGame(native, sequential, infosets)
    if isinstance(game, type):
        raise ArgumentError(f"{game.__name__} is a class: give an object of it, {game.__name__}()")
    lacking = [method for method in METHODS if not callable(getattr(game, method, None))]
    if lacking:
        raise ArgumentError(
            f"{type(game).__name__} is no game, it lacks {', '.join(lacking)}: give a name, the path of an .efg "
            "file, a game object of OpenSpiel, or an object of a class with the methods of cardsharp_cfr.Game"
        )
    name = getattr(game, "name", None)
    text = str(name()) if callable(name) else type(game).__name__
    return CompiledGame(_native.record(game, text, allowed, look))


def restored(
    name: str, text: str, infosets: InfosetColumns, spiel: Any, spiel_infosets: openspiel.Infosets | None
) -> CompiledGame:
    """The game that `CompiledGame.__reduce__` took apart, with new keys of the information sets."""
    native = _native.Game.of_text(name, text)
    keys = native.infosets()[0]
    if spiel_infosets is not None:
        spiel_infosets = spiel_infosets.renamed(dict(zip(infosets[0].tolist(), keys.tolist(), strict=True)))
    game = CompiledGame(native, spiel, spiel_infosets)
    # The text has no line breaks in names.
    game.__dict__["_infosets"] = (keys, *infosets[1:])
    return game


def reopened(name: str, fingerprint: int) -> CompiledGame:
    """The game that `CompiledGame.__reduce__` left where it is."""
    native = _native.Game.open(name, memory(None))
    if native.fingerprint() != fingerprint:
        raise GameError(f"{name} is another game now than when it was pickled: compile it again")
    return CompiledGame(native)


def memory(limit: MaxMemory) -> int:
    """Bytes of a limit of memory."""
    if limit is None or isinstance(limit, str):
        return _native.memory(limit)
    if limit <= 0:
        raise ArgumentError(f"max_memory is {limit}: write a number of bytes above 0, or a text such as '12GiB'")
    return limit
