"""Each system's own tests run on that system alone, those of macOS on every Unix; what any of them
may have."""

import sys
from collections.abc import Iterator

import pytest

from support.programs import Programs

collect_ignore = [
    folder
    for system, folder in (("linux", "linux"), ("win32", "windows"))
    if system != sys.platform
]
"""What a platform has to fulfil, the type checker knows."""
if sys.platform == "win32":
    collect_ignore.append("macos")  # elsewhere they have a double of the kernel


@pytest.fixture
def programs() -> Iterator[Programs]:
    programs = Programs()
    yield programs
    programs.close()
