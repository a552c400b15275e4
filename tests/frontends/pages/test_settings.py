"""The settings behind their page: what it may change, and what takes the person's word."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sayso.configuration import store
from sayso.errors import InvalidParams, UnknownMethod
from sayso.frontends.pages.consent import Answer, Question
from sayso.frontends.pages.settings import SettingsPage


class Person:
    """Is asked, and answers when the test has them."""

    def __init__(self) -> None:
        self.asked: list[tuple[Question, Callable[[Answer], None]]] = []

    def ask(self, question: Question, over: Callable[[Answer], None]) -> None:
        self.asked.append((question, over))

    def answers(self, *, allows: bool) -> None:
        self.asked[-1][1](Answer("approved" if allows else "denied"))


@pytest.fixture
def person() -> Person:
    return Person()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


PLACE: dict[str, Any] = {
    "name": "build-7", "fault": None, "askers": ["claude", "ma\x1bke"], "carrier": "up",
}  # fmt: skip


@pytest.fixture
def places() -> list[Any]:
    return []


@pytest.fixture
def page(file: Path, person: Person, places: list[Any]) -> SettingsPage:
    return SettingsPage(file, person.ask, lambda: places, tuple)


def answer(page: SettingsPage, method: str, **params: object) -> dict[str, Any]:
    told: Any = page.answer(method, params)
    return dict(told)


def row(told: dict[str, Any], name: str) -> dict[str, Any]:
    rows = [row for group in told["state"]["groups"] for row in group["rows"]]
    return dict(next(each for each in rows if each["name"] == name))


def test_a_change_is_in_the_file_at_once(page: SettingsPage, file: Path) -> None:
    told = answer(page, "set", name="timeout", value="90")
    assert (told["wrong"], row(told, "timeout")["value"]) == ("", 90)
    assert store.given(file) == {"timeout": 90}
    told = answer(page, "reset", name="timeout")
    assert row(told, "timeout")["is_default"]
    assert store.given(file) == {}


def test_what_is_wrong_changes_nothing(page: SettingsPage, file: Path) -> None:
    told = answer(page, "set", name="timeout", value="4")
    assert told["wrong"] == "It must be 5 to 600 seconds."
    assert not file.exists()


def test_a_broken_file_is_told_and_left_as_it_is(page: SettingsPage, file: Path) -> None:
    file.write_text("wait = = 1\n")
    state = answer(page, "state")
    assert state["is_broken"]
    assert "line 1" in state["note"]
    assert state["note"].endswith("What was before is in force.")
    assert "line 1" in answer(page, "set", name="timeout", value="90")["wrong"]
    assert file.read_text() == "wait = = 1\n"


def test_other_machines_are_listed_with_who_uses_them(
    page: SettingsPage, places: list[Any]
) -> None:
    assert page.answer("machines", {}) == []
    places[:] = [PLACE, {"name": "dev", "fault": "it is in use\u202e", "askers": []}]
    told: Any = page.answer("machines", {})
    used, broken = told
    assert used.startswith("build-7: connected · ")
    assert "claude" in used
    assert "ma\\u{1b}ke" in used
    assert broken == "dev: closed · it is in use\\u{202e}"


class TestWhatIsLessSafe:
    @pytest.mark.parametrize(
        ("before", "name", "value"),
        [
            ({}, "accessibility_approval", True),
            ({}, "locked", "wait"),
            ({}, "do_not_disturb", "wait"),
            ({}, "by_hand_at_once", True),
            ({}, "retention", "600"),
            ({"arming": 3.0}, "arming", "1"),
            ({"denials": 1}, "denials", "3"),
            ({"quiet_period": 86400.0}, "quiet_period", "600"),
            ({"prompts": 1}, "prompts", "64"),
        ],
    )
    def test_takes_the_persons_word(
        self, page: SettingsPage, file: Path, person: Person, before: dict[str, Any], name: str,
        value: object,
    ) -> None:  # fmt: skip
        for each, was in before.items():
            store.put(file, each, was)
        told = answer(page, "set", name=name, value=value)
        assert (told["wrong"], told["state"]["is_asked"]) == ("", True)
        assert store.given(file) == before
        person.answers(allows=True)
        assert store.given(file).keys() == {name}
        assert store.given(file) != before
        assert answer(page, "state")["is_asked"] is False

    @pytest.mark.parametrize(
        ("before", "name", "value"),
        [
            ({"accessibility_approval": True}, "accessibility_approval", False),
            ({"locked": "wait"}, "locked", "refuse"),
            ({"locked": "wait"}, "locked", "wait"),
            ({}, "arming", "3"),
            ({}, "denials", "1"),
            ({}, "retention", "0"),
            ({}, "tray", False),
            ({}, "timeout", "600"),
            ({}, "appear", "when-asked"),
        ],
    )
    def test_what_is_as_safe_asks_nobody(
        self, page: SettingsPage, file: Path, person: Person, before: dict[str, Any], name: str,
        value: object,
    ) -> None:  # fmt: skip
        for each, was in before.items():
            store.put(file, each, was)
        assert answer(page, "set", name=name, value=value)["wrong"] == ""
        assert store.given(file).keys() == {name}
        assert person.asked == []

    def test_the_default_is_if_the_person_has_set_it_safer(
        self, page: SettingsPage, file: Path, person: Person
    ) -> None:
        store.put(file, "arming", 3.0)
        answer(page, "reset", name="arming")
        assert store.given(file) == {"arming": 3}
        person.answers(allows=True)
        assert store.given(file) == {}

    def test_is_asked_in_words_that_say_what_it_is(
        self, page: SettingsPage, person: Person
    ) -> None:
        answer(page, "set", name="accessibility_approval", value=True)
        question, _over = person.asked[0]
        said = question.message
        assert said.startswith(
            "Assistive technology may press Approve. It is off, and would be on."
        )
        assert "approve and send in your name" in said
        assert question.is_destructive

    def test_is_as_it_was_without_it_and_is_not_asked_for_again(
        self, page: SettingsPage, file: Path, person: Person
    ) -> None:
        answer(page, "set", name="accessibility_approval", value=True)
        person.answers(allows=False)
        assert not file.exists()
        assert answer(page, "state")["note"] == "It is as it was."
        told = answer(page, "set", name="accessibility_approval", value=True)
        assert told["wrong"].startswith("You did not allow it.")
        assert len(person.asked) == 1

    def test_is_asked_for_one_at_a_time(self, page: SettingsPage, person: Person) -> None:
        answer(page, "set", name="accessibility_approval", value=True)
        told = answer(page, "set", name="locked", value="wait")
        assert told["wrong"] == "Answer the question that is open first."
        assert len(person.asked) == 1

    def test_is_not_asked_for_where_it_could_not_be_saved(
        self, page: SettingsPage, file: Path, person: Person
    ) -> None:
        file.write_text("wait = = 1\n")
        assert answer(page, "set", name="accessibility_approval", value=True)["wrong"]
        assert person.asked == []

    def test_that_could_not_be_saved_is_told(
        self, page: SettingsPage, file: Path, person: Person
    ) -> None:
        answer(page, "set", name="accessibility_approval", value=True)
        file.mkdir()
        person.answers(allows=True)
        assert "config.toml" in answer(page, "state")["note"]


class TestAPageThatWasTakenOver:
    def test_leaves_the_persons_own_program_alone_and_knows_no_more_than_its_name(
        self, page: SettingsPage, file: Path
    ) -> None:
        file.write_text('notify_command = ["/bin/to-phone", "a-secret"]\n')
        for method in ("set", "reset"):
            told = answer(page, method, name="notify_command", value=["rm"])
            assert told["wrong"] == "This can't be changed now"
        assert "a-secret" in file.read_text()
        assert "a-secret" not in str(told)
        assert row(told, "notify_command")["value"] == "/bin/to-phone"

    @pytest.mark.parametrize("method", ["approve", "configure", "quit", "__init__", ""])
    def test_can_ask_for_nothing_else(self, page: SettingsPage, method: str) -> None:
        with pytest.raises(UnknownMethod):
            page.answer(method, {})

    @pytest.mark.parametrize("name", ["", "offer", "relaunch_delays", "x = 1\ny", None, 7])
    def test_names_no_other_setting(self, page: SettingsPage, file: Path, name: object) -> None:
        for method in ("set", "reset"):
            with pytest.raises(InvalidParams):
                page.answer(method, {"name": name, "value": "1"})
        assert not file.exists()
