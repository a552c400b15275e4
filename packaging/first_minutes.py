"""Shows one question of each kind on a Mac, without a daemon, and prints what the dialogs report.

    python packaging/first_minutes.py

The manual's page on macOS says what to do, and what to see. Nothing is kept. Of a password only the
length is printed.
"""

import importlib
import os
import platform
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sayso.core.entry import Entry
from sayso.core.outcome import By
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import (
    Choice,
    Confirm,
    Notice,
    Option,
    Password,
    Question,
    Select,
    Severity,
    Text,
)
from sayso.core.secret import Secret
from sayso.dialog.model import model
from sayso.platforms.contract.dialogs import Dialogs, Window
from sayso.wire import screen

LONG = "\n".join(f"{number}. Read this line." for number in range(1, 101))
QUESTIONS: tuple[Question, ...] = (
    Confirm(title="A first question", message="Type elsewhere while this comes up. Then approve."),
    Confirm(title="A long question", message="Scroll to its end.", details=LONG),
    Confirm(
        title="Delete nothing",
        message="It looks dangerous. Deny it, with a word or two.",
        severity=Severity.DESTRUCTIVE, check="A box to be checked", deny_words=True,
    ),
    Password(message="Type anything but a password of yours; look at it by the eye."),
    Text(message="Some words, in one line"),
    Select(message="One of these", options=(Option("This"), Option("That")), custom=True),
    Notice(message="That was all. Thank you."),
)  # fmt: skip
SECONDS = 300.0
ARMING = 1.0


class Told:
    """Listens to the dialog of one question: prints what it reports, and goes on to the next
    question."""

    def __init__(self, dialogs: Dialogs, go_on: Callable[[], None]) -> None:
        self._dialogs, self._go_on = dialogs, go_on
        self.window: Window | None = None

    def covered(self) -> None:
        say("not in sight yet")

    def painted(self) -> None:
        say("painted")

    def chose(
        self, choice: Choice, by: By | None = None, checked: bool | None = None, words: str = ""
    ) -> None:
        self._answered(f"{choice.value} by={by} checked={checked} words={words!r}")

    def submitted(self, secret: Secret, by: By | None = None, checked: bool | None = None) -> None:
        size = len(secret)
        secret.wipe()
        self._answered(f"a secret of {size} bytes by={by} checked={checked}")

    def filled(self, entries: tuple[Entry, ...], by: By | None = None) -> None:
        self._answered(f"{entries} by={by}")

    def drafted(self, entries: tuple[Entry, ...]) -> None: ...
    def active(self) -> None:
        say("reads or types")

    def put_off(self) -> None:
        self._answered("later")

    def open_queue(self) -> None: ...
    def bring_up(self, number: int) -> None: ...
    def closed(self) -> None:
        self._go_on()

    def _answered(self, how: str) -> None:
        say(how)
        if self.window:
            self.window.recorded(None)


class Here:
    """Stands for the connection to a daemon, over which nothing comes."""

    def __init__(self) -> None:
        self.sock, self._theirs = socket.socketpair()


def main() -> None:
    sys.excepthook = die
    dialogs: Any = importlib.import_module("sayso.platforms.macos.dialogs")
    say(f"macOS {platform.mac_ver()[0]}, {platform.machine()}, Python {platform.python_version()}")
    say(dialogs.open_screen())
    left = list(QUESTIONS)

    def go_on() -> None:
        if not left:
            dialogs.stop()
            return
        question = left.pop(0)
        say(f"asks: {question.title or question.message}")
        told = Told(dialogs, go_on)
        told.window = dialogs.show(model(show(question), str(Path.home())), told)

    go_on()
    dialogs.run(Here(), lambda: None)


def show(question: Question) -> screen.Show:
    name = Path(__file__).stem
    who = screen.Asker(
        name=name, command=" ".join(sys.orig_argv), cwd=str(Path.cwd()), pid=os.getpid(), lineage=()
    )
    return screen.Show(1, question, who, PromptStatus(SECONDS), ARMING)


def say(what: object) -> None:
    print(f"{time.strftime('%H:%M:%S')} {what}", flush=True)


def die(kind: type[BaseException], error: BaseException, trace: object) -> None:
    sys.__excepthook__(kind, error, trace)  # type: ignore[arg-type]  # as it came
    sys.stderr.flush()
    os._exit(1)


if __name__ == "__main__":
    main()
