"""The variables of ssh and sudo: which files, and what those that read them make of them."""

import sys

assert sys.platform != "win32"

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from support.hook_install import Run
from support.setup import BIN, tree

GENERATOR = Path("/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator")
OF_SYSTEMD = ".config/environment.d/90-sayso-ssh.conf"
ODD = """bin $HOME `x` "y" 'z' \\w $$ #%"""


@pytest.mark.parametrize(
    ("there", "shell", "changed"),
    [
        ((), "/bin/bash", {".profile"}),
        ((), "/usr/bin/zsh", {".zprofile"}),
        ((), "/usr/bin/fish", {".profile"}),
        ((".profile",), "/usr/bin/zsh", {".profile", ".zprofile"}),
        ((".bash_profile",), "/bin/bash", {".bash_profile"}),
        ((".profile", ".bash_profile", ".bash_login"), "/bin/sh", {".profile", ".bash_profile"}),
        ((".profile", ".bash_login", ".bashrc"), "/bin/sh", {".profile", ".bash_login"}),
        ((".zprofile",), "/bin/bash", {".profile", ".zprofile"}),
    ],
)
def test_files_that_a_login_reads(
    home: Path,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    there: tuple[str, ...],
    shell: str,
    changed: set[str],
) -> None:
    monkeypatch.setenv("SHELL", shell)
    for name in there:
        (home / name).write_text("# mine\n")
    before = tree(home)
    told = run("ssh")
    assert {os.path.relpath(each["file"], home) for each in told["files"]} == changed | {OF_SYSTEMD}
    monkeypatch.setenv("SHELL", "/bin/another")
    run("ssh", "--undo")
    assert tree(home) == before


def test_zsh_says_where_its_own_is(home: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZDOTDIR", str(home / "zsh"))
    monkeypatch.setenv("SHELL", "/bin/zsh")
    assert run("ssh")["files"][0]["file"] == str(home / "zsh" / ".zprofile")


def test_two_names_of_one_file_are_one(home: Path, run: Run) -> None:
    (home / ".profile").write_text("# mine\n")
    (home / ".bash_profile").symlink_to(".profile")
    assert len(run("ssh")["files"]) == 2
    assert (home / ".profile").read_text().count("export") == 1


def test_a_file_that_is_read_no_more_is_undone_as_well(home: Path, run: Run) -> None:
    (home / ".bash_login").write_text("# mine\n")
    run("ssh")
    (home / ".bash_profile").write_text("# new\n")
    run("ssh", "--undo")
    assert tree(home) == {".bash_login": b"# mine\n", ".bash_profile": b"# new\n"}


class TestReadByThem:
    """The real ones."""

    @pytest.fixture(params=["bin", "a b", ODD])
    def askpass(
        self, request: pytest.FixtureRequest, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> str:
        """The path of ours, in a directory of this name."""
        place = home.parent / request.param
        place.mkdir()
        for name in ("sayso", "sayso-askpass"):
            (place / name).symlink_to(BIN / name)
        monkeypatch.setattr(sys, "argv", [str(place / "sayso")])
        return str(place / "sayso-askpass")

    @pytest.mark.parametrize("shell", ["sh", "bash", "dash", "zsh"])
    @pytest.mark.parametrize("program", ["ssh", "sudo"])
    def test_a_login_shell(
        self,
        home: Path,
        run: Run,
        monkeypatch: pytest.MonkeyPatch,
        askpass: str,
        shell: str,
        program: str,
    ) -> None:
        if not shutil.which(shell):
            pytest.skip(f"there is no {shell} here")
        monkeypatch.setenv("SHELL", f"/bin/{shell}")
        run(program)
        name = f"{program.upper()}_ASKPASS"
        show = f'printf "%s\\n" "${name}" "${{{name}_REQUIRE-}}"'
        environ = {"HOME": str(home), "PATH": os.environ["PATH"]}
        argv = [f"-{shell}", "-c", show] if shell == "dash" else [shell, "-l", "-c", show]
        said = subprocess.run(
            argv, executable=shutil.which(shell), env=environ, capture_output=True, text=True,
            check=True, timeout=30,
        ).stdout  # fmt: skip
        assert said.splitlines()[-2:] == [askpass, "prefer" if program == "ssh" else ""]

    def test_systemd(self, home: Path, run: Run, askpass: str) -> None:
        if not GENERATOR.exists():
            pytest.skip("there is no systemd here")
        run("ssh")
        said = subprocess.run(
            [GENERATOR], env={"HOME": str(home)}, capture_output=True, text=True, check=True,
            timeout=30,
        ).stdout  # fmt: skip
        # it writes what a shell reads
        show = f'{said}\nprintf "%s\\n" "$SSH_ASKPASS" "$SSH_ASKPASS_REQUIRE"'
        shown = subprocess.run(
            ["sh", "-c", show], env={}, capture_output=True, text=True, check=True, timeout=30
        ).stdout
        assert shown.splitlines() == [askpass, "prefer"]


def test_a_path_that_no_line_can_hold(
    home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = home.parent / "a\nb"
    place.mkdir()
    for name in ("sayso", "sayso-askpass"):
        (place / name).symlink_to(BIN / name)
    monkeypatch.setattr(sys, "argv", [str(place / "sayso")])
    assert run("ssh")["error"]["data"]["error"] == "unsupported"
    assert tree(home) == {}
