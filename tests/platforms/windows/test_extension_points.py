"""No program has Windows load its code into ours: Wine takes the order, and does nothing."""

import sys

assert sys.platform == "win32"

import ctypes
import subprocess
from typing import Any

import pytest

from sayso.platforms.windows import processes
from sayso.platforms.windows.native import extension_points, security, standard


def test_a_hardened_process_is_shut_to_hooks(monkeypatch: pytest.MonkeyPatch) -> None:
    ordered: list[tuple[int, int, int]] = []

    def set_policy(which: int, policy: Any, size: int) -> bool:
        told = ctypes.cast(policy, ctypes.POINTER(ctypes.c_uint32)).contents.value
        ordered.append((which, told, size))
        return True

    monkeypatch.setattr(extension_points, "set_policy", set_policy)
    monkeypatch.setattr(security, "protect_process", lambda _rights: None)
    monkeypatch.setattr(standard, "leave_no_crash_file", lambda: None)
    processes.harden()
    assert ordered == [(6, 1, 4)]  # ProcessExtensionPointDisablePolicy: its first bit is set


def test_the_system_takes_the_order() -> None:
    code = "from sayso.platforms.windows.native import extension_points; extension_points.shut()"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
