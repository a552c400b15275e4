"""A message from Python: `panel.setTitle_("Hello")` is `[panel setTitle: @"Hello"]`."""

import keyword
from collections.abc import Sequence
from typing import Any

from macos_double import objects, record, runtime
from macos_double.encodings import signature
from macos_double.values import from_objc, to_objc

HANDED_OVER = ("alloc", "new", "copy", "mutableCopy")
"""Methods whose names begin with these words give their caller a reference."""


def selector_for(name: str) -> str | None:
    """PyObjC's rule: underscores stand for colons, and the last character is one of them. None: it
    is a name of Python's."""
    if name.endswith("__") and keyword.iskeyword(name[:-2]):
        return name[:-2]
    if name.startswith("__") and name.endswith("__"):
        return None
    if "_" in name[1:] and not name.endswith("_"):
        return None
    return name[:1] + name[1:].replace("_", ":")


class Message:
    """A method that an object has, to be called; `start`: as this class has it."""

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
    """None: there is no such method; `keeps` lives as long as what is returned."""
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
        objects.retain(receiver)  # it consumes one, and hands one over
    function = types.prototype(runtime.implementation(receiver, name, start))
    result = function(receiver, runtime.selector(name), *values)
    if begins(name, ("alloc",)) and to_class:
        return objects.wrap(result, owned=True)  # it is no value yet
    if name.endswith("rror:"):  # PyObjC hands over what was told of it as well
        return from_objc(types.result, result), None
    owned = is_init or (types.result.code == "@" and begins(name, HANDED_OVER))
    return from_objc(types.result, result, owned=owned)


def begins(selector: str, words: Sequence[str]) -> bool:
    """With one of these, as a word: `newline` does not begin with `new`."""
    return any(
        selector.startswith(word) and not selector[len(word) :][:1].islower() for word in words
    )
