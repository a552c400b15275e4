"""Stands for PyObjC's `objc`, as far as the double has it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from macos_double import runtime
from macos_double.classes import BadPrototype as BadPrototypeError
from macos_double.classes import Error as error  # noqa: N813 (PyObjC's name)
from macos_double.classes import NoSuchClass as nosuchclass_error  # noqa: N813
from macos_double.classes import ObjCClass as objc_class  # noqa: N813
from macos_double.classes import ObjCObject as objc_object  # noqa: N813
from macos_double.classes import PythonMethod as python_method  # noqa: N813
from macos_double.classes import Super as super  # noqa: A004, N813
from macos_double.classes import look_up as lookUpClass  # noqa: N812
from macos_double.classes import typed_selector as typedSelector  # noqa: N812

__all__ = [
    "NO",
    "YES",
    "BadPrototypeError",
    "IBAction",
    "autorelease_pool",
    "error",
    "lookUpClass",
    "nosuchclass_error",
    "objc_class",
    "objc_object",
    "pyobjc_id",
    "python_method",
    "super",
    "typedSelector",
]

YES, NO = True, False


def IBAction(function: Any) -> Any:  # noqa: N802
    """Marks an action: a method with one argument, the sender."""
    return typedSelector(b"v@:@")(function)


def pyobjc_id(value: objc_object) -> int:
    """The address of the object."""
    return value.pyobjc_id


@contextmanager
def autorelease_pool() -> Iterator[None]:
    pool = runtime.message(runtime.class_named("NSAutoreleasePool"), "new")
    try:
        yield
    finally:
        runtime.message(pool, "drain", None)
