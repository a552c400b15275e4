"""A private Windows: Wine with a desktop on an X server, apart from other programs on Wine."""

import sys

assert sys.platform == "linux"

import os
import shutil
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import wine

from probes.wine import STAND_IN, WineProbe
from support.processes import PATIENCE, wait_until
from support.screen import claim_number
from support.services import Services

SIZE = (1280, 800)

_DESKTOP = """
[Software\\\\Wine\\\\Explorer]
"Desktop"="Default"

[Software\\\\Wine\\\\Explorer\\\\Desktops]
"Default"="{width}x{height}"

[Control Panel\\\\Desktop]
"CursorBlinkRate"="-1"
"""
"""Puts all windows into a single window of the X server, so that only Wine decides where they
stand. The caret does not blink, so that pictures stay the same."""

_ASSISTED = """
import sys
if sys.orig_argv[-1:] in (["dialog"], ["tray"]):
    import json, os
    from sayso.platforms.windows.native import accessibility, looks
    theme, place = os.environ.get("GTK_THEME", ""), os.environ.get("XDG_CONFIG_HOME", "")
    if "HighContrast" in theme:
        looks.is_high_contrast = lambda: True
    if "dark" in theme:
        looks.is_dark = lambda: True
    if "2" in (os.environ.get("GDK_SCALE"), os.environ.get("GDK_DPI_SCALE")):
        looks.dpi = lambda window: 192
    settings = f"Z:{{place}}/gtk-3.0/settings.ini"
    if os.path.exists(settings) and "animations=0" in open(settings).read():
        looks.has_motion = lambda: False
    told = open(rf"{place}\\told-{{os.getpid()}}", "a", encoding="utf-8", buffering=1)
    def annotate(window, which, value):
        print(json.dumps([window, which.name, value]), file=told)
        return True
    def notify(window, words):
        print(json.dumps([window, "ANNOUNCED", words]), file=told)
        return True
    accessibility.annotate, accessibility.notify = annotate, notify
"""
"""Code that each Python process on this Windows runs at its start. Wine passes nothing but a
window's text to assistive technology: what a dialog would have passed goes into a file. Wine has no
looks to choose from either: those that tests choose by GTK's variables are made up."""

_REGISTRY = ("system.reg", "user.reg", "userdef.reg", ".update-timestamp")

_SAYSO = """#!{python}
import sys
sys.path[:0] = {path!r}
from support.wine_relay import main
sys.exit(main(sys.argv[1:], {there!r}, {pids!r}))
"""


class WineScreen(Services):
    """Starts Wine with its own X server. Sets DISPLAY and WINEPREFIX, among others, in `environ`;
    its files lie in `directory`. From now on the command `sayso` in `commands` runs on this
    Windows."""

    probe: WineProbe
    name = "WinSta0\\Default"
    """The name that sayso is to report for the screen."""

    def __init__(self, directory: Path, environ: dict[str, str], commands: Path) -> None:
        super().__init__(directory, environ)
        self.lost = False
        self._claim, number = claim_number()
        self.prefix = directory / "wine"
        self._pids = directory / "pids"
        self._pids.mkdir()
        self._at_start = self.prefix / "drive_c" / "at-start.py"
        around = wine.environ(self.prefix, f":{number}")
        told = {"TESTS_PIDS": f"Z:{self._pids}", "PATH": environ["PATH"]}
        self._environ.update({**around, **told})
        try:
            self._announced(
                ["Xvfb", f":{number}", "-displayfd", "{fd}", "-screen", "0",
                 f"{SIZE[0]}x{SIZE[1]}x24", "-dpi", "96", "-nolisten", "tcp", "-noreset"]
            )  # fmt: skip
            self._copy_prefix()
            self._at_start.write_text(_ASSISTED.format(place=f"Z:{directory}"))
            self._start_server()
            self._write_command(commands / "sayso")
            self.probe = WineProbe(self._service_environ(), run, self._pids, directory)
            wait_until(self.probe.ready, "Windows")
        except BaseException:
            self.close()
            raise

    @property
    def stand_in(self) -> list[str]:
        """The command that shows the window of another program."""
        return run(STAND_IN)

    @property
    def state(self) -> Path:
        """Directory in which programs keep the state of this machine."""
        return self._of_the_person("Local")

    @property
    def configuration(self) -> Path:
        return self._of_the_person("Roaming") / "sayso" / "config.toml"

    def _of_the_person(self, kind: str) -> Path:
        users = self.prefix / "drive_c" / "users"
        return next(users.glob(f"*/AppData/{kind}"), users)

    def run_at_start(self, program: str) -> None:
        """Runs Python source in each process that starts from now on, before any code of sayso."""
        with self._at_start.open("a", encoding="utf-8") as programs:
            programs.write(program)

    def outer_pid(self) -> int:
        """The pid by which Linux knows the only dialog process of this Windows."""
        ours = f"WINEPREFIX={self.prefix}".encode()
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # the process has ended
                words = (process / "cmdline").read_bytes().replace(b"\0", b" ").strip()
                if words.endswith(b"-m sayso dialog") and self._is_of(process, ours):
                    return int(process.name)
        raise AssertionError("no dialog runs on this Windows")

    @staticmethod
    def _is_of(process: Path, variable: bytes) -> bool:
        return variable in (process / "environ").read_bytes().split(b"\0")

    def _copy_prefix(self) -> None:
        """Makes a Wine prefix that shares its programs with all tests, but has a registry, and
        therefore a Wine server, of its own."""
        if not wine.PREFIX.exists():
            with wine.alone():
                wine.make_prefix(self._environ["DISPLAY"])
        (self.prefix / "dosdevices").mkdir(parents=True)
        for name in _REGISTRY:
            shutil.copy(wine.PREFIX / name, self.prefix)
        (self.prefix / "dosdevices" / "c:").symlink_to("../drive_c")
        self._link_drive(self.prefix / "drive_c", wine.PREFIX / "drive_c")
        (self.prefix / "dosdevices" / "z:").symlink_to("/")
        with (self.prefix / "user.reg").open("a") as registry:
            registry.write(_DESKTOP.format(width=SIZE[0], height=SIZE[1]))

    def _start_server(self) -> None:
        """Returns once Wine's server listens: a program that starts beside it can fail, as both
        then make the server's directory."""
        command = [wine.SERVER, "--persistent"]
        around = self._service_environ()
        with self._log.open("ab") as log:
            subprocess.run(
                command, env=around, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                timeout=PATIENCE, check=True,
            )  # fmt: skip

    def _link_drive(self, drive: Path, template: Path) -> None:
        """Links the programs, and makes the person's own directories anew."""
        drive.mkdir()
        for each in template.iterdir():
            if each.name != "users":
                (drive / each.name).symlink_to(each)
        for each in (template / "users").glob("*/AppData/*"):
            (drive / each.relative_to(template)).mkdir(parents=True)
        for each in (drive / "users").glob("*/AppData/Local"):
            (each / "Temp").mkdir()
        for each in (template / "users").glob("*/Temp"):
            (drive / each.relative_to(template)).mkdir(parents=True, exist_ok=True)

    def _write_command(self, command: Path) -> None:
        tests = Path(__file__).parents[1]
        path = [str(tests), str(tests.parent / "packaging")]
        command.write_text(
            _SAYSO.format(python=sys.executable, path=path, there=run(), pids=str(self._pids))
        )
        command.chmod(0o755)

    def close(self) -> None:
        if hasattr(self, "probe"):
            self.probe.close()
            del self.probe
        if self.prefix.exists():
            wine.end(self._service_environ())
        super().close()
        self._claim.close()


_WITH_PIPES = 'export TESTS_PID=$$; exec "$@" > >(cat) 2> >(cat >&2)'
"""Makes standard output and error pipes: Wine can't use files for them, and tests have some as
files."""


def run(*words: str | os.PathLike[str]) -> list[str]:
    """The command line that runs Windows' Python with these arguments."""
    return run_program(str(wine.PYTHON / "python.exe"), "-u", *map(str, words))


def run_program(*words: str) -> list[str]:
    """The command line that runs a program on Windows."""
    return ["/bin/bash", "-c", _WITH_PIPES, "wine", wine.LOADER, *words]


_LOGS_IN_WITHIN = 90.0
"""Seconds for a login on a busy machine."""


def log_in(environ: Mapping[str, str]) -> None:
    """Logs the person in. As Windows does, Wine then runs what the Run keys name."""
    subprocess.run(
        run_program("wineboot"), env=environ, input=b"", check=True, timeout=_LOGS_IN_WITHIN
    )
