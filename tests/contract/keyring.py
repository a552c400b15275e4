"""What every keyring keeps, and what every platform says that has none. A backend's own test
inherits this."""

from collections.abc import Callable, Mapping

import pytest

from sayso.errors import Unsupported
from sayso.platforms.contract.keyring import Keyring

Locks = Callable[[], None]

ENTRY = {"server": "example.org", "user": "-mia"}
OTHER = {"server": "example.org", "user": "ben = 1"}
KEPT = "pass \u00e9\u4e2d"


def somebody_waits() -> bool:
    return True


def nobody_waits() -> bool:
    return False


def keep(keyring: Keyring, attributes: Mapping[str, str], password: str = KEPT) -> None:
    keyring.keep("Example", attributes, memoryview(password.encode()))


def password(keyring: Keyring, attributes: Mapping[str, str]) -> str | None:
    secret = keyring.read(attributes, somebody_waits)
    if secret is None:
        return None
    try:
        return str(secret.view(), "utf-8")
    finally:
        secret.wipe()


class KeyringContract:
    """Fixtures: `keyring`, empty and unlocked; and `locks`, a function that locks the keyring,
    while nobody is there to unlock it."""

    def test_of_an_empty_one_nothing_is_known(self, keyring: Keyring) -> None:
        assert keyring.find(ENTRY) is None
        assert password(keyring, ENTRY) is None

    def test_what_is_kept_is_found_and_read(self, keyring: Keyring) -> None:
        keep(keyring, ENTRY)
        found = keyring.find(ENTRY)
        assert found is not None
        assert found.items() >= ENTRY.items()
        assert password(keyring, ENTRY) == KEPT

    def test_some_of_its_attributes_find_it(self, keyring: Keyring) -> None:
        keep(keyring, ENTRY)
        found = keyring.find({"server": "example.org"})
        assert found is not None
        assert found["user"] == "-mia"
        assert keyring.find({"server": "elsewhere"}) is None

    def test_a_newer_one_takes_the_place_of_what_has_just_these(self, keyring: Keyring) -> None:
        keep(keyring, ENTRY, "older")
        keep(keyring, OTHER, "other")
        keep(keyring, ENTRY)
        assert password(keyring, ENTRY) == KEPT
        assert password(keyring, OTHER) == "other"

    def test_what_is_forgotten_is_gone_and_nothing_else(self, keyring: Keyring) -> None:
        keep(keyring, ENTRY)
        keep(keyring, OTHER, "other")
        keyring.forget(ENTRY)
        assert keyring.find(ENTRY) is None
        assert password(keyring, OTHER) == "other"

    def test_nothing_is_read_for_nobody(self, keyring: Keyring) -> None:
        keep(keyring, ENTRY)
        assert keyring.read(ENTRY, nobody_waits) is None

    def test_a_locked_one_gives_nothing_away(self, keyring: Keyring, locks: Locks) -> None:
        keep(keyring, ENTRY)
        locks()
        assert keyring.read(ENTRY, somebody_waits) is None


class MissingKeyringContract:
    """Fixture: `keyring`, that of a system on which sayso uses none."""

    def test_whoever_asks_is_told(self, keyring: Keyring) -> None:
        for asks in (
            lambda: keyring.find(ENTRY),
            lambda: keyring.read(ENTRY, somebody_waits),
            lambda: keep(keyring, ENTRY),
            lambda: keyring.forget(ENTRY),
        ):
            with pytest.raises(Unsupported, match=r"."):
                asks()
