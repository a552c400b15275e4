"""The asker's right to come to the front: handed to one dialog, and kept nowhere."""

from sayso.core.outcome import Approved
from support.core_driver import RESTART, Chain, Driver

TOKEN, NEWER = "token-1_TIME1", "token-2_TIME2"


def test_the_dialog_gets_it(driver: Driver, command: Chain) -> None:
    driver.ask(command, activation=TOKEN)
    assert driver.show.activation == TOKEN


def test_it_is_good_once(driver: Driver, command: Chain) -> None:
    driver.ask(command, activation=TOKEN)
    driver.paint()
    driver.die()
    driver.advance(1)
    assert [show.activation for show in driver.shows] == [TOKEN, None]


def test_that_of_a_newer_call_replaces_it(driver: Driver, agent: Chain, command: Chain) -> None:
    driver.ask(agent, RESTART)
    driver.ask(command, activation=TOKEN)
    newer = driver.ask(command, activation=NEWER)
    driver.paint()
    driver.click()
    assert driver.show.activation == NEWER
    driver.paint()
    driver.click()
    assert driver.take(newer) == Approved()  # it is the same question


def test_a_newer_call_without_one_leaves_it(driver: Driver, agent: Chain, command: Chain) -> None:
    driver.ask(agent, RESTART)
    first = driver.ask(command, activation=TOKEN)
    driver.ask(command)
    driver.collect(command, f"ticket-{first.number}")
    driver.paint()
    driver.click()
    assert driver.show.activation == TOKEN


def test_nothing_that_is_kept_or_logged_holds_it(driver: Driver, command: Chain) -> None:
    driver.ask(command, activation=TOKEN)
    driver.paint()
    driver.click()
    for told in (driver.keeps, driver.log):
        assert told
        assert TOKEN not in repr(told)
