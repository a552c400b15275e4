"""All writes of a program and of what it starts, recorded by strace(1)."""

import re
from dataclasses import dataclass
from pathlib import Path

_CALLS = "write,pwrite64,writev,pwritev,pwritev2,sendto,sendmsg,sendmmsg"

_WRITE = re.compile(r"^\d+ +\w+\(\d+<(?P<place>[^<>]*).*?>, (?P<data>.*)")
_BYTES = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(frozen=True)
class Write:
    place: str
    """Where the data goes: a path, or `UNIX-STREAM:[…]`, `pipe:[…]` and others."""
    data: bytes

    @property
    def is_to_a_file(self) -> bool:
        return self.place.startswith("/") and not self.place.startswith("/dev/")


def traced(log: Path) -> list[str]:
    """Arguments to put before a command. strace ends when all processes have ended."""
    return [
        *("strace", "--follow-forks", "--decode-fds=all", "--strings-in-hex=all"),
        *("--string-limit=1000000", "--quiet=all", f"--trace={_CALLS}"),
        *(f"--output={log}", "--"),
    ]


def writes(log: Path) -> list[Write]:
    matches = filter(None, map(_WRITE.search, log.read_text().splitlines()))
    return [Write(_read(match["place"]).decode(), _data(match["data"])) for match in matches]


def _data(text: str) -> bytes:
    return b"".join(map(_read, _BYTES.findall(text)))


def _read(text: str) -> bytes:
    return re.sub(r"\\x(..)", lambda code: chr(int(code[1], 16)), text).encode("latin-1")
