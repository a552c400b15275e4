"""The agent for systemd's passwords starts at login by a unit of its own."""

import sys

assert sys.platform == "linux"

import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from sayso.errors import Unsupported
from sayso.platforms.linux import autostart, password_agent, units
from support.session_manager import SessionManager


@pytest.fixture
def environ(directory: Path) -> Mapping[str, str]:
    (directory / "run").mkdir(mode=0o700)
    (directory / "home").mkdir()
    return {"HOME": str(directory / "home"), "XDG_RUNTIME_DIR": str(directory / "run")}


@pytest.fixture
def manager(environ: Mapping[str, str]) -> Iterator[SessionManager]:
    with SessionManager(Path(environ["XDG_RUNTIME_DIR"]), {}) as manager:
        yield manager


def test_without_a_systemd_there_is_none(environ: Mapping[str, str]) -> None:
    with pytest.raises(Unsupported, match="no systemd of yours"):
        password_agent.enable(environ)
    assert not password_agent.status(environ).enabled
    password_agent.disable(environ)
    assert list(Path(environ["HOME"]).iterdir()) == []


def test_it_is_enabled_and_disabled(environ: Mapping[str, str], manager: SessionManager) -> None:
    password_agent.enable(environ)
    status = password_agent.status(environ)
    (unit,) = status.files
    assert (status.enabled, status.how, status.trouble) == (True, "systemd", "")
    assert Path(unit).name == units.AGENT
    assert Path(unit).read_text().startswith("# sayso ask-password-agent wrote this")
    link = Path(unit).parent / "graphical-session.target.wants" / units.AGENT
    assert link.resolve() == Path(unit)
    done = subprocess.run(
        ["systemd-analyze", "--user", "verify", "--man=no", unit],
        env={**environ, "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    password_agent.disable(environ)
    assert list(Path(environ["HOME"]).iterdir()) == [Path(environ["HOME"], ".config")]
    assert list(Path(environ["HOME"], ".config").iterdir()) == []


def test_it_is_apart_from_the_daemon_s(environ: Mapping[str, str], manager: SessionManager) -> None:
    autostart.enable(environ)
    password_agent.enable(environ)
    autostart.disable(environ)
    assert password_agent.status(environ).trouble == ""
    assert not autostart.status(environ).enabled
    password_agent.disable(environ)
    assert password_agent.status(environ).files == ()
