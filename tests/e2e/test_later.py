"""Later, the queue and whether anybody waits, as a person sees them."""

from probes.probe import BUTTON
from support.asking import answer, came_out, dialog
from support.processes import wait_until
from support.world import World


def shows(world: World, words: str, pid: int) -> None:
    wait_until(lambda: world.dialogs.shows(words, pid), f'"{words}" in the dialog')


def test_later_hides_a_question_and_shows_the_next(world: World) -> None:
    first = world.start("confirm", "Deploy?", "--json")
    before = dialog(world, "Deploy?")
    second = world.start("confirm", "Restart?", "--json")
    shows(world, "1 of 2", before)

    world.dialogs.press("Later", pid=before)
    after = dialog(world, "Restart?")
    assert after != before
    shows(world, "1 of 2", after)
    assert not world.dialogs.find("Approve", role=BUTTON, pid=before)
    states = [(each["state"], each["place"]) for each in world.prompts()]
    assert states == [("put_off", 2), ("shown", 1)]
    assert "put off" in world.sayso("list").out

    answer(world, "Restart?", "Approve")
    assert came_out(second.wait()) == (0, "approved")
    assert first.running
    assert world.sayso("withdraw", "1").code == 0
    assert came_out(first.wait()) == (8, "withdrawn")


def test_a_question_that_was_put_off_comes_back(world: World) -> None:
    """After its time, with the time that it had."""
    world.set_clocks({"Settings.put_off": 3.0})
    asked = world.start("confirm", "Deploy?", "--wait", "600", "--timeout", "30", "--json")
    before = dialog(world, "Deploy?")
    world.dialogs.press("Later", pid=before)
    wait_until(lambda: world.prompts()[0]["state"] == "put_off", "the question to be put off")
    assert dialog(world, "Deploy?", timeout=30) != before
    (prompt,) = world.prompts()
    assert 15 < prompt["seconds_left"] <= 30
    answer(world, "Deploy?", "Approve")
    assert came_out(asked.wait()) == (0, "approved")


def test_a_caller_that_goes_and_one_that_returns_are_told_of(world: World) -> None:
    asked = world.start("confirm", "Deploy?", "--retention", "25")
    pid = dialog(world, "Deploy?")
    assert not world.dialogs.shows("stopped waiting", pid)
    asked.kill()
    shows(world, "has stopped waiting", pid)
    assert world.dialogs.shows("kept for 25 s", pid)
    ticket = world.start("confirm", "Restart?", "--wait", "0")
    assert ticket.wait().code == 3
    shows(world, "1 of 2", pid)
    assert world.sayso("withdraw", "2").code == 0
    answer(world, "Deploy?", "Deny")
