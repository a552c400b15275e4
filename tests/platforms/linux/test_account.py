"""What a daemon has of its own that starts by itself."""

import sys

assert sys.platform == "linux"

from pathlib import Path

import pytest

from sayso.platforms.linux import account
from support.accounts import set_home
from support.session_manager import SessionManager


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    set_home(monkeypatch, tmp_path)
    place = tmp_path / "run"
    place.mkdir()
    return place


def taken(runtime: Path, **asker: str) -> dict[str, str]:
    """What a daemon would have of this environment."""
    return account.environment({**asker, "XDG_RUNTIME_DIR": str(runtime)})


@pytest.mark.parametrize(
    ("name", "value", "is_taken"),
    [
        ("DISPLAY", ":7", True),
        ("XDG_SESSION_ID", "3", True),
        ("GTK_IM_MODULE", "ibus", True),
        ("XMODIFIERS", "@im=fcitx", True),
        ("GTK_IM_MODULE", "/nowhere/evil.so", False),
        ("GTK_IM_MODULE_FILE", "/nowhere/modules", False),
        ("GTK_PATH", "/nowhere", False),
        ("LC_MESSAGES", "de_DE", True),
        ("TZ", "Europe/Berlin", True),
        ("LD_LIBRARY_PATH", "/nowhere", False),
        ("SAYSO_FAILPOINT", "point:/nowhere/socket", False),
        ("TMPDIR", "/nowhere/gone", False),
    ],
)
def test_what_names_the_session_is_taken(
    runtime: Path, name: str, value: str, *, is_taken: bool
) -> None:
    assert (taken(runtime, **{name: value}).get(name) == value) is is_taken


def test_the_session_manager_knows_language_and_places_better(runtime: Path) -> None:
    known = {"LANG": "de_DE.UTF-8", "XDG_CONFIG_HOME": "/home/ada/settings"}
    with SessionManager(runtime, known):
        environ = taken(
            runtime, LANG="C", TZ="UTC", XDG_CONFIG_HOME="/nowhere", XDG_DATA_HOME="/nowhere"
        )
    assert environ["LANG"] == "de_DE.UTF-8"
    assert environ["XDG_CONFIG_HOME"] == "/home/ada/settings"
    assert "TZ" not in environ
    assert "XDG_DATA_HOME" not in environ


def test_one_that_knows_no_language_leaves_it_to_the_asker(runtime: Path) -> None:
    with SessionManager(runtime, {"PATH": "/bin"}):
        assert taken(runtime, LANG="C")["LANG"] == "C"


def test_home_is_the_accounts(runtime: Path, tmp_path: Path) -> None:
    assert taken(runtime, HOME="/nowhere/elsewhere")["HOME"] == str(tmp_path)


def test_without_an_account_it_is_the_askers(
    runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a container that was started with a number for a user."""

    def unknown(_: int) -> None:
        raise KeyError

    monkeypatch.setattr("pwd.getpwuid", unknown)
    assert taken(runtime, HOME="/work")["HOME"] == "/work"
    assert taken(runtime)["HOME"] == "/"
    assert "USER" not in taken(runtime)
