"""Reads the memory of a process, and finds a secret in it in whatever encoding."""

import sys

assert sys.platform == "linux"

import base64
import contextlib
import os
import re
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

as_root = pytest.mark.root("root alone can look into hardened processes")


@dataclass(frozen=True)
class Area:
    """A part of a process's memory."""

    is_locked: bool
    """Whether the memory is never swapped out, left out of core dumps, and empty in forked
    children."""
    data: bytes


def writings(text: str) -> dict[str, bytes]:
    """The text in each encoding that programs use, by the name of the encoding."""
    raw = text.encode()
    return {
        **{name: text.encode(name) for name in ("utf-8", "utf-16-le", "utf-16-be")},
        **{name: text.encode(name) for name in ("utf-32-le", "utf-32-be")},
        "hex": raw.hex().encode(),
        "HEX": raw.hex().upper().encode(),
        "spaced hex": raw.hex(" ").encode(),
        "\\x": "".join(f"\\x{byte:02x}" for byte in raw).encode(),
        "\\u": "".join(f"\\u{byte:04x}" for byte in raw).encode(),
        "%": "".join(f"%{byte:02X}" for byte in raw).encode(),
        "numbers": ", ".join(str(byte) for byte in raw).encode(),
        **{f"base64 at {lead}": _base64(raw, lead) for lead in range(3)},
    }


def _base64(raw: bytes, lead: int) -> bytes:
    """The part of the base64 text that is independent of the bytes around it, when `raw` begins
    `lead` bytes into a group of three."""
    whole = raw[(3 - lead) % 3 :]
    return base64.b64encode(whole[: len(whole) // 3 * 3])


def found(data: bytes, text: str) -> set[str]:
    """The encodings in which the text occurs in `data`."""
    return {way for way, written in writings(text).items() if written in data}


def counted(pid: int, pattern: bytes, *, locked: bool | None = None) -> int:
    """How often the pattern occurs in a process's memory. `locked`: True for locked areas only,
    False for the others, None for all."""
    return sum(
        len(re.findall(re.escape(pattern), area.data))
        for area in image(pid)
        if locked in (None, area.is_locked)
    )


def locked(pid: int) -> int:
    """KiB of the process's memory that is never swapped out. Any user may ask."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmLck:")[2].split()[0])


def image(pid: int) -> list[Area]:
    """All memory that the process can write to, read while the process is stopped. For a hardened
    process root is needed."""
    with _standing_still(pid):
        return list(_areas(pid))


@contextlib.contextmanager
def _standing_still(pid: int) -> Iterator[None]:
    os.kill(pid, signal.SIGSTOP)
    try:
        stat = Path(f"/proc/{pid}/stat")
        while stat.read_text().rpartition(")")[2].split()[0] not in "Tt":
            os.sched_yield()
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def _areas(pid: int) -> Iterator[Area]:
    """See proc(5): each area in smaps begins with a line as in maps and ends with its VmFlags."""
    process, where = Path(f"/proc/{pid}"), ""
    with (process / "mem").open("rb", 0) as memory:
        for line in (process / "smaps").read_text().splitlines():
            word, *rest = line.split()
            if not word.endswith(":"):
                where = word if rest[0].startswith("rw") else ""
            elif word == "VmFlags:" and where:
                start, end = (int(part, 16) for part in where.split("-"))
                memory.seek(start)
                yield Area({"lo", "dd", "wf"} <= set(rest), memory.read(end - start))
