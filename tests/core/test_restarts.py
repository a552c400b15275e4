"""Starting again what ended: at once, then in ever larger steps, and not for ever."""

from sayso.core.restarts import DELAYS, LATELY, LIMIT, Restarts


def ended(restarts: Restarts, now: float) -> float | None:
    """The delay of the next start, which does its work."""
    delay = restarts.delay(now)
    restarts.succeeded()
    return delay


def test_what_ends_again_and_again_waits_longer_each_time() -> None:
    restarts = Restarts()
    assert [ended(restarts, now=1) for _ in DELAYS] == [0, 0, 0, 0.2, 1, 3]
    assert ended(restarts, now=1) == 3


def test_what_ended_long_ago_counts_no_more() -> None:
    restarts = Restarts()
    for _ in DELAYS:
        ended(restarts, now=1)
    assert ended(restarts, now=1 + LATELY - 0.1) == 3
    assert [ended(restarts, now=1 + LATELY) for _ in range(3)] == [0, 0, 0.2]


def test_what_never_works_is_given_up() -> None:
    restarts = Restarts()
    starts = [restarts.delay(now=100.0 * end) for end in range(LIMIT + 1)]
    assert starts == [0] * LIMIT + [None]


def test_one_that_worked_in_between_is_not_given_up() -> None:
    restarts = Restarts()
    starts = []
    for end in range(3 * LIMIT):
        starts.append(restarts.delay(now=100.0 * end))
        if end % LIMIT == LIMIT - 1:
            restarts.succeeded()
    assert None not in starts
