"""Which characters of the details get a style, by what the details are."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sayso.core.questions import DetailKind
from sayso.presentation.details import BANDS, BOLD, Style, lines, spans

DIFF = """\
diff --git a/shop.py b/shop.py
index 1f2e..3d4c 100644
--- a/shop.py
+++ b/shop.py
@@ -1,3 +1,3 @@ def price():
 total = 0
-net = 1
-vat = 2
+net = 3
+vat = 4
\\ No newline at end of file
"""


def styled(kind: DetailKind, text: str) -> list[tuple[str, Style]]:
    """Without the signs."""
    told = spans(kind, text)
    return [(text[start:end], style) for start, end, style in told if style is not Style.SIGN]


class TestDiff:
    def test_lines_are_what_their_beginning_says(self) -> None:
        assert styled(DetailKind.DIFF, DIFF) == [
            ("".join(line + "\n" for line in DIFF.split("\n")[:4]), Style.FILE),
            ("@@ -1,3 +1,3 @@ def price():\n", Style.HUNK),
            ("-net = 1\n-vat = 2\n", Style.REMOVED),
            ("+net = 3\n+vat = 4\n", Style.ADDED),
        ]

    def test_the_last_line_needs_no_newline(self) -> None:
        assert styled(DetailKind.DIFF, " a\n+b") == [("+b", Style.ADDED)]
        assert styled(DetailKind.DIFF, "-a\n b") == [("-a\n", Style.REMOVED)]

    def test_each_line_has_a_sign_of_its_own(self) -> None:
        text = " -\n--a\n-\n++\n@@\n+"
        signs = [span for span in spans(DetailKind.DIFF, text) if span[2] is Style.SIGN]
        assert signs == [(place, place + 1, Style.SIGN) for place in (3, 7, 9, 15)]

    @pytest.mark.parametrize(
        ("heading", "rest"),
        [
            ("@@ -1,2 +1,2 @@", ["--- a", "-b", "+++ a", "+b"]),
            ("@@ -1 +1 @@", ["--- a", "+++ a"]),
            ("@@ -5,3 +5,3 @@", [" a", "", "--- a", "+++ a"]),
        ],
    )
    def test_within_a_hunk_signs_are_signs(self, heading: str, rest: list[str]) -> None:
        text = "\n".join([heading, *rest, "--- b", "+++ b"])
        told = dict(reversed(styled(DetailKind.DIFF, text)[1:]))
        minus = "".join(f"{line}\n" for line in rest if line.startswith("-"))
        plus = "".join(f"{line}\n" for line in rest if line.startswith("+"))
        assert told == {
            minus: Style.REMOVED,
            plus: Style.ADDED,
            "--- b\n+++ b": Style.FILE,
        }

    @pytest.mark.parametrize("heading", ["@@", "@@ -1,x +1 @@", "@@@ -1,9 -1,9 +1,9 @@@"])
    def test_a_hunk_that_does_not_count_its_lines_has_none(self, heading: str) -> None:
        text = f"{heading}\n-a\n--- b\n+++ b"
        assert [style for _, style in styled(DetailKind.DIFF, text)] == [
            Style.HUNK,
            Style.REMOVED,
            Style.FILE,
        ]

    def test_another_file_ends_a_hunk_that_counted_too_many(self) -> None:
        text = "@@ -1,99 +1,99 @@\n-a\ndiff --git a b\n--- a\n+++ b"
        assert styled(DetailKind.DIFF, text)[-1] == ("diff --git a b\n--- a\n+++ b", Style.FILE)

    @pytest.mark.parametrize("line", ["", " +a", "a", "different", "indexes", "@a", "\\ No", "=+"])
    def test_all_else_is_plain(self, line: str) -> None:
        assert styled(DetailKind.DIFF, line) == []

    @pytest.mark.parametrize("line", ["+", "+++", "++++ a", "+++a"])
    def test_a_sign_alone_says_enough(self, line: str) -> None:
        assert styled(DetailKind.DIFF, line) == [(line, Style.ADDED)]


class TestFields:
    def test_a_name_is_what_stands_before_the_colon(self) -> None:
        text = "File path: /etc/a: b\nEmpty:\nText: one\n  two: 2\nLast:"
        assert styled(DetailKind.FIELDS, text) == [
            ("File path:", Style.NAME),
            ("Empty:", Style.NAME),
            ("Text:", Style.NAME),
            ("Last:", Style.NAME),
        ]

    @pytest.mark.parametrize(
        "line", ["", "no name", ": value", " Name: value", "https://example.com: a", "a\tb"]
    )
    def test_what_has_none_is_plain(self, line: str) -> None:
        assert styled(DetailKind.FIELDS, line) == []


@pytest.mark.parametrize("kind", [DetailKind.TEXT, DetailKind.COMMAND])
def test_other_details_are_plain(kind: DetailKind) -> None:
    assert styled(kind, DIFF + "Name: value") == []


@given(st.sampled_from(DetailKind), st.text(st.sampled_from("+-@ \n:adifnex,1")))
def test_spans_stand_in_order_and_those_of_lines_are_whole_lines(
    kind: DetailKind, text: str
) -> None:
    place, within = 0, (0, 0)
    for start, end, style in spans(kind, text):
        assert place <= start < end <= len(text)
        if style is Style.SIGN:
            assert within[0] <= start < end <= within[1]
            place = start
            continue
        assert within[1] <= start
        place, within = start, (start, end)
        if style in BANDS:
            assert start == 0 or text[start - 1] == "\n"
            assert end == len(text) or text[end - 1] == "\n"


@example(DetailKind.DIFF, DIFF)
@given(st.sampled_from(DetailKind), st.text(st.sampled_from("+-@ \n:adifnex,1")))
def test_line_by_line_it_is_the_same(kind: DetailKind, text: str) -> None:
    told = list(spans(kind, text))
    bold = {place for start, end, style in told if style in BOLD for place in range(start, end)}
    behind = {place: s for start, end, s in told if s in BANDS for place in range(start, end)}
    begin = 0
    for line, (style, count) in zip(text.split("\n"), lines(kind, text), strict=False):
        end = begin + len(line)
        assert {begin + place for place in range(count)} == bold & {*range(begin, end)}
        assert {behind.get(place) for place in range(begin, end)} <= {style}
        begin = end + 1


def test_each_line_is_told_of_but_of_plain_text() -> None:
    assert (
        len(lines(DetailKind.DIFF, "a\n\n+b\n")) == len(lines(DetailKind.FIELDS, "a:\n\n\n")) == 4
    )
    assert lines(DetailKind.TEXT, "+a") == lines(DetailKind.COMMAND, "+a") == []
