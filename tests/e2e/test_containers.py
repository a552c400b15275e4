"""Containers with namespaces of their own, which ask by the directory that is mounted there."""

import sys

assert sys.platform == "linux"

import shutil
import subprocess

import pytest

from support.asking import answer, dialog, no_dialog
from support.processes import Job, look, wait_until
from support.world import World

MESSAGE = "Deploy from the container?"
ISOLATED = ("--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--unshare-pid")

FORGED = """
import json, socket, sys
sock = socket.socket(socket.AF_UNIX)
sock.connect("/run/sayso/socket")
lines = sock.makefile("rw")
def say(**members):
    lines.write(json.dumps({"jsonrpc": "2.0", **members}) + "\\n")
    lines.flush()
process = {"pid": 1, "start": 1, "name": "login", "on_pty": True, "session": 1}
say(id=1, method="hello", params={})
assert json.loads(lines.readline())["result"]["place"] == "dev"
said = {"system": "forged", "now": 9, "processes": [process]}
say(method="introduce", params=said)
say(id=2, method="ask", params={"kind": "confirm", "message": sys.argv[1], "wait": 0})
while "id" not in (told := json.loads(lines.readline())):
    pass
print(told["result"]["status"])
"""


def isolates(*options: str) -> bool:
    if shutil.which("bwrap") is None:
        return False
    return (
        subprocess.run(["bwrap", *ISOLATED, *options, "true"], capture_output=True).returncode == 0
    )


def opened(world: World, name: str, *options: str) -> list[str]:
    """What bubblewrap is to be told of that place."""
    done = world.sayso("remote", "open", name, "--container", "--json", *options)
    assert done.code == 0, done.err
    told: list[str] = done.json["mount"]["bubblewrap"]
    return told


def within(world: World, mount: list[str], *command: str) -> Job:
    """In a container with pid, mount and user namespaces of its own, where nothing else of
    sayso's is."""
    hidden = ("--unshare-user", "--tmpfs", "/run", "--tmpfs", world.environ["XDG_RUNTIME_DIR"])
    return world.spawn(["bwrap", *ISOLATED, *hidden, *mount, *command])


def asks(world: World, mount: list[str], *words: str) -> Job:
    return within(world, mount, *world.command, *words)


@pytest.mark.skipif(not isolates("--unshare-user"), reason="no container can be made here")
class TestAContainer:
    def test_asks_and_is_what_the_kernel_says(self, world: World) -> None:
        asked = asks(world, opened(world, "dev"), "confirm", MESSAGE)
        wait_until(world.prompts, "the question")
        (prompt,) = world.prompts()
        assert prompt["from_place"] == "dev"
        assert look(prompt["pid"]), "no process that this machine knows"
        dialog(world, MESSAGE)
        assert "From dev, a container." in world.dialogs.texts()
        answer(world, MESSAGE, "Approve")
        assert asked.wait().code == 0
        no_dialog(world)

    def test_an_answer_that_comes_late_is_collected_there_alone(self, world: World) -> None:
        mount, other = opened(world, "dev"), opened(world, "another")
        pending = asks(world, mount, "confirm", MESSAGE, "--wait", "0", "--json").wait()
        assert pending.code == 3
        answer(world, MESSAGE, "Approve")
        no_dialog(world)
        ticket = pending.json["ticket"]
        assert asks(world, other, "collect", ticket).wait().code == 2
        assert world.sayso("collect", ticket).code == 2
        assert asks(world, mount, "collect", ticket).wait().code == 0

    def test_goes_on_after_another_daemon_has_followed(self, world: World) -> None:
        asked = asks(world, opened(world, "dev"), "confirm", MESSAGE)
        wait_until(world.prompts, "the question")
        assert world.sayso("daemon", "restart").code == 0
        answer(world, MESSAGE, "Approve")
        assert asked.wait().code == 0

    def test_starts_no_daemon_in_the_place_of_the_one_outside(self, world: World) -> None:
        mount = opened(world, "dev")
        directory = world.socket_path.parent / "places" / "dev"
        assert world.sayso("daemon", "stop").code == 0
        room = ("--tmpfs", "/var/tmp")  # noqa: S108 - in the container, to start a daemon with
        done = asks(world, [*mount, *room], "confirm", MESSAGE, "--json").wait()
        assert done.code == 6
        assert done.json["error"]["data"]["error"] == "unreachable"
        assert "outside of this container" in done.json["error"]["data"]["remedy"]
        assert not list(directory.iterdir())

    @pytest.mark.parametrize("command", [("rm", "socket"), ("ln", "-s", "socket", "another")])
    def test_changes_nothing_in_the_directory(self, world: World, command: tuple[str, ...]) -> None:
        mount = opened(world, "dev")
        directory = world.socket_path.parent / "places" / "dev"
        before = sorted(directory.iterdir())
        assert within(world, [*mount, "--chdir", "/run/sayso"], *command).wait().code == 1
        assert sorted(directory.iterdir()) == before

    def test_what_it_says_of_itself_changes_nothing(self, world: World) -> None:
        mount = opened(world, "dev")
        done = within(world, mount, sys.executable, "-c", FORGED, MESSAGE).wait()
        assert done.out == "pending\n", done.err
        (prompt,) = world.prompts()
        assert prompt["from_place"] == "dev"
        assert prompt["asker"] != "login"

    def test_sees_nothing_but_its_own(self, world: World) -> None:
        assert world.sayso("confirm", "Ours?", "--wait", "0").code == 3
        mount = opened(world, "dev")
        assert asks(world, mount, "list").wait().out == "Nothing is waiting.\n"
        assert asks(world, mount, "dnd", "on").wait().code == 2
        assert asks(world, mount, "withdraw", "1").wait().code == 2
        assert [prompt["title"] for prompt in world.prompts()] == ["Ours?"]


@pytest.mark.root("only root can be another user")
@pytest.mark.skipif(not isolates("--cap-add", "ALL"), reason="no container can be made here")
class TestAnotherUser:
    NOBODY, STRANGER = "65534", "1"

    def asks_as(self, world: World, uid: str, mount: list[str], *words: str) -> Job:
        world.directory.chmod(0o711)  # for its Python
        become = ("setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups")
        hidden = ("--cap-add", "ALL", "--tmpfs", "/run")
        return world.spawn(["bwrap", *ISOLATED, *hidden, *mount, *become, *world.command, *words])

    def test_that_was_named_asks(self, headless_world: World) -> None:
        mount = opened(headless_world, "dev", "--uid", self.NOBODY)
        asked = self.asks_as(headless_world, self.NOBODY, mount, "status", "--json")
        done = asked.wait()
        assert done.code == 0, done.err
        assert done.json["daemon"]["place"] == "dev"

    @pytest.mark.parametrize("uid", [STRANGER, "0"])
    def test_no_other_does(self, headless_world: World, uid: str) -> None:
        mount = opened(headless_world, "dev", "--uid", self.NOBODY)
        done = self.asks_as(headless_world, uid, mount, "status", "--json").wait()
        assert done.code == 6
        assert done.json["error"]["data"]["error"] == "untrusted_peer"

    def test_one_that_was_not_named_does_not_get_there(self, headless_world: World) -> None:
        mount = opened(headless_world, "dev")
        done = self.asks_as(headless_world, self.NOBODY, mount, "status", "--json").wait()
        assert done.code == 6
        assert done.json["error"]["data"]["error"] == "untrusted_place"

    def test_on_this_machine_nobody_else_gets_there(self, headless_world: World) -> None:
        opened(headless_world, "dev", "--uid", self.NOBODY)
        socket = headless_world.socket_path.parent / "places" / "dev" / "socket"
        assert socket.is_socket()
        assert socket.parent.stat().st_mode & 0o777 == 0o711
        assert socket.parents[1].stat().st_mode & 0o777 == 0o700
