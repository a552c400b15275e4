"""What another machine may say of the path for a socket there, to an ssh that is none."""

import sys

assert sys.platform == "linux"

from pathlib import Path

import pytest

from sayso.carrier.connection import connect
from sayso.carrier.ssh import Ssh
from sayso.errors import NotCarried
from support.event_loop import on_event_loop

FAKE = """\
#!/bin/sh
case "$*" in *"-O forward"*) exit 0 ;; esac
printf '@sayso@ place {said}\\n'
cat >/dev/null
"""
"""Prints what the script there would, and forwards nothing."""


def saying(said: str, directory: Path) -> Ssh:
    path = directory / "ssh"
    path.write_text(FAKE.format(said=said))
    path.chmod(0o755)
    return Ssh(str(path), "box", str(directory / "control"))


@on_event_loop
async def test_a_path_in_a_directory(tmp_path: Path) -> None:
    async with await connect(saying("/run/user/7/a.b+c@d-e_f", tmp_path), "/here") as connection:
        assert connection.path == "/run/user/7/a.b+c@d-e_f"


@pytest.mark.parametrize(
    "said",
    [
        "2222",
        "run/x",
        "/x\\000y",
        "/x\\033[2Jy",
        "/x:22",
        "/x y",
        "/${HOME}",
        "/" + 107 * "x",
        "",
    ],
)
@on_event_loop
async def test_what_is_no_such_path(said: str, tmp_path: Path) -> None:
    """A mere number would have ssh listen on a port there."""
    with pytest.raises(NotCarried, match="no path for a socket"):
        await connect(saying(said, tmp_path), "/here")
