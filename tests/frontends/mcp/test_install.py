"""sayso mcp install: each client's configuration, in a home directory of the test's own."""

import sys

assert sys.platform != "win32"

import errno
import json
import os
import stat
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from sayso.__main__ import main
from sayso.configuration import files
from sayso.frontends.cli import mcp_install
from sayso.frontends.install import jsonc
from sayso.frontends.mcp.install import entry
from sayso.frontends.mcp.install.clients import CLIENTS

SAYSO = str(Path(sys.executable).with_name("sayso"))
PLACES = {
    "claude-code": ".claude.json",
    "claude-desktop": ".config/Claude/claude_desktop_config.json",
    "cursor": ".cursor/mcp.json",
    "vscode": ".config/Code/User/mcp.json",
    "codex": ".codex/config.toml",
    "gemini": ".gemini/settings.json",
    "opencode": ".config/opencode/opencode.json",
}
ENTRIES: dict[str, dict[str, Any]] = {
    "claude-code": {"type": "stdio", "command": SAYSO, "args": ["mcp"], "timeout": 660_000},
    "claude-desktop": {"command": SAYSO, "args": ["mcp"]},
    "cursor": {"type": "stdio", "command": SAYSO, "args": ["mcp"]},
    "vscode": {"type": "stdio", "command": SAYSO, "args": ["mcp"]},
    "codex": {
        "command": SAYSO,
        "args": ["mcp"],
        "env_vars": [
            "DISPLAY",
            "WAYLAND_DISPLAY",
            "XAUTHORITY",
            "XDG_RUNTIME_DIR",
            "DBUS_SESSION_BUS_ADDRESS",
            "SAYSO_SOCKET",
        ],
        "tool_timeout_sec": 660,
    },
    "gemini": {"command": SAYSO, "args": ["mcp"], "timeout": 660_000},
    "opencode": {
        "type": "local",
        "command": [SAYSO, "mcp"],
        "enabled": True,
        "timeout": 660_000,
    },
}
SERVERS = {"vscode": "servers", "codex": "mcp_servers", "opencode": "mcp"}
JSON = """\
{
    "zoom": 1.50,
    "%s": {
        "other": { "command": "x",  "env": {"A": "\\u00fc"} }
    },
    "a": [ ]
}
"""
TOML = """\
# mine
model = "o4"   # the best

[mcp_servers.other]
command = 'x'
args = [
    "[mcp_servers.sayso]",  # a word
]

# about profiles
[profiles.fast]
note = '''
[mcp_servers.sayso]
'''
"""

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("GEMINI_CLI_HOME", raising=False)
    return home


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """`sayso mcp install … --json`: what it says."""

    def run(*words: str) -> dict[str, Any]:
        status = main(["mcp", "install", *words, "--json"])
        said: dict[str, Any] = json.loads(capsys.readouterr().out)
        assert said["exit"] == status
        return said

    return run


@pytest.fixture(params=PLACES)
def client(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def written(client: str, path: Path) -> dict[str, Any]:
    """The servers that the client would find."""
    text = path.read_text(encoding="utf-8-sig")
    whole = tomllib.loads(text) if client == "codex" else json.loads(text)
    servers: dict[str, Any] = whole[SERVERS.get(client, "mcpServers")]
    return servers


def present(client: str, home: Path) -> Path:
    """A configuration that has been there for long."""
    path = home / PLACES[client]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(TOML if client == "codex" else JSON % SERVERS.get(client, "mcpServers"))
    return path


def all_files(home: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}


def test_where_there_was_no_file(client: str, home: Path, run: Run) -> None:
    path = home / PLACES[client]
    said = run(client)
    assert (said["status"], said["file"], said["backup"]) == ("installed", str(path), None)
    assert written(client, path) == {"sayso": ENTRIES[client]}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(all_files(home)) == [path]


def test_in_and_out_again_keeps_every_byte(client: str, home: Path, run: Run) -> None:
    path = present(client, home)
    path.chmod(0o640)
    before = path.read_bytes()
    said = run(client)
    backup = Path(said["backup"])
    assert said["status"] == "installed"
    assert written(client, path)["sayso"] == ENTRIES[client]
    assert (backup.read_bytes(), backup.parent) == (before, path.parent)
    assert {stat.S_IMODE(each.stat().st_mode) for each in (path, backup)} == {0o640}
    added = path.read_text().replace(TOML, "").splitlines() if client == "codex" else ()
    assert all("sayso" in line or " = " in line or not line for line in added)

    assert run(client, "--uninstall")["status"] == "removed"
    assert path.read_bytes() == before
    assert set(all_files(home)) == {path, backup}


def test_a_second_time_changes_nothing(client: str, home: Path, run: Run) -> None:
    path = present(client, home)
    run(client)
    once, place = all_files(home), path.stat()
    assert run(client)["status"] == "unchanged"
    assert (all_files(home), path.stat()) == (once, place)
    run(client, "--uninstall")
    once = all_files(home)
    assert run(client, "--uninstall")["status"] == "unchanged"
    assert all_files(home) == once


@pytest.mark.parametrize("option", [(), ("--uninstall",)])
def test_a_dry_run_shows_and_writes_nothing(
    client: str, home: Path, run: Run, option: tuple[str, ...]
) -> None:
    path = present(client, home)
    if option:
        run(client)
    before = all_files(home)
    said = run(client, "--dry-run", *option)
    assert all_files(home) == before
    sign = "-" if option else "+"
    shown = [line for line in said["diff"].splitlines() if SAYSO in line]
    assert said["diff"].startswith(f"--- {path}\n+++ {path}\n@@")
    assert shown
    assert all(line.startswith(sign) for line in shown)


def test_a_dry_run_makes_no_directory(client: str, home: Path, run: Run) -> None:
    assert run(client, "--dry-run")["diff"].startswith("--- /dev/null\n")
    assert list(home.iterdir()) == []


def test_line_ends_and_byte_order_mark_stay(client: str, home: Path, run: Run) -> None:
    path = present(client, home)
    before = b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n")
    path.write_bytes(before)
    run(client)
    after = path.read_bytes()
    assert after.count(b"\n") == after.count(b"\r\n") > before.count(b"\n")
    assert after.startswith(b"\xef\xbb\xbf")
    assert written(client, path)["sayso"] == ENTRIES[client]
    run(client, "--uninstall")
    assert path.read_bytes() == before


def test_a_link_stays_a_link(client: str, home: Path, run: Run) -> None:
    path = present(client, home)
    target = home / "dotfiles" / "config"
    target.parent.mkdir()
    path.rename(target)
    path.symlink_to(target)
    said = run(client)
    assert path.is_symlink()
    assert written(client, target)["sayso"] == ENTRIES[client]
    assert (said["file"], Path(said["backup"]).parent) == (str(target), target.parent)


def test_our_own_entry_gets_the_new_path_and_keeps_what_the_person_set(
    client: str, home: Path, run: Run
) -> None:
    path = present(client, home)
    run(client)
    text = path.read_text().replace(SAYSO, "/old/bin/sayso").replace("660", "90")
    path.write_text(text)
    assert run(client)["status"] == "updated"
    assert path.read_text() == text.replace("/old/bin/sayso", SAYSO)
    assert run(client, "--uninstall")["status"] == "removed"
    assert "sayso" not in written(client, path)


@pytest.mark.parametrize("option", [(), ("--uninstall",)])
def test_a_server_of_the_same_name_that_is_not_ours_stays(
    client: str, home: Path, run: Run, option: tuple[str, ...]
) -> None:
    path = present(client, home)
    run(client)
    path.write_text(path.read_text().replace(SAYSO, "/usr/bin/other"))
    before = all_files(home)
    said = run(client, *option)
    assert said["error"]["data"]["error"] == "unusable_file"
    assert "not sayso's" in said["error"]["message"]
    assert all_files(home) == before


BROKEN = [b"{", b"= 1", b'"\xff"', b"\x00", b"[1, 2]"]


@pytest.mark.parametrize("data", BROKEN)
@pytest.mark.parametrize("option", [(), ("--uninstall",), ("--dry-run",)])
def test_a_broken_file_is_named_and_stays(
    client: str, home: Path, run: Run, data: bytes, option: tuple[str, ...]
) -> None:
    path = present(client, home)
    path.write_bytes(data)
    before = all_files(home)
    said = run(client, *option)
    assert (said["exit"], said["error"]["data"]["error"]) == (6, "unusable_file")
    assert str(path) in said["error"]["message"]
    assert said["error"]["data"]["remedy"]
    assert all_files(home) == before


@pytest.mark.parametrize("client", ["cursor", "vscode", "gemini", "opencode"])
def test_comments_are_kept_where_the_client_takes_them(client: str, home: Path, run: Run) -> None:
    path = present(client, home)
    before = path.read_text().replace('"zoom"', '// how near, "sayso": {\n    "zoom"')
    path.write_text(before)
    run(client)
    assert "// how near" in path.read_text()
    run(client, "--uninstall")
    assert path.read_text() == before


def test_what_the_person_laid_out_anew_since_stays(client: str, home: Path, run: Run) -> None:
    path = present(client, home)
    run(client)
    path.write_text("\n\n" + path.read_text())  # means the same, and could be a comment as well
    run(client, "--uninstall")
    assert path.read_text().startswith("\n\n")


@pytest.mark.parametrize("client", ["claude-code", "claude-desktop"])
def test_comments_are_a_fault_where_the_client_takes_none(
    client: str, home: Path, run: Run
) -> None:
    present(client, home).write_text("// mine\n{}")
    assert "line 1, column 1" in run(client)["error"]["message"]


def test_what_is_no_file_is_left_alone(client: str, home: Path, run: Run) -> None:
    path = home / PLACES[client]
    path.mkdir(parents=True)
    assert "not a regular file" in run(client)["error"]["message"]
    path.rmdir()
    os.mkfifo(path)
    assert "not a regular file" in run(client)["error"]["message"]
    assert path.is_fifo()


def test_a_file_in_the_place_of_the_directory(home: Path, run: Run) -> None:
    (home / ".cursor").write_text("")
    assert run("cursor")["error"]["data"]["error"] == "unusable_file"
    assert (home / ".cursor").read_text() == ""


@pytest.mark.skipif(os.geteuid() == 0, reason="root can write everywhere")
def test_a_directory_that_cannot_be_written(client: str, home: Path, run: Run) -> None:
    path = present(client, home)
    before = all_files(home)
    path.parent.chmod(0o500)
    try:
        said = run(client)
    finally:
        path.parent.chmod(0o700)
    assert os.strerror(errno.EACCES) in said["error"]["message"]
    assert all_files(home) == before


def test_links_in_a_circle(client: str, home: Path, run: Run) -> None:
    path = present(client, home)
    path.unlink()
    path.symlink_to(path)
    assert run(client)["error"]["data"]["error"] == "unusable_file"


def test_a_read_only_file_is_left_alone(client: str, home: Path, run: Run) -> None:
    path = present(client, home)
    path.chmod(0o400)
    before = all_files(home)
    assert "read-only" in run(client)["error"]["message"]
    assert all_files(home) == before


@pytest.mark.root("gives a file to another user")
def test_another_users_file_is_left_alone(client: str, home: Path, run: Run) -> None:
    path = present(client, home)
    os.chown(path, 4711, -1)
    before = all_files(home)
    assert "another user (uid 4711)" in run(client)["error"]["message"]
    assert all_files(home) == before


@pytest.mark.root("gives a file to another group")
def test_the_group_of_the_file_stays(client: str, home: Path, run: Run) -> None:
    path = present(client, home)
    os.chown(path, -1, 4711)
    run(client)
    assert path.stat().st_gid == 4711


@pytest.mark.parametrize("step", ["new", "fsync", "backup", "replace"])
def test_a_full_disk_changes_nothing(
    client: str, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = present(client, home)
    before = all_files(home)
    fail_at(step, monkeypatch)
    said = run(client)
    monkeypatch.undo()
    assert said["error"]["data"]["error"] == "unusable_file"
    assert os.strerror(errno.ENOSPC) in said["error"]["message"]
    kept = {path} | ({path.with_name(path.name + ".before-sayso")} if step == "replace" else set())
    assert set(all_files(home)) == kept
    assert path.read_bytes() == before[path]


def fail_at(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full from then on."""

    def full(*_args: object, **_named: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    real = os.replace

    def replace(new: str, old: str) -> None:
        is_backup = old.endswith(".before-sayso")
        if is_backup is not (step == "replace"):
            full()
        real(new, old)

    if step == "new":
        monkeypatch.setattr(files, "NamedTemporaryFile", full)
    elif step == "fsync":
        monkeypatch.setattr(os, "fsync", full)
    else:
        monkeypatch.setattr(os, "replace", replace)


def test_what_the_client_wrote_meanwhile_is_not_lost(
    client: str, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = present(client, home)
    real = os.fsync

    def fsync(descriptor: int) -> None:
        real(descriptor)
        path.write_text("newer")

    monkeypatch.setattr(os, "fsync", fsync)
    assert "changed by another program" in run(client)["error"]["message"]
    assert path.read_text() == "newer"


def test_an_edit_that_would_say_something_else_is_not_made(
    home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = present("cursor", home)
    before = path.read_bytes()
    monkeypatch.setattr(jsonc, "put", lambda *_args, **_named: '{"mcpServers": {"sayso": 1}}')
    assert "change it by hand" in run("cursor")["error"]["message"]
    assert path.read_bytes() == before


def test_without_the_extra_it_says_how_to_get_it(
    home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry, "find_spec", lambda _: None)
    said = run("gemini")
    assert said["error"]["data"]["error"] == "unsupported"
    assert said["error"]["data"]["remedy"] == f"{sys.executable} -m pip install 'mcp<3,>=2.3'"
    assert list(home.iterdir()) == []


@pytest.mark.parametrize(
    ("client", "variable", "place"),
    [
        ("claude-code", "CLAUDE_CONFIG_DIR", ".claude.json"),
        ("codex", "CODEX_HOME", "config.toml"),
        ("gemini", "GEMINI_CLI_HOME", ".gemini/settings.json"),
        ("vscode", "XDG_CONFIG_HOME", "Code/User/mcp.json"),
        ("opencode", "XDG_CONFIG_HOME", "opencode/opencode.json"),
        ("claude-desktop", "XDG_CONFIG_HOME", "Claude/claude_desktop_config.json"),
    ],
)
def test_the_clients_own_variable_names_the_place(
    client: str, variable: str, place: str, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, str(home / "elsewhere"))
    assert run(client)["file"] == str(home / "elsewhere" / place)


def test_opencode_may_have_its_configuration_with_comments(home: Path, run: Run) -> None:
    commented = (home / PLACES["opencode"]).with_suffix(".jsonc")
    commented.parent.mkdir(parents=True)
    commented.write_text("// mine\n{}\n")
    assert run("opencode")["file"] == str(commented)
    assert commented.read_text().startswith("// mine\n")


def test_opencode_s_other_file_may_have_come_later(home: Path, run: Run) -> None:
    plain = home / PLACES["opencode"]
    assert run("opencode")["file"] == str(plain)
    plain.with_suffix(".jsonc").write_text("{}\n")
    assert run("opencode")["status"] == "unchanged"
    assert run("opencode", "--uninstall")["status"] == "removed"
    assert "sayso" not in plain.read_text()


@pytest.mark.parametrize(
    "place", ["Claude-Data/claude_0", "Packages/Claude_0/LocalCache/Roaming/Claude"]
)
def test_the_packaged_claude_desktop_has_a_place_of_its_own(
    place: str, home: Path, run: Run
) -> None:
    directory = home / ".local" / "state" / place
    directory.mkdir(parents=True)
    assert run("claude-desktop")["file"] == str(directory / "claude_desktop_config.json")


def test_the_command_is_the_one_that_was_called(
    home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link in ~/.local/bin outlives the environment that it leads to."""
    link = home / "bin" / "sayso"
    link.parent.mkdir()
    link.symlink_to(SAYSO)
    monkeypatch.chdir(home)
    monkeypatch.setattr(sys, "argv", ["bin/sayso", "mcp", "install", "cursor"])
    run("cursor")
    assert written("cursor", home / PLACES["cursor"])["sayso"]["command"] == str(link)


def test_without_an_executable_nothing_is_entered(
    home: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(home / "python"))
    assert "no executable named sayso" in run("cursor")["error"]["message"]
    assert list(home.iterdir()) == []


def test_every_client_that_it_knows_is_tried_here() -> None:
    assert set(PLACES) == set(CLIENTS) == set(mcp_install.COMMAND.arguments[0].choices)


def test_an_unknown_client(home: Path, run: Run) -> None:
    said = run("emacs")
    assert said["exit"] == 2
    assert all(name in said["error"]["message"] for name in PLACES)


def test_the_words(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = home / PLACES["codex"]
    path.parent.mkdir()
    path.write_text("")
    assert main(["mcp", "install", "codex"]) == 0
    told = capsys.readouterr()
    assert told.out == f"Codex: sayso has been added to {path}\n"
    assert told.err == f"The file as it was: {path}.before-sayso\nRestart Codex.\n"
    assert main(["mcp", "install", "codex", "--dry-run"]) == 0
    assert capsys.readouterr().out == f"Codex: nothing to change in {path}\n"
    assert main(["mcp", "install", "codex", "--dry-run", "--uninstall"]) == 0
    assert "\n-[mcp_servers.sayso]\n" in capsys.readouterr().out
