"""The tool that shows an address and a code, and closes their dialog when the login has ended."""

import sys

assert sys.platform != "win32"

import os
import threading
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp_types import CallToolResult

from support.mcp_desk import BOUND, NOWHERE, RESULTS, call, fault, use, words
from support.mcp_session import HANDSHAKE, STATELESS, Era
from support.scripted_daemon import (
    PENDING,
    READY,
    TICKET,
    Caller,
    Script,
    ScriptedDaemon,
    answering,
    committing,
    failing,
)

SIGN_IN = {
    "message": "Sign in to the registry.", "address": "https://a.example/d", "code": "WDJB-MJHT",
}  # fmt: skip
DONE = SIGN_IN | {"finish": "done"}
FAILED = SIGN_IN | {"finish": "failed"}
SIGNED_IN = {"status": "answered", "decider": "requester"}
DISMISSED = {"status": "dismissed", "decider": "user"}
TIMED_OUT = {"status": "timed_out", "decider": "deadline", "reason": "deadline"}
WITHDRAWN = {"status": "withdrawn", "decider": "requester", "reason": "requester"}
LISTED = {
    "number": 3, "kind": "device_code", "title": SIGN_IN["message"], "state": "shown",
    "bound": False,
}  # fmt: skip

gone = failing(4004, "this ticket is expired", method="collect", error="expired")
late = failing(4006, "this question is not open any more", method="finish", error="not_open")


def showing(asked: list[dict[str, Any]], state: str = "shown") -> Script:
    """The question stands so, and nobody has answered it."""

    def script(caller: Caller) -> None:
        caller.greet()
        asked.append(caller.expect("ask"))
        caller.progress(number=1, state=state, place=1, of=1, seconds_left=900)
        caller.reply(PENDING)

    return script


def shown(caller: Caller) -> None:
    showing([])(caller)


def finishing(heard: list[dict[str, Any]]) -> Script:
    def script(caller: Caller) -> None:
        caller.greet()
        heard.append(caller.expect("finish"))
        caller.reply({"status": "finished"})

    return script


def finished(caller: Caller) -> None:
    finishing([])(caller)


def collecting(outcome: dict[str, Any]) -> Script:
    return committing(outcome, method="collect", kind="device_code")


def listing(*prompts: dict[str, Any]) -> Script:
    return answering({"prompts": list(prompts)}, method="list")


def calls(path: str, *arguments: dict[str, Any], **options: Any) -> list[CallToolResult]:
    """What one session hears to calls of sign_in, or of another tool by its name."""

    async def talk(client: Client) -> list[CallToolResult]:
        results = []
        for each in arguments:
            given = dict(each)
            tool = given.pop("tool", "sign_in")
            results.append(await client.call_tool(tool, given))
            RESULTS[tool].validate(results[-1].structured_content)
        return results

    return use(path, talk, **options)


def last(scripts: list[Script], *arguments: dict[str, Any]) -> CallToolResult:
    with ScriptedDaemon(*scripts) as daemon:
        return calls(daemon.path, *arguments)[-1]


def status(result: CallToolResult) -> str:
    """Of what never approves."""
    told = result.structured_content
    assert told["allowed"] is False
    assert words(result) == f'{told["status"]}: {told["next_step"]} "allowed": false.'
    found: str = told["status"]
    return found


class TestShow:
    @pytest.mark.parametrize("era", [HANDSHAKE, STATELESS])
    def test_it_returns_once_the_dialog_is_on_the_screen(self, era: Era) -> None:
        asked: list[dict[str, Any]] = []
        with ScriptedDaemon(showing(asked)) as daemon:
            result = call(daemon.path, "sign_in", SIGN_IN, era=era, parent=os.getppid())
        assert asked == [
            SIGN_IN
            | {"kind": "device_code", "bound": False, "wait": 0.5, "retention": 600}
            | {"slot": SIGN_IN["code"], "owner": os.getppid(), "tool_call": True}
        ]
        assert status(result) == "pending"
        assert result.structured_content["ticket"] == TICKET
        for part in ("has come up on", "see to your command", "call sign_in again", "finish"):
            assert part in words(result)

    def test_or_once_its_wait_is_over(self) -> None:
        asked: list[dict[str, Any]] = []
        scripts = [showing(asked, "queued")]
        result = last(scripts, SIGN_IN | {"wait": 0})
        assert status(result) == "pending"
        assert "is to come up on" in words(result)
        assert [each["wait"] for each in asked] == [0]

    def test_meanwhile_it_looks_at_the_same_question(self) -> None:
        asked: list[dict[str, Any]] = []
        result = last([showing(asked, "queued"), showing(asked)], SIGN_IN)
        assert "has come up on" in words(result)
        assert [each.get("ticket") for each in asked] == [None, TICKET]

    def test_again_it_shows_the_same_question(self) -> None:
        asked: list[dict[str, Any]] = []
        with ScriptedDaemon(showing(asked), showing(asked, "put_off")) as daemon:
            results = calls(daemon.path, SIGN_IN, SIGN_IN)
        assert [status(each) for each in results] == ["pending"] * 2
        assert asked[0] == asked[1]

    def test_all_that_a_question_may_have_reaches_the_daemon(self) -> None:
        asked: list[dict[str, Any]] = []
        given = {
            "title": "T", "timeout": 1800, "retention": 5, "render_timeout": 20, "max_retries": 1,
            "scope": "s", "slot": "p",
        }  # fmt: skip
        last([showing(asked)], SIGN_IN | given | {"detail": "D"})
        assert asked[0].items() >= (given | {"details": "D"}).items()

    @pytest.mark.parametrize(
        ("outcome", "say"),
        [
            (DISMISSED, "closed the dialog"),
            (TIMED_OUT, "time of the code is over"),
            (
                {"status": "no_interactor", "decider": "headless", "reason": "no screen"},
                "Nobody can be asked: no screen",
            ),
            (
                {
                    "status": "not_shown",
                    "decider": "ui",
                    "should_retry": True,
                    "retry_reason": "no frame in 30 s",
                },
                "Repeat the same request",
            ),
            ({"status": "superseded", "decider": "requester", "reason": "slot"}, "newer question"),
            (WITHDRAWN | {"reason": "owner_exited"}, "The dialog is closed"),
            (
                {"status": "refused", "decider": "policy", "reason": "do_not_disturb"},
                "does not want to be disturbed",
            ),
        ],
        ids=lambda each: each["status"] if isinstance(each, dict) else "",
    )
    def test_each_other_end_is_told_by_its_type(self, outcome: dict[str, Any], say: str) -> None:
        is_decision = outcome in (DISMISSED, TIMED_OUT)
        script = committing(outcome, kind="device_code") if is_decision else answering(outcome)
        result = last([script], SIGN_IN)
        assert status(result) == outcome["status"]
        assert say in words(result)


class TestFinish:
    @pytest.mark.parametrize("era", [HANDSHAKE, STATELESS])
    @pytest.mark.parametrize(
        ("given", "done", "ends", "as_status", "say"),
        [
            (DONE, True, collecting(SIGNED_IN), "answered", "signed in, as you told it"),
            (FAILED, False, answering(WITHDRAWN, method="collect"), "withdrawn", "is closed"),
        ],
        ids=["done", "failed"],
    )
    def test_it_closes_the_dialog(
        self, given: dict[str, Any], done: bool, ends: Script, as_status: str, say: str, era: Era
    ) -> None:
        heard: list[dict[str, Any]] = []
        with ScriptedDaemon(shown, finishing(heard), ends) as daemon:
            _, result = calls(daemon.path, SIGN_IN, given, era=era)
        assert heard == [{"ticket": TICKET, "done": done}]
        assert status(result) == as_status
        assert say in words(result)

    def test_in_other_words_for_the_same_code_it_does_too(self) -> None:
        heard: list[dict[str, Any]] = []
        scripts = [shown, finishing(heard), collecting(SIGNED_IN)]
        result = last(scripts, SIGN_IN, DONE | {"message": "Signed in."})
        assert status(result) == "answered"
        assert heard[0]["ticket"] == TICKET

    def test_for_another_code_it_closes_nothing(self) -> None:
        result = last([shown, listing()], SIGN_IN, DONE | {"code": "XKCD-0001"})
        assert status(result) == "not_open"

    @pytest.mark.parametrize("outcome", [DISMISSED, TIMED_OUT])
    def test_too_late_it_says_how_the_dialog_ended(self, outcome: dict[str, Any]) -> None:
        result = last([shown, late, collecting(outcome)], SIGN_IN, DONE)
        assert status(result) == outcome["status"]

    def test_later_still_that_it_is_not_open(self) -> None:
        result = last([shown, late, gone], SIGN_IN, DONE)
        assert status(result) == "not_open"
        assert not result.is_error
        assert "Go by how your command ended" in words(result)

    def test_then_the_same_code_can_be_shown_anew(self) -> None:
        asked: list[dict[str, Any]] = []
        scripts = [shown, late, gone, showing(asked, "queued"), showing(asked)]
        result = last(scripts, SIGN_IN, DONE, SIGN_IN)
        assert status(result) == "pending"
        assert len(asked) == 2

    @pytest.mark.parametrize(("given", "as_status"), [(DONE, "answered"), (FAILED, "withdrawn")])
    def test_what_another_call_has_heard_is_told_all_the_same(
        self, given: dict[str, Any], as_status: str
    ) -> None:
        assert status(last([shown, finished, gone], SIGN_IN, given)) == as_status

    def test_an_error_of_the_daemon_is_one_of_the_tool(self) -> None:
        stopping = failing(5007, "it is going down", method="finish", error="stopping")
        result = last([shown, stopping], SIGN_IN, DONE)
        assert fault(result) == ("stopping", "")


class TestFinishOfAServerBefore:
    """This one has shown nothing: what the daemon lists says whether there is anything to close."""

    def test_it_goes_on_with_the_question(self) -> None:
        heard: list[dict[str, Any]] = []
        asked: list[dict[str, Any]] = []
        scripts = [
            listing(LISTED), showing(asked), finishing(heard), collecting(SIGNED_IN),
        ]  # fmt: skip
        assert status(last(scripts, DONE)) == "answered"
        assert asked[0]["wait"] == 0
        assert heard == [{"ticket": TICKET, "done": True}]

    def test_it_finds_it_by_its_title(self) -> None:
        scripts = [listing(LISTED | {"title": "T"}), shown, finished, collecting(SIGNED_IN)]
        assert status(last(scripts, DONE | {"title": "T"})) == "answered"

    def test_it_hears_how_that_ended(self) -> None:
        scripts = [
            listing(LISTED | {"state": "answered"}), committing(DISMISSED, kind="device_code"),
        ]  # fmt: skip
        assert status(last(scripts, DONE)) == "dismissed"

    @pytest.mark.parametrize(
        "other",
        [
            {"kind": "notice"},
            {"title": "Sign in elsewhere."},
            {"state": "not_shown"},
            {"bound": True},
        ],
    )
    def test_it_asks_nothing_anew(self, other: dict[str, Any]) -> None:
        assert status(last([listing(LISTED | other)], DONE)) == "not_open"


@pytest.mark.parametrize(
    ("given", "field", "say"),
    [
        ({"message": None}, "message", "text"),
        ({"message": ""}, "message", "must not be empty"),
        ({"address": "http://a.example/"}, "address", "https"),
        ({"address": "https://u:p@a.example/"}, "address", "user"),
        ({"code": ""}, "code", "must not be blank"),
        ({"code": "A\nB"}, "code", "one line"),
        ({"wait": 601}, "wait", "0 to 600"),
        ({"timeout": 5}, "timeout", "60 to 1800"),
        ({"finish": "yes"}, "finish", "must be done or failed"),
        ({"finish": True}, "finish", "must be done or failed"),
        ({"finish": None}, "finish", "must be done or failed"),
        ({"bound": True}, "bound", "is not an argument"),
        ({"approve": "Go"}, "approve", "is not an argument"),
        ({"if_headless": "approve"}, "if_headless", "an approval can't be declared"),
    ],
)
def test_a_wrong_argument_is_named_and_shows_nothing(
    given: dict[str, Any], field: str, say: str
) -> None:
    result = call(NOWHERE, "sign_in", SIGN_IN | given)
    assert fault(result) == ("invalid_params", field)
    assert say in words(result)
    assert "call sign_in again" in words(result)


@pytest.mark.parametrize("name", SIGN_IN)
def test_so_is_one_that_is_missing(name: str) -> None:
    given = {each: value for each, value in SIGN_IN.items() if each != name}
    assert fault(call(NOWHERE, "sign_in", given)) == ("invalid_params", name)


CHECK = {"tool": "check", "ticket": TICKET}


def standing(told: dict[str, Any]) -> Script:
    """Replies so to `collect`, and says of which kind the question is."""
    return answering({**told, "kind": "device_code"}, method="collect")


class TestByItsTicket:
    @pytest.mark.parametrize("before", [[], [SIGN_IN]], ids=["another session's", "its own"])
    @pytest.mark.parametrize(
        ("script", "as_status", "say"),
        [
            (standing(PENDING), "pending", "call sign_in again"),
            (collecting(SIGNED_IN), "answered", "signed in"),
            (collecting(DISMISSED), "dismissed", "Look at your command"),
            (standing(WITHDRAWN), "withdrawn", "closed"),
        ],
        ids=["pending", "answered", "dismissed", "withdrawn"],
    )
    def test_check_tells_where_it_stands(
        self, script: Script, as_status: str, say: str, before: list[dict[str, Any]]
    ) -> None:
        scripts = [shown, script] if before else [script]
        result = last(scripts, *before, CHECK | {"wait": 0})
        assert status(result) == as_status
        assert say in words(result)

    def test_withdraw_closes_it_and_there_is_nothing_more_to_finish(self) -> None:
        scripts = [shown, answering({"number": 1}, method="withdraw"), listing()]
        withdraw = {"tool": "withdraw", "ticket": TICKET}
        with ScriptedDaemon(*scripts) as daemon:
            _, withdrawn, finish = calls(daemon.path, SIGN_IN, withdraw, DONE)
        assert status(withdrawn) == "withdrawn"
        assert status(finish) == "not_open"


@pytest.mark.parametrize(
    ("script", "given", "outcome"),
    [(shown, DONE, SIGNED_IN), (None, SIGN_IN, DISMISSED)],
    ids=["finish", "show"],
)
def test_as_its_outcome_is_on_its_way_to_a_cancelled_call_the_next_one_hears_it(
    script: Script | None, given: dict[str, Any], outcome: dict[str, Any]
) -> None:
    """It is claimed by then, and so spent: nobody else would hear it."""
    claimed, cancelled, over = (threading.Event() for _ in range(3))

    def claims(caller: Caller) -> None:
        caller.greet()
        caller.expect("collect" if script else "ask")
        caller.reply(READY | {"kind": "device_code"})
        caller.expect("claim")
        claimed.set()
        assert cancelled.wait(BOUND)
        caller.reply(outcome)
        assert caller.ends()
        over.set()

    async def talk(client: Client) -> CallToolResult:
        if script:
            await client.call_tool("sign_in", SIGN_IN)
        async with anyio.create_task_group() as group:
            group.start_soon(client.call_tool, "sign_in", given)
            await anyio.to_thread.run_sync(claimed.wait)
            group.cancel_scope.cancel()
        await client.list_tools()  # the server has heard of it by then
        cancelled.set()
        assert await anyio.to_thread.run_sync(over.wait, BOUND)
        return await client.call_tool("sign_in", DONE)

    before = [script, finished] if script else []
    with ScriptedDaemon(*before, claims) as daemon:
        assert status(use(daemon.path, talk)) == outcome["status"]
