"""sayso setup: the files of gpg, ssh, sudo and git, in a home directory of the test's own."""

import sys

assert sys.platform != "win32"

import os
import stat
from pathlib import Path

import pytest

from sayso.__main__ import main
from sayso.frontends.cli import setup
from sayso.frontends.setup.programs import PROGRAMS
from support.hook_install import Run
from support.setup import BACKUP, BIN, FILES, present, tree

OURS = {
    "gpg": f"pinentry-program {BIN}/pinentry-sayso\n",
    "ssh": f"export SSH_ASKPASS={BIN}/sayso-askpass SSH_ASKPASS_REQUIRE=prefer\n",
    "sudo": f"export SUDO_ASKPASS={BIN}/sayso-askpass\n",
    "git": f"\thelper = {BIN}/git-credential-sayso\n",
}
EVERY_FORM = [
    b"",
    b"\n",
    b"a=1",
    b"a=1\n",
    b"# mine\r\na=1\r\n",
    b"# mine\r\na=1",
    b"\xef\xbb\xbf# mine\na=1\n",
    b"a=1\r\nb=2\n",
    "# \N{LATIN SMALL LETTER E WITH ACUTE}\x0c\u2028\n\n\n".encode(),
]
GITS_FORMS = [
    b"",
    b"\n",
    b"[user]\n\tname = a",
    b"# mine\n[user]\n  name=a ; b\n",
    b"[user]\r\n\tname = a\r\n",
    b"[credential]\n\thelper = cache\n# mine\n[alias]\n\tst = status\n",
    b'[credential]\n\thelper = cache\n[credential "https://a"]\n\thelper =\n[credential]\n',
    b"\xef\xbb\xbf[user]\n\tname = a\n",
]


@pytest.fixture(params=FILES)
def program(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


class TestInAndOut:
    def test_where_there_was_no_file(self, program: str, home: Path, run: Run) -> None:
        told = run(program)
        path = home / FILES[program]
        assert told["status"] == "installed"
        assert told["files"][0] == {
            "file": str(path),
            "status": "installed",
            "diff": None,
            "backup": None,
        }
        assert OURS[program] in path.read_text()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert run(program, "--undo")["status"] == "removed"
        assert tree(home) == {}

    @pytest.mark.parametrize("data", EVERY_FORM)
    @pytest.mark.parametrize("program", ["gpg", "ssh", "sudo"])
    def test_every_byte_is_kept(self, program: str, home: Path, run: Run, data: bytes) -> None:
        path = present(home, program, data)
        path.chmod(0o640)
        told = run(program)
        assert Path(told["files"][0]["backup"]).read_bytes() == data
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        assert OURS[program].encode().rstrip() in path.read_bytes()
        run(program, "--undo")
        assert tree(home) == {FILES[program]: data}
        assert stat.S_IMODE(path.stat().st_mode) == 0o640

    @pytest.mark.parametrize("data", GITS_FORMS)
    def test_every_byte_of_git_s_is_kept(self, home: Path, run: Run, data: bytes) -> None:
        path = present(home, "git", data)
        run("git")
        assert OURS["git"].encode().rstrip() in path.read_bytes()
        run("git", "--undo")
        assert tree(home) == {".gitconfig": data}

    def test_a_second_time_changes_nothing(self, program: str, home: Path, run: Run) -> None:
        present(home, program, b"# mine\n")
        run(program)
        once, state = tree(home), (home / FILES[program]).stat()
        again = run(program)
        assert (again["status"], again["files"], again["next"]) == ("unchanged", [], "")
        assert (tree(home), (home / FILES[program]).stat()) == (once, state)
        run(program, "--undo")
        once = tree(home)
        assert run(program, "--undo")["status"] == "unchanged"
        assert tree(home) == once

    @pytest.mark.parametrize("option", [(), ("--undo",)])
    def test_a_dry_run_shows_and_writes_nothing(
        self, program: str, home: Path, run: Run, option: tuple[str, ...]
    ) -> None:
        path = present(home, program, b"# mine\n")
        if option:
            run(program)
        before = tree(home)
        told = run(program, "--dry-run", *option)
        assert tree(home) == before
        assert (told["dry_run"], told["next"]) == (True, "")
        diff = told["files"][0]["diff"]
        assert diff.startswith(f"--- {path}\n+++ {path}\n@@")
        assert f"\n{'-' if option else '+'}{OURS[program].rstrip()}" in diff

    def test_one_of_a_sayso_that_has_moved_is_brought_up_to_date(
        self, program: str, home: Path, run: Run
    ) -> None:
        path = present(home, program, b"# mine\n")
        run(program)
        now = path.read_text()
        path.write_text(now.replace(str(BIN), "/old/bin"))
        assert run(program)["status"] == "updated"
        assert path.read_text() == now
        assert (home / f"{FILES[program]}{BACKUP}").read_bytes() == b"# mine\n"
        run(program, "--undo")
        assert tree(home) == {FILES[program]: b"# mine\n"}

    def test_and_a_file_that_we_have_made_goes_even_then(
        self, program: str, home: Path, run: Run
    ) -> None:
        run(program)
        path = home / FILES[program]
        path.write_text(path.read_text().replace(str(BIN), "/old/bin"))
        run(program)
        run(program, "--undo")
        assert tree(home) == {}

    def test_what_the_person_has_changed_since_stays(
        self, program: str, home: Path, run: Run
    ) -> None:
        comment = "# and this\n"
        path = present(home, program, b"# mine\n")
        run(program)
        path.write_text(comment + path.read_text() + comment)
        run(program, "--undo")
        left = path.read_text().replace("[credential]\n", "")  # which git leaves before a comment
        assert left == f"{comment}# mine\n{comment}"
        assert list(tree(home)) == [FILES[program]]

    def test_two_programs_in_one_file(self, home: Path, run: Run) -> None:
        path = present(home, "ssh", b"# mine")
        run("ssh")
        assert run("sudo")["status"] == "installed"
        copy = home / f".profile{BACKUP}"
        assert copy.read_bytes() == b"# mine"
        assert run("ssh", "--undo")["status"] == "removed"
        assert copy.exists()
        assert "SSH_ASKPASS" not in path.read_text()
        assert OURS["sudo"] in f"{path.read_text()}\n"
        run("sudo", "--undo")
        assert tree(home) == {".profile": b"# mine"}

    def test_two_programs_in_a_file_that_we_have_made(self, home: Path, run: Run) -> None:
        run("ssh")
        run("sudo")
        run("ssh", "--undo")
        run("sudo", "--undo")
        assert tree(home) == {}


class TestFilesOfOtherKinds:
    def test_a_link_stays_a_link(self, program: str, home: Path, run: Run) -> None:
        """As a repository of configurations has them."""
        kept = home / "dotfiles" / "file"
        kept.parent.mkdir()
        kept.write_bytes(b"# mine\n")
        path = home / FILES[program]
        path.parent.mkdir(exist_ok=True)
        path.symlink_to(kept)
        before = tree(home)
        run(program)
        assert path.is_symlink()
        assert OURS[program] in kept.read_text()
        run(program, "--undo")
        assert tree(home) == before

    def test_a_link_that_leads_nowhere_yet(self, program: str, home: Path, run: Run) -> None:
        path = home / FILES[program]
        path.parent.mkdir(exist_ok=True)
        path.symlink_to(home / "later")
        before = tree(home)
        run(program)
        assert OURS[program] in (home / "later").read_text()
        run(program, "--undo")
        assert tree(home) == before

    @pytest.mark.parametrize("option", [(), ("--undo",)])
    def test_one_that_is_read_only_stays(
        self, program: str, home: Path, run: Run, option: tuple[str, ...]
    ) -> None:
        path = present(home, program, b"# mine\n")
        if option:
            run(program)
        path.chmod(0o400)
        before = tree(home)
        told = run(program, *option)
        assert (told["exit"], told["error"]["data"]["error"]) == (6, "unusable_file")
        assert "read-only" in told["error"]["message"]
        assert tree(home) == before

    @pytest.mark.root("only root can give a file away")
    def test_one_of_another_user_s_stays(self, program: str, home: Path, run: Run) -> None:
        path = present(home, program, b"# mine\n")
        os.chown(path, 65534, -1)
        before = tree(home)
        assert "belongs to another user" in run(program)["error"]["message"]
        assert tree(home) == before

    @pytest.mark.parametrize("program", ["gpg", "ssh", "sudo"])
    @pytest.mark.parametrize("data", [b"\xff\n", b"# sayso: begin %s\n", b"# sayso: end %s\n"])
    def test_one_that_can_t_be_read_stays(
        self, program: str, home: Path, run: Run, data: bytes
    ) -> None:
        path = present(home, program, data.replace(b"%s", program.encode()))
        before = tree(home)
        for option in ((), ("--undo",)):
            told = run(program, *option)
            assert told["error"]["data"]["error"] == "unusable_file"
            assert str(path) in told["error"]["message"]
        assert tree(home) == before

    def test_one_that_git_can_t_read_stays(self, home: Path, run: Run) -> None:
        present(home, "git", b"[sayso\n")
        before = tree(home)
        for option in ((), ("--undo",)):
            assert run("git", *option)["error"]["data"]["error"] == "unusable_file"
        assert tree(home) == before

    @pytest.mark.parametrize("option", [(), ("--undo",)])
    def test_of_several_all_are_changed_or_none(
        self, home: Path, run: Run, option: tuple[str, ...]
    ) -> None:
        present(home, "ssh", b"# mine")
        (home / ".bash_profile").write_bytes(b"# also mine\n")
        (home / ".zprofile").write_bytes(b"# and this\n")
        if option:
            run("ssh")
        (home / ".zprofile").chmod(0o400)
        before = tree(home)
        told = run("ssh", *option)
        assert str(home / ".zprofile") in told["error"]["message"]
        assert tree(home) == before

    def test_a_failed_undo_keeps_the_copy(self, program: str, home: Path, run: Run) -> None:
        path = present(home, program, b"# mine\n")
        run(program)
        path.chmod(0o400)
        assert run(program, "--undo")["exit"] == 6
        assert (home / f"{FILES[program]}{BACKUP}").read_bytes() == b"# mine\n"


class TestWords:
    def test_what_was_done_and_what_is_left(
        self, home: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = present(home, "sudo", b"# mine\n")
        of_systemd = home / ".config/environment.d/90-sayso-sudo.conf"
        assert main(["setup", "sudo"]) == 0
        told = capsys.readouterr()
        assert told.out == (
            f"sudo: it asks through sayso now, as entered in {path}\n"
            f"sudo: it asks through sayso now, as entered in {of_systemd}\n"
        )
        assert told.err.startswith(
            f"The file as it was: {path}{BACKUP}\n"
            "What you start after your next login has it. "
            "sudo asks by a dialog where it is told to: sudo -A."
        )
        assert main(["setup", "sudo"]) == 0
        assert capsys.readouterr().out == "sudo: nothing to change\n"
        assert main(["setup", "sudo", "--undo", "--dry-run"]) == 0
        assert "\n-# sayso: end sudo" in capsys.readouterr().out
        assert main(["setup", "sudo", "--undo"]) == 0
        assert f"sudo: taken out of {path}\n" in capsys.readouterr().out

    def test_an_environment_that_may_go_is_named(
        self, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert f"Before you remove {sys.prefix}, " in run("git")["next"]
        monkeypatch.setattr(sys, "prefix", sys.base_prefix)
        assert "Before" not in run("gpg")["next"]

    def test_a_program_that_is_not_there(
        self, program: str, home: Path, run: Run, programs: Path
    ) -> None:
        told = run(program)
        assert (told["exit"], told["error"]["data"]["error"]) == (6, "unsupported")
        assert "is not installed here" in told["error"]["message"]
        assert run(program, "--undo")["status"] == "unchanged"
        assert tree(home) == {}

    def test_git_has_gone_and_its_helper_is_there(
        self, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        run("git")
        monkeypatch.setenv("PATH", str(home))
        assert run("git", "--undo")["error"]["data"]["error"] == "unsupported"

    def test_a_command_of_ours_that_is_not_there(
        self, program: str, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        alone = home / "bin" / "sayso"
        alone.parent.mkdir()
        alone.write_text("#!/bin/sh\n")
        alone.chmod(0o755)
        monkeypatch.setattr(sys, "argv", [str(alone)])
        told = run(program)
        assert (told["exit"], told["error"]["data"]["error"]) == (6, "service_error")
        assert f"beside {alone}" in told["error"]["message"]
        assert list(tree(home)) == ["bin/sayso"]

    def test_every_program_that_it_knows_is_tried_here(self) -> None:
        assert tuple(PROGRAMS) == setup.COMMAND.arguments[0].choices == tuple(FILES)


def test_the_commands_are_those_beside_the_one_that_was_called(
    home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link in ~/.local/bin outlives the environment that it leads to."""
    links = home / "my bin"
    links.mkdir()
    for name in ("sayso", "pinentry-sayso", "sayso-askpass"):
        (links / name).symlink_to(BIN / name)
    monkeypatch.setattr(sys, "argv", [str(links / "sayso")])
    run("gpg")
    assert f"pinentry-program {links}/pinentry-sayso\n" in (home / FILES["gpg"]).read_text()
    run("ssh")
    assert f"SSH_ASKPASS='{links}/sayso-askpass' " in (home / FILES["ssh"]).read_text()
    run("git")  # which no link leads to
    assert f"helper = {BIN}/git-credential-sayso\n" in (home / FILES["git"]).read_text()
