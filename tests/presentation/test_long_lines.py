"""A line that is too long for a toolkit goes on below, and nothing of it is lost."""

import pytest

from sayso.presentation.long_lines import LONGEST, longest, stretches, widest


@pytest.mark.parametrize(
    ("length", "parts"), [(0, 1), (1, 1), (LONGEST, 1), (LONGEST + 1, 2), (3 * LONGEST, 3)]
)
def test_a_line_is_set_in_as_few_stretches_as_it_takes(length: int, parts: int) -> None:
    line = "".join(chr(0x4E00 + place % 997) for place in range(length))
    found = stretches(line)
    assert len(found) == parts
    assert "".join(found) == line
    assert max(map(len, found)) <= LONGEST


def test_the_longest_line_is_found() -> None:
    assert longest("a\nlonger\nb") == len("longer")
    assert longest("") == 0


def test_a_tab_takes_the_columns_to_its_stop() -> None:
    assert widest("nine wide\n\t\tb") == 17
    assert widest("a\tb\nnothing") == 9
