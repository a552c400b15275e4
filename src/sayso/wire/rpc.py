"""JSON-RPC 2.0 envelopes (https://www.jsonrpc.org/specification), without batches. Sans-IO."""

from __future__ import annotations

from sayso.errors import InvalidRequest, ProtocolError, SaysoError, from_wire
from sayso.values import Value
from sayso.wire.codec import Message

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from typing import Any, TypeGuard

PROTOCOL = 1
"""Version of the protocol, counted up when a message changes in a way that an older peer would
misread. New methods, kinds of question and optional fields leave it as it is: `hello` tells which
there are."""

INTRODUCE, EXITED, ECHO = "introduce", "exited", "echo"
"""Notifications from a client on another machine: see `sayso.wire.elsewhere`."""

CHECK_EXITED = "check_exited"
"""Notification from the daemon, which expects `exited` in return."""

RequestId = str | int

Params = dict[str, "Any"]


class Request(Value):
    id: RequestId
    method: str
    params: Params


class Notification(Value):
    method: str
    params: Params


class Response(Value):
    """The result of a request."""

    id: RequestId | None
    result: Params


class Failure(Value):
    """An error in reply to a request. `id` is None if the request's own could not be read."""

    id: RequestId | None
    error: SaysoError


def request(id: RequestId, method: str, params: Params) -> Message:
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


def notification(method: str, params: Params) -> Message:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def response(id: RequestId, result: Params) -> Message:
    return {"jsonrpc": "2.0", "id": id, "result": result}


def failure(id: RequestId | None, error: SaysoError) -> Message:
    return {"jsonrpc": "2.0", "id": id, "error": error.to_wire()}


def read_request(message: Message) -> Request | Notification:
    """Reads what a client sent. Raises InvalidRequest, which names the member at fault."""
    _only(message, {"jsonrpc", "id", "method", "params"})
    if message.get("jsonrpc") != "2.0":
        raise InvalidRequest('"jsonrpc" must be "2.0"', field="jsonrpc")
    method = message.get("method")
    if not isinstance(method, str):
        raise InvalidRequest('"method" must be a string', field="method")
    params = message.get("params", {})
    if not isinstance(params, dict):
        raise InvalidRequest('"params" must be an object', field="params")
    if "id" not in message:
        return Notification(method, params)
    if not is_request_id(message["id"]):
        raise InvalidRequest('"id" must be a string or an integer', field="id")
    return Request(message["id"], method, params)


def read_reply(message: Message) -> Response | Failure | Notification:
    """Reads what a server sent. Raises ProtocolError."""
    if message.get("jsonrpc") != "2.0":
        raise ProtocolError("the reply is not a JSON-RPC 2.0 message")
    method, params = message.get("method"), message.get("params", {})
    if isinstance(method, str) and isinstance(params, dict) and "id" not in message:
        return Notification(method, params)
    id, result, error = message.get("id"), message.get("result"), message.get("error")
    if isinstance(error, dict) and (id is None or is_request_id(id)):
        return Failure(id, from_wire(error))
    if isinstance(result, dict) and is_request_id(id):
        return Response(id, result)
    raise ProtocolError("the reply is neither a result, an error nor a notification")


def is_request_id(value: object) -> TypeGuard[RequestId]:
    """Whether this is a string or an integer. JSON-RPC discourages fractions and null, and we
    refuse them."""
    return isinstance(value, (str, int)) and not isinstance(value, bool)


def _only(message: Message, names: set[str]) -> None:
    extra = sorted(set(message) - names)
    if extra:
        raise InvalidRequest(f'unknown member "{extra[0]}"', field=extra[0])
