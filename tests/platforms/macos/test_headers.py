"""What the macOS platform knows of the system by number is what Apple's headers say."""

import sys
from typing import TYPE_CHECKING

assert sys.platform == "darwin" or not TYPE_CHECKING  # mypy passes over it elsewhere

import ctypes
import importlib.util
from pathlib import Path

import pytest

from sayso.platforms.macos.native import layouts, numbers, sockets, unlisted
from sayso.platforms.macos.native.layouts import LISTED, Layout, UniqueIdentifier
from support import macos_headers
from support.macos_headers import ARCHITECTURES, complaints

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("ziglang") is None, reason="there is no ziglang to compile with"
)

NUMBERS = {name: value for name, value in vars(numbers).items() if name.isupper()}


def program(numbers: dict[str, int] = NUMBERS, listed: tuple[type[Layout], ...] = LISTED) -> str:
    named = [(layout.C_NAME, layout) for layout in listed]
    return macos_headers.program(numbers, named, layouts.FUNCTIONS)


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_numbers_layouts_and_calls_are_those_of_the_headers(
    architecture: str, tmp_path: Path
) -> None:
    assert complaints(program(), architecture, tmp_path) == ""


def test_every_layout_is_compared_but_the_one_that_no_header_has() -> None:
    found = [each for each in vars(layouts).values() if isinstance(each, type)]
    named = {each for each in found if issubclass(each, Layout) and each is not Layout}
    assert named == {*LISTED, UniqueIdentifier}


@pytest.mark.parametrize("name", sorted(NUMBERS))
def test_each_number_is_compared(name: str) -> None:
    assert f"(long long)({name}) == " in program()


class Moved(Layout):
    """As the beginning of `BsdInfo`, with two fields in each other's place."""

    C_NAME = "struct proc_bsdinfo"
    _fields_ = (
        ("pbi_flags", ctypes.c_uint32),
        ("pbi_xstatus", ctypes.c_uint32),
        ("pbi_status", ctypes.c_uint32),
        ("_rest", ctypes.c_uint8 * (ctypes.sizeof(layouts.BsdInfo) - 12)),
    )


class Short(Layout):
    C_NAME = "struct xucred"
    _fields_ = (("cr_version", ctypes.c_uint32), ("cr_uid", ctypes.c_uint32))


@pytest.mark.parametrize(
    ("source", "word"),
    [
        (program({"KERN_PROCARGS2": 48}, ()), "(long long)(KERN_PROCARGS2) == 48LL"),
        (program({"LOCAL_PEERTIP": 2}, ()), "LOCAL_PEERTIP"),
        (program({}, (Moved,)), "offsetof(struct proc_bsdinfo, pbi_xstatus) == 4"),
        (program({}, (Short,)), "sizeof(struct xucred) == 8"),
        (macos_headers.program({}, (), ["proc_pidinfo", "proc_pidpaths"]), "proc_pidpaths"),
    ],
    ids=["wrong number", "no such number", "wrong offset", "wrong size", "no such call"],
)
def test_what_the_headers_say_otherwise_is_refused(source: str, word: str, tmp_path: Path) -> None:
    assert word in complaints(source, ARCHITECTURES[0], tmp_path)


def test_what_no_header_has_is_as_the_kernels_source_has_it() -> None:
    """Its own assertion about the size is all that there is to compare with."""
    assert ctypes.sizeof(UniqueIdentifier) == 56
    assert UniqueIdentifier.p_uniqueid.offset == 16
    assert (unlisted.PROC_PIDUNIQIDENTIFIERINFO, unlisted.PT_DENY_ATTACH) == (17, 31)


def test_a_peers_user_is_read_where_it_is_laid_out() -> None:
    assert ctypes.sizeof(layouts.Xucred) == sockets.XUCRED_SIZE
    assert sockets.XUCRED_BEGINNING.size == layouts.Xucred.cr_ngroups.offset
    assert layouts.Xucred.cr_uid.offset == 4
