"""What the callers of a soak share: a world, a ledger of what was said and done, and commands."""

import itertools
import json
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from faults.ledger import Ledger, Line, Word
from faults.promise import STATUS
from sayso.client.shapes import PromptInfo
from sayso.client.sync import Client
from sayso.errors import Unreachable
from sayso.frontends.cli import exits
from support.agents import Agent, Started
from support.processes import Finished, Job, wait_until
from support.world import World

T = TypeVar("T")

PATIENCE = 300.0
"""Seconds to wait for anything: other questions may come first, and the machine is busy."""

COMMITTED = {*STATUS.values(), "timed_out"}
"""Outcomes that are handed out only once."""

ASK = ("--json", "--wait", f"{PATIENCE:g}", "--timeout", f"{PATIENCE:g}", "--render-timeout", "60")


class Wrong(AssertionError):
    """A caller heard what it should not have."""


class Stand:
    """What the callers share; they use it from several threads at once."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.ledger = Ledger(str(world.directory / "ledger"))
        self.asked = Counter[str]()
        """Questions by kind."""
        self.is_stormy = False
        """Whether daemon and keeper are being killed at this time."""
        self._lines: defaultdict[str, list[Line]] = defaultdict(list)
        self._numbers = itertools.count(1)
        self._lock = threading.RLock()
        """Held while a process is started or the ledger is read: a world starts one process at a
        time, and a ledger has one reader."""

    # Questions

    def question(self, kind: str, wanted: str) -> str:
        """The text of a new question; its last word is what the person shall do."""
        with self._lock:
            self.asked[kind] += 1
            return f"Question {next(self._numbers)}: {wanted}"

    def lines(self, question: str) -> list[Line]:
        return self.all_lines()[question]

    def all_lines(self) -> dict[str, list[Line]]:
        """All lines of the ledger so far, by question."""
        with self._lock:
            for line in self.ledger.news():
                self._lines[line.question].append(line)
            return self._lines

    # Commands

    def start(self, *arguments: str) -> Job:
        """Starts a command of sayso."""
        with self._lock:
            return self.world.start(*arguments)

    def spawn(self, argv: Sequence[str]) -> Job:
        with self._lock:
            return self.world.spawn(argv)

    def agent(self, *, terminal: bool = False) -> Agent:
        with self._lock:
            return self.world.agent(terminal=terminal)

    def start_by(self, agent: Agent, argv: Sequence[str]) -> Started:
        with self._lock:
            return agent.start(argv)

    def run(self, *arguments: str) -> Finished:
        return self.start(*arguments).wait(PATIENCE)

    def must(self, *arguments: str) -> Finished:
        """Runs a command. Raises Wrong when its exit status is not 0."""
        done = self.run_again(*arguments)
        if done.code:
            raise Wrong(f"sayso {' '.join(arguments)}: {done}")
        return done

    def run_again(self, *arguments: str) -> Finished:
        """Runs a command; in the storm up to three times, while it finds no daemon. Unlike a
        question, other requests do not by themselves survive the death of the daemon that they were
        sent to."""
        done = self.run(*arguments)
        for _ in range(2 if self.is_stormy else 0):
            if done.code == exits.NO_SERVICE:
                done = self.run(*arguments)
        return done

    def confirm(self, question: str, *options: str) -> Finished:
        return self.run("confirm", question, *ASK, *options)

    def pending(self, question: str, *options: str) -> str:
        """Asks without waiting. The ticket."""
        done = self.confirm(question, "--wait", "0", *options)
        self.expect(question, done, "pending")
        ticket: str = done.json["ticket"]
        return ticket

    def collect(self, ticket: str) -> Finished:
        return self.run("collect", ticket, "--json", "--wait", f"{PATIENCE:g}")

    def expect(self, question: str, done: Finished, *wanted: str) -> str:
        """The status or error name that a command printed. An outcome is noted in the ledger as the
        caller's act. Raises Wrong when it is not one of `wanted`."""
        try:
            said = done.json
        except json.JSONDecodeError:
            raise Wrong(f"{question!r}: {done}") from None
        status: str = said.get("status") or said["error"]["data"]["error"]
        if status in COMMITTED:
            self.ledger.note(Word.COMMITTED, question, status)
        if status not in wanted:
            raise Wrong(f"{question!r}: {status}, not {' or '.join(wanted)}: {said}")
        return status

    # Looking

    def prompts(self) -> list[PromptInfo]:
        return self.ask_the_daemon(Client.prompts)

    def status(self) -> dict[str, Any]:
        return dict(self.ask_the_daemon(Client.status))

    def ask_the_daemon(self, call: Callable[[Client], T]) -> T:
        """The result of `call`, which is repeated when the daemon is killed meanwhile."""
        return wait_until(lambda: self._asked(call), "an answer of the daemon", PATIENCE)[0]

    def _asked(self, call: Callable[[Client], T]) -> tuple[T] | None:
        try:
            with Client(str(self.world.socket_path), spawn=False) as client:
                return (call(client),)
        except Unreachable:
            return None

    def state(self, question: str) -> str:
        """The question's state as `list` shows it; empty: the question is not in the list."""
        return next((each["state"] for each in self.prompts() if each["title"] == question), "")

    def until_state(self, question: str, state: str) -> None:
        wait_until(
            lambda: self.state(question) == state, f"{question!r} {state or 'gone'}", PATIENCE
        )
