"""What requesters may send, field by field: bounds of numbers, and characters of texts."""

from typing import Any

import pytest

from sayso.core.questions import Confirm, DetailKind, Notice, Password
from sayso.wire.codec import decode
from sayso.wire.messages import ASKS, parse_ask
from support.requests import ASK, ask, ask_refusal, refused

CLOCKS = [
    ("wait", 0, 600),
    ("timeout", 5, 600),
    ("retention", 0, 600),
    ("render_timeout", 10, 60),
    ("max_retries", 0, 5),
]


class TestClocks:
    @pytest.mark.parametrize(("field", "low", "high"), CLOCKS)
    def test_the_bounds_themselves_are_accepted(self, field: str, low: int, high: int) -> None:
        for value in (low, high):
            assert getattr(ask(**{field: value}), field) == value

    @pytest.mark.parametrize(("field", "low", "high"), CLOCKS)
    def test_beyond_them_the_field_and_its_bounds_are_named(
        self, field: str, low: int, high: int
    ) -> None:
        for value in (-1, low - 1, high + 1, 601, 10**18, -(10**18), 10**400, -(10**400)):
            error = refused(**{field: value})
            assert error.field == field
            assert error.remedy == f"{field} takes {low} to {high}"

    @pytest.mark.parametrize(("field", "low", "high"), CLOCKS[:-1])
    def test_a_hair_beyond_them_is_beyond(self, field: str, low: int, high: int) -> None:
        for value in (low - 1e-9, high + 1e-9):
            assert refused(**{field: value}).remedy == f"{field} takes {low} to {high}"

    @pytest.mark.parametrize("field", ["timeout", "render_timeout"])
    def test_zero_where_the_bound_excludes_it_is_refused(self, field: str) -> None:
        assert refused(**{field: 0}).field == field

    @pytest.mark.parametrize(("field", "low", "high"), CLOCKS)
    @pytest.mark.parametrize("literal", ["1e309", "-1e309"])
    def test_what_overflows_to_infinity_is_refused(
        self, field: str, low: int, high: int, literal: str
    ) -> None:
        """json reads 1e309 as infinity."""
        line = f'{{"kind":"confirm","message":"Deploy?","{field}":{literal}}}'
        error = ask_refusal(decode(line.encode()))
        assert error.field == field
        assert "finite number" in error.message or field == "max_retries"  # a whole number
        assert error.remedy == f"{field} takes {low} to {high}"

    @pytest.mark.parametrize(("field", "low", "high"), CLOCKS)
    def test_what_is_no_number_is_refused(self, field: str, low: int, high: int) -> None:
        error = ask_refusal(ASK | {field: float("nan")})
        assert error.field == field

    @pytest.mark.parametrize("owner", [0, -1, -(10**30)])
    def test_an_owner_is_a_process_id(self, owner: int) -> None:
        assert refused(owner=owner).field == "owner"


TEXTS = ["message", "title", "details", "approve", "deny", "scope", "slot"]
LINES = ["title", "approve", "deny", "scope", "slot"]


class TestTexts:
    @pytest.mark.parametrize(
        ("field", "limit"),
        [("title", 200), ("approve", 40), ("deny", 40), ("scope", 200), ("slot", 200)],
    )
    def test_characters_are_counted_whatever_their_bytes(self, field: str, limit: int) -> None:
        ask(**{field: "🙂" * limit})
        for text in ("🙂" * (limit + 1), "x" * 10_000):
            error = refused(**{field: text})
            assert error.field == field
            assert f"at most {limit} characters" in error.message

    @pytest.mark.parametrize(("field", "limit"), [("message", 16_384), ("details", 262_144)])
    def test_long_texts_are_counted_in_bytes(self, field: str, limit: int) -> None:
        ask(**{field: "é" * (limit // 2)})
        for text in ("é" * (limit // 2) + "x", "x" * (limit + 1)):
            error = refused(**{field: text})
            assert error.field == field
            assert f"at most {limit} bytes" in error.message

    def test_a_message_says_something(self) -> None:
        assert refused(message="").field == "message"

    @pytest.mark.parametrize("field", TEXTS)
    @pytest.mark.parametrize("text", ["\ud800", "a\udfff", "\udc80\ud800"])
    def test_half_a_surrogate_pair_is_refused(self, field: str, text: str) -> None:
        error = refused(**{field: text})
        assert error.field == field
        error.message.encode()  # it can be shown

    def test_a_whole_surrogate_pair_is_a_character(self) -> None:
        line = b'{"kind":"confirm","message":"\\ud83d\\ude42"}'
        assert parse_ask(decode(line)).question.message == "🙂"

    @pytest.mark.parametrize("field", LINES)
    @pytest.mark.parametrize("character", ["\n", "\r", "\t", "\0", "\x1b", "\x7f", "\x9b", "\u2028",
                                           "\u2029"])  # fmt: skip
    def test_one_line_holds_no_control_characters(self, field: str, character: str) -> None:
        error = refused(**{field: f"a{character}b"})
        assert error.field == field
        assert error.message.isprintable()

    @pytest.mark.parametrize("field", ["message", "details"])
    def test_a_long_text_holds_any_character(self, field: str) -> None:
        text = "a\n\t\r\0\x1b[31m\u202e\u200b\U000e0001"
        assert getattr(ask(**{field: text}).question, field) == text


class TestActivation:
    def test_it_goes_with_the_request(self) -> None:
        word = "shell/editor-7 of host_TIME123"
        assert ask(activation=word).activation == word
        assert ask().activation is None
        assert ask(activation="t", bound=True).activation == "t"

    def test_it_is_no_part_of_the_question(self) -> None:
        assert ask(activation="one").question.fingerprint == ask().question.fingerprint

    @pytest.mark.parametrize("text", ["", "a\n", "\n", "a\tb", "\x7f", "\xe9", "\u2028", "a" * 513])
    def test_it_is_one_line_of_ascii(self, text: str) -> None:
        assert refused(activation=text).field == "activation"
        assert ask(activation="a" * 512).activation == "a" * 512


class TestLabels:
    """A label can't say the opposite of what its button does."""

    @pytest.mark.parametrize(
        "label", ["No", "deny", " CANCEL ", "Reject!", "…dismiss…", "D\u0332eny", "\uff4e\uff4f"]
    )
    def test_approving_is_not_called_no(self, label: str) -> None:
        error = refused(approve=label)
        assert error.field == "approve"
        assert "other button" in error.message

    @pytest.mark.parametrize("label", ["D\u0435ny", "\u0391llow", "D\u0435lete it"])
    def test_letters_that_look_alike_are_not_mixed(self, label: str) -> None:
        assert "look alike" in refused(approve=label).message

    @pytest.mark.parametrize("label", [" ", "\u2800", "…", "\u0332"])
    def test_a_label_says_something(self, label: str) -> None:
        assert "needs a letter" in refused(deny=label).message

    @pytest.mark.parametrize("label", ["Yes", "approve", " OK ", "Allow!"])
    def test_denying_is_not_called_yes(self, label: str) -> None:
        error = refused(deny=label)
        assert error.field == "deny"
        assert "other button" in error.message

    @pytest.mark.parametrize("label", ["Yes", "approve", " OK ", "Allow!"])
    def test_nor_is_dismissing(self, label: str) -> None:
        error = refused(cancel=label)
        assert error.field == "cancel"
        assert "other button" in error.message

    @pytest.mark.parametrize("labels", [{"approve": "Later on"}, {"deny": "LATER ON"}])
    def test_a_third_control_differs_from_both(self, labels: dict[str, str]) -> None:
        assert refused(cancel="Later on", **labels).field == "cancel"

    def test_the_two_differ(self) -> None:
        error = refused(approve="Delete", deny="DELETE")
        assert error.field == "deny"

    @pytest.mark.parametrize(
        ("approve", "deny"),
        [("Yes", "No"), ("Do not keep", "Keep"), ("Cancel order", "Keep order"), ("🙂", "🙁")],
    )
    def test_labels_of_ones_own_are_taken(self, approve: str, deny: str) -> None:
        question = ask(approve=approve, deny=deny).question
        assert isinstance(question, Confirm)
        assert (question.approve, question.deny) == (approve, deny)

    def test_left_out_or_empty_they_are_the_dialogs_own(self) -> None:
        assert ask(approve="", deny="").question == ask().question


class TestBesideYesAndNo:
    def test_a_question_has_what_it_asks_for(self) -> None:
        more = {"cancel": "Not now", "check": "And the tags", "deny_words": True}
        question = ask(**more).question
        assert {name: getattr(question, name) for name in more} == more

    @pytest.mark.parametrize("label", ["", " ", "two\nlines", "x" * 41, 1, None])
    def test_a_check_box_has_a_label_of_one_line(self, label: object) -> None:
        assert refused(check=label).field == "check"

    def test_a_password_may_have_a_check_box(self) -> None:
        question = ask(kind="password", check="Keep it").question
        assert isinstance(question, Password)
        assert question.check == "Keep it"

    @pytest.mark.parametrize("field", ["check", "cancel", "deny_words", "deny", "severity"])
    def test_a_notice_has_nothing_of_that(self, field: str) -> None:
        error = refused(kind="notice", **{field: "x"})
        assert (error.field, error.message) == (field, f"{field}: is not a field of this method")

    def test_a_notice_says_what_it_says(self) -> None:
        words: dict[str, Any] = {"message": "Done", "title": "T", "details": "D", "approve": "Good"}
        assert ask(kind="notice", **words).question == Notice(**words)


class TestAddress:
    PAGE = "https://example.com/terms"

    def test_a_question_has_it(self) -> None:
        question = ask(address=self.PAGE).question
        assert isinstance(question, Confirm)
        assert question.address == self.PAGE

    @pytest.mark.parametrize("address", ["", "example.com", "http://example.com", None])
    def test_any_that_no_dialog_may_open_is_refused(self, address: object) -> None:
        """See test_message_device_code.py for all of them."""
        assert refused(address=address).field == "address"

    def test_its_control_is_in_the_dialogs_own_words(self) -> None:
        error = refused(address=self.PAGE, approve="Read more")
        assert (error.field, error.message) == (
            "approve",
            "approve: the control that opens a page says so in the dialog's own words",
        )

    def test_it_is_no_command_that_is_approved(self) -> None:
        action = {
            "argv": ["true"],
            "cwd": "/",
            "programs": [{"path": "/bin/true", "sha256": "0" * 64}],
        }
        assert ask(action=action)
        error = refused(address=self.PAGE, action=action)
        assert (error.field, error.message) == (
            "action",
            "action: what is approved is the page, and no command",
        )


class TestDetailKind:
    @pytest.mark.parametrize("kind", DetailKind)
    def test_the_details_of_every_kind_of_question_may_have_one(self, kind: DetailKind) -> None:
        own: dict[str, dict[str, Any]] = {
            "select": {"options": ["a", "b"]},
            "form": {"questions": [{"kind": "confirm", "header": "Sure?"}]},
            "device_code": {"address": "https://example.com", "code": "WDJB"},
        }
        for name in ASKS:
            request = ask(kind=name, detail_kind=kind.value, **own.get(name, {}))
            assert request.question.detail_kind is kind

    def test_left_out_they_are_plain_text(self) -> None:
        assert ask().question == ask(detail_kind="text").question
        assert ask().question.detail_kind is DetailKind.TEXT

    @pytest.mark.parametrize("kind", ["", "Diff", "markdown", None, 1, ["diff"]])
    def test_any_other_is_refused_by_its_name(self, kind: object) -> None:
        error = refused(detail_kind=kind)
        assert error.field == "detail_kind"
        assert "'text' or 'command' or 'diff' or 'fields'" in error.message
