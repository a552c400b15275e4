"""Whether a process says a prompt for the second time: then the first answer was wrong.

Nothing tells it where the program does not: sudo and ssh say "try again" on a terminal, if at all,
and each time start us anew. So there is a note for each prompt that was answered: an empty file in
XDG_RUNTIME_DIR, which is the person's own and lies in memory. Its name has the process and a digest
of the prompt. An answer is in none.
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


class Prompt:
    """What one process says."""

    def __init__(self, environ: Mapping[str, str], program: Program, text: str) -> None:
        runtime = environ.get("XDG_RUNTIME_DIR", "")
        self._directory = f"{runtime}/sayso-askpass" if runtime else None
        digest = sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
        self._name = f"{_process(program)}-{digest}"

    def was_answered(self) -> bool:
        return os.path.exists(f"{self._directory}/{self._name}")  # noqa: PTH110 - no pathlib here

    def note_answer(self, find: Find) -> None:
        """And forgets those of processes that have ended. Without effect where there is no place
        for it."""
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
