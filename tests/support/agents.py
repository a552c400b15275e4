"""Process trees as agents make them: long-lived processes that run commands, side by side.

parent = world.agent()
left, right = parent.child(), parent.child(terminal=True)
left.sh("sayso confirm 'Deploy?' --wait 1")      # a fresh shell each time
"""

import json
import shlex
import socket
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from support.processes import (
    PATIENCE,
    Finished,
    Seen,
    StillWaiting,
    descendants,
    kill,
    wait_until,
)

PROGRAM = Path(__file__).with_name("agent_program.py")


class Desk:
    """The listening socket of a world, to which its agents connect."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._agents: list[Agent] = []
        self._commands = 0
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(directory / "desk"))
        self._listener.listen()
        self._listener.settimeout(PATIENCE)

    def hire(self, start: Callable[[Sequence[str]], object]) -> "Agent":
        """Starts an agent and waits until it has connected. `start`: starts its program, given the
        command."""
        start([sys.executable, str(PROGRAM), str(self.directory / "desk")])
        connection, _ = self._listener.accept()
        agent = Agent(self, connection)
        self._agents.append(agent)
        return agent

    def stem(self) -> Path:
        """A new path, without suffix, for the output of a command."""
        self._commands += 1
        return self.directory / f"agents-{self._commands}"

    def close(self) -> None:
        for agent in self._agents:
            agent.close()
        self._listener.close()


class Agent:
    def __init__(self, desk: Desk, connection: socket.socket) -> None:
        self._desk = desk
        self._connection = connection
        self._stream = connection.makefile("rw")
        connection.settimeout(PATIENCE)
        self.pid: int = json.loads(self._stream.readline())["pid"]

    def child(self, *, terminal: bool = False) -> "Agent":
        """Has this agent start another agent. `terminal`: in a session and on a terminal of its
        own."""
        return self._desk.hire(lambda argv: self.start(argv, terminal=terminal))

    def start(self, argv: Sequence[str], *, terminal: bool = False) -> "Started":
        """Has the agent start a command, and does not wait for it."""
        stem = self._desk.stem()
        out, err = stem.with_suffix(".out"), stem.with_suffix(".err")
        reply = self._tell("start", argv=list(argv), out=str(out), err=str(err), terminal=terminal)
        return Started(self, reply["pid"], out, err)

    def run(self, argv: Sequence[str], timeout: float = 30.0) -> Finished:
        return self.start(argv).wait(timeout)

    def sh(self, script: str, timeout: float = 30.0) -> Finished:
        """Runs a script in a new shell and waits."""
        return self.start_sh(script).wait(timeout)

    def start_sh(self, script: str) -> "Started":
        return self.start(["sh", "-c", script])

    def start_make(self, *commands: Sequence[str], jobs: int = 1) -> "Started":
        """Runs commands through make(1), one target for each. `jobs`: how many at a time."""
        makefile = self._desk.stem().with_suffix(".mk")
        names = [f"target{index}" for index in range(len(commands))]
        rules = [
            f"{name}:\n\t@{shlex.join(command).replace('$', '$$')}\n"
            for name, command in zip(names, commands, strict=True)
        ]
        makefile.write_text(
            f".PHONY: all {' '.join(names)}\nall: {' '.join(names)}\n{''.join(rules)}"
        )
        return self.start(["make", "--keep-going", f"--jobs={jobs}", f"--file={makefile}"])

    def start_xargs(self, command: Sequence[str], *, times: int, at_once: int) -> "Started":
        """Runs a command `times` times through xargs(1), `at_once` of them at a time."""
        # -I: one run for each line; the line's text is not used, since no argument contains {}
        return self.start_sh(
            f"yes | head -n {times} | xargs -P{at_once} -I{{}} {shlex.join(command)}"
        )

    def wait(self, pid: int, timeout: float) -> int:
        code: int | None = self._tell("wait", within=timeout, pid=pid, timeout=timeout)["code"]
        if code is None:
            raise StillWaiting(f"process {pid} of agent {self.pid} still runs after {timeout:g} s")
        return code

    def close(self) -> None:
        """Closes the connection, at which the agent ends."""
        self._stream.close()
        self._connection.close()

    def _tell(self, operation: str, *, within: float = 0.0, **arguments: Any) -> dict[str, Any]:
        self._connection.settimeout(within + PATIENCE)
        print(json.dumps({"op": operation, **arguments}), file=self._stream, flush=True)
        reply: dict[str, Any] = json.loads(self._stream.readline())
        return reply


@dataclass(frozen=True)
class Started:
    """A command that an agent started. `pid` is the shell's if a shell runs it."""

    agent: Agent
    pid: int
    out_file: Path
    err_file: Path

    @property
    def out(self) -> str:
        return self.out_file.read_text(errors="replace")

    @property
    def err(self) -> str:
        return self.err_file.read_text(errors="replace")

    def descendant(self, words: str, timeout: float = PATIENCE) -> Seen:
        """Waits for a process below this one whose command line contains `words`. Returns that
        process."""
        return wait_until(
            lambda: next((each for each in descendants(self.pid) if words in each.command), None),
            f'a process "{words}" below {self.pid}',
            timeout,
        )

    def kill(self) -> None:
        """Kills this process with SIGKILL, but not what it has started."""
        kill(self.pid)

    def wait(self, timeout: float = 30.0) -> Finished:
        return Finished(self.agent.wait(self.pid, timeout), self.out, self.err)
