"""A screen with a Mac's dialogs and tray, shown by GNUstep: an X server, and GNUstep's helpers."""

import sys

assert sys.platform == "linux"

import os
from pathlib import Path

import macos_double
from probes.gnustep import GnustepProbe
from probes.probe import Probe
from support.screen import Screen

NAME = "Aqua"
"""The name that sayso is to report for the screen."""

_HELPERS = ("gdnc", "gpbs")
"""Services for notifications and the clipboard. If they do not run yet, the first program that
needs them starts them, and they outlive the screen."""

_MANAGERS = Path("/etc/xdg/openbox/rc.xml")
"""The window manager's default configuration."""

_SAYSO = """#!{python}
import sys
if sys.argv[1:] in (["dialog"], ["tray"]):
    from importlib import import_module
    from pathlib import Path
    sys.path[:0] = {path!r}
    program = import_module(f"support.macos_{{sys.argv[1]}}_program")
    sys.exit(program.main(Path({eyes!r}, sys.argv[1])))
from sayso.__main__ import main
sys.exit(main())
"""


class GnustepScreen(Screen):
    """An X screen on which a Mac's programs show. From now on the command `sayso` in `commands`
    shows dialogs and the tray as on a Mac."""

    def __init__(self, directory: Path, environ: dict[str, str], commands: Path) -> None:
        self.eyes = directory / "eyes"
        """Directory of the sockets on which shown windows can be inspected: a folder for each kind
        of process, in it a socket for each pid."""
        for kind in ("dialog", "tray"):
            (self.eyes / kind).mkdir(parents=True)
        # the directory in which GNUstep's processes meet: GNUstep does not read TMPDIR
        environ["TMP"] = environ["TMPDIR"]
        self._write_command(commands / "sayso")
        super().__init__(directory, environ)

    def _start_desktop(self) -> None:
        super()._start_desktop()
        for each in _HELPERS:
            self._service([each, "--no-fork"])

    def _manager_options(self) -> list[str]:
        """Has the window manager give no keyboard focus to new windows. On a Mac, a panel that does
        not activate its program gets none; X has no such panels."""
        usual = _MANAGERS.read_text(encoding="utf-8")
        own = self._directory / "openbox.xml"
        own.write_text(usual.replace("<focusNew>yes<", "<focusNew>no<"), encoding="utf-8")
        return ["--config-file", str(own)]

    def _open_probe(self) -> Probe:
        return GnustepProbe(self._service_environ(), self.eyes / "dialog")

    def _write_command(self, command: Path) -> None:
        tests = Path(__file__).parents[1]
        path = [str(Path(macos_double.__file__).parent / "modules"), str(tests)]
        python = command.with_name("python")
        command.write_text(_SAYSO.format(python=python, path=path, eyes=os.fspath(self.eyes)))
        command.chmod(0o755)
