"""A real second user of this machine, before a real daemon. Only root can play both."""

import sys

assert sys.platform == "linux"

import json
import os
import subprocess
from pathlib import Path

import pytest

from support.powerless import powerless
from support.processes import look, wait_until
from support.world import World

pytestmark = pytest.mark.root("only root can be another user")

STRANGER = 65534
"""A user whom every system has: nobody."""

PROGRAM = """
import contextlib, json, os, signal, socket, sys
os.setgroups([]); os.setgid({uid}); os.setuid({uid})
path, pid = sys.argv[1], int(sys.argv[2])
heard = {{}}
def tries(what, act):
    try:
        heard[what] = repr(act())
    except OSError as error:
        heard[what] = type(error).__name__
def talk():
    with socket.socket(socket.AF_UNIX) as sock:
        sock.settimeout(10)
        sock.connect(path)
        with contextlib.suppress(BrokenPipeError):  # refused before a byte was read
            sock.sendall(b'{{"jsonrpc":"2.0","id":1,"method":"ask",'
                         b'"params":{{"kind":"confirm","message":"Forged?"}}}}\\n')
        lines = sock.makefile().readline()
    return json.loads(lines)["error"]["data"]["error"]
tries("talk", talk)
tries("list", lambda: sorted(os.listdir(os.path.dirname(path))))
tries("signal", lambda: signal.pidfd_send_signal(os.pidfd_open(pid), signal.SIGTERM))
tries("memory", lambda: open(f"/proc/{{pid}}/mem").read(1))
tries("files", lambda: os.listdir(f"/proc/{{pid}}/fd"))
tries("environ", lambda: open(f"/proc/{{pid}}/environ").read(1))
print(json.dumps(heard))
"""

SHUT = dict.fromkeys(("talk", "list", "signal", "memory", "files", "environ"), "PermissionError")


@pytest.fixture
def served(headless_world: World) -> World:
    headless_world.directory.chmod(0o711)  # the stranger gets as far as our own doors
    assert headless_world.sayso("daemon", "start").code == 0
    return headless_world


def stranger(world: World) -> dict[str, str]:
    """What another user meets who tries all doors."""
    pid = world.daemon_pid()
    done = subprocess.run(
        ["/usr/bin/python3", "-c", PROGRAM.format(uid=STRANGER), str(world.socket_path), str(pid)],
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    heard: dict[str, str] = json.loads(done.stdout)
    return heard


def test_finds_every_door_shut(served: World) -> None:
    assert stranger(served) == SHUT


def test_is_refused_by_name_where_the_doors_were_opened(served: World) -> None:
    """The daemon looks at who it is; nothing was asked, and the daemon serves its own user."""
    Path(served.environ["XDG_RUNTIME_DIR"]).chmod(0o777)
    served.socket_path.parent.chmod(0o777)
    served.socket_path.chmod(0o666)
    heard = {"talk": "'untrusted_peer'", "list": "['lock', 'socket']"}
    assert stranger(served) == SHUT | heard
    assert served.prompts() == []
    with served.wire() as wire:
        assert wire.call("status")["result"]["waiting"] == 0
    # our own clients see that the place is open, and go no further
    done = served.sayso("status")
    assert done.code == 6
    assert "mode 0777, not 0700" in done.err
    served.socket_path.parent.chmod(0o700)
    assert served.sayso("status").code == 0


def test_whoever_looks_for_a_daemon_at_anothers_place_hears_what_to_do(
    headless_world: World,
) -> None:
    place = headless_world.directory / "theirs"
    place.mkdir(mode=0o700)
    os.chown(place, STRANGER, STRANGER)
    command = [*powerless(), *headless_world.command, "status"]
    environ = headless_world.environ | {"SAYSO_SOCKET": str(place / "sayso" / "socket")}
    done = subprocess.run(
        command, env=environ, capture_output=True, text=True, timeout=30, check=False
    )
    assert done.returncode == 6
    assert "Permission denied" in done.stderr
    assert "set SAYSO_SOCKET to a path in a directory of your own" in done.stderr


def test_that_took_our_place_is_refused_by_name(served: World) -> None:
    """The directory, then the socket: neither asker nor daemon goes on, nothing is overwritten."""
    pid = served.daemon_pid()
    assert pid is not None
    assert served.sayso("daemon", "stop").code == 0
    wait_until(lambda: look(pid) is None, "the daemon's end")
    place = served.socket_path.parent
    os.chown(place, STRANGER, STRANGER)
    for verb in (("confirm", "Deploy?"), ("daemon", "start"), ("status",)):
        done = served.sayso(*verb)
        assert done.code == 6, done
        assert f"{place} belongs to user {STRANGER}, not to user 0" in done.err
    os.chown(place, 0, 0)
    assert list(place.iterdir()) == []
