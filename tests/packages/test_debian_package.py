"""The package for Debian, as far as it can be made without a network: what pip would fetch is not
in it. The whole package is tried in tests/on_debian."""

import os
import subprocess
import sys
import tarfile
import tomllib
from importlib.metadata import PathDistribution
from pathlib import Path

import debian_copyright
import debian_package
import distribution
import pytest
from debian_package import RELEASES, Release

from sayso import launcher
from support.built import ROOT, TIME, copy_source

pytestmark = pytest.mark.linux("packages are made there")


def unpack(target: Path, _python: str, *arguments: str | Path) -> dict[str, str]:
    """Stands in for pip, and does with our own wheel what pip does."""
    wheel = arguments[-1]
    if isinstance(wheel, Path) and wheel.suffix == ".whl":
        target.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "zipfile", "-e", wheel, target], check=True)
        data = target / f"{'-'.join(wheel.name.split('-')[:2])}.data" / "data"
        (data / "share").rename(target / "share")
        data.rmdir()
        data.parent.rmdir()
        (target / "bin").mkdir()
    return {}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("wheel")
    return distribution.build(copy_source(place / "source"), place / "made", TIME)[1]


@pytest.fixture(params=RELEASES, ids=lambda each: each.name)
def release(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Release:
    monkeypatch.setattr(debian_package, "pip", unpack)
    made: Release = request.param
    return made


def field(package: Path, name: str) -> str:
    return subprocess.check_output(["dpkg-deb", "-f", package, name], text=True).strip()


def members(package: Path) -> dict[str, tarfile.TarInfo]:
    with subprocess.Popen(
        ["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE
    ) as archive, tarfile.open(fileobj=archive.stdout, mode="r|") as listed:  # fmt: skip
        return {each.name.removeprefix("./"): each for each in listed}


def test_two_builds_are_the_same_bytes(release: Release, wheel: Path, tmp_path: Path) -> None:
    made = []
    for name, mask in (("one", 0o022), ("another", 0o077)):
        (tmp_path / name).mkdir()
        before = os.umask(mask)
        try:
            made.append(debian_package.make(wheel, release, tmp_path / name, TIME)[0])
        finally:
            os.umask(before)
    assert made[0].name == made[1].name
    assert made[0].read_bytes() == made[1].read_bytes()


def test_what_is_where(release: Release, wheel: Path, tmp_path: Path) -> None:
    package, _bill = debian_package.make(wheel, release, tmp_path, TIME)
    there = members(package)
    assert {
        "usr/share/man/man1/sayso-confirm.1.gz", "usr/share/man/man1/pinentry-sayso.1.gz",
        "usr/share/bash-completion/completions/sayso", "usr/share/zsh/vendor-completions/_sayso",
        "usr/share/fish/vendor_completions.d/sayso.fish", "usr/share/applications/sayso.desktop",
        "usr/share/metainfo/sayso.metainfo.xml", "usr/share/doc/sayso/copyright",
        "usr/share/icons/hicolor/scalable/apps/sayso.svg", "usr/lib/sayso/pyvenv.cfg",
        "usr/lib/systemd/user/sayso.socket", "usr/lib/systemd/user/sayso.service",
        "usr/lib/systemd/user/sayso-ask-password-agent.service",
    } <= there.keys()  # fmt: skip
    assert {(each.uid, each.gid, each.mtime) for each in there.values()} == {(0, 0, TIME)}
    assert {each.mode for each in there.values() if each.isdir()} == {0o755}
    run = {name for name, each in there.items() if each.isfile() and each.mode != 0o644}
    assert run == {f"usr/lib/sayso/bin/{name}" for name in launcher.COMMANDS}
    for name in launcher.COMMANDS:
        target = f"usr/bin/{there[f'usr/bin/{name}'].linkname}"
        assert os.path.normpath(target) in run
    python = there["usr/lib/sayso/bin/python"].linkname
    assert os.path.normpath(f"usr/lib/sayso/bin/{python}") == f"usr/bin/python{release.python}"


def test_it_needs_the_python_that_its_modules_are_for(release: Release) -> None:
    needed = release.depends.split(", ")
    assert {f"python{release.python}", f"python3 (>= {release.python})"} <= {*needed}
    assert "python3-six" in needed
    assert len(needed) == len({*needed})


def test_the_next_release_has_the_later_version() -> None:
    older, newer = (each.version("0.1.0") for each in RELEASES)
    compare = ["dpkg", "--compare-versions"]
    for one, another in ((older, newer), (newer, RELEASES[0].version("0.1.1"))):
        assert subprocess.run([*compare, one, "lt", another], check=False).returncode == 0


def test_commands_start_what_the_wheel_s_do() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    starts = {name: f"sayso.__main__:{each}" for name, each in debian_package.FUNCTIONS.items()}
    assert starts == told
    assert starts.keys() == {*launcher.COMMANDS}


def pins(file: Path) -> dict[str, str]:
    lines = (line.partition(" ")[0] for line in file.read_text().splitlines())
    return dict(line.split("==") for line in lines if "==" in line)


def test_all_systems_get_the_same_versions() -> None:
    for release in RELEASES:
        ours = {
            k: v
            for each in release.vendored
            for k, v in pins(debian_package.SOURCES / each).items()
        }
        windows = pins(ROOT / "packaging/windows/requirements.txt")
        shared = ours.keys() & windows.keys()
        assert "mcp" in shared
        assert {name: ours[name] for name in shared} == {name: windows[name] for name in shared}


def put_metadata(modules: Path, text: str, licence: str = "") -> PathDistribution:
    place = modules / "other-1.0.dist-info"
    place.mkdir(parents=True)
    (modules / "other").mkdir()
    (modules / "other" / "a.py").touch()
    (place / "METADATA").write_text(f"Metadata-Version: 2.4\nName: other\nVersion: 1.0\n{text}\n")
    (place / "RECORD").write_text("other/a.py,,\nother-1.0.dist-info/licenses/LICENSE,,\n")
    if licence:
        (place / "licenses").mkdir()
        (place / "licenses" / "LICENSE").write_text(licence)
    return PathDistribution(place)


def test_the_copyright_names_each_package_with_its_text(tmp_path: Path) -> None:
    put_metadata(tmp_path, "License-Expression: MIT", "Copyright (c) 2020 Mia\n\nDo what you like.")
    told = debian_copyright.text(tmp_path, Path("usr/lib/there"))
    assert "Files: usr/lib/there/other/*\n       usr/lib/there/other-1.0.dist-info/*\n" in told
    assert "Copyright: 2020 Mia\nLicense: MIT\n Copyright (c) 2020 Mia\n .\n Do what you" in told


@pytest.mark.parametrize(
    ("told", "text"),
    [("", "Do what you like."), ("License-Expression: MIT", ""), ("License: see there?", "No.")],
)
def test_what_has_no_licence_is_not_passed_on(tmp_path: Path, told: str, text: str) -> None:
    other = put_metadata(tmp_path, told, text)
    if not text:
        (tmp_path / "other-1.0.dist-info" / "RECORD").write_text("other/a.py,,\n")
    assert other.metadata["Name"] == "other"
    with pytest.raises(debian_copyright.Unlicensed, match="other"):
        debian_copyright.text(tmp_path, Path("usr/lib/there"))


def test_the_description_of_the_window_is_valid(tmp_path: Path) -> None:
    """Checks the least of the desktops' own rules, without their programs."""
    lines = (debian_package.SOURCES / "sayso.desktop").read_text().splitlines()
    told = dict(line.split("=", 1) for line in lines[1:])
    assert lines[0] == "[Desktop Entry]"
    assert told["Exec"] == "sayso settings"
    asked = [sys.executable, "-m", "sayso", "settings", "--help"]
    assert subprocess.run(asked, check=False, timeout=60, capture_output=True).returncode == 0
