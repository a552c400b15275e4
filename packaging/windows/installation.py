"""What the installer and the uninstaller for Windows leave to Python. They run it by the Python of
the version that they are about, in whose directory it lies:

    python installation.py adopt         this version is used from now on
    python installation.py adopt --login yes
                                         likewise, and it starts at login; or "no"
    python installation.py remove        nothing is set up any more, and nothing of ours runs

See sayso.launcher for the directory. Exit status: 1, it can't be, and what was in use before still
is; 2, it is done but for something. What it says tells why.
"""

import sys

assert sys.platform == "win32"

import argparse
import filecmp
import ntpath
import os
import shutil
import subprocess
import winreg
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from sayso import launcher
from sayso.errors import SaysoError
from sayso.frontends.cli import places
from sayso.platforms.windows import autostart
from sayso.platforms.windows.native import handles, kin, processes

DONE, FAILED, PARTLY = 0, 1, 2

_VARIABLES = "Environment"
_PATH = "Path"
_ASIDE = ".replaced"
_ENDS_WITHIN = 10.0
"""Seconds for a process of ours, once it is ended."""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="Of the installer for Windows.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    adopted = verbs.add_parser("adopt")
    adopted.add_argument("--login", choices=("yes", "no"))
    verbs.add_parser("remove")
    told = parser.parse_args(arguments)
    version = Path(__file__).parent
    try:
        if told.verb == "adopt":
            is_whole = adopt(version, told.login)
        else:
            is_whole = remove(version.parents[1])
    except OSError as error:
        print(error)
        return FAILED
    return DONE if is_whole else PARTLY


def adopt(version: Path, login: str | None) -> bool:
    """False: but for what it has said. Raises OSError."""
    root = version.parents[1]
    put_commands(version / launcher.BIN, root / launcher.BIN)
    put_current(root, version.name)
    put_on_path(str(root / launcher.BIN))
    is_whole = login is None or _starts_at_login(login == "yes")
    if _sayso("status", says=False):
        is_whole &= _sayso("daemon", "restart")  # it hands on to the new version what is open
    elif login == "yes":
        is_whole &= _sayso("daemon", "start")
    remove_unused(root)
    return is_whole


def remove(root: Path) -> bool:
    """All but the log; the directory itself is the uninstaller's. False: but for what it has said.
    Raises OSError."""
    is_whole = _sayso("uninstall", "--yes")
    settings = Path(places.configuration())
    settings.unlink(missing_ok=True)
    with suppress(OSError):  # the person has put something there
        settings.parent.rmdir()
    take_off_path(str(root / launcher.BIN))
    for pid in running(root):
        end(pid)
    return is_whole


def _starts_at_login(wanted: bool) -> bool:
    try:
        autostart.enable(os.environ) if wanted else autostart.disable(os.environ)
    except SaysoError as error:
        print(f"{error.message}\nWhat to do: {error.remedy}")
        return False
    return True


def _sayso(*words: str, says: bool = True) -> bool:
    """Whether it could; else what it says about that is told."""
    done = subprocess.run(
        launcher.command(*words), stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    if says and done.returncode:
        print((done.stdout + done.stderr).decode(errors="replace"))
    return done.returncode == 0


# -- files


def put_commands(source: Path, place: Path) -> None:
    """One that runs can't be written over, but it can be moved: it goes with the next upgrade."""
    place.mkdir(exist_ok=True)
    for old in place.glob(f"*{_ASIDE}"):
        with suppress(OSError):  # it runs still
            old.unlink()
    for command in source.iterdir():
        target = place / command.name
        if not (target.exists() and filecmp.cmp(command, target, shallow=False)):
            _replace_running(command, target)


def _replace_running(command: Path, target: Path) -> None:
    made = target.with_name(f"{target.name}.new")
    shutil.copyfile(command, made)
    aside = target.with_name(f"{target.name}.{os.getpid()}{_ASIDE}")
    with suppress(FileNotFoundError):
        target.rename(aside)
    try:
        made.rename(target)
    except OSError:
        with suppress(FileNotFoundError):
            aside.rename(target)
        raise
    with suppress(OSError):  # it runs still
        aside.unlink()


def put_current(root: Path, name: str) -> None:
    """At once: whoever starts a command meanwhile finds the one or the other."""
    made = root / f"{launcher.CURRENT}.new"
    made.write_text(f"{name}\n", encoding="ascii")
    made.replace(root / launcher.CURRENT)


def remove_unused(root: Path) -> None:
    """Versions from which nothing runs any more. The others go with the next upgrade."""
    current = (root / launcher.CURRENT).read_text(encoding="ascii").strip()
    for version in (root / launcher.VERSIONS).iterdir():
        if version.name != current and not [*running(version)]:
            shutil.rmtree(version, ignore_errors=True)


# -- processes


def running(directory: Path) -> Iterator[int]:
    """The pids of programs that lie there, but for this one."""
    within = _plain(str(directory)) + "\\"
    for pid in kin.all_pids():
        if pid != os.getpid() and (_plain(_image(pid) or "")).startswith(within):
            yield pid


def _image(pid: int) -> str | None:
    with suppress(OSError):  # it has ended, or is not ours
        process = kin.open_process(pid, kin.QUERY_LIMITED)
        if process is not None:
            try:
                return processes.image_path(process)
            finally:
                handles.close(process)
    return None


def end(pid: int) -> None:
    with suppress(OSError):  # it has ended
        process = kin.open_process(pid, kin.TERMINATE | kin.SYNCHRONIZE)
        if process is not None:
            try:
                kin.end(process)
                handles.wait_for_any([process], _ENDS_WITHIN)
            finally:
                handles.close(process)


def _plain(path: str) -> str:
    return ntpath.normcase(ntpath.normpath(path))


# -- PATH


def put_on_path(directory: str) -> None:
    """Of the person, at its end; the installer tells the desktop of it. Raises OSError."""
    value, kind = _read_path()
    if _plain(directory) not in map(_plain, value.split(";")):
        _write_path(";".join(filter(None, (value.rstrip(";"), directory))), kind)


def take_off_path(directory: str) -> None:
    """Raises OSError."""
    value, kind = _read_path()
    there = value.split(";")
    left = [each for each in there if _plain(each) != _plain(directory)]
    if left != there:
        _write_path(";".join(left), kind)


def _read_path() -> tuple[str, int]:
    """It may name variables, such as %USERPROFILE%. Raises OSError: it is no text."""
    with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _VARIABLES) as key:
        try:
            value, kind = winreg.QueryValueEx(key, _PATH)
        except FileNotFoundError:
            return "", winreg.REG_EXPAND_SZ
    if kind not in (winreg.REG_SZ, winreg.REG_EXPAND_SZ):
        raise OSError(f"Path of HKEY_CURRENT_USER\\{_VARIABLES} is no text: mend that with regedit")
    return value, kind


def _write_path(value: str, kind: int) -> None:
    with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _VARIABLES) as key:
        if value:
            winreg.SetValueEx(key, _PATH, 0, kind, value)
        else:
            winreg.DeleteValue(key, _PATH)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
