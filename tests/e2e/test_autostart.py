"""Start at login where no service manager runs: a desktop goes through its own list."""

import sys
from pathlib import Path

from support.asking import answer, came_out
from support.desktop_list import LAUNCH
from support.processes import wait_until
from support.world import World


def test_the_desktop_starts_the_daemon(world: World) -> None:
    assert world.sayso("autostart", "enable").code == 0
    entry = Path(world.environ["XDG_CONFIG_HOME"], "autostart", "sayso.desktop")
    assert world.spawn([sys.executable, "-c", LAUNCH, str(entry)]).wait().code == 0
    daemon = wait_until(world.daemon_pid, "the daemon")
    asked = world.start("confirm", "Deploy?", "--json")
    answer(world, "Deploy?", "Approve")
    assert came_out(asked.wait()) == (0, "approved")
    assert world.sayso("autostart", "disable").code == 0
    assert not entry.parent.exists()
    assert world.daemon_pid() == daemon
