"""Git's protocol: what is read, and what is replied."""

import io

import pytest

from sayso.core.secret import Secret
from sayso.frontends.askpass.credential import Request, lines, password, read, reply, reply_kept


def test_what_git_says() -> None:
    lines = [
        b"capability[]=authtype\n",
        b"protocol=https\n",
        b"host=example.org:8443\n",
        b"path=shop.git\n",
        b'wwwauth[]=Basic realm="The forge"\n',
        b"wwwauth[]=Bearer\n",
        b"\n",
        b"host=never\n",
    ]
    request = read(lines)
    says = ('Basic realm="The forge"', "Bearer")
    assert request == Request("https", "example.org:8443", "shop.git", "", says)
    assert request.address == "https://example.org:8443/shop.git"


@pytest.mark.parametrize(
    ("lines", "request_"),
    [
        ([], Request()),
        ([b"host=a\n", b"host=b"], Request(host="b")),
        ([b"wwwauth[]=a\n", b"wwwauth[]=\n", b"wwwauth[]=b\n"], Request(says=("b",))),
        ([b"username=mia\n", b"password="], Request(username="mia", has_password=True)),
        ([b"password\n"], Request()),
        ([b"host=\xff=x\n", b"protocol\n", b"=x\n"], Request(host="\ufffd=x")),
    ],
)
def test_what_it_may_say_as_well(lines: list[bytes], request_: Request) -> None:
    assert read(lines) == request_


def test_a_name_and_a_password() -> None:
    secret = Secret(bytearray(b"mia\npass=word\xc3\xbc"))
    assert b"".join(reply(Request(), secret)) == b"username=mia\npassword=pass=word\xc3\xbc\n"


def test_a_password_alone() -> None:
    secret = Secret(bytearray(b"password"))
    assert b"".join(reply(Request(username="mia"), secret)) == b"password=password\n"


def test_a_password_is_not_read() -> None:
    pipe = io.BytesIO(b"username=mia\npassword=canary\nhost=never\n")
    assert list(lines(pipe)) == [b"username=mia\n", b"password="]  # type: ignore[arg-type]  # it reads as one
    assert pipe.tell() == len(b"username=mia\npassword=")


@pytest.mark.parametrize(
    ("told", "is_read"),
    [(b"word\nhost=never\n", b"word"), (b"word", b"word"), (b"", b""), (b"x" * 9000, b"x" * 8193)],
)
def test_a_password_that_was_refused(told: bytes, is_read: bytes) -> None:
    secret = password(io.BytesIO(told))  # type: ignore[arg-type]  # it reads as one
    assert bytes(secret.view()) == is_read


@pytest.mark.parametrize("kept", [b"word", b"word\npassword_expiry_utc=1"])
def test_of_what_is_kept_the_first_line_is_the_password(kept: bytes) -> None:
    secret = Secret(bytearray(kept))
    told = b"".join(reply_kept("m\u00fc", secret))
    assert told == b"username=m\xc3\xbc\npassword=word\n"


def test_no_piece_is_a_copy() -> None:
    data = bytearray(b"mia\nword")
    secret = Secret(data)
    pieces = [each for each in reply(Request(), secret) if isinstance(each, memoryview)]
    secret.wipe()
    assert b"".join(pieces) == bytes(len(b"miaword"))
