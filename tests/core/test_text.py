"""What can't be seen is shown as an escape, and no two texts look the same."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.text import (
    has_controls,
    hidden,
    shorten,
    visible,
    visible_in_order,
    visible_line,
    visible_lines_in_order,
    visible_message,
    visible_path,
)

any_text = st.text(st.characters(exclude_categories=()))  # surrogates, too
look_alikes = st.text(st.sampled_from("\\u{}0123456789abcdefABCDEF\n\t\u202e"))


def read_back(shown: str) -> str:
    return re.sub(r"\\u\{([0-9a-f]+)\}", lambda found: chr(int(found[1], 16)), shown)


@given(any_text | look_alikes)
def test_what_is_shown_leads_back_to_the_one_text(text: str) -> None:
    assert read_back(visible(text)) == text
    assert read_back(visible_line(text)) == text


@given(any_text)
def test_nothing_hidden_comes_out(text: str) -> None:
    hidden = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
    assert not [char for char in visible_line(text) if unicodedata.category(char) in hidden]
    rest = visible(text).translate({ord("\n"): None, ord("\t"): None})
    assert not [char for char in rest if unicodedata.category(char) in hidden]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, ünïcödé, 日本語, 🙂", "plain, ünïcödé, 日本語, 🙂"),
        ("\x00\x1b[31m\x7f\x85", r"\u{0}\u{1b}[31m\u{7f}\u{85}"),
        ("\u202egpj.exe\u2066", r"\u{202e}gpj.exe\u{2066}"),
        ("a\u200bb\ufeffc\u2060", r"a\u{200b}b\u{feff}c\u{2060}"),
        ("\U000e0041", r"\u{e0041}"),
        ("\ue000\ud800\u0378", r"\u{e000}\u{d800}\u{378}"),
        ("\u2028\u2029", r"\u{2028}\u{2029}"),
        ("\u3164\ufe0f\u034f\U000e0100", r"\u{3164}\u{fe0f}\u{34f}\u{e0100}"),
        (r"C:\users \n \\ \u{}", r"C:\users \n \\ \u{}"),
        (r"\u{202e} \u{1F}", r"\u{5c}u{202e} \u{5c}u{1F}"),
    ],
)
def test_examples(text: str, shown: str) -> None:
    assert visible(text) == shown
    assert visible_line(text) == shown


@given(any_text | look_alikes)
def test_in_order_it_leads_back_to_the_one_text(text: str) -> None:
    shown = visible_in_order(text)
    assert read_back(shown) == text
    assert not {unicodedata.bidirectional(char) for char in shown} & {"R", "AL", "AN"}
    assert not [char for char in shown if char != " " and char.isspace()]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("/srv/shop 1", "/srv/shop 1"),
        ("/srv/\u05d0/1", r"/srv/\u{5d0}/1"),
        ("/srv/1/\u05d0", r"/srv/1/\u{5d0}"),
        ("\u0627\u0661", r"\u{627}\u{661}"),
        ("a\u00a0b\u3000", r"a\u{a0}b\u{3000}"),
        ("ünïcödé, 日本語", "ünïcödé, 日本語"),
        (r"\u{5d0}", r"\u{5c}u{5d0}"),
    ],
)
def test_examples_in_order(text: str, shown: str) -> None:
    assert visible_in_order(text) == shown
    assert visible_lines_in_order(f"a\tb\n{text}") == f"a\tb\n{shown}"


def test_what_is_visible_already_stays_so() -> None:
    assert visible_message("\\u{1b}\x1b\udcff") == r"\u{1b}\u{1b}\u{dcff}"
    assert visible_path("/\udcff\\u{1b}") == r"/\u{dcff}\u{5c}u{1b}"


def test_only_text_of_several_lines_keeps_newline_and_tab() -> None:
    assert visible("a\n\tb\r\n") == "a\n\tb\\u{d}\n"
    assert visible_line("a\n\tb") == r"a\u{a}\u{9}b"


@pytest.mark.parametrize(
    ("limit", "short"), [(10, "abcdefghij"), (9, "abcd…ghij"), (4, "ab…j"), (3, "a…j")]
)
def test_the_middle_makes_way(limit: int, short: str) -> None:
    assert shorten("abcdefghij", limit) == short


@given(any_text, st.integers(3, 50))
def test_what_is_shortened_keeps_to_the_limit(text: str, limit: int) -> None:
    assert len(shorten(text, limit)) == min(len(text), limit)


def test_marks_do_not_pile_up() -> None:
    assert visible("a" + "\u0363" * 6) == "a" + "\u0363" * 4 + "\\u{363}" * 2
    assert visible_line("\u0c3e" * 5) == "\u0c3e" * 4 + "\\u{c3e}"
    assert visible("a\u0301b\u0301" * 9) == "a\u0301b\u0301" * 9


@pytest.mark.parametrize("blank", ["\u2800", "\ufffc"])
def test_signs_that_are_drawn_as_nothing(blank: str) -> None:
    assert visible(f"t{blank}itle") == f"t\\u{{{ord(blank):x}}}itle"


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (0x34F, 0x34F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2800, 0x2800),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0xFFFC, 0xFFFC),
        (0xE0100, 0xE01EF),
    ],
)
def test_of_what_is_drawn_as_nothing_all_is_hidden_and_no_neighbour(first: int, last: int) -> None:
    assert visible(f"a{chr(first)}b{chr(last)}") == f"a\\u{{{first:x}}}b\\u{{{last:x}}}"
    beside = [chr(code) for code in (first - 1, last + 1)]
    drawn = [char for char in beside if unicodedata.category(char) not in ("Cf", "Cn")]
    assert [visible(f"a{char}") for char in drawn] == [f"a{char}" for char in drawn]


@pytest.mark.parametrize(
    ("text", "escapes"),
    [
        ("plain, ünïcödé, 日本語, 🙂\n\tof two lines", ()),
        ("\\u{202e} is written out", ()),
        ("a\u202eb\u200bc\u202ed", (r"\u{202e}", r"\u{200b}")),
        ("\x1b[31m\r", (r"\u{1b}", r"\u{d}")),
        ("e" + "\u0301" * 6, (r"\u{301}",)),
    ],
)
def test_what_is_hidden_is_named_once(text: str, escapes: tuple[str, ...]) -> None:
    assert hidden(text) == escapes


@given(any_text)
def test_nothing_is_hidden_where_all_is_shown_as_it_is(text: str) -> None:
    plain = text.replace("\\", "")
    assert bool(hidden(plain)) == (visible(plain) != plain)


@pytest.mark.parametrize("control", ["\0", "\r", "\x1b", "\x7f", "\x9b", "\u2028", "\u2029"])
def test_controls_are_told_from_the_ends_of_lines(control: str) -> None:
    assert has_controls(f"a{control}b", lines=True)
    assert has_controls(f"a{control}b", lines=False)
    assert not has_controls("a\n\tb\u200b", lines=True)
    assert has_controls("a\nb", lines=False)
    assert has_controls("a\tb", lines=False)
    assert not has_controls("a b\u200b", lines=False)
