"""Tells whether a process shows a prompt for the second time: then the first answer was wrong.

There is no other way to find out: sudo and ssh say "try again" on a terminal, if at all, and start
us anew for each prompt. So each prompt that was answered leaves a note: an empty file in
XDG_RUNTIME_DIR, a directory of the person's own that lies in memory. The file's name consists of
the process and a digest of the prompt. No note holds an answer.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.frontends.askpass.behalf import Find
    from sayso.platforms.contract.starter import Program


class PromptNote:
    """The note that one prompt of one process was answered; it may not be there yet."""

    def __init__(self, environ: Mapping[str, str], program: Program, text: str) -> None:
        runtime = environ.get("XDG_RUNTIME_DIR", "")
        self._directory = f"{runtime}/sayso-askpass" if runtime else None
        digest = sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
        self._name = f"{_process(program)}-{digest}"

    def was_answered(self) -> bool:
        return os.path.exists(f"{self._directory}/{self._name}")  # noqa: PTH110 - no pathlib here

    def note_answer(self, find: Find) -> None:
        """Notes that this prompt was answered, and removes the notes of processes that have ended.
        Without effect if there is no directory for notes."""
        if self._directory is None:
            return
        with suppress(OSError):
            os.makedirs(self._directory, mode=0o700, exist_ok=True)  # noqa: PTH103 - as above
            for name in os.listdir(self._directory):  # noqa: PTH208 - as above
                if _has_ended(name, find):
                    os.unlink(f"{self._directory}/{name}")  # noqa: PTH108 - as above
            flags = os.O_CREAT | os.O_WRONLY
            os.close(os.open(f"{self._directory}/{self._name}", flags, 0o600))


def _has_ended(name: str, find: Find) -> bool:
    pid = name.partition("-")[0]
    program = find(int(pid)) if pid.isdecimal() else None
    return program is None or not name.startswith(f"{_process(program)}-")


def _process(program: Program) -> str:
    return f"{program.pid}-{program.start:.7f}"
