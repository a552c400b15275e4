"""The tray's first start: what could ask through sayso is offered, once, and nothing is changed."""

import sys

assert sys.platform == "linux"

from pathlib import Path
from typing import Any

from support.lines import Lines
from support.processes import wait_until
from support.settings_window import SettingsWindow
from support.setup import tree
from support.trays import Desktop


def test_it_is_offered_once_and_a_click_shows_the_switches(desktop: Desktop) -> None:
    world = desktop.world
    world.offered.unlink()
    home = Path(world.environ["HOME"])
    (home / ".claude").mkdir()
    server = Lines("notification_server_program.py", world.environ, "actions", "body")
    try:
        before = outside_of_sayso(home)
        desktop.start()
        told = notification(server)
        assert told["summary"] == "Programs on this machine could ask through sayso"
        assert told["body"].startswith("Claude Code, gpg, ssh, sudo, git. ")
        wait_until(world.offered.exists, "that it is remembered")
        assert outside_of_sayso(home) == before
        server.tell("click", told["number"])
        window = SettingsWindow(world)
        wait_until(lambda: any(each.shows for each in window.find("gpg: asks for")), "the window")
        window.keys("ctrl+w")
        wait_until(lambda: not world.dialogs.windows(), "its end")
        assert outside_of_sayso(home) == before
    finally:
        server.close()


def notification(server: Lines) -> dict[str, Any]:
    while True:
        heard = server.hear()
        if heard[0] == "Notify":
            return dict(heard[1])


def outside_of_sayso(home: Path) -> set[str]:
    return {name for name in tree(home) if "sayso" not in name and "cache" not in name.lower()}
