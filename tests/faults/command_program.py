"""The command `sayso confirm`, which also notes in the ledger when it begins to claim the answer.

    python command_program.py LEDGER QUESTION

The exit status is that of `sayso confirm`.
"""

import sys
from pathlib import Path
from typing import Unpack

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults.ledger import Ledger, Word
from sayso.client import sync
from sayso.client.shapes import ConfirmOptions, Heard, OnProgress
from sayso.core.outcome import Outcome
from sayso.frontends.cli import main

WAIT = 25
"""Seconds that the command waits for an answer; a trial that takes longer has failed."""


def run(path: str, question: str) -> int:
    ledger = Ledger(path)

    class Witness(sync.Client):
        def confirm(
            self,
            message: str,
            *,
            on_progress: OnProgress | None = None,
            heard: Heard | None = None,
            **options: Unpack[ConfirmOptions],
        ) -> Outcome:
            def noted() -> bool:
                ledger.note(Word.CLAIMING, question)
                return heard is None or heard()

            return super().confirm(message, on_progress=on_progress, heard=noted, **options)

    vars(sync).update(Client=Witness)
    return main.run(["confirm", question, "--wait", str(WAIT), "--no-spawn"])


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))
