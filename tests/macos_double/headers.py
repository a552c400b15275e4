"""Reads Apple's headers, as the npm package @nativescript/macos-node-api declares them in
TypeScript.

A selector stands there without its colons: `setObject:forKey:` is `setObjectForKey(value, key)`. So
only the name and the number of arguments can be compared, not where the colons are.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

HEAD = re.compile(
    r"declare (?P<what>class|interface) (?P<name>\w+)(?:<[^{]*?>)?"
    r"(?: extends (?P<above>[^{]*?))?(?: implements (?P<protocols>[^{]*?))? \{"
)
METHOD = re.compile(r"  (?P<static>static )?(?P<name>\w+)\??(?:<.*?>)?\((?P<rest>.*)")
ACCESSOR = re.compile(r"  (?P<static>static )?(?P<way>get|set) (?P<name>\w+)\(")
PROPERTY = re.compile(r"  (?P<static>static )?(?P<fixed>readonly )?(?P<name>\w+)\??: ")

ROOT = "NSObject"


@dataclass
class Declaration:
    is_protocol: bool = False
    above: list[str] = field(default_factory=list)
    """Names of the superclass and the protocols."""
    of_class: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    """Class methods: the numbers of arguments, by name."""
    of_instances: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))

    def add(self, name: str, count: int, static: str | None) -> None:
        (self.of_class if static else self.of_instances)[name].add(count)


class Headers:
    def __init__(self, texts: Iterable[str]) -> None:
        self._declared: dict[str, Declaration] = defaultdict(Declaration)
        for text in texts:
            self._read(text)

    def has_class(self, name: str) -> bool:
        return name in self._declared and not self._declared[name].is_protocol

    def has(self, name: str, selector: str, count: int, *, to_class: bool) -> bool:
        """Whether the class, or one that it descends from, has this method. A class is itself an
        object of the root class."""
        known = any(
            count in (each.of_class if to_class else each.of_instances).get(spelt(selector), ())
            for each in self._line(name)
        )
        return known or (to_class and self.has(ROOT, selector, count, to_class=False))

    def some_protocol_has(self, selector: str, count: int) -> bool:
        """Whether a protocol has this method, so that a delegate can have it."""
        return any(
            count in each.of_instances.get(spelt(selector), ())
            for each in self._declared.values()
            if each.is_protocol
        )

    def _line(self, name: str) -> Iterator[Declaration]:
        waiting, seen = [name], set()
        while waiting:
            name = waiting.pop()
            if name not in seen and name in self._declared:
                seen.add(name)
                waiting += self._declared[name].above
                yield self._declared[name]

    def _read(self, text: str) -> None:
        current: Declaration | None = None
        for line in text.splitlines():
            if head := HEAD.match(line):
                current = self._begin(head)
            elif line.startswith("}"):
                current = None
            elif current is not None:
                _read_member(current, line)

    def _begin(self, head: re.Match[str]) -> Declaration:
        """The declaration that begins with this line. A protocol is also declared as a class with
        its name."""
        current = self._declared[head["name"]]
        current.is_protocol |= head["what"] == "interface"
        for names in (head["above"], head["protocols"]):
            current.above += [each.partition("<")[0] for each in _split(names or "")]
        return current


def _read_member(into: Declaration, line: str) -> None:
    if found := ACCESSOR.match(line):
        is_set = found["way"] == "set"
        name = setter(found["name"]) if is_set else found["name"]
        into.add(name, int(is_set), found["static"])
    elif found := METHOD.match(line):
        arguments = [each for each in _split(found["rest"]) if not each.startswith("this:")]
        into.add(found["name"], len(arguments), found["static"])
    elif found := PROPERTY.match(line):
        into.add(found["name"], 0, found["static"])
        if not found["fixed"]:
            into.add(setter(found["name"]), 1, found["static"])


def _split(listed: str) -> list[str]:
    """Splits at commas, except those in brackets, and stops at the bracket that closes the list."""
    parts, depth = [""], 0
    for at, character in enumerate(listed):
        if character in "([{<":
            depth += 1
        elif character in ")]}" or (character == ">" and listed[at - 1] != "="):
            if not depth:
                break
            depth -= 1
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [each.strip() for each in parts if each.strip()]


def setter(name: str) -> str:
    return f"set{name[:1].upper()}{name[1:]}"


def spelt(selector: str) -> str:
    """The selector as the package spells it."""
    first, *others = selector.split(":")
    return first + "".join(each[:1].upper() + each[1:] for each in others)


def read(directory: Path) -> Headers:
    return Headers(path.read_text(encoding="utf-8") for path in sorted(directory.glob("*.d.ts")))
