"""The exchange of the contract, over the real socket: ask, progress, ready, claim, committed."""

import json
import logging
from dataclasses import replace

import pytest

from in_memory.peer import alone
from sayso import PLACE, __version__
from sayso.core import events as e
from sayso.core.lineage import Lineage
from sayso.core.outcome import Approved, Denied, Dismissed, NoInteractor, Superseded, Withdrawn
from sayso.core.prompt_status import PromptStatus
from sayso.core.questions import Choice, Confirm
from sayso.core.settings import Settings
from sayso.errors import (
    Expired,
    InvalidParams,
    Mismatch,
    NotOpen,
    Stopping,
    UnknownClaim,
    UnknownPrompt,
    UntrustedPeer,
)
from sayso.platforms.select import supervisor
from sayso.wire.outcomes import decode_outcome
from support.daemon import QUESTION, stage
from support.still_loop import StillLoop, run

UNKNOWN = "f" * 32


def test_hello_says_who_answers() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.connect()
            greeting = await caller.call("hello", client="a test")
            assert greeting.pop("pid") > 0
            fields = greeting.pop("fields")
            assert fields["claim"] == ["claim"]
            assert "severity" in fields["ask.confirm"]
            assert "severity" not in fields["ask.password"]
            kinds = ["confirm", "password", "text", "select", "notice", "form", "device_code"]
            told = {
                "protocol": 1,
                "version": __version__,
                "kinds": kinds,
                "wait": 45,
                "screen": True,
            }
            assert greeting == told

    run(scenario)


def test_a_question_is_shown_answered_and_committed() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            identity = await caller.request("ask", kind="confirm", message="Deploy?", title="T")
            common = {"id": identity, "number": 1, "place": 1, "of": 1}
            assert await caller.state() == common | {"state": "showing", "seconds_left": None}
            shown = daemon.screen.shown[-1]
            assert shown.question == Confirm("Deploy?", title="T")
            assert shown.lineage == alone(4242)
            assert shown.standing == PromptStatus(120, 1, 1, None)
            daemon.screen.painted()
            assert await caller.state() == common | {"state": "shown", "seconds_left": 120}
            daemon.screen.press(Choice.APPROVE)
            assert daemon.screen.orders == [e.Recorded(shown.run, None)]
            ready = await caller.reply(identity)
            assert ready.keys() == {"status", "claim", "ticket", "kind"}
            assert ready["status"] == "ready"
            committed = await caller.call("claim", claim=ready["claim"])
            assert committed == {"status": "approved", "decider": "user"}

    run(scenario)


@pytest.mark.parametrize(
    ("choice", "outcome"),
    [
        (Choice.APPROVE, Approved()),
        (Choice.DENY, Denied()),
        (Choice.DISMISS, Dismissed()),
    ],
)
def test_each_choice_has_its_outcome(choice: Choice, outcome: Approved) -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            identity = await daemon.painted(caller)
            daemon.screen.press(choice)
            ready = await caller.reply(identity)
            assert decode_outcome(await caller.call("claim", claim=ready["claim"])) == outcome

    run(scenario)


class TestClaims:
    def test_another_connection_of_the_same_process_may_claim_and_claim_again(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller, second, third = [await daemon.caller() for _ in range(3)]
                identity = await daemon.painted(caller)
                daemon.screen.press(Choice.APPROVE)
                claim = (await caller.reply(identity))["claim"]
                for connection in (second, third):
                    outcome = decode_outcome(await connection.call("claim", claim=claim))
                    assert outcome == Approved()
                loop.advance(61)
                forgotten = await third.request("claim", claim=claim)
                assert isinstance(await third.error(forgotten), UnknownClaim)

        run(scenario)

    def test_another_process_may_not(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                daemon.peer.lineage_of_next = alone(5000)
                thief = await daemon.caller()
                identity = await daemon.painted(caller)
                daemon.screen.press(Choice.APPROVE)
                claim = (await caller.reply(identity))["claim"]
                stolen = await thief.request("claim", claim=claim)
                assert isinstance(await thief.error(stolen), UnknownClaim)
                assert decode_outcome(await caller.call("claim", claim=claim)) == Approved()

        run(scenario)

    def test_nor_one_to_whom_the_connection_was_passed_on(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                identity = await daemon.painted(caller)
                daemon.screen.press(Choice.APPROVE)
                claim = (await caller.reply(identity))["claim"]
                daemon.peer.passed_on = True
                unknown = await caller.request("claim", claim=claim)
                assert isinstance(await caller.error(unknown), UntrustedPeer)
                daemon.peer.passed_on = False
                assert decode_outcome(await caller.call("claim", claim=claim)) == Approved()

        run(scenario)

    def test_a_newer_call_voids_an_offer(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                identity = await daemon.painted(caller)
                daemon.screen.press(Choice.APPROVE)
                older = await caller.reply(identity)
                newer = await caller.call("ask", kind="confirm", message="Deploy?")
                void = await caller.call("claim", claim=older["claim"])
                assert decode_outcome(void) == Superseded("newer_call")
                outcome = await caller.call("claim", claim=newer["claim"])
                assert decode_outcome(outcome) == Approved()

        run(scenario)


def test_who_was_passed_a_connection_asks_nothing_in_anothers_name() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            daemon.peer.passed_on = True
            unknown = await caller.request("ask", **QUESTION)
            assert isinstance(await caller.error(unknown), UntrustedPeer)
            assert (await caller.call("list"))["prompts"] == []

    run(scenario)


def test_no_ticket_and_no_claim_tells_another() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            caller = await daemon.caller()
            handed_out = []
            for number in range(8):
                question = await daemon.painted(caller, message=f"Number {number}?")
                daemon.screen.press(Choice.DENY)
                ready = await caller.reply(question)
                handed_out += [ready["ticket"], ready["claim"]]
            for digits in (slice(0, 16), slice(16, 32)):
                assert len({secret[digits] for secret in handed_out}) == 16

    run(scenario)


class TestLosingTheCaller:
    def test_while_it_waits_the_prompt_stays_and_its_answer_is_kept(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller, other = await daemon.caller(), await daemon.caller()
                await daemon.painted(caller)
                caller.close()
                while (await other.call("list"))["prompts"][0]["waiting"]:
                    pass
                daemon.screen.press(Choice.APPROVE)
                ready = await other.call("ask", kind="confirm", message="Deploy?")
                outcome = await other.call("claim", claim=ready["claim"])
                assert decode_outcome(outcome) == Approved()
                assert len(daemon.screen.shown) == 1

        run(scenario)

    def test_between_ready_and_claim_the_retry_gets_the_answer(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller, other = await daemon.caller(), await daemon.caller()
                identity = await daemon.painted(caller)
                daemon.screen.press(Choice.APPROVE)
                await caller.reply(identity)
                caller.close()
                ready = await other.call("ask", kind="confirm", message="Deploy?")
                outcome = await other.call("claim", claim=ready["claim"])
                assert decode_outcome(outcome) == Approved()

        run(scenario)

    def test_after_committed_the_same_words_are_a_new_question(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                for number in (1, 2):
                    identity = await daemon.painted(caller)
                    daemon.screen.press(Choice.APPROVE)
                    ready = await caller.reply(identity)
                    await caller.call("claim", claim=ready["claim"])
                    assert len(daemon.screen.shown) == number

        run(scenario)


class TestWithdrawing:
    @pytest.mark.parametrize("by", ["ticket", "number"])
    def test_the_waiting_call_and_the_dialog_hear_of_it(self, by: str) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller, other = await daemon.caller(), await daemon.caller()
                ticket = await daemon.left(caller)
                waiting = await caller.request("collect", ticket=ticket)
                await caller.state()
                name = {"ticket": ticket, "number": 1}[by]
                assert await other.call("withdraw", **{by: name}) == {
                    "number": 1,
                    "status": "withdrawn",
                }
                assert decode_outcome(await caller.reply(waiting)) == Withdrawn("requester")
                assert daemon.screen.orders[-1] == e.Close(1)
                again = await other.request("withdraw", **{by: name})
                assert isinstance(await other.error(again), NotOpen)

        run(scenario)

    def test_its_reply_comes_when_the_dialog_has_gone(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller, other = await daemon.caller(), await daemon.caller()
                waiting = await daemon.painted(caller)
                daemon.screen.lingers = True
                withdrawing = await other.request("withdraw", number=1)
                assert decode_outcome(await caller.reply(waiting)) == Withdrawn("requester")
                await caller.call("status")
                assert not other.unread()
                daemon.screen.dies()
                assert (await other.reply(withdrawing))["status"] == "withdrawn"

        run(scenario)

    def test_a_caller_that_goes_meanwhile_disturbs_nobody(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller, other = await daemon.caller(), await daemon.caller()
                waiting = await daemon.painted(caller)
                daemon.screen.lingers = True
                await other.request("withdraw", number=1)
                await caller.reply(waiting)
                other.close()
                while (await caller.call("status"))["connections"] > 1:
                    pass
                daemon.screen.lingers = False
                daemon.screen.dies()
                await daemon.answers_a_question()

        run(scenario)

    def test_a_daemon_that_stops_meanwhile_says_so(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller, other = await daemon.caller(), await daemon.caller()
                waiting = await daemon.painted(caller)
                daemon.screen.lingers = True
                withdrawing = await other.request("withdraw", number=1)
                await caller.reply(waiting)
                await daemon.terminate()
                assert isinstance(await other.error(withdrawing), Stopping)

        run(scenario)

    def test_what_is_not_there_is_a_typed_error(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                by_number = await caller.request("withdraw", number=9)
                assert isinstance(await caller.error(by_number), UnknownPrompt)
                by_ticket = await caller.request("withdraw", ticket=UNKNOWN)
                assert isinstance(await caller.error(by_ticket), Expired)

        run(scenario)


class TestRefusedRequests:
    @pytest.mark.parametrize(
        ("params", "field"),
        [
            ({"wait": None}, "wait"),
            ({"wait": -1}, "wait"),
            ({"timeout": 0}, "timeout"),
            ({"colour": "red"}, "colour"),
            ({"kind": "poll"}, "kind"),
            ({"owner": 99999999}, "owner"),
            ({"owner": 4242}, "owner"),
        ],
    )
    def test_a_field_at_fault_is_named_and_nothing_is_shown(
        self, params: dict[str, object], field: str
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                ask = {"kind": "confirm", "message": "Deploy?"} | params
                error = await caller.error(await caller.request("ask", **ask))
                assert isinstance(error, InvalidParams)
                assert error.field == field
                assert daemon.screen.shown == []
                await daemon.answers_a_question()

        run(scenario)

    def test_a_ticket_of_other_words_leaves_its_prompt_alone(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.caller()
                ticket = await daemon.left(caller)
                daemon.screen.painted()
                wrong = await caller.request("ask", kind="confirm", message="Other?", ticket=ticket)
                assert isinstance(await caller.error(wrong), Mismatch)
                daemon.screen.press(Choice.APPROVE)
                assert (await caller.call("collect", ticket=ticket))["status"] == "ready"

        run(scenario)


class TestLooking:
    def test_what_a_line_has_no_room_for_is_listed_by_the_next_request(self) -> None:
        """A directory's name can have some thousand bytes, of which each is written as six."""

        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                for number in range(64):
                    (member,) = alone(number).members
                    deep = replace(member, cwd="/\x01" * 2000)
                    daemon.peer.lineage_of_next = Lineage((deep,))
                    await daemon.left(await daemon.caller(), message=f"{number}?")
                caller, numbers = await daemon.caller(), [0]
                while (listed := await caller.call("list", after=numbers[-1]))["more"]:
                    numbers += [each["number"] for each in listed["prompts"]]
                numbers += [each["number"] for each in listed["prompts"]]
                assert numbers == list(range(65))

        run(scenario)

    def test_list_shows_prompts_and_status_counts_them(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for variable in ("XDG_SESSION_TYPE", "WAYLAND_DISPLAY"):
            monkeypatch.delenv(variable, raising=False)

        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller, second = await daemon.caller(), await daemon.caller()
                await daemon.painted(caller, title="Release")
                await daemon.left(second, message="x" * 10_000)
                loop.advance(7)
                listed = (await caller.call("list"))["prompts"]
                common = {"kind": "confirm", "asker": "agent", "cwd": "/w", "pid": 4242, "age": 7}
                common |= {"bound": False}
                assert listed == [
                    common
                    | {
                        "number": 1,
                        "title": "Release",
                        "state": "shown",
                        "place": 1,
                        "waiting": True,
                        "seconds_left": 113,
                    },
                    common
                    | {
                        "number": 2,
                        "title": "x" * 200,
                        "state": "queued",
                        "place": 2,
                        "waiting": False,
                        "seconds_left": None,
                    },
                ]
                status = await caller.call("status")
                assert status.pop("pid") > 0
                assert status == {
                    "version": __version__,
                    "program": PLACE,
                    "given_up": 0,
                    "given_up_reason": None,
                    "protocol": 1,
                    "uptime": 7,
                    "keeper": None,  # the scripted one is no process
                    "socket": daemon.path,
                    "screen": ":7",
                    "screen_reason": None,
                    "screen_unguarded": None,
                    "ends_with": supervisor().ends_with(None),
                    "log": str(daemon.log_place),
                    "log_fault": None,
                    "config": str(daemon.config_place),
                    "config_fault": None,
                    "tray": None,
                    "tray_fault": None,
                    "appear_fault": None,
                    "unopened": 0,
                    "do_not_disturb": None,
                    "away": None,
                    "presence_fault": None,
                    "session_bus_fault": None,
                    "open": 2,
                    "waiting": 1,
                    "retained": 0,
                    "forgotten": 0,
                    "connections": 2,
                    "places": [],
                    "places_fault": None,
                }

        run(scenario)

    def test_no_ticket_and_no_claim_is_shown_or_logged(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller, other = await daemon.caller(), await daemon.caller()
                secrets: list[str] = []
                looks: list[str] = []

                async def look() -> None:
                    looks.append(json.dumps(await other.call("list")))
                    looks.append(json.dumps(await other.call("status")))

                secrets.append(await daemon.left(caller))
                daemon.screen.painted()
                await look()
                daemon.screen.press(Choice.APPROVE)
                await look()
                ready = await caller.call("collect", ticket=secrets[0])
                secrets.append(ready["claim"])
                await look()
                await caller.call("claim", claim=ready["claim"])
                await look()
                assert '"answered"' in looks[2]
                text = "".join(looks) + caplog.text
                assert "InteractionRequested" in text
                assert not [secret for secret in secrets if secret in text]
                assert "Deploy" not in caplog.text

        with caplog.at_level(logging.DEBUG):
            run(scenario)


def test_without_a_screen_the_answer_comes_at_once() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop) as daemon:
            daemon.screen.is_lost("no display")
            caller = await daemon.caller()
            outcome = await caller.call("ask", kind="confirm", message="Deploy?")
            assert decode_outcome(outcome) == NoInteractor("no display")

    run(scenario)


def test_past_a_limit_a_question_is_refused_and_the_open_one_stays() -> None:
    async def scenario(loop: StillLoop) -> None:
        async with stage(loop, Settings(prompts_per_origin=1)) as daemon:
            caller, second = await daemon.caller(), await daemon.caller()
            identity = await daemon.painted(caller)
            refused = await second.call("ask", kind="confirm", message="More?")
            assert (refused["status"], refused["reason"]) == ("refused", "origin_limit")
            daemon.screen.press(Choice.APPROVE)
            assert (await caller.reply(identity))["status"] == "ready"

    run(scenario)
