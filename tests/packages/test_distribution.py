"""The source distribution and the wheel: what is in them, and that nothing in them depends on the
machine that built them."""

import gettext
import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import distribution
import pytest

from support.built import ROOT, TIME, copy_source


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Path, Path]]:
    """Two builds of the same source, in two places and with two umasks."""
    made = []
    for name, mask in (("one", 0o022), ("another with a longer name", 0o077)):
        before = os.umask(mask)
        try:
            place = tmp_path_factory.mktemp(name)
            made.append(distribution.build(copy_source(place / name), place / "made", TIME))
        finally:
            os.umask(before)
    return made


def test_two_builds_are_the_same_bytes(builds: list[tuple[Path, Path]]) -> None:
    for one, another in zip(*builds, strict=True):
        assert one.name == another.name
        assert one.read_bytes() == another.read_bytes()


def test_another_time_is_seen(builds: list[tuple[Path, Path]], tmp_path: Path) -> None:
    """The control: otherwise equal bytes would prove nothing."""
    made = distribution.build(copy_source(tmp_path / "one"), tmp_path / "made", TIME + 10)
    assert [each.read_bytes() for each in made] != [each.read_bytes() for each in builds[0]]


def test_the_wheel_has_all_that_is_needed(builds: list[tuple[Path, Path]]) -> None:
    with zipfile.ZipFile(builds[0][1]) as wheel:
        names = set(wheel.namelist())
        entries = wheel.read("sayso-0.1.0.dist-info/entry_points.txt").decode()
        bash = wheel.read("sayso-0.1.0.data/data/share/bash-completion/completions/sayso").decode()
    shared = {name.partition(".data/data/share/")[2] for name in names if ".data/data/" in name}
    assert {
        "man/man1/sayso.1", "man/man1/sayso-confirm.1",
        "bash-completion/completions/sayso", "zsh/site-functions/_sayso",
        "fish/vendor_completions.d/sayso.fish",
        "icons/hicolor/scalable/apps/sayso.svg", "icons/hicolor/48x48/apps/sayso.png",
    } <= shared  # fmt: skip
    for language in (ROOT / "assets" / "locale").glob("*.po"):
        assert f"sayso/presentation/locale/{language.stem}/LC_MESSAGES/sayso.mo" in names
    assert "sayso = sayso.__main__:main" in entries
    asked = [sys.executable, "-m", "sayso", "completion", "bash"]
    assert bash == subprocess.check_output(asked, text=True, timeout=60)


def test_a_wheel_of_the_source_distribution_is_the_same(
    builds: list[tuple[Path, Path]], tmp_path: Path
) -> None:
    source, wheel = builds[0]
    subprocess.run(["tar", "-xzf", source, "-C", tmp_path], check=True)
    (unpacked,) = tmp_path.iterdir()
    _, again = distribution.build(unpacked, tmp_path / "made", TIME)
    assert again.read_bytes() == wheel.read_bytes()


def test_no_translation_tells_when_it_was_compiled(builds: list[tuple[Path, Path]]) -> None:
    """Otherwise builds would differ from one minute to the next."""
    with zipfile.ZipFile(builds[0][1]) as wheel:
        found = [name for name in wheel.namelist() if name.endswith(".mo")]
        assert found
        for name in found:
            told = gettext.GNUTranslations(io.BytesIO(wheel.read(name))).info()
            dates = {value[:4] for header, value in told.items() if header.endswith("-date")}
            assert dates == {"1970"}
