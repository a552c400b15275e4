"""What a key does in a window that asks, where the focus is and by whose hand it came there.

`arming.Guard` says when keys count, `focus.Focus` where.
"""

from enum import Enum, auto


class Key(Enum):
    """What a key is for; all that is told apart here."""

    ESCAPE = auto()
    ACTIVATES = auto()
    """Return, space and their like: it works the control that has the focus."""
    ARROW = auto()
    OTHER = auto()


class Control(Enum):
    """What has the focus; all that is told apart here."""

    APPROVE = auto()
    DENY = auto()
    LATER = auto()
    EYE = auto()
    """It shows what is typed."""
    OPTION = auto()
    FIELD = auto()
    """One that is typed into."""
    OPENS = auto()
    """*Deny*, where it opens a line of words first."""
    WORDS = auto()
    """That line; a key that activates there sends the denial."""
    QUEUE = auto()
    """It opens the list of what else is open, and closes it."""
    ROW = auto()
    """One of that list."""
    OTHER = auto()


class KeyEffect(Enum):
    """Of a key that went down."""

    NONE = auto()
    """Nor may the toolkit do anything."""
    DISMISS = auto()
    ACT = auto()
    """What the control does, at once: a toolkit would do it later, with no event to tell who did.
    """
    TOOLKIT = auto()
    """Whatever the toolkit does with it."""


_BY_KEY_ALONE = frozenset(
    [Control.LATER, Control.EYE, Control.OPTION, Control.OPENS, Control.WORDS, Control.QUEUE]
)
_ALWAYS_OPEN = frozenset([Control.FIELD, Control.DENY, Control.OPENS])
_TEXTS = frozenset([Control.FIELD, Control.WORDS, Control.OTHER])
"""What a key that is held goes on in: it types, or scrolls."""


def approves(key: Key, control: Control, *, submits: bool) -> bool:
    """Whether this key approves or submits there, if anything does. `submits`: of what is typed,
    in a field that has the focus."""
    return submits or (control is Control.APPROVE and key is Key.ACTIVATES)


def effect(
    key: Key,
    control: Control,
    *,
    is_fresh: bool,
    is_repeated: bool = False,
    is_armed: bool,
    is_of_person: bool,
    would_approve: bool,
) -> KeyEffect:
    """`is_fresh`: it was not held down before. `is_repeated`: the system says that it is held: it
    works no control, and leads nowhere. `is_armed`: keys count by now. `is_of_person`: the
    person took the focus there. `would_approve`: as `approves` says; a key that does so does it as
    it comes up."""
    if key is Key.ESCAPE:
        return KeyEffect.DISMISS if is_fresh else KeyEffect.NONE
    if _works_what_is_not_meant(key, control, is_of_person):
        return KeyEffect.NONE
    if is_repeated and not _goes_on(key, control):
        return KeyEffect.NONE
    if control is Control.ROW:
        return _in_list(key, is_fresh)
    if is_armed and key is Key.ACTIVATES and control in _BY_KEY_ALONE:
        return KeyEffect.ACT
    if would_approve or not (is_armed or control is Control.FIELD):
        return KeyEffect.NONE
    return KeyEffect.TOOLKIT


def _goes_on(key: Key, control: Control) -> bool:
    """In a text that is typed, or read. What sends the text is no part of it."""
    return control in _TEXTS and not (control is Control.WORDS and key is Key.ACTIVATES)


def _in_list(key: Key, is_fresh: bool) -> KeyEffect:
    """The person has opened it and answers nothing there, so keys count at once; but not the one
    that opened it, while it is held."""
    if key is not Key.ACTIVATES:
        return KeyEffect.TOOLKIT
    return KeyEffect.ACT if is_fresh else KeyEffect.NONE


def _works_what_is_not_meant(key: Key, control: Control, is_of_person: bool) -> bool:
    """A control to which the person has not taken the focus. To deny is always open."""
    if is_of_person or control in _ALWAYS_OPEN:
        return False
    return key is Key.ACTIVATES or (key is Key.ARROW and control is Control.OPTION)
