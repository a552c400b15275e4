"""The settings behind their page: what it may change, and what takes the person's word."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sayso.configuration import store
from sayso.errors import InvalidParams, UnknownMethod
from sayso.frontends.pages.settings import SettingsPage


class Person:
    """Is asked, and answers when the test has them."""

    def __init__(self) -> None:
        self.asked: list[Callable[[bool], None]] = []

    def ask(self, over: Callable[[bool], None]) -> None:
        self.asked.append(over)


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
    return SettingsPage(file, person.ask, lambda: places)


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
    assert "line 1" in answer(page, "state")["fault"]
    assert "line 1" in answer(page, "set", name="timeout", value="90")["wrong"]
    assert file.read_text() == "wait = = 1\n"


def test_other_machines_are_listed_with_who_uses_them(
    page: SettingsPage, places: list[Any]
) -> None:
    assert answer(page, "state")["machines"] == []
    places[:] = [PLACE, {"name": "dev", "fault": "it is in use\u202e", "askers": []}]
    used, broken = answer(page, "state")["machines"]
    assert used.startswith("build-7: connected · ")
    assert "claude" in used
    assert "ma\\u{1b}ke" in used
    assert broken == "dev: closed · it is in use\\u{202e}"


class TestWhatIsLessSafe:
    def test_that_could_not_be_saved_is_told(
        self, page: SettingsPage, file: Path, person: Person
    ) -> None:
        answer(page, "set", name="accessibility_approval", value=True)
        file.mkdir()
        person.asked[0](True)
        assert "config.toml" in answer(page, "state")["fault"]

    def test_takes_the_persons_word(self, page: SettingsPage, file: Path, person: Person) -> None:
        told = answer(page, "set", name="accessibility_approval", value=True)
        assert (told["wrong"], told["state"]["is_asked"]) == ("", True)
        assert not file.exists()
        person.asked[0](True)
        assert store.given(file) == {"accessibility_approval": True}
        assert answer(page, "state")["is_asked"] is False

    def test_is_as_it_was_without_it(self, page: SettingsPage, file: Path, person: Person) -> None:
        answer(page, "set", name="accessibility_approval", value=True)
        person.asked[0](False)
        assert not file.exists()

    def test_is_asked_for_once_at_a_time(self, page: SettingsPage, person: Person) -> None:
        for _ in range(3):
            answer(page, "set", name="accessibility_approval", value=True)
        assert len(person.asked) == 1

    def test_is_not_asked_for_where_it_could_not_be_saved(
        self, page: SettingsPage, file: Path, person: Person
    ) -> None:
        file.write_text("wait = = 1\n")
        assert answer(page, "set", name="accessibility_approval", value=True)["wrong"]
        assert person.asked == []

    def test_to_make_it_safer_again_asks_nobody(
        self, page: SettingsPage, file: Path, person: Person
    ) -> None:
        store.put(file, "accessibility_approval", True)
        answer(page, "set", name="accessibility_approval", value=False)
        assert store.given(file) == {"accessibility_approval": False}
        answer(page, "reset", name="accessibility_approval")
        assert (store.given(file), person.asked) == ({}, [])


class TestAPageThatWasTakenOver:
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
