"""The rate at which OpenSpiel's games are compiled, beside that of a bare walk through them in Python.

The bare walk visits every state and asks for the player, the actions, the chance outcomes and the returns. The walk of
the package also asks for information states and names, and builds the tree. `compiled` is all of `compile_game`. The
best of five runs counts. Usage: python openspiel.py
"""

import gc
import time
from collections.abc import Callable
from typing import Any

import pyspiel

from cardsharp_cfr import compile_game

GAMES = [
    "leduc_poker",
    "liars_dice(numdice=1,dice_sides=5)",
    "liars_dice(numdice=1,dice_sides=6)",
    "oshi_zumo(coins=5,horizon=5)",
    "battleship(board_width=2,board_height=2,ship_sizes=[1],ship_values=[1],num_shots=3)",
    "tiny_bridge_2p",
    "tic_tac_toe",
]


def bare_walk(game: pyspiel.Game) -> int:
    """The number of states."""
    nodes = 0
    open_states = [game.new_initial_state()]
    pop, push = open_states.pop, open_states.append
    while open_states:
        state = pop()
        nodes += 1
        player = state.current_player()
        if player >= 0:
            child = state.child
            for action in state.legal_actions():
                push(child(action))
        elif player == pyspiel.PlayerId.CHANCE:
            child = state.child
            for action, _ in state.chance_outcomes():
                push(child(action))
        else:
            state.returns()
    return nodes


def best(work: Callable[[pyspiel.Game], Any], game: pyspiel.Game) -> tuple[float, Any]:
    """Seconds of the best of five runs, and the result."""
    runs = []
    for _ in range(5):
        gc.collect()
        begin = time.perf_counter()
        done = work(game)
        runs.append((time.perf_counter() - begin, done))
    return min(runs, key=lambda run: run[0])


def main() -> None:
    """Prints a row for each game."""
    print("| game | nodes | bare walk, nodes a second | compiled, nodes a second | ratio |")
    print("|---|---|---|---|---|")
    for name in GAMES:
        game = pyspiel.load_game(name)
        if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
            game = pyspiel.convert_to_turn_based(game)
        bare, nodes = best(bare_walk, game)
        ours, compiled = best(compile_game, game)
        assert compiled.nodes == nodes
        print(f"| `{name}` | {nodes:,} | {nodes / bare:,.0f} | {nodes / ours:,.0f} | {bare / ours:.2f} |", flush=True)


if __name__ == "__main__":
    main()
