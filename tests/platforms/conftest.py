"""Each system's own tests run on that system alone; what any of them may have."""

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


@pytest.fixture
def programs() -> Iterator[Programs]:
    programs = Programs()
    yield programs
    programs.close()
