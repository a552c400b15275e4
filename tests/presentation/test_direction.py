"""Which way a text runs."""

from collections.abc import Callable, Iterator
from gettext import NullTranslations

import pytest

from sayso.presentation import translation
from sayso.presentation.direction import runs_right_to_left

ENGLISH, ARABIC = "Deploy it?", "هل تسمح؟"


class Spoken(NullTranslations):
    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def info(self) -> dict[str, str]:
        return {"language": self._language}


@pytest.fixture
def speak() -> Iterator[Callable[[str], None]]:
    yield lambda language: translation.use(Spoken(language))
    translation.use(translation.find())


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize(
    ("text", "is_mirrored"),
    [
        (ENGLISH, False),
        (ARABIC, True),
        ("שלום", True),
        ("… „Deploy“", False),
        ("12 " + ARABIC, True),
        (f"{ENGLISH} {ARABIC}", False),
        (f"{ARABIC} {ENGLISH}", True),
        (f"\u2068claude\u2069 {ARABIC}", True),
        (f"\u2067\u2068{ARABIC}\u2069 {ARABIC}\u2069 {ENGLISH}", False),
        ("+49 30 1234-5", False),
        ("\u0661\u0662", False),
    ],
)
def test_a_text_runs_as_its_first_letter_does(
    speak: Callable[[str], None], language: str, text: str, is_mirrored: bool
) -> None:
    speak(language)
    assert runs_right_to_left(text) is is_mirrored


@pytest.mark.parametrize("text", ["", "…?", f"\u2068{ENGLISH}\u2069: \u206812\u2069"])
def test_what_has_no_letter_runs_as_our_words_do(speak: Callable[[str], None], text: str) -> None:
    for language, is_mirrored in (("en", False), ("ar", True)):
        speak(language)
        assert runs_right_to_left(text) is is_mirrored


def test_a_long_text_is_not_searched_to_its_end(speak: Callable[[str], None]) -> None:
    speak("en")
    assert not runs_right_to_left("." * 10_000 + ARABIC)
