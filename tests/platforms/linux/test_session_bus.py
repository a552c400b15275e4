"""Where the session bus is, in the words of an address that no library starts one for."""

import sys

assert sys.platform == "linux"

import os

import pytest

from sayso.platforms.linux import session_bus

NAMED = "unix:path=/bus"
STANDARD = {"XDG_RUNTIME_DIR": "/run/me"}


@pytest.mark.parametrize(
    ("named", "address"),
    [
        (NAMED, NAMED),
        ("unix:abstract=bus,guid=1", "unix:abstract=bus,guid=1"),
        ("", "unix:path=/run/me/bus"),
        ("autolaunch:", "unix:path=/run/me/bus"),
        ("autolaunch:scope=*install-path", "unix:path=/run/me/bus"),
        (f"{NAMED};autolaunch:", NAMED),
        (f"autolaunch:;{NAMED};", NAMED),
    ],
)
def test_it_is_the_one_that_is_named_or_in_its_standard_place(named: str, address: str) -> None:
    environ = STANDARD | {session_bus.VARIABLE: named}
    session_bus.settle(environ)
    assert environ == STANDARD | {session_bus.VARIABLE: address}


def test_without_a_runtime_directory() -> None:
    assert session_bus.address({}) == f"unix:path=/run/user/{os.geteuid()}/bus"


def test_its_place_is_escaped() -> None:
    address = session_bus.address({"XDG_RUNTIME_DIR": "/run/a b,ü"})
    assert address == "unix:path=/run/a%20b%2c%c3%bc/bus"
