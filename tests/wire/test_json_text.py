"""JSON as text, by the standard library's `json` and by its part in C alone: both do the same."""

from __future__ import annotations

import json
import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sayso.wire import json_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.wire.json_text import Decode, Encode

WAYS = [json_text.by_json, *([json_text.by_its_part_in_c] if json_text.is_tried() else [])]

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
PIECES = st.sampled_from(
    [
        *("{", "}", "[", "]", ",", ":", '"', '"a"', "1", "-0", "1e9", "2.50", "NaN", "-Infinity"),
        *("nul", "null", "true", " ", "\n", "\t", "\r", "\v", "\u00a0", "\\u00e9", "\\ud800", "é"),
        "\0",
    ]
)


@pytest.fixture(params=WAYS, ids=[way.__name__ for way in WAYS])
def both(request: pytest.FixtureRequest) -> tuple[Encode, Decode]:
    made: tuple[Encode, Decode] = request.param()
    return made


def told(do: Callable[[Any], object], what: object) -> tuple[object, ...]:
    """What comes of it: a value with its type, or an error's type and words."""
    try:
        value = do(what)
    except ValueError as error:
        return ValueError, str(error)
    return type(value), repr(value)


@given(VALUES)
def test_both_write_the_same_text(value: object) -> None:
    texts = [way()[0](value) for way in WAYS]
    assert texts == [json.dumps(value, separators=(",", ":"))] * len(WAYS)


@given(VALUES)
def test_both_read_what_was_written(value: object) -> None:
    text = f" {json.dumps(value, indent=1)}\n"
    assert [repr(way()[1](text)) for way in WAYS] == [repr(json.loads(text))] * len(WAYS)


@given(st.lists(PIECES, max_size=8).map("".join) | st.text())
@example("")
@example(" ")
@example("1 2")
@example('{"a":1,"a":1}')
@example("\ufeff1")
def test_both_say_the_same_of_any_text(text: str) -> None:
    assert len({told(way()[1], text) for way in WAYS}) == 1


ALONE = """
import sys
from sayso.wire import json_text
assert "json" not in sys.modules
try:
    json_text.decode(sys.argv[1])
except ValueError as error:
    print(type(error).__name__, error)
"""


class Other:
    """A Python that differs from this one in this."""

    def __init__(self, **differs: object) -> None:
        vars(self).update(vars(sys) | differs)


@pytest.mark.parametrize(
    "differs",
    [
        {"version_info": (3, 99, 0)},
        {"implementation": SimpleNamespace(name="pypy")},
        {"gettotalrefcount": int},
    ],
    ids=str,
)
def test_a_python_that_nobody_has_tried_gets_json(
    differs: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_text, "sys", Other(**differs))
    assert not json_text.is_tried()


@pytest.mark.skipif(not json_text.is_tried(), reason="this Python has json loaded in any case")
@pytest.mark.parametrize(
    "text", ["", "{", '{"a"', '"a', '{"a":1,}', "[1,", "1 2", '"\\ud8"', "nul"]
)
def test_what_is_wrong_is_said_where_nothing_has_loaded_json(text: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", ALONE, text], capture_output=True, text=True, timeout=60, check=True
    )
    with pytest.raises(json.JSONDecodeError) as known:
        json.loads(text)
    assert run.stdout == f"JSONDecodeError {known.value}\n"


class TestBoth:
    def test_say_where_a_text_is_wrong(self, both: tuple[Encode, Decode]) -> None:
        with pytest.raises(ValueError, match=r"Extra data: line 1 column 3 \(char 2\)"):
            both[1]("1 2")

    def test_refuse_what_json_has_no_form_for(self, both: tuple[Encode, Decode]) -> None:
        with pytest.raises(TypeError, match="Object of type set is not JSON serializable"):
            both[0]({"a": {1}})

    @pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
    def test_refuse_what_is_no_number(self, both: tuple[Encode, Decode], number: float) -> None:
        with pytest.raises(ValueError, match="not JSON compliant"):
            both[0]([number])

    def test_refuse_a_member_that_is_named_twice(self, both: tuple[Encode, Decode]) -> None:
        with pytest.raises(ValueError, match="names a member twice"):
            both[1]('{"a":{"b":1,"b":1}}')

    def test_refuse_endless_nesting(self, both: tuple[Encode, Decode]) -> None:
        with pytest.raises(RecursionError):
            both[1]("[" * 100_000)
