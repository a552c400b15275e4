"""The ledger: what happened in a world, in one order. Each process of the world appends lines to
one file."""

import json
import os
import sys
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

if sys.platform == "win32":
    from support.windows_appending import append
else:

    def append(path: str, data: bytes) -> None:
        file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(file, data)  # one write: lines of others stay whole
        finally:
            os.close(file)


class Word(StrEnum):
    STARTED = "started"
    """A daemon, keeper or dialog process has started; `said` names its role."""
    WARM = "warm"
    """A dialog process is ready to show a dialog."""
    SHOWN = "shown"
    CLICKED = "clicked"
    """`said`: what the person chose, or "typed" and a password that nobody else knows."""
    RECORDED = "recorded"
    """The dialog told the person that the answer is recorded."""
    ASKED = "asked"
    """A caller begins. `said`: the ticket that the caller has, if any."""
    TICKET = "ticket"
    """A caller heard `pending`."""
    CLAIMING = "claiming"
    """From here on a caller may have the outcome."""
    COMMITTED = "committed"
    """A caller has the outcome, and acts. `said`: its status, and a password."""
    FAILED = "failed"
    """A caller got an error or another outcome."""
    KILLED = "killed"
    """The runner killed a process. `said` names the role of the process."""


@dataclass(frozen=True)
class Line:
    word: Word
    pid: int
    question: str = ""
    said: str = ""

    def __str__(self) -> str:
        return f"{self.pid} {self.word} {self.said}".rstrip()


class Ledger:
    """An append-only file of lines. Each `Ledger` object reads on from where it last stopped
    reading."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._read_to = 0

    def note(self, word: Word, question: str = "", said: str = "", pid: int = 0) -> None:
        line = json.dumps(asdict(Line(word, pid or os.getpid(), question, said)))
        append(self.path, f"{line}\n".encode())

    def news(self) -> list[Line]:
        """The lines since the last call. A line that is still being written comes with a later
        call: a reader may see half of a line that crosses the end of a page."""
        path = Path(self.path)
        if not path.exists():
            return []
        with path.open("rb") as file:
            file.seek(self._read_to)
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        self._read_to += len(whole)
        told = [json.loads(line) for line in whole.splitlines()]
        return [Line(Word(each.pop("word")), **each) for each in told]
