"""gpg: sets `pinentry-program` in gpg-agent.conf.

gpg-agent(1): a line is an option, without dashes, and all that follows it is its value; a line that
begins with # is a comment. If an option is there several times, GnuPG 2.2 takes the last. So the
person's own lines become comments, in their places, until sayso's line is taken out again.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from sayso import installed
from sayso.configuration import files
from sayso.core.text import visible_path
from sayso.errors import SaysoError, Unsupported, UnusableFile
from sayso.frontends.install.block import lines
from sayso.frontends.install.change import Change
from sayso.frontends.install.places import Environ, directory
from sayso.frontends.setup.program import Program, ask, marks, planned, require
from sayso.platforms.contract.doctor import Finding, Health

NAME = "gpg"
_PINENTRY = "pinentry-sayso"
_MARKS = marks(NAME)
_ASIDE = "# before sayso: "
"""Put before a line of the person's that sayso's line replaces."""
_LINE = re.compile(r'[ \t]*pinentry-program[ \t]+"?(?P<program>[^\r\n]*?)"?[ \t\r]*\n?')
_UNKNOWN = "ERR 67108891 "
"""How gpg-agent's reply begins if a variable is not set: GPG_ERR_NOT_FOUND of
GPG_ERR_SOURCE_GPGAGENT."""
_RESTART = "gpgconf --kill gpg-agent"
_HOW = f"sayso setup {NAME}"


def _set_up(environ: Environ) -> tuple[Change, ...]:
    require("gpgconf", "GnuPG")
    line = f"pinentry-program {installed.beside(_PINENTRY)}"

    def edit(text: str) -> str:
        before, block, after = _MARKS.parts(text)
        return _MARKS.put(_aside(before) + (block or "") + _aside(after), [line])

    return (planned(_file(environ), _MARKS, edit, undo=False),)


def _undo(environ: Environ) -> tuple[Change, ...]:
    def edit(text: str) -> str:
        return "".join(line.removeprefix(_ASIDE) for line in lines(_MARKS.drop(text)))

    return (planned(_file(environ), _MARKS, edit, undo=True),)


def _aside(text: str) -> str:
    return "".join(_ASIDE + line if _LINE.fullmatch(line) else line for line in lines(text))


def _file(environ: Environ) -> Path:
    return _home(environ) / "gpg-agent.conf"


def _home(environ: Environ) -> Path:
    """GnuPG's directory as gpgconf names it; without gpgconf, the usual one."""
    if shutil.which("gpgconf"):
        status, said = ask(["gpgconf", "--list-dirs", "homedir"])
        if status == 0 and said.strip():
            return Path(said.rstrip("\r\n"))
    return directory(environ, "GNUPGHOME", ".gnupg")


def _settle(_is_set_up: bool) -> str:
    """Has a running gpg-agent read the file, and starts none. Returns in words what was done or is
    left to do."""
    later = f"Run this, so that gpg-agent reads it: {_RESTART}"
    if not shutil.which("gpg-connect-agent"):
        return later
    try:
        pid = _agent("GETINFO pid")
        if pid is None:
            return "No gpg-agent runs: the next one reads it."
        _agent("RELOADAGENT")
    except Unsupported:
        return later
    return f"gpg-agent, process {pid}, has read it, and has forgotten the passphrases that it kept."


def _agent(command: str) -> str | None:
    """The reply of the running gpg-agent; empty: it has no such value. None: none runs. Raises
    Unsupported: it does not reply, or has refused."""
    _, said = ask(["gpg-connect-agent", "--no-autostart", command, "/bye"])
    replies = said.splitlines()
    if not replies:
        return None
    if "OK" not in replies and not replies[-1].startswith(_UNKNOWN):
        raise Unsupported("gpg-agent does not do what it is told", remedy=_RESTART)
    return next((line[2:] for line in replies if line.startswith("D ")), "")


# For the doctor


def _findings(environ: Environ) -> Iterator[Finding]:
    if not shutil.which("gpgconf"):
        return
    try:
        file = files.read(_file(environ))
        found = [each for each in map(_LINE.fullmatch, lines(file.text)) if each]
    except (UnusableFile, Unsupported) as error:
        yield Finding(NAME, Health.DOUBTFUL, error.message, error.remedy)
        return
    programs = [Path(each["program"]) for each in found]
    yield _of_file(file.path, programs)
    if programs and programs[-1].stem == _PINENTRY and shutil.which("gpg-connect-agent"):
        yield from _of_agent(environ, file.path)


def _of_file(path: Path, programs: list[Path]) -> Finding:
    if not programs:
        return Finding(NAME, Health.WORKS, f"asks by a pinentry of its own; to change that: {_HOW}")
    where, program = visible_path(path), programs[-1]
    shown = visible_path(program)
    if len(programs) > 1:
        words = f"{where} has {len(programs)} lines for pinentry-program; {shown} is the last"
        return Finding(NAME, Health.DOUBTFUL, words, f"leave one of them, or: {_HOW}")
    if not program.exists():
        words = f"can't ask: the pinentry-program of {where} is gone: {shown}"
        return Finding(NAME, Health.DOUBTFUL, words, _HOW)
    if program.stem != _PINENTRY:
        return Finding(NAME, Health.WORKS, f"asks by {shown}; to change that: {_HOW}")
    return Finding(NAME, Health.WORKS, f"asks by {shown}, as {where} has it")


def _of_agent(environ: Environ, path: Path) -> Iterator[Finding]:
    """The findings on the running gpg-agent. The agent's environment decides which daemon of
    sayso's is asked. The agent does not say which file it has read: only the age of its socket
    shows whether it is older than the file."""
    name = "gpg-agent"
    try:
        pid = _agent("GETINFO pid")
        if pid is None:
            return
        socket = _agent("GETINFO getenv SAYSO_SOCKET")
        _, place = ask(["gpgconf", "--list-dirs", "agent-socket"])
        is_older = Path(place.rstrip("\r\n")).stat().st_mtime < path.stat().st_mtime
    except (SaysoError, OSError):
        words = "one is there that does not answer"
        yield Finding(name, Health.DOUBTFUL, words, _RESTART)
        return
    if socket != environ.get("SAYSO_SOCKET", ""):
        words = f"process {pid} has another SAYSO_SOCKET than this session: another daemon is asked"
        yield Finding(name, Health.DOUBTFUL, words, _RESTART)
    elif is_older:
        words = f"process {pid} is older than that file; if it asks otherwise: {_RESTART}"
        yield Finding(name, Health.WORKS, words)


PROGRAM = Program(NAME, _set_up, _undo, _settle, _findings)
