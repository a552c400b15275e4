"""Frames, byte by byte: one JSON object a line, in UTF-8, within the limit."""

import json
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.errors import FrameTooLarge, ParseError
from sayso.wire.codec import MAX_FRAME, Decoder, Message, decode, encode

TWO_LINES = b'{"a":"\xc3\xa9"}\n{"b":[1,2.5,true,null]}\n'
TWO_MESSAGES = [{"a": "é"}, {"b": [1, 2.5, True, None]}]


def feed(decoder: Decoder, *pieces: bytes) -> list[Message | ParseError]:
    return [message for piece in pieces for message in decoder.feed(piece)]


def nested(depth: int, opening: str, closing: str) -> bytes:
    """An object with `depth` containers within one another, itself counted."""
    inner = depth - 1
    return ('{"a":' + opening * inner + "1" + closing * inner + "}").encode()


class TestEncode:
    def test_a_message_is_one_line_of_ascii(self) -> None:
        assert encode({"text": "é\n\u2028"}) == b'{"text":"\\u00e9\\n\\u2028"}\n'

    @pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
    def test_what_json_does_not_have_is_refused(self, value: float) -> None:
        with pytest.raises(ValueError, match="not JSON compliant"):
            encode({"wait": value})


class TestLines:
    @pytest.mark.parametrize("at", range(len(TWO_LINES) + 1))
    def test_a_read_may_end_at_any_byte(self, at: int) -> None:
        assert feed(Decoder(), TWO_LINES[:at], TWO_LINES[at:]) == TWO_MESSAGES

    def test_each_byte_may_come_alone(self) -> None:
        assert feed(Decoder(), *(bytes([byte]) for byte in TWO_LINES)) == TWO_MESSAGES

    @pytest.mark.parametrize("size", [0, 400, 600, 3000])
    def test_a_view_is_read_like_bytes(self, size: int) -> None:
        lines = encode({"a": "x" * size}) + encode({"b": 1}) + b'{"c"'
        decoder = Decoder()
        read = list(decoder.feed(memoryview(bytearray(lines))))
        assert read == [{"a": "x" * size}, {"b": 1}]
        assert decoder.partial
        assert list(decoder.feed(memoryview(b":2}\n"))) == [{"c": 2}]

    def test_a_line_is_partial_until_its_newline(self) -> None:
        decoder = Decoder()
        seen = [decoder.partial]
        for piece in (b'{"a":1', b"}", b"\n", b'{"b":2}\n{'):
            feed(decoder, piece)
            seen.append(decoder.partial)
        assert seen == [False, True, True, False, True]

    def test_a_bad_line_costs_one_error_in_its_place(self) -> None:
        first, error, last = feed(Decoder(), b'{"a":1}\n{"a":\n{"b":2}\n')
        assert (first, last) == ({"a": 1}, {"b": 2})
        assert isinstance(error, ParseError)

    def test_a_carriage_return_before_the_newline_is_white_space(self) -> None:
        assert feed(Decoder(), b'{"a":1}\r\n') == [{"a": 1}]


class TestLimit:
    """The limit counts the newline."""

    LINE = b'{"a":"0123456789"}\n'

    def test_a_line_of_exactly_the_limit_is_read(self) -> None:
        assert feed(Decoder(limit=len(self.LINE)), self.LINE) == [{"a": "0123456789"}]

    def test_a_line_one_byte_over_it_is_not(self) -> None:
        with pytest.raises(FrameTooLarge):
            feed(Decoder(limit=len(self.LINE) - 1), self.LINE)

    def test_a_line_that_can_only_be_over_it_is_not_waited_for(self) -> None:
        decoder = Decoder(limit=len(self.LINE))
        assert feed(decoder, b"x" * (len(self.LINE) - 1)) == []
        with pytest.raises(FrameTooLarge):
            feed(decoder, b"x")

    def test_lines_before_the_one_over_it_are_read(self) -> None:
        messages = Decoder(limit=len(self.LINE)).feed(self.LINE + b"x" * 100 + b"\n")
        assert next(messages) == {"a": "0123456789"}
        with pytest.raises(FrameTooLarge):
            next(messages)

    def test_many_lines_in_one_read_may_be_longer_together(self) -> None:
        assert len(feed(Decoder(limit=len(self.LINE)), self.LINE * 50)) == 50

    def test_it_is_one_mebibyte_by_default(self) -> None:
        body = MAX_FRAME - len(b'{"a":""}\n')
        assert MAX_FRAME == 1024 * 1024
        assert feed(Decoder(), b'{"a":"' + b"x" * body + b'"}\n') == [{"a": "x" * body}]
        with pytest.raises(FrameTooLarge):
            feed(Decoder(), b'{"a":"' + b"x" * (body + 1) + b'"}\n')


class TestOneLine:
    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            (b"", "not JSON"),
            (b" ", "not JSON"),
            (b"{", "not JSON"),
            (b"{'a':1}", "not JSON"),
            (b'{"a":1}{"b":2}', "not JSON"),
            (b'{"a":1,}', "not JSON"),
            (b'{"a":"\t"}', "not JSON"),
            (b'{"a":01}', "not JSON"),
            (b'\xef\xbb\xbf{"a":1}', "not JSON"),
            (b'{"a":NaN}', "NaN is not a JSON number"),
            (b'{"a":Infinity}', "Infinity is not a JSON number"),
            (b'{"a":-Infinity}', "-Infinity is not a JSON number"),
            (b'{"a":' + b"9" * 5000 + b"}", "not JSON"),
            (b'{"a":1,"a":2}', "twice"),
            (b'{"a":{"b":1,"b":1}}', "twice"),
            (b'{"\\u0061":1,"a":1}', "twice"),
            (b"[]", "not a JSON object"),
            (b"null", "not a JSON object"),
            (b"1", "not a JSON object"),
            (b'"text"', "not a JSON object"),
            (b'{"a":"\xff"}', "byte 6"),
            (b'{"a":"\xc3"}', "byte 6"),
            (b'{"a":"\xed\xa0\x80"}', "byte 6"),
            (b'{"a":"\xc0\xaf"}', "byte 6"),
            ('{"a":1}'.encode("utf-16"), "byte 0"),
        ],
    )
    def test_what_is_no_message_is_an_error_that_says_why(self, line: bytes, reason: str) -> None:
        with pytest.raises(ParseError, match=reason) as caught:
            decode(line)
        assert caught.value.remedy == "send one JSON object a line, in UTF-8"

    def test_a_float_beyond_all_floats_is_left_for_the_fields_to_refuse(self) -> None:
        assert decode(b'{"a":1e309}') == {"a": float("inf")}

    def test_a_whole_number_may_be_large(self) -> None:
        assert decode(b'{"a":' + b"9" * 4000 + b"}") == {"a": 10**4000 - 1}

    def test_half_a_surrogate_pair_is_left_for_the_fields_to_refuse(self) -> None:
        assert decode(b'{"a":"\\ud800"}') == {"a": "\ud800"}


class TestNesting:
    @pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
    def test_sixteen_deep_is_read(self, opening: str, closing: str) -> None:
        line = nested(16, opening, closing)
        assert decode(line) == json.loads(line)

    @pytest.mark.parametrize("depth", [17, 100, 900, 100_000])
    @pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
    def test_deeper_is_not(self, depth: int, opening: str, closing: str) -> None:
        with pytest.raises(ParseError, match="nested more than 16 deep"):
            decode(nested(depth, opening, closing))

    def test_brackets_without_end_are_not_read(self) -> None:
        with pytest.raises(ParseError):
            decode(b'{"a":' + b"[" * 100_000)

    def test_depth_counts_and_not_size(self) -> None:
        wide: Message = {"a": [[1], {"b": [2]}, [3]] * 1000}
        assert decode(json.dumps(wide).encode()) == wide

    def test_the_deepest_branch_counts(self) -> None:
        with pytest.raises(ParseError, match="nested"):
            decode(b'{"a":[1],"b":' + b"[" * 16 + b"]" * 16 + b',"c":[]}')


def _containers(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(children, max_size=3) | st.dictionaries(st.text(), children, max_size=3)


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters())
)
VALUES = st.recursive(SCALARS, _containers, max_leaves=10)


@given(st.lists(st.dictionaries(st.text(), VALUES, max_size=4), max_size=4), st.data())
def test_what_is_encoded_is_decoded(messages: list[Message], data: st.DataObject) -> None:
    stream = b"".join(encode(message) for message in messages)
    at = data.draw(st.integers(0, len(stream)))
    assert feed(Decoder(), stream[:at], stream[at:]) == messages


HOSTILE = st.binary() | st.lists(
    st.sampled_from([b"{", b"}", b"[", b"]", b'"', b":", b",", b"\n", b"1e999", b"NaN", b"\\u",
                     b"d800", b"\xff", b"\xc3", b"null", b"9" * 5000, b"a", b" ", b"\0"])
).map(b"".join)  # fmt: skip


@given(st.lists(HOSTILE))
def test_no_bytes_raise_anything_but_our_errors(pieces: list[bytes]) -> None:
    decoder = Decoder(limit=1000)
    try:
        for message in feed(decoder, *pieces):
            assert isinstance(message, (dict, ParseError))
    except FrameTooLarge:
        assert max(map(len, b"".join(pieces).split(b"\n"))) >= 1000


def test_the_interpreter_limits_the_digits_of_a_number() -> None:
    """What refuses a number of a megabyte is this limit of Python's: it must be in force."""
    assert 0 < sys.get_int_max_str_digits() <= 5000
