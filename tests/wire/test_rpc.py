"""JSON-RPC 2.0 envelopes, as literal messages: what is read, and what is refused."""

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso import errors
from sayso.errors import InvalidRequest, ProtocolError, SaysoError, ServiceError
from sayso.wire import rpc
from sayso.wire.codec import Message


def leaves(kind: type[SaysoError] = SaysoError) -> list[type[SaysoError]]:
    return [leaf for sub in kind.__subclasses__() for leaf in (leaves(sub) or [sub])]


class TestRequests:
    def test_a_request(self) -> None:
        message = {"jsonrpc": "2.0", "id": 7, "method": "ask", "params": {"kind": "confirm"}}
        assert rpc.read_request(message) == rpc.Request(7, "ask", {"kind": "confirm"})
        assert rpc.request(7, "ask", {"kind": "confirm"}) == message

    def test_params_may_be_left_out(self) -> None:
        message: Message = {"jsonrpc": "2.0", "id": "a", "method": "list"}
        assert rpc.read_request(message) == rpc.Request("a", "list", {})

    def test_without_an_id_it_is_a_notification(self) -> None:
        message = {"jsonrpc": "2.0", "method": "progress", "params": {"place": 1}}
        assert rpc.read_request(message) == rpc.Notification("progress", {"place": 1})
        assert rpc.notification("progress", {"place": 1}) == message

    @pytest.mark.parametrize("identity", [0, -1, 10**30, "", "a\nb", "\ud800"])
    def test_an_id_is_a_string_or_a_whole_number(self, identity: rpc.RequestId) -> None:
        request = rpc.read_request(rpc.request(identity, "list", {}))
        assert request == rpc.Request(identity, "list", {})

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"id": None}, "id"),
            ({"id": 1.0}, "id"),
            ({"id": float("inf")}, "id"),
            ({"id": True}, "id"),
            ({"id": []}, "id"),
            ({"id": {}}, "id"),
            ({"method": None}, "method"),
            ({"method": 1}, "method"),
            ({"method": ["ask"]}, "method"),
            ({"params": None}, "params"),
            ({"params": []}, "params"),
            ({"params": "kind"}, "params"),
            ({"jsonrpc": None}, "jsonrpc"),
            ({"jsonrpc": 2.0}, "jsonrpc"),
            ({"jsonrpc": "1.0"}, "jsonrpc"),
            ({"extra": 1}, "extra"),
            ({"result": {}}, "result"),
        ],
    )
    def test_a_member_at_fault_is_named(self, change: Message, field: str) -> None:
        with pytest.raises(InvalidRequest) as caught:
            rpc.read_request(rpc.request(1, "ask", {}) | change)
        assert caught.value.field == field

    @pytest.mark.parametrize("missing", ["jsonrpc", "method"])
    def test_a_missing_member_is_named(self, missing: str) -> None:
        message = rpc.request(1, "ask", {})
        del message[missing]
        with pytest.raises(InvalidRequest) as caught:
            rpc.read_request(message)
        assert caught.value.field == missing


class TestReplies:
    def test_a_result(self) -> None:
        message = {"jsonrpc": "2.0", "id": 1, "result": {"status": "ready"}}
        assert rpc.read_reply(message) == rpc.Response(1, {"status": "ready"})
        assert rpc.response(1, {"status": "ready"}) == message

    def test_a_notification(self) -> None:
        message = rpc.notification("progress", {"id": 1})
        assert rpc.read_reply(message) == rpc.Notification("progress", {"id": 1})

    @pytest.mark.parametrize("identity", [1, "a", None])
    def test_an_error(self, identity: rpc.RequestId | None) -> None:
        error = errors.InvalidParams("wait: too long", field="wait", remedy="wait takes 0 to 600")
        message = rpc.failure(identity, error)
        assert message == {
            "jsonrpc": "2.0",
            "id": identity,
            "error": {
                "code": -32602,
                "message": "wait: too long",
                "data": {
                    "error": "invalid_params",
                    "blame": "requester",
                    "field": "wait",
                    "remedy": "wait takes 0 to 600",
                },
            },
        }
        failure = rpc.read_reply(message)
        assert isinstance(failure, rpc.Failure)
        assert failure.id == identity
        assert isinstance(failure.error, errors.InvalidParams)
        assert failure.error.to_wire() == error.to_wire()

    @pytest.mark.parametrize(
        "change",
        [
            {"jsonrpc": "1.0"},
            {"jsonrpc": None},
            {"id": None},
            {"id": True},
            {"id": 1.5},
            {"id": []},
            {"result": None},
            {"result": "ready"},
            {"result": []},
            {"error": "bad", "result": None},
            {"error": {}, "id": []},
            {"error": {}, "id": 1.5},
            {"method": "progress", "result": None},
        ],
    )
    def test_anything_else_broke_the_protocol(self, change: Message) -> None:
        with pytest.raises(ProtocolError):
            rpc.read_reply(rpc.response(1, {}) | change)

    def test_a_notification_without_an_object_broke_the_protocol(self) -> None:
        with pytest.raises(ProtocolError):
            rpc.read_reply({"jsonrpc": "2.0", "method": "progress", "params": [1]})


class TestErrors:
    @pytest.mark.parametrize("kind", leaves(), ids=lambda kind: kind.name)
    def test_each_goes_over_the_wire_and_comes_back(self, kind: type[SaysoError]) -> None:
        sent = kind("what went wrong", field="wait", remedy="what to do")
        reply = rpc.read_reply(rpc.failure(1, sent))
        assert isinstance(reply, rpc.Failure)
        assert type(reply.error) is kind
        assert reply.error.to_wire() == sent.to_wire()

    def test_no_two_share_a_code_or_a_name(self) -> None:
        kinds = leaves()
        assert len({kind.code for kind in kinds}) == len(kinds)
        assert len({kind.name for kind in kinds}) == len(kinds)

    def test_codes_of_our_own_stay_out_of_the_reserved_range(self) -> None:
        """JSON-RPC 2.0 reserves -32768 to -32000 and names these five; MCP takes others there."""
        reserved = {kind.code for kind in leaves() if -32768 <= kind.code <= -32000}
        assert reserved == {-32700, -32600, -32601, -32602, -32603}

    @pytest.mark.parametrize(
        "error",
        [
            {},
            {"code": 1, "message": "?"},
            {"code": None},
            {"code": []},
            {"code": {}},
            {"code": "5007"},
            {"code": 1, "message": None, "data": "text"},
        ],
    )
    def test_an_unknown_one_is_sayso_at_fault(self, error: dict[str, Any]) -> None:
        reply = rpc.read_reply({"jsonrpc": "2.0", "id": 1, "error": error})
        assert isinstance(reply, rpc.Failure)
        assert type(reply.error) is ServiceError


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)
MEMBERS = st.sampled_from(["jsonrpc", "id", "method", "params", "result", "error", "extra"])
VALUES = st.just("2.0") | st.fixed_dictionaries({"code": JSON, "data": JSON}) | JSON
MESSAGES = st.dictionaries(MEMBERS, VALUES).map(lambda found: {"jsonrpc": "2.0"} | found)


@given(MESSAGES)
def test_no_message_raises_anything_but_our_errors(message: Message) -> None:
    with contextlib.suppress(InvalidRequest):
        assert rpc.read_request(message).method == message["method"]
    with contextlib.suppress(ProtocolError):
        assert rpc.read_reply(message)
