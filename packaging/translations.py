#!/usr/bin/env python3
"""Translations of our words: collects the words, and compiles what translators made of them.

    packaging/translations.py            writes assets/locale/sayso.pot, and brings each
                                         assets/locale/LANGUAGE.po up to date with it
    packaging/translations.py --check    says what is missing or stale there; exit status 1
    packaging/translations.py --compile  writes what the package reads, .mo files, into src

The words are those of dialogs, notifications and the tray. What programs read stays English.
"""

from __future__ import annotations

import argparse
import re
import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "assets" / "locale"
TEMPLATE = PLACE / "sayso.pot"
COMPILED = ROOT / "src" / "sayso" / "presentation" / "locale"
WORDS = (
    "catalogue.py",
    "place_words.py",
    "notification_words.py",
    "tray/words.py",
    "history/words.py",
    "settings_page/words.py",
)
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
_CALLS = {"_": None, "ngettext": (1, 2), "Message": None}
_WIDTH = 100
_HEADER = """\
# What sayso says to people. Under the MIT licence, as sayso is.
# Collected by packaging/translations.py."""
_NO_NEWS = (
    b'"POT-Creation-Date',
    b'"PO-Revision-Date',
    b'"Last-Translator',
    b'"Language-Team',
    b'"Generated-By',
    b'"Report-Msgid-Bugs-To',
    b'"Project-Id-Version',
)
"""Headers that are left out, as git or the package knows them better."""
_VALUE = re.compile(r"\{\w*\}")
_SENTENCE = 4
"""Number of words from which a translation is hardly the same in two languages by chance."""


def collected() -> Catalog:
    """All texts to be translated, in the order of the source, without line numbers: these change
    all the time."""
    found = Catalog(header_comment=_HEADER, charset="utf-8", fuzzy=False)
    for name in WORDS:
        file = ROOT / "src" / "sayso" / "presentation" / name
        for _line, words, comments, _context in extract_from_file("python", file, _CALLS):
            found.add(words, locations=[(name, 0)], auto_comments=comments)
    return found


def languages(place: Path = PLACE) -> dict[str, Catalog]:
    """The catalogues, by the language's name, such as "pt_BR". Raises PoFileError."""
    read = {}
    for path in sorted(place.glob("*.po")):
        with path.open("rb") as file:
            read[path.stem] = read_po(file, locale=path.stem, abort_invalid=True)
    return read


def faults(language: Catalog, words: Catalog) -> list[str]:
    """What is wrong with a language's catalogue, one line each. `words`: as from `collected`."""
    wanted, has = _by_id(words), _by_id(language)
    return [
        *(f"missing: {_said(each)}" for key, each in wanted.items() if key not in has),
        *(f"stale: {_said(each)}" for key, each in has.items() if key not in wanted),
        *(f"{fault}: {_said(each)}" for each in has.values() for fault in _faults(language, each)),
    ]


def shared(read: dict[str, Catalog]) -> list[str]:
    """Sentences that are alike in two languages, one line each: one of the two must be a
    mistake."""
    first: dict[tuple[object, str], str] = {}
    found = []
    for name, language in read.items():
        for message in language:
            for form in dict.fromkeys(_forms(message.string)):
                other = first.setdefault((message.id, form), name)
                if other != name and len(_VALUE.sub(" ", form).split()) >= _SENTENCE:
                    found.append(f"{name}.po: as in {other}.po: {_said(message)}")
    return found


def _by_id(catalog: Catalog) -> dict[object, Message]:
    return {each.id: each for each in catalog if each.id}


def _faults(language: Catalog, message: Message) -> list[str]:
    translated = _forms(message.string)
    if message.fuzzy:
        return ["to be looked at (fuzzy)"]
    if not translated or not all(translated):
        return ["not translated"]
    if message.pluralizable and len(translated) != language.num_plurals:
        return [f"has {len(translated)} forms instead of {language.num_plurals}"]
    return [] if all(_fits(message, each) for each in translated) else ["other names in braces"]


def _fits(message: Message, translated: str) -> bool:
    """Whether a translation has the same names in braces as the original, each as often. Only
    "{count}" may be missing: a form may say it in words ("one")."""
    have = sorted(_VALUE.findall(translated))
    originals = [sorted(_VALUE.findall(each)) for each in _forms(message.id)]
    if have in originals:
        return True
    return message.pluralizable and sorted([*have, "{count}"]) in originals


def _forms(words: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words or ())


def _said(message: Message) -> str:
    return repr(_forms(message.id)[0])


def update() -> None:
    """Writes the template, and updates each language's file from it; new texts are left
    untranslated."""
    words = collected()
    PLACE.mkdir(exist_ok=True)
    _write(TEMPLATE, words)
    for name, language in languages().items():
        language.update(words, no_fuzzy_matching=True)
        language.obsolete.clear()
        _write(PLACE / f"{name}.po", language)


def _write(path: Path, catalog: Catalog) -> None:
    text = BytesIO()
    write_po(text, catalog, width=_WIDTH, include_lineno=False)
    lines = text.getvalue().splitlines(keepends=True)
    path.write_bytes(b"".join(each for each in lines if not each.startswith(_NO_NEWS)))


def check() -> int:
    words, read = collected(), languages()
    found = [
        f"{name}.po: {fault}"
        for name, language in read.items()
        for fault in faults(language, words)
    ]
    found += shared(read)
    with TEMPLATE.open("rb") as file:
        if _by_id(read_po(file)).keys() != _by_id(words).keys():
            found.append("sayso.pot: other words than the source has")
    print(*found, sep="\n", end="\n" * bool(found))
    return 1 if found else 0


def compile_all(place: Path = PLACE, to: Path = COMPILED) -> list[Path]:
    """Writes each language's texts as gettext reads them (.mo). Returns the files."""
    made = []
    for name, language in languages(place).items():
        # babel would write the current time; so the same texts make the same bytes
        language.creation_date = language.revision_date = _LONG_AGO
        path = to / name / "LC_MESSAGES" / "sayso.mo"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_mo(file, language)
        made.append(path)
    return made


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--check", action="store_true")
    choice.add_argument("--compile", action="store_true")
    arguments = parser.parse_args()
    if arguments.check:
        return check()
    if arguments.compile:
        compile_all()
    else:
        update()
    return 0


if __name__ == "__main__":
    sys.exit(main())
