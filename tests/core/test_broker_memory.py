"""What is over costs little: a flood of questions or of calls does not fill the memory."""

from sayso.core.outcome import Approved, Superseded
from sayso.core.settings import Settings
from sayso.errors import Expired, UnknownClaim
from sayso.values import replace
from support.core_driver import DEPLOY, Chain, Driver

LONG = replace(DEPLOY, details="plan\n" * 1000)


def test_what_is_over_keeps_none_of_its_words(driver: Driver, command: Chain) -> None:
    collected = driver.ask(command, LONG)
    driver.paint()
    driver.click()
    assert driver.take(collected) == Approved()
    driver.ask(command, LONG, slot="status")
    driver.ask(command, replace(LONG, title="again"), slot="status")
    spent, replaced, _open = driver.prompts
    for prompt in (spent, replaced):
        assert prompt.request.question.details == ""
        assert prompt.fingerprint == LONG.fingerprint


def test_of_what_is_over_the_newest_are_remembered(command: Chain) -> None:
    driver = Driver(Settings(remembered=3))
    for number in range(10):
        driver.ask(command, replace(DEPLOY, title=str(number)), slot="status")
    assert [prompt.number for prompt in driver.prompts] == [7, 8, 9, 10]
    assert isinstance(driver.collect(command, "ticket-1").error, Expired)
    assert driver.collect(command, "ticket-9").outcome == Superseded("slot")


def test_an_answer_that_nobody_has_collected_outlives_any_flood(command: Chain) -> None:
    driver = Driver(Settings(remembered=1))
    answered = driver.ask(command, wait=0)
    driver.paint()
    driver.click()
    for number in range(10):
        driver.ask(command, replace(DEPLOY, title=str(number)), slot="status")
    assert answered.outcome is not None
    assert driver.take(driver.ask(command)) == Approved()


def test_of_void_claims_the_newest_is_remembered(driver: Driver, command: Chain) -> None:
    driver.ask(command, wait=0)
    driver.paint()
    driver.click()
    calls = [driver.ask(command) for _ in range(5)]
    assert isinstance(driver.claim(calls[0]).error, UnknownClaim)
    assert driver.claim(calls[3]).outcome == Superseded("newer_call")
    assert driver.take(calls[4]) == Approved()
