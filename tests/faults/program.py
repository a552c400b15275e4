"""Our own daemon, keeper and dialog process, with a scripted person in place of a screen.

    python program.py LEDGER FLAW daemon|keeper|dialog ARGUMENT…

Everything but the windows is what people run; what one starts is again this program. On a display
that is none a scripted person answers; on a real one windows are real, too. A FLAW breaks it on
purpose, to show that the runner sees it; "none" leaves it as it is.
"""

import sys

assert sys.platform == "linux"

import asyncio
import os
import socket
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults.ledger import Ledger, Word
from sayso.core import events as e
from sayso.core import restarts
from sayso.core.questions import Choice
from sayso.platforms.base import Card, Dialogs, Person, Standing, Window

DENIED = "deny"
"""How a question ends that the scripted person denies; all others are approved."""

SCRIPTED = ":scripted"
"""The display that is none."""

FLAWS = ("none", "hasty")


def command(ledger: str, flaw: str, role: str) -> tuple[str, ...]:
    return (sys.executable, "-E", "-P", __file__, ledger, flaw, role)


def main(path: str, flaw: str, role: str, *arguments: str) -> int:
    ledger = Ledger(path)
    ledger.note(Word.STARTED, said=role)
    restarts.DELAYS = (0.0,) * 6  # killed again and again on purpose: no need to slow down
    start = partial(command, path, flaw)
    match role:
        case "daemon":
            return run_daemon(flaw, start, *arguments)
        case "keeper":
            from sayso.keeper import main as keeper

            vars(keeper).update(SUCCESSOR=start("daemon"))
            return keeper.main(arguments)
        case _:
            return run_dialog(ledger)


def run_daemon(
    flaw: str, start: Callable[[str], tuple[str, ...]], handover: str = "", *keeper: str
) -> int:
    """As a successor with a handover, which `--keeper PID` follows."""
    from sayso.daemon import app, screen
    from sayso.daemon.keeper import KeeperLink

    screen.SPARE_SECONDS = 0.05  # a spare dies on purpose, too

    class Hasty(KeeperLink):
        """Lets things out at once, and tells the keeper after them."""

        def start(self, everything: Callable[[], e.Keep], kept: Callable[[], None]) -> None:
            self._at_once = kept
            super().start(everything, lambda: None)

        def keep(self, effect: e.Keep) -> None:
            self._at_once()
            asyncio.get_running_loop().call_soon(super().keep, effect)

    link = {"none": KeeperLink, "hasty": Hasty}[flaw]
    vars(app).update(
        DialogScreen=partial(screen.DialogScreen, command=start("dialog")),
        KeeperLink=partial(link, command=start("keeper")),
    )
    return app.run(None, handover, int(keeper[1]) if keeper else 0)


def run_dialog(ledger: Ledger) -> int:
    from sayso.dialog import main as dialog
    from sayso.platforms import select

    real = select.dialogs()
    desk = Desk(ledger) if os.environ["DISPLAY"] == SCRIPTED else Witness(real, ledger)
    vars(select).update(dialogs=lambda: desk)
    return dialog.main()


class Desk:
    """Implements `Dialogs`: a person reads each question and answers it at once."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._running = True
        self.to_do: deque[Callable[[], None]] = deque()

    def open_screen(self) -> str:
        self._ledger.note(Word.WARM)
        return ":7"

    def show(self, card: Card, person: Person) -> Window:
        self._ledger.note(Word.SHOWN, card.message)
        paper = Paper(card.message, person, self._ledger, self.to_do)
        self.to_do += [person.painted, paper.answer]
        return paper

    def run(self, sock: socket.socket, readable: Callable[[], None]) -> None:
        while self._running:
            if self.to_do:
                self.to_do.popleft()()
            else:
                readable()

    def stop(self) -> None:
        self._running = False


class Paper:
    """Implements `Window`."""

    def __init__(
        self, question: str, person: Person, ledger: Ledger, to_do: deque[Callable[[], None]]
    ) -> None:
        self._question = question
        self._person = person
        self._ledger = ledger
        self._to_do = to_do

    def answer(self) -> None:
        choice = Choice.DENY if self._question.endswith(DENIED) else Choice.APPROVE
        self._ledger.note(Word.CLICKED, self._question, choice)
        self._person.chose(choice)

    def update(self, standing: Standing) -> None:
        """Nobody looks at it."""

    def recorded(self, kept_for: float | None) -> None:
        self._ledger.note(Word.RECORDED, self._question)
        self._person.closed()

    def not_recorded(self, reason: str) -> None:
        self._to_do.append(self.answer)

    def close(self) -> None:
        self._person.closed()


class Witness:
    """Implements `Dialogs` with the real ones, and notes what a person sees of them."""

    def __init__(self, real: Dialogs, ledger: Ledger) -> None:
        self._real = real
        self._ledger = ledger
        self.run = real.run
        self.stop = real.stop

    def open_screen(self) -> str:
        name = self._real.open_screen()
        self._ledger.note(Word.WARM)
        return name

    def show(self, card: Card, person: Person) -> Window:
        self._ledger.note(Word.SHOWN, card.message)
        return WitnessedWindow(self._real.show(card, person), card.message, self._ledger)


class WitnessedWindow:
    """Implements `Window`."""

    def __init__(self, real: Window, question: str, ledger: Ledger) -> None:
        self._real = real
        self._question = question
        self._ledger = ledger
        self.update = real.update
        self.not_recorded = real.not_recorded
        self.close = real.close

    def recorded(self, kept_for: float | None) -> None:
        self._ledger.note(Word.RECORDED, self._question)
        self._real.recorded(kept_for)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
