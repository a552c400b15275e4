"""Codes of keys and buttons, as Linux's input devices have them: input-event-codes.h."""

from probes.steps import Button

BUTTONS = {Button.LEFT: 0x110, Button.RIGHT: 0x111, Button.MIDDLE: 0x112}

_ROWS = (
    (2, "1234567890-="),
    (16, "qwertyuiop[]"),
    (30, "asdfghjkl;'`"),
    (43, "\\zxcvbnm,./"),
)
_SHIFTED = dict(zip('!@#$%^&*()_+{}:"~|<>?', "1234567890-=[];'`\\,./", strict=True))
KEYS = {character: code + n for code, row in _ROWS for n, character in enumerate(row)} | {
    "Escape": 1,
    "BackSpace": 14,
    "Tab": 15,
    "Return": 28,
    "ctrl": 29,
    "shift": 42,
    "alt": 56,
    "space": 57,
    " ": 57,
    "\n": 28,
    "Caps_Lock": 58,
    "KP_2": 80,
    "KP_3": 81,
    "KP_Enter": 96,
    "Home": 102,
    "Up": 103,
    "Page_Up": 104,
    "Prior": 104,
    "Left": 105,
    "Right": 106,
    "End": 107,
    "Down": 108,
    "Page_Down": 109,
    "Next": 109,
    "Insert": 110,
    "Delete": 111,
    "super": 125,
}
"""Codes of keys by character or name, for a keyboard with the layout "us"."""


def keys(combination: str) -> list[str]:
    """The keys of a combination such as "shift+Tab", "a", "A" or "+", in the order in which they
    are pressed."""
    *modifiers, key = combination.split("+") if len(combination) > 1 else [combination]
    if key.isupper() and len(key) == 1:
        return [*modifiers, "shift", key.lower()]
    if key in _SHIFTED:
        return [*modifiers, "shift", _SHIFTED[key]]
    return [*modifiers, key]
