"""The person's settings, as the next real dialog has them."""

import re
from pathlib import Path

from support.asking import answer, came_out, dialog
from support.processes import kill, wait_gone, wait_until
from support.world import World

TIME = re.compile(r"(\d):(\d\d)")


def config_file(world: World) -> Path:
    return Path(world.environ["XDG_CONFIG_HOME"]) / "sayso" / "config.toml"


def set_to(world: World, name: str, value: str) -> None:
    assert world.sayso("config", "set", name, value).code == 0


def countdown(world: World, message: str) -> int:
    """Seconds, as the dialog that asks this shows them."""
    pid = dialog(world, message)
    (shown,) = filter(None, map(TIME.search, world.dialogs.texts(pid)))
    return 60 * int(shown[1]) + int(shown[2])


def fault(world: World) -> str | None:
    with world.wire() as wire:
        said: str | None = wire.call("status")["result"]["config_fault"]
    return said


def daemon_log(world: World) -> str:
    return (Path(world.environ["XDG_STATE_HOME"]) / "sayso" / "log" / "daemon.log").read_text()


def test_a_deadline_is_the_next_dialogs_countdown(world: World) -> None:
    """Before a daemon runs, and while one runs that has a question open."""
    set_to(world, "timeout", "200")
    first = world.start("confirm", "Deploy?", "--json")
    assert 190 <= countdown(world, "Deploy?") <= 200
    set_to(world, "timeout", "30")
    second = world.start("confirm", "Restart?", "--json")
    wait_until(lambda: len(world.prompts()) == 2, "the second question")
    assert 170 <= countdown(world, "Deploy?") <= 200
    answer(world, "Deploy?", "Approve")
    assert came_out(first.wait()) == (0, "approved")
    assert 20 <= countdown(world, "Restart?") <= 30
    answer(world, "Restart?", "Deny")
    assert came_out(second.wait()) == (1, "denied")
    assert world.sayso("config", "unset", "timeout").code == 0
    world.start("confirm", "Again?")
    assert 110 <= countdown(world, "Again?") <= 120
    answer(world, "Again?")


def test_a_bad_file_is_named_and_the_last_good_one_outlives_the_daemon(world: World) -> None:
    """Killed, or told to make way: the one before is what its successor goes on with."""
    set_to(world, "timeout", "200")
    assert world.sayso("daemon", "start").code == 0
    assert fault(world) is None
    bad = "timeout = 30\n# mine\nwait = 'long'\n"
    config_file(world).write_text(bad)
    wait_until(lambda: fault(world), "the fault")
    status = world.sayso("status")
    assert "not in force: " in status.out
    assert "line 3, wait: must be a number from 0 to 600" in status.out
    assert world.sayso("config", "set", "timeout", "40").code == 6
    daemon = world.daemon_pid()
    assert daemon
    kill(daemon)
    wait_gone(daemon)
    world.start("confirm", "Deploy?")
    assert 180 <= countdown(world, "Deploy?") <= 200
    answer(world, "Deploy?")
    assert world.sayso("daemon", "restart").code == 0
    assert "line 3, wait" in (fault(world) or "")
    world.start("confirm", "Restart?")
    assert 180 <= countdown(world, "Restart?") <= 200
    answer(world, "Restart?")
    assert config_file(world).read_text() == bad
    set_to(world, "wait", "1m")
    wait_until(lambda: fault(world) is None, "the end of the fault")
    world.start("confirm", "Again?")
    assert countdown(world, "Again?") <= 30
    answer(world, "Again?")


def test_a_successor_reads_a_good_file_anew(world: World) -> None:
    set_to(world, "timeout", "200")
    assert world.sayso("daemon", "start").code == 0
    set_to(world, "timeout", "30")
    assert world.sayso("daemon", "restart").code == 0
    world.start("confirm", "Deploy?")
    assert countdown(world, "Deploy?") <= 30
    answer(world, "Deploy?")


def test_a_daemon_that_starts_with_a_bad_file_has_the_defaults(world: World) -> None:
    config_file(world).parent.mkdir(exist_ok=True)
    config_file(world).write_text("timeout = 30\nwait = = 1\n")
    world.start("confirm", "Deploy?")
    assert 110 <= countdown(world, "Deploy?") <= 120
    assert "line 2: Invalid value" in (fault(world) or "")
    assert "line 2: Invalid value" in daemon_log(world)
    assert "in force: the defaults" in daemon_log(world)
    answer(world, "Deploy?")
