"""The macOS platform before a double of its kernel: these tests run on every system that has
Unix's sockets."""

from support import macos_modules

macos_modules.can_be_loaded()

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.macos_kernel import Kernel


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> "Iterator[Kernel]":
    from sayso.platforms.macos import process_facts
    from support import macos_kernel

    process_facts.boot_time.cache_clear()  # another test may have had another one
    yield macos_kernel.install(monkeypatch)
    process_facts.boot_time.cache_clear()
