"""Options: what is asked of the system's buttons that Wine's do not do."""

import sys

import pytest

assert sys.platform == "win32"

from sayso.platforms.windows.native import windows
from sayso.platforms.windows.native.controls import CHANGES_CONTROLS
from sayso.platforms.windows.win32.choices import OptionButton
from sayso.platforms.windows.win32.toplevel import Toplevel
from sayso.presentation.dialog import Option

BM_SETDONTCLICK = 0xF8


def test_a_radio_button_is_told_that_the_focus_chooses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On Windows one that is off would press itself as the focus comes."""
    sent = []
    send = windows.send

    def sending(window: int, message: int, wparam: int = 0, lparam: int = 0) -> int:
        sent.append((window, message, wparam))
        return send(window, message, wparam, lparam)

    monkeypatch.setattr(windows, "send", sending)
    button = OptionButton(Toplevel("title"), Option("here"), is_radio=True, on_press=lambda: None)
    assert (button.window, BM_SETDONTCLICK, 1) in sent


def test_no_other_program_takes_that_back() -> None:
    assert BM_SETDONTCLICK in CHANGES_CONTROLS
    assert BM_SETDONTCLICK in OptionButton.refuses
