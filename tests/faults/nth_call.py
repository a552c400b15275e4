"""The n-th call fails: never an approval that nobody gave, a hang, a stuck dialog or a zombie.

    python tests/faults/nth_call.py [--all] [KIND…]

For each kind of call the first one fails, then the second, and so on until there is none left to
fail. Each time a question is asked and answered, and another one after it. In the short form each
call fails with one error; with `--all`, with each. Ends with a table.
"""

import sys

assert sys.platform == "linux"

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults import program
from faults.gauges import zombies
from faults.ledger import Ledger, Word
from faults.nth_program import KEEPER, KINDS
from sayso.client.sync import Client
from sayso.core.questions import Choice
from sayso.errors import SaysoError
from support.processes import StillWaiting, wait_until
from support.world import LeftBehind, World

ERRORS = ("EIO", "ENOSPC", "EMFILE", "EPIPE", "EINTR")
ALL_KINDS = (*KINDS, *(KEEPER + kind for kind in KINDS))
MOST = 100
"""More calls of a kind than one question takes: the counting itself is wrong then."""
WAIT = 15.0
"""Seconds for an answer, which the scripted person gives at once."""
DENY, APPROVE = f"Deploy? {program.DENIED}", "Deploy? approve"


@dataclass
class Sweep:
    kind: str
    trials: int = 0
    faults: list[str] = field(default_factory=list)


class Trial:
    def __init__(self, kind: str, error: str, nth: int) -> None:
        self.name = f"{kind} {nth} {error}"
        self.faults: list[str] = []
        self._world = World(screen=False)
        self._world.environ["DISPLAY"] = program.SCRIPTED
        self._ledger = Ledger(str(self._world.directory / "ledger"))
        self._hit = self._world.directory / "hit"
        self._spec = f"{kind}:{error}:{nth}:{self._hit}"

    def run(self) -> bool:
        """Whether the call was reached."""
        try:
            self._start("nth_program.py", self._spec)
            for question, wanted in ((DENY, "denied"), (APPROVE, "approved")):
                self._ask(question, wanted)
            wait_until(lambda: not zombies([self._world.daemon_pid()]), "no zombie")
        except (StillWaiting, SaysoError) as error:
            self._fault(f"{type(error).__name__}: {error}")
        hit = self._hit.read_text() if self._hit.exists() else ""
        try:
            self._world.close()
        except LeftBehind as error:
            self._fault(str(error))
        self.faults = [f"{self.name} ({hit}): {fault}" for fault in self.faults]
        return bool(hit)

    def _start(self, program: str, *spec: str) -> None:
        """Returns when there is a daemon, or when this one could not start."""
        path = str(Path(__file__).with_name(program))
        argv = (sys.executable, "-E", "-P", path, *spec, self._ledger.path, "none", "daemon")
        job = self._world.spawn(argv)
        wait_until(lambda: self._serves() or not job.running, "a daemon", 20)

    def _find_daemon(self) -> None:
        """As a caller, who starts one where none is, or where the one that was has ended."""
        if not self._serves():
            self._start("program.py")

    def _serves(self) -> bool:
        """To connect is enough: what a daemon says is counted."""
        return self._world.daemon_pid() is not None

    def _ask(self, question: str, wanted: str) -> None:
        """As a caller who asks again after an error of the system's, or when nothing was shown."""
        last = ""
        for _ in range(3):
            self._find_daemon()
            last = self._asked_once(question)
            if last == wanted:
                return
            if last in ("approved", "denied", "answered"):
                break
        self._fault(f"{question!r}: {last}, not {wanted}")

    def _asked_once(self, question: str) -> str:
        try:
            with Client(str(self._world.socket_path), spawn=False) as client:
                status = client.confirm(question, wait=WAIT).status
        except SaysoError as error:
            return f"{error.name} {error.message}"
        clicks = [
            line.said
            for line in self._ledger.news()
            if line.word is Word.CLICKED and line.question == question
        ]
        if status == "approved" and Choice.APPROVE not in clicks:
            self._fault(f"{question!r}: approved, and nobody did")
        return status

    def _fault(self, what: str) -> None:
        self.faults.append(what)


def sweep(kind: str, errors: Sequence[str]) -> Sweep:
    """From the first call to the last; each fails with these errors, one after the other."""
    result = Sweep(kind)
    for nth in count(1):
        reached = []
        for error in errors if len(errors) > 1 else _in_turn(nth):
            trial = Trial(kind, error, nth)
            reached.append(trial.run())
            result.trials += 1
            result.faults += trial.faults
            for fault in trial.faults:
                print(f"  {fault}", flush=True)
        if not any(reached):
            return result
        if nth == MOST:
            result.faults.append(f"{kind}: more than {MOST} calls")
            return result
    raise AssertionError


def _in_turn(nth: int) -> Iterator[str]:
    yield ERRORS[nth % len(ERRORS)]


def main(arguments: Sequence[str]) -> int:
    every = "--all" in arguments
    kinds = [each for each in arguments if each != "--all"] or ALL_KINDS
    failed = 0
    print(f"{'the n-th call fails':<22}{'trials':>8}{'failures':>10}")
    for kind in kinds:
        result = sweep(kind, ERRORS if every else ())
        failed += len(result.faults)
        print(f"{kind:<22}{result.trials:>8}{len(result.faults):>10}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
