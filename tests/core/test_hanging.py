"""When a daemon hangs: the keeper's looks, second by second."""

from sayso.core.hanging import BUSY_LOOKS, LOOK_EVERY, STILL_LOOKS, Doubt


def looks(doubt: Doubt, works: list[float], now: float = LOOK_EVERY) -> list[bool]:
    """At the right moments, from `now` on: what it finds as the daemon has worked so much."""
    return [doubt.look(now + at * LOOK_EVERY, worked) for at, worked in enumerate(works)]


def test_one_that_does_nothing_hangs_after_some_seconds() -> None:
    found = looks(Doubt(0, 5), [5] * STILL_LOOKS)
    assert found == [False] * (STILL_LOOKS - 1) + [True]


def test_one_that_works_has_more_time() -> None:
    found = looks(Doubt(0, 5), [5 + each / 1000 for each in range(1, BUSY_LOOKS + 1)])
    assert found == [False] * (BUSY_LOOKS - 1) + [True]


def test_one_that_works_now_and_then_works() -> None:
    rests = [5] * (STILL_LOOKS - 1)
    found = looks(Doubt(0, 5), [*rests, *[6] * (STILL_LOOKS - 1), *[7] * STILL_LOOKS])
    assert not any(found)
    assert looks(Doubt(0, 5), [*rests, *[6] * (STILL_LOOKS + 1)])[-1]


def test_where_we_stood_still_ourselves_its_time_begins_anew() -> None:
    """As after the machine was suspended: who runs first is no judge of the other."""
    doubt = Doubt(0, 5)
    assert not any(looks(doubt, [5] * (STILL_LOOKS - 1)))
    assert not doubt.look(3600, 5)
    found = looks(doubt, [5] * STILL_LOOKS, now=3600 + LOOK_EVERY)
    assert found == [False] * (STILL_LOOKS - 1) + [True]


def test_a_daemon_that_works_has_all_its_time_again_after_that() -> None:
    doubt = Doubt(0, 0)
    assert not any(looks(doubt, [*map(float, range(1, BUSY_LOOKS))]))
    assert not doubt.look(3600, 50)
    assert not any(looks(doubt, [*map(float, range(51, 50 + BUSY_LOOKS))], now=3601))
