"""How objects show themselves in a notebook."""

from collections.abc import Mapping
from html import escape

import pandas as pd

_MOST_ROWS = 30


def shown(title: str, facts: Mapping[str, object], table: pd.DataFrame | None = None) -> str:
    """A title, facts by name, and the first rows of a table, as HTML. Names from files do nothing in it."""
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(str(fact))}</td></tr>" for name, fact in facts.items())
    parts = [f"<strong>{escape(title)}</strong>", f"<table>{rows}</table>"]
    if table is not None and len(table):
        parts.append(table.head(_MOST_ROWS).to_html(index=False, float_format=lambda number: f"{number:.4f}"))
        if len(table) > _MOST_ROWS:
            parts.append(f"<p>{len(table) - _MOST_ROWS:,} more rows</p>")
    return "".join(parts)
