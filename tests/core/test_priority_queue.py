"""The lowest of many numbers that change, beside a walk over all of them."""

import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from sayso.core.priority_queue import PriorityQueue

CHANGES = st.lists(
    st.tuples(st.integers(0, 4), st.sampled_from([None, 1.0, 2.0, 3.0])), max_size=300
)
"""Whose number becomes which; None: it is dropped."""


@given(CHANGES)
def test_it_is_that_of_a_walk_over_all(changes: list[tuple[int, float | None]]) -> None:
    queue: PriorityQueue[int] = PriorityQueue()
    numbers: dict[int, float] = {}
    for key, number in changes:
        if number is None:
            queue.remove(key)
            numbers.pop(key, None)
        else:
            queue.set(key, number)
            if numbers.get(key) != number:
                numbers.pop(key, None)
                numbers[key] = number  # behind those that have the same
        walked = min(((number, key) for key, number in numbers.items()), key=first, default=None)
        assert queue.first() == walked


def first(pair: tuple[float, int]) -> float:
    return pair[0]


def test_of_equal_numbers_the_first_stays_the_first() -> None:
    queue: PriorityQueue[str] = PriorityQueue()
    queue.set("one", 1)
    queue.set("other", 2)
    for _ in range(1000):
        queue.set("one", 3)
        queue.set("one", 2)
    assert queue.first() == (2, "other")


def test_numbers_that_were_replaced_take_no_room() -> None:
    queue: PriorityQueue[str] = PriorityQueue()
    queue.set("lower than those", 0)
    tracemalloc.start()
    for number in range(1, 20_000):
        queue.set("other", number)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 64 << 10
