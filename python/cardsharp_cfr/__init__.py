"""Solve games with hidden information by counterfactual regret minimization (CFR), at the speed of Rust.

>>> import cardsharp_cfr
>>> solution = cardsharp_cfr.solve("kuhn_poker", solver="dcfr", target=1e-6)
>>> round(solution.values[0] * 18, 3)
-1.0
"""

from importlib.metadata import version

from .compiled import AnyGame, CompiledGame, compile_game
from .contests import Agent, MatchResult, Observation, PlayReport, Server, contests, match, play, serve
from .errors import (
    ArgumentError,
    BotError,
    CardsharpError,
    ContractViolation,
    FileError,
    GameError,
    IllegalActionError,
    ImperfectRecallError,
    MemoryLimitError,
    NoEquilibriumWarning,
    SolverError,
    TimeLimitError,
)
from .games import Chance, Decision, Game, MatchingPennies, Terminal, Turn
from .policy import Measure, Policy, PolicyNode
from .progress import Progress, ProgressCallback
from .rule import Rule
from .solution import Solution
from .solver import nash_conv, solve, solvers

__version__ = version("cardsharp-cfr")

__all__ = [
    "Agent",
    "AnyGame",
    "ArgumentError",
    "BotError",
    "CardsharpError",
    "Chance",
    "CompiledGame",
    "ContractViolation",
    "Decision",
    "FileError",
    "Game",
    "GameError",
    "IllegalActionError",
    "ImperfectRecallError",
    "MatchResult",
    "MatchingPennies",
    "Measure",
    "MemoryLimitError",
    "NoEquilibriumWarning",
    "Observation",
    "PlayReport",
    "Policy",
    "PolicyNode",
    "Progress",
    "ProgressCallback",
    "Rule",
    "Server",
    "Solution",
    "SolverError",
    "Terminal",
    "TimeLimitError",
    "Turn",
    "compile_game",
    "contests",
    "match",
    "nash_conv",
    "play",
    "serve",
    "solve",
    "solvers",
]
