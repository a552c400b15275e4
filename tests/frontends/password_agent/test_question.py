"""What a dialog shows for a request."""

import sys

assert sys.platform == "linux"

import os

import pytest

from sayso.frontends.password_agent import question
from sayso.frontends.password_agent.request import Request
from sayso.platforms import select

NOBODY = 1 << 22
"""More than any pid."""


def request(**told: object) -> Request:
    return Request(**{"pid": NOBODY, "socket": "/s"} | told)  # type: ignore[arg-type]  # as the test has it


def test_its_message() -> None:
    assert question.words(request(message="Disk?")) == "Disk?"
    assert question.words(request()) == "Password:"


@pytest.mark.parametrize(
    ("left", "timeout", "limit"),
    [(None, 600, None), (90.0, 90, 90), (0.5, 5, 5), (3600.0, 600, 3600), (1e12, 600, 86400)],
)
def test_its_time_is_the_dialog_s(left: float | None, timeout: float, limit: float | None) -> None:
    options = question.options(request(), left)
    assert (options["timeout"], options.get("limit")) == (timeout, limit)
    assert options["bound"]


def test_it_says_which_process_asks_and_what_for() -> None:
    told = request(pid=os.getpid(), id="cryptsetup:/dev/sdb1", icon="drive-harddisk")
    details = question.options(told, None)["details"]
    assert details.startswith(f"Written by: you\nProcess: {os.getpid()}\nCommand:")
    assert details.endswith("For: cryptsetup:/dev/sdb1\nIcon: drive-harddisk")


def test_one_that_can_not_be_seen_is_a_number() -> None:
    details = question.options(request(by_root=True), None)["details"]
    assert details == f"Written by: root\nProcess: {NOBODY}"


@pytest.mark.parametrize(
    ("told", "title"),
    [
        ({"id": "cryptsetup:/dev/sdb1"}, "Passphrase of a disk"),
        ({}, "Password"),
        ({"echo": True}, "A question"),
    ],
)
def test_the_title_of_root_s(told: dict[str, object], title: str) -> None:
    assert question.options(request(by_root=True, **told), None)["title"] == title


def test_the_title_of_root_s_names_the_program() -> None:
    told = select.starter().program(os.getpid())
    assert told is not None
    options = question.options(request(by_root=True, pid=os.getpid()), None)
    assert options["title"] == f"Password for {told.name}"


@pytest.mark.parametrize(
    ("told", "title"),
    [
        ({"id": "cryptsetup:/dev/sdb1"}, "Password"),
        ({"pid": 1}, "Password"),
        ({"pid": 1, "echo": True}, "A question"),
    ],
)
def test_the_title_of_your_own_claims_nothing(told: dict[str, object], title: str) -> None:
    assert question.options(request(**told), None)["title"] == title
