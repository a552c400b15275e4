"""Hostile and broken requests while a dialog is on the screen."""

import contextlib
import json
from collections.abc import Iterator
from typing import Any

import pytest

from support.turns import answer_next, on_screen
from support.wire import Wire
from support.world import World

CLOSED = "the connection closed"

CLOCKS = {"wait": (0, 600), "timeout": (5, 600), "retention": (0, 600), "render_timeout": (10, 60)}

GOOD = {"kind": "confirm", "message": "Is this a question?"}


@pytest.fixture
def asked(world: World) -> Iterator[World]:
    """A dialog is on the screen; it is the only one afterwards, and still answered."""
    job = world.start("confirm", "Deploy?")
    before = on_screen(world)
    yield world
    (after,) = world.prompts()
    assert (after["number"], after["state"]) == (before["number"], "shown")
    answer_next(world, "Approve")
    assert job.wait().code == 0


def frame(**params: object) -> bytes:
    """A question with these parameters, as Python writes them: NaN and Infinity pass."""
    request = {"jsonrpc": "2.0", "id": 1, "method": "ask", "params": GOOD | params}
    return json.dumps(request).encode() + b"\n"


def frame_with(field: str, literal: bytes) -> bytes:
    """A question with these bytes as the value of this field."""
    return frame(**{field: "?"}).replace(b'"?"', literal)


def frame_without(field: str) -> bytes:
    params = {name: value for name, value in GOOD.items() if name != field}
    request = {"jsonrpc": "2.0", "id": 1, "method": "ask", "params": params}
    return json.dumps(request).encode() + b"\n"


def error(wire: Wire) -> dict[str, Any]:
    """The `data` of the error that came, or what happened instead."""
    reply = wire.line()
    if reply is None:
        return {"error": CLOSED}
    data: dict[str, Any] = reply["error"]["data"] if "error" in reply else {"accepted": reply}
    return data


def error_of(wire: Wire, data: bytes) -> tuple[str | None, str | None]:
    """The word of the error for these bytes, and the field that it names."""
    wire.send(data)
    answer = error(wire)
    return answer.get("error"), answer.get("field")


def test_clocks_out_of_bounds_are_refused_with_their_bounds(asked: World) -> None:
    """All on one connection, which goes on."""
    with asked.wire() as wire:
        for field, (low, high) in CLOCKS.items():
            literals = [b"1e309", b"-1e309", b"-1", b"601", b"%d.001" % high, b"null", b'"45"']
            literals += [b"0", b"%d.999" % (low - 1)] if low else []
            for literal in literals:
                wire.send(frame_with(field, literal))
                answer = error(wire)
                assert (answer["error"], answer["field"]) == ("invalid_params", field), literal
                assert f"{low} to {high}" in answer["remedy"], literal
            for literal in (b"NaN", b"Infinity", b"-Infinity"):  # Python's own, no JSON
                assert error_of(wire, frame_with(field, literal)) == ("parse_error", None), literal


def test_frames_that_are_no_request_are_refused_by_name(asked: World) -> None:
    """All on one connection, which goes on."""
    cases: dict[bytes, tuple[str, str | None]]
    nested = b"[" * 100 + b"]" * 100
    cases = {
        frame_without("message"): ("invalid_params", "message"),
        frame_without("kind"): ("invalid_params", "kind"),
        frame(approve_on_timeout=True): ("invalid_params", "approve_on_timeout"),
        frame(message=None): ("invalid_params", "message"),
        frame(kind="poll"): ("invalid_params", "kind"),
        frame_with("message", b'"\xff\xfe"'): ("parse_error", None),
        frame_with("message", b'"\\ud800"'): ("invalid_params", "message"),
        frame_with("message", nested): ("parse_error", None),
        nested + b"\n": ("parse_error", None),
        b'{"a":' * 100 + b"1" + b"}" * 100 + b"\n": ("parse_error", None),
        b"{}\n": ("invalid_request", "jsonrpc"),
        b"[]\n": ("parse_error", None),
        b"\n": ("parse_error", None),
        b"\0\n": ("parse_error", None),
        b'{"jsonrpc": "2.0", "id": 1, "method": "approve"}\n': ("unknown_method", "method"),
    }
    with asked.wire() as wire:
        got = {data: error_of(wire, data) for data in cases}
        assert got == cases
        assert "result" in wire.call("status")


def test_frame_of_two_mebibytes_ends_its_connection(asked: World) -> None:
    huge = frame_with("message", b'"' + b"x" * (2 << 20) + b'"')
    for data in (huge, huge.rstrip()):
        with asked.wire() as wire:
            # it need not read it all
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                wire.send(data)
            assert error(wire)["error"] == "frame_too_large"
            assert wire.line() is None


def test_half_a_frame_and_silence_ends_its_connection(asked: World) -> None:
    with asked.wire() as wire:
        assert "result" in wire.call("status")
        assert error_of(wire, frame()[:40]) == ("frame_too_slow", None)
        assert wire.line() is None


def test_frame_that_comes_byte_by_byte_ends_its_connection(asked: World) -> None:
    """Each byte well within the 2 s that the whole may take."""
    with asked.wire(timeout=0.3) as wire:
        for byte in frame()[:20]:
            wire.send(bytes([byte]))
            with contextlib.suppress(TimeoutError):
                assert error(wire)["error"] == "frame_too_slow"
                break
        else:
            raise AssertionError("a frame may take for ever")
        assert wire.line() is None
