"""What a person sees of each setting, and what they may enter."""

from __future__ import annotations

import math

from sayso.core.settings import (
    CHOICES,
    COMMANDS,
    CONFIGURABLE,
    REFUSE,
    Settings,
    is_allowed,
    is_whole,
    plain_value,
)
from sayso.core.text import visible_line
from sayso.presentation.settings_page import words

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypedDict

    from sayso.core.settings import Setting

    class Row(TypedDict):
        name: str
        label: str
        help: str
        kind: str
        """`switch`, `choice`, `number`, or `fixed`: it can't be changed here."""
        choices: list[tuple[str, str]]
        """Pairs of a value and what it is called."""
        unit: str
        bounds: str
        """The range of its value, in words."""
        value: Setting
        is_default: bool
        default: str
        """The default, in words."""
        cost: str
        """What the setting can cost in safety, in words; empty: nothing."""

    class Group(TypedDict):
        title: str
        rows: list[Row]


_SAFER: dict[str, bool | str] = {
    "accessibility_approval": False,
    "by_hand_at_once": False,
    "do_not_disturb": REFUSE,
    "locked": REFUSE,
}
"""For settings that are chosen: the value that is safer than all others."""
_SAFER_HIGH = frozenset({"arming", "denial_window", "quiet_period"})
_SAFER_LOW = frozenset({"connections", "denials", "prompts", "prompts_per_origin", "retention"})
"""Settings that are numbers: those above are safer the higher they are, these the lower they
are."""


def loosens(name: str, given: Mapping[str, Setting], after: Setting) -> bool:
    """Whether the change makes anything less safe than it is. `given`: what the person has set.
    Other settings only change which questions are shown: no answer is never an approval."""
    before = given.get(name, getattr(Settings(), name))
    if name in _SAFER:
        return after != _SAFER[name] and after != before
    if isinstance(before, str | tuple) or isinstance(after, str | tuple):
        return False
    return (name in _SAFER_HIGH and after < before) or (name in _SAFER_LOW and after > before)


def less_safe(name: str, given: Mapping[str, Setting], after: Setting) -> str:
    """The text by which the person is asked about a change that is less safe."""
    told = row(name, given)
    before = given.get(name, getattr(Settings(), name))
    change = words.change(told["label"], _said(before, told["unit"]), _said(after, told["unit"]))
    return f"{change}\n\n{told['cost']}"


class WrongValue(ValueError):
    """What the person entered can't be used. The error's text says to them what is wrong."""


def groups(given: Mapping[str, Setting]) -> list[Group]:
    """All settings, in their groups. `given`: what the person has set."""
    return [
        {"title": title(), "rows": [row(name, given) for name in names]}
        for title, names in words.GROUPS
    ]


def row(name: str, given: Mapping[str, Setting]) -> Row:
    default: Setting = getattr(Settings(), name)
    value = given.get(name, default)
    bounds = CONFIGURABLE.get(name)
    unit = words.SECONDS() if bounds and not is_whole(name) else ""
    choices = CHOICES.get(name, ())
    return {
        "name": name,
        "label": words.LABELS[name](),
        "help": words.HELP[name]() if name in words.HELP else "",
        "kind": _kind(name, default),
        "choices": [(each, words.CHOICES[each]()) for each in choices if isinstance(each, str)],
        "unit": unit,
        "bounds": words.from_to(bounds, unit) if bounds else "",
        "value": _said(value, "") if name in COMMANDS else plain_value(value),
        "is_default": value == default,
        "default": _said(default, unit),
        "cost": words.COSTS[name]() if name in words.COSTS else "",
    }


def _kind(name: str, default: Setting) -> str:
    if name in COMMANDS:
        return "fixed"
    return "number" if name in CONFIGURABLE else "switch" if isinstance(default, bool) else "choice"


def read(name: str, text: object) -> Setting:
    """The value that the person wrote or chose. Raises WrongValue; KeyError where there is no such
    setting."""
    if name in COMMANDS:
        raise WrongValue(words.NOT_NOW())
    bounds = CONFIGURABLE.get(name)
    if bounds is None:
        for choice in CHOICES[name]:
            if type(text) is type(choice) and text == choice:
                return choice
        raise WrongValue(words.NOT_NOW())
    number = _number(text)
    if is_whole(name):
        if not number.is_integer():
            raise WrongValue(words.NO_WHOLE_NUMBER())
        number = int(number)
    if not is_allowed(name, number):
        raise WrongValue(words.must_be(bounds, "" if is_whole(name) else words.SECONDS()))
    return number


def _number(text: object) -> float:
    try:
        # many languages write a fraction with a comma
        plain = text.replace(",", ".") if isinstance(text, str) else text
        number = float(plain) if isinstance(plain, str | int | float) else math.nan
    except (ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise WrongValue(words.NO_NUMBER())
    return number


def _said(value: Setting, unit: str) -> str:
    if isinstance(value, bool):
        return words.ON() if value else words.OFF()
    if isinstance(value, tuple):  # the program alone: its arguments may be secrets
        return visible_line(value[0]) if value else words.NONE()
    if isinstance(value, str):
        return words.CHOICES[value]()
    return f"{plain_value(value)} {unit}".rstrip()
