"""A daemon that starts by itself, of a real account whose programs have other ideas of it."""

from collections.abc import Iterator

import pytest

from support.made_user import MadeUser, made_user

pytestmark = pytest.mark.root("root alone makes users")

NO_INTERACTOR = 4


@pytest.fixture
def user() -> Iterator[MadeUser]:
    with made_user() as user:
        yield user


def test_its_files_are_in_the_accounts_home(user: MadeUser) -> None:
    """Such as settings by which a program's own input would count as the person's."""
    settings = user.elsewhere / "sayso" / "config.toml"
    settings.parent.mkdir()
    settings.write_text("accessibility_approval = true\n")
    elsewhere = {"HOME": str(user.elsewhere), "XDG_CONFIG_HOME": str(user.elsewhere)}
    assert user.sayso("confirm", "Deploy?", environ=elsewhere).returncode == NO_INTERACTOR
    status = user.status()
    assert status["config"] == f"{user.home}/.config/sayso/config.toml"
    assert status["log"] == f"{user.home}/.local/state/sayso/log"
    assert status["log_fault"] is None
    got = user.sayso("config", "get", "accessibility_approval", environ=elsewhere)
    assert got.stdout == "false\n"


def test_what_is_set_before_it_starts_is_what_it_reads(user: MadeUser) -> None:
    elsewhere = {"XDG_CONFIG_HOME": str(user.elsewhere)}
    assert user.sayso("config", "set", "wait", "7", environ=elsewhere).returncode == 0
    assert user.sayso("daemon", "start").returncode == 0
    path = user.home / ".config" / "sayso" / "config.toml"
    assert user.status()["config"] == str(path)
    assert "wait = 7" in path.read_text()
    assert list(user.elsewhere.iterdir()) == []
