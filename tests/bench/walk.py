"""How far a command walks through the code, from its arguments to the window and back: functions,
files, and how often one file hands on to another. A reader walks the same way.

    python tests/bench/walk.py             this tree
    python tests/bench/walk.py COMMIT …    and each of those commits, in the same run

Each process writes down what of sayso it enters and leaves (sys.setprofile), but not while a module
is loaded. What counts is what happens between the command's start and its end, in the command, the
daemon, its keeper and the dialog that shows the question. All but the command run already when it
starts.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.court import MESSAGE, Court
from bench.pairs import source_of

_WITHIN = 60.0

_TRACER = """
import os, sys, threading, time
_steps = os.open(os.path.join({place!r}, str(os.getpid())), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
_mark = os.sep + "sayso" + os.sep
_loading = threading.local()
def _step(frame, event, _argument):
    code = frame.f_code
    if event not in ("call", "return") or _mark not in code.co_filename:
        return
    file = code.co_filename.rpartition(_mark)[2]
    depth = getattr(_loading, "depth", 0)
    if code.co_name == "<module>" and file != "__main__.py":
        _loading.depth = depth + (1 if event == "call" else -1)
    elif not depth:
        words = (time.monotonic_ns(), threading.get_ident(), file, code.co_qualname)
        os.write(_steps, (" ".join(map(str, words)) + "\\n").encode())
threading.setprofile(_step)
sys.setprofile(_step)
"""


@dataclass(frozen=True)
class Walk:
    functions: int
    files: int
    changes: int
    """How often a call or return passes from one file to another."""


@dataclass(frozen=True)
class _Step:
    at: int
    thread: str
    file: str
    function: str


class Ground:
    """A world whose processes write their steps down. Use as a context manager."""

    def __init__(self, source: Path | None) -> None:
        """`source`: a directory of packages to use in place of this tree's; None: this tree's."""
        self._stack = ExitStack()
        self._court = self._stack.enter_context(Court(tray=False))
        world = self._court.world
        self._place = world.directory / "steps"
        self._place.mkdir()
        if source is not None:
            world.interpreter.add_source(source)
        tracer = _TRACER.format(place=str(self._place))
        world.interpreter.add_module("steps", tracer, at_start=True)
        self._court.start_daemon()

    def __enter__(self) -> "Ground":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def confirm(self) -> Walk:
        def approve() -> None:
            self._court.judge.click(*self._court.button("Approve"))

        return self._walk(("confirm", MESSAGE), approve)

    def set_something(self) -> Walk:
        return self._walk(("config", "set", "timeout", "3m"), lambda: None)

    def _walk(self, words: tuple[str, ...], meanwhile: Callable[[], None]) -> Walk:
        self._court.settle()
        there = {file.name for file in self._place.iterdir()}
        began = time.monotonic_ns()
        with self._court.running((*self._court.world.command, *words)) as process:
            meanwhile()
            assert process.wait(_WITHIN) == 0
            ended = time.monotonic_ns()
        of = {*there, str(process.pid)}  # but not of a spare dialog that starts meanwhile
        return _counted([each for each in self._steps(of) if began <= each.at <= ended])

    def _steps(self, processes: set[str]) -> Iterator[_Step]:
        for file in (self._place / process for process in processes):
            for line in file.read_text().splitlines():
                at, thread, *where = line.split(" ", 3)
                yield _Step(int(at), f"{file.name} {thread}", *where)


def _counted(steps: list[_Step]) -> Walk:
    threads = {each.thread for each in steps}
    ways = [[each.file for each in steps if each.thread == thread] for thread in threads]
    return Walk(
        functions=len({(each.file, each.function) for each in steps}),
        files=len({each.file for each in steps}),
        changes=sum(here != there for way in ways for here, there in pairwise(way)),
    )


def walks(source: Path | None) -> Iterator[tuple[str, Walk]]:
    with Ground(source) as ground:
        ground.confirm()  # what is loaded only once does not count
        yield "confirm", ground.confirm()
        yield "config set", ground.set_something()


def main(commits: list[str]) -> int:
    print("| code | command | functions | files | changes of file |\n|---|---|---|---|---|")
    for commit in ("", *commits):
        with ExitStack() as stack:
            source = stack.enter_context(source_of(commit)) if commit else None
            for command, walk in walks(source):
                name = commit or "this tree"
                row = (name, command, walk.functions, walk.files, walk.changes)
                print(f"| {' | '.join(map(str, row))} |", flush=True)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except subprocess.CalledProcessError as error:
        sys.exit(str(error))
