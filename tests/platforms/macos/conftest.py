"""The macOS platform before a double of its kernel: these tests run on every system that has
Unix's sockets."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import pytest

from support import macos_modules

macos_modules.can_be_loaded()

from sayso.platforms.macos import process_facts
from support import macos_kernel
from support.macos_kernel import Kernel


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    process_facts.start_of.cache_clear()  # another test may have had another boot
    return macos_kernel.install(monkeypatch)
