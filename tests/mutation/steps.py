"""Which tests are run on a mutant, and in which order."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

OF_WIRE = ("tests/wire", "tests/fuzz/test_wire.py")
OF_SETTINGS = "tests/configuration"
"""Tests that know each setting by its name and number."""
TESTS = ("tests/core", *OF_WIRE, OF_SETTINGS)

EXAMPLES, PROPERTIES = "not hypothesis", "hypothesis"
"""Marks. Thousands of examples take seconds; a few properties, models among them, take most of a
minute."""


@dataclass(frozen=True)
class Step:
    """One run of pytest."""

    tests: tuple[str, ...]
    marks: str


def steps(path: str, root: Path) -> Iterator[Step]:
    """The runs of pytest for a mutant of this file: first the tests that are named after the file,
    then those of its folder; the long ones last."""
    room = Path(path).relative_to("src/sayso").parts[0]
    own = sorted((root / "tests" / room).glob(f"test_*{Path(path).stem}*.py"))
    if own:
        yield Step(tuple(str(test.relative_to(root)) for test in own), EXAMPLES)
    if room == "wire":  # core does not use wire
        yield Step(OF_WIRE, EXAMPLES)
        yield Step(OF_WIRE, PROPERTIES)
    else:
        yield Step(("tests/core",), EXAMPLES)
        yield Step((*OF_WIRE, OF_SETTINGS), EXAMPLES)
        yield Step(TESTS, PROPERTIES)
