"""What a key does in a window that asks, by where the focus is and by whose hand it came there.

`arming.Guard` decides when keys count, and `focus.Focus` where.
"""

from enum import Enum, auto


class Key(Enum):
    """What a key is for, as far as that matters here."""

    ESCAPE = auto()
    ACTIVATES = auto()
    """Return, Space and the like: the key activates the control that has the focus."""
    ARROW = auto()
    OTHER = auto()


class Control(Enum):
    """What has the focus, as far as that matters here."""

    APPROVE = auto()
    DENY = auto()
    LATER = auto()
    EYE = auto()
    """The control that shows what is typed."""
    OPTION = auto()
    FIELD = auto()
    """A field that is typed into."""
    OPENS = auto()
    """*Deny*, where it first opens a line of words."""
    WORDS = auto()
    """The line of words that go along with a denial; a key that activates there sends the
    denial."""
    QUEUE = auto()
    """The control that opens and closes the list of what else is open."""
    ROW = auto()
    """A row of that list."""
    OTHER = auto()


class KeyEffect(Enum):
    """What is done because a key went down."""

    NONE = auto()
    """Nothing, and the toolkit must not do anything, either."""
    DISMISS = auto()
    ACT = auto()
    """The control acts at once. A toolkit would do that later, with no event to tell who did it."""
    TOOLKIT = auto()
    """The toolkit does whatever it does with the key."""


_BY_KEY_ALONE = frozenset(
    [Control.LATER, Control.EYE, Control.OPTION, Control.OPENS, Control.WORDS, Control.QUEUE]
)
_ALWAYS_OPEN = frozenset([Control.FIELD, Control.DENY, Control.OPENS])
_TEXTS = frozenset([Control.FIELD, Control.WORDS, Control.OTHER])
"""Controls in which a key that is held goes on: it types, or scrolls."""


def approves(key: Key, control: Control, *, submits: bool) -> bool:
    """Whether this key approves or submits there, if anything does. `submits`: the key submits what
    is typed, in a field that has the focus."""
    return submits or (control is Control.APPROVE and key is Key.ACTIVATES)


def effect(
    key: Key,
    control: Control,
    *,
    is_held: bool,
    is_armed: bool,
    is_of_person: bool,
    would_approve: bool,
) -> KeyEffect:
    """What is done because this key went down. `is_held`: it was down before, and repeats: it then
    activates no control, and leads to no other one. `is_armed`: keys count by now. `is_of_person`:
    the person took the focus there. `would_approve`: what `approves` says; a key that approves does
    so as it comes up."""
    if key is Key.ESCAPE:
        return KeyEffect.NONE if is_held else KeyEffect.DISMISS
    if _works_what_is_not_meant(key, control, is_of_person):
        return KeyEffect.NONE
    if is_held and not _goes_on(key, control):
        return KeyEffect.NONE
    if control is Control.ROW:  # the person has opened the list, and answers nothing there
        return KeyEffect.ACT if key is Key.ACTIVATES else KeyEffect.TOOLKIT
    if is_armed and key is Key.ACTIVATES and control in _BY_KEY_ALONE:
        return KeyEffect.ACT
    if would_approve or not (is_armed or control is Control.FIELD):
        return KeyEffect.NONE
    return KeyEffect.TOOLKIT


def _goes_on(key: Key, control: Control) -> bool:
    """Whether a held key goes on there: in a text that is typed, or read, and by an arrow from row
    to row of the list. A key that sends the text does not."""
    if control is Control.ROW:
        return key is Key.ARROW
    return control in _TEXTS and not (control is Control.WORDS and key is Key.ACTIVATES)


def _works_what_is_not_meant(key: Key, control: Control, is_of_person: bool) -> bool:
    """Whether the key would work a control to which the person has not taken the focus. Denying is
    always allowed."""
    if is_of_person or control in _ALWAYS_OPEN:
        return False
    return key is Key.ACTIVATES or (key is Key.ARROW and control is Control.OPTION)
