"""Load extensive-form files in Gambit and say what is in them; exit 1 if one does not load.

Needs pygambit (PyPI). Usage: python gambit.py FILE.efg ...
"""

import sys

import pygambit


def describe(path: str) -> str:
    """One line on a file: title, players with their number of information sets, nodes."""
    game = pygambit.read_efg(path)
    players = ", ".join(f"{player.label} {len(player.infosets)}" for player in game.players)
    return f"{path}: {game.title!r}; information sets: {players}; nodes: {len(game.nodes)}"


def main(paths: list[str]) -> int:
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    failed = 0
    for path in paths:
        try:
            print(describe(path))
        except (OSError, ValueError, UnicodeError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
