"""Finds names of Apple's frameworks in a source text: AppKit.NSWindow, Foundation.NSURL."""

import ast
from collections.abc import Iterator

from macos_double.headers import Headers

FRAMEWORKS = ("AppKit", "Foundation")


def used(text: str) -> Iterator[str]:
    """The names that are used as attributes of the modules in FRAMEWORKS, imported from them, or
    passed to getattr with them."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Attribute(ast.Name(module), name) if module in FRAMEWORKS:
                yield name
            case ast.ImportFrom(module, names) if module in FRAMEWORKS:
                yield from (each.name for each in names)
            case ast.Call(ast.Name("getattr"), [ast.Name(module), ast.Constant(str(name)), *_]) if (
                module in FRAMEWORKS
            ):
                yield name


def is_apples(name: str, headers: Headers) -> bool:
    """Whether Apple has the name: as a number, a variable or a function by PyObjC's metadata, or as
    a class by Apple's headers."""
    from macos_double import known  # its import fails if nothing was fetched

    tables = (known.NUMBERS, known.CONSTANTS, known.FUNCTIONS, known.ALIASES)
    return any(name in table for table in tables) or headers.has_class(name)
