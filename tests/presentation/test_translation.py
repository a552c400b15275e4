"""Words of ours in other languages: none is missed, and each is looked up when it is shown."""

import ast
import struct
from collections.abc import Iterator, Mapping, Sequence
from gettext import NullTranslations
from pathlib import Path

import pytest

from sayso.presentation import catalogue, notification_words, translation
from sayso.presentation.translation import gettext, ngettext
from sayso.presentation.tray import words

CZECH = "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);\n"
"""As gettext's manual gives it, *Plural forms*."""


class Marked(NullTranslations):
    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    translation.use(translation.find())


@pytest.fixture
def marked() -> None:
    """All that is translated stands between marks."""
    translation.use(Marked())


def write_language(place: Path, language: str, words: Mapping[str, Sequence[str]]) -> None:
    """As msgfmt(1) would: gettext's manual, *MO files*. A plural's two originals are parted by a
    zero byte, as are its forms."""
    entries = sorted((k.encode(), "\0".join(v).encode()) for k, v in words.items())
    starts = 28, 28 + len(entries) * 8
    at = starts[1] + len(entries) * 8
    tables, text = [b"", b""], b""
    for column in (0, 1):
        for entry in entries:
            tables[column] += struct.pack("<2I", len(entry[column]), at + len(text))
            text += entry[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(entries), *starts, 0, at)
    file = place / language / "LC_MESSAGES" / "sayso.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(head + b"".join(tables) + text)


@pytest.mark.usefixtures("marked")
def test_words_are_looked_up_when_they_are_shown() -> None:
    assert catalogue.LATER() == "«Later»"
    assert catalogue.asks("make") == "«make asks»"
    assert catalogue.to_answer().refuse == "«Cancel»"
    assert notification_words.and_more(3) == "«and 3 more»"
    assert words.QUIT() == "«Quit»"
    assert words.waiting(1) == "«1 question waits»"


def test_the_environment_names_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = "{count} question waits\0{count} questions wait"
    write_language(
        tmp_path,
        "cs",
        {
            "": [f"Content-Type: text/plain; charset=UTF-8\n{CZECH}"],
            "{name} asks": ["Ptá se {name}"],
            questions: ["{count} otázka čeká", "{count} otázky čekají", "{count} otázek čeká"],
        },
    )
    monkeypatch.setenv("LANGUAGE", "cs:de")
    translation.use(translation.find(str(tmp_path)))
    assert catalogue.asks("{name}") == "Ptá se {name}", "what is put in is only ever text"
    assert [words.waiting(n).split()[1:] for n in (1, 2, 5)] == [
        ["otázka", "čeká"],
        ["otázky", "čekají"],
        ["otázek", "čeká"],
    ]
    assert catalogue.LATER() == "Later", "what is not translated is as it was"
    monkeypatch.setenv("LANGUAGE", "de")
    translation.use(translation.find(str(tmp_path)))
    assert catalogue.asks("make") == "make asks"


@pytest.mark.parametrize("language", ["{evil}", "../evil", "cs/../../evil", "../evil:cs"])
def test_a_translation_from_elsewhere_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """Whoever starts the daemon names the language: no other words on our buttons for that."""
    head = ["Content-Type: text/plain; charset=UTF-8\n"]
    write_language(tmp_path, "evil", {"": head, "Deny": ["Approve"], "Approve": ["Deny"]})
    write_language(tmp_path / "ours", "cs", {"": head})
    monkeypatch.setenv("LANGUAGE", language.format(evil=tmp_path / "evil"))
    translation.use(translation.find(str(tmp_path / "ours")))
    labels = catalogue.to_approve()
    assert (labels.name, labels.refuse) == ("Approve", "Deny")


ISOLATE, FROM_RIGHT, END = "\u2068", "\u2067", "\u2069"
"""FSI, RLI and PDI of the Unicode Bidirectional Algorithm (UAX 9)."""


def test_a_name_that_runs_the_other_way_turns_nothing_around_it() -> None:
    """Without that "1 of 3" beside an Arabic name would read "3 of 1"."""
    assert catalogue.asks("نشر") == f"{ISOLATE}نشر{END} asks"
    assert words.waiting(2) == "2 questions wait"
    assert catalogue.asks("make") == "make asks"


def test_between_words_from_right_to_left_all_that_is_put_in_keeps_its_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = ["Language: ar\nContent-Type: text/plain; charset=UTF-8\n"]
    write_language(tmp_path, "ar", {"": head, "in {path}": ["في {path}"]})
    monkeypatch.setenv("LANGUAGE", "ar")
    translation.use(translation.find(str(tmp_path)))
    assert translation.is_right_to_left()
    assert catalogue.in_directory("/1/2") == f"في {ISOLATE}/1/2{END}"


def test_a_list_between_words_from_right_to_left_runs_as_they_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = ["Language: ar\nContent-Type: text/plain; charset=UTF-8\n"]
    listed = {"through {names}": ["عبر {names}"], "{before}, {name}": ["{before}، {name}"]}
    write_language(tmp_path, "ar", {"": head, **listed})
    monkeypatch.setenv("LANGUAGE", "ar")
    translation.use(translation.find(str(tmp_path)))
    names = f"{ISOLATE}bash{END}، {ISOLATE}sayso{END}"
    assert catalogue.through(("bash", "sayso")) == f"عبر {FROM_RIGHT}{names}{END}"


@pytest.mark.parametrize("language", ["", "Language: de\n", "Language: de_AT\n"])
def test_other_languages_run_from_left_to_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    write_language(tmp_path, "de", {"": [f"{language}Content-Type: text/plain; charset=UTF-8\n"]})
    monkeypatch.setenv("LANGUAGE", "de")
    translation.use(translation.find(str(tmp_path)))
    assert not translation.is_right_to_left()


def test_a_count_is_put_in() -> None:
    assert ngettext("{count} of {what}", "{count} of the {what}s", 2, what="day") == "2 of the days"
    assert gettext("{a}{b}", a=1, b="{a}") == "1{a}"


@pytest.mark.parametrize("module", [catalogue, notification_words, words])
def test_no_word_is_missed(module: object) -> None:
    source = Path(str(vars(module)["__file__"])).read_text(encoding="utf-8")
    assert list(untranslated(ast.parse(source))) == []


def untranslated(tree: ast.AST) -> Iterator[str]:
    """Literals with a letter in them that are neither a docstring nor what a program that
    collects messages finds: an argument, by place, of one of the calls that translate."""
    found = {
        id(argument)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        if call.func.id in ("_", "ngettext", "Message")
        for argument in call.args
    }
    found |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in found:
            said = node.value
            if any(letter.isalpha() for letter in said) and said not in NO_WORDS:
                yield said


NO_WORDS = {"sayso", "99+", ".0f", "g", "02"}
"""A name, and how numbers are written."""


def test_a_word_that_is_missed_is_found() -> None:
    assert list(untranslated(ast.parse("A = 'one'\nB = _('two')\nC = Message(f'three {B}')"))) == [
        "one",
        "three ",
    ]


def test_what_keeps_words_in_order_is_left_out_for_what_would_show_it() -> None:
    text = "\u2068git\u2069: \u2067so \u2068x\u2069\u2069."
    assert translation.without_isolates(text) == "git: so x."
