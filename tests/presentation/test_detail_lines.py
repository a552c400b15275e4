"""The lines of details as a toolkit writes them, which counts characters as UTF-16 does."""

from hypothesis import given
from hypothesis import strategies as st

from sayso.core.questions import DetailKind
from sayso.presentation import catalogue
from sayso.presentation.detail_lines import DetailLines, utf16
from sayso.presentation.details import STYLED, Style, lines
from sayso.presentation.long_lines import LONGEST


def test_each_line_is_found_by_each_of_its_characters() -> None:
    text = "-\N{ROCKET}a\n\n+b"
    made = DetailLines(DetailKind.DIFF, text, between=2)
    assert made.words == text.split("\n")
    assert [made.begin(line) for line in range(3)] == [0, 6, 8]
    assert [made.at(character) for character in range(12)] == [0] * 6 + [1] * 2 + [2] * 4
    assert [made.style(line) for line in range(3)] == [Style.REMOVED, None, Style.ADDED]
    assert [made.bold(line) for line in range(3)] == ["-", "", "+"]


def test_a_very_long_line_goes_on_below_in_its_style() -> None:
    made = DetailLines(DetailKind.DIFF, f"a\n+{'-' * LONGEST}\n-b", between=1)
    goes_on = f"+{'-' * (LONGEST - 1)} {catalogue.LINE_GOES_ON()}"
    assert made.words == ["a", goes_on, "-", "-b"]
    assert [made.style(line) for line in range(4)] == [
        None,
        Style.ADDED,
        Style.ADDED,
        Style.REMOVED,
    ]
    assert [made.bold(line) for line in range(4)] == ["", "+", "", "-"]


def test_our_words_are_no_part_of_a_long_name() -> None:
    made = DetailLines(DetailKind.FIELDS, f"{'n' * LONGEST}n: value", between=1)
    assert [made.bold(line) for line in range(2)] == ["n" * LONGEST, ""]


def test_only_a_diff_has_something_behind_its_lines() -> None:
    assert DetailLines(DetailKind.DIFF, " \n+", between=1).has_bands
    for kind, text in ((DetailKind.DIFF, "a"), (DetailKind.FIELDS, "a: b")):
        assert not DetailLines(kind, text, between=1).has_bands


@given(st.sampled_from(sorted(STYLED)), st.text(st.sampled_from("+-@ \n:ab,1")), st.integers(1, 2))
def test_nothing_is_lost(kind: DetailKind, text: str, between: int) -> None:
    made = DetailLines(kind, text, between)
    assert made.words == text.split("\n")
    assert made.begin(len(made.words) - 1) == utf16(text) - utf16(made.words[-1]) + (
        between - 1
    ) * text.count("\n")
    for line, told in enumerate(lines(kind, text)):
        assert (made.style(line), len(made.bold(line))) == told
