"""The exceptions and warnings of the package. Every exception is a `CardsharpError`."""

__all__ = [
    "ArgumentError",
    "BotError",
    "CardsharpError",
    "ContractViolation",
    "FileError",
    "GameError",
    "IllegalActionError",
    "ImperfectRecallError",
    "MemoryLimitError",
    "NoEquilibriumWarning",
    "SolverError",
    "TimeLimitError",
]


class CardsharpError(Exception):
    """The base of all exceptions of the package.

    >>> import cardsharp_cfr
    >>> try:
    ...     cardsharp_cfr.solve("poker")
    ... except cardsharp_cfr.CardsharpError as error:
    ...     print(type(error).__name__)
    ArgumentError
    """


class ArgumentError(CardsharpError, ValueError):
    """An argument is wrong; the text names it and says what is right.

    >>> import cardsharp_cfr
    >>> try:
    ...     cardsharp_cfr.solve("kuhn_poker", target=-1)
    ... except ValueError as error:
    ...     print(error)
    target is -1: write a NashConv above 0, in the unit of the game's utilities
    """


class FileError(CardsharpError, OSError):
    """A file cannot be read or written.

    >>> import cardsharp_cfr
    >>> try:
    ...     cardsharp_cfr.compile_game("nowhere.efg")
    ... except cardsharp_cfr.FileError as error:
    ...     print(str(error).split(":")[0])
    cannot read nowhere.efg
    """


class GameError(CardsharpError):
    """A game cannot be used; the text names the game's fault.

    >>> import pathlib, tempfile, cardsharp_cfr
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "empty.efg")
    ...     _ = path.write_text("EFG 2 R")
    ...     try:
    ...         cardsharp_cfr.compile_game(path)
    ...     except cardsharp_cfr.GameError as error:
    ...         print("line 1" in str(error))
    True
    """


class ContractViolation(GameError):
    """A game in Python breaks the contract of `Game`; the text names what is broken, and where.

    >>> import cardsharp_cfr
    >>> class Biased(cardsharp_cfr.MatchingPennies):
    ...     def utility_bounds(self):
    ...         return (0.0, 1.0)
    >>> try:
    ...     cardsharp_cfr.compile_game(Biased())
    ... except cardsharp_cfr.ContractViolation as error:
    ...     print(error)
    after heads, heads: player 1 gets -1, outside the bounds 0 to 1
    """


class ImperfectRecallError(ContractViolation):
    """A player of the game forgets own moves or observations. CFR, best responses and the linear program are
    valid with perfect recall only, so such a game is refused.

    >>> import cardsharp_cfr
    >>> issubclass(cardsharp_cfr.ImperfectRecallError, cardsharp_cfr.GameError)
    True
    """


class MemoryLimitError(CardsharpError):
    """The game or its solver needs more memory than `max_memory` allows.

    >>> import cardsharp_cfr
    >>> try:
    ...     cardsharp_cfr.solve("leduc_poker", max_memory=1000)
    ... except cardsharp_cfr.MemoryLimitError as error:
    ...     print("max_memory allows" in str(error))
    True
    """


class TimeLimitError(CardsharpError, TimeoutError):
    """The limit `time` passed while the game was walked and compiled, before anything was solved.

    >>> import cardsharp_cfr
    >>> try:
    ...     cardsharp_cfr.solve("leduc_poker", time=1e-9)
    ... except cardsharp_cfr.TimeLimitError as error:
    ...     print(str(error).split(" after ")[0])
    the limit time=1e-09 passed
    """


class SolverError(CardsharpError):
    """The solver cannot solve the game, such as a linear program a game for three players.

    >>> import cardsharp_cfr
    >>> try:
    ...     cardsharp_cfr.solve("kuhn_poker(players=3)", solver="lp")
    ... except cardsharp_cfr.SolverError as error:
    ...     print("two players" in str(error))
    True
    """


class BotError(CardsharpError):
    """A bot raised an exception, which is the cause of this one. The match or the play has ended.

    >>> import cardsharp_cfr
    >>> def bot(observation):
    ...     return observation.hand[9]
    >>> try:
    ...     cardsharp_cfr.match("challenge", bot, "greedy", games=2)
    ... except cardsharp_cfr.BotError as error:
    ...     print(error, "|", type(error.__cause__).__name__)
    bot raised IndexError: list index out of range | IndexError
    """


class IllegalActionError(BotError):
    """A bot chose an action that is not legal; the text names the legal ones.

    >>> import cardsharp_cfr
    >>> try:
    ...     cardsharp_cfr.match("skullwhist", lambda observation: "bid 99", "random", games=2)
    ... except cardsharp_cfr.IllegalActionError as error:
    ...     print(str(error).split(": return")[0])
    the answer of <lambda>: 'bid 99' is not legal here
    """


class NoEquilibriumWarning(UserWarning):
    """CFR promises no Nash equilibrium in this game, because it has more than two players or the sum of the
    utilities varies.

    In such a game every player's average regret falls to 0. So the average of the joint play over the
    iterations approaches the coarse correlated equilibria (Hannan consistency). The strategy of a `Solution` is
    the profile of the players' own averages, which need not be an equilibrium: NashConv is measured, and need
    not fall.

    >>> import warnings, cardsharp_cfr
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     _ = cardsharp_cfr.solve("kuhn_poker(players=3)", iterations=100)
    >>> [one.category.__name__ for one in caught]
    ['NoEquilibriumWarning']
    """
