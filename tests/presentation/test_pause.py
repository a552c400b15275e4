"""A window takes the keyboard where the person pauses, and not before."""

from collections.abc import Callable

from sayso.presentation.pause import PAUSE, at_pause


class Person:
    """Types until a time; the clock goes on as soon as somebody waits."""

    def __init__(self, types_until: float) -> None:
        self.now, self._types_until = 0.0, types_until
        self.came_at: float | None = None

    def idle(self) -> float:
        return max(self.now - self._types_until, 0.0)

    def come(self) -> None:
        self.came_at = self.now

    def wait(self, seconds: float, act: Callable[[], None]) -> None:
        self.now += seconds
        act()


def test_it_comes_after_a_pause() -> None:
    person = Person(types_until=2.5)
    at_pause(person.idle, lambda: True, person.come, person.wait)
    assert person.came_at is not None
    assert 2.5 + PAUSE <= person.came_at < 2.5 + 2 * PAUSE


def test_it_comes_at_once_where_the_person_pauses() -> None:
    person = Person(types_until=-PAUSE)
    at_pause(person.idle, lambda: True, person.come, person.wait)
    assert person.came_at == 0.0


def test_it_comes_at_once_where_nobody_tells() -> None:
    person = Person(types_until=100.0)
    at_pause(lambda: None, lambda: True, person.come, person.wait)
    assert person.came_at == 0.0


def test_what_is_not_wanted_any_more_does_not_come() -> None:
    person = Person(types_until=2.5)
    at_pause(person.idle, lambda: person.now < 1.5, person.come, person.wait)
    assert person.came_at is None
