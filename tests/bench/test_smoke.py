"""Every figure can be taken: one turn of each, whatever it finds."""

from collections.abc import Callable, Iterator

import pytest

pytest.importorskip("Xlib", reason="packaging/test.sh installs it")

from bench.figures import Row, markdown
from bench.pairs import ROOT, measure
from bench.peers import ZENITY
from bench.run import GROUPS

QUICK = ("flooding", "log")


@pytest.mark.parametrize(
    "measure",
    [
        pytest.param(measure, id=name, marks=() if name in QUICK else pytest.mark.long)
        for name, measure in GROUPS.items()
    ],
)
@pytest.mark.serial("it measures")
def test_one_turn(measure: Callable[[int], Iterator[Row]]) -> None:
    if not ZENITY.installed:
        pytest.skip("packaging/test.sh installs zenity")
    rows = list(measure(1))
    assert rows
    assert all(row.found for row in rows)
    assert markdown(rows).count("\n") == len(rows) + 2


@pytest.mark.long
@pytest.mark.serial("it measures")
def test_one_pair() -> None:
    """This tree is measured beside itself."""
    rows = list(measure(ROOT / "src", 1))
    assert [row.found for row in rows if not row.found or "ratio" not in row.beside] == []
    assert rows
