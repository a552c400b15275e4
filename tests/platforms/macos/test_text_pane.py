"""Texts whose lines do not wrap, on an AppKit without GNUstep: what is out of sight must count as
unseen."""

import sys
from typing import TYPE_CHECKING, Any

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

from math import inf

import pytest

from sayso.presentation.reading import Unseen, Watch
from support.bare_objects import LETTER

pytestmark = pytest.mark.usefixtures("appkit")

COLUMNS = 112
NARROW, HIGH = 440, 200
BEHIND = "; rm -rf ~"


def pane(text: str, most_lines: int = 10) -> Any:
    from sayso.platforms.macos.cocoa.panel import Toplevel
    from sayso.platforms.macos.cocoa.text_pane import text_pane

    return text_pane(Toplevel("title"), "Details", text, font="fixed", most_lines=most_lines)


def shown(text: Any, width: int = NARROW, height: int = HIGH) -> Any:
    """The pane, before the person's eyes."""
    text.place(0, 0, width, height)
    text.watch(Watch(lambda: 0.0, lambda _: True, False, lambda: None, lambda: None))
    return text


def reads_on(text: Any) -> bool:
    """Whether the person's hand comes to the end."""
    from sayso.platforms.macos.cocoa.device import Hand, at_work

    for _ in range(9):
        with at_work(Hand.DEVICE):
            text.page_on()
    return bool(text.read)


def test_a_tab_leads_to_the_next_stop() -> None:
    """Also from right before it: letters that come just up to a stop are behind it."""
    letters = pane("n" * COLUMNS + BEHIND).natural_width
    for line in ("\t" * (COLUMNS // 8), "nnnnnnnn\t" * (COLUMNS // 16), "n\t" * (COLUMNS // 8)):
        assert abs(pane(f"ok\n{line}{BEHIND}").natural_width - letters) < LETTER / 2


def test_what_stands_behind_many_tabs_is_unread() -> None:
    text = shown(pane("ok\n" + "\t" * (COLUMNS // 8) + BEHIND))
    assert (text.read, text.unseen) == (False, Unseen.RIGHT)
    assert reads_on(text)


def test_the_widest_of_all_lines_counts() -> None:
    """However few characters it has."""
    wide = "\t" * 13 + "n"
    lines = ["n" * 41] * 60
    assert pane("\n".join([*lines, wide]), 100).natural_width == pane(wide).natural_width


def test_what_breaks_all_the_same_is_unread() -> None:
    text = pane("\n".join("n" * 30 for _ in range(3)))
    text.text_view.textContainer().setContainerSize_((20 * LETTER, inf))
    shown(text, height=3 * text.line_height)
    assert (text.read, text.unseen) == (False, Unseen.BELOW)
    assert text.height(NARROW) == 6 * text.line_height
    assert reads_on(text)
