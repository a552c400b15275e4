"""Sends messages from Python: `panel.setTitle_("Hello")` is `[panel setTitle: @"Hello"]`."""

import keyword
from collections.abc import Sequence
from typing import Any

from macos_double import objects, record, runtime
from macos_double.encodings import signature
from macos_double.values import from_objc, to_objc

HANDED_OVER = ("alloc", "new", "copy", "mutableCopy")
"""Words at the beginning of methods that give their caller a reference to the result."""


def selector_for(name: str) -> str | None:
    """The selector for a name in Python, by PyObjC's rule: underscores stand for colons, and a name
    with underscores ends in one. None: it is a name of Python's own."""
    if name.endswith("__") and keyword.iskeyword(name[:-2]):
        return name[:-2]
    if name.startswith("__") and name.endswith("__"):
        return None
    if "_" in name[1:] and not name.endswith("_"):
        return None
    return name[:1] + name[1:].replace("_", ":")


class Message:
    """A bound method of an object. `start`: the class where the search for it begins; 0: the
    object's."""

    def __init__(self, receiver: int, keeps: Any, selector: str, start: int = 0) -> None:
        self._receiver = receiver
        self._keeps = keeps
        self._start = start
        self.selector = selector

    def __call__(self, *arguments: Any) -> Any:
        return send(self._receiver, self.selector, arguments, self._start)

    def __repr__(self) -> str:
        return f"<{self.selector} of {self._keeps!r}>"


def message(receiver: int, keeps: Any, name: str, start: int = 0) -> Message | None:
    """The method for a name in Python. None: there is none. `keeps` lives as long as the result."""
    selector = selector_for(name)
    of_class = start or runtime.class_of(receiver)
    if selector is None or not runtime.encoding(of_class, selector):
        return None
    return Message(receiver, keeps, selector, start)


def send(receiver: int, name: str, arguments: Sequence[Any], start: int = 0) -> Any:
    of_class = start or runtime.class_of(receiver)
    types = signature(runtime.encoding(of_class, name))
    if len(arguments) != len(types.arguments):
        needed, given = len(types.arguments), len(arguments)
        raise TypeError(f"{name}: Need {needed} arguments, got {given}")
    to_class = runtime.is_class(receiver)
    record.sent(runtime.line(of_class), name, len(arguments), to_class=to_class)
    values = [to_objc(*each) for each in zip(types.arguments, arguments, strict=True)]
    is_init = begins(name, ("init",)) and not to_class
    if is_init:
        objects.retain(receiver)  # `init` consumes one reference, and hands over another
    function = types.prototype(runtime.implementation(receiver, name, start))
    result = function(receiver, runtime.selector(name), *values)
    if begins(name, ("alloc",)) and to_class:
        return objects.wrap(result, owned=True)  # not initialised, so it can't be converted yet
    if name.endswith("rror:"):  # PyObjC returns the NSError as well
        return from_objc(types.result, result), None
    owned = is_init or (types.result.code == "@" and begins(name, HANDED_OVER))
    return from_objc(types.result, result, owned=owned)


def begins(selector: str, words: Sequence[str]) -> bool:
    """Whether the selector begins with one of these words: `newline` does not begin with `new`."""
    return any(
        selector.startswith(word) and not selector[len(word) :][:1].islower() for word in words
    )
