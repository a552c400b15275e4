"""Loads the modules of the macOS platform on another system, where a double takes the kernel's
place.

Each of these modules asserts at import that it is on a Mac. They get a `sys` that says so; all
other modules get the real one, also when these import them.
"""

import builtins
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

PACKAGE = "sayso.platforms.macos"


class _Sys:
    """The module `sys`, but with macOS' name for the platform."""

    platform = "darwin"

    def __getattr__(self, name: str) -> Any:
        return getattr(sys, name)


def _import(name: str, *arguments: Any, **named: Any) -> Any:
    return _Sys() if name == "sys" else builtins.__import__(name, *arguments, **named)


class _Loader(importlib.machinery.SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        module.__dict__["__builtins__"] = {**vars(builtins), "__import__": _import}
        super().exec_module(module)


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not name.startswith(f"{PACKAGE}."):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = _Loader(name, spec.origin)
        return spec


def can_be_loaded() -> None:
    """From now on macOS modules can be imported in this process. On a Mac nothing is changed."""
    if sys.platform != "darwin" and not any(isinstance(each, _Finder) for each in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
