"""The contents of `AppKit` and `Foundation`. Numbers are Apple's. Classes, variables and functions
are GNUstep's, under names that Apple has too."""

from ctypes import CFUNCTYPE
from typing import Any

from macos_double import classes, known, runtime
from macos_double.encodings import kinds
from macos_double.structs import CGPoint, CGRect, CGSize, NSRange
from macos_double.values import from_objc, to_objc

STRUCTS: dict[str, Any] = {
    "NSPoint": CGPoint, "NSSize": CGSize, "NSRect": CGRect, "NSRange": NSRange,
}  # fmt: skip


def NSMakePoint(x: float, y: float) -> CGPoint:  # noqa: N802
    return CGPoint(x, y)


def NSMakeSize(width: float, height: float) -> CGSize:  # noqa: N802
    return CGSize(width, height)


def NSMakeRect(x: float, y: float, width: float, height: float) -> CGRect:  # noqa: N802
    return CGRect((x, y), (width, height))


def NSMakeRange(location: int, length: int) -> NSRange:  # noqa: N802
    return NSRange(location, length)


def NSMaxX(rect: Any) -> float:  # noqa: N802
    return float(rect[0][0] + rect[1][0])


def NSMaxY(rect: Any) -> float:  # noqa: N802
    return float(rect[0][1] + rect[1][1])


def NSInsetRect(rect: Any, x: float, y: float) -> CGRect:  # noqa: N802
    return CGRect((rect[0][0] + x, rect[0][1] + y), (rect[1][0] - 2 * x, rect[1][1] - 2 * y))


INLINE: dict[str, Any] = {
    function.__name__: function
    for function in (
        NSMakePoint, NSMakeSize, NSMakeRect, NSMakeRange, NSMaxX, NSMaxY, NSInsetRect,
    )
}  # fmt: skip
"""Functions that are in Apple's headers, not in its libraries."""


class Application:
    """Stands for AppKit's NSApp: the application that exists when it is used."""

    def __getattr__(self, name: str) -> Any:
        return getattr(_variable("NSApp", "@"), name)

    def __call__(self) -> Any:
        return _variable("NSApp", "@")


def attribute(framework: str, name: str) -> Any:
    """The attribute `name` of the module `framework`, for its __getattr__. Raises
    AttributeError."""
    for spelt in (name, known.ALIASES.get(name, name)):
        for table in (known.NUMBERS, STRUCTS, INLINE):
            if spelt in table:
                return table[spelt]
    name = known.ALIASES.get(name, name)
    try:
        if name in known.CONSTANTS:
            return _variable(name, known.CONSTANTS[name])
        if name in known.FUNCTIONS:
            return _function(name, known.FUNCTIONS[name])
        if not name.startswith("__"):
            return classes.look_up(name)
    except (ValueError, classes.NoSuchClass):
        pass
    raise AttributeError(f"module '{framework}' has no attribute '{name}'")


def _variable(name: str, types: str) -> Any:
    """The value of a library's variable. Raises ValueError: GNUstep has none of this name."""
    (kind,) = kinds(types)
    value = kind.ctype.in_dll(runtime.GUI, name)
    return from_objc(kind, value if kind.code == "{" else value.value)


def _function(name: str, types: str) -> Any:
    try:
        address = runtime.GUI[name]
    except AttributeError:
        raise ValueError(name) from None
    result, *arguments = kinds(types)
    called = CFUNCTYPE(result.ctype, *(each.ctype for each in arguments))((name, runtime.GUI))
    assert address

    def function(*given: Any) -> Any:
        if len(given) != len(arguments):
            raise TypeError(f"{name}: Need {len(arguments)} arguments, got {len(given)}")
        taken = (to_objc(*each) for each in zip(arguments, given, strict=True))
        return from_objc(result, called(*taken))

    return function
