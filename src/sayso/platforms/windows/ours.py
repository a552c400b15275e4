"""Whether a process runs a command of this very package, as far as that can be told.

A name says nothing: any program can be called sayso. Nor is there a proof: a process may overwrite
its own command line. So this is for display alone, and a process that is passed over as ours is
still named.
"""

import sys

assert sys.platform == "win32"

import ntpath
import sysconfig
from collections.abc import Iterator

from sayso import launcher


def is_our_command(exe: str | None, argv: tuple[str, ...] | None, cwd: str | None) -> bool:
    """Whether the process runs a command that was installed with us, such as `Scripts\\sayso.exe`;
    or our interpreter, either started by such a command (with the command's path as argument) or
    with `-m sayso`, as we start it ourselves.

    No path that the process chose is accessed: a file that hangs would hold the daemon up.
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
    """Whether it is our interpreter, or that of another version, which the installer has put beside
    this one: a process of that version may still run."""
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
    """Our interpreters. On Windows, a virtual environment's interpreter is a small program that
    starts the one that the environment was made from, so both are seen. Python's own `venv`, too,
    knows the latter only as `sys._base_executable`."""
    yield launcher.interpreter()
    yield launcher.with_console(getattr(sys, "_base_executable", sys.executable))


def _commands() -> Iterator[str]:
    """Paths of our commands: where pip puts them, beside the interpreter, and where the installer
    puts them."""
    root = launcher.installation()
    for name in launcher.COMMANDS:
        if root is not None:
            yield ntpath.join(root, launcher.BIN, f"{name}.exe")
        for scheme in ("nt", "nt_user"):
            yield ntpath.join(sysconfig.get_path("scripts", scheme), f"{name}.exe")
        yield ntpath.join(ntpath.dirname(sys.executable), f"{name}.exe")


def _without_suffix() -> Iterator[str]:
    """The commands' paths without ".exe": with some versions of pip, a command passes its path to
    the interpreter like that."""
    return (path.removesuffix(".exe") for path in _commands())


def _same(path: str, *others: str) -> bool:
    """Compares the paths as texts; no file is accessed."""
    return _plain(path) in map(_plain, others)


def _plain(path: str) -> str:
    return ntpath.normcase(ntpath.normpath(path))
