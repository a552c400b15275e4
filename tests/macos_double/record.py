"""What a process sent and defined, one line of JSON for each new thing, at once: a process may end
in any way."""

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
    """To an object of the class that comes first in the line of descent, or to that class."""
    _note(what="sent", line=line, selector=selector, count=count, to_class=to_class)


def defined(line: tuple[str, ...], selector: str, count: int) -> None:
    """As a method, by a class of Python's."""
    _note(what="defined", line=line, selector=selector, count=count)


@functools.cache
def named(selector: str) -> None:
    """Handed over as an action, for somebody to send."""
    _note(what="named", selector=selector)


@functools.cache
def reached(line: tuple[str, ...], selector: str) -> None:
    """A method of Python's was called by somebody else."""
    _note(what="reached", line=line, selector=selector)


@functools.cache
def looked_up(class_name: str) -> None:
    """By Python, by name."""
    _note(what="class", line=[class_name])
