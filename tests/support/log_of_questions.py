"""A log of questions in a directory, as a daemon would have written it."""

from pathlib import Path
from typing import Any

from sayso.core import chain
from sayso.core.chain import Link

T0 = 1795313180.0
"""Time of the first record, in seconds since 1970: 2026-11-22T02:06:20Z."""
YES = {"status": "approved", "decider": "user", "reason": "", "by": ""}
NO = {"status": "denied", "decider": "user", "reason": "", "by": ""}
LATE = {"status": "timed_out", "decider": "deadline", "reason": "deadline", "by": ""}


class LogOfQuestions:
    def __init__(self, place: Path) -> None:
        self.place = place
        self._link = Link()
        self._at = T0
        self._number = 0
        place.mkdir(parents=True, mode=0o700, exist_ok=True)
        self.begin_file()

    def begin_file(self) -> None:
        """Starts another file, into which the next records go."""
        self.path = self.place / chain.file_name(self._link.seq + 1)

    def add(self, event: str, **members: Any) -> None:
        """Adds a record, a second after the one before."""
        self._at += 1
        line, self._link = chain.encode(self._link, chain.timestamp(self._at), event, members)
        with self.path.open("ab") as file:
            file.write(line)

    def question(self, words: str, verdict: dict[str, str] | None = None, **members: Any) -> None:
        """Adds the records of a question, from its request to its end. `verdict`: None leaves it
        open."""
        self._number += 1
        told = {"kind": "confirm", "asker": "make", "pid": 7, "cwd": "/src", "words": words}
        subject = {"number": self._number, **told, **members}
        lineage = [{"name": subject["asker"], "pid": 7}, {"name": "zsh", "pid": 6}]
        self.add("InteractionRequested", **subject, lineage=lineage)
        self.add("InteractionShown", **subject)
        if verdict:
            is_late = verdict["status"] == "timed_out"
            self.add(f"Interaction{'TimedOut' if is_late else 'Answered'}", **(subject | verdict))

    def spoil(self, data: bytes) -> None:
        """Appends data that no daemon would write."""
        with self.path.open("ab") as file:
            file.write(data)
