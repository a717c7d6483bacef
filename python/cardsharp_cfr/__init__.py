"""Solve games with hidden information by counterfactual regret minimization (CFR), at the speed of Rust.

>>> import cardsharp_cfr
>>> solution = cardsharp_cfr.solve("kuhn_poker", solver="dcfr", target=1e-6)
>>> round(solution.values[0] * 18, 3)
-1.0
"""

from importlib.metadata import version

from .compiled import AnyGame, CompiledGame, compile_game
from .errors import (
    ArgumentError,
    CardsharpError,
    ContractViolation,
    FileError,
    GameError,
    ImperfectRecallError,
    MemoryLimitError,
    NoEquilibriumWarning,
    SolverError,
)
from .games import Chance, Decision, Game, MatchingPennies, Terminal, Turn
from .progress import Progress, ProgressCallback
from .solution import Solution
from .solver import nash_conv, solve, solvers

__version__ = version("cardsharp-cfr")

__all__ = [
    "AnyGame",
    "ArgumentError",
    "CardsharpError",
    "Chance",
    "CompiledGame",
    "ContractViolation",
    "Decision",
    "FileError",
    "Game",
    "GameError",
    "ImperfectRecallError",
    "MatchingPennies",
    "MemoryLimitError",
    "NoEquilibriumWarning",
    "Progress",
    "ProgressCallback",
    "Solution",
    "SolverError",
    "Terminal",
    "Turn",
    "compile_game",
    "nash_conv",
    "solve",
    "solvers",
]
