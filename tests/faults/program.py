"""Our own daemon, keeper and dialog process, with a scripted person in place of a screen.

    python program.py LEDGER FLAW daemon|keeper|dialog ARGUMENT…

Everything but the windows is what people run; what one starts is again this program. On a display
that is none a scripted person answers; on a real one windows are real, too. A FLAW breaks it on
purpose, to show that the runner sees it; "none" leaves it as it is.
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
"""How a question ends that the scripted person denies; all others are approved."""

SCRIPTED = ":scripted"
"""The display that is none."""

LOG = "FAULTS_LOG"
"""The variable that names a file for what daemons and keepers complain of; without it that goes
where this program's own goes."""

FLAWS = ("none", "hasty", "remembering", "faint-hearted")
"""Hasty: a daemon tells the keeper after everybody else. Remembering: a dialog that comes back
answers by itself as the one before. Faint-hearted: a keeper tries but once to start a daemon."""


def command(ledger: str, flaw: str, role: str) -> tuple[str, ...]:
    return (sys.executable, "-E", "-P", __file__, ledger, flaw, role)


def main(path: str, flaw: str, role: str, *arguments: str) -> int:
    ledger = Ledger(path)
    ledger.note(Word.STARTED, said=role)
    if log := os.environ.get(LOG):
        select.processes().send_errors_to(log)
    restarts.DELAYS = (0.0,) * 6  # killed again and again on purpose: no need to slow down
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
    """As a successor with a handover, which `--keeper PID` follows."""
    from sayso.daemon import children

    # before anything is loaded that has them as a default
    vars(children).update(DIALOG=start("dialog"), KEEPER=start("keeper"))
    from sayso.daemon import app, screen
    from sayso.daemon.keeper import KeeperLink
    from sayso.daemon.start import run

    screen.REPLACED_SECONDS = 0.05  # a spare dies on purpose, too
    vars(screen).update(SPARE_SECONDS=0.0)  # and soon

    class Hasty(KeeperLink):
        """Lets things out at once, and tells the keeper after them."""

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
        """Another password each time, so that it is seen which one a caller has."""
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
        """Nobody looks at it."""

    def bring_forward(self, *, takes_keyboard: bool) -> None:
        """Nobody looks at it."""

    def list_queue(self, entries: tuple[QueueEntry, ...]) -> None:
        """Nobody wants another one first."""

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
    """Asks nobody where an earlier one had an answer."""

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
    """Implements `Dialogs` with the real ones, and notes what a person sees of them."""

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
