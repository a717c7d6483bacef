"""Plans on HyperQueue: killed in the middle, gone on with, and put together; byte for byte what this machine makes alone.

    python check.py target/release/cardsharp            the check
    python check.py target/release/cardsharp overhead   1,000 short tasks: the share of the time that is in tasks
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CLUSTER = Path(__file__).with_name("hyperqueue_cluster.py")


def cardsharp(program: str, folder: Path, *words: str) -> str:
    done = subprocess.run([program, *words], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"cardsharp {' '.join(words)}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def cluster(plan: Path, workers: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, CLUSTER, str(plan), str(workers)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )


def answer_of(process: subprocess.Popen[str], limit: float) -> dict[str, float]:
    """The last line that a cluster prints. The lines before are HyperQueue's own."""
    printed, _ = process.communicate(timeout=limit)
    if process.returncode != 0:
        sys.exit(f"the cluster ended with {process.returncode}: {printed}")
    return json.loads(printed.splitlines()[-1])


def results(plan: Path) -> int:
    return len(list(plan.glob("results/*/result.json")))


def run_on_hyperqueue(plan: Path, tasks: int) -> int:
    """Runs a plan on clusters, of which the first is killed in the middle. Returns the results that it left."""
    first = cluster(plan, workers=3)
    deadline = time.monotonic() + 120
    while results(plan) < tasks // 3:
        if time.monotonic() > deadline or first.poll() is not None:
            sys.exit(f"{plan}: {results(plan)} of {tasks} tasks are done, and none follows")
        time.sleep(0.01)
    first.kill()
    first.wait()
    left = results(plan)
    # Tasks of a killed worker may still be at work, and are busy for the next one.
    for _ in range(10):
        if answer_of(cluster(plan, workers=3), 300)["done"]:
            return left
        time.sleep(1)
    sys.exit(f"{plan}: not done after 10 submissions")


def same_answer(program: str, folder: Path, kind: str, engine: str) -> int:
    """Gathers the plan KIND-ENGINE, runs KIND-local here, and compares the answers. Returns their number of bytes."""
    cardsharp(program, folder, "gather", f"{kind}-{engine}")
    cardsharp(program, folder, "run-plan", f"{kind}-local", "--quiet")
    there, here = ((folder / f"{kind}-{name}" / "answer.json").read_bytes() for name in (engine, "local"))
    if there != here:
        sys.exit(f"{kind}: the answer of {engine} is not that of this machine")
    return len(here)


def check(program: str, folder: Path) -> None:
    game = "challenge(ranks=6,copies=4,hand_size=4)"
    policy = ["--iterations", "20000", "--score", "0,0", "--hands", "0", "--quiet", "--out", "a.policy"]
    cardsharp(program, folder, "train", game, *policy)
    games = ["challenge(ranks=4,copies=2,hand_size=2)", "leduc_poker"]
    member = ["--ranks", "3", "--copies", "3", "--hand-size", "2"]
    # The number of tasks of each kind, its words, and the flags of its tasks. Values wait for each other.
    kinds = {
        "exploit": (24, ["a.policy", "--tasks", "24"], []),
        "train": (24, [*games, "--solvers", "mccfr", "--seeds", "1..12"], ["--iterations", "60000", "--samples", "0"]),
        "values": (100, [], ["--iterations-per-score", "20000", "--play-outs", "20000", "--hands", "1", *member]),
    }
    for kind, (tasks, words, flags) in kinds.items():
        for name in ("hq", "local"):
            shared = ["--quiet", "--for", "hyperqueue", "--program", program, "--out", f"{kind}-{name}"]
            # Given, so that no task is done before the workers start.
            expected = ["--task-seconds", "20"]
            cardsharp(program, folder, "plan", kind, *words, *shared, *expected, "--", *flags)
        left = run_on_hyperqueue(folder / f"{kind}-hq", tasks)
        size = same_answer(program, folder, kind, "hq")
        print(f"{kind}: killed with {left} of {tasks} tasks done; the answer has the same {size} bytes")


def overhead(program: str, folder: Path) -> None:
    """The time that 1,000 tasks of about 100 ms take on two workers, and the share of it that is in the tasks."""
    tasks, workers = 1000, 2
    seeds = f"1..{tasks}"
    words = ["plan", "train", "kuhn_poker", "--seeds", seeds, "--for", "hyperqueue", "--program", program]
    iterations = os.environ.get("ITERATIONS", "200000")
    cardsharp(program, folder, *words, "--out", "p", "--task-seconds", "1", "--", "--iterations", iterations)
    seconds = answer_of(cluster(folder / "p", workers), 1200)["seconds"]
    seals = [json.loads(path.read_text())["result"]["seconds"] for path in folder.glob("p/results/*/result.json")]
    if len(seals) != tasks:
        sys.exit(f"{len(seals)} of {tasks} tasks are done")
    share = sum(seals) / (seconds * workers)
    print(f"{tasks} tasks of {1000 * sum(seals) / tasks:.1f} ms on {workers} workers: {seconds:.2f} s")
    print(f"in tasks: {100 * share:.1f} %; beside them: {1000 * (seconds * workers - sum(seals)) / tasks:.2f} ms a task")


def main() -> None:
    program = str(Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        (overhead if sys.argv[2:] == ["overhead"] else check)(program, Path(folder))


if __name__ == "__main__":
    main()
