"""The line in the Run key by which Windows starts sayso at login."""

import sys

assert sys.platform == "win32"

import winreg
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NoReturn

import pytest

from sayso.errors import ServiceError, Unsupported
from sayso.platforms.windows import autostart
from support.windows_registry import registry_of_its_own

RUN = r"Software\Microsoft\Windows\CurrentVersion\Run"
SWITCHES = r"Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run"
ON, OFF = b"\x02" + bytes(11), b"\x03" + bytes(11)


@pytest.fixture(autouse=True)
def _registry() -> Iterator[None]:
    with registry_of_its_own():
        yield


def value(place: str = RUN) -> object:
    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, place) as key:
            return winreg.QueryValueEx(key, "sayso")[0]
    except FileNotFoundError:
        return None


def put(place: str, kind: int, told: str | bytes) -> None:
    with winreg.CreateKey(winreg.HKEY_CURRENT_USER, place) as key:
        winreg.SetValueEx(key, "sayso", 0, kind, told)


def test_it_starts_the_daemon_without_a_console() -> None:
    autostart.enable({})
    line = value()
    assert isinstance(line, str)
    assert str(Path(sys.executable).with_name("pythonw.exe")) in line
    assert line.endswith("-m sayso daemon start")


def test_as_installed_it_starts_whichever_version_is_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "current").write_text("0.1.0-aa")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "versions/0.1.0-aa/python.exe"))
    autostart.enable({})
    assert value() == f"{tmp_path}\\bin\\saysow.exe daemon start"


def test_switched_off_by_the_person_it_is_not_enabled_until_they_say_so() -> None:
    autostart.enable({})
    put(SWITCHES, winreg.REG_BINARY, OFF)
    status = autostart.status({})
    assert (status.enabled, status.how) == (False, "registry")
    assert "switched off" in status.trouble
    autostart.enable({})
    assert autostart.status({}).enabled
    assert autostart.status({}).trouble == ""


def test_switched_on_there_it_is() -> None:
    autostart.enable({})
    put(SWITCHES, winreg.REG_BINARY, ON)
    assert autostart.status({}).enabled


def test_a_line_that_starts_another_sayso_is_trouble() -> None:
    put(RUN, winreg.REG_SZ, r"C:\old\pythonw.exe -m sayso daemon start")
    status = autostart.status({})
    assert status.enabled
    assert r"C:\old\pythonw.exe" in status.trouble
    assert status.remedy
    autostart.enable({})
    assert autostart.status({}).trouble == ""


def test_nothing_is_left() -> None:
    autostart.enable({})
    put(SWITCHES, winreg.REG_BINARY, ON)
    autostart.disable({})
    assert (value(), value(SWITCHES)) == (None, None)


def test_at_a_place_of_its_own_nobody_would_find_it() -> None:
    with pytest.raises(Unsupported, match="SAYSO_SOCKET") as caught:
        autostart.enable({"SAYSO_SOCKET": r"\\.\pipe\other"})
    assert caught.value.remedy
    assert value() is None


def test_a_line_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "C:\\" + 30 * "directory\\" + "python.exe")
    with pytest.raises(Unsupported, match="characters") as caught:
        autostart.enable({})
    assert "260" in caught.value.remedy
    assert value() is None


@pytest.mark.parametrize(
    ("function", "act", "words"),
    [
        ("CreateKey", autostart.enable, "can't be changed"),
        ("OpenKey", autostart.disable, "can't be changed"),
        ("OpenKey", autostart.status, "can't be read"),
    ],
)
def test_what_the_registry_refuses_is_said(
    monkeypatch: pytest.MonkeyPatch,
    function: str,
    act: Callable[[Mapping[str, str]], object],
    words: str,
) -> None:
    def refused(*_: object, **_more: object) -> NoReturn:
        raise PermissionError(5, "Access is denied")

    monkeypatch.setattr(winreg, function, refused)
    with pytest.raises(ServiceError, match=f"{words}: Access is denied") as caught:
        act({})
    assert caught.value.remedy


def test_one_that_can_not_be_switched_on_stays_off(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> NoReturn:
        raise PermissionError(5, "Access is denied")

    autostart.enable({})
    put(SWITCHES, winreg.REG_BINARY, OFF)
    monkeypatch.setattr(winreg, "DeleteValue", refused)
    with pytest.raises(ServiceError):
        autostart.enable({})
    assert not autostart.status({}).enabled


def test_a_line_of_any_length_is_told_in_a_few_words() -> None:
    put(RUN, winreg.REG_SZ, "x" * 100_000 + "\u202e")
    assert len(autostart.status({}).trouble) < 500


def test_twice_is_as_once() -> None:
    autostart.enable({})
    before = value()
    autostart.enable({})
    assert value() == before


def test_what_it_would_change_is_told_and_left() -> None:
    (change,) = autostart.plan({}, wanted=True)
    assert change.place == rf"HKEY_CURRENT_USER\{RUN}\sayso"
    assert (change.before, change.after.endswith("daemon start\n")) == ("", True)
    assert value() is None
    autostart.enable({})
    assert autostart.plan({}, wanted=True) == ()
    (taken,) = autostart.plan({}, wanted=False)
    assert (taken.before, taken.after) == (change.after, "")


def test_that_the_person_has_switched_it_off_would_go_as_well() -> None:
    autostart.enable({})
    put(SWITCHES, winreg.REG_BINARY, OFF)
    (change,) = autostart.plan({}, wanted=True)
    assert (change.place, change.after) == (rf"HKEY_CURRENT_USER\{SWITCHES}\sayso", "")
