"""Fixtures for the releases of Debian, and a bare system of each."""

from collections.abc import Iterator

import pytest
from debian_package import RELEASES

from support.bare_debian import BareDebian


@pytest.fixture(params=[each.name for each in RELEASES])
def suite(request: pytest.FixtureRequest) -> str:
    made: str = request.param
    return made


@pytest.fixture
def debian(suite: str) -> Iterator[BareDebian]:
    made = BareDebian(suite)
    made.root("apt-get", "update")
    yield made
    made.close()
