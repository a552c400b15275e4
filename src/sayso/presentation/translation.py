"""Words of ours in the person's language, looked up when they are shown, not before.

This is GNU gettext: the environment names the language (LANGUAGE, LC_ALL, LC_MESSAGES, LANG), and a
translation is a file `locale/LANGUAGE/LC_MESSAGES/sayso.mo` beside this module. There is none yet.
A message names what is put into it in braces, so that a translator may put it elsewhere.
"""

from __future__ import annotations

from pathlib import Path

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from gettext import NullTranslations


class Message:
    """One that has nothing put into it; a call translates it."""

    def __init__(self, message: str) -> None:
        self._message = message

    def __call__(self) -> str:
        return _translations().gettext(self._message)


def gettext(message: str, **values: object) -> str:
    """Translated, then with the values in place of their names. They are only ever text."""
    return _translations().gettext(message).format(**values)


def ngettext(one: str, many: str, count: int, **values: object) -> str:
    """As above, in the form that this many call for; `count` is one of the names."""
    return _translations().ngettext(one, many, count).format(count=count, **values)


def use(language: NullTranslations) -> None:
    """From now on, in this process; else it is what `find` finds."""
    _in_use[:] = [language]


def find(place: Path | None = None) -> NullTranslations:
    """The first language that the environment names and that there is, else our own. `place`: of
    other translations than those that come with sayso.

    The environment is that of whoever asked first, and may name a path: a file from elsewhere could
    have *Deny* stand on the control that approves.
    """
    import gettext  # whoever shows nothing needs none

    place = place or Path(__file__).with_name("locale")
    files = [Path(each) for each in gettext.find("sayso", place, all=True)]
    languages = [each.parents[1].name for each in files if _is_in(place, each)]
    if not languages:
        return gettext.NullTranslations()
    return gettext.translation("sayso", place, languages)


def _is_in(place: Path, file: Path) -> bool:
    """As `locale/LANGUAGE/LC_MESSAGES/sayso.mo`, and no other way there."""
    return ".." not in file.parts and file.parents[2] == place


_in_use: list[NullTranslations] = []


def _translations() -> NullTranslations:
    if not _in_use:
        use(find())
    return _in_use[0]
