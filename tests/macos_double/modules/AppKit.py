"""PyObjC's `AppKit`, on GNUstep."""

from typing import Any

from macos_double import frameworks

NSApp = frameworks.Application()


def __getattr__(name: str) -> Any:
    return frameworks.attribute("AppKit", name)
