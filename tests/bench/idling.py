"""Measures what daemon, keeper, spare dialog and tray use while nothing is asked."""

import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from bench.court import Court
from bench.figures import Row
from support.processes import wait_until

PARTS = {"daemon": "daemon run", "keeper": "sayso keeper", "spare": "sayso dialog"}
"""Words in the command line of each process."""

SECONDS_A_TURN = 3.0

REST = 20.0
"""Seconds after the start in which each process gives back the memory that loading took, and
threads of the toolkit that have nothing to do end (GLib's do after 15)."""


LIMITS = {"daemon, keeper and spare": 70, "all, with the tray": 110}
"""Most MiB that they may use."""


def measure(turns: int) -> Iterator[Row]:
    """Watches for three seconds for each turn: a minute for twenty. Then once more, with the
    tray."""
    with Court(tray=False) as court, court.unseen():
        yield from _idle(court, turns, "daemon, keeper and spare", PARTS)
    with Court() as court, court.unseen(), court.running(["trayer"]):
        parts = PARTS | {"tray": "sayso tray"}
        yield from _idle(court, turns, "all, with the tray", parts)


def _idle(court: Court, turns: int, what: str, parts: Mapping[str, str]) -> Iterator[Row]:
    court.start_daemon()
    wait_until(lambda: all(map(court.pids, parts.values())), "all processes")
    pids = {name: court.pids(words)[0] for name, words in parts.items()}
    time.sleep(REST)
    before, began = {name: switches(pid) for name, pid in pids.items()}, time.monotonic()
    time.sleep(SECONDS_A_TURN * turns)
    minutes = (time.monotonic() - began) / 60
    woken = {name: switches(pid) - before[name] for name, pid in pids.items()}
    yield _memory(what, {name: pss(pid) for name, pid in pids.items()})
    rate = sum(woken.values()) / minutes
    each = ", ".join(f"{name} {count}" for name, count in woken.items())
    found = f"{rate:.3g} a minute in {minutes:.2g} min ({each})"
    yield Row(f"idle: wake-ups of {what}", "0", found, "", rate == 0)


def _memory(what: str, parts: Mapping[str, float | None]) -> Row:
    sizes = [size for size in parts.values() if size is not None]
    figure, reach = f"idle: PSS of {what}", f"≤ {LIMITS[what]} MiB"
    if len(sizes) < len(parts):
        return Row(figure, reach, "not measured: the processes are hardened, so it takes root")
    detail = ", ".join(f"{name} {size:.1f}" for name, size in parts.items())
    return Row(figure, reach, f"{sum(sizes):.1f} MiB ({detail})", "", sum(sizes) <= LIMITS[what])


def pss(pid: int) -> float | None:
    """PSS of a process in MiB; None: we may not read it."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except PermissionError:
        return None
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def resident(pid: int) -> float:
    """Resident memory of a process in MiB, which anybody may read."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise AssertionError(f"process {pid} has no memory")


def switches(pid: int) -> int:
    """How often the threads of the process were put on a processor (proc(5), status)."""
    return sum(
        int(line.split()[1])
        for task in Path(f"/proc/{pid}/task").iterdir()
        for line in (task / "status").read_text().splitlines()
        if "ctxt_switches" in line
    )
