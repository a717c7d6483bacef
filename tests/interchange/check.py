"""Hold cardsharp's files and figures against Gambit and OpenSpiel; exit 1 where they differ.

Needs pygambit and open_spiel (PyPI). Usage: python check.py CARDSHARP, the program's path.

For each game: cardsharp writes it as an .efg file and solves it roughly, so that NashConv is not
zero. Gambit loads the file and pays that strategy what cardsharp says, and its own linear program
has the value of cardsharp's. OpenSpiel loads the file and measures the same NashConv; so it does in
its own version of the game, where it has one whose information sets and actions have the same names.
"""

import csv
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import pygambit
import pyspiel
from open_spiel.python import policy as spiel_policy
from open_spiel.python.algorithms import exploitability

TOLERANCE = 1e-9
# Each game, OpenSpiel's own version of it if there is one, and whether Gambit's linear program is
# quick enough for it.
GAMES = [
    ("kuhn_poker", "kuhn_poker", True),
    ("leduc_poker", None, False),
    ("liars_dice(numdice=1,dice_sides=3)", "liars_dice(numdice=1,dice_sides=3)", True),
    ("challenge(ranks=3,copies=2,hand_size=2)", None, False),
]

Strategy = dict[str, dict[str, float]]


def cardsharp(program: str, *arguments: str) -> dict:
    """What a command says as JSON."""
    command = [program, *arguments, "--json"]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


def read_strategy(path: Path) -> Strategy:
    """By information set and action. cardsharp's names are distinct over both players."""
    strategy: Strategy = defaultdict(dict)
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            strategy[row["infoset"]][row["action"]] = float(row["probability"])
    return strategy


def gambit_values(path: Path, strategy: Strategy) -> list[float]:
    """What Gambit pays each player for the strategy."""
    game = pygambit.read_efg(str(path))
    profile = game.mixed_behavior_profile(rational=False)
    for player in game.players:
        for infoset in player.infosets:
            for action in infoset.actions:
                profile[action] = strategy[infoset.label][action.label]
    return [profile.payoff(player) for player in game.players]


def gambit_value(path: Path) -> float:
    """The value to the first player by Gambit's linear program."""
    game = pygambit.read_efg(str(path))
    profile = pygambit.nash.lp_solve(game, rational=False).equilibria[0]
    return profile.payoff(next(iter(game.players)))


def spiel_nash_conv(game: pyspiel.Game, strategy: Strategy, name) -> float:
    """OpenSpiel's NashConv of the strategy; `name` makes our name of its information sets."""
    tabular = spiel_policy.TabularPolicy(game)
    for state in tabular.states:
        player = state.current_player()
        known = strategy[name(state.information_state_string(player))]
        known = {action.lower(): share for action, share in known.items()}
        row = tabular.policy_for_key(tabular._state_key(state, player))
        for action in state.legal_actions():
            row[action] = known[state.action_to_string(player, action).lower()]
    return exploitability.nash_conv(game, tabular)


def label_of_efg(information_state: str) -> str:
    """OpenSpiel writes player, player, number and label, with a dash after each of the first three."""
    return information_state.split("-", 3)[3]


def differ(what: str, ours: float, theirs: float) -> int:
    """1 if two figures differ; says so, or that they agree."""
    apart = abs(ours - theirs)
    verdict = "ok" if apart <= TOLERANCE else "DIFFERS"
    print(f"  {what:34} {ours: .12f} {theirs: .12f}  {verdict}")
    return int(apart > TOLERANCE)


def check(program: str, game: str, native: str | None, small: bool, folder: Path) -> int:
    """The number of figures that differ."""
    print(game)
    file, rows = folder / "game.efg", folder / "strategy.csv"
    cardsharp(program, "export", "game", game, "--out", str(file))
    solve = ["solve", game, "--solver", "cfr", "--iterations", "20", "--out", str(rows)]
    ours = cardsharp(program, *solve)
    strategy = read_strategy(rows)
    wrong = 0
    for player, theirs in enumerate(gambit_values(file, strategy)):
        wrong += differ(f"player {player} gets, Gambit", ours["values"][player], theirs)
    if small:
        value = cardsharp(program, "solve", game, "--solver", "lp")["values"][0]
        wrong += differ("value by linear programs, Gambit", value, gambit_value(file))
    efg = pyspiel.load_game(f"efg_game(filename={file})")
    theirs = spiel_nash_conv(efg, strategy, label_of_efg)
    wrong += differ("NashConv, OpenSpiel on our file", ours["nash_conv"], theirs)
    if native:
        own = spiel_nash_conv(pyspiel.load_game(native), strategy, lambda name: name)
        wrong += differ("NashConv, OpenSpiel's own game", ours["nash_conv"], own)
    return wrong


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    wrong = 0
    for game, native, small in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            wrong += check(arguments[0], game, native, small, Path(folder))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
