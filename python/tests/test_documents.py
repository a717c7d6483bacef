"""The programs in the documents."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("document", ["docs/src/guide/python.md", "python/README.md"])
def test_the_programs_of_a_document_run(document: str, tmp_path: Path) -> None:
    programs = re.findall(r"```python\n(.*?)```", (ROOT / document).read_text(), re.DOTALL)
    assert programs
    # They name the policies of a checkout.
    (tmp_path / "data").symlink_to(ROOT / "data")
    for program in programs:
        environment = {**os.environ, "MPLBACKEND": "agg"}
        run = subprocess.run(
            [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
        )
        assert run.returncode == 0, run.stderr
