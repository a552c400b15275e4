"""The command `sayso confirm`, which tells the ledger when it begins to claim.

    python command_program.py LEDGER QUESTION

Its exit status is the command's.
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
"""Seconds; a trial that takes so long has failed."""


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
