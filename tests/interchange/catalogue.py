"""Hold cardsharp's figures against Gambit's on the games of Gambit's own catalogue; exit 1 where they differ.

Needs pygambit (PyPI) and pip. Usage: python catalogue.py CARDSHARP, the program's path. The catalogue is in the source
package of pygambit and in no wheel: pip fetches it.

For each game: cardsharp reads the file as it is and as Gambit writes it again, and solves both to the same figures. It
solves roughly, so that NashConv is not zero. Gambit pays that strategy what cardsharp says, and its regrets make the
same NashConv. Where Gambit's linear program has the value of the game, it is that of cardsharp's. A game without perfect
recall is refused, and no other game is.
"""

import csv
import importlib.metadata
import json
import subprocess
import sys
import tarfile
import tempfile
from collections import defaultdict
from pathlib import Path

import pygambit

TOLERANCE = 1e-9
FEWEST = 30
"""The catalogue of pygambit 16.7.0 has 32 games."""

Strategy = dict[str, list[float]]


def fetch(folder: Path) -> list[Path]:
    """The catalogue's files, of the version of pygambit that is installed."""
    version = importlib.metadata.version("pygambit")
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    source = ["--no-binary", "pygambit", "--dest", str(folder), f"pygambit=={version}"]
    subprocess.run([*pip, *source], check=True)
    with tarfile.open(folder / f"pygambit-{version}.tar.gz") as archive:
        archive.extractall(folder, filter="data")
    return sorted(folder.glob("pygambit-*/catalog/**/*.efg"))


def solve(program: str, path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A run of `cardsharp solve`."""
    command = [program, "solve", str(path), *arguments, "--json"]
    return subprocess.run(command, capture_output=True, text=True)


def roughly(program: str, path: Path, rows: Path) -> dict:
    """The figures after 7 iterations; the strategy goes to `rows`."""
    run = solve(program, path, "--solver", "cfr", "--iterations", "7", "--out", str(rows), "--force")
    if run.returncode:
        raise RuntimeError(f"{path}: {run.stderr}")
    return json.loads(run.stdout)


def read_strategy(path: Path) -> Strategy:
    """The probabilities of each information set in the order of its actions."""
    strategy: Strategy = defaultdict(list)
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            strategy[row["infoset"]].append(float(row["probability"]))
    return strategy


def profile_of(game: pygambit.Game, strategy: Strategy) -> pygambit.gambit.MixedBehaviorProfile:
    """The strategy in Gambit. A file that Gambit wrote numbers information sets in Gambit's order."""
    profile = game.mixed_behavior_profile(rational=False)
    for number, player in enumerate(game.players, 1):
        for infoset in player.infosets:
            by_number = f"({number},{infoset.number + 1})"
            row = strategy[infoset.label if infoset.label in strategy else by_number]
            for action, probability in zip(infoset.actions, row, strict=True):
                profile[action] = probability
    return profile


def compare(program: str, path: Path, folder: Path) -> list[str]:
    """What differs."""
    game = pygambit.read_efg(str(path))
    if not game.is_perfect_recall:
        run = solve(program, path)
        return [] if run.returncode and "perfect recall" in run.stderr else ["imperfect recall is not refused"]
    again, rows = folder / "again.efg", folder / "strategy.csv"
    again.write_text(game.to_efg())
    original = roughly(program, path, rows)
    ours = roughly(program, again, rows)
    profile = profile_of(game, read_strategy(rows))
    mixed = profile.as_strategy()
    pairs = [("NashConv of the file that Gambit wrote", ours["nash_conv"], original["nash_conv"])]
    pairs.append(("NashConv", ours["nash_conv"], sum(mixed.player_regret(player) for player in game.players)))
    for number, player in enumerate(game.players):
        pairs.append((f"payoff of player {number + 1}", ours["values"][number], profile.payoff(player)))
    if len(game.players) == 2 and game.is_const_sum:
        value = json.loads(solve(program, path, "--solver", "lp").stdout)["values"][0]
        theirs = pygambit.nash.lp_solve(game, rational=False).equilibria[0]
        pairs.append(("value", value, theirs.payoff(next(iter(game.players)))))
    return [f"{what}: {a} and {b}" for what, a, b in pairs if abs(a - b) > TOLERANCE]


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = fetch(folder)
        for path in files:
            differences = compare(arguments[0], path, folder)
            wrong += len(differences)
            print(f"{path.relative_to(folder)}: {'; '.join(differences) or 'ok'}")
    if len(files) < FEWEST:
        print(f"the catalogue has {len(files)} games; {FEWEST} are wanted", file=sys.stderr)
        return 1
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
