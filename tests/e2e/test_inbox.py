"""Questions that wait until they are opened, from the command to the screen."""

from typing import Any

from support.asking import answer, came_out, dialog
from support.lines import Lines
from support.processes import wait_until
from support.trays import Desktop, Watcher, asked

WAITS = 'appear = "when-asked"\n'


def is_unopened(desktop: Desktop) -> None:
    """Nothing of it is on the screen, but for the panel's icon."""
    wait_until(lambda: desktop.status()["unopened"] == 1, "a question that waits")
    assert [each.title for each in desktop.world.dialogs.windows() if each.title != "panel"] == []


def test_a_key_of_the_desktops_opens_one(desktop: Desktop) -> None:
    """As many panels have it: by status notifiers, with the number on the icon."""
    world = desktop.world
    watcher = Watcher(world)
    try:
        desktop.write(WAITS)
        desktop.start()
        menu = desktop.menu()
        call = world.start("confirm", "Deploy?", "--json")
        is_unopened(desktop)
        wait_until(lambda: "waiting-1" in menu.icon(), "the number")
        waits = f"{asked(world, 'Deploy?')} · not opened yet · 10 min left"
        wait_until(lambda: waits in menu.labels(), "the question and how long it may wait")
        assert [each["state"] for each in world.prompts()] == ["unopened"]
        assert world.sayso("next").out == "Question 1 is on its way to the screen.\n"
        answer(world, "Deploy?", "Approve")
        assert came_out(call.wait()) == (0, "approved")
        assert world.sayso("next").out == "There is nothing to bring up.\n"
    finally:
        watcher.close()


def test_the_icon_s_menu_opens_one(desktop: Desktop) -> None:
    world = desktop.world
    desktop.host()
    desktop.write(WAITS)
    desktop.start()
    menu = desktop.menu()
    call = world.start("confirm", "Deploy?", "--json")
    is_unopened(desktop)
    waits = f"{asked(world, 'Deploy?')} · not opened yet · 10 min left"
    wait_until(lambda: waits in menu.labels(), "the question")
    desktop.click(waits)
    answer(world, "Deploy?")
    assert came_out(call.wait()) == (1, "denied")


def test_a_notification_is_enough_and_opens_one(desktop: Desktop) -> None:
    """No panel shows the icon."""
    world = desktop.world
    desktop.write(WAITS)
    server = Lines("notification_server_program.py", world.environ, "actions", "body")
    try:
        desktop.start()
        world.start("confirm", "Deploy?")

        def told() -> dict[str, Any] | None:
            heard = server.hear()
            return heard[1] if heard[0] == "Notify" else None

        bubble = wait_until(told, "a notification")
        assert bubble["body"] == "Deploy?"
        assert bubble["time"] == 0
        is_unopened(desktop)
        server.tell("click", bubble["number"])
        dialog(world, "Deploy?")
        answer(world, "Deploy?")
    finally:
        server.close()


def test_where_nobody_would_learn_of_it_it_appears(desktop: Desktop) -> None:
    world = desktop.world
    desktop.write(WAITS)
    desktop.start()
    call = world.start("confirm", "Deploy?", "--json")
    answer(world, "Deploy?", "Approve")
    assert came_out(call.wait()) == (0, "approved")
    fault = "no panel shows tray icons, and nothing shows notifications"
    assert fault in world.sayso("status").out
    findings = world.sayso("doctor", "--json").json["findings"]
    (found,) = [each for each in findings if each["name"] == "appear"]
    assert (found["health"], fault in found["words"]) == ("doubtful", True)
