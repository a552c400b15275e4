"""How sayso starts at login on every platform. A backend's own test inherits this."""

from collections.abc import Mapping
from pathlib import Path

from sayso.platforms.contract.autostart import Autostart


def there(home: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}


class AutostartContract:
    """Fixtures: `autostart`; and `home` and `environ`, as for PlacesContract, but without a service
    manager."""

    def test_at_first_there_is_none(
        self, autostart: Autostart, home: Path, environ: Mapping[str, str]
    ) -> None:
        status = autostart.status(environ)
        assert (status.enabled, status.how, status.files, status.trouble) == (False, "", (), "")
        autostart.disable(environ)
        assert list(home.iterdir()) == []

    def test_it_is_enabled_by_files_that_are_named(
        self, autostart: Autostart, home: Path, environ: Mapping[str, str]
    ) -> None:
        autostart.enable(environ)
        status = autostart.status(environ)
        assert (status.enabled, status.trouble) == (True, "")
        assert status.how
        assert {Path(each) for each in status.files} == there(home).keys()

    def test_twice_is_as_once(
        self, autostart: Autostart, home: Path, environ: Mapping[str, str]
    ) -> None:
        autostart.enable(environ)
        before = there(home)
        autostart.enable(environ)
        assert there(home) == before

    def test_what_it_would_change_is_told_and_left(
        self, autostart: Autostart, home: Path, environ: Mapping[str, str]
    ) -> None:
        (change, *_) = autostart.plan(environ, wanted=True)
        assert there(home) == {}
        assert (change.before, bool(change.after)) == ("", True)
        autostart.enable(environ)
        assert autostart.plan(environ, wanted=True) == ()
        (taken, *_) = autostart.plan(environ, wanted=False)
        assert (taken.place, taken.before, taken.after) == (change.place, change.after, "")
        assert autostart.status(environ).enabled
        autostart.disable(environ)
        assert autostart.plan(environ, wanted=False) == ()

    def test_it_leaves_no_file_behind(
        self, autostart: Autostart, home: Path, environ: Mapping[str, str]
    ) -> None:
        autostart.enable(environ)
        autostart.disable(environ)
        assert there(home) == {}
        assert not autostart.status(environ).enabled
