"""The path of the socket by which ssh commands find each other."""

import sys

assert sys.platform == "linux"

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from sayso.carrier import control
from sayso.errors import NotCarried


@pytest.fixture
def runtime() -> Iterator[Path]:
    """A runtime directory with a short path."""
    with TemporaryDirectory(prefix="sayso-", dir="/tmp") as name:
        yield Path(name)


def environ(place: Path) -> dict[str, str]:
    (place / "sayso").mkdir(mode=0o700, parents=True, exist_ok=True)
    return {"XDG_RUNTIME_DIR": str(place)}


def test_is_a_new_one_each_time(runtime: Path) -> None:
    first, second = (control.fresh("box", environ(runtime)) for _ in range(2))
    assert first != second
    assert Path(first).parent == runtime / "sayso"


def test_takes_away_what_was_left_at_the_one_before(runtime: Path) -> None:
    old, others = (Path(control.fresh(owner, environ(runtime))) for owner in ("box", "other box"))
    for path in (old, others):
        path.touch()
    control.fresh("box", environ(runtime))
    assert list((runtime / "sayso").iterdir()) == [others]


def test_that_would_be_too_long_for_ssh(runtime: Path) -> None:
    longer = runtime / ("x" * (85 - len(str(runtime))))
    with pytest.raises(NotCarried, match="too long a path") as error:
        control.fresh("box", environ(longer))
    assert "XDG_RUNTIME_DIR" in error.value.remedy
