"""Pictures and words for studies. Needs matplotlib for the pictures."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["COLOURS", "MARKS", "percent", "rank_grid"]

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
"""Colours that are told apart with every kind of colour vision: Okabe and Ito (2008)."""

MARKS = "os^Dv"
"""Marks of points, so that lines are told apart without colours."""


def percent(share: float) -> str:
    """A share in words: one more digit near 0 and 1, where it matters.

    >>> percent(0.5), percent(0.052), percent(0.0001)
    ('50 %', '5.2 %', '0.01 %')
    """
    if 0 < share < 0.0005:
        return f"{100 * share:.1g} %"
    return f"{100 * share:.1f} %" if share < 0.1 or share > 0.9 else f"{100 * share:.0f} %"


def rank_grid(
    axis: Any,
    grid: NDArray[np.float64],
    *,
    title: str,
    across: str,
    up: str,
    colour_map: str = "cividis",
    ticks: int = 2,
) -> Any:
    """Paints probabilities by two ranks on an axis of matplotlib, from rank 1, and returns what a colour bar needs.
    `cividis` runs from dark to light with every kind of colour vision.

    >>> from matplotlib.figure import Figure
    >>> axis = Figure().subplots()
    >>> shown = rank_grid(axis, np.array([[0.0, 1.0]]), title="t", across="low", up="high")
    >>> shown.get_clim(), axis.get_xlabel()
    ((0.0, 1.0), 'low')
    """
    rows, columns = grid.shape
    edges = (np.arange(columns + 1) + 0.5, np.arange(rows + 1) + 0.5)
    shown = axis.pcolormesh(*edges, grid, vmin=0, vmax=1, cmap=colour_map)
    axis.set(title=title, xlabel=across, ylabel=up, aspect="equal")
    axis.set_xticks(range(1, columns + 1, ticks))
    axis.set_yticks(range(1, rows + 1, ticks))
    return shown
