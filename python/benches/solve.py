"""The speed of a solve from Python, beside that of the command on the same machine.

Both do the same iterations and say the seconds of solving; they take turns, and the best of five runs counts.
Usage: python solve.py CARDSHARP, the program's path.
"""

import json
import subprocess
import sys

from cardsharp_cfr import compile_game, solve

GAMES = [("leduc_poker", 20_000), ("liars_dice(numdice=1,dice_sides=5)", 2_000), ("goofspiel(num_cards=4)", 2_000)]
SOLVER = "dcfr"


def by_command(program: str, game: str, iterations: int) -> float:
    """Seconds of solving by the command."""
    command = [program, "solve", game, "--solver", SOLVER, "--iterations", str(iterations), "--json"]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(json.loads(run.stdout)["seconds"])


def main(program: str) -> None:
    """Prints a row for each game."""
    print("| game | iterations | command, seconds | Python, seconds | ratio |")
    print("|---|---|---|---|---|")
    for name, iterations in GAMES:
        game = compile_game(name)
        runs = [
            (by_command(program, name, iterations), solve(game, SOLVER, iterations=iterations).seconds)
            for _ in range(5)
        ]
        command, python = (min(column) for column in zip(*runs, strict=True))
        print(f"| `{name}` | {iterations:,} | {command:.3f} | {python:.3f} | {python / command:.2f} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
