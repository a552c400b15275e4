"""No code comes into our processes because another program on the screen names it."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sayso.wire import screen
from support.dialog_process import DialogProcess, ask
from support.processes import wait_until
from support.world import World

MANAGER = Path(__file__).parents[1] / "support" / "settings_manager_program.py"
MODULE = "/nonexistent/module.so"
"""GTK says so where it would have loaded it."""


@contextmanager
def settings_manager(world: World) -> Iterator[subprocess.Popen[str]]:
    """Of the screen, by XSETTINGS. It names the module at once, and again for each line."""
    with subprocess.Popen(
        [sys.executable, MANAGER, MODULE],
        env=world.environ, cwd="/", text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as manager:  # fmt: skip
        assert manager.stdout is not None
        try:
            assert manager.stdout.readline() == "there\n"
            yield manager
        finally:
            manager.kill()


def test_what_a_program_names_by_xsettings_is_not_loaded(
    screen_world: World, capfd: pytest.CaptureFixture[str]
) -> None:
    """Neither as the dialog process starts, nor later."""
    with settings_manager(screen_world) as manager:
        dialog = DialogProcess(screen_world.environ)
        try:
            dialog.ready()
            assert manager.stdin is not None
            assert manager.stdout is not None
            manager.stdin.write(f"{MODULE}:{MODULE}2\n")
            manager.stdin.flush()
            assert manager.stdout.readline() == "put\n"
            dialog.tell(ask())
            assert dialog.hear() == screen.Painted()
            wait_until(
                lambda: screen_world.dialogs.find("Approve", pid=dialog.pid)[0].alive, "the arming"
            )
        finally:
            dialog.close()
    assert MODULE not in capfd.readouterr().err


@pytest.mark.parametrize("variable", ["GTK_MODULES", "GTK3_MODULES"])
def test_what_the_environment_names_is_not_loaded(
    screen_world: World, variable: str, capfd: pytest.CaptureFixture[str]
) -> None:
    dialog = DialogProcess(screen_world.environ | {variable: MODULE})
    try:
        dialog.ready()
    finally:
        dialog.close()
    assert MODULE not in capfd.readouterr().err
