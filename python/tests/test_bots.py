"""Bots in matches and live."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import cardsharp_cfr
from cardsharp_cfr import BotError, IllegalActionError, match, play, serve

SEATS = {"challenge": 2, "dead-mans-draw": 2, "skullwhist": 2, "tricky-eights": 4}
GUIDE = Path(__file__).parents[2] / "docs" / "src" / "guide" / "python-bots.md"
BLOCKS = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)


def first(observation: Any) -> str:
    """The first legal action by name."""
    return str(observation.legal[0])


def first_number(observation: Any) -> int:
    """The first legal action by number."""
    assert observation.mask[observation.actions[0]]
    return int(observation.actions[0])


@pytest.mark.parametrize(("contest", "seats"), SEATS.items())
def test_names_and_numbers_are_the_same_bot(contest: str, seats: int) -> None:
    weakest = "stop-at-random" if contest == "dead-mans-draw" else "random"
    others = [weakest] * (seats - 1)
    named = match(contest, first, *others, games=8 * seats, seed=3)
    numbered = match(contest, first_number, *others, games=8 * seats, seed=3)
    counts = ["wins", "points", "moves", "penalties"]
    assert named.table[counts].equals(numbered.table[counts])
    assert named.games == 8 * seats and named.complete and named.penalties == 0
    assert named.low <= named.share <= named.high


def test_threads_do_not_change_the_result() -> None:
    results = [match("challenge", first, "greedy", games=200, threads=threads).table for threads in (1, 2)]
    assert results[0].equals(results[1])


def test_progress_is_told_to_a_function_and_shown_as_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    told: list[int] = []
    match("challenge", first, "greedy", games=20_000, progress=told.append)
    assert told and told == sorted(told) and told[-1] <= 20_000
    match("challenge", first, "greedy", games=2_000, progress=True)
    assert "challenge" in capsys.readouterr().err


def test_an_exception_is_raised_with_its_cause() -> None:
    def bot(observation: Any) -> str:
        raise ZeroDivisionError("of the bot")

    with pytest.raises(BotError, match="bot raised ZeroDivisionError: of the bot") as raised:
        match("challenge", bot, "random", games=10)
    assert isinstance(raised.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize("answer", ["nothing", 99, -1, 2.5, None])
def test_an_illegal_action_names_the_legal_ones(answer: Any) -> None:
    def bot(observation: Any) -> Any:
        return answer

    with pytest.raises(IllegalActionError, match=r"return .* of .*\d"):
        match("challenge", bot, "random", games=10)


def test_games_are_announced_to_an_object() -> None:
    class Counter:
        games = 0

        def start_game(self) -> None:
            self.games += 1

        def __call__(self, observation: Any) -> str:
            return first(observation)

    counter = Counter()
    match("skullwhist", counter, "random", games=10)
    assert counter.games == 10
    with pytest.raises(cardsharp_cfr.ArgumentError, match="an object of its own"):
        match("skullwhist", counter, counter, games=2)


def test_a_bot_plays_on_a_server() -> None:
    with serve("challenge") as server:
        report = play("challenge", first, port=server.practice_port, games=3)
    assert (report.games, report.illegal_moves, report.fallbacks) == (3, 0, 0)


def test_what_is_learned_on_a_server_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "opponents.json"
    with serve("challenge") as server:
        reports = [play("challenge", "adaptive", port=server.practice_port, games=2, memory=path) for _ in range(2)]
    assert all("accepts" in "\n".join(report.opponents) for report in reports)
    (memory,) = json.loads(path.read_text()).values()
    assert memory["won"] + memory["lost"] >= 2
    damaged = tmp_path / "damaged.json"
    damaged.write_text("[]")
    with serve("challenge") as server, pytest.raises(cardsharp_cfr.CardsharpError, match=r"damaged\.json holds no memories"):
        play("challenge", "adaptive", port=server.practice_port, games=1, memory=damaged)


def test_a_failing_bot_leaves_the_server() -> None:
    def bot(observation: Any) -> str:
        return "nothing"

    with serve("challenge") as server, pytest.raises(IllegalActionError):
        play("challenge", bot, port=server.practice_port, games=3)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_blocks_of_the_guide_run(number: int) -> None:
    exec(compile(BLOCKS[number], f"block {number} of the guide", "exec"), {})  # noqa: S102
