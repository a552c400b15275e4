"""The log's files: who else may use them, and what is refused. Wine keeps no list of access, so
what the system is asked for is looked at, and what it tells is played."""

import sys

assert sys.platform == "win32"

from pathlib import Path

import pytest

from sayso.errors import UntrustedPlace
from sayso.platforms.windows import files, journal, trust
from sayso.platforms.windows.native import access, security
from sayso.platforms.windows.native import files as native
from sayso.platforms.windows.native.access import Access, Grant
from sayso.platforms.windows.native.files import Flag, Kind, Share

US, OTHER, EVERYBODY, USERS = (
    "S-1-5-21-1-2-3-1001",
    "S-1-5-21-1-2-3-1002",
    "S-1-1-0",
    "S-1-5-32-545",
)
FULL, READ = 0x1F01FF, 0x120089
OURS_ALONE = Access(US, (Grant(US, FULL), Grant(trust.SYSTEM, FULL)))


class TestWhoElse:
    @pytest.mark.parametrize(
        ("found", "reason"),
        [
            (OURS_ALONE._replace(owner=OTHER), f"belongs to user {OTHER}, not to user {US}"),
            (OURS_ALONE._replace(grants=None), "everybody: it has no list of access"),
            (Access(US, (Grant(US, FULL), Grant(EVERYBODY, READ))), f"used by {EVERYBODY} as well"),
            (Access(US, (Grant(USERS, READ),)), f"used by {USERS} as well"),
            (Access(US, (Grant("", READ),)), "a rule that sayso does not read"),
        ],
    )
    def test_who_can_read_or_write_it_is_named(self, found: Access, reason: str) -> None:
        assert reason in (trust.distrust_access(found, US) or "")

    @pytest.mark.parametrize(
        "found",
        [
            OURS_ALONE,
            OURS_ALONE._replace(owner=trust.ADMINISTRATORS),
            Access(US, ()),
            Access(US, (Grant(trust.ADMINISTRATORS, FULL), Grant("S-1-3-0", FULL))),
            Access(US, (Grant(EVERYBODY, 0),)),
        ],
    )
    def test_who_may_take_over_any_file_is_trusted(self, found: Access) -> None:
        assert trust.distrust_access(found, US) is None


def test_what_is_made_is_for_our_user_and_the_system_alone() -> None:
    ours = security.our_user()
    assert trust.owner_only() == f"D:P(A;OICI;FA;;;{ours})(A;OICI;FA;;;SY)"


def test_all_that_is_made_is_made_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []
    make, opens = native.make_directory, native.open_handle

    def making(path: str, sddl: str) -> None:
        asked.append(sddl)
        make(path, sddl)

    def opening(path: str, *arguments: object, **named: object) -> object:
        if path.endswith(".jsonl"):
            asked.append(str(arguments[-1]))
        return opens(path, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(native, "make_directory", making)
    monkeypatch.setattr(native, "open_handle", opening)
    opened = journal.open_directory(str(tmp_path / "state" / "log"))
    opened.append_to("log-1.jsonl")
    opened.close()
    assert asked == [trust.owner_only()] * 3


def test_what_a_file_grants_is_read_back(tmp_path: Path) -> None:
    files.make_directory(str(tmp_path / "mine"))
    flags = Flag.BACKUP_SEMANTICS
    with native.open_handle(
        str(tmp_path / "mine"), native.Access.READ_CONTROL, flags=flags
    ) as held:
        found = access.of(held.number)
    assert found.owner == security.our_user()
    assert found.grants is not None
    assert security.our_user() in {grant.sid for grant in found.grants}


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (Kind.REPARSE_POINT | Kind.DIRECTORY, "is a link"),
        (Kind.REPARSE_POINT, "is a link"),
        (Kind(0), "is not a directory"),
    ],
)
def test_a_place_that_is_no_directory_of_its_own_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Kind, reason: str
) -> None:
    monkeypatch.setattr(native, "kind", lambda handle: kind)
    with pytest.raises(UntrustedPlace, match=reason):
        journal.open_directory(str(tmp_path / "log"))
    tmp_path.joinpath("log").rmdir()  # it is not held


def test_a_place_that_others_may_use_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    everybodys = Access(security.our_user(), (Grant(EVERYBODY, READ),))
    monkeypatch.setattr(access, "of", lambda handle: everybodys)
    with pytest.raises(UntrustedPlace, match="may be used by S-1-1-0 as well") as caught:
        journal.open_directory(str(tmp_path / "log"))
    assert caught.value.remedy


def test_a_file_that_others_may_use_is_refused_and_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = journal.open_directory(str(tmp_path / "log"))
    monkeypatch.setattr(access, "of", lambda handle: Access(security.our_user(), None))
    with pytest.raises(UntrustedPlace, match="no list of access"):
        opened.append_to("log-1.jsonl")
    opened.remove("log-1.jsonl")
    assert opened.names() == []
    opened.close()


def test_a_directory_in_the_place_of_a_file_is_refused(tmp_path: Path) -> None:
    opened = journal.open_directory(str(tmp_path / "log"))
    (tmp_path / "log" / "log-1.jsonl").mkdir()
    with pytest.raises(OSError, match="log-1"):
        opened.append_to("log-1.jsonl")
    opened.close()


def test_its_directory_is_held_so_that_nobody_renames_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared: list[object] = []
    opens = native.open_handle

    def opening(
        path: str, access: int, share: int = Share.ALL, *rest: object, **named: object
    ) -> object:
        if path.endswith("log"):
            shared.append(share)
        return opens(path, access, share, *rest, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(native, "open_handle", opening)
    opened = journal.open_directory(str(tmp_path / "log"))
    assert shared == [Share.READ | Share.WRITE]
    opened.close()


def test_it_is_held_in_one_piece_with_its_lock(tmp_path: Path) -> None:
    opened = journal.open_directory(str(tmp_path / "log"))
    assert [each.name for each in (tmp_path / "log").iterdir()] == [files.LOCK]
    assert opened.names() == []
    opened.close()
    assert list((tmp_path / "log").iterdir()) == []
