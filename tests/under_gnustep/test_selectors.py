"""What the double was sent is Apple's: every call, and every method that waits to be called."""

import sys

assert sys.platform == "linux"

import re
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


def test_what_gnustep_lacks_is_apples(apples: Headers) -> None:
    listed = list(selectors.listed(selectors.BY_HAND.read_text(encoding="utf-8")))
    assert listed
    assert selectors.wrong(listed, apples) == []


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


@pytest.mark.parametrize(
    "call",
    [
        "-[NSWindow setSharingTyp:]", "-[NSWindow setSharingType]", "+[NSWindow setSharingType:]",
        "-[NSColor redColor]", "+[NSNope alloc]", "-[NSWindow title:]",
    ],
)  # fmt: skip
def test_what_is_listed_wrongly_is_found(apples: Headers, call: str) -> None:
    assert selectors.wrong(selectors.listed(f"# a comment\n{call}\n"), apples) == [call]


@pytest.mark.parametrize(
    "call",
    [
        "+[NSWindow alloc]", "-[NSWindow isVisible]", "-[NSPanel setTitle:]", "+[NSColor redColor]",
        "-[NSWindow initWithContentRect:styleMask:backing:defer:]",
        "+[NSPanel respondsToSelector:]", "-[NSMutableDictionary setObject:forKey:]",
        "-[NSObject performSelector:withObject:afterDelay:]",
    ],
)  # fmt: skip
def test_what_is_apples_is_found(apples: Headers, call: str) -> None:
    assert selectors.wrong(selectors.listed(call), apples) == []


def test_a_list_has_calls_alone() -> None:
    with pytest.raises(ValueError, match="no call"):
        list(selectors.listed("NSWindow setSharingType"))


COCOA = Path(macos_double.ROOT, "src", "sayso", "platforms", "macos", "cocoa")
ASKED = re.compile(r'respondsToSelector_\("([\w:]+)"\)')
SPELT = re.compile(r'"(\w+:|\w+Color)"')
ACTIONS = {
    "fire:", "readable:", "boundsChanged:", "cut:", "copy:", "paste:", "selectAll:", "undo:",
    "choose:", "dismiss:",
}  # fmt: skip
"""Handed over as such, and so recorded."""
EVERYWHERE = {
    "isFieldEditor", "controlTextColor", "windowBackgroundColor", "textBackgroundColor",
    "controlShadowColor", "keyboardFocusIndicatorColor", "redColor", "yellowColor",
    "disabledControlTextColor",
}  # fmt: skip
"""GNUstep has these."""


def test_what_is_asked_for_by_name_is_listed() -> None:
    """Whoever asks first whether there is such a method calls it on a Mac alone."""
    texts = [path.read_text(encoding="utf-8") for path in COCOA.glob("*.py")]
    asked = {name for text in texts for each in (ASKED, SPELT) for name in each.findall(text)}
    known = {each["selector"] for each in selectors.listed(selectors.BY_HAND.read_text())}
    assert asked - known - ACTIONS - EVERYWHERE == set()
