"""Memory for secrets, by what the kernel says of it."""

import sys

assert sys.platform == "linux"

import os
import subprocess
from types import SimpleNamespace

import pytest

from sayso.platforms.linux import memory
from support.images import counted, locked
from support.powerless import powerless

CANARY = b"canary-7f3a-"

LOCK = """
import os, sys
from types import SimpleNamespace
from sayso.errors import MemoryNotLocked
from sayso.platforms.linux import memory
if sys.argv[1]:
    os.uname = lambda: SimpleNamespace(machine=sys.argv[1])
try:
    memory.lock(5000)
except MemoryNotLocked as error:
    print(error, error.remedy)
"""

HOLD = r"""
import os, sys
from sayso.platforms.linux import memory
data = memory.lock(5000)
data[-12:] = b"canary-7f3a-"
child = os.fork()
os.write(1, f"{child or bytes(data[-12:])}\n".encode())
sys.stdin.read()
if child:
    os.waitpid(child, 0)
"""


def test_it_is_locked_for_as_long_as_somebody_has_it() -> None:
    before = locked(os.getpid())
    data = memory.lock(5000)
    view = data[10:20]
    assert locked(os.getpid()) == before + 8
    del data
    assert locked(os.getpid()) == before + 8
    del view
    assert locked(os.getpid()) == before


def test_it_is_locked_on_a_machine_that_has_other_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(machine="ppc64le"))
    before = locked(os.getpid())
    data = memory.lock(5000)
    assert locked(os.getpid()) == before + 8
    assert bytes(data) == bytes(5000)


def test_locking_loads_little() -> None:
    script = (
        "import sys; from sayso.platforms.linux import memory; memory.lock(1); print(*sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "mmap" in run.stdout.split()
    assert {"ctypes", "resource"}.isdisjoint(run.stdout.split())


def test_it_is_in_no_core_file_and_empty_in_forked_children() -> None:
    """As `counted` reads from the area's flags; and as the child says."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with process:
        assert process.stdout is not None
        said = {process.stdout.readline().strip() for _ in range(2)}
        assert repr(bytes(12)).encode() in said
        assert counted(process.pid, CANARY, locked=True) == 1


@pytest.mark.parametrize("machine", ["", "ppc64le"])
@pytest.mark.parametrize("limit", [0, 4])
def test_where_nothing_may_be_locked_it_says_so_and_what_to_do(limit: int, machine: str) -> None:
    """`limit`: KiB, fewer than are asked for. `machine`: the name of one that has other numbers."""
    most = limit << 10
    run = subprocess.run(
        [*powerless(f"{most}:{most}"), sys.executable, "-c", LOCK, machine],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ,
    )
    assert "can't be kept from being swapped out" in run.stdout
    assert ("Cannot allocate memory" in run.stdout) == bool(limit or not machine)
    assert f"the limit is {limit} KiB" in run.stdout
    assert "ulimit -l" in run.stdout


GIVE_BACK = """
import ctypes, re
from pathlib import Path
from sayso.platforms.linux import memory

def own():
    # proc(5): status tells of a sum that the kernel keeps roughly; this is counted
    return int(re.search(r"Anonymous:\\s+(\\d+)", Path("/proc/self/smaps_rollup").read_text())[1])

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
blocks = [libc.malloc(1 << 16) for _ in range(400)]
for block in blocks:
    ctypes.memset(block, 1, 1 << 16)
last = libc.malloc(64)  # keeps the heap from shrinking by itself
for block in blocks:
    libc.free(ctypes.c_void_p(block))
before = own()
memory.give_back()
print(before - own())
"""


def test_what_was_freed_goes_back_to_the_system() -> None:
    run = subprocess.run(
        [sys.executable, "-c", GIVE_BACK], capture_output=True, text=True, check=True
    )
    assert int(run.stdout) > 20_000, "KiB of 25 600"
