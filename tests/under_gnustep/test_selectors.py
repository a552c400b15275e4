"""What the double was sent is Apple's: every call, and every method that waits to be called."""

import sys

assert sys.platform == "linux"

import subprocess
from pathlib import Path

import pytest

import macos_double
from macos_double import headers, selectors
from macos_double.headers import Headers
from support.mac import Mac

PROGRAM = Path(__file__).with_name("window_program.py")

GOOD = """
class Good(AppKit.NSObject):
    def windowShouldClose_(self, window): return True
    def doIt_(self, value): pass
    def isEqual_(self, other): return self is other
    @objc.python_method
    def anything(self, one, two): pass
Good.new().performSelector_withObject_("doIt:", AppKit.NSMutableArray.arrayWithArray_([1]))
"""


@pytest.fixture(scope="module")
def apples() -> Headers:
    return headers.read(macos_double.TYPES)


def wrong(program: str, record: Path, apples: Headers) -> list[str]:
    """Of what this program sends and defines."""
    subprocess.run(
        [sys.executable, "-c", "import AppKit, objc\n" + program],
        env=macos_double.environ({"HOME": str(record.parent)}, record),
        cwd=record.parent, timeout=60, check=True,
    )  # fmt: skip
    return selectors.wrong(selectors.recorded(record), apples)


def test_what_a_window_does_is_apples(mac: Mac, record: Path, apples: Headers) -> None:
    job = mac.start(PROGRAM, TRIAL="short")
    assert job.wait().code == 0
    entries = selectors.recorded(record)
    assert len(entries) > 50
    assert selectors.wrong(entries, apples) == []


@pytest.mark.parametrize(
    ("planted", "told"),
    [
        ("", []),
        # GNUstep has these, from times before Apple's
        ("AppKit.NSArray.array().makeObjectsPerform_('count')", ["makeObjectsPerform:]"]),
        ("AppKit.GSMimeDocument.alloc()", ["@class GSMimeDocument"]),
        # nobody would call these
        ("class C(Good):\n def windowShouldClos_(self, window): pass", ["-[C windowShouldClos:]"]),
        ("class C(Good):\n def windowShouldClose(self): pass", ["-[C windowShouldClose]"]),
        ("class C(Good):\n def helper(self): pass", ["-[C helper]"]),
    ],
)
def test_what_is_planted_is_found(
    record: Path, apples: Headers, planted: str, told: list[str]
) -> None:
    found = wrong(GOOD + planted, record, apples)
    assert len(found) == len(told), found
    assert all(part in each for part, each in zip(told, found, strict=True)), found
