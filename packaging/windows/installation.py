"""What the installer and the uninstaller for Windows leave to Python. They run it by the Python of
the version that they are about, in whose directory it lies:

    python installation.py adopt         this version is used from now on
    python installation.py adopt --login yes
                                         likewise, and it starts at login; or "no"
    python installation.py remove        nothing is set up any more, and nothing of ours runs

See sayso.launcher for the directory. Exit status: 1, it can't be, and what was in use before still
is; 3, it is done but for something. What it says tells why.
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
"""2 is Python's own, and the installer's."""

_VARIABLES = "Environment"
_PATH = "Path"
_ASIDE = ".replaced"
_ENDS_WITHIN = 10.0
"""Seconds for a process of ours, once it is ended."""
_ROUNDS = 10
_PATIENCE, _PAUSE = 5.0, 0.1
"""Seconds."""
_FIRST_TO_GO = ("python311.dll", "python.exe", "pythonw.exe")
"""Of a version: no file of a program that runs can be deleted, and without these none starts."""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="Of the installer for Windows.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    adopted = verbs.add_parser("adopt")
    adopted.add_argument("--login", choices=("yes", "no"))
    verbs.add_parser("remove")
    told = parser.parse_args(arguments)
    # the installer shows what is said, in letters of its own that need not be all
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
    """Raises OSError: what was in use before still is."""
    root = version.parents[1]
    put_commands(version / launcher.BIN, root / launcher.BIN)
    put_on_path(str(root / launcher.BIN))
    put_current(root, version.name)


def settle(root: Path, login: str | None) -> int:
    """What follows; the exit status."""
    return _all_of(
        lambda: _start_at_login(login),
        lambda: _hand_over(start=login == "yes"),
        lambda: remove_unused(root),
    )


def remove(root: Path) -> int:
    """All but the log; the directory itself is the uninstaller's. The exit status."""
    return _all_of(
        lambda: _run("uninstall", "--yes"),
        lambda: end_all(root),
        _remove_settings,
        lambda: take_off_path(str(root / launcher.BIN)),
    )


def _all_of(*steps: Callable[[], object]) -> int:
    """Whatever one of them fails with, which is said."""
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
    """Raises SaysoError."""
    if login == "yes":
        autostart.enable(os.environ)
    elif login == "no":
        autostart.disable(os.environ)


def _hand_over(*, start: bool) -> None:
    """The daemon that runs hands on what is open to one of this version. Raises SaysoError."""
    if daemon.is_running():
        told = json.loads(_run("daemon", "restart", "--json"))
        if told["lost"]:
            raise ServiceError("what was open could not be handed on", remedy="ask again")
    elif start:
        _run("daemon", "start")


def _remove_settings() -> None:
    """Raises OSError."""
    settings = Path(places.configuration())
    settings.unlink(missing_ok=True)
    with suppress(OSError):  # the person has put something there
        settings.parent.rmdir()


def _run(*words: str) -> str:
    """A command of sayso; what it says. Raises ServiceError."""
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
        _patiently(lambda: target.rename(aside))
    try:
        _patiently(lambda: made.rename(target))
    except OSError:
        with suppress(FileNotFoundError):
            aside.rename(target)
        raise
    with suppress(OSError):  # it runs still
        aside.unlink()


def put_current(root: Path, name: str) -> None:
    """At once: whoever starts a command meanwhile finds the one or the other."""
    made = root / f"{launcher.CURRENT}.new"
    with made.open("w", encoding="ascii") as file:
        file.write(f"{name}\n")
        file.flush()
        os.fsync(file.fileno())
    _patiently(lambda: made.replace(root / launcher.CURRENT))


def _patiently(act: Callable[[], object]) -> None:
    """Others look at new files as well, such as what looks for viruses. Raises OSError."""
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
    """Versions from which nothing runs any more. The others go with the next upgrade. Raises
    OSError."""
    current = (root / launcher.CURRENT).read_text(encoding="ascii").strip()
    for version in (root / launcher.VERSIONS).iterdir():
        if version.name != current and not [*running(version)]:
            with suppress(OSError):  # it runs, and is not to be seen: its first file can't go
                for name in _FIRST_TO_GO:
                    (version / name).unlink(missing_ok=True)
                shutil.rmtree(version)


# -- processes


def running(directory: Path) -> Iterator[int]:
    """The pids of programs that lie there, but for this one."""
    within = _plain(str(directory)) + "\\"
    for pid in kin.all_pids():
        if pid != os.getpid() and (_plain(_image(pid) or "")).startswith(within):
            yield pid


def end_all(root: Path) -> None:
    """Those of every version. A keeper may start another daemon as its own ends, and an agent may
    ask again. Raises ServiceError."""
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
