"""Plans on Slurm: its own controller, daemon and parser, on this machine alone, and the answer of this machine's cores.

    python slurm_cluster.py target/release/cardsharp

Needs root, and of Debian's packages slurmctld, slurmd, slurm-client and munge. Everything runs in a folder that is thrown
away and listens on loopback addresses. One node is not enough to kill another: the job of a task is requeued instead, in the
middle, as Slurm does it when a node dies.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from check import cardsharp, results, same_answer

SECONDS = 240
"""The longest time that a plan may take."""
SUBMISSIONS = 4
"""The most times that a plan is submitted."""
QUIET = 5
"""The seconds after which an empty queue counts as empty."""


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Cluster:
    """A controller and a node of Slurm, with a daemon of munge between them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.environment = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf")}

    def __enter__(self) -> "Cluster":
        self.start_munge()
        name = socket.gethostname().split(".")[0]
        cores = os.cpu_count() or 1
        for part in ("state", "spool"):
            (self.folder / part).mkdir()
        settings = {
            "ClusterName": "check",
            "SlurmctldHost": f"{name}(127.0.0.1)",
            "SlurmUser": "root",
            "SlurmctldPort": free_port(),
            "SlurmdPort": free_port(),
            "AuthType": "auth/munge",
            # A job that is requeued waits until its credential has expired.
            "AuthInfo": f"socket={self.folder}/munge.socket,cred_expire=5",
            "CredType": "cred/munge",
            "StateSaveLocation": self.folder / "state",
            "SlurmdSpoolDir": self.folder / "spool",
            "SlurmctldPidFile": self.folder / "slurmctld.pid",
            "SlurmdPidFile": self.folder / "slurmd.pid",
            "ProctrackType": "proctrack/linuxproc",
            "TaskPlugin": "task/none",
            "MpiDefault": "none",
            "SelectType": "select/cons_tres",
            "SelectTypeParameters": "CR_Core",
            "SchedulerParameters": "batch_sched_delay=0,sched_interval=1,sched_min_interval=0",
            "JobRequeue": 1,
            "ReturnToService": 2,
            "NodeName": f"{name} NodeAddr=127.0.0.1 CPUs={cores} RealMemory=1024 State=UNKNOWN",
            "PartitionName": f"all Nodes={name} Default=YES MaxTime=INFINITE State=UP",
        }
        lines = [f"{key}={value}" for key, value in settings.items()]
        (self.folder / "slurm.conf").write_text("\n".join(lines) + "\n")
        self.start("slurmctld", "-D")
        self.start("slurmd", "-D", "-N", name)
        self.wait_for("a node that is idle", lambda: "idle" in self.ask("sinfo", "-h", "-o", "%t"))
        return self

    def __exit__(self, *_: object) -> None:
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()

    def start(self, *words: str) -> None:
        log = (self.folder / f"{Path(words[0]).name}.log").open("wb")
        process = subprocess.Popen(words, env=self.environment, stdout=log, stderr=log)
        self.processes.append(process)

    def start_munge(self) -> None:
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o600)
        files = ["--key-file", str(key), "--socket", f"{self.folder}/munge.socket", "--log-file", f"{self.folder}/munge.log"]
        more = ["--pid-file", f"{self.folder}/munge.pid", "--seed-file", f"{self.folder}/munge.seed"]
        self.start("munged", "--foreground", "--force", *files, *more)
        self.wait_for("munge", (self.folder / "munge.socket").exists)

    def ask(self, *words: str, folder: Path | None = None) -> str:
        done = subprocess.run(words, cwd=folder, env=self.environment, capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else f"{words}: {done.stderr}"

    def wait_for(self, what: str, there: Any) -> None:
        deadline = time.monotonic() + SECONDS
        while not there():
            ended = [process.args for process in self.processes if process.poll() is not None]
            if ended or time.monotonic() > deadline:
                for log in self.folder.glob("*.log"):
                    print(f"== {log.name}\n{log.read_text(errors='replace')[-2000:]}", file=sys.stderr)
                sys.exit(f"no {what}; ended: {ended}; queue: {self.ask('squeue')}")
            time.sleep(0.1)

    def submit(self, plan: Path) -> None:
        submitted = self.ask("sh", "slurm-submit.sh", folder=plan)
        if "sbatch" in submitted:
            sys.exit(submitted)

    def run(self, plan: Path, tasks: int) -> tuple[int, int]:
        """Runs a plan, requeues a job in the middle, and submits again what is missing, as a person would.

        Returns the number of jobs that were requeued, and that of submissions.
        """
        requeued: list[str] = []
        seen = time.monotonic()

        def is_over() -> bool:
            nonlocal seen
            if not requeued:
                # Not the job's number: the last task has that of the whole array, whose tasks would all be put back.
                running = self.ask("squeue", "-h", "-t", "R", "-o", "%i").split()[:1]
                requeued.extend(task for task in running if not self.ask("scontrol", "requeue", task))
            if self.ask("squeue", "-h").strip():
                seen = time.monotonic()
            # A task that is put back can be in no state for a moment.
            return results(plan) == tasks or time.monotonic() - seen > QUIET

        for submissions in range(1, SUBMISSIONS + 1):
            self.submit(plan)
            seen = time.monotonic()
            if submissions == 1:
                self.wait_for("results", lambda: results(plan) >= tasks // 3)
            self.wait_for("end of the queue", is_over)
            missing = tasks - results(plan)
            if missing == 0:
                return len(requeued), submissions
            print(f"{plan.name}: {missing} of {tasks} tasks are missing after submission {submissions}", flush=True)
        sys.exit(f"{plan.name} is not done after {SUBMISSIONS} submissions:\n{self.last_words(plan)}")

    def last_words(self, plan: Path) -> str:
        return "\n".join(log.read_text(errors="replace")[-500:] for log in sorted(plan.glob("logs/*.log")))


def main() -> None:
    program = str(Path(sys.argv[1]).resolve())
    for needed in ("slurmctld", "slurmd", "sbatch", "munged"):
        if shutil.which(needed) is None:
            sys.exit(f"there is no {needed}: install slurmctld, slurmd, slurm-client and munge")
    # The daemons want no path that others could write; sockets want a short one.
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name, Cluster(Path(name)) as cluster:
        folder = Path(name)
        member = ["--ranks", "3", "--copies", "3", "--hand-size", "2"]
        flags = {
            "train": (12, ["kuhn_poker", "--seeds", "1..12"], ["--iterations", "1500000", "--samples", "0"]),
            "values": (100, [], ["--iterations-per-score", "300", "--play-outs", "2000", "--hands", "1", *member]),
        }
        for kind, (tasks, words, more) in flags.items():
            for plan in ("slurm", "local"):
                shared = ["--quiet", "--for", "slurm", "--program", program, "--out", f"{kind}-{plan}"]
                expected = ["--task-seconds", "20", "--task-memory", "64MiB"]
                cardsharp(program, folder, "plan", kind, *words, *shared, *expected, "--", *more)
            again, submissions = cluster.run(folder / f"{kind}-slurm", tasks)
            if kind == "train" and not again:
                sys.exit("no job was running when one was to be requeued")
            size = same_answer(program, folder, kind, "slurm")
            counts = f"{tasks} tasks, {again} requeued, submissions: {submissions}"
            print(f"{kind}: {counts}; the answer has the same {size} bytes")


if __name__ == "__main__":
    main()
