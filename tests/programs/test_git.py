"""git, which clones over HTTP and wants a password, on a real screen."""

import sys

assert sys.platform == "linux"

import os
import signal
from contextlib import suppress

import pytest

from support.asking import ALERT, dialog, no_dialog
from support.git_asking import HELPER, traces, type_both
from support.git_server import PASSWORD, USER, GitServer
from support.processes import kill, wait_until
from support.typing_in import send, send_secret, type_words
from support.world import World


def by_askpass(world: World) -> str:
    return f"core.askPass={world.interpreter.bin / 'sayso-askpass'}"


class TestAskpass:
    def test_the_name_in_clear_then_the_password(self, world: World, forge: GitServer) -> None:
        cloned = forge.clone(by_askpass(world))
        question = f"Username for 'http://{forge.host}':"
        pid = dialog(world, question)
        texts = "\n".join(world.dialogs.texts(pid))
        assert f"User name for http://{forge.host}" in texts
        assert f"clone {forge.address}" in texts.replace("\n  ", " ")
        type_words(world, pid, USER)
        send(world, pid)
        send_secret(world, f"Password for 'http://{USER}@{forge.host}':", PASSWORD)
        assert cloned.wait().code == 0
        assert (forge.cloned / "README").read_text() == "hello\n"

    def test_a_no_stops_it(self, world: World, forge: GitServer) -> None:
        cloned = forge.clone(by_askpass(world))
        dialog(world, f"Username for 'http://{forge.host}':")
        world.dialogs.press("Cancel")
        assert cloned.wait().code == 128
        no_dialog(world)


class TestTheHelper:
    def test_one_dialog_for_name_and_password(self, world: World, forge: GitServer) -> None:
        cloned = forge.clone(HELPER)
        pid = type_both(world, USER, PASSWORD)
        texts = "\n".join(world.dialogs.texts(pid))
        assert f"Password for http://{forge.host}" in texts
        assert f"clone {forge.address}" in texts.replace("\n  ", " ")
        send(world, pid)
        assert cloned.wait().code == 0
        assert (forge.cloned / "README").read_text() == "hello\n"

    def test_a_known_name_is_not_asked_for(self, world: World, forge: GitServer) -> None:
        cloned = forge.clone(HELPER, f"credential.username={USER}")
        send_secret(world, "git asks for the password.", PASSWORD)
        assert cloned.wait().code == 0

    @pytest.mark.parametrize("way", ["Deny", "Escape"])
    def test_a_no_has_git_quit(self, world: World, forge: GitServer, way: str) -> None:
        """It would ask by askpass next, and on its terminal."""
        cloned = forge.clone(HELPER, by_askpass(world))
        pid = type_both(world, USER, "half of it")
        if way == "Deny":
            world.dialogs.press("Deny", pid=pid)
        else:
            world.dialogs.wait_for("Send", pid=pid)
            world.dialogs.key("Escape")
        done = cloned.wait()
        assert done.code == 128
        assert "told us to quit" in done.err
        no_dialog(world)

    def test_a_wrong_one_ends_git(self, world: World, forge: GitServer) -> None:
        cloned = forge.clone(HELPER)
        pid = type_both(world, USER, "wrong")
        send(world, pid)
        done = cloned.wait()
        assert done.code == 128
        assert "Authentication failed" in done.err

    def test_the_dialog_goes_when_git_is_killed(self, world: World, forge: GitServer) -> None:
        """All of it but the shell in between."""
        cloned = forge.clone(HELPER)
        pid = type_both(world, USER, "half of it")
        for each in world.processes():
            if "git" in each.command.split()[0] and "sayso" not in each.command:
                kill(each.pid)
        cloned.wait()
        world.dialogs.wait_gone(role=ALERT, pid=pid)
        wait_until(lambda: not world.prompts(), "the end of the question")

    def test_it_is_in_no_file_and_on_no_command_line(self, world: World, forge: GitServer) -> None:
        cloned = forge.clone(HELPER)
        pid = type_both(world, USER, PASSWORD)
        assert traces(world) == []
        send(world, pid)
        wait_until(lambda: traces(world) or not cloned.running, "the end of git")
        no_dialog(world)
        assert traces(world) == []


def signal_all(pids: list[int], number: signal.Signals) -> None:
    """One may have ended: the first spare does once there is a session bus."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def test_a_daemon_that_hangs_is_given_up(world: World, forge: GitServer) -> None:
    """And so does its keeper, which would start another one."""
    assert world.sayso("daemon", "start").code == 0
    hung = [each.pid for each in world.processes() if "-m sayso" in each.command]
    signal_all(hung, signal.SIGSTOP)
    try:
        done = forge.clone(by_askpass(world)).wait()
    finally:
        signal_all(hung, signal.SIGCONT)
    assert done.code == 128
    assert "sayso-askpass: the daemon said nothing for 4 s" in done.err
