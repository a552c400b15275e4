"""sayso setup where variables are kept elsewhere than in files, as on Windows."""

import os
from pathlib import Path

import pytest

from sayso import installed
from sayso.errors import Unsupported
from sayso.platforms import select
from sayso.platforms.contract.places import LoginFiles, Places


class Elsewhere:
    """Of a system without such files."""

    def __init__(self, places: Places) -> None:
        self.home, self.configuration, self.state = (
            places.home, places.configuration, places.state
        )  # fmt: skip

    def login_files(self, _environ: object) -> LoginFiles:
        return LoginFiles(())


@pytest.mark.parametrize("name", ["ssh", "sudo"])
def test_the_variables_are_named(
    home: Path, programs: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    from sayso.frontends.setup.programs import PROGRAMS

    for suffix in ("", ".exe"):
        (programs / f"{name}{suffix}").write_text("")
        (programs / f"{name}{suffix}").chmod(0o755)
    places = Elsewhere(select.places())
    monkeypatch.setattr(select, "places", lambda: places)
    monkeypatch.setattr(installed, "beside", lambda command: f"/bin/{command}")
    with pytest.raises(Unsupported, match="elsewhere than in files") as raised:
        PROGRAMS[name].set_up(os.environ)
    assert raised.value.remedy.startswith(
        f'set them yourself: {name.upper()}_ASKPASS="/bin/sayso-askpass"'
    )
    assert PROGRAMS[name].undo(os.environ) == ()
    assert list(home.iterdir()) == []


def test_the_other_two_want_to_be_installed(home: Path, programs: Path) -> None:
    from sayso.frontends.setup.programs import PROGRAMS

    for name in ("gpg", "git"):
        with pytest.raises(Unsupported, match="is not installed here"):
            PROGRAMS[name].set_up(os.environ)
        (change,) = PROGRAMS[name].undo(os.environ)
        assert change.text == ""
    assert list(home.iterdir()) == []
