"""What a process has in its memory, and a secret found there in whatever writing."""

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
    """It is never swapped out, left out of core files, and empty in forked children."""
    data: bytes


def writings(text: str) -> dict[str, bytes]:
    """The text as programs write it down, by the name of the way; of no letter in common case."""
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
    """What is the same of it whatever stands before and after it, `lead` bytes into a group."""
    whole = raw[(3 - lead) % 3 :]
    return base64.b64encode(whole[: len(whole) // 3 * 3])


def found(data: bytes, text: str) -> set[str]:
    """In which ways the text is written there."""
    return {way for way, written in writings(text).items() if written in data}


def counted(pid: int, pattern: bytes, *, locked: bool | None = None) -> int:
    """How often it is in the memory of a process; `locked`: in such areas alone."""
    return sum(
        len(re.findall(re.escape(pattern), area.data))
        for area in image(pid)
        if locked in (None, area.is_locked)
    )


def locked(pid: int) -> int:
    """KiB of memory that is never swapped out, whosoever asks."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmLck:")[2].split()[0])


def image(pid: int) -> list[Area]:
    """All that it can write to, taken while it stands still. Of a hardened process: root only."""
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
    """By proc(5): each area of smaps begins with a line as in maps and ends with its VmFlags."""
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
