"""The gauges of a soak: whatever is left behind, and memory that grows, is found."""

import sys

assert sys.platform == "linux"

import os
import subprocess
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest

from faults import gauges
from faults.gauges import FLAT, Still
from support.processes import wait_until
from support.world import World

HOLDER = """
import os, sys
kept = []
for line in sys.stdin:
    exec(line)
    print("done", flush=True)
"""

WINDOW = str(Path(__file__).parents[1] / "support" / "window.py")
STILL = Still(descriptors=23, processes=3, zombies=0, windows=22, visible=2)


class Holder:
    """A process that executes lines of Python on request."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.pid = process.pid
        self._process = process

    def tell(self, line: str) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(line, file=self._process.stdin, flush=True)
        assert self._process.stdout.readline() == "done\n"


@pytest.fixture
def holder() -> Iterator[Holder]:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        holder = Holder(process)
        holder.tell("")
        yield holder


def test_a_descriptor_that_is_not_closed(holder: Holder) -> None:
    before = gauges.descriptors(holder.pid)
    holder.tell("kept.append(os.open('/dev/null', os.O_RDONLY))")
    assert gauges.descriptors(holder.pid) == before + 1


def test_memory_that_is_not_given_back(holder: Holder) -> None:
    before = gauges.memory(holder.pid)
    holder.tell("kept.append(os.urandom(4 << 20))")
    after = gauges.memory(holder.pid)
    assert after.own >= before.own + (4 << 10)
    assert after.pss is not None
    assert before.pss is not None
    assert after.pss > before.pss


def test_a_child_that_is_not_reaped(holder: Holder) -> None:
    assert gauges.zombies([holder.pid]) == []
    holder.tell("os.fork() or os._exit(0)")
    wait_until(lambda: gauges.zombies([holder.pid]), "a zombie")
    assert gauges.zombies([os.getpid()]) == []
    holder.tell("os.wait()")
    assert gauges.zombies([holder.pid]) == []


def test_a_process_and_a_window_that_are_left(world: World, holder: Holder) -> None:
    pair = (holder.pid,)
    before = gauges.still(world, pair)
    assert before.processes == 0
    job = world.spawn([sys.executable, WINDOW])
    world.dialogs.wait_for("Approve")
    after = gauges.still(world, pair)
    assert after.processes == 1
    assert after.windows > before.windows
    assert after.visible > before.visible
    job.kill()
    wait_until(lambda: gauges.still(world, pair) == before, "the window to go")


@pytest.mark.parametrize("field", [field.name for field in fields(Still)])
def test_whatever_is_not_as_before_is_named(field: str) -> None:
    before = getattr(STILL, field)
    more = replace(STILL, **{field: before + 1})
    assert gauges.difference(STILL, STILL) == ""
    assert gauges.difference(STILL, more) == f"{before + 1} {field}, not {before}"


def test_growth_beyond_what_is_flat() -> None:
    assert gauges.growth([1000, 990, 1500], [1060, 1070, 600]) == pytest.approx(0.06)
    assert gauges.growth([1000], [1060]) > FLAT
    assert gauges.growth([1000], [1049]) < FLAT
    assert gauges.growth([1000], [900]) < 0
