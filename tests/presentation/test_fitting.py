"""Words that have to do with the room that there is: here each character takes the same."""

import pytest

from sayso.presentation.fitting import LONGEST, fitting

WORDS = "/home/ada/src/shop/checkout"


def test_what_fits_stays_whole() -> None:
    assert fitting(WORDS, lambda text: len(text) <= len(WORDS)) == WORDS


@pytest.mark.parametrize("room", [26, 12, 5])
def test_the_middle_makes_way_and_no_more_than_has_to(room: int) -> None:
    shown = fitting(WORDS, lambda text: len(text) <= room)
    assert len(shown) == room
    assert (shown[0], shown[-1]) == (WORDS[0], WORDS[-1])


def test_where_there_is_no_room_a_little_is_shown() -> None:
    assert 0 < len(fitting(WORDS, lambda _: False)) <= 3


def test_no_more_is_tried_than_a_screen_holds() -> None:
    tried: list[int] = []

    def fits(text: str) -> bool:
        tried.append(len(text))
        return False

    fitting("x" * 100_000, fits)
    assert max(tried) <= LONGEST
