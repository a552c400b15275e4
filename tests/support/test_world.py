"""Tests of `World` itself."""

import os
import socket
import sys
from pathlib import Path

import pytest

from probes.probe import BUTTON
from support.processes import Finished, StillWaiting, children, kill, look, wait_gone, wait_until
from support.screen import claim_number, is_served
from support.world import LeftBehind, World

STAND_IN = [sys.executable, str(Path(__file__).with_name("window.py"))]


def test_environment_is_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    leaks = ("SAYSO_SOCKET", "WAYLAND_DISPLAY", "SUDO_UID", "PYTHONDONTWRITEBYTECODE", "DISPLAY")
    for name in leaks:
        monkeypatch.setenv(name, "leak")
    world = World(screen=False)
    try:
        shown = world.spawn(["env"]).wait()
    finally:
        world.close()
    assert not [line for line in shown.out.splitlines() if line.startswith(leaks)]
    assert f"XDG_RUNTIME_DIR={world.directory}/run" in shown.out
    assert not world.directory.exists()


def test_hands_find_and_press_a_real_button(world: World) -> None:
    job = world.spawn(STAND_IN)
    button = world.dialogs.press("Approve", pid=job.pid)
    wait_until(lambda: "pressed" in job.out, "the press")
    assert (button.role, button.pid) == (BUTTON, job.pid)
    assert world.dialogs.texts(job.pid)[1:3] == ["May I?", "Asleep"]
    assert [window.title for window in world.dialogs.windows()] == ["Stand-in"]
    job.kill()
    world.dialogs.wait_gone("Approve")


def test_keys_reach_the_window_in_focus(world: World) -> None:
    job = world.spawn(STAND_IN)
    world.dialogs.wait_for("Approve")
    wait_until(lambda: world.dialogs.find("Stand-in", role="frame")[0].active, "the focus")
    world.dialogs.key("alt+a")
    wait_until(lambda: "pressed" in job.out, "the press")
    job.kill()


def test_a_dead_control_is_not_pressed(world: World) -> None:
    job = world.spawn(STAND_IN)
    world.dialogs.wait_for("Approve")
    with pytest.raises(StillWaiting, match="Asleep"):
        world.dialogs.press("Asleep", timeout=0.2)
    job.kill()


def test_screenshot_is_a_picture(world: World) -> None:
    picture = world.directory / "screen.png"
    world.dialogs.screenshot(picture)
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_what_is_left_behind_fails_the_test_and_is_ended() -> None:
    world = World()
    job = world.spawn(STAND_IN)
    world.dialogs.wait_for("Approve")
    with pytest.raises(LeftBehind, match=r'process \d+ .*window\.py\nwindow "Stand-in"'):
        world.close()
    assert look(job.pid) is None


def test_a_screen_leaves_nothing_behind() -> None:
    world = World()
    started = {each.pid for each in children(os.getpid()) if "eyes.py" not in each.command}
    display = world.environ["DISPLAY"].removeprefix(":")
    world.close()
    assert started
    assert all(look(pid) is None for pid in started)
    assert not Path(f"/tmp/.X11-unix/X{display}").exists()  # noqa: S108 # the X server's place


def test_the_number_of_a_lost_screen_stays_its_own(world: World) -> None:
    world.screen.lose()
    other = World()
    other.close()
    assert other.environ["DISPLAY"] != world.environ["DISPLAY"]
    world.screen.restore()


def test_nor_does_another_take_it_where_the_screen_comes_back_elsewhere(world: World) -> None:
    """If another test took the number of the lost screen, this test's dialogs would appear
    there."""
    lost = world.environ["DISPLAY"]
    world.screen.lose()
    world.screen.restore_elsewhere()
    claim, number = claim_number()
    claim.close()
    assert f":{number}" != lost


def test_a_job_on_a_terminal_has_one(headless_world: World) -> None:
    script = "tty; echo typed >/dev/tty; exec cat >&2"
    job = headless_world.spawn(["sh", "-c", script], terminal=True)
    wait_until(lambda: "typed" in job.err, "what it wrote to its terminal")
    wait_until(  # a shell about to start a program may swallow the interrupt
        lambda: (seen := look(job.pid)) and seen.command == "cat", "the program"
    )
    assert job.out.startswith("/dev/pts/")
    job.type("\x03")
    assert job.wait().code == -2


def test_agents_run_commands_side_by_side(headless_world: World) -> None:
    parent = headless_world.agent()
    left, right = parent.child(), parent.child(terminal=True)
    assert {each.pid for each in children(parent.pid)} == {left.pid, right.pid}
    assert left.sh("echo one; echo two >&2; exit 3") == Finished(3, "one\n", "two\n")
    assert right.run(["sh", "-c", "ps -o tty= -p $PPID"]).out.startswith("pts/")


def test_agents_use_make_and_xargs(headless_world: World) -> None:
    agent = headless_world.agent()
    made = agent.start_make(["echo", "it's $HOME"], ["echo", "two"], jobs=2).wait()
    assert sorted(made.out.splitlines()) == ["it's $HOME", "two"]
    ran = agent.start_xargs(["echo", "same words"], times=2, at_once=2).wait()
    assert ran.out == "same words\n" * 2


def test_a_killed_shell_leaves_its_command(headless_world: World) -> None:
    agent = headless_world.agent()
    shell = agent.start_sh("sleep 1000; true")
    command = shell.descendant("sleep 1000")
    shell.kill()
    assert shell.wait().code == -9
    assert look(command.pid) is not None
    kill(command.pid)
    wait_gone(command.pid)


def test_a_server_that_has_no_file_here_has_its_number() -> None:
    """The X server listens on its abstract socket only, like one outside of the chroot."""
    number = 999
    assert not is_served(number)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0/tmp/.X11-unix/X{number}")
        server.listen()
        assert is_served(number)
