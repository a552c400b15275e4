"""Stands for PyObjC's `AppKit`, on GNUstep."""

from typing import Any

from macos_double import frameworks, menu_bar

NSApp = frameworks.Application()
menu_bar.begin()


def __getattr__(name: str) -> Any:
    return frameworks.attribute("AppKit", name)
