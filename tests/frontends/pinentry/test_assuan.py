"""Lines of the Assuan protocol, by literal bytes."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.frontends.pinentry import assuan


def lines_of(secret: bytes) -> bytes:
    room = bytearray(assuan.room_for(bytearray(secret)))
    return bytes(room[: assuan.write_data(bytearray(secret), room)])


def read_back(lines: bytes) -> bytes:
    """As libassuan does."""
    data = b""
    for line in lines.splitlines(keepends=True):
        assert line.startswith(b"D ")
        assert line.endswith(b"\n")
        assert len(line) - 1 <= assuan.LONGEST
        first, *others = line[2:-1].split(b"%")
        data += first
        for each in others:
            data += bytes.fromhex(each[:2].decode()) + each[2:]
    return data


class TestSecret:
    def test_is_a_line(self) -> None:
        assert lines_of(b"hunter2") == b"D hunter2\n"

    def test_what_would_end_the_line_is_escaped(self) -> None:
        assert lines_of(b"100%\r\n \xc3\xa4") == b"D 100%25%0D%0A \xc3\xa4\n"

    def test_an_empty_one_has_no_line(self) -> None:
        assert lines_of(b"") == b""

    def test_a_long_one_has_several(self) -> None:
        assert lines_of(b"x" * 999) == b"D " + b"x" * 998 + b"\nD x\n"

    def test_no_escape_is_torn(self) -> None:
        assert lines_of(b"x" * 996 + b"%") == b"D " + b"x" * 996 + b"\nD %25\n"

    @given(st.binary(max_size=3000) | st.text("%x\r\n").map(str.encode))
    def test_comes_whole_in_the_room_for_it(self, secret: bytes) -> None:
        assert read_back(lines_of(secret)) == secret

    def test_the_room_is_enough_for_the_worst(self) -> None:
        for size in (0, 1, 332, 333, 664, 5000):
            assert read_back(lines_of(b"%" * size)) == b"%" * size


class TestCommand:
    @pytest.mark.parametrize(
        ("line", "told"),
        [
            (b"GETPIN", ("GETPIN", "")),
            (b"getpin", ("GETPIN", "")),
            (b"SETDESC Two  words%0A", ("SETDESC", "Two  words%0A")),
            (b" CONFIRM  --one-button ", ("CONFIRM", "--one-button")),
            (b"SETDESC \xff", ("SETDESC", "\N{REPLACEMENT CHARACTER}")),
            (b"", ("", "")),
            (b"# said aside", ("", "")),
        ],
    )
    def test_is_read(self, line: bytes, told: tuple[str, str]) -> None:
        assert assuan.command(line) == told

    @pytest.mark.parametrize(
        ("argument", "told"),
        [
            ("no-grab", ("no-grab", "")),
            ("ttyname=/dev/pts/1", ("ttyname", "/dev/pts/1")),
            ("owner=4711/1000 some host", ("owner", "4711/1000 some host")),
            ("display :0", ("display", ":0")),
            ("--lc-ctype = C", ("lc-ctype", "C")),
            ("", ("", "")),
        ],
    )
    def test_options(self, argument: str, told: tuple[str, str]) -> None:
        assert assuan.option(argument) == told

    @pytest.mark.parametrize(
        ("text", "plain"),
        [
            ("a%0Ab%25", "a\nb%"),
            ("%c3%a4 ä", "ä ä"),
            ("100% of %zz% 1%", "100% of %zz% 1%"),
            ("%ff", "\N{REPLACEMENT CHARACTER}"),
        ],
    )
    def test_its_text(self, text: str, plain: str) -> None:
        assert assuan.unescape(text) == plain


class TestLines:
    def test_one_after_another(self) -> None:
        stream = io.BytesIO(b"NOP\nHELP\r\n\nBYE")
        assert [assuan.read_line(stream) for _ in range(5)] == [b"NOP", b"HELP", b"", b"BYE", None]

    def test_the_longest(self) -> None:
        assert assuan.read_line(io.BytesIO(b"x" * 1000 + b"\n")) == b"x" * 1000

    @pytest.mark.parametrize("size", [1001, 2000, 5000])
    def test_one_that_is_too_long_is_passed_over_once(self, size: int) -> None:
        stream = io.BytesIO(b"x" * size + b"\nNOP\n")
        with pytest.raises(assuan.TooLong):
            assuan.read_line(stream)
        assert assuan.read_line(stream) == b"NOP"
