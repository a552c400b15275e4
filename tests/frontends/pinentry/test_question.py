"""What a dialog shows for what gpg-agent has said: each is a request that the daemon takes."""

import pytest

from sayso.frontends.pinentry import question
from sayso.frontends.pinentry.question import Question
from sayso.frontends.pinentry.state import State
from sayso.wire.messages import ASKS
from sayso.wire.params import parse


def said(*lines: str, **options: str) -> State:
    state = State({name.replace("_", "-"): value for name, value in options.items()})
    for line in lines:
        command, _, argument = line.partition(" ")
        state.set_text(command, argument)
    return state


def checked(asked: Question) -> Question:
    """The daemon takes it."""
    given = {name: value for name, value in asked.options.items() if value is not False}
    parse(ASKS[asked.kind], {"kind": asked.kind, "message": asked.message} | given)
    return asked


def password(*lines: str, behalf: str = "", **options: str) -> Question:
    return checked(question.password(said(*lines, **options), behalf))


def confirm(*lines: str, **options: str) -> Question:
    return checked(question.confirm(said(*lines, **options), ""))


class TestPassphrase:
    def test_says_what_it_is_for_for_whom_and_of_which_key(self) -> None:
        asked = password(
            "SETDESC Please%0Aenter%25", "SETPROMPT PIN:", "SETKEYINFO n/F00D", behalf="process 1"
        )
        assert asked.message == "Please\nenter%\n\nFor: process 1\nKey: F00D"
        assert asked.options["title"] == "PIN"
        assert asked.options["bound"] is True
        assert asked.options["repeat"] is False
        assert (asked.options["approve"], asked.options["deny"]) == ("", "Cancel")

    def test_of_nothing_said(self) -> None:
        assert password().message == "Passphrase"

    def test_no_key_is_named_any_more(self) -> None:
        assert "Key" not in password("SETDESC x", "SETKEYINFO --clear").message

    def test_a_title_goes_before_the_prompt(self) -> None:
        assert password("SETTITLE T", "SETPROMPT P").options["title"] == "T"

    def test_repeated_after_an_error(self) -> None:
        asked = password("SETREPEAT Again:", "SETERROR Bad (try 2 of 3)")
        assert asked.options["repeat"] is True
        assert asked.options["error"] == "Bad (try 2 of 3)"

    @pytest.mark.parametrize(
        ("seconds", "timeout"), [("0", 600), ("", 600), ("1", 5), ("42", 42), ("9000", 600)]
    )
    def test_its_time(self, seconds: str, timeout: float) -> None:
        assert password(f"SETTIMEOUT {seconds}").options["timeout"] == timeout
        assert password(timeout=seconds).options["timeout"] == timeout

    def test_what_is_too_long_is_cut_and_stands_below_as_a_whole(self) -> None:
        words = "word " * 50
        asked = password(f"SETERROR {words}", f"SETOK {'k' * 41}", f"SETTITLE {words}", "SETDESC x")
        assert asked.options["error"] == f"{words[:199]}…"
        assert asked.options["approve"] == "k" * 39 + "…"
        assert asked.message.startswith(f"x\n\nError: {words.strip()}\n")
        assert f"Button for yes: {'k' * 41}" in asked.message
        assert f"Title: {words.strip()}" in asked.message

    def test_lines_of_an_error_stand_below(self) -> None:
        asked = password("SETERROR one%0Atwo%00", "SETDESC x")
        assert asked.options["error"] == "one two"
        assert asked.message == "x\n\nError: one\n  two\x00"


class TestConfirm:
    def test_two_buttons(self) -> None:
        asked = confirm("SETDESC Go?", "SETOK _Yes", "SETCANCEL _No")
        told = {name: asked.options.get(name) for name in ("approve", "deny", "cancel")}
        assert told == {"approve": "Yes", "deny": "No", "cancel": None}

    def test_three_buttons(self) -> None:
        asked = confirm("SETNOTOK No", "SETCANCEL Stop", "SETOK Yes")
        told = {name: asked.options.get(name) for name in ("approve", "deny", "cancel")}
        assert told == {"approve": "Yes", "deny": "No", "cancel": "Stop"}

    def test_gpg_agents_own_word_for_cancelling(self) -> None:
        asked = confirm("SETNOTOK Nein", default_cancel="_Abbrechen")
        assert (asked.options["deny"], asked.options["cancel"]) == ("Nein", "Abbrechen")

    @pytest.mark.parametrize(
        "lines", [("SETOK Cancel",), ("SETNOTOK OK",), ("SETOK X", "SETNOTOK X")]
    )
    def test_labels_that_mislead_stand_below_and_not_on_the_buttons(
        self, lines: tuple[str, ...]
    ) -> None:
        asked = confirm("SETDESC Go?", *lines)
        assert (asked.options["approve"], asked.options["deny"]) == ("", "")
        for line in lines:
            assert f": {line.split()[1]}" in asked.message

    def test_there_are_still_three_of_them(self) -> None:
        assert confirm("SETOK Cancel", "SETNOTOK Yes").options["cancel"] == "Cancel"

    def test_an_error_comes_first(self) -> None:
        assert confirm("SETERROR Bad", "SETDESC Go?").message == "Bad\n\nGo?"
        assert confirm().message == "Go on?"


def test_a_notice_has_one_button() -> None:
    asked = checked(question.notice(said("SETDESC Insert the card", "SETOK _Done"), "process 1"))
    assert asked.message == "Insert the card\n\nFor: process 1"
    assert asked.options["approve"] == "Done"
    assert asked.options.keys() & {"deny", "cancel"} == set()
    assert checked(question.notice(said("SETOK Cancel"), "")).options["approve"] == ""


@pytest.mark.parametrize(
    ("label", "plain"),
    [("_Yes", "Yes"), ("Y_es", "Yes"), ("a__b", "a_b"), ("__", "_"), ("_", ""), ("plain", "plain")],
)
def test_the_mark_of_a_letter_is_no_part_of_a_label(label: str, plain: str) -> None:
    assert question.plain_label(label) == plain
