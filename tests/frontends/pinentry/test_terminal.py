"""What another pinentry has replied stays nowhere."""

import sys

assert sys.platform != "win32"

from pathlib import Path

import pytest

from sayso.core.secret import Bytes
from sayso.frontends.pinentry import terminal
from sayso.frontends.pinentry.state import State


def test_its_reply_is_wiped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "other"
    other.write_text("#!/bin/sh\necho OK\nread line\nprintf 'D hunter2\\nOK\\n'\n")
    other.chmod(0o755)
    rooms: list[memoryview] = []

    def locked(size: int) -> memoryview:
        rooms.append(memoryview(bytearray(size)))
        return rooms[-1]

    said = bytearray()

    def write(data: Bytes | bytes) -> None:
        said.extend(data)

    monkeypatch.setattr(terminal, "locked", locked)
    assert terminal.ask(str(other), State({}), b"GETPIN", write, lambda: True)
    assert said == b"D hunter2\nOK\n"
    assert [bytes(room) for room in rooms] == [bytes(len(room)) for room in rooms]
