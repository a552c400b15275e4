"""What requesters may send: the members of each method, and the error that names them."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.behalf import Behalf
from sayso.core.events import BoundRequest, Request
from sayso.core.questions import Confirm, Password, Severity
from sayso.errors import InvalidParams
from sayso.wire.messages import (
    Claim,
    Collect,
    Hello,
    Status,
    Withdraw,
    parse,
    parse_ask,
)
from sayso.wire.questions.confirm import AskConfirm
from sayso.wire.questions.password import AskPassword
from support.requests import ASK, TICKET, WHOLE, ask, ask_refusal, over_the_wire, refusal, refused


class TestAsk:
    def test_a_message_is_enough_and_the_rest_is_left_to_the_settings(self) -> None:
        assert ask() == Request(Confirm("Deploy?"))

    def test_every_field_arrives(self) -> None:
        assert parse_ask(over_the_wire(WHOLE)) == Request(
            question=Confirm(
                message="Deploy?",
                title="Release",
                details="to production",
                approve="Deploy",
                deny="Not now",
                severity=Severity.DESTRUCTIVE,
            ),
            wait=1,
            timeout=30.5,
            retention=0,
            render_timeout=10,
            max_retries=2,
            scope="session 1",
            slot="deploy",
            owner=77,
            ticket=TICKET,
        )

    @pytest.mark.parametrize("flag", ["rewords", "tool_call"])
    def test_what_it_is_for_its_asker_is_true_or_false(self, flag: str) -> None:
        told: dict[str, Any] = {flag: True}
        assert ask(**told) == replace(Request(Confirm("Deploy?")), **told)
        assert ask(**{flag: False}) == ask()
        assert refused(**{flag: 1}).field == flag

    def test_a_bound_one_may_be_an_agent_s_tool_call_s(self) -> None:
        question = Confirm("Deploy?")
        assert ask(bound=True, tool_call=True) == BoundRequest(question, tool_call=True)

    @pytest.mark.parametrize("field", ["kind", "message"])
    def test_a_missing_field_is_named(self, field: str) -> None:
        params = {name: value for name, value in ASK.items() if name != field}
        error = ask_refusal(params)
        assert (error.field, error.message) == (field, f"{field}: is missing")

    @pytest.mark.parametrize("field", WHOLE)
    @pytest.mark.parametrize("value", [None, [], {}, [1], {"a": 1}, True, False])
    def test_a_wrong_type_is_refused_and_its_field_named(self, field: str, value: object) -> None:
        assert refused(**{field: value}).field == field

    @pytest.mark.parametrize(
        "field",
        ["kind", "message", "title", "details", "approve", "deny", "severity", "scope", "slot",
         "ticket"],
    )  # fmt: skip
    def test_a_number_is_no_text(self, field: str) -> None:
        assert refused(**{field: 1}).field == field

    @pytest.mark.parametrize(
        "field",
        ["wait", "timeout", "retention", "render_timeout", "max_retries", "owner"],
    )
    @pytest.mark.parametrize("value", ["1", "", "30", "inf"])
    def test_a_text_is_no_number(self, field: str, value: str) -> None:
        assert refused(**{field: value}).field == field

    @pytest.mark.parametrize("field", ["owner", "on_behalf"])
    def test_a_pid_is_one_that_a_system_has(self, field: str) -> None:
        for value in (1 << 32, 10**4200):
            assert refused(**{field: value}).field == field

    @pytest.mark.parametrize("field", ["max_retries", "owner"])
    @pytest.mark.parametrize("value", [1.0, 1.5, 1e300])
    def test_a_count_is_whole(self, field: str, value: float) -> None:
        assert refused(**{field: value}).field == field

    @pytest.mark.parametrize(
        ("field", "shown"),
        [
            ("colour", "colour"),
            ("Message", "Message"),
            ("auto_approve", "auto_approve"),
            ("é", "é"),
            ("", "(unreadable name)"),
            ("a\nb", "(unreadable name)"),
            ("\u202eevil", "(unreadable name)"),
            ("x" * 10_000, "(unreadable name)"),
        ],
    )
    def test_an_unknown_field_is_named_where_its_name_can_be_shown(
        self, field: str, shown: str
    ) -> None:
        error = refused(**{field: 1})
        assert (error.field, error.message) == (shown, f"{shown}: is not a field of this method")

    def test_of_several_faults_the_first_is_named(self) -> None:
        assert refused(message=1, wait=-1, colour=1).field == "message"

    def test_an_unknown_field_named_by_half_a_surrogate_pair_is_refused(self) -> None:
        assert refused(**{"\ud800": 1}).field == "(unreadable name)"

    @pytest.mark.parametrize("kind", ["poll", "Confirm", "", None, 1, ["confirm"]])
    def test_a_kind_that_this_version_lacks_is_refused(self, kind: object) -> None:
        error = refused(kind=kind)
        assert (error.field, error.message) == ("kind", "kind: must be a known kind of question")
        known = "confirm or password or text or select or notice or form or device_code"
        assert error.remedy == f"kind takes {known}"

    def test_a_severity_is_one_of_two(self) -> None:
        error = refused(severity="fatal")
        assert error.field == "severity"
        assert "'normal' or 'destructive'" in error.message


class TestPassword:
    def test_every_field_arrives(self) -> None:
        words = {"title": "T", "details": "D", "approve": "Unlock", "deny": "Not now"}
        own = {"kind": "password", "error": "It was wrong", "repeat": True}
        shared = {name: value for name, value in WHOLE.items() if name != "severity"}
        request = parse_ask(over_the_wire(shared | words | own))
        assert request.question == Password(
            message="Deploy?",
            title="T",
            details="D",
            error="It was wrong",
            repeat=True,
            approve="Unlock",
            deny="Not now",
        )
        assert (request.wait, request.owner, request.ticket) == (1, 77, TICKET)

    def test_a_message_is_enough(self) -> None:
        assert ask(kind="password") == Request(Password("Deploy?"))

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("error", None),
            ("error", 1),
            ("error", "two\nlines"),
            ("error", "x" * 201),
            ("error", "\ud800"),
            ("repeat", None),
            ("repeat", 1),
            ("repeat", "true"),
            ("severity", "normal"),
            ("quality", True),
            ("secret", "hunter2"),
            ("secret_bytes", 7),
            ("approve", "Cancel"),
            ("deny", "OK"),
        ],
    )
    def test_what_is_wrong_is_named(self, field: str, value: object) -> None:
        assert refused(kind="password", **{field: value}).field == field

    def test_an_error_of_200_characters_is_taken(self) -> None:
        ask(kind="password", error="🙂" * 200)

    @pytest.mark.parametrize("wrong", [None, 1, "x" * 81, "two\nlines", "\x1b[2J", "\ud800"])
    def test_what_an_asker_calls_itself_is_one_short_line(self, wrong: object) -> None:
        assert refused(says_it_is=wrong).field == "says_it_is"
        assert ask(says_it_is="🙂" * 80).says_it_is == "🙂" * 80
        assert ask().says_it_is == ""

    @pytest.mark.parametrize("wrong", [None, 0, -1, 1.5, "1", True])
    def test_for_whom_it_is_asked_is_a_pid(self, wrong: object) -> None:
        assert refused(on_behalf=wrong).field == "on_behalf"
        assert ask(on_behalf=4711).behalf == Behalf(4711)
        assert ask().behalf is None

    def test_a_socket_stands_beside_a_pid_alone(self) -> None:
        assert refused(on_behalf_socket=True).field == "on_behalf_socket"
        assert ask(on_behalf=4711, on_behalf_socket=True).lends
        assert not ask(on_behalf=4711).lends

    def test_a_question_for_a_key_says_so(self) -> None:
        assert ask(for_key=True).for_key
        assert not ask().for_key

    @pytest.mark.parametrize("field", ["error", "repeat"])
    def test_a_confirmation_has_no_such_field(self, field: str) -> None:
        assert "is not a field" in refused(**{field: "x"}).message


BAD_TICKETS = ["g" * 32, TICKET[:-1], TICKET + "0", TICKET.upper(), TICKET + "\n", " " + TICKET,
               "\ud800" * 32, "٣" * 32, "0" * 10_000]  # fmt: skip


class TestTickets:
    @pytest.mark.parametrize("text", BAD_TICKETS)
    @pytest.mark.parametrize(
        ("model", "field", "rest"),
        [(AskConfirm, "ticket", ASK), (Collect, "ticket", {}), (Claim, "claim", {}),
         (Withdraw, "ticket", {})],
    )  # fmt: skip
    def test_it_is_32_lowercase_hexadecimal_digits(
        self, model: Any, field: str, rest: dict[str, Any], text: str
    ) -> None:
        error = refusal(model, over_the_wire(rest | {field: text}))
        assert error.field == field
        assert len(error.message) < 200

    def test_the_error_says_so(self) -> None:
        assert "32 lowercase hexadecimal digits" in refused(ticket="abc").message


class TestOtherMethods:
    def test_hello_takes_a_name(self) -> None:
        assert parse(Hello, {"client": "sayso-cli/0.1.0"}).client == "sayso-cli/0.1.0"
        assert parse(Hello, {}).client == ""

    @pytest.mark.parametrize("name", [None, 1, "a\nb", "x" * 201, "\ud800"])
    def test_hello_takes_no_other(self, name: object) -> None:
        assert refusal(Hello, {"client": name}).field == "client"

    def test_collect_takes_a_ticket_and_a_wait(self) -> None:
        params = parse(Collect, {"ticket": TICKET, "wait": 0})
        assert (params.ticket, params.wait) == (TICKET, 0)
        assert parse(Collect, {"ticket": TICKET}).wait is None

    @pytest.mark.parametrize("wait", [None, True, -1, 601, "1", float("nan"), float("inf")])
    def test_collect_checks_its_wait(self, wait: object) -> None:
        error = refusal(Collect, {"ticket": TICKET, "wait": wait})
        assert error.field == "wait"
        assert error.remedy == "wait takes 0 to 600"

    @pytest.mark.parametrize(("model", "field"), [(Collect, "ticket"), (Claim, "claim")])
    def test_what_they_are_about_is_not_left_out(self, model: Any, field: str) -> None:
        assert refusal(model, {}).field == field

    def test_claim_takes_a_claim(self) -> None:
        assert parse(Claim, {"claim": TICKET}).claim == TICKET

    def test_withdraw_takes_a_ticket_a_number_or_a_scope(self) -> None:
        assert parse(Withdraw, {"ticket": TICKET}).ticket == TICKET
        assert parse(Withdraw, {"number": 1}).number == 1
        assert parse(Withdraw, {"scope": "s"}).scope == "s"

    @pytest.mark.parametrize(
        "params",
        [{}, {"ticket": TICKET, "number": 1}, {"number": 1, "scope": "s"}],
    )
    def test_withdraw_takes_exactly_one_of_them(self, params: dict[str, Any]) -> None:
        error = refusal(Withdraw, params)
        assert error.field == "ticket, number or scope"
        assert "exactly one" in error.message

    @pytest.mark.parametrize("scope", [None, 1, "", "a\nb", "s" * 201])
    def test_withdraw_checks_its_scope(self, scope: object) -> None:
        assert refusal(Withdraw, {"scope": scope}).field == "scope"

    @pytest.mark.parametrize("number", [None, True, 0, -1, 1.0, "1"])
    def test_withdraw_checks_its_number(self, number: object) -> None:
        assert refusal(Withdraw, {"number": number}).field == "number"

    @pytest.mark.parametrize(
        "model", [Hello, AskConfirm, AskPassword, Collect, Claim, Withdraw, Status]
    )
    def test_none_takes_a_field_that_it_does_not_know(self, model: Any) -> None:
        whole = {
            AskConfirm: ASK,
            AskPassword: ASK | {"kind": "password"},
            Collect: {"ticket": TICKET},
            Claim: {"claim": TICKET},
        }
        params = whole.get(model, {}) | {"approved": True}
        assert refusal(model, params).field == "approved"

    def test_list_and_status_take_nothing(self) -> None:
        assert parse(Status, {}) == Status()


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(categories=None), max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)
FIELDS = st.sampled_from([*WHOLE, "claim", "number", "client", "?"])


@given(st.sampled_from([Hello, AskConfirm, AskPassword, Collect, Claim, Withdraw, Status]),
       st.dictionaries(FIELDS, JSON), st.booleans())  # fmt: skip
def test_nothing_raises_anything_but_our_error(
    model: Any, params: dict[str, Any], complete: bool
) -> None:
    if complete:
        params = WHOLE | params
    try:
        parse(model, params)
    except InvalidParams as error:
        refused = error
    else:
        return
    assert refused.field
    assert refused.message.startswith(refused.field)
    refused.message.encode()
