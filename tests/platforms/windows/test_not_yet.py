"""What sayso does not do on Windows yet says so, by the errors that the contract has for it."""

import sys

assert sys.platform == "win32"

from collections.abc import Callable
from typing import Any

import pytest

from sayso.errors import ServiceError, Unsupported
from sayso.platforms.contract.execution import Order
from sayso.platforms.windows import backend, execution, sound

ORDER = Order(("tool",), "C:\\")


@pytest.mark.parametrize(
    "act",
    [
        lambda: execution.prepare(ORDER),
        lambda: backend.tray().open(print),
        lambda: backend.tray().tell("words", "remedy"),
        lambda: backend.tray().about("sayso", "1", "", ""),
    ],
)
def test_it_is_refused_with_the_reason_and_what_to_do(act: Callable[[], Any]) -> None:
    with pytest.raises(Unsupported, match="Windows yet") as caught:
        act()
    assert caught.value.remedy


def test_no_program_asks_as_systemd_does() -> None:
    with pytest.raises(Unsupported, match="Windows has no systemd"):
        backend.password_agent()


def test_nothing_is_shown_in_the_tray_or_as_a_notification() -> None:
    told: list[bool] = []
    failures: list[ServiceError] = []
    tray = backend.tray()
    tray.is_seen(told.append)
    backend.notifications().are_shown(told.append)
    tray.open_path("C:\\", failures.append)
    tray.stop()
    assert told == [False, False]
    assert len(failures) == 1


def test_nothing_is_heard(capsys: pytest.CaptureFixture[str]) -> None:
    words: list[str] = []
    sound.play(words.append)
    with pytest.raises(SystemExit) as caught:
        sound.chime("theme")
    assert caught.value.code == 1
    assert capsys.readouterr().out.splitlines() == words
