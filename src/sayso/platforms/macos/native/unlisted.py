"""Constants that are missing from the headers which the tests compile with.

Those of the kernel are taken from its source (xnu 11417), and only a Mac can compare them. Those of
CoreGraphics/CGEventTypes.h are compared with PyObjC's by a test, except the one that PyObjC lacks.
"""

import sys

assert sys.platform == "darwin"

PROC_PIDUNIQIDENTIFIERINFO = 17
"""bsd/sys/proc_info_private.h"""

PT_DENY_ATTACH = 31
"""bsd/sys/ptrace.h, which Apple's SDK has; the headers that the tests compile with lack it."""

COMBINED_SESSION_STATE = 0
"""kCGEventSourceStateCombinedSessionState: what hardware or a program sent."""

HID_SYSTEM_STATE = 1
"""kCGEventSourceStateHIDSystemState: what hardware sent, without what programs sent."""

SOURCE_PROCESS = 41
"""kCGEventSourceUnixProcessID, a field of an event: the pid of the process that posted it; 0: no
process did."""

ANY_INPUT_EVENT = 0xFFFFFFFF
"""kCGAnyInputEventType, which PyObjC's metadata does not have."""
