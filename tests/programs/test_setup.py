"""gpg, git and ssh ask through sayso once sayso setup has said so, on a real screen."""

import sys

assert sys.platform == "linux"

from pathlib import Path

from support.asking import no_dialog
from support.git_server import PASSWORD, USER, GitServer
from support.gnupg import asked
from support.processes import Job, wait_until
from support.typing_in import send, type_secret, type_words
from support.world import World


def set_up(world: World, *words: str) -> str:
    """Where it was entered, or taken out; its last note."""
    done = world.sayso("setup", *words, "--json")
    assert done.code == 0, done
    return str(done.json["next"])


class TestGpg:
    def test_it_asks_by_the_dialog_and_then_as_before(self, world: World) -> None:
        home = world.directory / "gnupg"
        home.mkdir(mode=0o700)
        world.everywhere(GNUPGHOME=str(home))
        mine = world.directory / "mine"
        mine.write_text('#!/bin/sh\necho "OK mine"\nread line\necho "ERR 1 mine"\n')
        mine.chmod(0o755)
        before = f"# mine\npinentry-program {mine}"
        (home / "gpg-agent.conf").write_text(before)
        assert set_up(world, "gpg").startswith("No gpg-agent runs")

        asking = self._asks(world)
        world.dialogs.press("Approve", pid=asked(world, "May it be?"))
        assert asking.wait().out == "OK\n"

        assert "has read it" in set_up(world, "gpg", "--undo")
        assert (home / "gpg-agent.conf").read_text() == before
        assert self._asks(world).wait().out.startswith("ERR ")  # by the person's own pinentry
        assert "has read it" in set_up(world, "gpg")  # the agent goes on
        asking = self._asks(world)
        world.dialogs.press("Approve", pid=asked(world, "May it be?"))
        assert asking.wait().out == "OK\n"
        found = {each["name"]: each for each in world.sayso("doctor", "--json").json["findings"]}
        assert (found["gpg"]["health"], found["gpg-agent"]["health"]) == ("works", "works")
        agent = [each for each in world.processes() if each.command.startswith("gpg-agent")]
        assert world.spawn(["gpgconf", "--kill", "gpg-agent"]).wait().code == 0
        wait_until(lambda: agent[0].pid not in {each.pid for each in world.processes()}, "its end")
        assert world.sayso("doctor").code == 0
        left = [each for each in world.processes() if each.command.startswith("gpg-agent")]
        assert left == []  # the doctor starts none
        no_dialog(world)

    def _asks(self, world: World) -> Job:
        return world.spawn(["gpg-connect-agent", "GET_CONFIRMATION May+it+be?", "/bye"])


class TestGit:
    def test_it_asks_by_the_dialog(self, world: World) -> None:
        world.environ["GIT_TERMINAL_PROMPT"] = "0"
        home = Path(world.environ["HOME"])
        with GitServer(world) as forge:
            set_up(world, "git")
            cloned = forge.clone()
            pid = type_secret(world, "git asks for the user name and the password.", PASSWORD)
            type_words(world, pid, USER, "User name")
            send(world, pid)
            assert cloned.wait().code == 0
            set_up(world, "git", "--undo")
        assert not (home / ".gitconfig").exists()


class TestSsh:
    def test_a_login_shell_has_what_ssh_asks_by(self, headless_world: World) -> None:
        world = headless_world
        set_up(world, "ssh")
        show = 'echo "$SSH_ASKPASS" "$SSH_ASKPASS_REQUIRE"'
        askpass = world.interpreter.bin / "sayso-askpass"
        for shell in ("sh", "bash"):
            assert world.spawn([shell, "-l", "-c", show]).wait().out == f"{askpass} prefer\n"
        set_up(world, "ssh", "--undo")
        assert world.spawn(["sh", "-l", "-c", show]).wait().out == " \n"
