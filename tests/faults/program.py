"""Our own daemon, keeper and dialog process, with a scripted person in place of a screen.

    python program.py LEDGER FLAW daemon|keeper|dialog ARGUMENT…

Everything but the windows is the code that people run; the processes that it starts run this
program again. On the pretended display `SCRIPTED` a scripted person answers; on a real display the
windows are real, too. A FLAW breaks the program on purpose, to show that the runner notices it;
"none" breaks nothing.
"""

import asyncio
import os
import secrets
import sys
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults.ledger import Ledger, Word
from sayso.core import events as e
from sayso.core import restarts
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice
from sayso.core.secret import Secret
from sayso.platforms import select
from sayso.platforms.contract.channel import Channel
from sayso.platforms.contract.dialogs import Dialogs, OpenScreen, Window
from sayso.presentation.delegate import DialogDelegate
from sayso.presentation.dialog import DialogModel
from sayso.presentation.queue_list import QueueEntry

DENIED = "deny"
"""The scripted person denies a question that ends with this word, and approves all others."""

SCRIPTED = ":scripted"
"""The name of a pretended display, on which a scripted person answers."""

LOG = "FAULTS_LOG"
"""The environment variable that names a file for the error output of each process that this program
runs as. Without it the errors go to this program's own standard error."""

FLAWS = ("none", "hasty", "remembering", "faint-hearted")
"""Ways to break the program. Hasty: a daemon tells the keeper of a change after everybody else.
Remembering: a dialog that is shown again gives the earlier answer by itself. Faint-hearted: a
keeper tries only once to start a daemon."""


def command(ledger: str, flaw: str, role: str) -> tuple[str, ...]:
    return (sys.executable, "-E", "-P", __file__, ledger, flaw, role)


def main(path: str, flaw: str, role: str, *arguments: str) -> int:
    ledger = Ledger(path)
    ledger.note(Word.STARTED, said=role)
    if log := os.environ.get(LOG):
        select.processes().send_errors_to(log)
    restarts.DELAYS = (0.0,) * 6  # processes are killed on purpose: no need to slow down
    start = partial(command, path, flaw)
    match role:
        case "daemon":
            return run_daemon(flaw, start, *arguments)
        case "keeper":
            from sayso.keeper import main as keeper

            if flaw == "faint-hearted":
                vars(restarts).update(LIMIT=1)
            vars(keeper).update(SUCCESSOR=start("daemon"))
            return keeper.main(arguments)
        case _:
            return run_dialog(ledger, flaw)


def run_daemon(
    flaw: str, start: Callable[[str], tuple[str, ...]], handover: str = "", *keeper: str
) -> int:
    """Runs a daemon. With a `handover` it is a successor, and the arguments `--keeper PID`
    follow."""
    from sayso.daemon import children

    # before a module is loaded that uses these as defaults
    vars(children).update(DIALOG=start("dialog"), KEEPER=start("keeper"))
    from sayso.daemon import app, screen
    from sayso.daemon.keeper import KeeperLink
    from sayso.daemon.start import run

    screen.REPLACED_SECONDS = 0.05  # a spare is killed on purpose, too
    vars(screen).update(SPARE_SECONDS=0.0)  # and is replaced soon

    class Hasty(KeeperLink):
        """A link to the keeper that lets effects out at once, and tells the keeper only
        afterwards."""

        def start(self, everything: Callable[[], e.Keep], kept: Callable[[], None]) -> None:
            self._at_once = kept
            super().start(everything, lambda: None)

        def keep(self, effect: e.Keep) -> bool:
            self._at_once()
            asyncio.get_running_loop().call_soon(super().keep, effect)
            return True

    if flaw == "hasty":
        vars(app).update(KeeperLink=Hasty)
    return run("", handover, int(keeper[1]) if keeper else 0)


def run_dialog(ledger: Ledger, flaw: str) -> int:
    from sayso.dialog import main as dialog

    real = select.dialogs()
    desk = Desk(ledger, flaw) if os.environ["DISPLAY"] == SCRIPTED else Witness(real, ledger)
    vars(select).update(dialogs=lambda: desk)
    return dialog.main()


class Desk:
    """Implements `Dialogs`: a person reads each question and answers it at once."""

    def __init__(self, ledger: Ledger, flaw: str) -> None:
        self._ledger = ledger
        self._flaw = flaw
        self._running = True
        self.to_do: deque[Callable[[], None]] = deque()

    def open_screen(self) -> OpenScreen:
        self._ledger.note(Word.WARM)
        return OpenScreen(":7")

    def show(
        self, card: DialogModel, person: DialogDelegate, activation: str | None = None
    ) -> Window:
        self._ledger.note(Word.SHOWN, card.message)
        paper_of = RememberingPaper if self._flaw == "remembering" else Paper
        paper = paper_of(card, person, self._ledger, self.to_do)
        self.to_do += [person.painted, paper.answer]
        return paper

    def run(self, channel: Channel, readable: Callable[[], None]) -> None:
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
        self,
        card: DialogModel,
        person: DialogDelegate,
        ledger: Ledger,
        to_do: deque[Callable[[], None]],
    ) -> None:
        self._question = card.message
        self._secret = card.field is not None
        self._person = person
        self._ledger = ledger
        self._to_do = to_do

    def answer(self) -> None:
        said = self._decide()
        self._ledger.note(Word.CLICKED, self._question, said)
        self._send(said)

    def _decide(self) -> str:
        """What the person answers: a new password each time, so that a test sees which one a caller
        has."""
        if self._question.endswith(DENIED):
            return Choice.DENY
        return f"typed {secrets.token_hex(4)}" if self._secret else Choice.APPROVE

    def _send(self, said: str) -> None:
        word, _, typed = said.partition(" ")
        if typed:
            self._person.submitted(Secret(bytearray(typed.encode())))
        else:
            self._person.chose(Choice(word))

    def update(self, standing: PromptStatus) -> None:
        """Does nothing: nobody looks at this window."""

    def bring_forward(self, *, takes_keyboard: bool) -> None:
        """Does nothing: nobody looks at this window."""

    def list_queue(self, entries: tuple[QueueEntry, ...]) -> None:
        """Does nothing: the scripted person takes the questions as they come."""

    def recorded(self, kept_for: float | None) -> None:
        self._ledger.note(Word.RECORDED, self._question)
        self._person.closed()

    def finished(self, done: bool) -> None:
        self._person.closed()

    def not_recorded(self, reason: str) -> None:
        self._to_do.append(self.answer)

    def close(self) -> None:
        self._person.closed()


class RememberingPaper(Paper):
    """Like `Paper`, but repeats the answer that an earlier dialog had, without a click."""

    def answer(self) -> None:
        lines = Ledger(self._ledger.path).news()
        said = [
            line.said
            for line in lines
            if line.word is Word.CLICKED and line.question == self._question
        ]
        if said:
            self._send(said[-1])
        else:
            super().answer()


class Witness:
    """Implements `Dialogs` with the real dialogs, and notes in the ledger what a person sees."""

    def __init__(self, real: Dialogs, ledger: Ledger) -> None:
        self._real = real
        self._ledger = ledger
        self.run = real.run
        self.stop = real.stop

    def open_screen(self) -> OpenScreen:
        opened = self._real.open_screen()
        self._ledger.note(Word.WARM)
        return opened

    def show(
        self, card: DialogModel, person: DialogDelegate, activation: str | None = None
    ) -> Window:
        self._ledger.note(Word.SHOWN, card.message)
        return WitnessedWindow(
            self._real.show(card, person, activation), card.message, self._ledger
        )


class WitnessedWindow:
    """Implements `Window`."""

    def __init__(self, real: Window, question: str, ledger: Ledger) -> None:
        self._real = real
        self._question = question
        self._ledger = ledger
        self.update = real.update
        self.bring_forward = real.bring_forward
        self.list_queue = real.list_queue
        self.not_recorded = real.not_recorded
        self.finished = real.finished
        self.close = real.close

    def recorded(self, kept_for: float | None) -> None:
        self._ledger.note(Word.RECORDED, self._question)
        self._real.recorded(kept_for)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
