"""Whom the dialog names: the program that asks, and whoever was passed over for its name."""

import shlex
from pathlib import Path

from support.asking import ALERT
from support.processes import wait_until
from support.turns import answer_next, on_screen
from support.world import World

SCRIPT = """\
from sayso.client.sync import Client
with Client(spawn=False) as client:
    print(client.confirm("Deploy?").status)
"""


def texts(world: World) -> list[str]:
    """All that the dialog on the screen shows, the line of where it asks from opened."""
    on_screen(world)
    pid = wait_until(lambda: world.dialogs.find(role=ALERT), "the dialog")[0].pid
    line = next(each for each in world.dialogs.find(pid=pid) if each.name.startswith("in "))
    world.dialogs.act(line.name, role=None, pid=pid)
    wait_until(lambda: world.dialogs.shows("Started by", pid), "the line to open")
    return world.dialogs.texts(pid)


def test_an_agent_that_asks_through_a_shell_is_named_and_so_is_the_way(world: World) -> None:
    world.sayso("daemon", "start")
    asked = world.agent().start_sh("sayso confirm Deploy?; true")
    shown = texts(world)
    assert "agent_program.py asks" in shown
    shell = Path("/bin/sh").resolve().name
    assert any(text.endswith(f" · through {shell}, sayso") for text in shown)
    answer_next(world, "Approve")
    assert asked.wait().out == "approved\n"


def test_a_script_that_calls_itself_sayso_is_named(world: World) -> None:
    """It may do what it likes with the answer, so it is no part of the way."""
    world.sayso("daemon", "start")
    script = world.directory / "tools" / "sayso"
    script.parent.mkdir()
    script.write_text(SCRIPT)
    python = str(world.interpreter.python)
    asked = world.agent().start_sh(f"{shlex.join([python, str(script)])}; true")
    shown = texts(world)
    assert "sayso asks" in shown
    assert not any("through" in text for text in shown)
    assert shlex.join([python, str(script)]) in shown
    answer_next(world, "Deny")
    assert asked.wait().out == "denied\n"
