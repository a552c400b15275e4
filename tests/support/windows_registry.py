"""A registry for one test, in place of the person's part of the real one."""

import sys

assert sys.platform == "win32"

import ctypes
import winreg
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import c_void_p, c_wchar_p
from uuid import uuid4

_advapi = ctypes.WinDLL("advapi32")
_advapi.RegOverridePredefKey.argtypes = (c_void_p, c_void_p)
_advapi.RegDeleteTreeW.argtypes = (c_void_p, c_wchar_p)


@contextmanager
def registry_of_its_own() -> Iterator[None]:
    """Makes this process find nothing under HKEY_CURRENT_USER but what it writes there itself."""
    name = f"Software\\sayso-{uuid4().hex}"
    with winreg.CreateKey(winreg.HKEY_CURRENT_USER, name) as key:
        _override(key.handle)
        try:
            yield
        finally:
            _override(None)
    assert _advapi.RegDeleteTreeW(winreg.HKEY_CURRENT_USER, name) == 0


def _override(key: int | None) -> None:
    assert _advapi.RegOverridePredefKey(winreg.HKEY_CURRENT_USER, key) == 0
