"""Whatever comes, the wire's readers answer with a message or with an error of ours."""

from contextlib import suppress
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from fuzz.strategies import FRAMES, REQUESTS, TEXT, VALUES
from sayso.errors import FrameTooLarge, ParseError, SaysoError
from sayso.wire import keeper, messages, outcomes, rpc, screen
from sayso.wire.codec import Decoder, Message

FUZZ = settings(max_examples=300, deadline=None, database=None)

Read = list[Message | str]


def read(pieces: list[bytes], *, secrets: bool) -> Read:
    """The decoded messages, and the texts of the errors."""
    decoder = Decoder(limit=2000, secrets=bytearray if secrets else None)
    found: Read = []
    try:
        for piece in pieces:
            for each in decoder.feed(piece):
                found.append(each.message if isinstance(each, ParseError) else each)
    except FrameTooLarge as error:
        found.append(error.message)
    return found


@FUZZ
@given(st.lists(FRAMES, max_size=5), st.lists(st.integers(0, 400), max_size=5), st.booleans())
def test_pieces_do_not_matter(frames: list[bytes], cuts: list[int], secrets: bool) -> None:
    data = b"".join(frame + b"\n" for frame in frames)
    ends = sorted({min(cut, len(data)) for cut in cuts} | {0, len(data)})
    pieces = [data[start:end] for start, end in pairwise(ends)]
    assert repr(read(pieces, secrets=secrets)) == repr(read([data], secrets=secrets))


@FUZZ
@given(st.one_of(REQUESTS, st.dictionaries(TEXT, VALUES)))
def test_readers_raise_errors_of_ours_alone(message: Message) -> None:
    for reader in (rpc.read_request, rpc.read_reply, screen.read, keeper.read):
        with suppress(SaysoError):
            reader(message)
    params = message.get("params")
    if not isinstance(params, dict):
        return
    for model in (messages.Hello, messages.Collect, messages.Claim, messages.Withdraw):
        with suppress(SaysoError):
            messages.parse(model, params)
    for parse in (messages.parse_ask, outcomes.decode_outcome):
        with suppress(SaysoError):
            parse(params)
