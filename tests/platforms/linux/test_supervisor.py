"""What a service manager gives, and is told."""

import sys

assert sys.platform == "linux"

import logging
import os
import socket
from pathlib import Path

import pytest

from sayso.errors import UntrustedPlace
from sayso.platforms.contract.supervisor import SocketActivation
from sayso.platforms.linux import supervisor
from support.control_groups import control_group


def test_what_is_given_is_for_this_process_alone() -> None:
    """Children find nothing of it; and what was given to a parent is not taken."""
    environ = {
        "LISTEN_PID": str(os.getppid()),
        "LISTEN_FDS": "1",
        "LISTEN_FDNAMES": "sayso.socket",
        "NOTIFY_SOCKET": "/run/notify",
        "HOME": "/home/ada",
    }
    assert supervisor.given(environ) == SocketActivation(None, "/run/notify")
    assert environ == {"HOME": "/home/ada"}


@pytest.mark.parametrize("count", ["0", "2", "", "one"])
def test_any_number_but_one_is_refused(count: str) -> None:
    environ = {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": count}
    with pytest.raises(UntrustedPlace, match="sockets, not one") as caught:
        supervisor.given(environ)
    assert "systemctl --user cat sayso.socket" in caught.value.remedy
    assert environ == {}


def test_a_manager_is_told_in_lines(directory: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(directory / "notify"))
        supervisor.tell(str(directory / "notify"), {"READY": 1, "MAINPID": 42})
        assert manager.recv(100) == b"READY=1\nMAINPID=42"


def test_a_manager_that_is_not_there_is_noted(
    directory: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        supervisor.tell(str(directory / "notify"), {"READY": 1})
    assert "can't be told READY: [Errno 2] No such file or directory" in caplog.text


def end_of_one_in(*names: str) -> str:
    """What a process in control groups of these names, one in the other, would end with."""
    program = "from sayso.platforms.linux import supervisor; print(supervisor.ends_with(None))"
    with control_group(*names) as group:
        return group.run([sys.executable, "-c", program]).strip()


@pytest.mark.root("root alone makes control groups")
@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("session-3.scope",), "session-3.scope"),
        (("user@1000.service", "app.slice", "vte-spawn-1.scope"), "vte-spawn-1.scope"),
        (("user@1000.service", "app.slice", "sayso.service"), "user@1000.service"),
        (("user@1000.service", "app.slice", "sayso-4711.service"), "user@1000.service"),
        (("user@1000.service", "sayso-like.scope"), "sayso-like.scope"),
        (("background",), "None"),
    ],
)
def test_it_ends_with_the_innermost_unit_but_its_own(names: tuple[str, ...], told: str) -> None:
    assert end_of_one_in(*names) == told
