"""Whose question has the screen next: origins take turns, so that a flood delays nobody else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.questions import Choice
from sayso.core.settings import Settings
from sayso.values import replace
from support.core_driver import DEPLOY, RESTART, Chain, Driver


@pytest.fixture
def other(driver: Driver) -> Chain:
    """A command in another tab."""
    return driver.command(driver.tab())


def flood(driver: Driver, by: Chain, prompts: int = 8) -> None:
    for number in range(prompts):
        driver.ask(by, scope=str(number), timeout=600, wait=600)


def line(driver: Driver) -> list[int]:
    """Numbers of the open questions, the one on the screen first."""
    open_ones = [prompt for prompt in driver.prompts if prompt.is_open]
    return [
        prompt.number for prompt in sorted(open_ones, key=lambda p: driver.broker.place(p) or 0)
    ]


def test_a_flood_delays_anothers_question_by_one(
    driver: Driver, command: Chain, other: Chain
) -> None:
    flood(driver, command)
    call = driver.ask(other, RESTART, wait=600)
    driver.paint()
    assert (call.progress[-1].place, call.progress[-1].of) == (2, 9)
    driver.click()
    assert driver.show.question == RESTART


def test_one_dialog_after_another_of_each(driver: Driver, command: Chain, other: Chain) -> None:
    third = driver.command(driver.tab())
    flood(driver, command, 3)
    flood(driver, other, 3)
    flood(driver, third, 2)
    assert line(driver) == [1, 4, 7, 2, 5, 8, 3, 6]


def test_what_is_on_the_screen_stays(driver: Driver, command: Chain, other: Chain) -> None:
    flood(driver, command)
    driver.paint()
    driver.ask(other)
    assert driver.on_screen == 1
    assert driver.closed == []
    driver.die()
    driver.advance(0.2)
    assert driver.show.number == 1


def test_a_flooder_that_goes_on_passes_nobody(driver: Driver, command: Chain, other: Chain) -> None:
    flood(driver, command, 4)
    flood(driver, other, 3)
    for _ in range(3):
        driver.paint()
        driver.click(Choice.DISMISS)
        driver.ask(command, RESTART, scope=str(driver.now), wait=600)
        driver.now += 1
    shown = [show.lineage.origin for show in driver.shows]
    assert shown == [command[-1].process, other[-1].process] * 2


def test_one_that_replaces_another_keeps_its_place(
    driver: Driver, command: Chain, other: Chain
) -> None:
    flood(driver, command, 2)
    flood(driver, other, 1)
    driver.ask(command, DEPLOY, slot="status", wait=600)
    flood(driver, driver.command(driver.tab()), 3)
    before = line(driver)
    driver.ask(command, RESTART, slot="status", wait=600)
    assert line(driver) == [8 if number == 4 else number for number in before]


def keep_replacing(driver: Driver, by: Chain) -> None:
    for number in range(4):
        driver.ask(by, replace(DEPLOY, message=f"{number}?"), slot="a", wait=600, timeout=600)
        driver.paint()
        driver.advance(50)


def test_a_place_is_not_handed_on_for_ever(driver: Driver, command: Chain, other: Chain) -> None:
    """Else one account could keep the screen, and all others would wait in vain."""
    driver.ask(command, DEPLOY, slot="a", wait=600, timeout=600)
    driver.ask(other, RESTART, wait=600)
    keep_replacing(driver, command)
    assert driver.show.question == RESTART


def test_nor_if_it_is_replaced_before_it_is_painted(
    driver: Driver, command: Chain, other: Chain
) -> None:
    driver.ask(command, DEPLOY, slot="a", wait=600, timeout=600)
    driver.ask(other, RESTART, wait=600)
    for number in range(130):
        words = replace(DEPLOY, message=f"{number}?")
        driver.ask(command, words, slot="a", wait=600, timeout=600)
        driver.advance(1)
    assert driver.show.question == RESTART


def test_where_nobody_else_waits_it_is(driver: Driver, command: Chain) -> None:
    driver.ask(command, DEPLOY, slot="a", wait=600, timeout=600)
    flood(driver, command, 2)
    keep_replacing(driver, command)
    assert driver.show.question == replace(DEPLOY, message="3?")


def test_one_that_was_put_off_returns_as_new(driver: Driver, command: Chain, other: Chain) -> None:
    driver.ask(other, RESTART, wait=600)
    driver.paint()
    driver.later()
    flood(driver, command, 4)
    driver.paint()
    assert line(driver) == [2, 3, 4, 5, 1]
    driver.advance(60)
    assert line(driver) == [2, 1, 3, 4, 5]


def test_the_next_attempt_is_as_new(driver: Driver, command: Chain, other: Chain) -> None:
    driver.ask(other, RESTART, render_timeout=10, wait=600)
    driver.advance(10)
    flood(driver, command, 4)
    driver.ask(other, RESTART, render_timeout=10, wait=600)
    assert line(driver) == [2, 1, 3, 4, 5]


def test_those_that_return_at_once_do_in_the_order_of_later(driver: Driver, command: Chain) -> None:
    driver.ask(command, DEPLOY, wait=600)
    driver.paint()
    driver.later()
    driver.advance(50)
    driver.ask(command, RESTART, wait=600)
    driver.paint()
    driver.later()
    driver.advance(10)
    driver.paint()
    driver.later()  # again, so that it is after the newer one
    driver.now += 300
    driver.paint()
    assert line(driver) == [2, 1]


@given(st.lists(st.tuples(st.sampled_from("ABC"), st.booleans()), max_size=30))
def test_of_each_other_origin_at_most_as_many_come_before(steps: list[tuple[str, bool]]) -> None:
    """A new question, its origin's nth, is behind at most n of each other; and none is starved:
    while it waits, at most as many of each other are shown."""
    driver = Driver(Settings())
    askers = {name: driver.command(driver.tab()) for name in "ABC"}
    promised: dict[int, dict[str, int]] = {}
    names: dict[int, str] = {}
    for number, (name, answered) in enumerate(steps):
        turn = sum(names[each] == name for each in line(driver)) + 1
        driver.ask(askers[name], scope=str(number), wait=600)
        if driver.prompts[-1].number in names:  # its limit was reached
            continue
        names[driver.prompts[-1].number] = name
        promised[driver.prompts[-1].number] = {other: turn for other in "ABC" if other != name}
        if answered:
            driver.paint()
            shown = line(driver)[0]
            driver.click()
            for waiting in line(driver):
                if names[shown] in promised[waiting]:
                    promised[waiting][names[shown]] -= 1
    assert all(left >= 0 for each in promised.values() for left in each.values())
