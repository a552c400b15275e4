"""Records what a process sends and defines, for the check in `selectors`: one line of JSON for each
new thing, written at once, as a process may end in any way."""

import functools
import json
import os
from pathlib import Path
from typing import Any

from macos_double import RECORD

_target = os.environ.get(RECORD)


def _note(**what: Any) -> None:
    if _target:
        with Path(_target).open("a", encoding="utf-8") as file:
            file.write(json.dumps(what) + "\n")


@functools.cache
def sent(line: tuple[str, ...], selector: str, count: int, *, to_class: bool) -> None:
    """A message was sent. `line`: the receiver's class and the classes above it. `to_class`: to the
    class itself."""
    _note(what="sent", line=line, selector=selector, count=count, to_class=to_class)


def defined(line: tuple[str, ...], selector: str, count: int) -> None:
    """A class of Python's has defined a method."""
    _note(what="defined", line=line, selector=selector, count=count)


@functools.cache
def named(selector: str) -> None:
    """A selector was handed over, so that somebody sends it as an action."""
    _note(what="named", selector=selector)


@functools.cache
def reached(line: tuple[str, ...], selector: str) -> None:
    """Objective-C has called a method of Python's."""
    _note(what="reached", line=line, selector=selector)


@functools.cache
def looked_up(class_name: str) -> None:
    """Python has looked up a class by name."""
    _note(what="class", line=[class_name])
