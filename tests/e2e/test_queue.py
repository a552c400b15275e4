"""Three programs ask at once, and the person takes the third one first."""

from functools import partial

from probes.probe import BUTTON
from support.asking import answer, came_out, dialog
from support.processes import wait_until
from support.world import World

QUESTIONS = ("Deploy?", "Restart?", "Wipe?")


def places(world: World) -> dict[str, int | None]:
    return {each["title"]: each["place"] for each in world.prompts()}


def is_asked(world: World, number: int) -> bool:
    return len(places(world)) == number


def row(world: World, title: str, pid: int) -> str:
    """The name of its row, once the list is open."""

    def shown() -> str | None:
        names = [each.name for each in world.dialogs.find(role=BUTTON, pid=pid)]
        return next((name for name in names if f": {title}, " in name), None)

    return wait_until(shown, f'a row for "{title}"')


def test_the_third_is_brought_up_and_the_first_comes_next(world: World) -> None:
    asked = []
    for number, words in enumerate(QUESTIONS, 1):
        asked.append(world.start("confirm", words, "--wait", "600", "--json"))
        wait_until(partial(is_asked, world, number), f'"{words}" to be asked')
    before = dialog(world, "Deploy?")

    world.dialogs.press("1 of 3", pid=before)
    assert row(world, "Restart?", before)
    world.dialogs.press(row(world, "Wipe?", before), pid=before)
    after = dialog(world, "Wipe?")
    assert after != before
    assert places(world) == {"Wipe?": 1, "Deploy?": 2, "Restart?": 3}
    assert not world.dialogs.find(role=BUTTON, pid=before)

    answer(world, "Wipe?", "Deny")
    assert came_out(asked[2].wait()) == (1, "denied")
    answer(world, "Deploy?", "Approve")
    assert came_out(asked[0].wait()) == (0, "approved")
    answer(world, "Restart?", "Approve")
    assert came_out(asked[1].wait()) == (0, "approved")


def test_one_that_was_put_back_is_answered_late(world: World) -> None:
    """Its caller has gone meanwhile, and asks again."""
    first = world.start("confirm", "Deploy?", "--wait", "0")
    assert first.wait().code == 3
    before = dialog(world, "Deploy?")
    second = world.start("confirm", "Restart?", "--wait", "600", "--json")
    world.dialogs.press("1 of 2", pid=before)
    world.dialogs.press(row(world, "Restart?", before), pid=before)
    answer(world, "Restart?", "Approve")
    assert came_out(second.wait()) == (0, "approved")
    answer(world, "Deploy?", "Approve")
    assert came_out(world.sayso("confirm", "Deploy?", "--json")) == (0, "approved")
