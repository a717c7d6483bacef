"""Decisions a second of a bot that does nothing: python python/benches/match.py [GAMES]."""

import sys
import time

from cardsharp_cfr import Observation, match

ALONE = {"challenge": 2, "dead-mans-draw": 2, "skullwhist": 2, "tricky-eights": 4}


def first(observation: Observation) -> str:
    """The first legal action."""
    return observation.legal[0]


def main() -> None:
    """Prints a row for each contest."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    print("| contest | decisions | decisions a second of the processor | of the clock |")
    print("|---|---|---|---|")
    for contest, seats in ALONE.items():
        begin, processor = time.perf_counter(), time.process_time()
        result = match(contest, *[first] * seats, games=games)
        processor, clock = time.process_time() - processor, time.perf_counter() - begin
        moves = int(result.table["moves"].sum())
        print(f"| `{contest}` | {moves:,} | {moves / processor:,.0f} | {moves / clock:,.0f} |")


if __name__ == "__main__":
    main()
