"""The client for Node hears the conversations of protocol 1 as they were recorded: each question,
to what became of it, word for word."""

import base64
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from support.node import command
from support.scripted_daemon import CLAIM, TICKET, Caller, ScriptedDaemon
from support.transcript import steps

TRANSCRIPTS = sorted((Path(__file__).parents[1] / "daemon" / "transcripts").glob("*.jsonl"))
NAMES = {"<ticket>": TICKET, "<claim>": CLAIM}
WORDS = ("message", "options", "questions", "address", "code")
"""What a method of the client takes in its places; all else are options."""

Line = dict[str, Any]


class Exchange(NamedTuple):
    """One question of a transcript, and what was heard of it to its end."""

    name: str
    request: Line
    heard: list[Line]
    committed: Line | None
    """The reply to its claim."""


def exchanges() -> Iterator[Exchange]:
    for path in TRANSCRIPTS:
        told = [filled(step) for step in steps(path)]
        sent = [step["send"] for step in told if "send" in step]
        heard = [step["hear"] for step in told if "hear" in step]
        for number, request in enumerate(sent):
            if request["method"] not in ("ask", "collect") or not is_whole(request["params"]):
                continue
            lines = [each for each in heard if request["id"] in (each.get("id"), of(each))]
            if not lines or "method" in lines[-1]:
                continue  # it ends before it was answered
            claim = next((each for each in sent[number:] if each["method"] == "claim"), None)
            is_ready = lines[-1].get("result", {}).get("status") == "ready"
            if is_ready and claim is None:
                continue  # nobody claimed it
            reply = [each for each in heard if claim and each.get("id") == claim["id"]]
            yield Exchange(
                f"{path.stem}-{request['id']}", request, lines, reply[0] if is_ready else None
            )


def of(line: Line) -> object:
    """The request that a notification is of."""
    return line.get("params", {}).get("id")


def is_whole(params: Line) -> bool:
    return "ticket" in params or ("message" in params and params["kind"] != "no such kind")


def filled(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: filled(each) for name, each in value.items()}
    if isinstance(value, list):
        return [filled(each) for each in value]
    return NAMES.get(value, value) if isinstance(value, str) else value


def replied(caller: Caller, line: Line) -> None:
    if "error" in line:
        caller.fail(line["error"]["code"], "as then", **line["error"].get("data", {}))
    elif "secret_bytes" in line["result"]:
        caller.reply_secret(bytes(line["result"]["secret_bytes"]))
    else:
        caller.reply(line["result"])


@pytest.mark.parametrize("exchange", list(exchanges()), ids=lambda each: each.name)
def test_it_says_and_hears_what_was_said_and_heard(exchange: Exchange) -> None:
    params = dict(exchange.request["params"])
    if params.get("kind") == "device_code":
        params.setdefault("bound", True)  # which it says in any case

    def script(caller: Caller) -> None:
        caller.greet(fields={"ask.device_code": list(params)})
        assert caller.expect(exchange.request["method"]) == params
        *progress, last = exchange.heard
        for line in progress:
            told = {name: each for name, each in line["params"].items() if name != "id"}
            caller.progress(**told)
        replied(caller, last)
        if exchange.committed:
            assert caller.expect("claim") == {"claim": last["result"]["claim"]}
            replied(caller, exchange.committed)

    with ScriptedDaemon(script) as daemon:
        told = called(daemon.path, exchange.request["method"], params)
    last = exchange.committed or exchange.heard[-1]
    if "error" in last:
        assert told["error"]["code"] == last["error"]["code"]
        assert told["error"]["data"]["field"] == last["error"]["data"].get("field", "")
        return
    outcome = dict(last["result"])
    if size := outcome.pop("secret_bytes", 0):
        assert base64.b64decode(told["secret"]) == bytes(size)
    assert outcome.items() <= told["outcome"].items()
    assert told["allowed"] is (outcome["status"] in ("approved", "answered"))


def called(path: str, method: str, params: Line) -> Any:
    options = dict(params)
    kind = options.pop("kind", method)
    args = [options.pop(name) for name in WORDS if name in options]
    if method == "collect":
        args = [options.pop("ticket")]
    asked = {"path": path, "method": kind, "args": args, "options": options, "rejoinWithin": 0.5}
    done = subprocess.run(
        [*command("sayso_call.mjs"), json.dumps(asked)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    return json.loads(done.stdout.splitlines()[-1])
