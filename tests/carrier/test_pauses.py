"""When a carrier tries again, by a clock that the test sets."""

from sayso.carrier.pauses import A_WHILE, LONG, Pauses


class Clock:
    def __init__(self) -> None:
        self.now = 100.0
        self.pauses = Pauses(lambda: self.now)

    def up_for(self, seconds: float) -> float:
        """The pause after a connection that lasts so long."""
        self.pauses.came_up()
        self.now += seconds
        return self.pauses.ended()

    def in_vain(self, times: int) -> list[float]:
        return [self.pauses.ended() for _ in range(times)]


def test_what_never_worked_is_tried_less_and_less_often() -> None:
    assert Clock().in_vain(9) == [5, 10, 20, 40, 80, 160, 320, 600, 600]


def test_what_worked_is_tried_again_soon() -> None:
    clock = Clock()
    clock.in_vain(4)
    assert clock.up_for(A_WHILE) == 1
    assert clock.in_vain(7) == [2, 4, 8, 16, 32, 60, 60]


def test_each_time_that_it_worked_begins_anew() -> None:
    clock = Clock()
    assert [clock.up_for(A_WHILE), *clock.in_vain(2), clock.up_for(3600)] == [1, 2, 4, 1]


def test_what_breaks_at_once_has_not_worked() -> None:
    clock = Clock()
    assert [clock.up_for(A_WHILE - 1), clock.up_for(0), *clock.in_vain(1)] == [5, 10, 20]


def test_what_breaks_at_once_after_it_had_worked_is_not_tried_more_often() -> None:
    clock = Clock()
    assert [clock.up_for(A_WHILE), clock.up_for(1), clock.up_for(1)] == [1, 2, 4]


def test_a_person_who_wants_it_begins_anew() -> None:
    clock = Clock()
    clock.up_for(A_WHILE)
    clock.in_vain(3)
    clock.pauses.begin_again()
    assert clock.in_vain(2) == [5, 10]


def test_what_ends_soon_asks_the_person_nothing_more() -> None:
    """Otherwise a server could have ssh ask the person again and again, in the server's own
    words."""
    clock = Clock()
    asks = [clock.pauses.may_ask]
    for seconds in (0.0, A_WHILE, LONG - 1, LONG, 0.0):
        clock.up_for(seconds)
        asks.append(clock.pauses.may_ask)
    assert asks == [True, False, False, False, True, False]


def test_who_says_that_it_should_work_is_asked() -> None:
    clock = Clock()
    clock.in_vain(1)
    clock.pauses.begin_again()
    assert clock.pauses.may_ask
