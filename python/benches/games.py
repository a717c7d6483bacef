"""Two-player zero-sum games of OpenSpiel, solved here and measured there: the tables of docs/src/results/openspiel.md.

For every game: its size, our value beside that of OpenSpiel's linear program over sequences, OpenSpiel's NashConv of our
policy beside ours, and the seconds to a NashConv of 1e-4 here and with OpenSpiel's CFR+ in C++, both without the time of
measuring. A game with more than a million histories is left out, and named. The linear programs need the packages cvxpy
and cvxopt. Usage: python games.py [FILE]; the rows of FILE, one of JSON for each game, are not computed again.
"""

import json
import multiprocessing
import queue
import sys
import time
from pathlib import Path
from typing import Any

import pyspiel

from cardsharp_cfr import compile_game, nash_conv, solve

MOST_HISTORIES = 1_000_000
LP_HISTORIES = 20_000
"""The largest game for OpenSpiel's linear program, whose matrix is dense."""
LP_SECONDS = 120
TARGET = 1e-4
THEIR_SECONDS = 30.0
"""The seconds after which OpenSpiel's CFR+ is stopped."""

GAMES = [
    "kuhn_poker",
    "leduc_poker",
    "leduc_poker(action_mapping=true)",
    "leduc_poker(suit_isomorphism=true)",
    "liars_dice(numdice=1,dice_sides=2)",
    "liars_dice(numdice=1,dice_sides=3)",
    "liars_dice(numdice=1,dice_sides=4)",
    "liars_dice(numdice=1,dice_sides=5)",
    "liars_dice(numdice=1,dice_sides=6)",
    "liars_dice(numdice=2,dice_sides=2)",
    "liars_dice_ir(numdice=1,dice_sides=3)",
    "goofspiel(imp_info=True,num_cards=3,points_order=descending)",
    "goofspiel(imp_info=True,num_cards=4,points_order=descending)",
    "goofspiel(imp_info=True,num_cards=4,points_order=ascending)",
    "goofspiel(imp_info=True,num_cards=3,points_order=random)",
    "goofspiel(imp_info=False,num_cards=4,points_order=descending)",
    "oshi_zumo(coins=4,horizon=4)",
    "oshi_zumo(coins=5,horizon=5)",
    "oshi_zumo(coins=6,horizon=4)",
    "battleship(board_width=2,board_height=2,ship_sizes=[1],ship_values=[1],num_shots=2)",
    "battleship(board_width=2,board_height=2,ship_sizes=[1],ship_values=[1],num_shots=3)",
    "battleship(board_width=2,board_height=2,ship_sizes=[2],ship_values=[1],num_shots=2)",
    "battleship(board_width=3,board_height=2,ship_sizes=[2],ship_values=[1],num_shots=2)",
    "dark_hex(board_size=2)",
    "dark_hex(board_size=2,obstype=reveal-numturns)",
    "dark_hex(board_size=2,gameversion=adh)",
    "dark_hex(num_cols=3,num_rows=2)",
    "dark_hex_ir(board_size=2)",
    "phantom_ttt",
    "hex(board_size=2)",
    "hex(num_cols=3,num_rows=2)",
    "hex(board_size=3)",
    "tic_tac_toe",
    "matrix_rps",
    "matrix_mp",
    "matrix_rpsw",
    "blotto(players=2,coins=5,fields=3)",
    "blotto(players=2,coins=10,fields=3)",
    "pig(winscore=8,horizon=20)",
    "pig(winscore=10,horizon=12)",
    "coordinated_mp",
    "universal_poker(betting=limit,numPlayers=2,numRounds=2,blind=1 1,raiseSize=2 4,firstPlayer=1 1,maxRaises=2 2,numSuits=2,numRanks=3,numHoleCards=1,numBoardCards=0 1,stack=20 20)",
    "mancala",
    "breakthrough(rows=3,columns=2)",
    "breakthrough(rows=3,columns=3)",
    "connect_four(rows=3,columns=3,x_in_row=3)",
    "kriegspiel(board_size=4)",
    "twixt(board_size=5)",
    "turn_based_simultaneous_game(game=goofspiel(imp_info=true,num_cards=3))",
    "zerosum(game=matrix_pd())",
    "repeated_game(stage_game=matrix_rps(),num_repetitions=3)",
    "repeated_game(stage_game=matrix_mp(),num_repetitions=4)",
]


def histories(game: pyspiel.Game) -> int:
    """The number of histories, up to one more than are allowed."""
    count, states = 0, [game.new_initial_state()]
    while states and count <= MOST_HISTORIES:
        state = states.pop()
        count += 1
        if state.is_chance_node():
            states.extend(state.child(action) for action, _ in state.chance_outcomes())
        elif not state.is_terminal():
            states.extend(state.child(action) for action in state.legal_actions())
    return count


def their_value(name: str, values: Any) -> None:
    """Puts the value of OpenSpiel's linear program for the first player into `values`."""
    # Its default solver, ECOS, is not what its dependencies bring: GLPK comes with cvxopt.
    from open_spiel.python.algorithms import sequence_form_lp

    game = sequential(name)
    values.put(sequence_form_lp.solve_zero_sum_game(game, solver="GLPK")[0])


def within(seconds: float, work: Any, *arguments: Any) -> Any:
    """What a function puts into a queue in a process of its own; `None` if it takes longer or fails."""
    context = multiprocessing.get_context("spawn")
    values = context.Queue()
    process = context.Process(target=work, args=(*arguments, values))
    process.start()
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            try:
                return values.get(timeout=0.5)
            except queue.Empty:
                if not process.is_alive():
                    return None
        return None
    finally:
        process.kill()
        process.join()


def sequential(name: str) -> pyspiel.Game:
    """The game, with simultaneous moves one after the other."""
    game = pyspiel.load_game(name)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    return game


def their_seconds(game: pyspiel.Game) -> float | None:
    """Seconds of OpenSpiel's CFR+ to the target, those of measuring left out; `None` if it takes too long."""
    solver = pyspiel.CFRPlusSolver(game)
    seconds, iterations, look = 0.0, 0, 1
    begin = time.perf_counter()
    while seconds < THEIR_SECONDS and time.perf_counter() - begin < 4 * THEIR_SECONDS:
        start = time.perf_counter()
        solver.evaluate_and_update_policy()
        seconds += time.perf_counter() - start
        iterations += 1
        if iterations >= look:
            if pyspiel.nash_conv(game, solver.average_policy()) <= TARGET:
                return seconds
            look = max(look + 1, int(look * 1.2))
    return None


def row_of(name: str) -> dict[str, Any]:
    """The figures of a game, or the reason why it is left out."""
    try:
        game = sequential(name)
        kind = game.get_type()
        if game.num_players() != 2 or kind.utility not in (
            pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM
        ):
            return {"game": name, "left_out": "not a zero-sum game of two players"}
        count = histories(game)
        if count > MOST_HISTORIES:
            return {"game": name, "left_out": f"more than {MOST_HISTORIES:,} histories"}
        compiled = compile_game(game)
        solution = solve(compiled, target=TARGET, time=120.0)
        policy = solution.to_openspiel(native=True)
        measured = pyspiel.nash_conv(game, policy)
        return {
            "game": name,
            "histories": compiled.nodes,
            "infosets": list(compiled.infosets_by_player),
            "value": solution.values[0],
            "lp_value": within(LP_SECONDS, their_value, name) if count <= LP_HISTORIES else None,
            "our_lp_value": solve(compiled, solver="lp").values[0] if count <= LP_HISTORIES else None,
            "nash_conv": solution.nash_conv,
            "their_nash_conv": measured,
            "again": nash_conv(game, policy),
            "seconds": solution.seconds,
            "their_seconds": their_seconds(game),
        }
    except Exception as error:  # noqa: BLE001  Every game that cannot be solved is named with its reason.
        return {"game": name, "left_out": str(error).splitlines()[-1]}


def number(value: float | None, form: str, missing: str = "") -> str:
    """A number of the table."""
    return missing if value is None else format(value, form)


def print_table(rows: list[dict[str, Any]]) -> None:
    """Prints the table, and what was left out."""
    solved = [row for row in rows if "left_out" not in row]
    print("| game | histories | information sets | value | by their LP | NashConv | difference to theirs | s to 1e-4 | theirs |")
    print("|---|---|---|---|---|---|---|---|---|")
    for row in solved:
        sets = " + ".join(f"{sets:,}" for sets in row["infosets"])
        difference = abs(row["nash_conv"] - row["their_nash_conv"])
        theirs = number(row["their_seconds"], ".2g", f"> {THEIR_SECONDS:.0f}")
        print(
            f"| `{row['game']}` | {row['histories']:,} | {sets} | {row['value']:.5f} | {number(row['lp_value'], '.5f')} "
            f"| {row['nash_conv']:.1e} | {difference:.0e} | {row['seconds']:.2g} | {theirs} |"
        )
    print("\n| left out | reason |\n|---|---|")
    for row in rows:
        if "left_out" in row:
            print(f"| `{row['game']}` | {row['left_out']} |")


def main() -> None:
    """Computes the rows that are missing, and prints the table."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("games.jsonl")
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    known = {row["game"] for row in rows}
    for name in GAMES:
        if name not in known:
            rows.append(row_of(name))
            with path.open("a") as file:
                file.write(json.dumps(rows[-1]) + "\n")
            print(rows[-1], file=sys.stderr, flush=True)
    print_table(rows)


if __name__ == "__main__":
    main()
