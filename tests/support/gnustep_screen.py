"""A screen for a Mac's programs, on the double: an X server, and GNUstep's helpers."""

import sys

assert sys.platform == "linux"

import os
from pathlib import Path

import macos_double
from probes.gnustep import GnustepProbe
from probes.probe import Probe
from support.screen import Screen

NAME = "Aqua"
"""As sayso is to call it."""

_HELPERS = ("gdnc", "gpbs")
"""For notifications and the clipboard. Left alone, the first program that needs them starts them,
and they outlive it."""

_MANAGERS = Path("/etc/xdg/openbox/rc.xml")
"""What the window manager does, as it comes."""

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
    """The command `sayso` in `commands` shows dialogs and the tray as on a Mac from then on."""

    def __init__(self, directory: Path, environ: dict[str, str], commands: Path) -> None:
        self.eyes = directory / "eyes"
        """Sockets of what is shown: a directory of each kind of process, in it by pids."""
        for kind in ("dialog", "tray"):
            (self.eyes / kind).mkdir(parents=True)
        # where GNUstep's processes meet: it asks for no TMPDIR
        environ["TMP"] = environ["TMPDIR"]
        self._write_command(commands / "sayso")
        super().__init__(directory, environ)

    def _start_desktop(self) -> None:
        super()._start_desktop()
        for each in _HELPERS:
            self._service([each, "--no-fork"])

    def _manager_options(self) -> list[str]:
        """A panel that activates nothing gets no keyboard as it comes; X knows of no such."""
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
