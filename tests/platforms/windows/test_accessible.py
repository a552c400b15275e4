"""What a screen reader is told of a control, which Wine would not keep."""

import sys

import pytest

assert sys.platform == "win32"

from collections.abc import Iterator

from sayso.platforms.windows.native import accessibility, windows
from sayso.platforms.windows.native.accessibility import Property
from sayso.platforms.windows.win32.button import PushButton
from sayso.platforms.windows.win32.lineage import Lineage
from sayso.platforms.windows.win32.toplevel import Toplevel

FOCUSED, OPEN, CLOSED, FOCUSABLE = 0x4, 0x200, 0x400, 0x100000
"""STATE_SYSTEM_…"""


@pytest.fixture
def toplevel() -> Iterator[Toplevel]:
    made = Toplevel("title")
    windows.show_above_all(made.window)
    yield made
    windows.destroy(made.window)


def test_the_line_that_opens_says_that_it_has_the_focus(
    toplevel: Toplevel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A screen reader is silent about a control that it is told has none."""
    told: dict[tuple[int, Property], object] = {}

    def annotate(window: int, which: Property, value: object) -> bool:
        told[window, which] = value
        return True

    monkeypatch.setattr(accessibility, "annotate", annotate)
    lineage, other = Lineage(toplevel, "in /srv", ["sh"], []), PushButton(toplevel, "other")
    state = lineage.line.window, Property.STATE
    lineage.line.grab_focus()
    assert told[state] == FOCUSABLE | CLOSED | FOCUSED
    other.grab_focus()
    assert told[state] == FOCUSABLE | CLOSED
    lineage.toggle()
    lineage.line.grab_focus()
    assert told[state] == FOCUSABLE | OPEN | FOCUSED
