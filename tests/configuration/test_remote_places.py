"""The file of the places that may ask: what is written is read, and nothing else."""

from pathlib import Path

import pytest

from sayso.configuration.remote_places import load, save
from sayso.core.remote_place import RemotePlace
from sayso.errors import UnusableFile

PLACES = (
    RemotePlace("build-7", destination="ada@build-7"),
    RemotePlace("dev", container=True, uid=1000, secrets=True),
    RemotePlace("alpha"),
)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "places.json"
    assert load(file) == ()
    save(file, PLACES)
    assert load(file) == PLACES


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        '{"places": [7]}',
        '{"places": [{"name": "a"}]}',
        '{"places": [{"name": "a", "secrets": 1}]}',
        '{"places": [{"name": "../a", "secrets": false}]}',
        '{"places": [{"name": "a", "secrets": false, "more": 1}]}',
        '{"places": [{"name": "a", "secrets": false}, {"name": "a", "secrets": true}]}',
        "{",
        "[" * 100_000,
    ],
)
def test_what_is_anything_else_lets_nobody_in(tmp_path: Path, text: str) -> None:
    file = tmp_path / "places.json"
    file.write_text(text)
    with pytest.raises(UnusableFile):
        load(file)
