"""A question that is bound to its command, on a real screen: both go together."""

from support.asking import answer, came_out, dialog, no_dialog
from support.processes import kill
from support.world import World

ASK = ("confirm", "Deploy?", "--bound", "--json")


def test_who_kills_the_command_closes_the_dialog_and_the_next_one_asks_anew(world: World) -> None:
    asked = world.start(*ASK)
    first = dialog(world, "Deploy?")
    kill(asked.pid)
    asked.wait()
    no_dialog(world)
    assert world.prompts() == []
    again = world.start(*ASK)
    assert dialog(world, "Deploy?") != first
    answer(world, "Deploy?", "Approve")
    assert came_out(again.wait()) == (0, "approved")


def test_a_daemon_that_restarts_ends_it_and_asks_nothing_again(world: World) -> None:
    asked = world.start(*ASK)
    dialog(world, "Deploy?")
    assert world.sayso("daemon", "restart").code == 0
    done = asked.wait()
    assert (done.code, done.json["error"]["data"]["error"]) == (6, "stopping")
    no_dialog(world)
    assert world.prompts() == []
