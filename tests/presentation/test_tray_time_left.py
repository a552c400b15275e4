"""How much time is left of what the tray shows."""

import pytest

from sayso.core.overview import Overview, PromptOverview, QuietPeriod
from sayso.presentation.tray.time_left import later, minutes, until_other_minute


def waiting(*seconds: float | None) -> Overview:
    prompts = (PromptOverview(1, "confirm", "", "", "shown", left) for left in seconds)
    return Overview(prompts=tuple(prompts))


@pytest.mark.parametrize(
    ("seconds", "count"), [(0, 1), (1, 1), (60, 1), (60.1, 2), (120, 2), (120.5, 3)]
)
def test_minutes_that_have_begun_are_whole(seconds: float, count: int) -> None:
    assert minutes(seconds) == count


@pytest.mark.parametrize(
    ("left", "seconds"),
    [((), None), ((None,), None), ((60.0,), None), ((90.0,), 30.0), ((61.0, 200.0, None), 1.0)],
)
def test_when_a_label_changes(left: tuple[float | None, ...], seconds: float | None) -> None:
    assert until_other_minute(waiting(*left)) == seconds


def test_later_less_is_left_and_never_less_than_nothing() -> None:
    now = Overview(
        prompts=waiting(93.0).prompts,
        do_not_disturb=1740.0,
        quiet=(QuietPeriod(1, "claude", "Deploy?", 512.0),),
    )
    soon = later(now, 93.5)
    assert soon.prompts[0].seconds_left == 0
    assert soon.do_not_disturb == 1646.5
    assert soon.quiet[0].seconds_left == 418.5


def test_what_has_no_end_has_none_later() -> None:
    assert later(waiting(None), 1000) == waiting(None)
