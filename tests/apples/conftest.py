"""Fixtures with facts about Apple's system, read from files that packaging/gnustep.py fetches."""

import pytest

import macos_double
from macos_double import headers
from macos_double.headers import Headers


@pytest.fixture(autouse=True, scope="session")
def known() -> None:
    if not (macos_double.METADATA.exists() and macos_double.TYPES.exists()):
        pytest.skip("packaging/gnustep.py --set-up has not run")


@pytest.fixture(scope="session")
def apples() -> Headers:
    return headers.read(macos_double.TYPES)
