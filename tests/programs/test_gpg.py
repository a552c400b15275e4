"""The real gpg asks through sayso, on a real screen."""

import time
from pathlib import Path

from support.asking import no_dialog
from support.gnupg import NOBODY, Gnupg, asked, enter
from support.guide import GUIDE, fenced
from support.processes import Finished, kill, wait_until
from support.world import World

RIGHT, WRONG = "canary-7f3a 100% quokka", "not that"
PLEASE = "Please enter the passphrase"


def cancelled(done: Finished) -> bool:
    return done.code == 2 and "Operation cancelled" in done.err


class TestSignature:
    def test_after_a_wrong_passphrase_and_then_none_is_asked_for(
        self, world: World, gnupg: Gnupg, letter: Path
    ) -> None:
        gnupg.make_key(RIGHT)
        signing = gnupg.signs(letter)
        enter(world, WRONG, asked(world, PLEASE))
        pid = asked(world, "Bad Passphrase (try 2 of 3)")
        enter(world, RIGHT, pid)
        assert signing.wait().code == 0
        no_dialog(world)
        assert gnupg.gpg("--verify", f"{letter}.sig").wait().code == 0
        assert gnupg.signs(letter).wait().code == 0

    def test_the_dialog_says_who_asks_for_whom_and_for_which_key(
        self, world: World, gnupg: Gnupg, letter: Path
    ) -> None:
        gnupg.make_key(RIGHT)
        keys = gnupg.gpg("--with-colons", "--with-keygrip", "--list-secret-keys").wait().out
        (keygrip,) = (line.split(":")[9] for line in keys.splitlines() if line.startswith("grp"))
        signing = gnupg.signs(letter)
        texts = world.dialogs.texts(asked(world, PLEASE))
        assert "gpg-agent asks" in texts
        assert "in / · through pinentry-sayso" in texts
        said = "\n".join(texts)
        claim = f"gpg-agent says that it asks for process {signing.pid}. That is gpg, for "
        assert claim in said
        assert f"Key: {keygrip}\n\ngpg-agent says" in said
        assert "in ~." in said
        assert NOBODY in said
        world.dialogs.press("Cancel")
        assert cancelled(signing.wait())

    def test_its_dialog_goes_with_gpg(self, world: World, gnupg: Gnupg, letter: Path) -> None:
        """gpg-agent's other pinentries stay for 12 s."""
        gnupg.make_key(RIGHT)
        signing = gnupg.signs(letter)
        asked(world, PLEASE)
        kill(signing.pid)
        signing.wait()
        world.dialogs.wait_gone(role="alert")


class TestNewKey:
    def test_its_passphrase_is_typed_twice_and_a_weak_one_is_asked_about(
        self, world: World, gnupg: Gnupg
    ) -> None:
        making = gnupg.gpg("--quick-generate-key", NOBODY, "ed25519", "sign", "never")
        pid = asked(world, "Please enter the passphrase to")
        enter(world, "weak", pid)
        pid = asked(world, "You have entered an insecure passphrase")
        world.dialogs.press("Take this one anyway", pid=pid)
        assert making.wait().code == 0
        no_dialog(world)


class TestConfirmation:
    def test_yes_and_no(self, world: World, gnupg: Gnupg) -> None:
        for button, reply in (("Approve", "OK"), ("Cancel", "Operation cancelled")):
            asking = gnupg.connect("GET_CONFIRMATION May+it+be?")
            world.dialogs.press(button, pid=asked(world, "May it be?"))
            assert reply in asking.wait().out
        no_dialog(world)


def test_as_the_manual_says(world: World) -> None:
    """How it is set up, and tried."""
    set_up, try_it, _ = fenced(GUIDE / "gpg.md", "sh")
    assert world.spawn(["sh", "-c", set_up]).wait().code == 0
    trying = world.spawn(["sh", "-c", try_it])
    world.dialogs.press("Approve", pid=asked(world, "Does gpg ask through sayso?"))
    assert trying.wait().out == "OK\n"
    assert world.spawn(["gpgconf", "--kill", "gpg-agent"]).wait().code == 0
    no_dialog(world)


class TestNobody:
    def test_without_a_screen_gpg_ends_at_once(self, headless_world: World) -> None:
        world = headless_world
        gnupg = Gnupg(world)
        gnupg.make_key(RIGHT)
        letter = world.directory / "letter"
        letter.touch()
        assert world.sayso("daemon", "start").code == 0
        began = time.monotonic()
        assert cancelled(gnupg.signs(letter).wait())
        assert time.monotonic() - began < 30
        gnupg.close()

    def test_then_the_terminal_is_asked_where_gpg_names_one(self, headless_world: World) -> None:
        """By the real pinentry-curses."""
        world = headless_world
        gnupg = Gnupg(world)
        gnupg.make_key("quokka")
        letter = world.directory / "letter"
        letter.touch()
        signing = world.spawn(
            ["sh", "-c", f"GPG_TTY=$(tty) TERM=xterm gpg --detach-sign {letter}"], terminal=True
        )
        wait_until(lambda: "Passphrase" in signing.err, "what asks in the terminal")
        signing.type("quokka\r")
        assert signing.wait().code == 0
        assert gnupg.gpg("--verify", f"{letter}.sig").wait().code == 0
        gnupg.close()

    def test_a_daemon_that_was_killed_takes_the_question_along(
        self, world: World, gnupg: Gnupg, letter: Path
    ) -> None:
        gnupg.make_key(RIGHT)
        signing = gnupg.signs(letter)
        asked(world, PLEASE)
        daemon = world.daemon_pid()
        assert daemon
        kill(daemon)
        assert cancelled(signing.wait())
        no_dialog(world)
        again = gnupg.signs(letter)
        enter(world, RIGHT, asked(world, PLEASE))
        assert again.wait().code == 0
        wait_until(lambda: world.prompts() == [], "no question")
