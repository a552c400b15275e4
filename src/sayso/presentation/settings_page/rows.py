"""What a person sees of each setting, and what they may write there."""

from __future__ import annotations

import math

from sayso.core.settings import CHOICES, CONFIGURABLE, Settings, is_allowed, is_whole, plain_value
from sayso.presentation.settings_page import words

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypedDict

    from sayso.core.settings import Setting

    class Row(TypedDict):
        name: str
        label: str
        help: str
        kind: str
        """`switch`, `choice` or `number`."""
        choices: list[tuple[str, str]]
        """What each is called, by its value."""
        unit: str
        bounds: str
        """How far it may be, in words."""
        value: Setting
        is_default: bool
        default: str
        """In words."""
        cost: str
        """In safety; empty: none."""

    class Group(TypedDict):
        title: str
        rows: list[Row]


LOOSENS = "accessibility_approval"
"""The one setting that lets something else than the person's own hand approve."""


class WrongValue(ValueError):
    """Its text says to the person what is wrong."""


def groups(given: Mapping[str, Setting]) -> list[Group]:
    """`given`: what the person has set."""
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
    is_switch = isinstance(default, bool)
    return {
        "name": name,
        "label": words.LABELS[name](),
        "help": words.HELP[name]() if name in words.HELP else "",
        "kind": "number" if bounds else "switch" if is_switch else "choice",
        "choices": [(each, words.CHOICES[each]()) for each in choices if isinstance(each, str)],
        "unit": unit,
        "bounds": words.from_to(bounds, unit) if bounds else "",
        "value": plain_value(value),
        "is_default": value == default,
        "default": _said(default, unit),
        "cost": words.COSTS[name]() if name in words.COSTS else "",
    }


def read(name: str, text: object) -> Setting:
    """What the person wrote or chose. Raises WrongValue; KeyError where there is no such
    setting."""
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
        number = float(text) if isinstance(text, str | int | float) else math.nan
    except (ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise WrongValue(words.NO_NUMBER())
    return number


def _said(value: Setting, unit: str) -> str:
    if isinstance(value, bool):
        return ""
    if isinstance(value, str):
        return words.CHOICES[value]()
    return f"{plain_value(value)} {unit}".rstrip()
