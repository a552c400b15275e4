"""The least that a window takes in a Python program on Windows: ctypes, and nothing of ours."""

import sys

assert sys.platform == "win32"

import ctypes
import ctypes.wintypes as w

user = ctypes.WinDLL("user32")
user.CreateWindowExW.restype = w.HWND
user.CreateWindowExW.argtypes = [
    w.DWORD, w.LPCWSTR, w.LPCWSTR, w.DWORD, *[ctypes.c_int] * 4,
    w.HWND, w.HANDLE, w.HANDLE, ctypes.c_void_p,
]  # fmt: skip
VISIBLE_OVERLAPPED = 0x10CF0000


def main() -> None:
    window = user.CreateWindowExW(
        0, "STATIC", "May I?", VISIBLE_OVERLAPPED, 100, 100, 480, 160, None, None, None, None
    )
    user.UpdateWindow(w.HWND(window))
    print("painted", flush=True)
    message = w.MSG()
    while user.GetMessageW(ctypes.byref(message), None, 0, 0) > 0:
        user.DispatchMessageW(ctypes.byref(message))


if __name__ == "__main__":
    main()
