"""A secret on the wire: raw bytes after the line that announces it, from the daemon and to it."""

import traceback
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.outcome import Answered, By, Denied
from sayso.core.secret import Secret
from sayso.errors import FrameTooLarge, MemoryNotLocked, ParseError, ProtocolError
from sayso.wire import rpc, screen
from sayso.wire.codec import MAX_SECRET, Decoder, Message, encode
from sayso.wire.outcomes import decode_outcome, encode_outcome

RAW = b'p\xc3\xa4ss\n{"a":1}\n\x00\xff'
"""Newlines and JSON in it are its own."""

TWO = b'{"params":{"secret_bytes":11}}\ncanary-7f3a{"params":{"secret_bytes":1}}\n'

LINE = b'{"jsonrpc":"2.0","id":1,"result":{"status":"answered","secret_bytes":%d}}\n'
STREAM = b'{"id":0}\n' + LINE % len(RAW) + RAW + b'{"id":2}\n'


def feed(decoder: Decoder, *pieces: bytes | bytearray | memoryview) -> list[Message | ParseError]:
    return [message for piece in pieces for message in decoder.feed(piece)]


def secret_of(message: Message | ParseError, part: str = "result") -> bytes:
    assert isinstance(message, dict)
    assert "secret_bytes" not in message[part]
    secret = message[part]["secret"]
    assert isinstance(secret, Secret)
    return bytes(secret.view())


def check(messages: list[Message | ParseError]) -> None:
    first, answer, last = messages
    assert (first, last) == ({"id": 0}, {"id": 2})
    assert secret_of(answer) == RAW


class TestRawBytes:
    @pytest.mark.parametrize("at", range(len(STREAM) + 1))
    def test_a_read_may_end_at_any_byte(self, at: int) -> None:
        check(feed(Decoder(secrets=bytearray), STREAM[:at], STREAM[at:]))

    def test_each_byte_may_come_alone(self) -> None:
        check(feed(Decoder(secrets=bytearray), *(bytes([byte]) for byte in STREAM)))

    @given(st.binary(max_size=200), st.integers(0, 300))
    def test_whatever_they_are(self, raw: bytes, at: int) -> None:
        stream = LINE % len(raw) + raw + b'{"id":2}\n'
        answer, last = feed(Decoder(secrets=bytearray), stream[:at], stream[at:])
        assert secret_of(answer) == raw
        assert last == {"id": 2}

    def test_none_at_all_are_waited_for_by_nobody(self) -> None:
        (answer,) = feed(Decoder(secrets=bytearray), LINE % 0)
        assert secret_of(answer) == b""

    def test_as_many_as_allowed(self) -> None:
        raw = b"\n" * MAX_SECRET
        (answer,) = feed(Decoder(limit=1000, secrets=bytearray), LINE % len(raw) + raw)
        assert secret_of(answer) == raw

    def test_in_the_params_of_a_notification_too(self) -> None:
        line = b'{"method":"submitted","params":{"secret_bytes":3}}\n'
        (message,) = feed(Decoder(secrets=bytearray), line + b"abc")
        assert secret_of(message, "params") == b"abc"

    def test_until_they_are_whole_the_message_is_partial(self) -> None:
        decoder = Decoder(secrets=bytearray)
        assert feed(decoder, LINE % 3 + b"ab") == []
        assert decoder.partial
        assert len(feed(decoder, b"c")) == 1
        assert not decoder.partial

    def test_what_was_fed_may_be_wiped_by_who_fed_it(self) -> None:
        data = bytearray(STREAM)
        messages = feed(Decoder(secrets=bytearray), data)
        data[:] = bytes(len(data))
        check(messages)

    def test_the_limit_of_lines_holds_for_the_next_line(self) -> None:
        decoder = Decoder(limit=100, secrets=bytearray)
        assert len(feed(decoder, LINE % 3 + b"abc" + b"x" * 99)) == 1
        with pytest.raises(FrameTooLarge):
            feed(decoder, b"x")


class TestRoom:
    """Where the raw bytes go is for the caller to say."""

    def test_is_found_by_the_caller_and_filled_in_place(self) -> None:
        rooms: list[bytearray] = []

        def find(size: int) -> memoryview:
            rooms.append(bytearray(size))
            return memoryview(rooms[-1])

        (_, answer, _) = feed(Decoder(secrets=find), memoryview(bytearray(STREAM)))
        assert rooms == [RAW]
        assert isinstance(answer, dict)
        answer["result"]["secret"].wipe()
        assert rooms == [bytes(len(RAW))]

    def test_that_is_not_to_be_had_ends_it(self) -> None:
        def find(_size: int) -> bytearray:
            raise MemoryNotLocked("no room")

        with pytest.raises(MemoryNotLocked):
            feed(Decoder(secrets=find), STREAM)

    def test_no_traceback_shows_what_came_even_with_all_that_its_frames_hold(self) -> None:
        def find(size: int) -> memoryview:
            if size == 1:
                raise MemoryNotLocked("no room")
            return memoryview(bytearray(size))

        messages = Decoder(secrets=find).feed(memoryview(bytearray(TWO)))
        first = next(messages)
        assert secret_of(first, "params") == b"canary-7f3a"
        with pytest.raises(MemoryNotLocked) as caught:
            next(messages)
        trace = traceback.TracebackException.from_exception(caught.value, capture_locals=True)
        told = "".join(trace.format())
        assert "Secret(…)" in told
        assert "canary" not in told


class TestAnnounced:
    @pytest.mark.parametrize(
        "size", ["-1", str(MAX_SECRET + 1), "1e9", "1.0", "true", "null", '"3"', "[3]", "9" * 100]
    )
    def test_a_size_that_no_secret_has_is_an_error(self, size: str) -> None:
        line = b'{"result":{"secret_bytes":' + size.encode() + b"}}\n"
        (error,) = feed(Decoder(secrets=bytearray), line)
        assert isinstance(error, ParseError)
        assert str(MAX_SECRET) in error.message

    def test_where_no_secrets_are_expected_it_is_a_member_like_others(self) -> None:
        """Requesters send none: no raw byte of theirs is ever waited for."""
        line = b'{"method":"ask","params":{"secret_bytes":3}}\n'
        assert feed(Decoder(), line + b'{"id":1}\n') == [
            {"method": "ask", "params": {"secret_bytes": 3}},
            {"id": 1},
        ]

    @pytest.mark.parametrize("message", [b'{"result":[1]}', b'{"params":null}', b'{"error":{}}'])
    def test_other_messages_announce_nothing(self, message: bytes) -> None:
        assert len(feed(Decoder(secrets=bytearray), message + b"\n")) == 1


class TestBroken:
    def test_what_has_begun_is_forgotten(self) -> None:
        decoder = Decoder(secrets=bytearray)
        for beginning in (LINE % 9 + b"abc", b'{"a'):
            feed(decoder, beginning)
            decoder.clear()
            assert not decoder.partial
            assert feed(decoder, b'{"id":2}\n') == [{"id": 2}]

    def test_clearing_nothing_changes_nothing(self) -> None:
        decoder = Decoder(secrets=bytearray)
        decoder.clear()
        check(feed(decoder, STREAM))


class TestOutcome:
    def test_names_the_size_and_never_the_bytes(self) -> None:
        outcome = Answered(secret=Secret(bytearray(b"hunter2")))
        assert encode_outcome(outcome) == {
            "status": "answered",
            "decider": "user",
            "secret_bytes": 7,
        }

    def test_comes_back_with_its_secret(self) -> None:
        secret = Secret(bytearray(b"hunter2"))
        sent = rpc.response(1, encode_outcome(Answered(secret=secret)))
        (message,) = feed(Decoder(secrets=bytearray), encode(sent) + bytes(secret.view()))
        assert isinstance(message, dict)
        outcome = decode_outcome(message["result"])
        assert isinstance(outcome, Answered)
        assert outcome.secret is not None
        assert bytes(outcome.secret.view()) == b"hunter2"

    def test_another_outcome_has_none(self) -> None:
        secret = Secret(bytearray(b"hunter2"))
        wire = {"status": "denied", "decider": "user", "secret": secret}
        assert decode_outcome(wire) == Denied()

    @pytest.mark.parametrize("secret", ["hunter2", ["hunter2"], 1, True])
    def test_a_secret_in_the_line_broke_the_protocol(self, secret: object) -> None:
        with pytest.raises(ProtocolError, match="raw bytes") as caught:
            decode_outcome({"status": "answered", "decider": "user", "secret": secret})
        assert "hunter2" not in str(caught.value)


class TestSubmitted:
    def test_by_assistive_technology_says_so(self) -> None:
        secret = Secret(bytearray(b"hunter2"))
        sent = screen.write(screen.Submitted(secret, By.ASSISTIVE))
        assert sent["params"] == {"by": "assistive", "secret_bytes": 7}
        (message,) = feed(Decoder(secrets=bytearray), encode(sent) + bytes(secret.view()))
        assert isinstance(message, dict)
        read = screen.read(message)
        assert isinstance(read, screen.Submitted)
        assert read.by is By.ASSISTIVE

    @pytest.mark.parametrize("on", [True, False])
    def test_a_check_box_goes_along(self, on: bool) -> None:
        secret = Secret(bytearray(b"hunter2"))
        sent = screen.write(screen.Submitted(secret, checked=on))
        assert sent["params"] == {"checked": on, "secret_bytes": 7}
        (message,) = feed(Decoder(secrets=bytearray), encode(sent) + bytes(secret.view()))
        assert isinstance(message, dict)
        read = screen.read(message)
        assert isinstance(read, screen.Submitted)
        assert read.checked is on

    @pytest.mark.parametrize("checked", ["yes", 1])
    def test_a_check_box_is_on_or_off(self, checked: object) -> None:
        params = {"secret": Secret(bytearray(b"hunter2")), "checked": checked}
        with pytest.raises(ProtocolError):
            screen.read({"method": "submitted", "params": params})

    def test_goes_out_literally_and_comes_back(self) -> None:
        secret = Secret(bytearray(b"hunter2"))
        sent = screen.write(screen.Submitted(secret))
        assert sent == {"jsonrpc": "2.0", "method": "submitted", "params": {"secret_bytes": 7}}
        (message,) = feed(Decoder(secrets=bytearray), encode(sent) + bytes(secret.view()))
        assert isinstance(message, dict)
        read = screen.read(message)
        assert isinstance(read, screen.Submitted)
        assert bytes(read.secret.view()) == b"hunter2"

    @pytest.mark.parametrize(
        "params", [{}, {"secret": "hunter2"}, {"secret": None}, {"secret_bytes": 7}, [], None]
    )
    def test_anything_else_broke_the_protocol(self, params: Any) -> None:
        with pytest.raises(ProtocolError) as caught:
            screen.read({"jsonrpc": "2.0", "method": "submitted", "params": params})
        assert "hunter2" not in str(caught.value)
