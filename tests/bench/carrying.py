"""Measures the time from a request on another machine to the dialog here, through a real ssh on the
loopback.

The line there and back is how much longer a request that needs no person takes over ssh than here.
A dialog for another machine has one banner more than a local dialog, whatever the line: so each
question is also asked by a program of this machine, on a socket that is meant for another one.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench import figures
from bench.court import SAYSO, WARMING, Court
from bench.figures import Row
from bench.painting import command, request
from support.carrying import Machine
from support.openssh import OpenSsh
from support.ssh_line import SshLine
from support.wire import Wire
from support.world import World

FAR = 0.05
"""Seconds of delay on a long line, each way."""


def measure(turns: int) -> Iterator[Row]:
    """Rows for a line without delay, then for one that takes a tenth of a second there and back."""
    for delay in (0.0, FAR):
        yield from _measure(turns, delay)


def _measure(turns: int, delay: float) -> Iterator[Row]:
    local: list[float] = []
    there: list[float] = []
    whole_local: list[float] = []
    whole_there: list[float] = []
    unlined: list[float] = []
    """Requests on a socket for another machine, but without the line."""
    lines: list[float] = []
    with Court() as court, _carried(court, delay) as machine:
        environ = {
            name: value
            for name, value in court.world.environ.items()
            if name not in ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS")
        } | {"XDG_RUNTIME_DIR": str(machine.runtime)}
        (path,) = machine.forwarded.iterdir()
        opened = court.world.sayso("remote", "open", "beside")
        with (
            court.connected() as here,
            Wire(Path(opened.out.strip()), 30) as beside,
            Wire(path, 30) as wire,
        ):
            beside.call("hello")
            wire.call("hello")
            for turn in range(WARMING, turns):
                line = _round(court, wire) - _round(court, here)
                took = (
                    request(court, here)[1],
                    request(court, beside)[1],
                    request(court, wire)[1],
                    command(court, SAYSO)[1],
                    command(court, SAYSO, environ)[1],
                )
                if turn >= 0:
                    lines.append(line)
                    for samples, value in zip(
                        (local, unlined, there, whole_local, whole_there), took, strict=True
                    ):
                        samples.append(value)
    name = f"a line of {1000 * 2 * delay:g} ms" if delay else "the loopback"
    line = figures.median(lines)
    yield figures.times(f"there and back on {name}", lines)
    request_there = f"request on the forwarded socket to painted, over {name}"
    for figure, ours, where, other in (
        (request_there, there, "here", local),
        (request_there, there, "on such a socket here", unlined),
        (f"whole `sayso confirm` there to painted, over {name}", whole_there, "here", whole_local),
    ):
        limit = figures.median(other) + 2 * line
        found = figures.spread(ours, "ms")
        told = f"{where} {figures.spread(other, 'ms')}"
        reach = f"≤ that and the line twice, {figures.number(limit)} ms"
        yield Row(figure, reach, found, told, figures.median(ours) <= limit)


@contextmanager
def _carried(court: Court, delay: float) -> Iterator[Machine]:
    """Another machine that may ask by a real ssh, with the daemon started."""
    world = court.world
    ssh = OpenSsh(world)
    machine = Machine(world, ssh)
    line = SshLine(machine.server.port)
    machine.configure(f"Port {line.port}", "HostKeyAlias there")
    key = " ".join(Path(f"{machine.server.host_key}.pub").read_text().split()[:2])
    machine.server.known_hosts.write_text(f"there {key}\n")
    _put_ssh(world, machine)
    line.delay = delay
    try:
        court.start_daemon()
        added = world.sayso("remote", "add", "127.0.0.1", "--name", "there")
        assert added.code == 0, added
        yield machine
        world.sayso("remote", "remove", "there")
    finally:
        ssh.close()
        line.close()


def _put_ssh(world: World, machine: Machine) -> None:
    program = world.interpreter.bin / "ssh"
    program.write_text(f'#!/bin/sh\nexec /usr/bin/ssh -F {machine.server.client} "$@"\n')
    program.chmod(0o755)
    world.everywhere(PATH=world.environ["PATH"])


def _round(court: Court, wire: Wire) -> float:
    """Milliseconds of a request that needs no person. Like a question, it comes after a pause: the
    programs in between have to wake up, too."""
    court.settle()
    begun = time.monotonic_ns()
    wire.call("list")
    return (time.monotonic_ns() - begun) / 1e6
