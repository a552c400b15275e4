"""Conversations as they went in protocol 1: a client of then is served by the daemon of today, and
each line fits the schema."""

import json
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from sayso.wire import schema
from sayso.wire.codec import Message
from sayso.wire.messages import PARAMS
from support.daemon import stage
from support.still_loop import StillLoop, run
from support.transcript import play

TRANSCRIPTS = sorted((Path(__file__).parent / "transcripts").glob("*.jsonl"))
REFUSED = {-32600, -32601, -32602}


@cache
def fitting(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(json.dumps(schema.document(name))))


@pytest.fixture(params=TRANSCRIPTS, ids=lambda path: path.stem)
def lines(request: pytest.FixtureRequest) -> list[tuple[str, Message]]:
    """As they went now; it fails where they went otherwise than then."""

    async def scenario(loop: StillLoop) -> list[tuple[str, Message]]:
        async with stage(loop) as daemon:
            return await play(daemon, await daemon.connect(), request.param)

    return run(scenario)


def test_a_client_of_then_hears_what_it_heard_and_each_line_fits(
    lines: list[tuple[str, Message]],
) -> None:
    sent = {line["id"]: line for way, line in lines if way == "send"}
    heard = [line for way, line in lines if way == "hear"]
    assert heard
    for line in heard:
        fitting("reply").validate(line)
        if "result" in line:
            request = sent[line["id"]]
            fitting(request["method"]).validate(request)
            fitting(f"{request['method']}.result").validate(line["result"])


def test_what_the_schema_refuses_was_refused(lines: list[tuple[str, Message]]) -> None:
    refused = {line["id"] for _, line in lines if line.get("error", {}).get("code") in REFUSED}
    for way, line in lines:
        if way == "send":
            assert fitting("request").is_valid(line) is (line["id"] not in refused)


def test_every_status_and_every_method_was_heard_of() -> None:
    text = "".join(path.read_text() for path in TRANSCRIPTS)
    for method in {name.partition(".")[0] for name in PARAMS}:
        assert f'"method": "{method}"' in text
    for name in schema.definitions():
        if name.startswith("outcome."):
            assert f'"status": "{name.removeprefix("outcome.")}"' in text
