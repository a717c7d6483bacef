"""A HyperQueue server with workers in this process, which runs a plan's job definition file.

    python hyperqueue_cluster.py PLAN WORKERS

The file is read as `hq job submit-file` reads it: commands, dependencies and resources of every task. Tasks that fail do
not stop the others. Prints the seconds from the submission to the end, as JSON.
"""

import json
import sys
import time
import tomllib
from pathlib import Path

from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig
from hyperqueue.ffi.protocol import ResourceRequest


def job_of(plan: Path) -> Job:
    described = tomllib.loads((plan / "hyperqueue.toml").read_text())
    job = Job(default_workdir=plan, max_fails=None, name=described["name"])
    tasks = {}
    for task in described["task"]:
        (request,) = task["request"]
        tasks[task["id"]] = job.program(
            task["command"],
            stdout=str(plan / task["stdout"]),
            stderr=str(plan / task["stderr"]),
            deps=[tasks[before] for before in task["deps"]],
            resources=ResourceRequest(cpus=request["resources"]["cpus"]),
            crash_limit=task["crash_limit"],
        )
    return job


def main() -> None:
    plan, workers = Path(sys.argv[1]).resolve(), int(sys.argv[2])
    with LocalCluster() as cluster:
        for _ in range(workers):
            cluster.start_worker(WorkerConfig(cores=1))
        client = cluster.client()
        begun = time.monotonic()
        submitted = client.submit(job_of(plan))
        done = client.wait_for_jobs([submitted], raise_on_error=False)
        print(json.dumps({"done": done, "seconds": time.monotonic() - begun}))


if __name__ == "__main__":
    main()
