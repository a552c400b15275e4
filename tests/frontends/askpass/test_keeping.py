"""What of git's requests the keyring is asked for, and told."""

from collections.abc import Callable

import pytest

from sayso.core.secret import Secret
from sayso.errors import Unsupported
from sayso.frontends.askpass.credential import Request
from sayso.frontends.askpass.keeping import Keeping
from sayso.platforms import select

HOST = Request("https", "example.org:8443", "shop.git")
FOUND_BY = {"object": "shop.git", "protocol": "https", "port": "8443", "server": "example.org"}
MIA = {"user": "mia"}


class Ring:
    """A keyring that notes what it is asked for. Its entry has the attributes that it is asked for,
    and these."""

    def __init__(
        self, entry: dict[str, str] | None = None, secret: str = "", count: int = 1
    ) -> None:
        self.told: list[object] = []
        self._entry, self._secret, self._count = entry, secret, count

    def find(self, attributes: dict[str, str]) -> dict[str, str] | None:
        self.told.append({**attributes})
        if "unsupported" in attributes.values():
            raise Unsupported("no keyring")
        return None if self._entry is None else attributes | self._entry

    def is_only(self, _attributes: dict[str, str]) -> bool:
        return self._count == 1

    def read(self, attributes: dict[str, str], _waits: object) -> Secret | None:
        self.told.append(("read", attributes))
        return Secret(bytearray(self._secret, "utf-8")) if self._secret else None

    def keep(self, label: str, attributes: dict[str, str], password: memoryview) -> None:
        self.told.append((label, attributes, bytes(password)))

    def forget(self, attributes: dict[str, str]) -> None:
        self.told.append(("forget", attributes))


def keeping(monkeypatch: pytest.MonkeyPatch, ring: Ring, request: Request = HOST) -> Keeping:
    monkeypatch.setattr(select, "keyring", lambda: ring)
    return Keeping(request)


def test_what_is_kept_comes_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = Ring(MIA, "word")
    found = (kept := keeping(monkeypatch, ring)).find()
    assert found is not None
    assert (found.username, bytes(found.secret.view())) == ("mia", b"word")
    assert ring.told == [FOUND_BY, FOUND_BY | MIA, ("read", FOUND_BY | MIA)]
    assert not kept.is_possible


@pytest.mark.parametrize("other", [{"port": "8443"}, {"object": "shop.git"}])
def test_what_is_kept_for_another_port_or_path_is_not_for_this_one(
    monkeypatch: pytest.MonkeyPatch, other: dict[str, str]
) -> None:
    ring = Ring(MIA | other, "word")
    kept = keeping(monkeypatch, ring, Request("https", "example.org"))
    assert (kept.find(), kept.is_possible) == (None, False)
    request = Request("https", "example.org", "", "mia")
    assert keeping(monkeypatch, ring, request).forget(None) == ""
    assert all(isinstance(each, dict) for each in ring.told)


def test_where_nothing_is_kept_it_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = keeping(monkeypatch, Ring())
    assert (kept.find(), kept.is_possible) == (None, True)


@pytest.mark.parametrize(
    "request_", [Request("https", "unsupported"), Request("https"), Request(host="a")]
)
def test_where_it_can_not_be_there_is_no_box(
    monkeypatch: pytest.MonkeyPatch, request_: Request
) -> None:
    kept = keeping(monkeypatch, Ring(), request_)
    assert (kept.find(), kept.is_possible) == (None, False)


def test_a_locked_keyring_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = keeping(monkeypatch, Ring(MIA))
    assert (kept.find(), kept.is_possible) == (None, False)


@pytest.mark.parametrize(("name", "typed"), [("", b"mia\nword"), ("mia", b"word")])
def test_what_was_typed_is_kept(monkeypatch: pytest.MonkeyPatch, name: str, typed: bytes) -> None:
    ring = Ring()
    request = Request("https", "[::1]", "", name)
    keeping(monkeypatch, ring, request).keep(Secret(bytearray(typed)))
    found_by = {"xdg:schema": "org.git.Password", "protocol": "https", "server": "[::1]"}
    assert ring.told == [("Git: https://[::1]", found_by | MIA, b"word")]


FORGOTTEN = ("forget", MIA | {"protocol": "https", "server": "a"})
OF_MIA = Request("https", "a", "", "mia")


def told(password: bytes) -> Callable[[], Secret]:
    """A password that git tells."""
    return lambda: Secret(bytearray(password))


@pytest.mark.parametrize("kept", ["word", "word\npassword_expiry_utc=1"])
def test_what_is_refused_is_forgotten(monkeypatch: pytest.MonkeyPatch, kept: str) -> None:
    ring = Ring(MIA, kept)
    assert keeping(monkeypatch, ring, OF_MIA).forget(told(b"word")) == ""
    assert ring.told[-1] == FORGOTTEN


def test_what_is_rejected_without_a_password_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = Ring(MIA, "word")
    assert keeping(monkeypatch, ring, OF_MIA).forget(None) == ""
    assert ring.told[-1] == FORGOTTEN


@pytest.mark.parametrize(
    ("kept", "refused"), [("right", b"wrong"), ("right", b""), ("right", b"right "), ("", b"right")]
)
def test_another_password_than_the_refused_one_stays(
    monkeypatch: pytest.MonkeyPatch, kept: str, refused: bytes
) -> None:
    """The empty one: the keyring is locked."""
    ring = Ring(MIA, kept)
    assert "another one" in keeping(monkeypatch, ring, OF_MIA).forget(told(refused))
    assert FORGOTTEN not in ring.told


def test_passwords_that_were_compared_are_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = bytearray(b"word"), bytearray(b"word")
    ring = Ring(MIA)
    monkeypatch.setattr(ring, "read", lambda *_: Secret(there))
    keeping(monkeypatch, ring, OF_MIA).forget(lambda: Secret(here))
    assert here == there == bytes(4)


def test_what_would_take_another_along_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = Ring(MIA, count=2)
    assert "other entries" in keeping(monkeypatch, ring, OF_MIA).forget(None)
    assert FORGOTTEN not in ring.told


@pytest.mark.parametrize(
    ("request_", "entry", "why"),
    [
        (Request("https", "a"), MIA, "no user's name was told"),
        (Request("https", "a"), None, ""),
        (Request("https", "", "", "mia"), MIA, ""),
        (Request("https", "unsupported", "", "mia"), MIA, ""),
    ],
)
def test_what_can_not_be_told_from_others_stays(
    monkeypatch: pytest.MonkeyPatch, request_: Request, entry: dict[str, str] | None, why: str
) -> None:
    ring = Ring(entry)
    assert keeping(monkeypatch, ring, request_).forget(None) == why
    assert not any("forget" in each for each in ring.told if isinstance(each, tuple))
