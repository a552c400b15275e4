"""The table of threats that packaging/test.sh prints at the end."""

from collections.abc import Sequence
from pathlib import Path

TOLD = 3
"""Most failures that a row lists; each is reported in full where it happened."""

WIDTH = 400


def add_row(table: Path | None, threat: str, trials: int, failures: Sequence[str]) -> None:
    """Adds a row, with the beginnings of the first failures below it. `table`: the file; None: no
    table is wanted."""
    if table is None:
        return
    with table.open("a") as file:
        file.write(f"{threat:<60}{trials:>8}{len(failures):>10}\n")
        for failure in failures[:TOLD]:
            file.write(f"    {' '.join(failure.split())[:WIDTH]}\n")
