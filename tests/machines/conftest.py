"""Fixtures for machines that are reached by ssh, with users of their own, and a person at a
screen."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.elsewhere import Host, Machine
    from support.world import World

Reach = Callable[..., "Host"]
"""`reach("build-7")`: another machine at each call, under this name, that the person lets ask.
`add=False`: the person does not let it ask yet. `by`: the world of another person; `like`: use the
machine of this host; `delay`: seconds by which the line delays everything, each way."""


@pytest.fixture
def machines() -> "list[Machine]":
    from support.elsewhere import machines

    made = machines()
    if not made:
        pytest.skip("packaging/other_machines.py makes the machines, as root")
    return made


@pytest.fixture
def reach(world: "World", machines: "list[Machine]") -> Iterator[Reach]:
    from support.elsewhere import Host

    with ExitStack() as stack:
        unused = list(machines)

        def reached(
            name: str,
            by: "World | None" = None,
            like: "Host | None" = None,
            add: bool = True,
            delay: float = 0.0,
        ) -> Host:
            host = Host(by or world, like or unused.pop(0), name)
            stack.callback(host.close)
            host.line.delay = delay
            if add:
                host.add()
            return host

        yield reached


@pytest.fixture
def build(reach: Reach) -> "Host":
    return reach("build-7")
