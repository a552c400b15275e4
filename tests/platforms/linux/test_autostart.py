"""Start at login: the files are right for the programs that read them, and are all or nothing."""

import sys

assert sys.platform == "linux"

import json
import os
import resource
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from sayso.errors import SaysoError, ServiceError, Unsupported, UnusableFile
from sayso.platforms.linux import autostart, units
from support.desktop_list import LAUNCH
from support.processes import wait_until
from support.session_manager import SessionManager

ODD = "o d $HOME `t` ü;#~*"
"""A directory's name with much that means something to systemd, to desktops or to a shell."""

ODDER = ODD + "\"q\" 'a' b\\s %d %u"
"""A word with all of that."""

FILES = ("systemd/user/sayso.service", "systemd/user/sayso.socket", "autostart/sayso.desktop")
UNITS = (units.SERVICE, units.SOCKET)
LINKS = (
    "systemd/user/graphical-session.target.wants/sayso.service",
    "systemd/user/sockets.target.wants/sayso.socket",
)


@pytest.fixture
def environ(directory: Path) -> Mapping[str, str]:
    (directory / "run").mkdir(mode=0o700)
    (directory / "home").mkdir()
    return {"HOME": str(directory / "home"), "XDG_RUNTIME_DIR": str(directory / "run")}


@pytest.fixture
def config(environ: Mapping[str, str]) -> Path:
    return Path(environ["HOME"], ".config")


@pytest.fixture
def manager(environ: Mapping[str, str]) -> Iterator[SessionManager]:
    with SessionManager(Path(environ["XDG_RUNTIME_DIR"]), {}) as manager:
        yield manager


@pytest.fixture
def dead_manager(environ: Mapping[str, str]) -> None:
    """Its socket is there, and nobody listens."""
    place = Path(environ["XDG_RUNTIME_DIR"], "systemd")
    place.mkdir()
    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind(str(place / "private"))


def there(config: Path) -> set[str]:
    return {str(path.relative_to(config)) for path in config.rglob("*") if not path.is_dir()}


@pytest.fixture
def program(directory: Path) -> Path:
    """One at an odd place, which notes how it was called."""
    place = directory / ODD
    place.mkdir()
    program = place / "python"
    noted = json.dumps(str(directory / "called"))
    program.write_text(
        f"#!{sys.executable}\nimport json, os, sys\n"
        f"open({noted} + '.new', 'w').write(json.dumps(sys.argv))\n"
        f"os.rename({noted} + '.new', {noted})\n"
    )
    program.chmod(0o755)
    return program


class TestFiles:
    def test_systemd_finds_nothing_wrong(
        self, environ: Mapping[str, str], config: Path, manager: SessionManager
    ) -> None:
        autostart.enable(environ)
        verify([config / name for name in FILES[:2]])

    def test_systemd_finds_the_program_wherever_it_is(self, directory: Path, program: Path) -> None:
        for name in UNITS:
            text = units.text(name, (str(program), "run", ODDER))
            (directory / name).write_text(text)
        verify([directory / units.SERVICE])
        program.chmod(0o644)
        with pytest.raises(AssertionError, match="is not executable"):
            verify([directory / units.SERVICE])

    def test_a_desktop_starts_the_program_wherever_it_is(
        self, directory: Path, program: Path
    ) -> None:
        entry = directory / units.ENTRY
        entry.write_text(units.text(units.ENTRY, (str(program), "start", ODDER)))
        launch = [sys.executable, "-c", LAUNCH, str(entry)]
        subprocess.run(launch, check=True, timeout=60)
        wait_until((directory / "called").exists, "the program")
        called = json.loads((directory / "called").read_text())
        assert called == [str(program), "start", ODDER]

    def test_the_units_are_enabled_as_systemctl_does_it(
        self, environ: Mapping[str, str], config: Path, manager: SessionManager, directory: Path
    ) -> None:
        autostart.enable(environ)
        root = directory / "root"
        target = root / "etc" / "systemd" / "user"
        target.mkdir(parents=True)
        for name in FILES[:2]:
            shutil.copy(config / name, target)
        command = ["systemctl", "--global", f"--root={root}", "enable", *UNITS]
        subprocess.run(command, check=True, timeout=60)
        links = {str(path.relative_to(target)) for path in target.rglob("*") if path.is_symlink()}
        assert {f"systemd/user/{each}" for each in links} == set(LINKS)
        for link in LINKS:
            assert (config / link).resolve() == config / "systemd/user" / Path(link).name


def verify(paths: list[Path]) -> None:
    done = subprocess.run(
        ["systemd-analyze", "verify", "--user", *map(str, paths)],
        env={**os.environ, "XDG_RUNTIME_DIR": str(paths[0].parent)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    ours = [line for line in done.stderr.splitlines() if "sayso" in line or ODD[:3] in line]
    assert ours == []


class TestEnable:
    def test_where_systemd_runs(
        self, environ: Mapping[str, str], config: Path, manager: SessionManager
    ) -> None:
        autostart.enable(environ)
        assert there(config) == {*FILES, *LINKS}
        status = autostart.status(environ)
        assert (status.enabled, status.how, status.trouble) == (True, "systemd", "")
        assert status.files == tuple(str(config / name) for name in FILES)

    def test_elsewhere(self, environ: Mapping[str, str], config: Path) -> None:
        autostart.enable(environ)
        assert there(config) == {FILES[2]}
        status = autostart.status(environ)
        assert (status.enabled, status.how, status.trouble) == (True, "desktop", "")

    def test_twice_changes_nothing(
        self, environ: Mapping[str, str], config: Path, manager: SessionManager
    ) -> None:
        def written() -> set[tuple[str, int, int]]:
            """What a change would change; to be read does not."""
            states = {name: (config / name).lstat() for name in (*FILES, *LINKS)}
            return {(name, state.st_ino, state.st_mtime_ns) for name, state in states.items()}

        autostart.enable(environ)
        before = written()
        autostart.enable(environ)
        assert written() == before

    def test_in_the_directory_that_is_set(
        self, environ: Mapping[str, str], config: Path, directory: Path
    ) -> None:
        elsewhere = directory / "elsewhere"
        autostart.enable({**environ, "XDG_CONFIG_HOME": str(elsewhere)})
        assert there(elsewhere) == {FILES[2]}
        autostart.enable({**environ, "XDG_CONFIG_HOME": "relative"})
        assert there(config) == {FILES[2]}

    def test_brings_one_of_an_earlier_place_up_to_date(
        self, environ: Mapping[str, str], config: Path, directory: Path
    ) -> None:
        autostart.enable(environ)
        entry = config / FILES[2]
        wanted = entry.read_text()
        gone = str(directory / "gone" / "python")
        entry.write_text(units.text(units.ENTRY, (gone, "daemon", "start")))
        status = autostart.status(environ)
        assert status.enabled
        assert f"{gone}, which is no longer there" in status.trouble
        assert "sayso autostart enable" in status.remedy
        autostart.enable(environ)
        assert entry.read_text() == wanted

    def test_brings_one_of_another_version_up_to_date(
        self, environ: Mapping[str, str], config: Path
    ) -> None:
        autostart.enable(environ)
        entry = config / FILES[2]
        wanted = entry.read_text()
        entry.write_text(units.text(units.ENTRY, (sys.executable, "daemon", "begin")))
        assert f"{entry} is of another version" in autostart.status(environ).trouble
        autostart.enable(environ)
        assert entry.read_text() == wanted
        assert autostart.status(environ).trouble == ""

    def test_with_another_socket_set_is_refused(self, environ: Mapping[str, str]) -> None:
        with pytest.raises(Unsupported, match="SAYSO_SOCKET is set"):
            autostart.enable({**environ, "SAYSO_SOCKET": "/srv/ada/socket"})

    @pytest.mark.parametrize("place", ["\nExecStartPre=", "'", '"', "\\", "%h", "=", "\udcff"])
    def test_by_a_program_that_no_file_can_name(
        self, environ: Mapping[str, str], config: Path, monkeypatch: pytest.MonkeyPatch, place: str
    ) -> None:
        monkeypatch.setattr(sys, "executable", f"/srv/{place}/python")
        with pytest.raises(Unsupported, match="neither systemd nor a desktop can start"):
            autostart.enable(environ)
        assert not config.exists()


class TestDisable:
    def test_leaves_nothing_behind(
        self, environ: Mapping[str, str], config: Path, manager: SessionManager
    ) -> None:
        autostart.enable(environ)
        autostart.disable(environ)
        assert list(config.iterdir()) == []
        assert not autostart.status(environ).enabled
        autostart.disable(environ)

    def test_leaves_what_is_not_ours(
        self, environ: Mapping[str, str], config: Path, manager: SessionManager
    ) -> None:
        other = config / "systemd" / "user" / "sockets.target.wants" / "other.socket"
        other.parent.mkdir(parents=True)
        other.symlink_to("/usr/lib/systemd/user/other.socket")
        autostart.enable(environ)
        autostart.disable(environ)
        assert there(config) == {str(other.relative_to(config))}

    def test_without_a_manager_takes_its_units_as_well(
        self, environ: Mapping[str, str], config: Path, directory: Path
    ) -> None:
        with SessionManager(Path(environ["XDG_RUNTIME_DIR"]), {}):
            autostart.enable(environ)
        shutil.rmtree(Path(environ["XDG_RUNTIME_DIR"], "systemd"))
        autostart.disable(environ)
        assert list(config.iterdir()) == []


@pytest.fixture
def package(directory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a package of this sayso has its units."""
    place = directory / "package"
    place.mkdir()
    monkeypatch.setattr(units, "PACKAGED", str(place))
    for name in UNITS:
        (place / name).write_text(units.packaged_text(name, units.command(name)))
    return place


class TestPackaged:
    """A package has the same units for all of its users."""

    def test_systemd_finds_nothing_wrong(self, package: Path) -> None:
        verify([package / name for name in UNITS])

    def test_links_to_them_are_enough(
        self, environ: Mapping[str, str], config: Path, manager: SessionManager, package: Path
    ) -> None:
        autostart.enable(environ)
        assert there(config) == {FILES[2], *LINKS}
        for link, name in zip(LINKS, UNITS, strict=True):
            assert (config / link).readlink() == package / name
        status = autostart.status(environ)
        assert (status.enabled, status.how, status.trouble) == (True, "systemd", "")
        assert status.files == tuple(str(config / name) for name in (*LINKS, FILES[2]))
        assert autostart.plan(environ, wanted=True) == ()
        autostart.disable(environ)
        assert list(config.iterdir()) == []
        assert not autostart.status(environ).enabled

    def test_they_take_the_place_of_what_was_written_before(
        self, environ: Mapping[str, str], config: Path, manager: SessionManager, package: Path
    ) -> None:
        moved = package.rename(package.with_name("not yet"))
        autostart.enable(environ)
        moved.rename(package)
        planned = {change.place for change in autostart.plan(environ, wanted=True)}
        assert planned == {str(config / name) for name in (*FILES[:2], *LINKS)}
        autostart.enable(environ)
        assert there(config) == {FILES[2], *LINKS}

    def test_without_the_package_they_are_written_again(
        self, environ: Mapping[str, str], config: Path, manager: SessionManager, package: Path
    ) -> None:
        autostart.enable(environ)
        shutil.rmtree(package)
        status = autostart.status(environ)
        assert (status.enabled, status.trouble) == (True, f"there is no {config / FILES[0]}")
        autostart.enable(environ)
        assert there(config) == {*FILES, *LINKS}
        assert autostart.status(environ).trouble == ""

    def test_those_of_another_sayso_are_none(
        self, environ: Mapping[str, str], config: Path, manager: SessionManager, package: Path
    ) -> None:
        for name in UNITS:
            text = units.packaged_text(name, ("/usr/bin/python3", "-m", "other"))
            (package / name).write_text(text)
        autostart.enable(environ)
        assert there(config) == {*FILES, *LINKS}

    def test_systemctl_enables_and_disables_them_as_well(
        self, environ: Mapping[str, str], config: Path, manager: SessionManager, package: Path
    ) -> None:
        for link, name in zip(LINKS, UNITS, strict=True):
            (config / link).parent.mkdir(parents=True)
            (config / link).symlink_to(package / name)
        status = autostart.status(environ)
        assert (status.enabled, status.how) == (True, "systemd")
        assert status.trouble == f"there is no {config / FILES[2]}"
        autostart.enable(environ)
        assert autostart.status(environ).trouble == ""

    def test_a_link_that_leads_elsewhere_stays(
        self, environ: Mapping[str, str], config: Path, manager: SessionManager, package: Path
    ) -> None:
        link = config / LINKS[1]
        link.parent.mkdir(parents=True)
        link.symlink_to("/srv/other.socket")
        with pytest.raises(UnusableFile, match="is not as sayso made it"):
            autostart.enable(environ)
        assert there(config) == {LINKS[1]}


def edited(path: Path) -> None:
    path.write_text(path.read_text() + "Environment=GDK_SCALE=2\n")


def replaced(path: Path) -> None:
    path.write_text("[Service]\nExecStart=/bin/true\n")


def masked(path: Path) -> None:
    path.unlink()
    path.symlink_to(os.devnull)


def not_text(path: Path) -> None:
    path.write_bytes(b"\xff\n\xfe\n")


@pytest.mark.parametrize("act", [autostart.enable, autostart.disable])
@pytest.mark.parametrize("change", [edited, replaced, masked, not_text])
@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_not_as_we_wrote_it_stays(
    environ: Mapping[str, str],
    config: Path,
    manager: SessionManager,
    name: str,
    change: Callable[[Path], None],
    act: Callable[[Mapping[str, str]], None],
) -> None:
    """And so does everything else."""
    autostart.enable(environ)
    change(config / name)
    before = contents(config)
    with pytest.raises(UnusableFile, match=f"{name} is not as sayso wrote it") as caught:
        act(environ)
    assert f"mv {config / name} " in caught.value.remedy
    assert contents(config) == before
    status = autostart.status(environ)
    assert status.enabled
    assert f"{name} is not as sayso wrote it" in status.trouble


def contents(config: Path) -> dict[str, tuple[bool, bytes]]:
    return {
        name: ((config / name).is_symlink(), (config / name).read_bytes()) for name in there(config)
    }


class TestFailures:
    """What fails leaves everything as it was."""

    def test_no_home(self) -> None:
        for environ in ({}, {"HOME": ""}, {"HOME": "here"}):
            with pytest.raises(Unsupported, match="HOME is not set") as caught:
                autostart.enable(environ)
            assert "set HOME" in caught.value.remedy

    def test_a_path_of_any_bytes_is_told_as_text(self, tmp_path: Path) -> None:
        entry = tmp_path / "c\udcff" / "autostart" / "sayso.desktop"
        entry.parent.mkdir(parents=True)
        entry.write_text("mine")
        environ = {"XDG_CONFIG_HOME": str(tmp_path / "c\udcff")}
        with pytest.raises(UnusableFile, match=r"/c\\u\{dcff\}/autostart/sayso\.desktop") as caught:
            autostart.enable(environ)
        assert r"c\u{dcff}" in caught.value.remedy
        assert autostart.status(environ).trouble == caught.value.message
        assert entry.read_text() == "mine"

    @pytest.mark.parametrize("name", [*FILES, *LINKS])
    def test_something_is_in_the_way(
        self, environ: Mapping[str, str], config: Path, manager: SessionManager, name: str
    ) -> None:
        """Where a directory is to be: as with one that can't be written, some of it fails late."""
        in_the_way = (config / name).parent
        in_the_way.parent.mkdir(parents=True, exist_ok=True)
        in_the_way.write_text("mine")
        with pytest.raises(UnusableFile, match="can't change"):
            autostart.enable(environ)
        assert there(config) == {str(in_the_way.relative_to(config))}
        assert in_the_way.read_text() == "mine"

    def test_a_directory_that_is_read_only(
        self, environ: Mapping[str, str], config: Path, manager: SessionManager
    ) -> None:
        if os.geteuid() == 0:
            pytest.skip("root may write everywhere")
        place = config / "autostart"
        place.mkdir(parents=True)
        place.chmod(0o500)
        with pytest.raises(UnusableFile, match=r"autostart.*Permission denied"):
            autostart.enable(environ)
        assert there(config) == set()

    def test_a_full_disk(
        self, environ: Mapping[str, str], config: Path, manager: SessionManager
    ) -> None:
        """Also of what is to be brought up to date."""
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
        try:
            with pytest.raises(UnusableFile, match="File too large"):
                autostart.enable(environ)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert not config.exists()

    def test_a_manager_that_does_not_answer(
        self, environ: Mapping[str, str], config: Path, dead_manager: None
    ) -> None:
        with pytest.raises(ServiceError, match="daemon-reload failed: Failed to connect") as caught:
            autostart.enable(environ)
        assert "systemctl --user daemon-reload" in caught.value.remedy
        assert not config.exists()

    def test_a_manager_that_does_not_answer_to_disable(
        self, environ: Mapping[str, str], config: Path
    ) -> None:
        runtime = Path(environ["XDG_RUNTIME_DIR"])
        with SessionManager(runtime, {}):
            autostart.enable(environ)
        before = contents(config)
        with pytest.raises(SaysoError, match="daemon-reload failed"):
            autostart.disable(environ)
        assert contents(config) == before

    def test_a_link_that_the_person_took_away_is_told(
        self, environ: Mapping[str, str], config: Path, manager: SessionManager
    ) -> None:
        autostart.enable(environ)
        (config / LINKS[1]).unlink()
        status = autostart.status(environ)
        assert f"there is no {config / LINKS[1]}" in status.trouble
        autostart.enable(environ)
        assert autostart.status(environ).trouble == ""
