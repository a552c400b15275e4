"""The command that installs what an extra needs: for the Python that runs here, by name."""

import importlib.util
import shlex
import sys
from pathlib import Path

import pytest

from sayso.extras import OF_APT, advice, removal

NEEDED = {"mcp": "mcp<3,>=2.3", "desktop": "pystray<0.20,>=0.19.5"}


@pytest.mark.parametrize("extra", NEEDED)
def test_names_this_very_python_and_the_packages_themselves(extra: str) -> None:
    assert shlex.split(advice(extra)) == [
        sys.executable, "-m", "pip", "install", NEEDED[extra]
    ]  # fmt: skip


def test_where_pipx_made_the_environment_it_is_pipxs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "sayso-next"
    place.mkdir()
    (place / "pipx_metadata.json").touch()
    monkeypatch.setattr(sys, "prefix", str(place))
    assert shlex.split(advice("mcp")) == ["pipx", "inject", "sayso-next", NEEDED["mcp"]]


def test_where_there_is_no_pip_it_is_uvs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    command = shlex.split(advice("mcp"))
    assert command == ["uv", "pip", "install", "--python", sys.executable, NEEDED["mcp"]]


def test_what_debians_package_brought_is_apts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert "apt-get" not in advice("mcp") + removal()
    (tmp_path / OF_APT).touch()
    assert advice("mcp") == advice("desktop") == "sudo apt-get install --reinstall sayso"
    assert removal() == "sudo apt-get remove sayso"
