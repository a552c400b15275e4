"""How to bring a first question, asked with the defaults, into each state."""

from collections.abc import Callable

from sayso.core.prompt import State
from support.core_driver import WIPE, Driver


def nothing_more(driver: Driver) -> None:
    """Does nothing: a lone question goes to the screen by itself."""


def relaunching(driver: Driver) -> None:
    driver.paint()
    driver.die()


def put_off(driver: Driver) -> None:
    driver.paint()
    driver.later()


def decided(driver: Driver) -> None:
    driver.paint()
    driver.click()


def unseen(driver: Driver) -> None:
    driver.advance(30)


def ended(driver: Driver) -> None:
    driver.withdraw("ticket-1")


def spent(driver: Driver) -> None:
    decided(driver)
    driver.take(driver.calls[1])


def queued(driver: Driver) -> None:
    """Puts the question off; when it returns it is behind another one."""
    put_off(driver)
    driver.ask(driver.tab(), WIPE, timeout=600)
    driver.paint()
    driver.advance(60)


SCENES: dict[State, Callable[[Driver], None]] = {
    State.QUEUED: queued,
    State.SHOWING: nothing_more,
    State.COVERED: lambda driver: driver.cover(),
    State.SHOWN: lambda driver: driver.paint(),
    State.PUT_OFF: put_off,
    State.RELAUNCHING: relaunching,
    State.DECIDED: decided,
    State.UNSEEN: unseen,
    State.ENDED: ended,
    State.SPENT: spent,
}
