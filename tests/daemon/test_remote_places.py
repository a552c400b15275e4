"""Other machines and containers, through sockets of their own: what they may, and what not."""

from dataclasses import replace
from typing import Any

import pytest

from sayso.core import events as e
from sayso.core.lineage import Lineage, Member, Process
from sayso.core.outcome import Approved
from sayso.core.questions import Choice
from sayso.core.secret import Secret
from sayso.core.settings import Settings
from sayso.daemon.exits import MOST_OF_PLACE
from sayso.daemon.remote_places import MOST_PLACES
from sayso.daemon.screen import describe
from sayso.errors import (
    Expired,
    InvalidParams,
    NotFromPlace,
    NotOpen,
    UnknownMethod,
    UnknownPlace,
    UnknownPrompt,
)
from sayso.wire.outcomes import decode_outcome
from support.daemon import Caller, Stage, running, stage
from support.still_loop import StillLoop, run

Claimed = dict[str, Any]

SHELL: Claimed = {
    "pid": 10,
    "start": 1,
    "name": "bash",
    "session": 10,
    "on_pty": True,
    "directory": "/srv",
}
AGENT: Claimed = {**SHELL, "pid": 20, "start": 2, "name": "claude", "command": ["claude", "-p"]}


def command(pid: int, start: float, **more: Any) -> list[Claimed]:
    """Our command there, as an agent in a terminal starts it."""
    own = {**SHELL, "pid": pid, "start": start, "name": "sayso", "is_sayso": True}
    return [{**own, **more}, AGENT, SHELL]


async def outcome(daemon: Stage, caller: Caller, identity: int) -> object:
    ready = await caller.reply(identity)
    return decode_outcome(await caller.call("claim", claim=ready["claim"]))


class TestWhoAsks:
    def test_the_place_is_a_fact_and_all_else_its_own_word(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                path = await daemon.open_place("build-7")
                caller = await daemon.from_place(path, command(30, 5))
                identity = await daemon.painted(caller)
                lineage = daemon.screen.shown[-1].lineage
                assert (lineage.place, lineage.claimed) == ("build-7", True)
                assert (lineage.asker.name, lineage.asker.argv) == ("claude", ("claude", "-p"))
                assert lineage.carrier is not None
                assert lineage.carrier.name == "agent"  # who has connected here, by the kernel
                daemon.screen.press(Choice.APPROVE)
                assert await outcome(daemon, caller, identity) == Approved()

        run(scenario)

    def test_one_that_says_nothing_of_itself_is_of_that_place_all_the_same(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.from_place(await daemon.open_place("build-7"))
                identity = await daemon.painted(caller)
                lineage = daemon.screen.shown[-1].lineage
                assert (lineage.place, lineage.asker.name) == ("build-7", "")
                daemon.screen.press(Choice.APPROVE)
                assert await outcome(daemon, caller, identity) == Approved()

        run(scenario)

    def test_the_greeting_names_the_place_to_it_alone(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                path = await daemon.open_place("build-7")
                there, again, here = [await daemon.connect(each) for each in (path, path, None)]
                greeting = await there.call("hello")
                assert greeting["place"] == "build-7"
                assert (await again.call("hello"))["daemon"] == greeting["daemon"]
                assert {"place", "daemon"}.isdisjoint(await here.call("hello"))

        run(scenario)

    def test_here_nobody_may_say_to_be_anybody_else(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.from_place(daemon.path, command(30, 5))
                await daemon.painted(caller)
                lineage = daemon.screen.shown[-1].lineage
                assert (lineage.place, lineage.asker.name) == ("", "agent")

        run(scenario)


class TestWhatTheDialogIsTold:
    """Of who asks."""

    MEMBER = Member(
        Process(20, 2.0, "build-7/boot"),
        10,
        on_pty=True,
        cgroup="",
        name="claude",
        argv=("claude",),
    )
    SSH = replace(MEMBER, process=Process(2087, 1.0), name="ssh", argv=("ssh", "-N", "build-7"))
    NOBODY = replace(MEMBER, process=Process(0, -1, "build-7"), name="", argv=None)

    def test_the_carrier_is_a_fact_beside_what_is_claimed(self) -> None:
        told = describe(
            Lineage((self.MEMBER,), place="build-7", claimed=True, carrier=self.SSH), "x"
        )
        assert (told.host, told.claimed, told.container) == ("build-7", True, False)
        assert (told.carrier_pid, told.carrier_command) == (2087, "ssh -N build-7")
        assert (told.name, told.lineage) == ("claude", ("20 claude",))

    def test_one_that_says_nothing_has_no_processes(self) -> None:
        carrier = replace(self.SSH, argv=None)
        told = describe(Lineage((self.NOBODY,), place="build-7", claimed=True, carrier=carrier))
        assert (told.name, told.pid, told.lineage) == ("", 0, ())
        assert told.carrier_command == "ssh"

    def test_what_comes_from_another_pid_namespace_is_a_container(self) -> None:
        unseen = replace(self.SSH, process=Process(0, -4))
        told = describe(Lineage((self.MEMBER,), place="dev", claimed=True, carrier=unseen))
        assert (told.container, told.carrier_pid) == (True, 0)
        told = describe(Lineage((self.MEMBER,), place="dev", container=True))
        assert (told.container, told.claimed, told.pid) == (True, False, 20)


MORE: dict[str, dict[str, Any]] = {
    "ask": {"kind": "confirm", "message": "Deploy?"},
    "finish": {"done": True},
}
"""Beside the ticket."""


class TestNothingCrosses:
    """Of this machine, and of another place, nothing is known through a place's socket."""

    def test_the_same_words_of_the_same_processes_are_other_questions(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                paths = [await daemon.open_place(name) for name in ("alpha", "beta")]
                callers = [await daemon.from_place(path, command(30, 5)) for path in paths]
                for caller in callers:
                    await daemon.left(caller, message="Deploy?")
                assert (await daemon.left(await daemon.caller(), message="Deploy?")) != ""
                listed = await (await daemon.caller()).call("list")
                places = [each.get("from_place") for each in listed["prompts"]]
                assert places == ["alpha", "beta", None]

        run(scenario)

    def test_each_lists_its_own(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                await daemon.left(await daemon.caller())
                callers = [
                    await daemon.from_place(await daemon.open_place(name))
                    for name in ("alpha", "beta")
                ]
                for caller in callers:
                    await daemon.left(caller)
                for caller, number in zip(callers, (2, 3), strict=True):
                    listed = (await caller.call("list"))["prompts"]
                    assert [each["number"] for each in listed] == [number]
                    status = await caller.call("status")
                    assert (status["open"], status["socket"]) == (1, "")

        run(scenario)

    @pytest.mark.parametrize("method", ["collect", "withdraw", "finish", "ask"])
    def test_a_ticket_of_another_is_none(self, method: str) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                alpha, beta = [
                    await daemon.from_place(await daemon.open_place(name))
                    for name in ("alpha", "beta")
                ]
                here = await daemon.caller()
                tickets = [await daemon.left(each) for each in (alpha, here)]
                more = MORE.get(method, {})
                for ticket in tickets:
                    identity = await beta.request(method, ticket=ticket, **more)
                    assert isinstance(await beta.error(identity), Expired | NotOpen)
                identity = await here.request(method, ticket=tickets[0], **more)
                assert isinstance(await here.error(identity), Expired | NotOpen)
                assert len((await here.call("list"))["prompts"]) == 2

        run(scenario)

    def test_a_number_of_another_is_none_but_here(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                alpha, beta = [
                    await daemon.from_place(await daemon.open_place(name))
                    for name in ("alpha", "beta")
                ]
                await daemon.left(await daemon.caller())
                await daemon.left(alpha)
                for number in (1, 2):
                    identity = await beta.request("withdraw", number=number)
                    assert isinstance(await beta.error(identity), UnknownPrompt)
                here = await daemon.caller()
                identity = await here.request("withdraw", number=2)
                assert (await here.reply(identity))["number"] == 2

        run(scenario)

    def test_a_claim_of_another_is_unknown(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                alpha, beta = [
                    await daemon.from_place(await daemon.open_place(name), command(30, 5))
                    for name in ("alpha", "beta")
                ]
                identity = await daemon.painted(alpha)
                daemon.screen.press(Choice.APPROVE)
                claim = (await alpha.reply(identity))["claim"]
                stolen = await beta.request("claim", claim=claim)
                assert (await beta.error(stolen)).name == "unknown_claim"
                assert decode_outcome(await alpha.call("claim", claim=claim)) == Approved()

        run(scenario)

    def test_what_was_denied_there_is_asked_here(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                alpha = await daemon.from_place(await daemon.open_place("alpha"))
                for _ in range(3):
                    identity = await daemon.painted(alpha)
                    daemon.screen.press(Choice.DENY)
                    await outcome(daemon, alpha, identity)
                refused = await alpha.call("ask", kind="confirm", message="Deploy?")
                assert refused["reason"] == "quiet_period"
                here = await daemon.caller()
                identity = await daemon.painted(here)
                assert daemon.screen.shown[-1].denied_to is None
                daemon.screen.press(Choice.APPROVE)
                assert await outcome(daemon, here, identity) == Approved()

        run(scenario)

    @pytest.mark.parametrize(
        "method",
        [
            "dnd",
            "next",
            "make_way",
            "remote_open",
            "remote_allow",
            "remote_close",
            "remote_list",
        ],
    )
    def test_it_changes_nothing_here(self, method: str) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.from_place(await daemon.open_place("alpha"))
                identity = await caller.request(method, seconds=60, name="alpha", secrets=True)
                assert isinstance(await caller.error(identity), NotFromPlace)
                identity = await caller.request("configure", name="tray", value=False)
                assert isinstance(await caller.error(identity), UnknownMethod)
                await daemon.answers_a_question()

        run(scenario)


class TestLimits:
    def test_all_places_together_have_half_of_the_open_questions(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop, Settings(prompts=8, prompts_per_origin=3)) as daemon:
                for name in ("alpha", "beta"):
                    caller = await daemon.from_place(await daemon.open_place(name))
                    for number in range(2):
                        await daemon.left(caller, message=f"{number}?")
                refused = await caller.call("ask", kind="confirm", message="more?", wait=0)
                assert refused["reason"] == "prompt_limit"
                here = await daemon.caller()
                for number in range(3):
                    await daemon.left(here, message=f"{number}?")

        run(scenario)

    def test_a_place_is_one_origin_whoever_asks_there(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop, Settings(prompts_per_origin=2)) as daemon:
                path = await daemon.open_place("alpha")
                for number in range(2):
                    other = {**SHELL, "pid": 100 + number, "session": 100 + number}
                    await daemon.left(await daemon.from_place(path, [other]), message=f"{number}?")
                caller = await daemon.from_place(path, command(30, 5))
                refused = await caller.call("ask", kind="confirm", message="more?")
                assert refused["reason"] == "origin_limit"

        run(scenario)

    def test_a_flood_of_connections_leaves_half_to_this_machine(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop, Settings(connections=16)) as daemon:
                paths = [await daemon.open_place(name) for name in ("alpha", "beta", "gamma")]
                flood = []
                for number in range(12):
                    caller = await daemon.connect(paths[number // 4])
                    await caller.request("ask", kind="confirm", message=f"{number}?")
                    if number < 8:
                        await caller.state()
                    flood.append(caller)
                errors = [await caller.message() for caller in flood[8:]]
                assert all("error" in each for each in errors), errors
                assert await daemon.left(await daemon.caller())

        run(scenario)

    def test_a_place_that_is_refused_has_no_others_connection_closed(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop, Settings(connections=16)) as daemon:
                flood, other = await daemon.open_place("alpha"), await daemon.open_place("beta")
                for number in range(4):
                    caller = await daemon.connect(flood)
                    await caller.request("ask", kind="confirm", message=f"{number}?")
                    await caller.state()
                silent = [await daemon.from_place(other) for _ in range(4)]
                await (await daemon.connect(flood)).error(None)
                for each in silent:
                    assert await each.call("status")

        run(scenario)


class TestWhatIsWithheld:
    ASKS = (
        {"kind": "password", "message": "Unlock"},
        {"kind": "confirm", "message": "See?", "address": "https://example.org/"},
        {
            "kind": "device_code",
            "message": "Sign in",
            "address": "https://example.org/",
            "code": "ABC",
            "bound": False,
        },
    )

    @pytest.mark.parametrize("question", ASKS)
    def test_until_the_person_allows_it(self, question: dict[str, Any]) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.from_place(await daemon.open_place("alpha"))
                refused = await caller.call("ask", **question)
                assert (refused["status"], refused["reason"]) == ("refused", "not_from_place")
                here = await daemon.caller()
                await here.call("remote_allow", name="alpha", secrets=True)
                assert (await caller.call("ask", wait=0, **question))["status"] == "pending"
                await here.call("remote_allow", name="alpha", secrets=False)
                again = await caller.call("ask", wait=0, **question | {"message": "another"})
                assert again["reason"] == "not_from_place"

        run(scenario)

    def test_what_is_open_goes_with_the_permission(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.from_place(await daemon.open_place("alpha"))
                here = await daemon.caller()
                await here.call("remote_allow", name="alpha", secrets=True)
                identity = await daemon.painted(caller, kind="password", message="Unlock")
                await here.call("remote_allow", name="alpha", secrets=False)
                assert (await caller.reply(identity))["reason"] == "not_from_place"
                daemon.screen.submit(Secret(bytearray(b"geheim")))
                assert isinstance(daemon.screen.orders[-1], e.NotRecorded)

        run(scenario)

    def test_a_password_goes_to_its_ticket_alone(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                path = await daemon.open_place("alpha")
                await (await daemon.caller()).call("remote_allow", name="alpha", secrets=True)
                caller = await daemon.from_place(path, command(30, 5))
                await daemon.left(caller, kind="password", message="Unlock")
                daemon.screen.painted()
                daemon.screen.submit(Secret(bytearray(b"geheim")))
                same = await daemon.from_place(path, command(30, 5))
                anew = await daemon.left(same, kind="password", message="Unlock")
                assert daemon.screen.shown[-1].number == 2, anew

        run(scenario)


class TestTheSameAsker:
    """By what the place says of its processes, within that place alone."""

    def test_a_late_click_is_collected_after_the_line_broke(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                path = await daemon.open_place("alpha")
                first = await daemon.from_place(path, command(30, 5))
                await daemon.painted(first, timeout=600)
                first.close()
                loop.advance(300)
                daemon.screen.press(Choice.APPROVE)
                loop.advance(500)
                again = await daemon.from_place(path, command(31, loop.time() - 1))
                identity = await again.request("ask", kind="confirm", message="Deploy?")
                await answer(again, gone=(30, 20))
                ready = await again.reply(identity)
                assert decode_outcome(await again.call("claim", claim=ready["claim"])) == Approved()
                repeated = await again.call("claim", claim=ready["claim"])
                assert decode_outcome(repeated) == Approved()

        run(scenario)

    def test_who_is_said_to_live_keeps_its_question(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                path = await daemon.open_place("alpha")
                first = await daemon.from_place(path, command(30, 5))
                await daemon.painted(first)
                other = await daemon.from_place(path, command(31, loop.time() + 1))
                await other.request("ask", kind="confirm", message="Deploy?")
                await answer(other, gone=())
                assert (await other.state())["number"] == 2

        run(scenario)

    def test_without_an_answer_it_lives(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                path = await daemon.open_place("alpha")
                first = await daemon.from_place(path, command(30, 5))
                await daemon.painted(first)
                other = await daemon.from_place(path, command(31, loop.time() + 1))
                await other.request("ask", kind="confirm", message="Deploy?")
                assert (await other.message())["method"] == "check_exited"
                loop.advance(6)
                assert (await other.state())["number"] == 2

        run(scenario)

    def test_of_many_that_are_asked_and_do_not_say_so_the_next_lives_at_once(self) -> None:
        """What waits for the answer is held, and a hostile place could have it be much."""

        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                path = await daemon.open_place("alpha")
                await daemon.painted(await daemon.from_place(path, command(30, 5)))
                for pid in range(31, 31 + MOST_OF_PLACE):
                    silent = await daemon.from_place(path, command(pid, loop.time() + 1))
                    await silent.request("ask", kind="confirm", message="Deploy?")
                    assert (await silent.message())["method"] == "check_exited"
                one_more = await daemon.from_place(path, command(99, loop.time() + 1))
                await one_more.request("ask", kind="confirm", message="Deploy?")
                assert (await one_more.state())["number"] == 2

        run(scenario)

    def test_another_boot_has_none_of_them(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                path = await daemon.open_place("alpha")
                await daemon.painted(await daemon.from_place(path, command(30, 5)))
                other = await daemon.from_place(path)
                said = {"system": "boot/2", "now": loop.time(), "processes": command(30, 5)}
                await other.notify("introduce", said)
                await other.request("ask", kind="confirm", message="Deploy?")
                assert (await other.state())["number"] == 2

        run(scenario)

    def test_what_a_client_was_not_asked_says_nothing(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                path = await daemon.open_place("alpha")
                caller = await daemon.from_place(path, command(30, 5))
                await caller.notify("exited", {"check": 7, "processes": [0, 1, 2]})
                await caller.notify("exited", {"check": 1, "processes": [4095]})
                await daemon.painted(caller)

        run(scenario)

    def test_its_claimed_processes_are_never_those_of_this_machine(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                path = await daemon.open_place("alpha")
                agent = {**SHELL, "pid": 4242, "start": 1.0}
                caller = await daemon.from_place(path, [agent])
                await daemon.painted(caller, bound=True)
                assert daemon.peer.watches == 0
                lineage = daemon.screen.shown[-1].lineage
                assert lineage.requester != Process(4242, 1.0)

        run(scenario)


async def answer(caller: Caller, *, gone: tuple[int, ...]) -> None:
    """To the question which processes have exited: those with these pids."""
    message = await caller.message()
    assert message["method"] == "check_exited", message
    asked = [pid for pid, _ in message["params"]["processes"]]
    places = [place for place, pid in enumerate(asked) if pid in gone]
    await caller.notify("exited", {"check": message["params"]["check"], "processes": places})


def is_out_of_reach(daemon: Stage) -> bool:
    """As the dialog was told last."""
    (*_, last) = [each for each in daemon.screen.orders if isinstance(each, e.Update)]
    return last.standing.is_out_of_reach


class TestReceipt:
    """Of an answer that was sent to another machine: the log says if nobody knows of it."""

    @pytest.mark.parametrize("heard", [True, False])
    def test_a_line_that_breaks_as_it_is_sent(self, heard: bool) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                path = await daemon.open_place("alpha")
                caller = await daemon.from_place(path, command(30, 5))
                identity = await daemon.painted(caller)
                daemon.screen.press(Choice.APPROVE)
                await outcome(daemon, caller, identity)
                if heard:
                    await caller.notify("echo", {})
                    await caller.call("list")
                caller.close()
                await daemon.answers_a_question()
                await daemon.terminate()
                log = "".join(path.read_text() for path in daemon.log_place.glob("*.jsonl"))
                assert ("AnswerReceiptUnknown" in log) is not heard

        run(scenario)


class TestOutOfReach:
    def test_the_dialog_says_so_while_no_sign_of_life_comes(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                path = await daemon.open_place("alpha")
                caller = await daemon.from_place(path, command(30, 5))
                await daemon.painted(caller, wait=600, timeout=600)
                loop.advance(31)
                await daemon.caller()
                assert is_out_of_reach(daemon)
                await caller.notify("echo", {})
                await caller.call("list")
                assert not is_out_of_reach(daemon)

        run(scenario)


class TestOpeningAndClosing:
    def test_a_name_that_looks_like_another_is_refused(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                await daemon.open_place("build-1")
                caller = await daemon.caller()
                for name in ("Build-1", "build-l", "build.1"):
                    identity = await caller.request("remote_open", name=name)
                    assert isinstance(await caller.error(identity), InvalidParams)
                for name in ("", "../x", ".", "a b", "bücher", "x" * 33):
                    identity = await caller.request("remote_open", name=name)
                    assert isinstance(await caller.error(identity), InvalidParams)
                assert len((await caller.call("remote_list"))["places"]) == 1

        run(scenario)

    def test_one_that_is_to_be_new_is_not_shared(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                await daemon.open_place("build-7", new=True)
                caller = await daemon.caller()
                identity = await caller.request("remote_open", name="build-7", new=True)
                assert isinstance(await caller.error(identity), InvalidParams)
                await daemon.open_place("build-7")

        run(scenario)

    def test_another_machine_never_gets_its_name(self) -> None:
        """Nor so what it was allowed, and what it has asked."""

        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                await daemon.open_place("build", destination="build.corp")
                caller = await daemon.caller()
                await caller.call("remote_allow", name="build", secrets=True)
                others: tuple[dict[str, Any], ...] = (
                    {"destination": "ada@other"},
                    {"container": True},
                    {},
                )
                for other in others:
                    identity = await caller.request("remote_open", name="build", **other)
                    assert isinstance(await caller.error(identity), InvalidParams)
                same = await caller.call("remote_open", name="build", destination="build.corp")
                assert [each["secrets"] for each in same["places"]] == [True]

        run(scenario)

    @pytest.mark.parametrize("text", ["{", '{"places": ["x"]}', '{"places": [5]}', "[" * 9999])
    def test_a_file_that_can_not_be_read_lets_nobody_in_and_is_not_written_over(
        self, text: str
    ) -> None:
        async def scenario(loop: StillLoop) -> None:
            made = Stage(loop, Settings())
            file = made.config_home / "sayso" / "places.json"
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
            async with running(made) as daemon:
                caller = await daemon.caller()
                identity = await caller.request("remote_open", name="alpha")
                assert (await caller.error(identity)).name == "unusable_file"
                assert file.read_text() == text
                await daemon.answers_a_question()

        run(scenario)

    def test_closing_withdraws_its_questions_and_ends_its_connections(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                path = await daemon.open_place("alpha")
                caller = await daemon.from_place(path, command(30, 5))
                identity = await daemon.painted(caller)
                here = await daemon.caller()
                assert (await here.call("remote_close", name="alpha"))["places"] == []
                withdrawn = await caller.reply(identity)
                assert (withdrawn["status"], withdrawn["reason"]) == ("withdrawn", "place_closed")
                await caller.ended()
                with pytest.raises(FileNotFoundError):
                    await daemon.connect(path)
                identity = await here.request("remote_close", name="alpha")
                assert isinstance(await here.error(identity), UnknownPlace)

        run(scenario)

    def test_the_socket_of_a_closed_one_never_leads_to_another_machine_of_its_name(self) -> None:
        """The ssh to the old machine lives on for a moment, and still carries that path there."""

        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                old = await daemon.open_place("alpha", destination="ada@alpha")
                await (await daemon.caller()).call("remote_close", name="alpha")
                new = await daemon.open_place("alpha", destination="ada@other")
                with pytest.raises(FileNotFoundError):
                    await daemon.connect(old)
                caller = await daemon.from_place(new, command(30, 5))
                await daemon.painted(caller)
                assert daemon.screen.shown[-1].lineage.place == "alpha"

        run(scenario)

    def test_what_is_taken_is_taken_though_it_can_not_be_written_down(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.from_place(await daemon.open_place("alpha"))
                here = await daemon.caller()
                await here.call("remote_allow", name="alpha", secrets=True)
                identity = await daemon.painted(caller, kind="password", message="Unlock")
                file = daemon.config_home / "sayso" / "places.json"
                file.unlink()
                file.mkdir()
                allowing = await here.request("remote_allow", name="alpha", secrets=False)
                error = await here.error(allowing)
                assert (error.name, "not after a restart" in error.message) == (
                    "unusable_file",
                    True,
                )
                assert (await caller.reply(identity))["reason"] == "not_from_place"
                again = await caller.call("ask", kind="password", message="Unlock")
                assert again["reason"] == "not_from_place"
                identity = await daemon.painted(caller)
                closing = await here.request("remote_close", name="alpha")
                assert (await here.error(closing)).name == "unusable_file"
                assert (await caller.reply(identity))["reason"] == "place_closed"
                await caller.ended()
                told = (await here.call("remote_list"))["places"]
                assert ["written down" in each["fault"] for each in told] == [True]
                file.rmdir()
                assert (await here.call("remote_close", name="alpha"))["places"] == []

        run(scenario)

    def test_there_are_only_so_many(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                here = await daemon.caller()
                for number in range(MOST_PLACES):
                    await here.call("remote_open", name=f"place-{number}")
                identity = await here.request("remote_open", name="one-more")
                assert "may ask already" in (await here.error(identity)).message
                told = await here.call("remote_open", name="place-0")
                assert len(told["places"]) == MOST_PLACES

        run(scenario)

    def test_what_is_on_its_way_as_it_closes_is_not_shown(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                path = await daemon.open_place("alpha")
                await daemon.painted(await daemon.from_place(path, command(30, 5)))
                other = await daemon.from_place(path, command(31, loop.time() + 1))
                identity = await other.request("ask", kind="confirm", message="Deploy?")
                assert (await other.message())["method"] == "check_exited"
                await (await daemon.caller()).call("remote_close", name="alpha")
                loop.advance(6)
                assert (await other.reply(identity))["status"] == "refused"
                assert len(daemon.screen.shown) == 1
                await daemon.answers_a_question()

        run(scenario)

    def test_one_that_goes_as_it_closes_is_seen_to_go(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                path = await daemon.open_place("alpha")
                await daemon.painted(await daemon.from_place(path, command(30, 5)))
                other = await daemon.from_place(path, command(31, loop.time() + 1))
                await other.request("ask", kind="confirm", message="Deploy?")
                await other.message()
                here = await daemon.caller()
                await here.call("remote_close", name="alpha")
                other.close()
                while (await here.call("status"))["connections"] > 2:
                    pass
                loop.advance(6)
                await here.call("status")
                assert len(daemon.screen.shown) == 1

        run(scenario)

    def test_it_is_told_who_uses_it(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                path = await daemon.open_place("alpha", destination="ada@alpha")
                await daemon.painted(await daemon.from_place(path, command(30, 5)))
                (told,) = (await (await daemon.caller()).call("remote_list"))["places"]
                assert (told["connections"], told["open"]) == (1, 1)
                assert (told["askers"], told["destination"]) == (["claude"], "ada@alpha")
                assert (told["fault"], told["secrets"]) == (None, False)

        run(scenario)

    def test_answers_are_kept_for_ten_minutes(self) -> None:
        async def scenario(loop: StillLoop) -> None:
            async with stage(loop) as daemon:
                caller = await daemon.from_place(await daemon.open_place("alpha"))
                ticket = await daemon.left(caller)
                daemon.screen.painted()
                daemon.screen.press(Choice.APPROVE)
                assert daemon.screen.orders[-1] == e.Recorded(1, 600)
                loop.advance(590)
                ready = await caller.call("collect", ticket=ticket)
                committed = await caller.call("claim", claim=ready["claim"])
                loop.advance(590)
                assert await caller.call("claim", claim=ready["claim"]) == committed

        run(scenario)
