"""The system's clock."""

import sys

assert sys.platform == "win32"

import ctypes
import ctypes.wintypes as w

from sayso.platforms.windows.native.library import Library

_NtQuerySystemInformation = Library("ntdll").function(
    "NtQuerySystemInformation",
    ctypes.c_long,
    ctypes.c_int,
    ctypes.c_void_p,
    w.ULONG,
    ctypes.c_void_p,
    failed=None,  # it returns an NTSTATUS
)

_QueryUnbiasedInterruptTime = Library("kernel32").function(
    "QueryUnbiasedInterruptTime", w.BOOL, ctypes.POINTER(ctypes.c_uint64)
)

_TICKS = 10_000_000
"""Units of 100 ns in a second."""
_TIME_OF_DAY = 3
"""SystemTimeOfDayInformation."""


class TimeOfDay(ctypes.Structure):
    """SYSTEM_TIMEOFDAY_INFORMATION. All times are in units of 100 ns."""

    _fields_ = (
        ("boot", ctypes.c_int64),
        ("now", ctypes.c_int64),
        ("zone_bias", ctypes.c_int64),
        ("zone", w.ULONG),
        ("reserved", w.ULONG),
        ("boot_bias", ctypes.c_int64),
        ("sleep_bias", ctypes.c_int64),
    )

    boot: int
    """When the system started, by the clock as it is set now."""
    now: int
    boot_bias: int
    """How far the clock was set since the start: `boot` was moved along with it."""


def awake() -> float:
    """Seconds since the system started, without those in which it slept."""
    ticks = ctypes.c_uint64()
    _QueryUnbiasedInterruptTime(ctypes.byref(ticks))
    return ticks.value / _TICKS


def time_of_day() -> TimeOfDay:
    """The time now, and the time of the start. Raises OSError."""
    told = TimeOfDay()
    size = ctypes.sizeof(told)
    if status := _NtQuerySystemInformation(_TIME_OF_DAY, ctypes.byref(told), size, None):
        raise OSError(None, f"the system tells no time: 0x{status & 0xFFFFFFFF:08x}")
    return told
