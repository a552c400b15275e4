"""A person at a real screen, who answers each question as its text says, until the process is
killed.

python person_program.py LEDGER
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults.ledger import Ledger, Word
from faults.program import DENIED
from probes.probe import BUTTON, Control, Gone, Probe
from probes.systems import open_probe
from support.processes import StillWaiting


def main(path: str) -> None:
    ledger, probe = Ledger(path), open_probe(os.environ)
    while True:
        with suppress(StillWaiting, Gone):  # the dialog was killed meanwhile
            answer(probe, ledger)


def answer(probe: Probe, ledger: Ledger) -> None:
    """Presses the wanted button of each dialog, once that button takes input."""
    seen = probe.find()
    questions = {each.pid: each.text for each in seen if each.name == "Question"}
    for button in seen:
        if button.role == BUTTON and button.alive and wanted(button, questions):
            question = questions[button.pid]
            ledger.note(Word.CLICKED, question, button.name.lower())
            probe.click(button)


def wanted(button: Control, questions: dict[int, str]) -> bool:
    question = questions.get(button.pid)
    return question is not None and button.name == (
        "Deny" if question.endswith(DENIED) else "Approve"
    )


if __name__ == "__main__":
    main(sys.argv[1])
