"""Arguments, progress, other threads, and Ctrl-C."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import cardsharp_cfr
from cardsharp_cfr import Policy, Progress, compile_game, solve


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: solve("poker"), r"poker is neither a file of Gambit \(.efg or .nfg\) nor a game: no game is called `poker`; there are kuhn"),
        (lambda: solve("challenge"), "hand-size|hand_size"),
        (lambda: solve("kuhn_poker", solver="cfr++"), r"no solver is called cfr.*did you mean `cfr\+`.*dcfr"),
        (lambda: solve("kuhn_poker", target=float("nan")), "target is nan"),
        (lambda: solve("kuhn_poker", time=0), "time is 0"),
        (lambda: solve("kuhn_poker", iterations=0), "iterations is 0"),
        (lambda: solve("kuhn_poker", threads=0), "threads is 0"),
        (lambda: solve("kuhn_poker", seed=-1), "seed is -1"),
        (lambda: solve("kuhn_poker", max_memory="much"), "max_memory much"),
        (lambda: cardsharp_cfr.nash_conv("kuhn_poker", {"0": {"pass": 1.0, "bet": 0.0}}), "no row for player 1"),
        (lambda: cardsharp_cfr.nash_conv("kuhn_poker", 3), "int is no strategy"),
    ],
)
def test_a_wrong_argument_is_a_value_error_that_names_it(call: Callable[[], object], named: str) -> None:
    with pytest.raises(ValueError, match=named) as raised:
        call()
    assert isinstance(raised.value, cardsharp_cfr.CardsharpError)


def test_probabilities_are_checked() -> None:
    kuhn = cardsharp_cfr.compile_game("kuhn_poker")
    table = solve(kuhn, iterations=5).strategy
    table["probability"] *= 1.25
    with pytest.raises(cardsharp_cfr.ArgumentError, match="with the sum 1"):
        cardsharp_cfr.nash_conv(kuhn, table)


def test_what_needs_too_much_memory_is_refused() -> None:
    with pytest.raises(cardsharp_cfr.MemoryLimitError, match="max_memory allows"):
        solve("leduc_poker", max_memory=100_000)


def test_progress_is_reported_and_a_callback_stops_the_solve() -> None:
    seen: list[Progress] = []

    def watch(progress: Progress) -> bool:
        if progress.iterations > 0:
            seen.append(progress)
        return len(seen) >= 3

    solution = solve("leduc_poker", target=1e-300, time=60, progress=watch)
    assert solution.stop_reason == "interrupted" and solution.seconds < 30
    assert seen[-1].iterations >= seen[0].iterations > 0
    assert all(isinstance(progress, Progress) for progress in seen)


def test_an_error_of_the_callback_ends_the_solve() -> None:
    def fail(_: Progress) -> None:
        raise ZeroDivisionError("of the callback")

    begin = time.perf_counter()
    with pytest.raises(ZeroDivisionError, match="of the callback"):
        solve("leduc_poker", target=1e-300, time=60, progress=fail)
    assert time.perf_counter() - begin < 30


def test_a_progress_line_ends(capsys: pytest.CaptureFixture[str]) -> None:
    assert solve("kuhn_poker", iterations=100, progress=True).iterations == 100
    assert "kuhn_poker" in capsys.readouterr().err


def test_other_threads_run_while_rust_works() -> None:
    turns, over = 0, threading.Event()

    def count() -> None:
        nonlocal turns
        while not over.wait(0.01):
            turns += 1

    counter = threading.Thread(target=count)
    counter.start()
    solve("leduc_poker", target=1e-300, time=1.0, threads=1)
    over.set()
    counter.join()
    assert turns >= 20


CHILD = """
import sys, time
from cardsharp_cfr import solve
print("begun", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
    sys.exit(7)
"""


@pytest.mark.parametrize(
    "call",
    [
        "solve('leduc_poker', target=1e-300, time=300)",
        "solve('leduc_poker', target=1e-300, time=300, progress=lambda progress: None)",
        "solve('liars_dice(numdice=1,dice_sides=6)', solver='lp')",
    ],
)
def test_ctrl_c_ends_a_run_that_would_go_on_for_minutes(call: str) -> None:
    command = [sys.executable, "-c", CHILD.format(call=call)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "begun\n"
        time.sleep(1.5)
        child.send_signal(signal.SIGINT)
        said = child.stdout.readline()
        child.wait(timeout=120)
    assert said == "interrupted\n"
    assert child.returncode == 7


def test_a_notebook_shows_solutions_games_and_nodes(tmp_path: Path) -> None:
    solution = solve("leduc_poker", iterations=50)
    shown = solution._repr_html_()
    assert "Solution of leduc_poker" in shown and "50 iterations" in shown and "more rows" in shown
    assert f"{solution.values[0]:.6f}" in shown
    assert "leduc_poker" in solution.game._repr_html_()
    # What a file says is text.
    hostile = tmp_path / "hostile.efg"
    hostile.write_text('EFG 2 R "<script>" { "A" "B" }\np "" 1 1 "<b>" { "<i>" "r" } 0\nt "" 1 "" { 1 -1 }\nt "" 2 "" { 0 0 }\n')
    game = compile_game(str(hostile))
    for text in (game._repr_html_(), solve(game, iterations=5)._repr_html_()):
        assert not any(tag in text for tag in ("<script>", "<b>", "<i>")), text
    solve(game, iterations=5).save(tmp_path / "hostile.policy")
    node = Policy.load(tmp_path / "hostile.policy").node()
    assert "share of" in node._repr_html_() and "<i>" not in node._repr_html_()
