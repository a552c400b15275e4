"""Changes of the session, of which Windows tells a window by WM_WTSSESSION_CHANGE."""

import sys

assert sys.platform == "win32"

import ctypes
import ctypes.wintypes as w
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sayso.platforms.windows.native.library import Library

_kernel32 = Library("kernel32")
_user32 = Library("user32")
_wtsapi32 = Library("wtsapi32")

_LRESULT = ctypes.c_ssize_t
_Procedure = ctypes.WINFUNCTYPE(_LRESULT, w.HWND, w.UINT, w.WPARAM, w.LPARAM)


class _WindowClass(ctypes.Structure):
    """WNDCLASSEXW."""

    _fields_ = (
        ("size", w.UINT),
        ("style", w.UINT),
        ("procedure", _Procedure),
        ("class_extra", ctypes.c_int),
        ("window_extra", ctypes.c_int),
        ("instance", w.HINSTANCE),
        ("icon", w.HANDLE),
        ("cursor", w.HANDLE),
        ("background", w.HANDLE),
        ("menu", w.LPCWSTR),
        ("name", w.LPCWSTR),
        ("small_icon", w.HANDLE),
    )


_GetModuleHandle = _kernel32.function("GetModuleHandleW", w.HMODULE, w.LPCWSTR)
_RegisterClass = _user32.function("RegisterClassExW", w.ATOM, ctypes.POINTER(_WindowClass))
_UnregisterClass = _user32.function("UnregisterClassW", w.BOOL, w.LPCWSTR, w.HINSTANCE, failed=None)
_CreateWindow = _user32.function(
    "CreateWindowExW",
    w.HWND,
    w.DWORD,
    w.LPCWSTR,
    w.LPCWSTR,
    w.DWORD,
    *[ctypes.c_int] * 4,
    w.HWND,
    w.HMENU,
    w.HINSTANCE,
    ctypes.c_void_p,
)
_DestroyWindow = _user32.function("DestroyWindow", w.BOOL, w.HWND, failed=None)
_DefWindowProc = _user32.function(
    "DefWindowProcW", _LRESULT, w.HWND, w.UINT, w.WPARAM, w.LPARAM, failed=None
)
_GetMessage = _user32.function(
    "GetMessageW",
    ctypes.c_int,
    ctypes.POINTER(w.MSG),
    w.HWND,
    w.UINT,
    w.UINT,
    failed=lambda result: result == -1,
)
_DispatchMessage = _user32.function(
    "DispatchMessageW", _LRESULT, ctypes.POINTER(w.MSG), failed=None
)
_PostMessage = _user32.function("PostMessageW", w.BOOL, w.HWND, w.UINT, w.WPARAM, w.LPARAM)
register_session_notification = _wtsapi32.function(
    "WTSRegisterSessionNotification", w.BOOL, w.HWND, w.DWORD
)
_WTSUnRegisterSessionNotification = _wtsapi32.function(
    "WTSUnRegisterSessionNotification", w.BOOL, w.HWND, failed=None
)

_MESSAGE_ONLY = -3
"""HWND_MESSAGE: a window that is on no screen."""
_FOR_THIS_SESSION = 0
"""NOTIFY_FOR_THIS_SESSION."""
_SESSION_CHANGE = 0x2B1
"""WM_WTSSESSION_CHANGE."""
_STOP = 0x8000
"""WM_APP: our own message, which ends the thread."""


class SessionNotices:
    """A window on no screen that hears of the session's changes, and the thread that serves it.

    `changed` is called at each change. `lost` is called once, with the reason, when no more changes
    can be heard of, unless `close` was called. Both are called from that thread.
    """

    def __init__(self, changed: Callable[[], None], lost: Callable[[str], None]) -> None:
        """Raises OSError."""
        self._changed, self._lost = changed, lost
        self._window = 0
        self._is_closed = False
        self._failure: OSError | None = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="session notices", daemon=True)
        self._thread.start()
        self._ready.wait()
        if self._failure is not None:
            raise self._failure

    def close(self) -> None:
        """To be called from another thread. Once it returns, neither function is called any
        more."""
        self._is_closed = True
        if self._thread.is_alive():
            with suppress(OSError):  # the thread is just ending
                _PostMessage(self._window, _STOP, 0, 0)
            self._thread.join()

    def _run(self) -> None:
        name = f"sayso session notices {threading.get_ident()}"
        module = _GetModuleHandle(None)
        kind: Any = _WindowClass(ctypes.sizeof(_WindowClass))
        kind.procedure, kind.instance, kind.name = _Procedure(self._heard), module, name
        try:
            _RegisterClass(ctypes.byref(kind))
            try:
                self._serve(name, module)
            finally:
                _UnregisterClass(name, module)
        except OSError as error:
            if self._ready.is_set():
                self._tell_lost(str(error))
            self._failure = error
        else:
            self._tell_lost("the window that hears of the session has closed")
        finally:
            self._ready.set()

    def _serve(self, name: str, module: int) -> None:
        """Makes the window, and handles its messages until it gets `_STOP`. Raises OSError."""
        at = (0, 0, 0, 0)
        self._window = _CreateWindow(0, name, name, 0, *at, _MESSAGE_ONLY, None, module, None)
        try:
            register_session_notification(self._window, _FOR_THIS_SESSION)
            self._ready.set()
            message = w.MSG()
            while _GetMessage(ctypes.byref(message), None, 0, 0) and message.message != _STOP:
                _DispatchMessage(ctypes.byref(message))
            _WTSUnRegisterSessionNotification(self._window)
        finally:
            _DestroyWindow(self._window)

    def _heard(self, window: int, message: int, wide: int, long: int) -> int:
        if message == _SESSION_CHANGE:
            self._changed()
        return int(_DefWindowProc(window, message, wide, long))

    def _tell_lost(self, words: str) -> None:
        if not self._is_closed:
            self._lost(words)
