"""Numbers that the headers which the tests compile with do not have.

The kernel's own are by its source (xnu 11417), and only a Mac can compare them. Those of
CoreGraphics/CGEventTypes.h a test compares with PyObjC's, but for the one that PyObjC lacks.
"""

import sys

assert sys.platform == "darwin"

PROC_PIDUNIQIDENTIFIERINFO = 17
"""bsd/sys/proc_info_private.h"""

PT_DENY_ATTACH = 31
"""bsd/sys/ptrace.h, which Apple's SDK has; the headers that the tests compile with lack it."""

COMBINED_SESSION_STATE = 0
"""kCGEventSourceStateCombinedSessionState: what hardware sent, and programs."""

HID_SYSTEM_STATE = 1
"""kCGEventSourceStateHIDSystemState: what hardware sent, and not what programs did."""

SOURCE_PROCESS = 41
"""kCGEventSourceUnixProcessID, a field of an event: whose process posted it; 0: none did."""

ANY_INPUT_EVENT = 0xFFFFFFFF
"""kCGAnyInputEventType, which PyObjC's metadata does not have."""
