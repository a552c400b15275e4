"""A double of macOS for tests: PyObjC's spelling over GNUstep, by ctypes.

A process that has `modules` on its path imports `objc`, `AppKit` and `Foundation` from here; on a
Mac the same program imports the real ones. The double spells, converts and refuses as PyObjC does,
as far as a dialog needs it; what the double can't do raises NotImplementedError.

    runtime      GCC's Objective-C runtime and GNUstep's libraries
    structs      rectangles and other structs
    encodings    the types of a method's result and arguments
    values       converts the arguments and results of methods
    objects      the Python side of an object, and who owns it
    sending      sends a message from Python
    classes      Python's subclasses, and messages to them
    frameworks   the contents of AppKit and Foundation: numbers are Apple's, all else is GNUstep's
    menu_bar     items in the menu bar, whose buttons GNUstep lacks
    posted       which process posted an event
    record       writes down what was sent and defined
    headers      reads the declarations in Apple's headers
    selectors    checks what was recorded against Apple's headers
    names        finds the names of Apple's frameworks in a source text

Tests on GNUstep cover layout, routing of keys and clicks, delegates and typing errors. They prove
nothing about activation, window levels, Spaces, painting, secure input or looks.
"""

import os
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

RECORD = "MACOS_DOUBLE_RECORD"
"""The variable that names the file in which `record` writes; if it is unset, nothing is
recorded."""

KNOWN = ROOT / ".cache" / "macos_double"
"""The directory that packaging/gnustep.py fills."""
METADATA = KNOWN / "metadata.json"
TYPES = KNOWN / "types"

LIBRARIES = ("libgnustep-base.so", "libgnustep-gui.so")


def environ(around: Mapping[str, str], record: Path | None = None) -> dict[str, str]:
    """The environment of a process that is to import the double. `record`: the file for RECORD, if
    any."""
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
