"""Runs the programs of a page of the book as they stand, within bounds of time and memory.

    python documents.py target/release/cardsharp docs/src/guide/export.md
"""

import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Seconds of a processor, and bytes of address space, of one block.
SECONDS = 300
BYTES = 3 << 30


def bound() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def main(program: Path, page: Path) -> None:
    text = page.read_text()
    blocks = re.findall(r"```(sh|python)\n(.*?)```", text, re.DOTALL)
    last = max(index for index, (language, _) in enumerate(blocks) if language == "python")
    environment = {**os.environ, "PATH": f"{program.resolve().parent}:{os.environ['PATH']}", "OPENBLAS_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory() as folder:
        # The blocks name the policies of a checkout.
        (Path(folder) / "data").symlink_to(ROOT / "data")
        for language, block in blocks[: last + 1]:
            command = ["bash", "-euc", block] if language == "sh" else [sys.executable, "-c", block]
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            run = subprocess.run(command, cwd=folder, env=environment, preexec_fn=bound, capture_output=True, text=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            peak = after.ru_maxrss >> 10
            first = block.splitlines()[0]
            print(f"{page.name}: {first}: {seconds:.1f} s, at most {peak} MiB so far")
            assert run.returncode == 0, f"{block}\n{run.stdout}{run.stderr}"


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
