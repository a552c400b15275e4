"""A person at a screen of a bare Debian system, and programs there that ask them."""

import json
import subprocess

import try_package

from support.bare_debian import BareDebian
from support.processes import PATIENCE, wait_until

ASKED = "Deploy build 4711?"
_BROUGHT = ("tests/support", "tests/probes", "tests/on_debian")


def seat(debian: BareDebian) -> "Person":
    """Installs on the system all that a screen there needs, and the programs that look at it.
    Returns the person."""
    debian.root("apt-get", "install", "--yes", "--no-install-recommends", *try_package.TESTERS)
    debian.path("/srv/tests").mkdir()
    debian.root("tar", "-C", "/root/sayso", "-cf", "/srv/tests.tar", *_BROUGHT)
    debian.root("tar", "-C", "/srv", "-xf", "/srv/tests.tar")
    return Person(debian)


class Person:
    """The person at that screen: a program there, which presses what it is told to."""

    def __init__(self, debian: BareDebian) -> None:
        program = "/srv/tests/on_debian/person_program.py"
        self._hand = debian.start(["python3", program])
        assert self._hand.stdout is not None
        self.environ: dict[str, str] = json.loads(self._hand.stdout.readline())

    def press(self, name: str) -> None:
        assert self._hand.stdin is not None
        assert self._hand.stdout is not None
        print(name, file=self._hand.stdin, flush=True)
        assert self._hand.stdout.readline() == "pressed\n"

    def close(self) -> None:
        self._hand.communicate(timeout=PATIENCE)


class Asker:
    """A program there that asks the same question each time it is told to."""

    def __init__(self, debian: BareDebian, person: Person, *question: str) -> None:
        self._person = person
        again = 'while read -r _; do sayso confirm "$@"; done'
        self._process = debian.start(["sh", "-c", again, "sh", *question], person.environ)

    def asks(self, pressed: str = "") -> str:
        """Asks once. Returns the answer. `pressed`: the button that the person presses meanwhile;
        empty: none."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(file=self._process.stdin, flush=True)
        if pressed:
            self._person.press(pressed)
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        self._process.communicate(timeout=PATIENCE)


def ask(debian: BareDebian, person: Person) -> subprocess.Popen[str]:
    """Asks, and returns once the question is open."""
    asking = debian.start(["sayso", "confirm", ASKED, "--wait", "100"], person.environ)
    wait_until(lambda: ASKED in debian.run(["sayso", "list"], environ=person.environ).out, ASKED)
    return asking
