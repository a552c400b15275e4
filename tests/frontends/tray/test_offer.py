"""What could ask through sayso: offered once, when nothing forbids it, and where it is seen."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from in_memory.attention import MemoryAttention
from in_memory.loop import MemoryLoop
from in_memory.notifications import MemoryNotifications
from in_memory.session import MemorySession
from in_memory.sound import MemorySound
from sayso.core.overview import Overview
from sayso.core.settings import Settings
from sayso.frontends.tray import offer
from sayso.frontends.tray.notices import Notices
from sayso.frontends.tray.offer import Offer
from sayso.platforms.contract.children import Ended


class Tray:
    """One start of it."""

    def __init__(self) -> None:
        self.notifications = MemoryNotifications()
        self.looked: list[Callable[[Ended], None]] = []
        self.did: list[str] = []
        session = MemorySession()
        self.loop = MemoryLoop(session)
        self.notices = Notices(
            lambda number: self.did.append(f"question {number}"),
            lambda number: self.did.append(f"quiet {number}"),
            lambda: self.did.append("history"),
            self.did.append,
            notifications=self.notifications,
            sound=MemorySound(),
            attention=MemoryAttention(),
            loop=self.loop,
            now=session.now,
        )

    def starts(self, *, wanted: bool = True, silent: bool = False) -> None:
        self.changes(wanted=wanted, silent=silent)
        Offer(
            self.notices,
            self.notifications,
            self.looked.append,
            lambda: self.did.append("choose"),
            self.did.append,
        ).begin()

    def changes(self, *, wanted: bool = True, silent: bool = False) -> None:
        settings = Settings(notifications=wanted)
        self.notices.changed(Overview(settings=settings, do_not_disturb=60.0 if silent else None))

    def finds(self, *names: str) -> None:
        self.looked.pop()(Ended(True, json.dumps({"found": names}).encode(), ""))


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(offer, "mark", lambda _environ: tmp_path / "state" / "offered")
    return tmp_path / "state" / "offered"


@pytest.fixture
def tray(mark: Path) -> Tray:
    return Tray()


def test_it_names_what_is_here_and_a_click_lets_the_person_choose(tray: Tray, mark: Path) -> None:
    tray.starts()
    assert not mark.exists()
    tray.finds("Claude Code", "gpg")
    (bubble,) = tray.notifications.bubbles.values()
    assert bubble.summary == "Programs on this machine could ask through sayso"
    assert bubble.body.startswith("Claude Code, gpg. Nothing has been changed.")
    assert mark.exists()
    tray.notifications.click("offer")
    assert tray.did == ["choose"]
    tray.changes()
    assert tray.notifications.bubbles == {}


def test_once_and_never_again(tray: Tray, mark: Path) -> None:
    tray.starts()
    tray.finds("gpg")
    another = Tray()
    another.starts()
    assert another.looked == []
    assert another.notifications.history == []


def test_one_that_the_person_closes_is_gone(tray: Tray) -> None:
    tray.starts()
    tray.finds("gpg")
    tray.notifications.dismiss()
    tray.loop.passes(20)
    tray.changes()
    assert len(tray.notifications.history) == 1
    assert tray.did == []


def test_it_waits_for_do_not_disturb_to_end(tray: Tray, mark: Path) -> None:
    tray.starts(silent=True)
    tray.finds("gpg")
    assert tray.notifications.bubbles == {}
    assert not mark.exists()
    tray.changes()
    assert mark.exists()
    assert tray.notifications.bubbles


def test_who_wants_no_notifications_gets_none(tray: Tray, mark: Path) -> None:
    tray.starts(wanted=False)
    tray.finds("gpg")
    assert tray.notifications.bubbles == {}
    assert not mark.exists()


def test_where_nothing_shows_notifications_it_comes_another_time(tray: Tray, mark: Path) -> None:
    tray.notifications.trouble = "no server"
    tray.starts()
    assert tray.looked == []
    assert not mark.exists()


def test_where_nothing_is_found_there_is_nothing_to_offer(tray: Tray, mark: Path) -> None:
    tray.starts()
    tray.finds()
    assert tray.notifications.bubbles == {}
    assert not mark.exists()


@pytest.mark.parametrize("output", [b"", b"{}", b"[]", b'{"found": "gpg"}', b'{"found": 7}'])
def test_what_is_no_list_is_not_offered(tray: Tray, output: bytes) -> None:
    tray.starts()
    tray.looked.pop()(Ended(True, output, ""))
    assert tray.notifications.bubbles == {}


def test_why_nothing_could_be_found_is_in_the_log(tray: Tray) -> None:
    tray.starts()
    tray.looked.pop()(Ended(False, b"", "it failed"))
    assert tray.did == ["what could ask through sayso can't be told: it failed"]


def test_that_it_can_not_be_remembered_is_in_the_log(tray: Tray, mark: Path) -> None:
    mark.parent.write_text("in the way")
    tray.starts()
    tray.finds("gpg")
    (said,) = tray.did
    assert said.startswith(f"it will be offered again: {mark}")
