"""Sizes and places of dialogs, on screens of all sizes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.presentation import layout

PIXELS = st.integers(0, 5_000)


@pytest.mark.parametrize(
    ("texts", "least", "screen", "wide"),
    [
        (100, 200, 1280, 480),
        (550, 200, 1280, 550),
        (100, 600, 1280, 600),
        (3_000, 200, 1280, 680),
        (3_000, 200, 640, 624),
        (100, 900, 1280, 680),
    ],
)
def test_a_dialog_is_as_wide_as_its_texts_within_bounds(
    texts: int, least: int, screen: int, wide: int
) -> None:
    assert layout.width(texts, least, screen) == wide


@pytest.mark.parametrize(("room", "fits"), [(124, True), (123, False)])
def test_parts_stand_in_a_row_where_they_have_room_with_the_gaps(room: int, fits: bool) -> None:
    assert layout.fits_in_row([40, 30, 30], 12, room) is fits


def test_its_texts_scroll_before_it_fills_the_screen() -> None:
    assert layout.most_height(800) == 600


@pytest.mark.parametrize(
    ("needs", "room", "given"),
    [
        ([], 100, []),
        ([30, 40], 100, [30, 40]),
        ([30, 400], 100, [30, 70]),
        ([400, 30], 100, [70, 30]),
        ([400, 300], 100, [50, 50]),
        ([400, 20, 300], 100, [40, 20, 40]),
    ],
)
def test_what_a_short_text_does_not_need_the_longer_ones_share(
    needs: list[int], room: int, given: list[int]
) -> None:
    assert layout.shares(needs, room) == given


@given(st.lists(PIXELS, max_size=4), PIXELS)
def test_no_text_has_more_than_it_needs_nor_all_more_than_there_is(
    needs: list[int], room: int
) -> None:
    given = layout.shares(needs, room)
    assert all(0 <= had <= need for had, need in zip(given, needs, strict=True))
    assert sum(given) <= room


AREA = (20, 700)


def test_a_line_that_comes_leaves_the_buttons_where_they_are() -> None:
    assert layout.resized(300, 200, more=0, least=230, area=AREA, moves_top=True) == (270, 230)


def test_what_the_person_opens_leaves_the_upper_edge() -> None:
    assert layout.resized(300, 200, more=0, least=260, area=AREA, moves_top=False) == (300, 260)


def test_what_the_person_made_higher_stays_so() -> None:
    assert layout.resized(300, 250, more=50, least=230, area=AREA, moves_top=True) == (270, 280)


def test_where_it_has_shrunk_meanwhile_it_gets_what_it_needs() -> None:
    assert layout.resized(300, 200, more=-40, least=240, area=AREA, moves_top=False) == (300, 240)


def test_where_there_is_no_room_above_it_moves_down() -> None:
    assert layout.resized(30, 200, more=0, least=260, area=AREA, moves_top=True) == (20, 260)


def test_where_there_is_no_room_below_it_moves_up() -> None:
    assert layout.resized(600, 110, more=0, least=260, area=AREA, moves_top=False) == (460, 260)


def test_what_is_higher_than_the_screen_begins_at_its_top() -> None:
    assert layout.resized(300, 200, more=0, least=900, area=AREA, moves_top=True) == (20, 900)


@pytest.mark.parametrize(("at", "place"), [(-50, 0), (100, 100), (900, 680)])
def test_it_stays_on_the_screen(at: int, place: int) -> None:
    assert layout.within(at, 600, 0, 1280) == place


def test_what_is_wider_than_the_screen_begins_at_its_left() -> None:
    assert layout.within(10, 2_000, 0, 1280) == 0
