"""A secret: wiped where it is, and shown by nothing."""

import copy
import logging
import pickle
import traceback

import pytest

from sayso.core import events as e
from sayso.core.outcome import Answered, Decider
from sayso.core.secret import Secret

CANARY = "canary-7f3a"


def made(data: bytearray | None = None) -> Secret:
    return Secret(bytearray(CANARY, "utf-8") if data is None else data)


def test_its_bytes_are_seen_uncopied() -> None:
    data = bytearray(CANARY, "utf-8")
    secret = made(data)
    assert secret.view() == CANARY.encode()
    assert len(secret) == len(CANARY)
    data[0] = ord("X")
    assert secret.view()[0] == ord("X")


def test_wiping_overwrites_the_bytes_where_they_are() -> None:
    data = bytearray(CANARY, "utf-8")
    secret = made(data)
    view = secret.view()
    secret.wipe()
    assert data == view == bytes(len(CANARY))
    assert len(secret) == 0
    assert bytes(secret.view()) == b""


def test_it_may_be_wiped_again() -> None:
    secret = made()
    secret.wipe()
    secret.wipe()
    assert len(secret) == 0


def test_what_nobody_holds_any_more_is_wiped() -> None:
    data = bytearray(CANARY, "utf-8")
    outcome: Answered | None = Answered(secret=made(data))
    assert outcome is not None
    assert data == CANARY.encode()
    outcome = None
    assert data == bytes(len(CANARY))


@pytest.mark.parametrize(
    "holder", [made(), Answered(secret=made()), e.Submitted(1, made()), [made()]], ids=type
)
def test_no_text_of_what_holds_it_shows_it(
    holder: object, caplog: pytest.LogCaptureFixture
) -> None:
    logging.getLogger("test").warning("%s %r", holder, holder)
    told = "".join(traceback.format_exception(ValueError(holder)))
    for text in (str(holder), repr(holder), f"{holder}", caplog.text, told):
        assert "canary" not in text
        assert "99, 97, 110" not in text  # as numbers


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps])
def test_it_is_not_copied(duplicate: object) -> None:
    assert callable(duplicate)
    with pytest.raises(TypeError, match="not copied"):
        duplicate(made())


def test_two_are_never_equal_and_so_tell_nothing_of_one_another() -> None:
    assert made() != made()
    assert Answered(secret=made()) == Answered()


def test_outcomes_that_hold_one_are_compared_without_it() -> None:
    one, other = Answered(secret=Secret(bytearray(b"a"))), Answered(secret=Secret(bytearray(b"b")))
    assert one == other == Answered()
    assert hash(one) == hash(other)
    assert one != Answered(Decider.HEADLESS)
    assert one != Answered(checked=True)
