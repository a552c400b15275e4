"""Lines of ours between two marks: put in and taken out, in a text of any form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.frontends.install.block import Block

MARKS = Block("# ours: begin v2", "# ours: end", "# ours: begin")
TEXTS = st.lists(st.sampled_from(["a", "", "\n", "\r\n", "\f", "\u2028", "# c", " "])).map("".join)
BODIES = st.lists(st.sampled_from(["x", "", "y z"]))


@given(TEXTS, BODIES)
def test_in_and_out_again_keeps_every_character(text: str, body: list[str]) -> None:
    put = MARKS.put(text, body)
    assert put.startswith(text)
    assert MARKS.drop(put) == text


@given(TEXTS, BODIES, BODIES)
def test_a_second_time_takes_the_place_of_the_first(
    text: str, first: list[str], then: list[str]
) -> None:
    assert MARKS.put(MARKS.put(text, first), then) == MARKS.put(text, then)


@given(TEXTS, TEXTS, BODIES)
def test_what_came_behind_it_meanwhile_stays(before: str, after: str, body: list[str]) -> None:
    before = f"{before}\n"
    assert MARKS.drop(MARKS.put(before, body) + after) == before + after


def test_behind_a_line_that_had_no_end() -> None:
    put = MARKS.put("a", ["x"])
    assert put == "a\n# ours: begin v2\nx\n# ours: end"
    assert MARKS.drop(f"{put}\nb\n") == "a\nb\n"


def test_one_that_an_older_version_wrote_is_ours() -> None:
    assert MARKS.put("a\n# ours: begin v1\nold\n# ours: end\nb", ["new"]) == (
        "a\n# ours: begin v2\nnew\n# ours: end\nb"
    )


def test_without_one_nothing_goes() -> None:
    assert MARKS.drop("a\n") == "a\n"


@pytest.mark.parametrize(
    "text",
    [
        "# ours: begin v2\n",
        "# ours: end\n",
        "# ours: end\n# ours: begin v2\n",
        "# ours: begin v2\n# ours: begin v2\n# ours: end\n",
        "# ours: begin v2\n# ours: end\n# ours: end\n",
    ],
)
def test_marks_that_do_not_match_are_refused(text: str) -> None:
    for act in (MARKS.drop, lambda text: MARKS.put(text, [])):
        with pytest.raises(ValueError, match="do not match"):
            act(text)
