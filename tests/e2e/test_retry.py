"""Each row of the contract's table of retries, through the command line.

A retry is made in one of three ways: the identical request, the same with the ticket, or the
ticket alone.
"""

from collections.abc import Callable, Sequence

import pytest

from support.asking import ALERT, answer, came_out, dialog, no_dialog, pending, until_state
from support.processes import Finished, kill, wait_until
from support.world import World

MESSAGE = "Deploy?"

Way = Callable[[str], Sequence[str]]


def by_request(_ticket: str) -> Sequence[str]:
    return ("confirm", MESSAGE, "--json")


def by_request_and_ticket(ticket: str) -> Sequence[str]:
    return ("confirm", MESSAGE, "--ticket", ticket, "--json")


def by_ticket(ticket: str) -> Sequence[str]:
    return ("collect", ticket, "--json")


with_both = pytest.param(by_request_and_ticket, marks=pytest.mark.long)
in_each_way = pytest.mark.parametrize("way", [by_request, with_both, by_ticket])
by_its_ticket = pytest.mark.parametrize("way", [with_both, by_ticket])


def error(done: Finished) -> tuple[int, str]:
    return done.code, done.json["error"]["data"]["error"]


def assert_a_new_prompt(world: World, old_ticket: str) -> None:
    """The identical request opens one, which is answered on its own."""
    assert world.prompts() == []
    assert pending(world, MESSAGE) != old_ticket
    assert [prompt["number"] for prompt in world.prompts()] == [2]
    answer(world, MESSAGE)
    assert came_out(world.sayso(*by_request(""))) == (1, "denied")


@in_each_way
def test_open_and_nobody_waits(world: World, way: Way) -> None:
    """The call waits for it; no second dialog."""
    ticket = pending(world, MESSAGE)
    shown = dialog(world, MESSAGE)
    retry = world.start(*way(ticket))
    wait_until(lambda: world.prompts()[0]["waiting"], "the call to wait")
    assert len(world.prompts()) == 1
    assert dialog(world, MESSAGE) == shown
    answer(world, MESSAGE)
    assert came_out(retry.wait()) == (1, "denied")
    no_dialog(world)
    assert world.prompts() == []


@in_each_way
def test_open_and_an_older_call_waits(world: World, way: Way) -> None:
    """The newer takes over. By request alone that is so where a killed shell left the older."""
    agent = world.agent()
    ticket = agent.sh(f"sayso confirm {MESSAGE} --wait 0 --json").json["ticket"]
    shown = dialog(world, MESSAGE)
    older = agent.start_sh(f"sayso confirm {MESSAGE} --json; true")
    wait_until(lambda: world.prompts()[0]["waiting"], "the older call to wait")
    if way is by_request:
        older.kill()
        older.wait()
        let_the_clock_tick(world)
    newer = agent.start(["sayso", *way(ticket)])
    wait_until(lambda: older.out.endswith("\n"), "the older call to hear of it")
    assert came_out(Finished(8, older.out, "")) == (8, "superseded")
    assert '"reason": "newer_call"' in older.out
    assert len(world.prompts()) == 1
    assert dialog(world, MESSAGE) == shown
    answer(world, MESSAGE)
    assert came_out(newer.wait()) == (1, "denied")


def let_the_clock_tick(world: World) -> None:
    """What starts from now on started later, also in the kernel's ticks of 10 ms."""
    age = world.prompts()[0]["age"]
    wait_until(lambda: world.prompts()[0]["age"] > age + 0.02, "two ticks")


@in_each_way
def test_answered_and_not_collected(world: World, way: Way) -> None:
    """The late click: the answer at once, and no dialog any more."""
    ticket = pending(world, MESSAGE)
    answer(world, MESSAGE)
    until_state(world, "answered")
    assert came_out(world.sayso(*way(ticket))) == (1, "denied")
    no_dialog(world)
    assert world.prompts() == []


def test_timed_out_and_not_collected(world: World) -> None:
    """By request; test_flows.py has it by ticket."""
    command = ("confirm", MESSAGE, "--timeout", "5", "--json")
    assert came_out(world.sayso(*command, "--wait", "0")) == (3, "pending")
    dialog(world, MESSAGE)
    until_state(world, "answered")
    assert came_out(world.sayso(*command)) == (5, "timed_out")
    assert world.prompts() == []


def withdraw(world: World, ticket: str) -> None:
    assert world.sayso("withdraw", ticket).code == 0


def supersede(world: World, _ticket: str) -> None:
    pending(world, "Deploy another?", "--slot", "deploy")
    answer(world, "Deploy another?")


@pytest.mark.parametrize(("end", "status"), [(withdraw, "withdrawn"), (supersede, "superseded")])
def test_ended(world: World, end: Callable[[World, str], None], status: str) -> None:
    """By ticket that status again, as often as one asks; by request a new prompt."""
    ticket = pending(world, MESSAGE, "--slot", "deploy")
    dialog(world, MESSAGE)
    end(world, ticket)
    no_dialog(world)
    for way in (by_ticket, by_request_and_ticket, by_ticket):
        assert came_out(world.sayso(*way(ticket))) == (8, status)
    assert pending(world, MESSAGE, "--slot", "deploy") != ticket
    dialog(world, MESSAGE)


def test_not_shown(world: World) -> None:
    """By ticket the same status; the identical request is the next attempt."""
    ticket = pending(world, MESSAGE, "--max-retries", "1")
    for _ in range(2):
        pid = dialog(world, MESSAGE)
        kill(pid)
        world.dialogs.wait_gone(role=ALERT, pid=pid)
    until_state(world, "not_shown")
    for way in (by_ticket, by_request_and_ticket):
        assert came_out(world.sayso(*way(ticket))) == (7, "not_shown")
    assert until_state(world, "not_shown")["place"] is None
    retry = world.start(*by_request(ticket))
    answer(world, MESSAGE)
    assert came_out(retry.wait()) == (1, "denied")
    assert error(world.sayso(*by_ticket(ticket))) == (2, "expired")


@by_its_ticket
def test_collected_by_ticket(world: World, way: Way) -> None:
    """Expired, and never a silent new question."""
    ticket = pending(world, MESSAGE)
    answer(world, MESSAGE)
    assert came_out(world.sayso(*by_ticket(ticket))) == (1, "denied")
    assert error(world.sayso(*way(ticket))) == (2, "expired")
    assert world.prompts() == []


def test_collected_by_request(world: World) -> None:
    ticket = pending(world, MESSAGE)
    answer(world, MESSAGE)
    assert came_out(world.sayso(*by_request(ticket))) == (1, "denied")
    assert_a_new_prompt(world, ticket)


def test_past_retention(world: World) -> None:
    ticket = pending(world, MESSAGE, "--retention", "1")
    answer(world, MESSAGE)
    wait_until(lambda: not world.prompts(), "the answer to be forgotten")
    for way in (by_ticket, by_request_and_ticket):
        assert error(world.sayso(*way(ticket))) == (2, "expired")
    assert_a_new_prompt(world, ticket)


def test_of_other_words(world: World) -> None:
    """The prompt stays untouched while it is open, and so does its answer."""
    ticket = pending(world, MESSAGE)
    shown = dialog(world, MESSAGE)
    other_words = ("confirm", "Deploy it all?", "--ticket", ticket, "--json")
    assert error(world.sayso(*other_words)) == (2, "mismatch")
    assert dialog(world, MESSAGE) == shown
    answer(world, MESSAGE)
    until_state(world, "answered")
    assert error(world.sayso(*other_words)) == (2, "mismatch")
    assert error(world.sayso(*by_request(ticket), "--title", "X", "--ticket", ticket)) == (
        2,
        "mismatch",
    )
    assert came_out(world.sayso(*by_ticket(ticket))) == (1, "denied")


def test_of_another_asker(world: World) -> None:
    """The same words in another scope, or another directory, are a question of their own."""
    tickets = {
        pending(world, MESSAGE),
        pending(world, MESSAGE, "--scope", "session 2"),
        world.spawn(["sh", "-c", f"cd / && sayso confirm {MESSAGE} --wait 0 --json"])
        .wait()
        .json["ticket"],
    }
    assert len(tickets) == 3
    assert len(world.prompts()) == 3
    again = pending(world, MESSAGE, "--scope", "session 2")
    assert again in tickets
    assert len(world.prompts()) == 3


def test_a_command_that_follows_at_once_is_the_same_asker(world: World) -> None:
    """However little lies between the two: a shell runs one after the other."""
    again = f"sayso confirm '{MESSAGE}' --wait 0 --json"
    done = world.agent().sh("; ".join([again] * 12))
    assert done.out.count('"pending"') == 12
    assert [prompt["number"] for prompt in world.prompts()] == [1]
