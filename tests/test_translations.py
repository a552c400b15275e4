"""What the check of translations finds; and that every language keeps apart what must be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import translations
from babel.messages.catalog import Catalog

from sayso.presentation import catalogue, notification_words, translation
from sayso.presentation.tray import words

LANGUAGES = sorted(translations.languages())
ACTS = (catalogue.to_approve, catalogue.to_send, catalogue.to_hand_over, catalogue.to_answer)


def german(**translated: str | tuple[str, ...]) -> Catalog:
    made = Catalog(locale="de")
    for name, string in translated.items():
        made.add(WORDS[name], string)
    return made


WORDS: dict[str, str | tuple[str, str]] = {
    "later": "Later",
    "asks": "{name} asks",
    "waits": ("{count} question waits", "{count} questions wait"),
}
WHOLE: dict[str, str | tuple[str, ...]] = {
    "later": "Später",
    "asks": "{name} fragt",
    "waits": ("{count} Frage wartet", "{count} Fragen warten"),
}


@pytest.fixture
def template() -> Catalog:
    made = Catalog()
    for each in WORDS.values():
        made.add(each)
    return made


class TestTheCheck:
    def test_a_sentence_of_another_language(self) -> None:
        """A sentence that got there by mistake. Short texts may be alike in two languages."""
        arabic, own = Catalog(locale="ar"), Catalog(locale="de")
        for made in (arabic, own):
            made.add("Scroll back to it", "ارجع إلى ما تخطّيته")
            made.add("{name}: {title}", "{name}: {title}")
        found = translations.shared({"ar": arabic, "de": own})
        assert found == ["de.po: as in ar.po: 'Scroll back to it'"]

    def test_what_is_whole(self, template: Catalog) -> None:
        assert translations.faults(german(**WHOLE), template) == []

    def test_one_may_be_spelt_out(self, template: Catalog) -> None:
        spelt = WHOLE | {"waits": ("Eine Frage wartet", "{count} Fragen warten")}
        assert translations.faults(german(**spelt), template) == []

    @pytest.mark.parametrize(
        ("wrong", "fault"),
        [
            ({"later": ""}, "not translated: 'Later'"),
            ({"waits": ("", "{count} Fragen")}, "not translated: '{count} question waits'"),
            ({"asks": "Es wird gefragt"}, "other names in braces: '{name} asks'"),
            ({"asks": "{name} fragt {name}"}, "other names in braces: '{name} asks'"),
            ({"asks": "{wer} fragt"}, "other names in braces: '{name} asks'"),
            (
                {"waits": ("a {count}", "b {count}", "c {count}")},
                "has 3 forms instead of 2: '{count} question waits'",
            ),
        ],
    )
    def test_what_is_wrong(
        self, template: Catalog, wrong: dict[str, str | tuple[str, ...]], fault: str
    ) -> None:
        assert translations.faults(german(**(WHOLE | wrong)), template) == [fault]

    def test_what_is_missing_or_stale(self, template: Catalog) -> None:
        language = german(**WHOLE)
        language.delete("Later")
        language.add("Sooner", "Früher")
        assert translations.faults(language, template) == ["missing: 'Later'", "stale: 'Sooner'"]

    def test_a_guess_is_looked_at_first(self, template: Catalog) -> None:
        language = german(**WHOLE)
        language["Later"].flags.add("fuzzy")
        assert translations.faults(language, template) == ["to be looked at (fuzzy): 'Later'"]


def test_all_words_are_collected() -> None:
    collected = {each.id for each in translations.collected()}
    assert {"Deny", "Open the history", "Quit"} <= collected
    assert ("{count} question waits", "{count} questions wait") in collected


@pytest.fixture(params=LANGUAGES)
def language(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Each language, compiled and in use."""
    translations.compile_all(to=tmp_path)
    monkeypatch.setenv("LANGUAGE", request.param)
    translation.use(translation.find(str(tmp_path)))
    yield request.param
    monkeypatch.undo()
    translation.use(translation.find())


@pytest.mark.usefixtures("language")
class TestEachLanguage:
    def test_approving_and_denying_never_read_alike(self) -> None:
        others = {catalogue.LATER(), catalogue.CLOSES()}
        for labels in (act() for act in ACTS):
            said = [labels.name, labels.recorded, labels.refuse, labels.refused]
            assert len(set(said)) == len(said)
            assert not others & set(said)
            assert catalogue.CANCEL() not in (labels.name, labels.recorded)

    def test_labels_fit_on_buttons(self) -> None:
        """Labels that askers give have to fit, too."""
        labels = [
            *(act().name for act in ACTS),
            *(act().refuse for act in ACTS),
            catalogue.LATER(),
            catalogue.CANCEL(),
        ]
        assert all(len(each) <= 40 for each in labels)

    def test_no_word_is_left_in_english(self) -> None:
        """Only what is punctuation alone, or a word of that language as well, may be as in
        English."""
        assert catalogue.asks("make") != "make asks"
        assert words.NOTHING_WAITS() != "No questions wait"
        assert notification_words.and_more(2) != "and 2 more"

    @pytest.mark.parametrize("count", [1, 2, 3, 11, 100])
    def test_every_count_has_a_form(self, count: int) -> None:
        assert words.waiting(count)
        assert catalogue.announced_time_left(count)


def test_one_language_runs_the_other_way(language: str) -> None:
    assert translation.is_right_to_left() == (language == "ar")
