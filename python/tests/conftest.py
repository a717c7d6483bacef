"""Paths that several tests use."""

from pathlib import Path

import pytest


@pytest.fixture
def efg_files() -> list[Path]:
    """The .efg files of the repository."""
    files = sorted((Path(__file__).parents[2] / "data" / "efg").glob("*.efg"))
    assert files
    return files
