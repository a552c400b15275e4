"""Whether a process runs this very package's command, as far as that can be told.

A name is no sign of it: any program can be called sayso. Nor is there a proof: a process may write
over its own command line. So this is for display alone, and whoever is passed over by it is named.
"""

import sys

assert sys.platform == "win32"

import ntpath
import sysconfig
from collections.abc import Iterator

from sayso import launcher


def is_our_command(exe: str | None, argv: tuple[str, ...] | None, cwd: str | None) -> bool:
    """It is a command that was installed with us, `Scripts\\sayso.exe` for one; or our interpreter,
    which that command starts with its own path, or which runs `-m sayso` as we start it ourselves.

    No place that it chose is looked at: a file that hangs would hold the daemon up.
    """
    if exe is None or argv is None:
        return False
    if _same(exe, *_commands()):
        return True
    if not _is_interpreter(exe) or len(argv) < 2:
        return False
    ours = launcher.command()[1:]
    return argv[1 : 1 + len(ours)] == ours or _same(
        ntpath.join(cwd or "", argv[1]), *_commands(), *_without_suffix()
    )


def _is_interpreter(exe: str) -> bool:
    """Or that of another version, which the installer has put beside this one: it may run on."""
    if _same(exe, *_interpreters()):
        return True
    root = launcher.installation()
    folder, name = ntpath.split(exe)
    return (
        root is not None
        and _same(ntpath.dirname(folder), ntpath.join(root, launcher.VERSIONS))
        and _same(name, ntpath.basename(launcher.interpreter()))
    )


def _interpreters() -> Iterator[str]:
    """That of an environment is a small program on Windows, which starts the one that it was made
    from: both are seen. Python's own `venv` has no other name for the latter."""
    yield launcher.interpreter()
    yield launcher.with_console(getattr(sys, "_base_executable", sys.executable))


def _commands() -> Iterator[str]:
    """Where pip puts commands of ours, or beside the interpreter; and where the installer does."""
    root = launcher.installation()
    for name in launcher.COMMANDS:
        if root is not None:
            yield ntpath.join(root, launcher.BIN, f"{name}.exe")
        for scheme in ("nt", "nt_user"):
            yield ntpath.join(sysconfig.get_path("scripts", scheme), f"{name}.exe")
        yield ntpath.join(ntpath.dirname(sys.executable), f"{name}.exe")


def _without_suffix() -> Iterator[str]:
    """So the command names itself to the interpreter, on some versions of pip."""
    return (path.removesuffix(".exe") for path in _commands())


def _same(path: str, *others: str) -> bool:
    """By name alone."""
    return _plain(path) in map(_plain, others)


def _plain(path: str) -> str:
    return ntpath.normcase(ntpath.normpath(path))
