"""Messages to AppKit's objects without PyObjC, which makes a Python string of every NSString."""

import sys

assert sys.platform == "darwin"

import ctypes
from ctypes import CFUNCTYPE, c_char_p, c_void_p
from functools import cache
from typing import Any

_LIBRARY = "/usr/lib/libobjc.A.dylib"


@cache
def _library() -> Any:
    library = ctypes.CDLL(_LIBRARY)
    library.sel_registerName.restype = c_void_p
    library.sel_registerName.argtypes = (c_char_p,)
    return library


def message(receiver: int, name: str, result: Any = c_void_p, *arguments: tuple[Any, Any]) -> Any:
    """Sends the message `name` to the object at the address `receiver`. `result`: the ctypes type
    of the result. `arguments`: pairs of a ctypes type and a value; none is a struct."""
    kinds = (kind for kind, _ in arguments)
    prototype = CFUNCTYPE(result, c_void_p, c_void_p, *kinds)
    send = prototype(("objc_msgSend", _library()))
    selector = _library().sel_registerName(name.encode())
    return send(receiver, selector, *(value for _, value in arguments))
