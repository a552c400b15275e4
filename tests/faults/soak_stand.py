"""Where the callers of a soak stand: a world, a ledger of what was said and done, and commands."""

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
"""Seconds for whatever is waited for: others are asked for before, and the machine is busy."""

COMMITTED = {*STATUS.values(), "timed_out"}
"""Outcomes that are spent once."""

ASK = ("--json", "--wait", f"{PATIENCE:g}", "--timeout", f"{PATIENCE:g}", "--render-timeout", "60")


class Wrong(AssertionError):
    """A caller heard what it should not have."""


class Stand:
    """Callers come in several threads at once."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.ledger = Ledger(str(world.directory / "ledger"))
        self.asked = Counter[str]()
        """Questions by kind."""
        self.is_stormy = False
        """Daemon and keeper are killed meanwhile."""
        self._lines: defaultdict[str, list[Line]] = defaultdict(list)
        self._numbers = itertools.count(1)
        self._lock = threading.RLock()
        """A world starts one process at a time, and a ledger has one reader."""

    # Questions

    def question(self, kind: str, wanted: str) -> str:
        """Another one; what the person shall do is its last word."""
        with self._lock:
            self.asked[kind] += 1
            return f"Question {next(self._numbers)}: {wanted}"

    def lines(self, question: str) -> list[Line]:
        return self.all_lines()[question]

    def all_lines(self) -> dict[str, list[Line]]:
        """By question."""
        with self._lock:
            for line in self.ledger.news():
                self._lines[line.question].append(line)
            return self._lines

    # Commands

    def start(self, *arguments: str) -> Job:
        """A command of sayso."""
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
        """Raises Wrong when its exit status is not 0."""
        done = self.run_again(*arguments)
        if done.code:
            raise Wrong(f"sayso {' '.join(arguments)}: {done}")
        return done

    def run_again(self, *arguments: str) -> Finished:
        """Up to three times, while it hears no daemon: what is no question does not outlive by
        itself the death of the daemon that it speaks to."""
        done = self.run(*arguments)
        for _ in range(2 if self.is_stormy else 0):
            if done.code == exits.NO_SERVICE:
                done = self.run(*arguments)
        return done

    def confirm(self, question: str, *options: str) -> Finished:
        return self.run("confirm", question, *ASK, *options)

    def pending(self, question: str, *options: str) -> str:
        """Asks and does not wait; the ticket."""
        done = self.confirm(question, "--wait", "0", *options)
        self.expect(question, done, "pending")
        ticket: str = done.json["ticket"]
        return ticket

    def collect(self, ticket: str) -> Finished:
        return self.run("collect", ticket, "--json", "--wait", f"{PATIENCE:g}")

    def expect(self, question: str, done: Finished, *wanted: str) -> str:
        """The status, or the error's name; an outcome is the caller's act. Raises Wrong."""
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
        """Again, when it is killed meanwhile."""
        return wait_until(lambda: self._asked(call), "an answer of the daemon", PATIENCE)[0]

    def _asked(self, call: Callable[[Client], T]) -> tuple[T] | None:
        try:
            with Client(str(self.world.socket_path), spawn=False) as client:
                return (call(client),)
        except Unreachable:
            return None

    def state(self, question: str) -> str:
        """As `list` tells it; empty: it is not there."""
        return next((each["state"] for each in self.prompts() if each["title"] == question), "")

    def until_state(self, question: str, state: str) -> None:
        wait_until(
            lambda: self.state(question) == state, f"{question!r} {state or 'gone'}", PATIENCE
        )
