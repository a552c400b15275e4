"""What a request for a password says."""

import pytest

from sayso.errors import ParseError
from sayso.frontends.password_agent.request import Request, parse

SYSTEMDS = """[Ask]
PID=4711
Socket=/run/systemd/ask-password/sck.1c848cd91ca3fce4
AcceptCached=0
Echo=0
NotAfter=488973549
Silent=0
Message=Please unlock disk ü
Icon=drive-harddisk
Id=cryptsetup:/dev/sdb1
"""
LEAST = "[Ask]\nPID=7\nSocket=/s\n"


def test_one_of_systemd_s() -> None:
    assert parse(SYSTEMDS.encode()) == Request(
        4711,
        "/run/systemd/ask-password/sck.1c848cd91ca3fce4",
        488.973549,
        echo=False,
        message="Please unlock disk ü",
        icon="drive-harddisk",
        id="cryptsetup:/dev/sdb1",
    )


def test_the_least_of_all() -> None:
    assert parse(LEAST.encode()) == Request(7, "/s")
    assert parse(f"{LEAST}NotAfter=0\nEcho=1\n".encode()) == Request(7, "/s", echo=True)


@pytest.mark.parametrize(
    "more",
    ["New=field\n", "New=1\nNew=2\n", "# Message=no\n", "no sign\n", "[Other]\nSocket=/t\nPID=x\n"],
)
def test_what_is_not_known_is_passed_over(more: str) -> None:
    assert parse(f"{LEAST}{more}".encode()) == Request(7, "/s")


def test_what_ends_a_line_elsewhere_ends_none_here() -> None:
    """Nor is anything in it replaced."""
    text = f"{LEAST}Message=a\x0bSocket=/t\u2028PID=1\rEcho=1 %(Socket)s ${{PID}}\n"
    assert parse(text.encode()).message == "a\x0bSocket=/t\u2028PID=1\rEcho=1 %(Socket)s ${PID}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "no socket"),
        (b"[Ask]\nPID=7\n", "no socket"),
        (b"[Ask]\nSocket=/s\n", "no process"),
        (b"[Ask]\nSocket=/s\nPID=0\n", "no process"),
        (b"PID=7\nSocket=/s\n", "no socket"),
        (b"[Ask]\nPID=\xff\nSocket=/s\n", "not UTF-8"),
        (LEAST.replace("7", "-7").encode(), "PID is not a number"),
        (LEAST.replace("7", "\u0667").encode(), "PID is not a number"),
        (f"{LEAST}NotAfter={'9' * 5000}\n".encode(), "NotAfter is not a number"),
        (f"{LEAST}Echo=yes\n".encode(), "Echo is not a number"),
        pytest.param(f"{LEAST}Message=a\nSocket=/tmp/mine\n".encode(), "Socket twice", id="twice"),
    ],
)
def test_what_is_none(text: bytes, why: str) -> None:
    with pytest.raises(ParseError, match=why):
        parse(text)
