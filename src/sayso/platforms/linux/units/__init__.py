"""The files that start sayso at login, from the templates beside this module.

Each begins with a digest of the rest, so that a file that the person has changed is known as
theirs. A package brings the units for all of its users; then a person's own are links to them.
"""

import sys

assert sys.platform == "linux"

import os
import re
from collections.abc import Iterator, Sequence

from sayso import launcher

SERVICE, SOCKET, ENTRY = "sayso.service", "sayso.socket", "sayso.desktop"
AGENT = "sayso-ask-password-agent.service"
PACKAGED = "/usr/lib/systemd/user"
"""Where a package puts units (systemd.unit(5), "User Unit Search Path")."""

_WORDS = {
    SERVICE: ("daemon", "run", "--supervised"),
    SOCKET: ("daemon", "run", "--supervised"),
    ENTRY: ("daemon", "start"),
    AGENT: ("ask-password-agent", "run"),
}

_MARK = "# sayso {} wrote this, and leaves it alone once it is changed: "
_VERBS = ("autostart", "ask-password-agent")
_STARTS = "# It starts "
_MARK_OF_PACKAGE = "# Of sayso's package: sayso {} enable has it start at login.\n"

_PLAIN = re.compile(r"[\w./:-]+", re.ASCII)
"""A word that needs no quotes in any of these files."""


def can_name(program: str) -> bool:
    """Whether systemd and desktops can start this program: systemd starts none with quotes or
    backslashes in its path, desktops none with others of these characters:
    https://specifications.freedesktop.org/desktop-entry-spec, "The Exec key"."""
    return os.path.isabs(program) and program.isprintable() and not set(program) & set("'\"\\%=")


def command(name: str) -> tuple[str, ...]:
    """The command that the file of this name is to run."""
    return launcher.command(*_WORDS[name])


def text(name: str, command: Sequence[str]) -> str:
    """The content of the file of this name for this command: a program for which `can_name` holds,
    and words without control characters."""
    body = _body(name, command)
    return f"{_MARK.format(_VERBS[name == AGENT])}{_digest(body)}\n{body}"


def packaged_text(name: str, command: Sequence[str]) -> str:
    """Like `text`, but for the unit that a package installs."""
    return _MARK_OF_PACKAGE.format(_VERBS[name == AGENT]) + _body(name, command)


def packaged(name: str) -> str | None:
    """The path of a package's unit of this name, if it is as this sayso wants it; None: there is no
    such unit."""
    try:
        with open(place(name), encoding="utf-8") as file:
            there = file.read()
    except (OSError, UnicodeDecodeError):
        return None
    return place(name) if there == packaged_text(name, command(name)) else None


def place(name: str) -> str:
    """The path at which a package would put the unit of this name."""
    return os.path.join(PACKAGED, name)


def _body(name: str, command: Sequence[str]) -> str:
    quote = _desktop_line if name == ENTRY else _unit_line
    filled = _template(name).replace("@COMMAND@", quote(command))
    return f"{_STARTS}{command[0]}\n{filled.replace('@PROGRAM@', command[0])}"


def properties() -> Iterator[str]:
    """Properties of the service, for a daemon that is started once, without a unit file: its
    restarts are the keeper's task."""
    service = _template(SERVICE).partition("[Service]\n")[2].partition("[Install]")[0]
    for line in service.split("\n"):
        if line and not line.startswith(("#", "ExecStart=", "Restart")):
            yield line


def is_ours(text: str) -> bool:
    """Whether some version of sayso wrote this text, for whatever command, and nobody changed it
    since."""
    first, _, body = text.partition("\n")
    return first in {f"{_MARK.format(verb)}{_digest(body)}" for verb in _VERBS}


def program(text: str) -> str:
    """The program that a file of ours starts."""
    return text.split("\n")[1].removeprefix(_STARTS)


def _template(name: str) -> str:
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        return file.read()


def _digest(body: str) -> str:
    import hashlib  # slow to load, and a command that starts a daemon needs no digest

    return hashlib.sha256(body.encode(errors="surrogateescape")).hexdigest()


def _unit_line(command: Sequence[str]) -> str:
    """The command in the syntax of systemd.service(5), "Command lines". The colon in front keeps
    variables from being replaced."""
    first, *rest = command
    return " ".join(_unit_word(word) for word in (f":{first}", *rest))


def _unit_word(word: str) -> str:
    if _PLAIN.fullmatch(word):
        return word
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"'


def _desktop_line(command: Sequence[str]) -> str:
    """The command in the syntax of the Desktop Entry Specification, "The Exec key": quoted, and
    then escaped like any string."""
    return " ".join(_desktop_word(word).replace("\\", "\\\\") for word in command)


def _desktop_word(word: str) -> str:
    if _PLAIN.fullmatch(word):
        return word
    for character in '\\"`$':
        word = word.replace(character, f"\\{character}")
    return f'"{word}"'.replace("%", "%%")
