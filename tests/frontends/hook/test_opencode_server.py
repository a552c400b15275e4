"""The OpenCode server that is followed: this machine's, with its own password, and no other's."""

import base64
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from sayso.errors import InvalidParams, ServiceError
from sayso.frontends.hook.event import Abstention
from sayso.frontends.hook.opencode_server import Server
from support import opencode_server
from support.hook_events import recorded
from support.opencode_server import PROJECT, part_of, serving

ASKED = recorded("opencode-1.18.33/permission.asked-mcp")
SESSION = f"/session/{ASKED['sessionID']}"
PART = part_of(ASKED, "x_deploy", {"where": "prod"})
MESSAGE = f"{SESSION}/message/{ASKED['tool']['messageID']}"
NESTED = b"[" * 100_000 + b"]" * 100_000
PASSWORD = {"OPENCODE_SERVER_PASSWORD": "made up"}


@pytest.fixture
def server() -> Iterator[opencode_server.Server]:
    with serving() as server:
        server.know(ASKED, PART)
        yield server


@pytest.fixture
def other() -> Iterator[opencode_server.Server]:
    """To which the first one leads."""
    with serving() as other:
        other.know(ASKED, PART)
        yield other


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org:4096",
        "http://10.0.0.1:4096",
        "ftp://127.0.0.1",
        "file:///etc/passwd",
        "127.0.0.1:4096",
        "http://me:word@127.0.0.1:4096",
        "http://127.0.0.1:70000",
        "http://[::1",
        "",
    ],
)
def test_only_this_machine_is_followed(address: str) -> None:
    with pytest.raises(InvalidParams, match="--serve"):
        Server(address, {})


def test_a_call_of_a_tool(server: opencode_server.Server) -> None:
    context = Server(server.address + "/", {}).context(ASKED, threading.Event())
    assert (context.directory, context.tool) == (PROJECT, "x_deploy")
    assert context.told == {"where": "prod"}


def test_of_no_call_there_is_the_directory_alone(server: opencode_server.Server) -> None:
    asked = {name: value for name, value in ASKED.items() if name != "tool"}
    context = Server(server.address, {}).context(asked, threading.Event())
    assert (context.directory, context.tool, context.told) == (PROJECT, "", {})


@pytest.mark.parametrize(
    "message",
    [
        None,
        {"parts": []},
        {"parts": [PART | {"callID": "call_other"}]},
        {"parts": [PART, PART]},
        {"parts": [PART | {"state": {"status": "running"}}]},
        {"parts": [PART | {"state": {"status": "completed", "input": {}}}]},
        {"parts": [PART | {"tool": 7}]},
        {"parts": "many"},
        b"not JSON",
        NESTED,
        b"7" + b" " * (16 << 20),
        7,
    ],
    ids=range(12),
)
def test_a_call_that_the_server_does_not_know(server: opencode_server.Server, message: Any) -> None:
    server.says[MESSAGE] = message
    with pytest.raises((Abstention, ServiceError), match=r"such call|no JSON|longer|404"):
        Server(server.address, {}).context(ASKED, threading.Event())


def test_a_model_that_never_says_all_of_the_input(server: opencode_server.Server) -> None:
    server.says[MESSAGE] = {"parts": [part_of(ASKED, "x_deploy", {}, "pending")]}
    over = threading.Event()
    with pytest.raises(Abstention, match="what the tool would be told"):
        Server(server.address, {}).context(ASKED, over)
    looks = len(server.read)
    over.set()
    with pytest.raises(Abstention, match="what the tool would be told"):
        Server(server.address, {}).context(ASKED, over)
    assert len(server.read) == looks + 2  # the session, and the message once


@pytest.mark.parametrize("session", [{}, {"directory": 7}, {"directory": ""}, []])
def test_a_session_of_no_directory(server: opencode_server.Server, session: Any) -> None:
    server.says[SESSION] = session
    with pytest.raises(Abstention, match="where its session works"):
        Server(server.address, {}).context(ASKED, threading.Event())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("tool", None),
        ("tool", {"messageID": "msg_1"}),
        ("tool", {"messageID": "../../x", "callID": "call_1"}),
        ("sessionID", "../permission"),
        ("sessionID", ".."),
        ("sessionID", ""),
        ("sessionID", None),
    ],
)
def test_what_a_call_is_found_by_is_never_a_path(
    server: opencode_server.Server, field: str, value: Any
) -> None:
    with pytest.raises(Abstention, match=r"tool|messageID|callID|sessionID"):
        Server(server.address, {}).context(ASKED | {field: value}, threading.Event())
    assert {path for path, _ in server.read} <= {SESSION}


@pytest.mark.parametrize("told", [b"<html>", NESTED, 7, {}])
def test_what_waits_is_a_list(server: opencode_server.Server, told: Any) -> None:
    server.says["/permission"] = told
    with pytest.raises(Abstention, match="/permission is no"):
        Server(server.address, {}).waiting("permission")


@pytest.mark.parametrize(
    ("more", "user"), [({}, "opencode"), ({"OPENCODE_SERVER_USERNAME": "mia"}, "mia")]
)
def test_its_password_goes_along(
    server: opencode_server.Server, more: dict[str, str], user: str
) -> None:
    followed = Server(server.address, PASSWORD | more)
    followed.context(ASKED, threading.Event())
    followed.reply("permission", "per_1", {"reply": "once"})
    word = "Basic " + base64.b64encode(f"{user}:made up".encode()).decode()
    assert {by for _, by in server.read} == {word}
    assert server.heard == [("/permission/per_1/reply", {"reply": "once"}, word)]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_where_it_leads_elsewhere_nobody_follows(
    server: opencode_server.Server, other: opencode_server.Server, status: int
) -> None:
    for path in ("/event", "/permission", SESSION, "/permission/per_1/reply"):
        server.fails[path] = status
    server.leads_to = other.address
    followed = Server(server.address, PASSWORD)
    with pytest.raises(ServiceError, match=str(status)):
        next(followed.events())
    with pytest.raises(ServiceError, match=str(status)):
        followed.waiting("permission")
    with pytest.raises(ServiceError, match=str(status)):
        followed.context(ASKED, threading.Event())
    with pytest.raises(ServiceError, match=str(status)):
        followed.reply("permission", "per_1", {"reply": "once"})
    assert (other.read, other.heard) == ([], [])


def test_no_proxy_hears_of_it(
    server: opencode_server.Server, other: opencode_server.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", other.address)
    monkeypatch.delenv("no_proxy", raising=False)
    assert Server(server.address, PASSWORD).waiting("permission") == []
    assert other.read == []


def test_its_events_end_where_it_does(server: opencode_server.Server) -> None:
    server.tell_raw(b": a comment\n\n")
    server.tell_raw(b"data: 7\n\n")
    server.tell_raw(b"x" * (16 << 20) + b"data: 8\n\ndata: 9")
    server.end()
    told = [data.strip() for data in Server(server.address, {}).events()]
    assert told == [b'{"type": "server.connected"}', b"7"]


def test_an_answer_to_what_is_over_is_no_fault(server: opencode_server.Server) -> None:
    server.fails["/question/que_1/reject"] = 404
    Server(server.address, {}).reply("question", "que_1", {})
    assert server.heard == [("/question/que_1/reject", None, None)]
