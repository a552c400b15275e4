"""Makes the n-th call fail: never a false approval, a hang, a stuck dialog or a zombie.

    python tests/faults/nth_call.py [--all] [--kind KIND…] [--part K/N] [--jobs J] [--table FILE]

For each kind of call the first call fails, in the next trial the second, and so on until no call is
left to fail. In each trial a question is asked and answered, and another one after it; where the
victim is the keeper or a daemon that the keeper starts, the daemon is killed in between. In the
short form each call fails with one error only, and of the calls from the same place in the code
only the first two fail; with `--all`, every call fails with every error. Exit status: 0 when
nothing went wrong.
"""

import sys

assert sys.platform == "linux"

import argparse
import json
import os
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults import program
from faults.gauges import zombies
from faults.ledger import Ledger, Line, Word
from faults.nth_program import KINDS, Spec
from faults.program import DENIED, FLAWS
from sayso.client.sync import Client
from sayso.core.questions import Choice
from sayso.errors import SaysoError
from support.processes import PROC, StillWaiting, kill, look, wait_until
from support.slices import Slice
from support.table import add_row
from support.world import LeftBehind, World

ERRORS = ("EIO", "ENOSPC", "EMFILE", "EPIPE", "EINTR")
ALL_KINDS = (
    *KINDS,
    *(f"keeper-{kind}" for kind in KINDS if kind != "lock"),  # a keeper takes no lock
    *(f"successor-{kind}" for kind in KINDS),
)
LONG_KINDS = {"successor-write", "successor-send", "successor-open"}
"""Kinds that run only with `--all`: except while it takes over, a successor makes the same calls as
any other daemon."""

MOST = 400
"""More calls of a kind than two questions need: with so many, the counting itself is wrong."""
WAIT = 15.0
"""Seconds for an answer, which the scripted person gives at once."""
ATTEMPTS = 3
FIRST, KEPT, LAST = f"Deploy? {DENIED}", f"Delete? {DENIED}", "Deploy? approve"


@dataclass
class Sweep:
    kind: str
    trials: int = 0
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def __str__(self) -> str:
        return f"{self.kind:<22}{self.trials:>8}{len(self.faults):>10}{self.seconds:>8.0f}"


HEADING = f"{'the n-th call fails':<22}{'trials':>8}{'failures':>10}{'s':>8}"


class Trial:
    def __init__(self, kind: str, error: str, nth: int, *, flaw: str = "none", **how: bool) -> None:
        """`how`: `every` and `lasting` of `Spec`."""
        self.faults: list[str] = []
        self._flaw = flaw
        self._world = World(screen=False)
        self._world.environ["DISPLAY"] = program.SCRIPTED
        self._ledger = Ledger(str(self._world.directory / "ledger"))
        self._lines: list[Line] = []
        victim, _, call = kind.rpartition("-")
        hit = str(self._world.directory / "hit")
        self._spec = Spec(call, victim or "daemon", error, nth, hit, **how)
        self._name = f"{kind} {nth} {error}{' lasting' * self._spec.lasting}"

    def run(self) -> bool:
        """Runs the trial. Whether the call that should fail was reached."""
        try:
            self._start("nth_program.py", json.dumps(asdict(self._spec)))
            self._ask(FIRST, "denied")
            if self._spec.victim != "daemon":
                self._lose_the_daemon()
            self._ask(LAST, "approved")
            wait_until(lambda: not self._zombies(), "no zombie")
        except (StillWaiting, SaysoError) as error:
            self._fault(f"{type(error).__name__}: {error}")
        hit = Path(self._spec.hit)
        reached = hit.read_text() if hit.exists() else ""
        try:
            self._world.close()
        except LeftBehind as error:
            self._fault(str(error))
        self.faults = [f"{self._name} ({reached}): {fault}" for fault in self.faults]
        return bool(reached)

    def _start(self, name: str, *spec: str) -> None:
        """Starts the program `name` as the daemon. Returns when a daemon serves, or when this one
        has ended."""
        path = str(Path(__file__).with_name(name))
        argv = (sys.executable, "-E", "-P", path, *spec, self._ledger.path, self._flaw, "daemon")
        job = self._world.spawn(argv)
        wait_until(lambda: self._serves() or not job.running, "a daemon", 20)

    def _serves(self) -> bool:
        """Whether a daemon listens, by the kernel's list (proc(5), net/unix): connecting would
        cause a call of the daemon's, which counts. A daemon that ends removes its socket's name
        first."""
        listening = " 00010000 0001 01 "  # SO_ACCEPTCON, a stream, unconnected
        place = f" {self._world.socket_path}"
        return self._world.socket_path.exists() and any(
            line.endswith(place) and listening in line
            for line in (PROC / "net" / "unix").read_text().splitlines()
        )

    def _lose_the_daemon(self) -> None:
        """Kills the daemon while an answer is kept; whoever asks again must get that answer."""
        self._ask(KEPT, "pending", heard=False)  # it is offered, not claimed: so it is kept
        clicks = self._said(Word.CLICKED, KEPT)
        for daemon in self._alive("daemon"):
            kill(daemon)
        self._ask(KEPT, "denied")
        if self._said(Word.CLICKED, KEPT) != clicks and not self._spec.lasting:
            self._fault(f"{KEPT!r}: asked again, though the keeper had the answer")

    def _ask(self, question: str, wanted: str, *, heard: bool = True) -> None:
        """Asks like a caller, who tries again after a system error, or when nothing could be shown.
        Any outcome but `wanted` is a fault."""
        last = ""

        def reached() -> bool:
            nonlocal last
            self._find_daemon()
            last = self._asked_once(question, heard)
            return not last.startswith("unreachable")  # that daemon was ending; ask the next

        for _ in range(ATTEMPTS):
            wait_until(reached, "a daemon that hears it", 20)
            if last == wanted:
                return
            if last in ("approved", "denied", "answered"):
                break
            if last == "no_interactor" and self._spec.lasting:
                self._world.sayso("daemon", "stop")  # the next attempt starts another
        self._fault(f"{question!r}: {last}, not {wanted}")

    def _find_daemon(self) -> None:
        """Waits for a daemon. Like a caller, it starts one where there is none, and again where the
        earlier daemon was still ending."""

        def found() -> bool:
            if not self._serves():
                self._start("program.py")
            return self._serves()

        wait_until(found, "a daemon", 20)

    def _asked_once(self, question: str, heard: bool) -> str:
        try:
            with Client(str(self._world.socket_path), spawn=False) as client:
                status = client.confirm(question, wait=WAIT, heard=lambda: heard).status
        except SaysoError as error:
            return f"{error.name} {error.message}"
        if status == "approved" and Choice.APPROVE not in self._said(Word.CLICKED, question):
            self._fault(f"{question!r}: approved, and nobody did")
        return status

    def _said(self, word: Word, question: str = "") -> list[str]:
        lines = [line for line in self._read() if line.word is word]
        return [line.said for line in lines if line.question == question]

    def _read(self) -> list[Line]:
        self._lines += self._ledger.news()
        return self._lines

    def _alive(self, role: str) -> list[int]:
        """Pids of the living processes of this role."""
        started = [line for line in self._read() if line.word is Word.STARTED]
        return [line.pid for line in started if line.said == role and look(line.pid)]

    def _zombies(self) -> list[int]:
        return zombies({*self._alive("daemon"), *self._alive("keeper")})

    def _fault(self, what: str) -> None:
        self.faults.append(what)


@dataclass(frozen=True)
class Job:
    """The parameters of one trial; small, as they are sent to the process that runs it."""

    kind: str
    error: str
    nth: int
    flaw: str
    every: bool
    lasting: bool = False

    def run(self) -> tuple[bool, list[str]]:
        """Whether the call was reached, and what went wrong."""
        trial = Trial(
            self.kind, self.error, self.nth, flaw=self.flaw, every=self.every, lasting=self.lasting
        )
        return trial.run(), trial.faults


class Sweeper:
    """Runs trials, as many at a time as there are `jobs`."""

    def __init__(self, pool: ProcessPoolExecutor, jobs: int, *, every: bool, flaw: str) -> None:
        self._pool = pool
        self._jobs = jobs
        self._every = every
        self._flaw = flaw

    def sweep(self, kind: str) -> Sweep:
        """Runs the trials of one kind, from its first call to its last."""
        began = time.monotonic()
        result = Sweep(kind)
        if kind.endswith("spawn"):  # as on a machine that has no room for any process
            self._count(result, [Job(kind, "EAGAIN", 1, self._flaw, every=True, lasting=True)])
        nth = 1
        while self._all_reached(result, range(nth, nth + self._jobs)):
            nth += self._jobs
            if nth > MOST:
                result.faults.append(f"{kind}: more than {MOST} calls")
                break
        result.seconds = time.monotonic() - began
        return result

    def _all_reached(self, result: Sweep, numbers: Sequence[int]) -> bool:
        reached = self._count(
            result,
            [
                Job(result.kind, error, nth, self._flaw, self._every)
                for nth in numbers
                for error in (ERRORS if self._every else [ERRORS[nth % len(ERRORS)]])
            ],
        )
        return reached >= set(numbers)

    def _count(self, result: Sweep, jobs: Sequence[Job]) -> set[int]:
        """Runs the jobs and adds them to `result`. The numbers of the calls that were reached."""
        reached = set()
        for job, (hit, faults) in zip(jobs, self._pool.map(Job.run, jobs), strict=True):
            if hit:
                reached.add(job.nth)
            result.trials += hit
            result.faults += faults
            for fault in faults:
                print(f"  {fault}", flush=True)
        return reached


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--all", action="store_true", help="every call, with every error")
    parser.add_argument("--kind", choices=ALL_KINDS, nargs="+", help="these alone")
    parser.add_argument("--part", type=Slice.parse, default=Slice(), metavar="K/N", help="of them")
    parser.add_argument(
        "--jobs", type=int, default=2 * (os.cpu_count() or 1), help="trials at a time: they wait"
    )
    parser.add_argument("--flaw", choices=FLAWS, default=FLAWS[0], help="break it on purpose")
    parser.add_argument("--table", type=Path, metavar="FILE", help="add a row to it")
    arguments = parser.parse_args(words)
    short = [kind for kind in ALL_KINDS if kind not in LONG_KINDS]
    results = []
    print(HEADING)
    with ProcessPoolExecutor(arguments.jobs) as pool:
        sweeper = Sweeper(pool, arguments.jobs, every=arguments.all, flaw=arguments.flaw)
        for kind in arguments.part.of(arguments.kind or (ALL_KINDS if arguments.all else short)):
            results.append(sweeper.sweep(kind))
            print(results[-1], flush=True)
    trials = sum(result.trials for result in results)
    failures = [fault for result in results for fault in result.faults]
    never = [result.kind for result in results if not result.trials]
    for kind in never:
        print(f"{kind}: no call was reached")
    add_row(arguments.table, "the n-th call of a process fails", trials, failures)
    return 1 if failures or never else 0


if __name__ == "__main__":
    sys.exit(main())
