"""Questions take turns: so many at once, the rest in order, and none that is over."""

import threading
from collections.abc import Callable

from sayso.frontends.hook.turns import Asked, Turns


class Asking:
    """Asks each until it is over, or the test says so."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.most = 0
        self._now = 0
        self._more = threading.Condition()
        self._done: set[str] = set()

    def ask(self, asked: Asked, over: threading.Event) -> None:
        with self._more:
            self.begun.append(asked.number)
            self._now += 1
            self.most = max(self.most, self._now)
            self._more.notify_all()
            assert self._more.wait_for(lambda: asked.number in self._done or over.is_set(), 30)
            self._now -= 1
            self._more.notify_all()

    def finish(self, *numbers: str) -> None:
        with self._more:
            self._done.update(numbers)
            self._more.notify_all()

    def until(self, reached: Callable[[], bool]) -> None:
        with self._more:
            self._more.notify_all()
            assert self._more.wait_for(reached, 30)

    def until_idle(self, begun: int) -> None:
        self.until(lambda: len(self.begun) == begun and self._now == 0)


def of(number: int) -> Asked:
    return Asked("permission", str(number), {})


def test_so_many_at_once() -> None:
    asking = Asking()
    turns = Turns(2, asking.ask)
    before = threading.active_count()
    for number in range(1000):
        turns.add(of(number))
    asking.until(lambda: len(asking.begun) == 2)
    assert threading.active_count() <= before + 2
    asking.finish(*map(str, range(1000)))
    asking.until_idle(1000)
    assert asking.most == 2


def test_in_the_order_in_which_they_came() -> None:
    asking = Asking()
    turns = Turns(1, asking.ask)
    numbers = [str(number) for number in range(100)]
    asking.finish(*numbers)
    for number in range(100):
        turns.add(of(number))
    asking.until_idle(100)
    assert asking.begun == numbers


def test_what_is_over_while_it_waits_is_never_asked() -> None:
    asking = Asking()
    turns = Turns(1, asking.ask)
    for number in range(3):
        turns.add(of(number))
    asking.until(lambda: asking.begun == ["0"])
    turns.end("1")
    asking.finish("0", "2")
    asking.until_idle(2)
    assert asking.begun == ["0", "2"]


def test_what_was_meant_is_over_and_nothing_else() -> None:
    asking = Asking()
    turns = Turns(1, asking.ask)
    for number in range(4):
        turns.add(of(number))
    asking.until(lambda: asking.begun == ["0"])
    turns.end_those(lambda asked: asked.number in ("0", "2"))
    asking.finish("1", "3")
    asking.until_idle(3)
    assert asking.begun == ["0", "1", "3"]


def test_what_is_over_is_told_to_who_asks_it() -> None:
    asking = Asking()
    turns = Turns(1, asking.ask)
    turns.add(of(0))
    asking.until(lambda: asking.begun == ["0"])
    turns.end("0")
    asking.until_idle(1)


def test_each_is_asked_once() -> None:
    asking = Asking()
    turns = Turns(2, asking.ask)
    turns.add(of(0))
    turns.add(of(0))
    asking.finish("0")
    asking.until_idle(1)
    turns.add(of(0))
    turns.add(of(1))
    asking.finish("1")
    asking.until_idle(2)
    assert asking.begun == ["0", "1"]


def test_after_the_end_none_is_asked() -> None:
    asking = Asking()
    turns = Turns(1, asking.ask)
    turns.add(of(0))
    turns.add(of(1))
    asking.until(lambda: asking.begun == ["0"])
    turns.end_all()
    turns.add(of(2))
    asking.until_idle(1)
    assert asking.begun == ["0"]


def test_what_nobody_knows_can_be_over() -> None:
    Turns(1, Asking().ask).end("7")
