"""OpenSpiel and LiteEFG beside cardsharp and crate cfr, in one run, as a Markdown table with ratios.

Needs Rust and Python 3 with venv. Usage, from the root of the repository:

    python3 solvers/benches/peers/others.py

Installs open_spiel and LiteEFG from PyPI into a folder that is thrown away, and runs the bench `peers`
first. Rates are per second of processor time, the median of five rounds; one iteration updates both
players.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

ROUNDS = 5
SPELL = 1.0
REQUIREMENTS = ["open_spiel==2.0.2", "LiteEFG==1.0.0"]
GAMES = ["leduc_poker", "liars_dice(numdice=1,dice_sides=6)"]
ROWS = ["iterations/s", "NashConv evaluations/s", "MCCFR iterations/s"]
INSIDE = "PEERS_INSIDE"

Rates = dict[str, dict[str, float]]


def rate(work: Callable[[], object]) -> float:
    """How often `work` is done in a second of processor time."""
    rates = []
    for _ in range(ROUNDS):
        begin, done = time.process_time(), 0
        while time.process_time() - begin < SPELL / ROUNDS or done == 0:
            work()
            done += 1
        rates.append(done / (time.process_time() - begin))
    return median(rates)


def openspiel(name: str) -> dict[str, float]:
    import pyspiel

    game = pyspiel.load_game(name)
    solver = pyspiel.CFRSolver(game)
    sampler = pyspiel.ExternalSamplingMCCFRSolver(game, 1)

    def many() -> None:
        for _ in range(100):
            sampler.run_iteration()

    iterations = rate(solver.evaluate_and_update_policy)
    average = solver.average_policy()
    return {
        ROWS[0]: iterations,
        ROWS[1]: rate(lambda: pyspiel.nash_conv(game, average)),
        ROWS[2]: 100 * rate(many),
    }


def lite_efg(name: str) -> dict[str, float]:
    import LiteEFG
    import pyspiel
    from LiteEFG.baselines import CFR

    found = {}
    for row, traversal in [(ROWS[0], "Enumerate"), (ROWS[2], "External")]:
        algorithm = CFR.graph()
        game = LiteEFG.OpenSpielEnv(pyspiel.load_game(name), traverse_type=traversal)
        game.set_graph(algorithm)

        def iteration() -> None:
            algorithm.update_graph(game)
            game.update_strategy(algorithm.current_strategy())

        found[row] = rate(iteration)
        if traversal == "Enumerate":
            strategy = algorithm.current_strategy()
            found[ROWS[1]] = rate(lambda: game.exploitability(strategy, "avg-iterate"))
    return found


def cargo() -> dict[str, dict[str, list[float]]]:
    """The rates of the bench `peers`: ours and those of crate cfr."""
    bench = ["cargo", "bench", "-p", "cardsharp-solvers", "--bench", "peers", "--", "--json"]
    run = subprocess.run(bench, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(run.stdout)


def table(name: str, ours: dict[str, list[float]], others: Rates) -> str:
    lines = [
        f"| {name} | cardsharp | crate cfr | ratio | OpenSpiel | ratio | LiteEFG | ratio |",
        "|---|---|---|---|---|---|---|---|",
    ]
    keys = {ROWS[0]: "DCFR iterations/s", ROWS[1]: ROWS[1], ROWS[2]: ROWS[2]}
    for row in ROWS:
        here, crate = ours[keys[row]]
        cells = [f"{here:,.0f}", f"{crate:,.0f}", f"{here / crate:.1f}"]
        for peer in ["openspiel", "lite_efg"]:
            theirs = others[peer][row]
            cells += [f"{theirs:,.1f}", f"{here / theirs:,.0f}"]
        lines.append(f"| {row} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> int:
    if INSIDE in os.environ:
        found = {}
        for name in GAMES:
            found[name] = {"openspiel": openspiel(name), "lite_efg": lite_efg(name)}
        Path(os.environ[INSIDE]).write_text(json.dumps(found))
        return 0
    ours = cargo()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", f"{folder}/venv"], check=True)
        python = f"{folder}/venv/bin/python"
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run(install + REQUIREMENTS, check=True)
        result = Path(folder) / "rates.json"
        inside = os.environ | {INSIDE: str(result), "OMP_NUM_THREADS": "1"}
        # What the libraries say about themselves is not for the table.
        command = [python, os.path.abspath(__file__)]
        subprocess.run(command, check=True, env=inside, stdout=subprocess.DEVNULL)
        others = json.loads(result.read_text())
    for name in GAMES:
        print(table(name, ours[name], others[name]), end="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
