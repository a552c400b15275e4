"""The tests of a platform run on that system only, those of macOS on every Unix. Fixtures that all
of them may use."""

import sys
from collections.abc import Iterator

import pytest

from support.programs import Programs

collect_ignore = [
    folder
    for system, folder in (("linux", "linux"), ("win32", "windows"))
    if system != sys.platform
]
"""Whether a platform has all that it needs, the type checker proves."""
if sys.platform == "win32":
    collect_ignore.append("macos")  # on a Unix they use a double of the kernel


@pytest.fixture
def programs() -> Iterator[Programs]:
    programs = Programs()
    yield programs
    programs.close()
