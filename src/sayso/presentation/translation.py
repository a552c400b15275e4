"""Our own words in the person's language, looked up when they are shown, not before.

The translations are GNU gettext's: the environment names the language (LANGUAGE, LC_ALL,
LC_MESSAGES, LANG), and a translation is a file `locale/LANGUAGE/LC_MESSAGES/sayso.mo` beside this
module, which `packaging/translations.py` makes of `assets/locale/LANGUAGE.po`.

A message has the names of its values in braces, so that a translator may put them elsewhere. A
value that runs in the other direction than the sentence (an Arabic name in an English one, a path
in an Arabic one) is isolated, so that neither disturbs the order of the other: Unicode Standard
Annex #9, *Explicit directional isolates*.
"""

from __future__ import annotations

import sayso.presentation
from sayso.core.text import turns

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import NullTranslations


_ISOLATE, _ISOLATE_OURS, _END = "\u2068", "\u2067", "\u2069"
"""U+2068 begins an isolate whose direction its first strong character gives; U+2067, one that runs
from right to left; U+2069 ends an isolate. No text of others has any of them: what can't be seen is
an escape there."""

_FROM_RIGHT_TO_LEFT = frozenset(["ar", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi"])
"""Languages, without country: those of GNU gettext that are written from right to left."""


class Message:
    """A message that has no values put into it. A call translates it."""

    def __init__(self, message: str) -> None:
        self._message = message

    def __call__(self) -> str:
        return _translations().gettext(self._message)


def gettext(message: str, **values: object) -> str:
    """The translated message, with the values in place of their names. Values are taken as text
    alone."""
    return _filled(_translations().gettext(message), values)


def ngettext(one: str, many: str, count: int, **values: object) -> str:
    """Like `gettext`, in the plural form for `count`, which is one of the names."""
    return _filled(_translations().ngettext(one, many, count), {"count": count, **values})


def without_isolates(text: str) -> str:
    """A text of ours without isolates, for code that takes it for text of others and would show
    each isolate as an escape."""
    return text.translate(dict.fromkeys(map(ord, (_ISOLATE, _ISOLATE_OURS, _END))))


def language() -> str:
    """The language of our words, as a BCP 47 tag."""
    return _translations().info().get("language", "en").replace("_", "-")


def is_right_to_left() -> bool:
    """Whether our words run from right to left."""
    return language().partition("-")[0] in _FROM_RIGHT_TO_LEFT


def _filled(message: str, values: Mapping[str, object]) -> str:
    is_mirrored = is_right_to_left()
    return message.format(**{name: _put(each, is_mirrored) for name, each in values.items()})


def _put(value: object, is_mirrored: bool) -> object:
    """The value, isolated where it must be. In a sentence that runs from right to left all values
    are isolated: even a path of digits alone would turn. A value with isolated parts is made of our
    own words there, and runs as they do."""
    if not isinstance(value, str) or not (is_mirrored or any(map(turns, value))):
        return value
    is_ours = is_mirrored and _END in value
    return f"{_ISOLATE_OURS if is_ours else _ISOLATE}{value}{_END}"


def use(language: NullTranslations) -> None:
    """Uses this language from now on, in this process. Without a call, the language is what `find`
    finds."""
    _in_use[:] = [language]


def find(place: str | None = None) -> NullTranslations:
    """The first language that the environment names and that there is, else our own. `place`: the
    directory of other translations than those that come with sayso.

    The environment is that of whoever asked first, and may name a path. A file from elsewhere could
    put *Deny* on the control that approves, so only files below `place` are taken.
    """
    import gettext  # a process that shows nothing does not need it

    place = place or f"{sayso.presentation.__path__[0]}/locale"
    files = gettext.find("sayso", place, all=True)
    languages = [_names(each)[-3] for each in files if _is_in(place, each)]
    if not languages:
        return gettext.NullTranslations()
    return gettext.translation("sayso", place, languages)


def _is_in(place: str, file: str) -> bool:
    """Whether the file is `LANGUAGE/LC_MESSAGES/sayso.mo` below `place`, and by no other way."""
    *above, language, _category, _name = _names(file)
    return above == _names(place) and language not in ("", ".", "..")


def _names(path: str) -> list[str]:
    """The names of the directories, and of the file."""
    return path.replace("\\", "/").split("/")


_in_use: list[NullTranslations] = []


def _translations() -> NullTranslations:
    if not _in_use:
        use(find())
    return _in_use[0]
