"""The switches of what asks through sayso: each change takes the person's word."""

import sys

assert sys.platform != "win32"

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sayso.errors import InvalidParams
from sayso.frontends.integrations import every
from sayso.frontends.pages.consent import Answer, Consent, Question
from sayso.frontends.pages.settings import SettingsPage
from support.integrating import empty_home, start_agents


class Desk:
    """The page, and the person who is asked."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.asked: list[tuple[Question, Callable[[Answer], None]]] = []
        self._page = SettingsPage(
            home / "config.toml",
            lambda question, over: self.asked.append((question, over)),
            list,
            partial(every.here, os.environ),
        )

    def switch(self, key: object, wanted: object) -> dict[str, Any]:
        told: Any = self._page.answer("switch", {"key": key, "wanted": wanted})
        return dict(told)

    def row(self, key: str) -> dict[str, Any]:
        rows = self._page.state()["integrations"]
        return dict(next(each for each in rows if each["key"] == key))

    @property
    def note(self) -> str:
        return self._page.state()["note"]

    def answers(self, *, allows: bool) -> None:
        self.comes_of_it("approved" if allows else "denied")

    def comes_of_it(self, status: str, reason: str = "") -> None:
        self.asked[-1][1](Answer(status, reason))

    def file(self, name: str) -> str:
        path = self.home / name
        return path.read_text() if path.exists() else ""


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    home = empty_home(tmp_path, monkeypatch)
    start_agents(home)
    return Desk(home)


def test_each_says_what_it_is_and_how_it_stands(desk: Desk) -> None:
    row = desk.row("hook-claude-code")
    assert (row["label"], row["is_on"]) == ("Claude Code: asks for permission by dialogs", False)
    assert row["told"] == [
        {
            "words": "not set up; to change that: sayso hook install claude-code",
            "is_doubtful": False,
        }
    ]
    assert desk.row("mcp-codex")["label"] == "Codex: its agents can ask you"
    assert desk.row("program-ssh")["label"] == "ssh: asks for passwords by dialogs"
    assert desk.row("login-autostart")["label"] == "sayso starts at login"


def test_one_is_switched_once_the_person_has_seen_what_changes(desk: Desk) -> None:
    told = desk.switch("program-git", True)
    assert (told["wrong"], told["state"]["is_asked"]) == ("", True)
    assert desk.file(".gitconfig") == ""
    question, _over = desk.asked[0]
    assert question.title == "Let git ask through sayso?"
    assert question.message == "git: asks for passwords by dialogs. It is off, and would be on."
    assert "+[credential]" in question.diff.splitlines()
    desk.answers(allows=True)
    assert "git-credential-sayso" in desk.file(".gitconfig")
    assert desk.row("program-git")["is_on"]
    assert desk.note == "git asks through sayso from now on."


def test_without_their_word_it_stays_and_is_not_asked_for_again(desk: Desk) -> None:
    desk.switch("program-git", True)
    desk.answers(allows=False)
    assert (desk.file(".gitconfig"), desk.note) == ("", "It is as it was.")
    assert desk.switch("program-git", True)["wrong"].startswith("You did not allow it.")
    assert len(desk.asked) == 1


def test_one_that_was_closed_is_not_asked_for_again_either(desk: Desk) -> None:
    desk.switch("program-git", True)
    desk.comes_of_it("dismissed")
    assert desk.switch("program-git", True)["wrong"].startswith("You did not allow it.")


@pytest.mark.parametrize("status", ["timed_out", "refused", "not_shown", "", "approved\n"])
def test_where_nobody_answered_it_stays_and_can_be_asked_for_again(desk: Desk, status: str) -> None:
    desk.switch("program-git", True)
    desk.comes_of_it(status, "The time for an answer is over.")
    assert desk.file(".gitconfig") == ""
    assert desk.note.endswith("as it was. The time for an answer is over.")
    assert desk.switch("program-git", True)["wrong"] == ""
    assert len(desk.asked) == 2


def test_what_nobody_answers_is_asked_for_a_few_times_alone(desk: Desk) -> None:
    """A page that was taken over would ask until the person gives in."""
    for _ in range(10):
        desk.switch("program-git", True)
        desk.comes_of_it("timed_out")
    assert len(desk.asked) == 3
    assert desk.switch("program-git", True)["wrong"] == (
        "You gave no answer, so it is as it was. "
        "To be asked again, close this window and open it anew."
    )


def test_what_they_allowed_may_be_asked_for_again(desk: Desk) -> None:
    for _ in range(5):
        for wanted in (True, False):
            assert desk.switch("program-git", wanted)["wrong"] == ""
            desk.answers(allows=True)
            assert desk.row("program-git")["is_on"] is wanted


def test_what_can_not_be_asked_is_not_in_the_way_of_the_next(tmp_path: Path) -> None:
    def fail(*_: object) -> None:
        raise OSError(24, "Too many open files")

    consent = Consent(fail)
    with pytest.raises(OSError, match="Too many"):
        consent.take("a", Question("?", "?"), str)
    assert not consent.is_asked


def test_each_question_says_in_its_title_what_it_is_about(desk: Desk) -> None:
    for key, wanted in (("mcp-codex", True), ("login-autostart", True)):
        desk.switch(key, wanted)
        desk.answers(allows=True)
    desk.switch("mcp-codex", False)
    desk.answers(allows=True)
    desk.switch("login-autostart", False)
    assert [question.title for question, _ in desk.asked] == [
        "Let Codex ask through sayso?",
        "Let sayso start at login?",
        "Have Codex ask without sayso?",
        "Have sayso start at login no more?",
    ]


def test_to_take_a_hook_out_takes_their_word_as_well(desk: Desk) -> None:
    """Without it an agent may ask nobody."""
    desk.switch("hook-claude-code", True)
    desk.answers(allows=True)
    installed = desk.file(".claude/settings.json")
    assert "PermissionRequest" in installed
    desk.switch("hook-claude-code", False)
    assert desk.file(".claude/settings.json") == installed
    desk.answers(allows=True)
    assert not desk.row("hook-claude-code")["is_on"]


def test_what_changes_in_the_file_meanwhile_is_not_overwritten(desk: Desk) -> None:
    desk.switch("mcp-claude-code", True)
    (desk.home / ".claude.json").write_text('{"numStartups": 2}\n')
    desk.answers(allows=True)
    assert desk.file(".claude.json") == '{"numStartups": 2}\n'
    assert ".claude.json" in desk.note


def test_a_file_that_can_not_be_read_is_told_beside_its_switch(desk: Desk) -> None:
    (desk.home / ".cursor/mcp.json").write_text("{")
    row = desk.row("mcp-cursor")
    assert not row["is_on"]
    assert row["told"][0]["is_doubtful"]
    assert "mend it" in row["told"][0]["words"]
    assert "mcp.json" in desk.switch("mcp-cursor", True)["wrong"]
    assert desk.asked == []


def test_more_than_a_dialog_can_show_is_not_asked_for(desk: Desk) -> None:
    (desk.home / ".claude.json").write_text('{"history": "' + "x" * 300_000 + '"}')
    wrong = desk.switch("mcp-claude-code", True)["wrong"]
    assert wrong == ("This changes more than a dialog can show. Use: sayso mcp install claude-code")
    assert desk.asked == []


def test_to_switch_it_to_what_it_is_asks_nobody(desk: Desk) -> None:
    assert desk.switch("program-git", False)["wrong"] == ""
    assert desk.asked == []


@pytest.mark.parametrize(
    ("key", "wanted"),
    [("", True), ("program-rm", True), (None, True), (7, True), ("program-git", "on"),
     ("program-git", None), ("program-git", 1)],
)  # fmt: skip
def test_a_page_that_was_taken_over_switches_nothing_else(
    desk: Desk, key: object, wanted: object
) -> None:
    with pytest.raises(InvalidParams):
        desk.switch(key, wanted)
    assert desk.asked == []
