"""A daemon that was started without a screen, and where no session manager knows one."""

from support.asking import answer, came_out
from support.processes import wait_gone, wait_until
from support.world import World

MESSAGE = "Deploy?"


def blind(world: World) -> tuple[int, str]:
    """A daemon's pid, and the screen that it did not hear of."""
    screen = world.environ.pop("DISPLAY")
    assert world.sayso("confirm", MESSAGE).code == 4
    pid = world.daemon_pid()
    assert pid is not None
    return pid, screen


def test_it_makes_way_for_who_asks_from_a_screen(world: World) -> None:
    pid, screen = blind(world)
    world.environ["DISPLAY"] = screen
    asked = world.start("confirm", MESSAGE, "--json")
    wait_gone(pid)
    answer(world, MESSAGE, "Approve")
    assert came_out(asked.wait()) == (0, "approved")


def test_several_callers_at_once_have_one_daemon(world: World) -> None:
    pid, screen = blind(world)
    world.environ["DISPLAY"] = screen
    words = [f"{MESSAGE} {number}" for number in range(4)]
    asked = [world.start("confirm", each, "--json", "--wait", "300") for each in words]
    wait_gone(pid)
    wait_until(lambda: len(world.prompts()) == len(words), "all questions")
    for each in world.prompts():
        answer(world, each["title"], "Approve")
    assert [came_out(each.wait()) for each in asked] == [(0, "approved")] * len(words)
    daemons = [seen for seen in world.processes() if "sayso daemon run" in seen.command]
    assert len(daemons) == 1


def test_one_that_holds_what_the_person_has_set_stays(world: World) -> None:
    """A restart loses nothing either, and finds no screen."""
    pid, screen = blind(world)
    assert world.sayso("dnd", "on").code == 0
    world.environ["DISPLAY"] = screen
    assert world.sayso("confirm", MESSAGE).code == 4
    assert world.daemon_pid() == pid
    assert world.sayso("daemon", "restart").code == 0
    assert world.sayso("dnd", "status", "--json").json["do_not_disturb"] is not None


def test_a_restart_and_a_start_find_the_screen(world: World) -> None:
    for verb in ("restart", "start"):
        pid, screen = blind(world)
        world.environ["DISPLAY"] = screen
        assert world.sayso("daemon", verb).code == 0
        assert world.daemon_pid() != pid
        asked = world.start("confirm", MESSAGE, "--json")
        answer(world, MESSAGE, "Approve")
        assert came_out(asked.wait()) == (0, "approved")
        assert world.sayso("daemon", "stop").code == 0
