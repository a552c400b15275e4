"""What notifications say of who asks."""

import pytest

from sayso.core.overview import PromptOverview
from sayso.presentation import notifications

THERE = PromptOverview(7, "confirm", "Deploy?", "claude", "shown", 93.2, "build-7")
PASSWORD = PromptOverview(8, "password", "", "", "shown", None, "build-7")


def test_a_question_from_another_machine_names_it() -> None:
    told = notifications.waiting([THERE], lasting=False, news=True)
    assert (told.summary, told.body) == ("claude on build-7 asks", "Deploy?")


def test_so_do_several() -> None:
    told = notifications.waiting([THERE, PASSWORD], lasting=False, news=True)
    assert told.body.splitlines() == [
        "claude on build-7 asks: Deploy?",
        "An unknown program on build-7 asks for a password",
    ]


@pytest.mark.parametrize(
    ("says", "summary"),
    [
        (notifications.missed, "claude on build-7 got no answer in time"),
        (notifications.not_shown, "A question from claude on build-7 could not be shown"),
    ],
)
def test_and_one_that_is_over(says: object, summary: str) -> None:
    assert callable(says)
    assert says([THERE]).summary == summary
