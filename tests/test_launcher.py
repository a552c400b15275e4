"""How a process of sayso is started: whoever starts it, the same code runs."""

import subprocess
import sys
from pathlib import Path

import pytest

import sayso
from sayso import launcher
from support.interpreter import Interpreter

HELP = ("daemon", "run", "--help")


@pytest.fixture
def own_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's own packages: a place that each interpreter has, but for those of virtual
    environments."""
    monkeypatch.setenv("HOME", str(tmp_path))
    interpreter = Interpreter(tmp_path / "python")
    (tmp_path / "python" / "pyvenv.cfg").write_text(
        f"home = {Path(sys.executable).resolve().parent}\ninclude-system-site-packages = true\n"
    )
    monkeypatch.setattr(sys, "executable", str(interpreter.python))
    asked = [sys.executable, "-c", "import site; print(site.ENABLE_USER_SITE, site.USER_SITE)"]
    is_looked_at, place = subprocess.check_output(asked, text=True).split()
    assert is_looked_at == "True"
    Path(place).mkdir(parents=True)
    return Path(place)


def ours() -> str:
    """The help of the package that is started, which shows that it is sayso."""
    done = subprocess.run(
        launcher.command(*HELP), capture_output=True, text=True, check=False, timeout=60, cwd="/"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def break_module(place: Path, name: str = "sayso") -> None:
    (place / f"{name}.py").write_text("raise SystemExit('not for us')\n")


def test_packages_of_the_persons_own_are_not_looked_at(own_packages: Path) -> None:
    break_module(own_packages, "usercustomize")  # a name that Python looks for by itself
    assert "sayso daemon run" in ours()


def test_neither_is_where_a_variable_points_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_module(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert "sayso daemon run" in ours()


def test_nor_the_directory_that_it_is_started_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_module(tmp_path)
    monkeypatch.chdir(tmp_path)
    done = subprocess.run(launcher.command(*HELP), check=False, timeout=60, capture_output=True)
    assert done.returncode == 0, done.stderr


INSTALLED_FOR_ONE = """
import site, sys
sys.path.insert(0, site.getusersitepackages())
from sayso import launcher
print(*launcher.command())
"""


def test_installed_for_one_person_it_is_found(own_packages: Path) -> None:
    """`pip install --user` puts packages there."""
    (own_packages / "sayso").symlink_to(Path(sayso.__file__).parent)
    said = subprocess.check_output([sys.executable, "-c", INSTALLED_FOR_ONE], text=True, timeout=60)
    assert said.split() == [sys.executable, "-E", "-P", "-m", "sayso"]


class TestInstalledOnWindows:
    """Each version in a directory of its own, and a file that names the one in use."""

    @pytest.fixture
    def root(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        for name in ("0.1.0-aa", "0.1.1-bb"):
            version = tmp_path / "versions" / name
            version.mkdir(parents=True)
            (version / "python.exe").touch()
        (tmp_path / "current").write_text("0.1.1-bb\n")
        monkeypatch.setattr(sys, "executable", str(tmp_path / "versions/0.1.0-aa/python.exe"))
        return tmp_path

    def test_it_knows_where(self, root: Path) -> None:
        assert launcher.installation() == str(root)

    def test_a_daemon_is_of_the_version_in_use(self, root: Path) -> None:
        command = launcher.command("daemon", "run")
        assert launcher.latest(command) == (
            str(root / "versions/0.1.1-bb/python.exe"), *command[1:]
        )  # fmt: skip

    def test_what_it_shows_itself_is_of_its_own(self, root: Path) -> None:
        assert launcher.command("dialog")[0] == sys.executable

    @pytest.mark.parametrize("told", ["0.2.0-cc", "", "../versions/0.1.1-bb", "\N{SNOWMAN}"])
    def test_where_no_version_is_named_it_is_its_own(self, root: Path, told: str) -> None:
        (root / "current").write_text(told, encoding="utf-8")
        command = launcher.command("daemon", "run")
        assert launcher.latest(command) == command

    def test_where_none_is_in_use_nothing_is_installed(self, root: Path) -> None:
        (root / "current").unlink()
        assert launcher.installation() is None

    def test_a_directory_of_other_versions_is_no_installation(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "executable", str(tmp_path / "versions/3.12/bin/python"))
        (tmp_path / "current").touch()
        assert launcher.installation() is None

    def test_another_programs_command_stays(self, root: Path) -> None:
        assert launcher.latest(("/bin/true",)) == ("/bin/true",)

    def test_a_daemon_of_another_version_is_known_by_its_place(self, root: Path) -> None:
        assert launcher.is_replaced(str(root / "versions/0.1.1-bb/Lib/site-packages/sayso"))
        assert not launcher.is_replaced(str(root / "versionsx/sayso"))
        assert not launcher.is_replaced(str(Path(sayso.__file__).parent))

    def test_the_uninstaller_removes_it(self, root: Path) -> None:
        assert launcher.uninstaller() == f'"{root / "uninstall.exe"}"'
