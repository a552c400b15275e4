"""The person of a soak: sees each dialog, and answers it by pointer and keys as the question
says."""

import threading

from faults.ledger import Ledger, Word
from probes.probe import BUTTON, Control, Gone, Probe
from support.asking import ALERT
from support.processes import StillWaiting, wait_until

LOOK_SECONDS = 0.1
"""Seconds between two looks at the screen."""

PASSWORD = "canary-7f3a"  # noqa: S105 - of the tests
BUTTONS = {"approve": "Approve", "deny": "Deny", "later": "Later", "typed": "Send"}


class Person(threading.Thread):
    """Answers questions. Each ends with the word for what to do: approve, deny, close, typed (a
    password), later, or wait (which is left alone). Every answer is noted in the ledger before the
    press."""

    def __init__(self, probe: Probe, ledger: Ledger) -> None:
        super().__init__(name="person", daemon=True)
        self.busy_at_keys = threading.Lock()
        """Held while keys are pressed: they go to whichever window has the keyboard focus then."""
        self._probe = probe
        self._ledger = ledger
        self._leaving = threading.Event()

    def leave(self) -> None:
        self._leaving.set()
        self.join()

    def run(self) -> None:
        while not self._leaving.wait(LOOK_SECONDS):
            try:
                self._look()
            except (StillWaiting, Gone):
                continue  # the dialog has gone meanwhile: withdrawn, killed, or its time was over

    def _look(self) -> None:
        seen = self._probe.find()
        asking = {each.pid for each in seen if each.role == BUTTON and each.alive}
        for each in seen:
            if each.name == "Question" and each.pid in asking:
                self._attend(each, each.text.rpartition(" ")[2])

    def _attend(self, question: Control, wanted: str) -> None:
        match wanted:
            case "approve" | "deny" | "later":
                self._press(question, wanted)
            case "close" | "typed":
                with self.busy_at_keys:
                    self._take_the_keyboard(question)
                    self._close(question) if wanted == "close" else self._type(question)
            case _:  # "wait"; or empty, when the dialog is just closing
                return
        self._probe.wait_gone(pid=question.pid)

    def _press(self, question: Control, wanted: str) -> None:
        label = BUTTONS[wanted]
        self._probe.wait_for(label, pid=question.pid)
        self._note(question, wanted)
        self._probe.press(label, pid=question.pid)

    def _take_the_keyboard(self, question: Control) -> None:
        """Gives the dialog the keyboard focus, as a person does: by a click into it."""
        target = self._probe.find(role="password text", pid=question.pid) or [question]
        self._probe.click(target[0])
        wait_until(lambda: self._has_the_keyboard(question.pid), "the keyboard")

    def _has_the_keyboard(self, pid: int) -> bool:
        return any(alert.active for alert in self._probe.find(role=ALERT, pid=pid))

    def _close(self, question: Control) -> None:
        self._probe.wait_for("Deny", pid=question.pid)
        self._note(question, "close")
        self._probe.key("Escape")

    def _type(self, question: Control) -> None:
        self._probe.key("ctrl+a")  # what was typed before, and not submitted, is replaced
        self._probe.type(PASSWORD)
        full = "●" * len(PASSWORD)
        wait_until(
            lambda: any(
                each.text == full
                for each in self._probe.find(role="password text", pid=question.pid)
            ),
            "what was typed",
        )
        self._press(question, "typed")

    def _note(self, question: Control, choice: str) -> None:
        self._ledger.note(Word.CLICKED, question.text, choice)
