"""The chain of the log's records: what a line looks like, and what each forgery is called."""

import hashlib
import json
import re
from io import BytesIO
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import chain
from sayso.core.chain import Audit, Bad, Link, Note

TIME = "2026-11-22T02:06:20.123Z"
FILE = "log-000000000001.jsonl"
NEXT = "log-000000000004.jsonl"


def records(*events: str, link: Link | None = None) -> list[bytes]:
    """Lines that follow one another."""
    link, lines = link or Link(), []
    for event in events:
        line, link = chain.encode(link, TIME, event, {"words": "Deploy?"})
        lines.append(line)
    return lines


def audit(*files: list[bytes]) -> Audit:
    return chain.verify(zip((FILE, NEXT), files, strict=False))


def link_of(line: bytes) -> Link:
    record = chain.read(line)
    assert record
    return record.link


def rehashed(line: bytes) -> bytes:
    """With the hash that its words now have."""
    body, _, _ = line.rpartition(b',"hash":')
    return body + b',"hash":"%s"}\n' % hashlib.sha256(body).hexdigest().encode()


A, B, C, D = FOUR = records("A", "B", "C", "D")


class TestLine:
    def test_is_these_very_bytes(self) -> None:
        line, link = chain.encode(
            Link(6, "ab" * 32), TIME, "InteractionShown", {"number": 3, "words": "Dürfen?\x7f\n"}
        )
        assert line == (
            b'{"time":"2026-11-22T02:06:20.123Z","seq":7,"event":"InteractionShown","number":3,'
            b'"words":"D\\u00fcrfen?\\u007f\\n","previous":"' + b"ab" * 32 + b'",'
            b'"hash":"9e9b229e5a0497b1b28e405a46ec391441049235213fe3b4c179da39d972ce22"}\n'
        )
        assert link == Link(7, "9e9b229e5a0497b1b28e405a46ec391441049235213fe3b4c179da39d972ce22")

    def test_tells_its_time_unread(self) -> None:
        line, _ = chain.encode(Link(), TIME, "A", {})
        assert line[chain.TIME_AT] == TIME.encode()

    def test_its_hash_is_of_the_bytes_before_it(self) -> None:
        body, _, rest = A.partition(b',"hash":')
        assert json.loads(rest.removesuffix(b"}\n")) == hashlib.sha256(body).hexdigest()

    @given(st.dictionaries(st.sampled_from(["words", "cwd"]), st.text(), max_size=2))
    def test_is_one_line_of_printable_ascii_whatever_others_say(
        self, members: dict[str, str]
    ) -> None:
        line, link = chain.encode(Link(), TIME, "A", members)
        assert re.fullmatch(rb"[ -~]+\n", line)
        assert json.loads(line).items() >= members.items()
        assert link_of(line) == link
        assert chain.verify([(FILE, [line])]) == Audit(1, link, None)

    def test_words_that_look_like_a_record_stay_words(self) -> None:
        line, link = chain.encode(Link(), TIME, "A", {"words": A.decode()})
        assert link_of(line) == link

    @pytest.mark.parametrize(
        "line",
        [
            b"\n",
            A[:-1],
            A[:-2] + b"\n",
            b" " + A,
            A.replace(b"Deploy", b"De\x1bploy"),
            A.replace(b"Deploy", b"De\xffploy"),
            A.replace(b'"seq":1', b'"seq":-1'),
            A.replace(b"Z", b"+01:00"),
            A + A,
        ],
    )
    def test_what_has_another_shape_is_no_record(self, line: bytes) -> None:
        assert chain.read(line) is None


class TestTimestamp:
    @pytest.mark.parametrize("seconds", [3e11, 1e300, inf, -inf])
    def test_what_no_calendar_has_is_an_overflow(self, seconds: float) -> None:
        with pytest.raises(OverflowError):
            chain.timestamp(seconds)

    def test_what_is_no_number_is_none(self) -> None:
        with pytest.raises(ValueError, match="NaN"):
            chain.timestamp(nan)

    def test_goes_beyond_the_year_3000(self) -> None:
        assert chain.timestamp(32503680000.5) == "3000-01-01T00:00:00.500Z"

    @pytest.mark.parametrize(
        ("seconds", "text"),
        [
            (0, "1970-01-01T00:00:00.000Z"),
            (1795313180.123, TIME),
            (1795313180.9999, "2026-11-22T02:06:20.999Z"),
        ],
    )
    def test_has_milliseconds_in_utc(self, seconds: float, text: str) -> None:
        assert chain.timestamp(seconds) == text

    @given(st.floats(0, 2e11), st.floats(0, 2e11))
    def test_compares_as_the_times_do(self, one: float, other: float) -> None:
        if one <= other:
            assert chain.timestamp(one) <= chain.timestamp(other)


class TestFileNames:
    def test_sort_by_age(self) -> None:
        names = [chain.file_name(first) for first in (1, 9, 10, 100_000, 999_999_999_999)]
        assert names == sorted(names)
        assert all(map(chain.is_file_name, names))

    @pytest.mark.parametrize("name", ["daemon.log", "log.jsonl", FILE + "~", "x" + FILE])
    def test_are_told_from_others(self, name: str) -> None:
        assert not chain.is_file_name(name)


class TestVerify:
    @pytest.mark.parametrize(
        "words",
        [
            b'"a":1,"a":2',
            b'"a":{"b":1,"b":1}',
            b'"seq":2',
            b'"a"',
            b'"a":NaN',
            b'"a":tru',
            b'"a":1,',
        ],
    )
    def test_a_line_with_a_right_hash_that_is_no_json_is_bad(self, words: bytes) -> None:
        line, _ = chain.encode(Link(), TIME, "A", {"a": "b"})
        body = line.partition(b',"hash":')[0].replace(b'"a":"b"', words)
        digest = hashlib.sha256(body).hexdigest().encode()
        forged = body + b',"hash":"' + digest + b'"}\n'
        assert chain.read(forged) is not None
        bad = chain.verify([(FILE, [forged])]).bad
        assert bad is not None
        assert bad.reason.startswith("it is not JSON, or says something twice")

    def test_nothing_is_unbroken(self) -> None:
        assert audit() == Audit(0, None, None)

    def test_a_whole_chain_is_unbroken(self) -> None:
        assert audit(FOUR) == Audit(4, link_of(D), None)

    def test_it_runs_on_from_file_to_file(self) -> None:
        second = records(Note.CONTINUED, "E", link=link_of(C))
        assert audit([A, B, C], second) == Audit(5, link_of(second[-1]), None)

    def test_the_oldest_files_may_be_gone(self) -> None:
        second = records(Note.CONTINUED, "E", link=link_of(C))
        assert audit(second) == Audit(2, link_of(second[-1]), None)

    @pytest.mark.parametrize(
        ("lines", "line", "seq", "reason"),
        [
            ([A, B.replace(b"Deploy", b"Delete"), C], 2, 2, "it was changed"),
            ([A, B.replace(TIME.encode(), b"2026-11-22T02:06:20.124Z"), C], 2, 2, "it was changed"),
            ([A, B.replace(b'"B"', b'"X"'), C], 2, 2, "it was changed"),
            ([A, B.replace(b'"seq":2', b'"seq":3'), C], 2, 3, "it was changed"),
            ([A, B[:-10] + b"0000000" + B[-3:], C], 2, 2, "it was changed"),
            (
                [A, rehashed(B.replace(b"Deploy", b"Delete")), C],
                3,
                3,
                "record 2, which was another",
            ),
            ([A, rehashed(B.replace(b'"seq":2', b'"seq":3')), C], 2, 3, "gone before it: 2 to 2"),
            ([A, C, D], 2, 3, "records are gone before it: 2 to 2"),
            ([A, D], 2, 4, "records are gone before it: 2 to 3"),
            ([A, C, B, D], 2, 3, "records are gone before it: 2 to 2"),
            ([B, A], 1, 2, "the records before it are gone"),
            ([A, B, B, C], 3, 2, "out of place: it stands after record 2"),
            ([A, B, C, A], 4, 1, "out of place: it stands after record 3"),
            ([B, C, D], 1, 2, "the records before it are gone"),
            ([A, b"not a record\n", B], 2, None, "it is not a record"),
            ([A, B[:-1] + C, D], 2, 2, "it was changed"),
            ([A, B[:100]], 2, None, "it is not whole"),
            ([A, B[:-1]], 2, None, "it is not whole"),
        ],
        ids=[
            "words changed",
            "time changed",
            "event changed",
            "seq changed",
            "hash changed",
            "changed and hashed anew",
            "numbered and hashed anew",
            "one left out",
            "two left out",
            "swapped",
            "swapped at the beginning",
            "twice",
            "moved",
            "cut off before",
            "a line added",
            "two lines made one",
            "cut off within",
            "the last line break cut off",
        ],
    )
    def test_names_the_first_bad_record(
        self, lines: list[bytes], line: int, seq: int | None, reason: str
    ) -> None:
        found = audit(lines)
        assert found.bad
        assert (found.bad.file, found.bad.line, found.bad.seq) == (FILE, line, seq)
        assert reason in found.bad.reason
        assert found.records == line - 1

    def test_a_first_record_of_another_chain_is_no_beginning(self) -> None:
        (foreign,) = records("A", link=Link(0, "ab" * 32))
        assert audit([foreign]).bad == Bad(FILE, 1, 1, "the records before it are gone")

    def test_names_the_file(self) -> None:
        second = records(Note.CONTINUED, "E", link=link_of(B))
        assert audit([A, B, C], second).bad == Bad(
            NEXT, 1, 3, "it is out of place: it stands after record 3"
        )

    def test_what_is_cut_off_at_the_end_is_not_seen_but_its_last_hash_tells(self) -> None:
        assert audit([A, B]).bad is None
        assert audit([A, B]).last == link_of(B) != link_of(D)

    @given(st.integers(0, len(b"".join(FOUR)) - 1), st.integers(1, 255))
    def test_no_byte_changes_unseen(self, place: int, difference: int) -> None:
        data = bytearray(b"".join(FOUR))
        data[place] ^= difference
        assert audit(list(BytesIO(data))).bad
