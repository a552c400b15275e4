"""While a person has the tray's menu open, no line of it moves."""

import pytest

from sayso.presentation.tray.model import MenuItem
from sayso.presentation.tray.open_menu import held
from sayso.values import replace

ONE, OTHER = MenuItem("one", "One", "do one"), MenuItem("other", "Other", "do the other")
BREAK = MenuItem("break")
MARKED = MenuItem("marked", "Marked", "switch", checked=True)
CHOICE = MenuItem("choice", "The one in force", "choose", checked=True, is_radio=True)
OPENS = MenuItem("opens", "More", items=(ONE, CHOICE))
SHOWN = (ONE, BREAK, MARKED, OPENS)


def test_what_has_not_changed_stays() -> None:
    assert held(SHOWN, SHOWN) == SHOWN


def test_lines_keep_their_places_and_new_ones_wait() -> None:
    assert held(SHOWN, (OPENS, OTHER, MARKED, BREAK, ONE)) == SHOWN


def test_words_marks_and_commands_are_those_of_now() -> None:
    now = replace(MARKED, label="Marked anew", command="switch back", checked=False)
    assert held(SHOWN, (ONE, BREAK, now, OPENS)) == (ONE, BREAK, now, OPENS)


def test_the_same_is_so_of_menus_that_it_opens() -> None:
    within = (replace(CHOICE, checked=False), OTHER, replace(ONE, label="Now two"))
    (opens,) = held((OPENS,), (replace(OPENS, label="More of it", items=within),))
    assert opens.label == "More of it"
    assert opens.items == (within[2], within[0])


@pytest.mark.parametrize("item", [ONE, MARKED, CHOICE])
def test_what_is_no_more_cannot_be_chosen(item: MenuItem) -> None:
    assert item.is_enabled
    (left,) = held((item,), ())
    assert (left.label, left.shape) == (item.label, item.shape)
    assert not left.is_enabled


def test_nor_can_what_was_below_it() -> None:
    (left,) = held((OPENS,), ())
    assert [each.label for each in left.items] == ["One", "The one in force"]
    assert not any(each.is_enabled for each in left.items)


@pytest.mark.parametrize(
    "other",
    [
        replace(ONE, label=""),
        replace(ONE, checked=False),
        replace(ONE, items=(OTHER,)),
    ],
    ids=["words", "mark", "menu"],
)
def test_a_line_of_another_shape_is_another_line(other: MenuItem) -> None:
    (left,) = held((ONE,), (other,))
    assert left == replace(ONE, command=None)


@pytest.mark.parametrize(
    ("item", "enabled"),
    [
        (ONE, True), (OPENS, True), (CHOICE, True), (BREAK, False),
        (MenuItem("words", "Only words"), False),
        (replace(CHOICE, command=None), True),
        (replace(CHOICE, command=None, checked=False), False),
        (replace(MARKED, command=None), False),
    ],
)  # fmt: skip
def test_which_lines_are_enabled(item: MenuItem, enabled: bool) -> None:
    assert item.is_enabled is enabled
