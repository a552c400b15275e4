"""Reads the person's configuration file, changes single settings in it, and makes a new one.

A change is made under a lock, checks the whole file before and after, and replaces the file in one
step. A broken file is never written.
"""

import re
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sayso.configuration import files, toml
from sayso.configuration.model import BadConfiguration, in_force, lines_of, parse
from sayso.core.settings import ADJUSTABLE, NAMES, Setting, Settings, allowed, plain_value, written
from sayso.core.text import visible_path
from sayso.errors import UnusableFile
from sayso.platforms import select

MOST = 64 << 10
"""Most bytes of a file."""

_TURN = 10.0
"""Seconds to wait for another process that changes the file."""

_MEND = "mend it with: sayso config edit"


def load(path: Path) -> Settings:
    """The settings by this file; the defaults if there is no file. Raises UnusableFile."""
    return _checked(path, files.read(path, MOST).text)


def given(path: Path) -> dict[str, Setting]:
    """The settings that the file has, and no others. Raises UnusableFile."""
    text = files.read(path, MOST).text
    _checked(path, text)
    return {name: in_force(name, value) for name, value in tomllib.loads(text).items()}


def put(path: Path, name: str, value: Setting) -> None:
    """Sets one setting; nothing else in the file changes. Raises UnusableFile."""
    _change(path, lambda text: _put(text, name, plain_value(value)))


def drop(path: Path, name: str) -> bool:
    """Removes one setting from the file. Whether it was in there. Raises UnusableFile."""
    return _change(path, lambda text: toml.drop(text, (name,)))


def make(path: Path) -> bool:
    """Makes the file, if there is none, with every setting as a comment. Whether it made one.

    Raises UnusableFile.
    """

    return files.read(path, MOST).data is None and _change(path, lambda text: text or template())


def template() -> str:
    """A file with every setting as a comment: what it does, its bounds and its default."""
    lines = [
        "# What sayso does where a request leaves it open. Changes are in force at once, for the",
        "# next question. Durations are seconds. To change one, take the # before it away,",
        "# or run: sayso config set NAME VALUE",
    ]
    for name in NAMES:
        default = getattr(Settings(), name)
        lines += [
            "",
            f"# {ADJUSTABLE[name].says}: {allowed(name)}",
            f"# {name} = {written(default)}",
        ]
    return "\n".join(lines) + "\n"


def _change(path: Path, edit: Callable[[str], str]) -> bool:
    """Replaces the file by its edited text. Whether there was anything to change."""
    target = files.read(path, MOST).path
    try:
        select.files().make_directory(str(target.parent))
        with select.files().locked(str(target.parent), _TURN):
            file = files.read(path, MOST)
            after = _edited(path, file.text, edit)
            if after == file.text:
                return False
            files.replace(file, after, backup=False)
    except TimeoutError as error:
        raise UnusableFile(
            f"can't change {visible_path(path)}: {error.strerror}",
            remedy="try again once that is done; nothing was changed",
        ) from error
    except OSError as error:
        raise UnusableFile(
            f"can't change {visible_path(path)}: {error.strerror}",
            remedy="mend that; nothing was changed",
        ) from error
    return True


def _edited(path: Path, text: str, edit: Callable[[str], str]) -> str:
    """The edited text. Raises UnusableFile if the text is no TOML, or has a wrong setting."""
    try:
        after = edit(text)
    except (ValueError, RecursionError) as error:
        _checked(path, text)  # its error names the line, if the text is no TOML
        raise UnusableFile(f"can't change {visible_path(path)}: {error}", remedy=_MEND) from error
    try:
        parse(after)
    except BadConfiguration as error:  # the faults are other settings, so in the text before
        lines = lines_of(text)
        faults = [replace(fault, line=lines.get(fault.field)) for fault in error.faults]
        raise _bad(path, BadConfiguration(faults)) from error
    return after


def _put(text: str, name: str, value: Setting) -> str:
    """The text with this setting. A new setting stands on the line after the comment that the
    template has for it, if that is there."""
    comment = re.search(rf"^# *{name} *=.*\n", text, re.MULTILINE)
    if comment and name not in toml.parse(text):
        beside = f"{text[: comment.end()]}{name} = {written(value)}\n{text[comment.end() :]}"
        if toml.says(beside, toml.parse(text) | {name: value}):
            return beside
    return toml.put(text, (name,), value)


def _checked(path: Path, text: str) -> Settings:
    try:
        return parse(text)
    except BadConfiguration as error:
        raise _bad(path, error) from error


def _bad(path: Path, error: BadConfiguration) -> UnusableFile:
    return UnusableFile(
        f"{visible_path(path)}: {error}", field=error.faults[0].field or None, remedy=_MEND
    )
