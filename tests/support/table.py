"""The table of threats with which packaging/test.sh closes."""

from collections.abc import Sequence
from pathlib import Path

TOLD = 3
"""Of failures, at most; the whole of each stands where it happened."""

WIDTH = 400


def add_row(table: Path | None, threat: str, trials: int, failures: Sequence[str]) -> None:
    """With the failures' first words beneath it. None: nobody asked for a table."""
    if table is None:
        return
    with table.open("a") as file:
        file.write(f"{threat:<60}{trials:>8}{len(failures):>10}\n")
        for failure in failures[:TOLD]:
            file.write(f"    {' '.join(failure.split())[:WIDTH]}\n")
