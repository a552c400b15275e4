"""Tests that OpenSSH and GnuPG come with, where sayso stands in place of the askers that these
bring."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.attending import attend
from support.openssh import SSHD, OpenSsh
from support.processes import Finished, Job
from support.world import World

pytestmark = pytest.mark.long

OPENSSH = Path("/usr/lib/openssh/regress")
"""As Debian has them, in the package openssh-tests."""
GNUPG = Path(__file__).parents[2] / ".cache" / "gnupg" / "source"
"""As packaging/gnupg_tests.sh fetches them."""
LONGEST = 600.0
"""Seconds that one of them may take."""


class TestOpenSsh:
    def test_a_key_with_a_passphrase_is_converted(self, world: World, ssh: OpenSsh) -> None:
        """One of each type."""
        place = copied(world)
        script = place / "keygen-convert.sh"
        words = script.read_text()
        assert words.count("SSH_ASKPASS=$OBJ/askpass") == 1
        askpass = world.environ["SSH_ASKPASS"]
        script.write_text(words.replace("SSH_ASKPASS=$OBJ/askpass", f"SSH_ASKPASS={askpass}"))
        done, answered = attend(world, regress(world, place, script.stem), lambda: "hunter2", 300)
        passed(done)
        types = world.spawn(["ssh", "-Q", "key-plain"]).wait().out.split()
        assert answered == len(types)

    @pytest.mark.parametrize("name", ["agent", "agent-subprocess", "agent-timeout"])
    def test_nobody_has_to_answer(self, world: World, ssh: OpenSsh, name: str) -> None:
        """`agent` says which token to touch: the library that stands in for tokens has
        them touched at once, and the agent ends the asker."""
        passed(regress(world, copied(world), name).wait(LONGEST))
        assert world.prompts() == []


def copied(world: World) -> Path:
    """Where they run: they write next to themselves."""
    place = world.directory / "regress"
    shutil.copytree(OPENSSH, place, symlinks=True)
    if os.geteuid() == 0:  # root's sshd has a place for those who have not signed in yet
        Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    return place


def regress(world: World, place: Path, name: str) -> Job:
    """As the package's own `run-tests` does it."""
    places = (f"{each}={place}" for each in (".OBJDIR", ".CURDIR", "BUILDDIR", "OBJ"))
    programs = (
        f"TEST_SSH_SSHD={SSHD}", "TEST_SSH_SSH=ssh", "TEST_SHELL=sh", "SUDO=",
        "TEST_SSH_SFTPSERVER=/usr/lib/openssh/sftp-server",
    )  # fmt: skip
    ways = ("TEST_SSH_ECC=yes", "TEST_SSH_UNSAFE_PERMISSIONS=1", f"LTESTS={name}")
    return world.spawn(["make", "-C", str(place), *places, *programs, *ways, "t-exec"])


def passed(done: Finished) -> None:
    assert (done.code, "\nok " in done.out, "SKIPPED" in done.out) == (0, True, False), done


QUESTIONS = {"delete-keys": 6, "export": 1, "issue2929": 2, "ssh-import": 4}
"""What each asks of its pinentry; a new passphrase is typed twice in one dialog."""


class TestGnupg:
    @pytest.mark.parametrize("name", QUESTIONS)
    def test_passes(self, world: World, name: str) -> None:
        done, answered = attend(
            world, gpgscm(world, name), lambda: given(world), LONGEST, ("Delete key",)
        )
        assert (done.code, f"PASS: tests/openpgp/{name}.scm" in done.err) == (0, True), done
        assert answered == QUESTIONS[name]

    def test_keys_are_made_and_changed(self, world: World) -> None:
        """With a passphrase that is weak."""
        done, answered = attend(
            world, gpgscm(world, "quick-key-manipulation"), lambda: given(world), LONGEST,
            ("Take this one anyway",),
        )  # fmt: skip
        assert done.code == 0, done
        assert answered > 10


def gpgscm(world: World, name: str) -> Job:
    """As `make check` of theirs does it, with the gpg that is installed."""
    world.environ.update(
        LC_ALL="C",
        EXEEXT="",
        abs_top_srcdir=str(GNUPG),
        objdir=str(GNUPG),
        GPGSCM_PATH=str(GNUPG / "tests" / "gpgscm"),
        BIN_PREFIX="/usr/bin",
        GPG_PRESET_PASSPHRASE="/usr/lib/gnupg/gpg-preset-passphrase",  # noqa: S106 - a program
        PINENTRY=str(world.interpreter.bin / "pinentry-sayso"),
    )
    program, runner = GNUPG / "tests/gpgscm/gpgscm", GNUPG / "tests/openpgp/run-tests.scm"
    return world.spawn([str(program), str(runner), f"{name}.scm"])


def given(world: World) -> str:
    """The passphrase that a test of theirs gives its own pinentry: in a variable, or in a file, of
    which it is taken, as the test looks whether it was."""
    variables = (dict(_variables(each.environ)) for each in world.processes())
    told = next(filter(None, (each.get("PINENTRY_USER_DATA") for each in variables)), "")
    words = dict(word.partition("=")[::2] for word in told.split())
    if "--passphrasefile" not in words:
        return told or "any passphrase, 1 for all"
    place = Path(words["--passphrasefile"])
    first, _, rest = place.read_text().partition("\n")
    place.write_text(rest)
    return first


def _variables(environ: bytes) -> Iterator[tuple[str, str]]:
    for line in environ.decode(errors="replace").split("\0"):
        name, _, value = line.partition("=")
        yield name, value
