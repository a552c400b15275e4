"""ssh, ssh-add and ssh-agent, on a real screen."""

import sys

assert sys.platform == "linux"

import json
from pathlib import Path

import pytest

from support.asking import dialog, no_dialog, read_on
from support.openssh import PASSPHRASE, OpenSsh, Server
from support.processes import Job, kill, wait_gone, wait_until
from support.typing_in import send, send_secret, type_secret, type_words
from support.world import World

WITHOUT_PASSWORD = ("-o", "PasswordAuthentication=no")
CONNECTED = """
import socket, sys, time
sock = socket.socket(socket.AF_UNIX)
sock.connect(sys.argv[1])
print("connected", flush=True)
time.sleep(600)
"""
CONNECTED_AND_ENDED = """
import os, socket, sys, time
lives, end = os.pipe()
child = os.fork()
if not child:
    os.close(end)
    sock = socket.socket(socket.AF_UNIX)
    sock.connect(sys.argv[1])
    if not os.fork():
        os.read(lives, 1)
    os._exit(0)
os.waitpid(child, 0)
print("connected", flush=True)
time.sleep(600)
"""
HOST_KEY = "Are you sure you want to continue connecting (yes/no/[fingerprint])?"


def add(world: World, key: Path, *options: str) -> Job:
    return world.spawn(["ssh-add", *options, str(key)])


def sign(world: World, key: Path) -> Job:
    """By the agent, which has the key."""
    what = world.directory / "what"
    what.write_text("all of it")
    return world.spawn(["ssh-keygen", "-Y", "sign", "-n", "file", "-f", f"{key}.pub", str(what)])


def connect(world: World, program: str = CONNECTED) -> Job:
    """A program that keeps a connection to the agent, and asks for nothing."""
    other = world.spawn([sys.executable, "-c", program, world.environ["SSH_AUTH_SOCK"]])
    wait_until(lambda: other.out, "the other one's connection")
    return other


def shown(world: World, message: str) -> str:
    return "\n".join(world.dialogs.texts(dialog(world, message)))


def shown_whole(world: World) -> str:
    """What a use of a key says, read to its end: the commands behind it may be long."""
    pid = world.dialogs.wait_for("Deny").pid
    read_on(world, pid, "approve")
    world.dialogs.wait_for("Allow", pid=pid)
    return "\n".join(world.dialogs.texts(pid))


def choose(world: World, word: str) -> None:
    pid = dialog(world, HOST_KEY)
    world.dialogs.click(world.dialogs.wait_for(word, role="radio button"))
    send(world, pid)


def trusted(asked: Job, server: Server) -> bool:
    """Once ssh has ended, signed in or not: a server that is not root's may let nobody in."""
    asked.wait()
    return server.known_hosts.exists() and "ssh-ed25519" in server.known_hosts.read_text()


class TestTheKeyOfAnAgent:
    def test_a_wrong_passphrase_and_the_right_one(self, world: World, ssh: OpenSsh) -> None:
        ssh.agent()
        key = ssh.key("mine", PASSPHRASE)
        added = add(world, key)
        send_secret(world, f"Enter passphrase for {key}:", "wrong")
        again = f"Bad passphrase, try again for {key}:"
        texts = shown(world, again)
        for words in ("ssh-add asks", "Passphrase of a key", "That was wrong: try again."):
            assert words in texts
        assert f"Command: ssh-add {key}" in texts
        send_secret(world, again, PASSPHRASE)
        assert added.wait().code == 0
        assert "mine (ED25519)" in world.spawn(["ssh-add", "-l"]).wait().out

    def test_a_no_stops_it(self, world: World, ssh: OpenSsh) -> None:
        ssh.agent()
        key = ssh.key("mine", PASSPHRASE)
        added = add(world, key)
        world.dialogs.press("Deny", pid=dialog(world, f"Enter passphrase for {key}:"))
        done = added.wait()
        assert done.code == 1
        assert done.err == "sayso-askpass: Denied by the person at the screen. Stop here.\n"
        no_dialog(world)

    def test_two_at_once_get_each_its_own(self, world: World, ssh: OpenSsh) -> None:
        ssh.agent()
        first, second = ssh.key("first", "one 1"), ssh.key("second", "two 2")
        jobs = [add(world, first)]
        dialog(world, f"Enter passphrase for {first}:")
        jobs.append(add(world, second))
        send_secret(world, f"Enter passphrase for {first}:", "one 1")
        send_secret(world, f"Enter passphrase for {second}:", "two 2")
        assert [job.wait().code for job in jobs] == [0, 0]


class TestEachUseOfAKey:
    def test_is_allowed_for_the_program_that_the_dialog_names(
        self, world: World, ssh: OpenSsh
    ) -> None:
        ssh.agent()
        key = ssh.key("mine")
        assert add(world, key, "-c").wait().code == 0
        signed = sign(world, key)
        texts = shown_whole(world)
        assert "Use of a key" in texts
        assert "Allow use of key mine?" in texts
        assert "ssh-keygen asks" in texts
        assert "through ssh-agent, sayso-askpass" in texts
        assert "ssh-keygen -Y sign" in texts
        assert f"{signed.pid}" not in texts  # nobody has to claim what the kernel says
        world.dialogs.press("Allow")
        assert signed.wait().code == 0

    def test_of_a_server_is_asked_for_by_ssh_itself(self, world: World, ssh: OpenSsh) -> None:
        ssh.agent()
        server = ssh.server()
        server.trust()
        assert add(world, server.user_key, "-c").wait().code == 0
        server.user_key.unlink()  # the agent alone has it
        asked = ssh.connect(server, *WITHOUT_PASSWORD)
        texts = shown_whole(world)
        assert "ssh asks" in texts
        assert "through ssh-agent, sayso-askpass" in texts
        told = [
            json.loads(line)
            for line in world.spawn(["sayso", "log", "--json"]).wait().out.splitlines()
        ]
        (record,) = (each for each in told if each["event"] == "InteractionShown")
        named = {name: record[name] for name in ("asker", "pid", "asks_for", "through")}
        assert named == {
            "asker": "ssh",
            "pid": asked.pid,
            "asks_for": asked.pid,
            "through": "ssh-agent",
        }
        world.dialogs.press("Deny")
        asked.wait()
        no_dialog(world)

    def test_names_all_for_whom_it_may_be(self, world: World, ssh: OpenSsh) -> None:
        """Whoever keeps a connection may have asked, as far as the system tells."""
        ssh.agent()
        key = ssh.key("mine")
        add(world, key, "-c").wait()
        other = connect(world)
        signed = sign(world, key)
        texts = shown_whole(world)
        for job in (other, signed):
            assert f"Perhaps for process {job.pid}:" in texts
        other.kill()
        world.dialogs.press("Allow")
        assert signed.wait().code == 0

    def test_heads_the_dialog_with_none_where_another_can_not_be_seen(
        self, world: World, ssh: OpenSsh
    ) -> None:
        """What connected for that one has ended."""
        ssh.agent()
        key = ssh.key("mine")
        add(world, key, "-c").wait()
        other = connect(world, CONNECTED_AND_ENDED)
        signed = sign(world, key)
        texts = shown_whole(world)
        assert "ssh-keygen asks" not in texts
        assert f"Perhaps for process {signed.pid}:" in texts
        assert "Perhaps for: a program that can't be seen" in texts
        other.kill()
        world.dialogs.press("Allow")
        assert signed.wait().code == 0

    def test_is_denied(self, world: World, ssh: OpenSsh) -> None:
        ssh.agent()
        key = ssh.key("mine")
        add(world, key, "-c").wait()
        signed = sign(world, key)
        world.dialogs.press("Deny")
        assert signed.wait().code != 0
        no_dialog(world)

    def test_the_dialog_goes_with_the_program_that_wanted_it(
        self, world: World, ssh: OpenSsh
    ) -> None:
        """The agent lives on, and so would the dialog."""
        ssh.agent()
        key = ssh.key("mine")
        add(world, key, "-c").wait()
        signed = sign(world, key)
        world.dialogs.wait_for("Deny")
        kill(signed.pid)
        signed.wait()
        no_dialog(world)

    def test_the_dialog_goes_with_the_last_that_may_have_wanted_it(
        self, world: World, ssh: OpenSsh
    ) -> None:
        """The daemon can't tell which one to watch."""
        ssh.agent()
        key = ssh.key("mine")
        add(world, key, "-c").wait()
        other = connect(world)
        signed = sign(world, key)
        pid = world.dialogs.wait_for("Deny").pid
        signed.kill()
        world.dialogs.wait_for("Deny", pid=pid)
        other.kill()
        no_dialog(world)


class TestAServer:
    def test_its_key_is_trusted_by_a_choice(self, world: World, ssh: OpenSsh) -> None:
        server = ssh.server()
        asked = ssh.connect(server, *WITHOUT_PASSWORD)
        assert "Host key" in shown(world, HOST_KEY)
        choose(world, "yes")
        assert trusted(asked, server)

    def test_its_key_is_trusted_by_its_fingerprint(self, world: World, ssh: OpenSsh) -> None:
        server = ssh.server()
        asked = ssh.connect(server, *WITHOUT_PASSWORD)
        pid = dialog(world, HOST_KEY)
        type_words(world, pid, ssh.fingerprint(server.host_key), "Something else")
        send(world, pid)
        assert trusted(asked, server)

    @pytest.mark.parametrize("way", ["no", "Cancel"])
    def test_its_key_is_not_trusted(self, world: World, ssh: OpenSsh, way: str) -> None:
        server = ssh.server()
        asked = ssh.connect(server, *WITHOUT_PASSWORD)
        dialog(world, HOST_KEY)
        if way == "no":
            choose(world, "no")
        else:
            world.dialogs.press(way)
        assert not trusted(asked, server)
        assert "Host key verification failed." in asked.err

    def test_a_password_that_was_wrong_is_told_so(self, world: World, ssh: OpenSsh) -> None:
        """No password is right there, as only root can look one up."""
        server = ssh.server("AuthenticationMethods password")
        server.trust()
        asked = ssh.connect(server, "-o", "NumberOfPasswordPrompts=2")
        message = "@127.0.0.1's password:"
        assert "That was wrong" not in shown(world, message)
        send_secret(world, message, "first")
        assert "That was wrong: try again." in shown(world, message)
        send_secret(world, message, "second")
        assert asked.wait().code == 255

    def test_the_dialog_goes_when_ssh_is_killed(self, world: World, ssh: OpenSsh) -> None:
        server = ssh.server("AuthenticationMethods password")
        server.trust()
        asked = ssh.connect(server)
        pid = type_secret(world, "@127.0.0.1's password:", "half of it")
        kill(asked.pid)
        asked.wait()
        world.dialogs.wait_gone(pid=pid)
        no_dialog(world)
        assert world.prompts() == []


def test_a_daemon_that_is_killed_ends_it(world: World, ssh: OpenSsh) -> None:
    ssh.agent()
    key = ssh.key("mine", PASSPHRASE)
    added = add(world, key)
    dialog(world, f"Enter passphrase for {key}:")
    daemon = world.daemon_pid()
    assert daemon is not None
    kill(daemon)
    done = added.wait()
    assert done.code == 1
    assert done.err.count("\n") == 1
    wait_gone(daemon)
    no_dialog(world)


def test_nobody_can_be_asked(headless_world: World) -> None:
    ssh = OpenSsh(headless_world)
    ssh.agent()
    done = add(headless_world, ssh.key("mine", PASSPHRASE)).wait()
    ssh.close()
    assert done.code == 1
    assert done.err.startswith("sayso-askpass: Nobody can be asked: ")
    assert done.err.count("\n") == 1


def test_nobody_answers_in_time(world: World, ssh: OpenSsh) -> None:
    world.set_clocks({"Settings.timeout": 1.0})
    ssh.agent()
    key = ssh.key("mine", PASSPHRASE)
    done = add(world, key).wait()
    assert done.code == 1
    assert done.err.startswith("sayso-askpass: The time for an answer is over.")
    assert done.err.count("\n") == 1
    no_dialog(world)
