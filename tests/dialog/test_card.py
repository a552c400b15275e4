"""The words of a window, from what the daemon says."""

import pytest

from sayso.core.questions import Severity
from sayso.dialog.card import card
from sayso.platforms.base import Button, SecretField, Standing
from sayso.wire import screen as wire
from support.dialog_process import ask, ask_password


@pytest.mark.parametrize(
    ("cwd", "shown"),
    [
        ("/home/me/src/shop", "in ~/src/shop"),
        ("/home/me", "in ~"),
        ("/home/mean", "in /home/mean"),
        ("", "in an unknown directory"),
    ],
)
def test_a_directory_of_the_persons_own_is_shown_from_home(cwd: str, shown: str) -> None:
    made = card(ask(asker={"cwd": cwd}), home="/home/me")
    assert made.where == f"{shown} · node builder --fast · 4312"


def test_what_is_not_known_is_called_so() -> None:
    made = card(ask(asker={"name": "", "command": "", "cwd": "", "container": True}), home="")
    assert made.heading == "An unknown program asks"
    assert made.where == "in an unknown directory · unknown command · from a container"


def test_a_label_of_the_askers_keeps_our_word_beside_it() -> None:
    made = card(ask(approve="Ship it", severity=Severity.DESTRUCTIVE), home="")
    assert made.approve == Button("Ship it", "Approve")
    assert made.deny == Button("Deny", "Deny")
    assert made.destructive


def test_each_text_of_others_is_made_safe_for_its_place() -> None:
    order = ask(
        title="a\nb", message="a\n\u202e", details="\t\x00", approve="a\nb",
        asker={"name": "a\nb", "lineage": ("sh\n", "tmux")},
    )  # fmt: skip
    made = card(order, home="/home/me")
    assert made.heading == r"a\u{a}b asks"
    assert (made.title, made.message, made.details) == (r"a\u{a}b", "a\n\\u{202e}", "\t\\u{0}")
    assert made.approve.label == r"a\u{a}b"
    assert made.lineage == (r"sh\u{a}", "tmux")


def test_the_other_machine_is_named_on_one_line() -> None:
    assert card(ask(asker={"host": "build\n7"}), home="").host == r"build\u{a}7"
    assert card(ask(), home="").host == ""


def test_how_it_stands_is_told_as_the_daemon_says_it() -> None:
    told = wire.Standing(30, place=2, of=3, kept_for=60)
    made = card(ask(standing=told), home="")
    assert made.standing == Standing(30, place=2, of=3, kept_for=60)


def test_a_password_is_submitted_and_its_error_made_safe() -> None:
    made = card(ask_password(error="no\u202e", repeat=True), home="")
    assert made.field == SecretField(error="no\\u{202e}", repeat=True)
    assert made.approve == Button("Submit", "Submit")
    assert card(ask(), home="").field is None
