"""The table of threats with which packaging/test.sh closes."""

from pathlib import Path


def add_row(table: Path | None, threat: str, trials: int, failures: int) -> None:
    """None: nobody asked for one."""
    if table is not None:
        with table.open("a") as file:
            file.write(f"{threat:<60}{trials:>8}{failures:>10}\n")
