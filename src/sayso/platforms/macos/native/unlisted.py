"""Numbers that Apple's public headers do not have, or not all of them: by the kernel's source alone
(xnu 11417). No test here can compare them; only a Mac can."""

import sys

assert sys.platform == "darwin"

PROC_PIDUNIQIDENTIFIERINFO = 17
"""bsd/sys/proc_info_private.h"""

PT_DENY_ATTACH = 31
"""bsd/sys/ptrace.h, which Apple's SDK has; the headers that the tests compile with lack it."""

HID_SYSTEM_STATE = 1
"""CoreGraphics/CGEventTypes.h, kCGEventSourceStateHIDSystemState: what hardware sent, and not what
programs did. The headers that the tests compile with are of the system's library alone."""

ANY_INPUT_EVENT = 0xFFFFFFFF
"""CoreGraphics/CGEventTypes.h, kCGAnyInputEventType."""
