"""What becomes of a mutant, in a small clone with the same folders as the real one."""

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray", reason="it is an extra: mutation")

from mutation.mutants import mutated
from mutation.score import Fate, Mutant
from mutation.steps import EXAMPLES, PROPERTIES
from mutation.trial import Copy, NotSound, TimeIsUp

pytestmark = pytest.mark.long  # mutants are tried in the long tier alone

FILES = {
    "pyproject.toml": '[tool.pytest.ini_options]\naddopts = ["--import-mode=importlib"]\n',
    "README.md": "",
    "src/sayso/__init__.py": "",
    "src/sayso/core/sums.py": "LIMIT = 9\n\ndef left(used):\n    return max(LIMIT - used, 0)\n",
    "src/sayso/core/loop.py": "def down(n):\n    while n > 0:\n        n = n - 1\n    return n\n",
    "tests/conftest.py": "",
    "tests/support/nothing.py": "",
    "tests/core/test_sums.py": (
        "from sayso.core.sums import left\n\ndef test_some():\n    assert left(4) in (5, 6)\n"
    ),
    "tests/core/test_loop.py": (
        "from sayso.core.loop import down\n\ndef test_ends():\n    assert down(3) == 0\n"
    ),
    "tests/configuration/test_names.py": "def test_names():\n    pass\n",
    "tests/wire/test_other.py": "def test_other():\n    pass\n",
    "tests/fuzz/test_wire.py": (
        "import pytest\n\n@pytest.mark.hypothesis\ndef test_property():\n    pass\n"
    ),
}
BOUNDS = {EXAMPLES: 60, PROPERTIES: 60}
"""Processor seconds for a step, by its marks."""
NEVER = float("inf")

HIGHER = Mutant("src/sayso/core/sums.py", 1, 8, "core/NumberReplacer", 0)
ADDED = Mutant("src/sayso/core/sums.py", 4, 21, "core/ReplaceBinaryOperator_Sub_Add", 0)
ENDLESS = Mutant("src/sayso/core/loop.py", 3, 14, "core/ReplaceBinaryOperator_Sub_Add", 0)


@pytest.fixture
def copied(tmp_path: Path) -> Callable[[], Copy]:
    """Makes a copy of the small clone, which may be changed before."""
    for name, text in FILES.items():
        path = tmp_path / "clone" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return lambda: Copy(tmp_path / "clone", tmp_path / "copy")


def test_is_killed_where_a_test_fails(copied: Callable[[], Copy]) -> None:
    assert copied().try_out(ADDED, BOUNDS, NEVER).fate is Fate.KILLED


def test_survives_where_none_does(copied: Callable[[], Copy]) -> None:
    result = copied().try_out(HIGHER, BOUNDS, NEVER)
    assert result.fate is Fate.SURVIVED
    assert result.diff.split("\n") == ["    -LIMIT = 9", "    +LIMIT = 10"]


def test_times_out_where_the_tests_never_end(copied: Callable[[], Copy]) -> None:
    assert copied().try_out(ENDLESS, BOUNDS | {EXAMPLES: 3}, NEVER).fate is Fate.TIMED_OUT


def test_is_not_tried_once_the_time_is_up(copied: Callable[[], Copy]) -> None:
    assert copied().try_out(ADDED, BOUNDS, until=0).fate is Fate.UNTRIED


def test_what_is_not_measured_in_time_is_no_fault(copied: Callable[[], Copy]) -> None:
    with pytest.raises(TimeIsUp):
        copied().check(until=0)


def test_the_code_is_as_before_afterwards(copied: Callable[[], Copy]) -> None:
    copy = copied()
    with mutated(copy.root, ADDED):
        changed = (copy.root / ADDED.path).read_text()
    assert "LIMIT + used" in changed
    assert (copy.root / ADDED.path).read_text() == FILES[ADDED.path]


def test_nothing_is_told_where_the_tests_fail_anyway(
    copied: Callable[[], Copy], tmp_path: Path
) -> None:
    (tmp_path / "clone/tests/wire/test_other.py").write_text("def test_other():\n    assert 0\n")
    with pytest.raises(NotSound, match="without any mutation"):
        copied().check(NEVER)
