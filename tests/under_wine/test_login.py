"""sayso starts as the person logs in to Windows."""

from support.processes import wait_until
from support.wine_agent import STARTING, UNREACHABLE, Hire
from support.wine_screen import log_in
from support.world import World

ASK = ("confirm", "Deploy build 4711?")
APPROVED, PENDING = 0, 3


def test_after_a_login_the_daemon_runs(windows: World, hire: Hire) -> None:
    agent = hire()
    assert agent.sayso("autostart", "enable").code == 0
    assert "registry" in agent.sayso("autostart", "status").out
    assert "Run key" in agent.sayso("uninstall", "--dry-run").out
    assert agent.sayso("status").code == UNREACHABLE
    log_in(windows.environ)
    wait_until(lambda: agent.sayso("status").code == 0, "the daemon", STARTING)
    assert agent.sayso(*ASK, "--wait", "0s").code == PENDING
    windows.dialogs.press("Approve")
    windows.dialogs.wait_gone("Approve")
    assert agent.sayso(*ASK).code == APPROVED  # the same asker, though by another command
    assert agent.sayso("daemon", "stop").code == 0
