"""sayso config: the person's settings, in a file of theirs; no daemon is needed."""

from __future__ import annotations

from pathlib import Path

from sayso.core.settings import (
    ADJUSTABLE,
    CHOICES,
    COMMANDS,
    CONFIGURABLE,
    NAMES,
    Settings,
    allowed,
    is_whole,
    plain_value,
    written,
)
from sayso.core.text import shorten, visible_line, visible_path
from sayso.errors import InvalidParams
from sayso.frontends.cli import exits, output, places
from sayso.frontends.cli.arguments import choice, duration, whole_number
from sayso.frontends.cli.command import Argument, Command, Group, Option, json_option
from sayso.frontends.cli.table import table

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import Any

    from sayso.core.settings import Setting
    from sayso.frontends.cli.arguments import Arguments
    from sayso.frontends.cli.command import Read

_OPTIONS = (Group("Options", (json_option(),)),)
_NAME = Argument("name", "NAME", "the setting: see sayso config list", NAMES)
_BROKEN = (exits.NO_SERVICE, "the file is as it was; the message says why, and what to do")
_EXITS = ((exits.OK, "done, or there was nothing to do"), exits.FAULT, _BROKEN)

COMMAND = Command(
    "config",
    "Show and change the settings. A running daemon takes up a change at once.",
    verbs=(
        Command(
            "config get",
            "Write the value of a setting.",
            arguments=(_NAME,),
            groups=_OPTIONS,
            json='{"name", "value", "source": "file" or "default", "exit"}',
            exits=((exits.OK, "written"), exits.FAULT, _BROKEN),
        ),
        Command(
            "config set",
            "Set it; comments and all else in the file stay.",
            arguments=(
                _NAME,
                Argument(
                    "value", "VALUE", "a duration, such as 45, 45s or 2m; a whole number; or a word"
                ),
            ),
            groups=_OPTIONS,
            examples=("sayso config set timeout 3m", "sayso config set sound true"),
            json='{"name", "value", "path", "exit"}',
            exits=_EXITS,
            hidden=(Option("--file", "the daemon's, which runs this", "PATH"),),
        ),
        Command(
            "config unset",
            "Take it out of the file: the default holds again.",
            arguments=(_NAME,),
            groups=_OPTIONS,
            json='{"name", "value" (the default), "changed": true or false, "path", "exit"}',
            exits=_EXITS,
        ),
        Command(
            "config list",
            "List the settings: value, default, what they may be, source, and what each does.",
            groups=_OPTIONS,
            json='{"path", "settings", "exit"}; each has "name", "value", "default", "low" and '
            '"high", or else "choices", or "words" (so many in a list), "source" ("file" or '
            '"default") and "help". Durations are seconds.',
            exits=((exits.OK, "listed"), exits.FAULT, _BROKEN),
        ),
        Command(
            "config path",
            "Write the path of the file, which need not exist.",
            groups=_OPTIONS,
            json='{"path", "exists": true or false, "exit"}',
            exits=((exits.OK, "written"), exits.FAULT),
        ),
        Command(
            "config edit",
            "Open the file in an editor, and check it afterwards.",
            groups=_OPTIONS,
            notes=(
                (
                    "The editor is $VISUAL, else $EDITOR, else editor, nano or vi, whichever is "
                    "there. Where there is no file, it is made first, with every setting as a "
                    "comment."
                ),
            ),
            json='{"path", "exit"}',
            exits=(
                (exits.OK, "everything in it is right"),
                exits.FAULT,
                (
                    exits.NO_SERVICE,
                    "something in it is wrong, so it is not in force; or there is no editor",
                ),
            ),
        ),
    ),
    notes=(
        (
            "The file is the daemon's, whatever HOME and XDG_CONFIG_HOME are here: config.toml in "
            "~/.config/sayso of your account, unless your session manager knows another "
            "XDG_CONFIG_HOME, or you ran the daemon by hand with one. What is set there "
            "holds for the next question, where its request leaves it open; what is on the "
            "screen keeps its clocks. A file that is wrong in any place is not in force: what was "
            "before stays, and sayso status names line and setting."
        ),
        "No setting can approve, or make a wait endless.",
    ),
    examples=("sayso config list", "sayso config set wait 2m", "sayso config edit"),
)

_HEADER = ("NAME", "VALUE", "DEFAULT", "ALLOWED", "SOURCE", "WHAT IT DOES")


def run(args: Arguments) -> int:
    path = Path(getattr(args, "file", None) or places.configuration())
    if args.verb == "path":
        return _tell(args, str(path), path=str(path), exists=path.exists())
    if args.verb == "edit":
        from sayso.frontends.cli.config_edit import edit

        edit(path)
        return _tell(args, f"{visible_path(path)} is in force.", path=str(path))
    verbs = {"get": _get, "set": _set, "unset": _unset, "list": _list}
    return verbs[args.verb](args, path)


def _get(args: Arguments, path: Path) -> int:
    from sayso.configuration import store

    given = store.given(path)
    value = plain_value(given.get(args.name, _default(args.name)))
    source = "file" if args.name in given else "default"
    return _tell(args, _words(value), name=args.name, value=value, source=source)


def _set(args: Arguments, path: Path) -> int:
    if args.name in COMMANDS:
        raise InvalidParams(
            f"{args.name}: you set it in the file yourself",
            field=args.name,
            remedy=f"run sayso config edit, and write: {args.name} = {allowed(args.name)}",
        )
    value = _read(args.name, args.value)
    from sayso.configuration import store

    store.put(path, args.name, value)
    value = plain_value(value)
    words = f"{args.name} = {written(value)} in {visible_path(path)}"
    return _tell(args, words, name=args.name, value=value, path=str(path))


def _unset(args: Arguments, path: Path) -> int:
    from sayso.configuration import store

    changed = store.drop(path, args.name)
    value = plain_value(_default(args.name))
    words = (
        f"{args.name} is {_words(value)} again, the default"
        if changed
        else f"not in {visible_path(path)}"
    )
    return _tell(args, words, name=args.name, value=value, changed=changed, path=str(path))


def _list(args: Arguments, path: Path) -> int:
    from sayso.configuration import store

    given = store.given(path)
    listed = [
        {
            "name": name,
            "value": plain_value(given.get(name, _default(name))),
            "default": plain_value(_default(name)),
            **_may_be(name),
            "source": "file" if name in given else "default",
            "help": ADJUSTABLE[name].says,
        }
        for name in NAMES
    ]
    rows = [_HEADER, *map(_row, listed)]
    words = table(rows, {len(_HEADER) - 1: 20}, output.terminal_width())
    return _tell(args, words, path=str(path), settings=listed)


def _may_be(name: str) -> dict[str, object]:
    if name in CHOICES:
        return {"choices": list(CHOICES[name])}
    if name in COMMANDS:
        return {"words": COMMANDS[name].words}
    bounds = CONFIGURABLE[name]
    return {"low": plain_value(bounds.low), "high": plain_value(bounds.high)}


def _row(each: dict[str, Any]) -> tuple[str, ...]:
    name = each["name"]
    unit = " s" if name in CONFIGURABLE and not is_whole(name) else ""
    may_be = f"{each['low']}-{each['high']}{unit}" if "low" in each else allowed(name)
    value, default = f"{_words(each['value'])}{unit}", f"{_words(each['default'])}{unit}"
    return (name, value, default, may_be, each["source"], each["help"])


def _read(name: str, text: str) -> Setting:
    """Reads the value of a setting. Raises InvalidParams."""
    try:
        value = _reader(name)(text)
    except ValueError as error:
        raise InvalidParams(
            f"{name}: '{shorten(visible_line(text), _SHOWN)}' {error}",
            field=name,
            remedy="see sayso config list",
        ) from None
    assert isinstance(value, int | float | str)  # noqa: S101 (narrows what any option may be read as)
    return value


def _reader(name: str) -> Read:
    if name in CHOICES:
        return choice({_words(value): value for value in CHOICES[name]})
    bounds = CONFIGURABLE[name]
    return whole_number(bounds) if is_whole(name) else duration(bounds)


_SHOWN = 40
"""Characters of a wrong value that an error message shows."""


def _default(name: str) -> Setting:
    value: Setting = getattr(Settings(), name)
    return value


def _words(value: Setting) -> str:
    """The value as it is written on a command line."""
    return written(value).strip('"')


def _tell(args: Arguments, words: str, **members: object) -> int:
    if args.json:
        output.result_json({**members, "exit": exits.OK})
    else:
        output.result(words)
    return exits.OK
