"""What an agent gets wrong: errors that it can act on, and nothing on the screen."""

from typing import Any

from support.asking import no_dialog
from support.mcp_session import ClientProgram, words
from support.world import World

LONG = "y" * 10_240
HUGE = 1e9

Wrong = tuple[dict[str, Any], str, str]
"""What is given, the field that the error names, and words of the error."""


def each(field: str, say: str, *given: object) -> list[Wrong]:
    return [({field: value}, field, say) for value in given]


CONFIRM: list[Wrong] = [
    *each("timeout", "5 to 600", 1, 0, None, HUGE, -1, "60", True),
    *each("wait", "0 to 600", None, HUGE, -1, []),
    *each("retention", "0 to 600", None, HUGE),
    *each("render_timeout", "10 to 60", 0, None, HUGE),
    *each("max_retries", "0 to 5", None, HUGE, 1.5),
    *each("approve", "40", LONG),
    *each("deny", "40", LONG),
    *each("title", "200", LONG),
    *each("message", "16384", LONG + LONG),
    *each("message", "text", {"text": "Go?"}, None),
    *each("detail", "text", 5),
    *each("destructive", "true or false", "yes"),
    *each("kind", "not an argument", "password"),
    *each("owner", "not an argument", 1),
]
ASK_USER: list[Wrong] = [
    *each("timeout", "5 to 600", 1, 0, None, HUGE),
    *each("wait", "0 to 600", None, HUGE),
    *each("max_retries", "0 to 5", None, HUGE),
    *each("maxRetries", "0 to 5", None, HUGE),
    *each("renderTimeout", "10000 to 60000", 0, None, HUGE, "20000"),
    *each("approve", "40", LONG),
    *each("type", "confirm or notice", "poll", None),
    *each("options", "2", [], ["alone"]),
    *each("options", "look the same", ["the same", "the same"]),
    ({"options": ["short", LONG]}, "options[1]", "200"),
    *each("default", "16384", LONG + LONG),
    *each("owner", "not an argument", 1),
    ({"message": None}, "message", "text"),
]
REQUEST_SECRET: list[Wrong] = [
    *each("timeout", "5 to 600", 1, 0, None, HUGE),
    *each("deny", "40", LONG),
    *each("command", "", [], "true", None),
    ({"command": ["true", 1]}, "command[1]", "text"),
    *each("command", "no-such-program", ["no-such-program"]),
    *each("cwd", "absolute", "here"),
    *each("environment", "LD_PRELOAD", {"LD_PRELOAD": "x.so"}),
    *each("descriptor", "", 0, 1, 2, HUGE),
    *each("action", "not an argument", {}),
]
SIGN_IN: list[Wrong] = [
    *each("address", "https", "http://a.example/"),
    *each("address", "", None, LONG, 1),
    *each("code", "", "", "A\nB", None, LONG),
    *each("timeout", "60 to 1800", 5, 0, None, HUGE),
    *each("wait", "0 to 600", None, HUGE, -1),
    *each("finish", "done or failed", "yes", True, None, {}),
    *each("bound", "not an argument", True),
]
TICKET: list[Wrong] = [
    *each("ticket", "", "TICKET", None, LONG, 1),
    *each("number", "not an argument", 1),
]
HARD: dict[str, tuple[dict[str, Any], list[Wrong]]] = {
    "confirm": ({"message": "Go?"}, CONFIRM),
    "ask_user": ({"message": "Which?"}, ASK_USER),
    "request_secret": ({"message": "Go?", "command": ["true"], "cwd": "/"}, REQUEST_SECRET),
    "sign_in": (
        {"message": "Registry", "address": "https://a.example/", "code": "WDJB-MJHT"},
        SIGN_IN,
    ),
    "check": ({}, TICKET),
    "withdraw": ({}, TICKET),
}
"""By tool: what is right, and what is wrong beside it."""


def asked(world: World) -> list[str]:
    """What the daemon wrote down of questions that it was asked."""
    log = world.sayso("log", "--json").out.splitlines()
    return [line for line in log if '"InteractionRequested"' in line]


def test_a_wrong_argument_is_an_error_that_names_it_and_shows_nothing(
    world: World, agent: ClientProgram
) -> None:
    with agent.session(world.environ) as session:
        assert sorted(HARD) == sorted(session.tools)
        for tool, (right, wrong) in HARD.items():
            for given, field, say in wrong:
                result = session.start(tool, **right | given).result()
                assert result.is_error, given
                told = result.structured_content
                assert told["allowed"] is False
                assert told["error"]["data"]["error"] == "invalid_params"
                assert told["error"]["data"]["field"] == field
                for part in (f"error: {field}: ", say, "Nothing was shown", f"call {tool} again"):
                    assert part in words(result)
                assert len(words(result)) < 500
        assert asked(world) == []
        ticket = session.call("confirm", message="Go?", wait=0)["ticket"]
        assert len(asked(world)) == 1
        session.call("withdraw", ticket=ticket)
    no_dialog(world)


def test_forty_calls_at_once(world: World, agent: ClientProgram) -> None:
    """The limit on open questions holds, and every call hears of it."""
    with agent.session(world.environ) as session:
        calls = [session.start("confirm", message=f"Go to {each}?", wait=0) for each in range(40)]
        told = [call.result().structured_content for call in calls]
        tickets = [each["ticket"] for each in told if each["status"] == "pending"]
        refused = [each["reason"] for each in told if each["status"] == "refused"]
        assert (len(tickets), refused) == (8, ["origin_limit"] * 32)
        for ticket in tickets:
            assert session.status("withdraw", ticket=ticket) == "withdrawn"
    no_dialog(world)
