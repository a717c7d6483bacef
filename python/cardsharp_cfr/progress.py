"""The progress of a solve: for a callback, or as a line in a terminal or a notebook."""

import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

from .errors import SolverError, TimeLimitError

__all__ = ["Progress", "ProgressCallback"]


class Progress(NamedTuple):
    """The progress of a solve.

    >>> Progress(iterations=10, seconds=0.5, nodes=300, rate=20.0, nash_conv=None)
    Progress(iterations=10, seconds=0.5, nodes=300, rate=20.0, nash_conv=None)
    """

    iterations: int
    """Iterations done, in the solver's own unit; 0 while the game is walked and compiled."""
    seconds: float
    """Seconds of solving, without measuring; before the first iteration, seconds since the call."""
    nodes: int
    """Nodes touched; before the first iteration, nodes of the game that were walked."""
    rate: float
    """Iterations a second."""
    nash_conv: float | None
    """The latest measured NashConv in the unit of the game's utilities; `None` if there is none yet."""


ProgressCallback = Callable[[Progress], object]
"""A function that is called with the progress several times a second. The solve stops if it returns `True`."""


class Preparation:
    """The time from the call of `solve` to the first iteration, in which the game is walked and compiled."""

    def __init__(self, time: float | None, callback: ProgressCallback | None) -> None:
        self._time, self._callback = time, callback
        self._begin, self._nodes = perf_counter(), 0

    def look(self, nodes: int) -> None:
        """Reports that so many nodes were walked; 0 if their number is not known.

        Raises `TimeLimitError` if the time is up, and `SolverError` if the callback asks to stop.
        """
        self._nodes = max(self._nodes, nodes)
        seconds = self._seconds()
        if self._callback is not None and self._callback(Progress(0, seconds, self._nodes, 0.0, None)) is True:
            raise SolverError("the progress callback stopped the solve before its first iteration")

    def left(self) -> float | None:
        """The seconds that are left for the solver; `None` without a limit.

        Raises `TimeLimitError` if there are none.
        """
        seconds = self._seconds()
        return None if self._time is None else self._time - seconds

    def _seconds(self) -> float:
        """The seconds since the call, which are within the limit."""
        seconds = perf_counter() - self._begin
        if self._time is not None and seconds >= self._time:
            walked = f"{self._nodes:,} nodes" if self._nodes else "the game"
            raise TimeLimitError(
                f"the limit time={self._time:g} passed after {walked} had been read, before anything was solved: allow "
                "more time, or choose a smaller game"
            )
        return seconds


def describe(progress: Progress) -> str:
    """The progress as a text."""
    if progress.iterations == 0:
        return f"{progress.nodes:,} nodes read, {progress.seconds:.1f} s"
    measured = "not measured yet" if progress.nash_conv is None else f"NashConv {progress.nash_conv:.3e}"
    return f"{progress.iterations:,} iterations, {progress.seconds:.1f} s, {measured}"


class Line:
    """A progress line: by tqdm if it is installed, in a terminal or a notebook; else plain, on a terminal only."""

    def __init__(self, name: str, unit: str = "iterations", total: int | None = None) -> None:
        self._name = name
        self._bar: Any = None
        try:
            from tqdm.auto import tqdm
        except ImportError:
            self._plain = sys.stderr.isatty()
        else:
            self._plain = False
            self._bar = tqdm(desc=name, unit=f" {unit}", total=total)

    def show(self, progress: Progress) -> None:
        """Shows the progress of a solve."""
        measured = progress.nash_conv
        if self._bar is not None:
            self._bar.set_postfix_str("" if measured is None else f"NashConv {measured:.3e}", refresh=False)
        self.move(progress.iterations, describe(progress))

    def move(self, done: int, text: str) -> None:
        """Shows the number of steps done; `text` says it where there is no bar."""
        if self._bar is not None:
            self._bar.update(done - self._bar.n)
        elif self._plain:
            print(f"\r{self._name}: {text}\033[K", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Ends the line."""
        if self._bar is not None:
            self._bar.close()
        elif self._plain:
            print(file=sys.stderr)


class Counter:
    """The progress line of a match."""

    def __init__(self, name: str, total: int, unit: str) -> None:
        self._line = Line(name, unit, total)
        self._total, self._unit = total, unit

    def show(self, done: int) -> None:
        """Shows the number of games or rounds that were played."""
        self._line.move(done, f"{done:,} of {self._total:,} {self._unit}")

    def close(self) -> None:
        """Ends the line."""
        self._line.close()
