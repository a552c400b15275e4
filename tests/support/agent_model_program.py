"""A language model for agents without an account: it calls the tools of a plan in order.

Run as a program with the plan as JSON, a list of {"name", "input"}. It prints its port, and then a
line of JSON for each tool's result that it is told. After the last call it says "All done.". A call
may have "meanwhile": another tool, which is called until the wanted one is offered, since agents
begin before the servers of their tools are up.

It serves the protocols of the agents, each as a stream of events: Anthropic's Messages, OpenAI's
Responses and Chat Completions, and Gemini's generateContent. It listens on loopback only.
"""

import gzip
import json
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol

Call = dict[str, Any]
Body = dict[str, Any]
DONE = "All done."


def text_of(content: Any) -> str:
    """The text of a tool's result, however it is wrapped."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(text_of(part) for part in content)
    if isinstance(content, dict) and "text" in content:
        return text_of(content["text"])
    return json.dumps(content)


class Way(Protocol):
    """A protocol between agent and model: how a request is read and how an answer is written."""

    @staticmethod
    def results(body: Body) -> list[str]:
        """The tools' results in the conversation so far."""

    @staticmethod
    def has_tools(body: Body) -> bool:
        """Whether the request offers any tools."""

    @staticmethod
    def answer(call: Call | None, number: int) -> Iterator[Body]:
        """The events of one answer: a tool call, or DONE if `call` is None. `number`: for the
        identifiers."""


class Messages:
    """https://docs.claude.com/en/api/messages-streaming"""

    @staticmethod
    def results(body: Body) -> list[str]:
        contents = [each["content"] for each in body["messages"]]
        parts = [part for content in contents if isinstance(content, list) for part in content]
        return [text_of(part["content"]) for part in parts if part.get("type") == "tool_result"]

    @staticmethod
    def has_tools(body: Body) -> bool:
        return bool(body.get("tools"))

    @staticmethod
    def answer(call: Call | None, number: int) -> Iterator[Body]:
        start: Body = {
            "id": f"msg_{number}",
            "type": "message",
            "role": "assistant",
            "content": [],
            "model": "planned",
            "stop_reason": None,
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
        yield {"type": "message_start", "message": start}
        if call:
            block = {"type": "tool_use", "id": f"toolu_{number}", "name": call["name"], "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(call["input"])}
        else:
            block = {"type": "text", "text": ""}
            delta = {"type": "text_delta", "text": DONE}
        yield {"type": "content_block_start", "index": 0, "content_block": block}
        yield {"type": "content_block_delta", "index": 0, "delta": delta}
        yield {"type": "content_block_stop", "index": 0}
        reason = "tool_use" if call else "end_turn"
        ended = {"stop_reason": reason, "stop_sequence": None}
        yield {"type": "message_delta", "delta": ended, "usage": {"output_tokens": 1}}
        yield {"type": "message_stop"}


class Responses:
    """https://platform.openai.com/docs/api-reference/responses-streaming"""

    @staticmethod
    def results(body: Body) -> list[str]:
        outputs = ("function_call_output", "custom_tool_call_output")
        return [text_of(each["output"]) for each in body["input"] if each.get("type") in outputs]

    @staticmethod
    def has_tools(body: Body) -> bool:
        return bool(body.get("tools"))

    @staticmethod
    def answer(call: Call | None, number: int) -> Iterator[Body]:
        response: Body = {"id": f"resp_{number}", "object": "response", "output": []}
        yield {"type": "response.created", "response": response | {"status": "in_progress"}}
        if call:
            item: Body = {
                "type": "function_call",
                "id": f"fc_{number}",
                "call_id": f"call_{number}",
                "name": call["name"],
                "arguments": json.dumps(call["input"]),
            }
        else:
            part = {"type": "output_text", "text": DONE, "annotations": []}
            item = {"type": "message", "id": f"m_{number}", "role": "assistant", "content": [part]}
        yield {"type": "response.output_item.added", "output_index": 0, "item": item}
        yield {"type": "response.output_item.done", "output_index": 0, "item": item}
        usage = {
            "input_tokens": 1,
            "output_tokens": 1,
            "total_tokens": 2,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens_details": {"reasoning_tokens": 0},
        }
        ended = {"status": "completed", "output": [item], "usage": usage}
        yield {"type": "response.completed", "response": response | ended}


class Completions:
    """https://platform.openai.com/docs/api-reference/chat-streaming"""

    @staticmethod
    def results(body: Body) -> list[str]:
        return [text_of(each["content"]) for each in body["messages"] if each["role"] == "tool"]

    @staticmethod
    def has_tools(body: Body) -> bool:
        return bool(body.get("tools"))

    @staticmethod
    def answer(call: Call | None, number: int) -> Iterator[Body]:
        delta: Body = {"role": "assistant", "content": None if call else DONE}
        if call:
            function = {"name": call["name"], "arguments": json.dumps(call["input"])}
            tool = {"index": 0, "id": f"call_{number}", "type": "function", "function": function}
            delta["tool_calls"] = [tool]
        for told, reason in ((delta, None), ({}, "tool_calls" if call else "stop")):
            choice = {"index": 0, "delta": told, "finish_reason": reason}
            yield {
                "id": f"chat_{number}",
                "object": "chat.completion.chunk",
                "created": 1,
                "model": "planned",
                "choices": [choice],
            }


class Contents:
    """https://ai.google.dev/api/generate-content"""

    @staticmethod
    def results(body: Body) -> list[str]:
        parts = [part for each in body["contents"] for part in each.get("parts", [])]
        told = [part["functionResponse"] for part in parts if "functionResponse" in part]
        return [text_of(each.get("response")) for each in told]

    @staticmethod
    def has_tools(body: Body) -> bool:
        return any("functionDeclarations" in each for each in body.get("tools", []))

    @staticmethod
    def answer(call: Call | None, number: int) -> Iterator[Body]:
        part: Body = {"text": DONE}
        if call:
            part = {"functionCall": {"name": call["name"], "args": call["input"]}}
        content = {"role": "model", "parts": [part]}
        usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
        candidate = {"content": content, "finishReason": "STOP", "index": 0}
        yield {"candidates": [candidate], "usageMetadata": usage, "responseId": str(number)}


WAYS: dict[str, type[Way]] = {
    "/messages": Messages,
    "/responses": Responses,
    "/chat/completions": Completions,
    "GenerateContent": Contents,
    "generateContent": Contents,
}
"""Protocols by the end of the request's path."""


class Model(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, plan: list[Call]) -> None:
        super().__init__(("127.0.0.1", 0), Request)
        self.plan = plan
        self.answered = 0
        self.meanwhile = 0
        """Calls so far that were not in the plan."""
        self.is_waiting = False
        """Whether the latest call was one that is not in the plan."""


class Request(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Model

    def log_message(self, *_: object) -> None:
        pass

    def do_HEAD(self) -> None:
        self.send({})

    def do_GET(self) -> None:
        self.send({"object": "list", "data": []})

    def do_POST(self) -> None:
        body = self.body()
        path = self.path.partition("?")[0].partition(":stream")
        ending = path[0] + path[2]
        way = next((each for end, each in WAYS.items() if ending.endswith(end)), None)
        if way is None:  # token counts and telemetry
            self.send({"input_tokens": 1, "totalTokens": 1})
            return
        results = way.results(body)
        if results and not self.server.is_waiting:
            print(json.dumps(results[-1]), flush=True)
        at = len(results) - self.server.meanwhile
        is_next = way.has_tools(body) and at < len(self.server.plan)
        self.server.answered += 1
        call = self.wanted(self.server.plan[at], body) if is_next else None
        events = list(way.answer(call, self.server.answered))
        if way is Contents and "stream" not in self.path:
            self.send(events[0])
        elif way is Messages and not body.get("stream"):
            self.send(events[0]["message"] | {"content": [{"type": "text", "text": DONE}]})
        else:
            self.stream(events, ends=way is Completions)

    def wanted(self, call: Call, body: Body) -> Call:
        """The tool call of the plan, or its "meanwhile" while its tool is not offered."""
        offered = [each.get("name") for each in body["tools"]]
        self.server.is_waiting = "meanwhile" in call and call["name"] not in offered
        if not self.server.is_waiting:
            return call
        self.server.meanwhile += 1
        return {"name": call["meanwhile"], "input": {}}

    def body(self) -> Body:
        data = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.headers.get("content-encoding") == "gzip":
            data = gzip.decompress(data)
        told: Body = json.loads(data or b"{}")
        return told

    def send(self, body: Body) -> None:
        data = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def stream(self, events: list[Body], *, ends: bool) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for event in events:
            named = f"event: {event['type']}\n" if "type" in event else ""
            self.wfile.write(f"{named}data: {json.dumps(event)}\n\n".encode())
        if ends:
            self.wfile.write(b"data: [DONE]\n\n")
        self.close_connection = True


def main() -> None:
    model = Model(json.loads(sys.argv[1]))
    print(model.server_address[1], flush=True)
    model.serve_forever()


if __name__ == "__main__":
    main()
