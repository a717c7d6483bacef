"""The rate at which OpenSpiel's games are compiled, beside that of a bare walk through them in Python.

The bare walk visits every state and asks for the player, the actions, the chance outcomes and the returns. The walk of
the package also asks for information states and names, and builds the tree. `compiled` is all of `compile_game`. Time
is that of the processor, of all threads; the walks take turns, and the best of five counts. Usage: python openspiel.py
"""

import gc
import time
from collections.abc import Callable

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


def seconds(work: Callable[[pyspiel.Game], object], game: pyspiel.Game) -> float:
    """Seconds of the processor."""
    gc.collect()
    begin = time.process_time()
    work(game)
    return time.process_time() - begin


def main() -> None:
    """Prints a row for each game."""
    print("| game | nodes | bare walk, nodes a second | compiled, nodes a second | ratio |")
    print("|---|---|---|---|---|")
    for name in GAMES:
        game = pyspiel.load_game(name)
        if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
            game = pyspiel.convert_to_turn_based(game)
        nodes = bare_walk(game)
        assert compile_game(game).nodes == nodes
        runs = [(seconds(bare_walk, game), seconds(compile_game, game)) for _ in range(5)]
        bare, ours = (min(column) for column in zip(*runs, strict=True))
        print(f"| `{name}` | {nodes:,} | {nodes / bare:,.0f} | {nodes / ours:,.0f} | {bare / ours:.2f} |", flush=True)


if __name__ == "__main__":
    main()
