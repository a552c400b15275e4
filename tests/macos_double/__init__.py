"""A double of macOS for tests: PyObjC's spelling over GNUstep, by ctypes.

A process that has `modules` on its path imports `objc`, `AppKit` and `Foundation` from here; on a
Mac the same program imports the real ones. What is spelt, converted or refused is as PyObjC does it
as far as a dialog needs; what the double can't do raises NotImplementedError.

    runtime      GCC's Objective-C runtime and GNUstep's libraries
    structs      rectangles and their like
    encodings    the types of a method's result and arguments
    values       what goes in, what comes out
    objects      the Python side of an object, and who owns it
    sending      a message from Python
    classes      Python's subclasses, and messages to them
    frameworks   what AppKit and Foundation have: Apple's numbers, GNUstep's everything else
    menu_bar     the item there, which GNUstep lacks
    posted       who posted an event
    record       what was sent and defined, for the check against Apple's headers
    headers      Apple's headers, as declarations
    selectors    that check
    names        what a source text names of Apple's

GNUstep shows layout, routing of keys and clicks, delegates and typing errors. It proves nothing
about activation, window levels, Spaces, painting, secure input or looks.
"""

import os
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

RECORD = "MACOS_DOUBLE_RECORD"
"""The variable that names the file for what was sent and defined; unset, nothing is recorded."""

KNOWN = ROOT / ".cache" / "macos_double"
"""What packaging/gnustep.py fetches."""
METADATA = KNOWN / "metadata.json"
TYPES = KNOWN / "types"

LIBRARIES = ("libgnustep-base.so", "libgnustep-gui.so")


def environ(around: Mapping[str, str], record: Path | None = None) -> dict[str, str]:
    """For a process that is to import the double."""
    path = os.pathsep.join((str(HERE / "modules"), str(HERE.parent)))
    return {**around, "PYTHONPATH": path} | ({RECORD: str(record)} if record else {})


def missing() -> str:
    """Why there is no double here; empty where there is one."""
    import ctypes

    try:
        for name in LIBRARIES:
            ctypes.CDLL(name)
    except OSError as error:
        return f"GNUstep is missing: {error}"
    if not (METADATA.exists() and TYPES.exists()):
        return "packaging/gnustep.py --set-up has not run"
    return ""
