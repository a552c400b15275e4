"""How wide a text is whose lines do not wrap: what is cut off must count as unseen."""

import sys

import pytest

assert sys.platform == "win32"

from sayso.platforms.windows.win32.text_pane import SidewaysPane, TextPane, text_pane
from sayso.platforms.windows.win32.toplevel import Toplevel

COLUMNS = 72


@pytest.fixture
def room() -> Toplevel:
    """A window that nobody sees."""
    return Toplevel("title")


def pane(room: Toplevel, text: str) -> TextPane:
    return text_pane(room, "Details", text, font="fixed", most_lines=10)


def test_a_tab_leads_to_the_next_stop(room: Toplevel) -> None:
    tabs = pane(room, "ok\n" + "\t" * (COLUMNS // 8) + "; rm -rf ~")
    letters = pane(room, "n" * COLUMNS + "; rm -rf ~")
    assert abs(tabs.natural_width - letters.natural_width) < room.look.px(8)


def test_lines_of_many_tabs_wrap(room: Toplevel) -> None:
    assert isinstance(pane(room, "\t" * 60), SidewaysPane)
    assert not isinstance(pane(room, "\t" * 70), SidewaysPane)


def test_the_widest_of_all_lines_counts(room: Toplevel) -> None:
    wide = pane(room, "店" * 40)
    assert pane(room, "\n".join(["n" * 41] * 8 + ["店" * 40])).natural_width >= wide.natural_width


def test_on_a_screen_of_other_dpi_it_is_measured_anew(room: Toplevel) -> None:
    text = pane(room, "n" * COLUMNS)
    before = text.natural_width
    room.look.dpi *= 2
    room.look.renew()
    room.restyle()
    assert text.natural_width > 1.8 * before
