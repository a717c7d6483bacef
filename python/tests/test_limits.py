"""The limits of a solve, which count from the first node of a game that is walked."""

from collections.abc import Callable, Hashable
from typing import Any

import pyspiel
import pytest

import cardsharp_cfr
from cardsharp_cfr import Progress, compile_game, solve


class Endless:
    """A game of guessing bits that no machine can write out: 2**200 histories."""

    def root(self) -> str:
        return ""

    def turn(self, state: str) -> cardsharp_cfr.Turn:
        return cardsharp_cfr.Terminal() if len(state) == 200 else cardsharp_cfr.Decision(player=0, actions=2)

    def child(self, state: str, index: int) -> str:
        return state + "01"[index]

    def chance_probability(self, state: str, index: int) -> float:
        raise NotImplementedError

    def utility(self, state: str, player: int) -> float:
        return 0.0

    def utility_bounds(self) -> tuple[float, float]:
        return (0.0, 0.0)

    def infoset(self, state: str) -> Hashable:
        return state


def endless() -> Endless:
    return Endless()


def hearts() -> Any:
    return pyspiel.load_game("hearts")


GAMES = pytest.mark.parametrize("make", [endless, hearts])


@GAMES
def test_memory_is_counted_while_a_game_is_walked(make: Callable[[], Any]) -> None:
    with pytest.raises(cardsharp_cfr.MemoryLimitError, match="more than 4.8 MiB.*max_memory allows.*to be written out"):
        compile_game(make(), max_memory="5MB")


@GAMES
def test_time_is_counted_while_a_game_is_walked(make: Callable[[], Any]) -> None:
    with pytest.raises(TimeoutError, match="time=0.3 passed after [0-9,]+ nodes had been read") as raised:
        solve(make(), time=0.3, max_memory="2GB")
    assert isinstance(raised.value, cardsharp_cfr.TimeLimitError)


@GAMES
def test_progress_is_reported_while_a_game_is_walked_and_ends_the_walk(make: Callable[[], Any]) -> None:
    seen: list[Progress] = []

    def watch(progress: Progress) -> bool:
        seen.append(progress)
        return len(seen) >= 3

    with pytest.raises(cardsharp_cfr.SolverError, match="stopped the solve before its first iteration"):
        solve(make(), progress=watch, max_memory="2GB")
    assert [progress.iterations for progress in seen] == [0, 0, 0]
    assert 0 < seen[0].nodes < seen[1].nodes < seen[2].nodes
    assert 0.0 < seen[0].seconds < seen[1].seconds


def test_time_of_walking_is_taken_from_the_time_of_solving() -> None:
    solution = solve(pyspiel.load_game("leduc_poker"), target=1e-300, time=3.0)
    assert solution.stop_reason == "time" and solution.seconds < 3.0
    with pytest.raises(cardsharp_cfr.TimeLimitError):
        solve("leduc_poker", time=1e-6)
