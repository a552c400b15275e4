"""Which file other programs are told to start, in any directory: on this system and on Windows."""

import sys
import sysconfig
from pathlib import Path

import pytest

from sayso import extras, installed
from sayso.errors import ServiceError

SUFFIX = sysconfig.get_config_var("EXE") or ""


def put(path: Path) -> Path:
    """Makes an empty program at `path`, with the suffix that this system gives to programs."""
    made = path.with_name(f"{path.name}{SUFFIX}")
    made.parent.mkdir(parents=True, exist_ok=True)
    made.touch()
    made.chmod(0o755)
    return made


@pytest.fixture
def python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An interpreter where the installer puts it. A test without an installer makes no file
    "current"."""
    interpreter = put(tmp_path / "sayso" / "versions" / "0.1.0-aa" / "python")
    monkeypatch.setattr(sys, "executable", str(interpreter))
    monkeypatch.setattr(sys, "argv", ["sayso", "hook", "install"])
    return interpreter


def test_it_is_the_one_that_was_called(
    python: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """pip's commands for Windows call themselves without their suffix."""
    called = put(tmp_path / "my bin" / "sayso")
    for name in (called, called.with_name("sayso")):
        monkeypatch.setattr(sys, "argv", [str(name)])
        assert installed.executable() == str(called)


def test_else_it_is_beside_the_interpreter(python: Path) -> None:
    put(python.with_name("sayso"))
    beside = put(python.with_name("sayso-askpass"))
    assert installed.executable() == str(python.with_name(f"sayso{SUFFIX}"))
    assert installed.beside("sayso-askpass") == str(beside)


def test_where_the_installer_put_it_each_version_has_the_same(python: Path) -> None:
    root = python.parents[2]
    (root / "current").write_text("0.1.0-aa")
    put(python.with_name("sayso"))
    command, askpass = (put(root / "bin" / name) for name in ("sayso", "sayso-askpass"))
    assert installed.executable() == str(command)
    assert installed.beside("sayso-askpass") == str(askpass)


def test_it_is_none_of_the_current_directory(
    python: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows looks for a program in the current directory first, and so does Python."""
    put(tmp_path / "here" / "sayso")
    monkeypatch.chdir(tmp_path / "here")
    with pytest.raises(ServiceError, match="no executable named sayso"):
        installed.executable()


@pytest.mark.skipif(sys.platform == "win32", reason="there a person's programs are no links")
def test_a_link_among_the_persons_programs_is_named_whatever_the_path(
    python: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tray has another PATH than a terminal, and both must name the same file."""
    beside = put(python.with_name("sayso"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    link = tmp_path / ".local" / "bin" / "sayso"
    link.parent.mkdir(parents=True)
    link.symlink_to(beside)
    assert installed.executable() == str(link)
    link.unlink()
    link.symlink_to(put(tmp_path / "other" / "sayso"))
    assert installed.executable() == str(beside)


def test_an_environment_of_a_package_manager_s_is_nobody_s_to_look_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    for name in ("pipx_metadata.json", "uv-receipt.toml", extras.OF_APT):
        assert installed.environment() == tmp_path
        (tmp_path / name).touch()
        assert installed.environment() is None
        (tmp_path / name).unlink()
