"""Which parts of a text count as read, and where one is missing."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.presentation.reading import CREDIT, Area, Gap, Reading

PAGE = 10.0
ROWS = 35.0


def page(top: float, left: float = 0.0, right: float = inf) -> Area:
    return Area(top, top + PAGE, left, right)


def laid_out(trusting: bool = False) -> Reading:
    reading = Reading(trusting)
    reading.is_laid_out = True
    return reading


def read(*tops: float) -> Reading:
    """By a hand that is at work all the time."""
    reading = laid_out()
    for top in tops:
        reading.input(0)
        reading.painted(page(top), 0)
    return reading


class TestWithoutAHand:
    def test_the_first_page_counts(self) -> None:
        reading = laid_out()
        reading.painted(page(0), 0)
        assert reading.gap(PAGE) is None
        assert reading.gap(ROWS) == Gap(PAGE, 0)

    def test_nothing_is_read_before_it_is_painted(self) -> None:
        assert Reading().gap(PAGE) == Gap(0, 0)

    def test_nothing_counts_until_it_is_laid_out(self) -> None:
        """A text that is not seems to end where its first lines do."""
        reading = Reading()
        reading.painted(Area(0, ROWS), 0)
        assert reading.gap(ROWS) == Gap(0, 0)

    @pytest.mark.parametrize("area", [page(10), page(25), Area(0, PAGE, left=1)])
    def test_nothing_else_counts(self, area: Area) -> None:
        reading = read(0)
        reading.painted(area, CREDIT + 0.1)
        assert reading.gap(ROWS) == Gap(PAGE, 0)

    def test_all_of_it_counts_where_programs_are_trusted(self) -> None:
        reading = laid_out(trusting=True)
        for top in (25, 15, 5, 0):
            reading.painted(page(top), 1_000)
        assert reading.gap(ROWS) is None


class TestByHand:
    def test_page_after_page_is_all(self) -> None:
        assert read(0, 9, 18, 25).gap(ROWS) is None

    def test_in_any_order(self) -> None:
        assert read(25, 9, 18, 0, 9).gap(ROWS) is None

    def test_a_jump_to_the_end_leaves_a_gap(self) -> None:
        assert read(0, 25).gap(ROWS) == Gap(10, 0)
        assert read(0, 25, 10).gap(ROWS) == Gap(20, 0)
        assert read(0, 25, 10, 17).gap(ROWS) is None

    def test_one_row_is_enough_of_a_gap(self) -> None:
        assert read(0, 10.1, 20, 25).gap(ROWS) == Gap(10, 0)

    def test_what_runs_on_after_the_hand_has_left_counts_for_a_while(self) -> None:
        reading = read(0)
        reading.input(5)
        reading.painted(page(10), 5 + CREDIT)
        reading.painted(page(20), 5 + CREDIT + 0.1)
        assert reading.gap(ROWS) == Gap(20, 0)

    def test_what_it_had_begun_is_over_when_the_text_is_another(self) -> None:
        reading = read(0, 10, 20, 25)
        reading.forget()
        assert reading.gap(ROWS) == Gap(0, 0)
        reading.painted(page(10), 0)
        reading.painted(page(0), 0)
        assert reading.gap(ROWS) == Gap(10, 0)


class TestEditing:
    """What a person writes or cuts moves what stands after it, seen or not."""

    def test_what_is_written_before_moves_the_gap(self) -> None:
        reading = read(0, 25)
        reading.inserted(0, 5)
        assert reading.gap(ROWS + 5) == Gap(0, 0)
        reading.painted(Area(0, 5), 0)
        assert reading.gap(ROWS + 5) == Gap(15, 0)

    def test_what_is_cut_before_moves_the_gap(self) -> None:
        reading = read(0, 25)
        reading.deleted(2, 5)
        assert reading.gap(ROWS - 5) == Gap(5, 0)

    def test_a_gap_that_is_cut_is_none(self) -> None:
        reading = read(0, 25)
        reading.deleted(8, 19)
        assert reading.gap(ROWS - 19) is None

    @given(data=st.data())
    def test_what_counts_has_been_seen(self, data: st.DataObject) -> None:
        """Whatever is edited and painted; beside a list of what was."""
        reading, seen = laid_out(), [False] * 30
        for _ in range(data.draw(st.integers(1, 12))):
            row = data.draw(st.integers(0, len(seen)))
            rows = data.draw(st.integers(0, 8))
            match data.draw(st.sampled_from(["paint", "insert", "delete"])):
                case "paint":
                    reading.input(0)
                    reading.painted(Area(row, min(row + rows, len(seen))), 0)
                    seen[row : row + rows] = [True] * len(seen[row : row + rows])
                case "insert":
                    reading.inserted(row, rows)
                    seen[row:row] = [False] * rows
                case _:
                    cut = len(seen[row : row + rows])
                    reading.deleted(row, cut)
                    del seen[row : row + rows]
            missing = Gap(seen.index(False), 0) if False in seen else None
            assert reading.gap(len(seen)) == missing


class TestAcross:
    def test_what_shows_all_of_it_says_all(self) -> None:
        reading = laid_out()
        reading.painted(page(0, right=80), 0)
        reading.painted(page(0), 0)
        assert reading.gap(PAGE) is None

    def test_what_goes_on_to_the_right_is_missing(self) -> None:
        reading = laid_out()
        reading.painted(page(0, right=80), 0)
        assert reading.gap(PAGE, 80) is None
        assert reading.gap(PAGE, 81) == Gap(0, 80)

    def test_step_by_step_is_all(self) -> None:
        reading = laid_out()
        reading.input(0)
        for left in (0, 120, 60):
            reading.painted(page(0, left, left + 80), 0)
        assert reading.gap(PAGE, 200) is None

    def test_a_jump_leaves_a_gap(self) -> None:
        reading = laid_out()
        reading.input(0)
        for left in (0, 120):
            reading.painted(page(0, left, left + 80), 0)
        assert reading.gap(PAGE, 200) == Gap(0, 80)

    def test_each_row_has_to_be_seen_to_its_end(self) -> None:
        """To the right at the last page shows nothing of what is right of the first."""
        reading = laid_out()
        reading.input(0)
        for area in (page(0, 0, 80), page(10, 0, 80), page(10, 60, 140)):
            reading.painted(area, 0)
        assert reading.gap(20, 140) == Gap(0, 80)
        reading.painted(page(0, 60, 140), 0)
        assert reading.gap(20, 140) is None
