"""Stands for PyObjC's `Foundation`, on GNUstep."""

from typing import Any

from macos_double import frameworks


def __getattr__(name: str) -> Any:
    return frameworks.attribute("Foundation", name)
