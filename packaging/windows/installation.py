"""What the installer and the uninstaller for Windows leave to Python. It lies in the directory of
the version that they install or remove, and they run it with that version's Python:

    python installation.py adopt         this version is used from now on
    python installation.py adopt --login yes
                                         it starts at login as well; "no": it does not
    python installation.py remove        undoes all settings, and ends all our programs

See sayso.launcher for the directory. Exit status: 1, it failed, and the version that was in use
before still is; 3, it is done except for something. What it prints tells why.
"""

import sys

assert sys.platform == "win32"

import argparse
import filecmp
import json
import ntpath
import os
import shutil
import subprocess
import time
import winreg
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from sayso import launcher
from sayso.errors import SaysoError, ServiceError
from sayso.frontends.cli import daemon, places
from sayso.platforms.windows import autostart
from sayso.platforms.windows.native import handles, kin, processes

DONE, FAILED, PARTLY = 0, 1, 3
"""Exit statuses. 2 is left to Python itself and to the installer."""

_VARIABLES = "Environment"
_PATH = "Path"
_ASIDE = ".replaced"
_ENDS_WITHIN = 10.0
"""Seconds that a process of ours has to be gone, once it is terminated."""
_ROUNDS = 10
_PATIENCE, _PAUSE = 5.0, 0.1
"""Seconds to try for, and between two attempts."""
_FIRST_TO_GO = ("python311.dll", "python.exe", "pythonw.exe")
"""Files of a version that are deleted first. A running program's file can't be deleted, so these
show whether it runs; and without them it can't be started any more."""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="Of the installer for Windows.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    adopted = verbs.add_parser("adopt")
    adopted.add_argument("--login", choices=("yes", "no"))
    verbs.add_parser("remove")
    told = parser.parse_args(arguments)
    # the installer shows the output in an encoding that may lack some characters
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr] # it is a file
    version = Path(__file__).parent
    if told.verb == "remove":
        return remove(version.parents[1])
    try:
        put_in_use(version)
    except OSError as error:
        print(error)
        return FAILED
    return settle(version.parents[1], told.login)


def put_in_use(version: Path) -> None:
    """Makes this version the one in use. Raises OSError: the version that was in use before still
    is."""
    root = version.parents[1]
    put_commands(version / launcher.BIN, root / launcher.BIN)
    put_on_path(str(root / launcher.BIN))
    put_current(root, version.name)


def settle(root: Path, login: str | None) -> int:
    """Does what follows once the version is in use. `login`: whether sayso starts at login; None
    leaves that as it is. Returns the exit status."""
    return _all_of(
        lambda: _start_at_login(login),
        lambda: _hand_over(start=login == "yes"),
        lambda: remove_unused(root),
    )


def remove(root: Path) -> int:
    """Removes everything except the log, and the directory itself, which the uninstaller removes.
    Returns the exit status."""
    return _all_of(
        lambda: _run("uninstall", "--yes"),
        lambda: end_all(root),
        _remove_settings,
        lambda: take_off_path(str(root / launcher.BIN)),
    )


def _all_of(*steps: Callable[[], object]) -> int:
    """Takes each step even if another fails, and prints failures. Returns the exit status: DONE or
    PARTLY."""
    status = DONE
    for step in steps:
        try:
            step()
        except (SaysoError, OSError) as error:
            print(error)
            if isinstance(error, SaysoError):
                print(f"What to do: {error.remedy}")
            status = PARTLY
    return status


def _start_at_login(login: str | None) -> None:
    """Switches the start at login on or off; None leaves it as it is. Raises SaysoError."""
    if login == "yes":
        autostart.enable(os.environ)
    elif login == "no":
        autostart.disable(os.environ)


def _hand_over(*, start: bool) -> None:
    """Has a running daemon hand its open questions on to a daemon of this version. `start`: starts
    a daemon where none runs. Raises SaysoError."""
    if daemon.is_running():
        told = json.loads(_run("daemon", "restart", "--json"))
        if told["lost"]:
            raise ServiceError("what was open could not be handed on", remedy="ask again")
    elif start:
        _run("daemon", "start")


def _remove_settings() -> None:
    """Removes the settings file, and its directory if that is empty then. Raises OSError."""
    settings = Path(places.configuration())
    settings.unlink(missing_ok=True)
    with suppress(OSError):  # it is not empty: the person has put something there
        settings.parent.rmdir()


def _run(*words: str) -> str:
    """Runs a command of sayso. Returns its standard output. Raises ServiceError."""
    done = subprocess.run(
        launcher.command(*words), stdin=subprocess.DEVNULL, capture_output=True, check=False,
        text=True, errors="backslashreplace",
    )  # fmt: skip
    if done.returncode:
        raise ServiceError(
            f"sayso {' '.join(words)}: {done.stderr.strip()}", remedy="run it in a terminal"
        )
    return done.stdout


# -- files


def put_commands(source: Path, place: Path) -> None:
    """Puts the launchers into `place`. A running one can't be overwritten, but it can be renamed:
    it is deleted at the next upgrade."""
    place.mkdir(exist_ok=True)
    for old in place.glob(f"*{_ASIDE}"):
        with suppress(OSError):  # it still runs
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
        _patiently(lambda: target.rename(aside))
    try:
        _patiently(lambda: made.rename(target))
    except OSError:
        with suppress(FileNotFoundError):
            aside.rename(target)
        raise
    with suppress(OSError):  # it still runs
        aside.unlink()


def put_current(root: Path, name: str) -> None:
    """Names the current version, atomically: a command started meanwhile finds the old one or the
    new."""
    made = root / f"{launcher.CURRENT}.new"
    with made.open("w", encoding="ascii") as file:
        file.write(f"{name}\n")
        file.flush()
        os.fsync(file.fileno())
    _patiently(lambda: made.replace(root / launcher.CURRENT))


def _patiently(act: Callable[[], object]) -> None:
    """Repeats `act` for a while, as other programs, such as virus scanners, open new files for a
    moment. Raises OSError."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            act()
        except PermissionError:
            if time.monotonic() >= deadline:
                raise
            time.sleep(_PAUSE)
        else:
            return


def remove_unused(root: Path) -> None:
    """Removes other versions from which nothing runs any more; the rest goes with the next upgrade.
    Raises OSError."""
    current = (root / launcher.CURRENT).read_text(encoding="ascii").strip()
    for version in (root / launcher.VERSIONS).iterdir():
        if version.name != current and not [*running(version)]:
            with suppress(OSError):  # a process that can't be seen runs: the first file stays
                for name in _FIRST_TO_GO:
                    (version / name).unlink(missing_ok=True)
                shutil.rmtree(version)


# -- processes


def running(directory: Path) -> Iterator[int]:
    """The pids of the running programs that lie in this directory, except this one."""
    within = _plain(str(directory)) + "\\"
    for pid in kin.all_pids():
        if pid != os.getpid() and (_plain(_image(pid) or "")).startswith(within):
            yield pid


def end_all(root: Path) -> None:
    """Ends the programs of all versions. It tries several times, as a keeper may start another
    daemon when its own ends, and an agent may ask again. Raises ServiceError."""
    for _ in range(_ROUNDS):
        pids = [*running(root / launcher.VERSIONS), *running(root / launcher.BIN)]
        for pid in pids:
            end(pid)
        if not pids:
            return
    raise ServiceError(
        "programs of sayso can't be ended, or others start them again",
        remedy="end these, then remove sayso again",
    )


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
    """Adds a directory to the end of the person's PATH; the installer tells the desktop of it.
    Raises OSError."""
    value, kind = _read_path()
    if _plain(directory) not in map(_plain, value.split(";")):
        _write_path(";".join(filter(None, (value.rstrip(";"), directory))), kind)


def take_off_path(directory: str) -> None:
    """Removes a directory from the person's PATH. Raises OSError."""
    value, kind = _read_path()
    there = value.split(";")
    left = [each for each in there if _plain(each) != _plain(directory)]
    if left != there:
        _write_path(";".join(left), kind)


def _read_path() -> tuple[str, int]:
    """The person's PATH, which may contain variables such as %USERPROFILE%, and its registry type.
    Raises OSError: it is no text."""
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
