"""Fuzzes the wire's readers, guided by coverage. It is run on demand: atheris is no part of the
tests.

    pip install atheris
    PYTHONPATH=tests python tests/fuzz/atheris_wire.py -max_total_time=600 -max_len=4096

A failure ends the run with a trace and leaves a file `crash-…`, whose bytes become a test.
"""

import contextlib
import sys

import atheris

with atheris.instrument_imports(include=["sayso"]):
    from sayso.core.text import visible
    from sayso.errors import FrameTooLarge, SaysoError
    from sayso.wire import keeper, messages, rpc, screen
    from sayso.wire.codec import Decoder


def one_input(data: bytes) -> None:
    visible(data.decode("utf-8", "surrogateescape"))
    try:
        found = list(Decoder(limit=4096, secrets=bytearray).feed(data + b"\n"))
    except FrameTooLarge:
        return
    for message in found:
        if isinstance(message, dict):
            for read in (_request, rpc.read_reply, screen.read, keeper.read):
                with contextlib.suppress(SaysoError):
                    read(message)


def _request(message: dict[str, object]) -> None:
    request = rpc.read_request(message)
    if isinstance(request, rpc.Request):
        messages.parse_ask(request.params)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
