"""Memory for secrets: what Wine does not enforce is asserted on what the system is asked for."""

import sys

assert sys.platform == "win32"

import gc

import pytest

from sayso.errors import MemoryNotLocked
from sayso.platforms.windows import memory
from sayso.platforms.windows.native import memory as native

MIB = 1 << 20


class Asked:
    """A system that writes down what it is asked for, and does it but for the working set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[tuple[object, ...]] = []
        self.set = (MIB, 2 * MIB)
        for name in ("virtual_alloc", "virtual_free", "virtual_lock", "virtual_unlock"):
            monkeypatch.setattr(native, name, self._noting(name, getattr(native, name)))
        for name in ("exclude_from_reports", "include_in_reports"):
            monkeypatch.setattr(native, name, self._noting(name, lambda *_: 0))
        monkeypatch.setattr(native, "working_set", lambda: self.set)
        monkeypatch.setattr(native, "set_working_set", self._resize)

    def _noting(self, name: str, call: object) -> object:
        def note(*arguments: object) -> object:
            self.calls.append((name, *arguments))
            assert callable(call)
            return call(*arguments)

        return note

    def _resize(self, process: int, least: int, most: int) -> None:
        self.calls.append(("set_working_set", process, least, most))
        self.set = (least, most)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(monkeypatch)


def test_the_working_set_grows_before_the_pages_are_locked(asked: Asked) -> None:
    data = memory.lock(4097)
    (_, *allocated), resized, locked, excluded = asked.calls
    address = locked[1]
    assert allocated == [None, 8192, 0x3000, 0x04]
    assert resized == ("set_working_set", -1, MIB + 8192, 2 * MIB + 8192)
    assert locked == ("virtual_lock", address, 8192)
    assert excluded == ("exclude_from_reports", address, 8192)
    del data


def test_it_goes_with_the_last_view_of_it(asked: Asked) -> None:
    data = memory.lock(16)
    view = data[4:8]
    address = asked.calls[2][1]
    asked.calls.clear()
    del data
    gc.collect()
    assert asked.calls == []
    del view
    gc.collect()
    assert asked.calls == [
        ("include_in_reports", address),
        ("virtual_unlock", address, 4096),
        ("virtual_free", address, 0, 0x8000),
        ("set_working_set", -1, MIB, 2 * MIB),
    ]


@pytest.mark.parametrize("refused", ["virtual_lock", "exclude_from_reports", "set_working_set"])
def test_what_can_not_be_kept_safe_is_given_back(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(22, "Insufficient quota")

    monkeypatch.setattr(native, refused, refuse)
    with pytest.raises(MemoryNotLocked, match="swapped out: Insufficient quota") as caught:
        memory.lock(16)
    assert caught.value.remedy
    assert asked.set == (MIB, 2 * MIB)
    assert asked.calls[-1][0] == "virtual_free"


def test_an_older_windows_has_no_list_for_crash_reports(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "exclude_from_reports", None)
    monkeypatch.setattr(native, "include_in_reports", None)
    data = memory.lock(16)
    del data
    gc.collect()
    assert asked.calls[-2][0] == "virtual_free"
