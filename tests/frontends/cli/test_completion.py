"""sayso completion: the real shells, on a terminal of their own, complete what was typed."""

import sys

assert sys.platform != "win32"

import contextlib
import json
import os
import pty
import re
import subprocess
from pathlib import Path

import pytest

from sayso.__main__ import main
from support.processes import wait_until

BOUND = 20.0
"""Seconds for a shell to start, load the script, and answer."""

START = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source ./script"),
    "zsh": (["zsh", "-f", "-i"], "autoload -Uz compinit && compinit -D -u && source ./script"),
}
TO_THE_START_OF_THE_LINE = "\x01"

COMPLETED = [
    ("sayso confir", "sayso confirm"),
    ("sayso config set timeout_d", "sayso config set timeout_destructive"),
    ("sayso daemon rest", "sayso daemon restart"),
    ("sayso confirm --dest", "sayso confirm --destructive"),
    ("sayso confirm Go --no-s", "sayso confirm Go --no-spawn"),
    ("sayso daemon stop --j", "sayso daemon stop --json"),
    ("sayso confirm --detail-file pl", "sayso confirm --detail-file plan.txt"),
    ("sayso form pl", "sayso form plan.txt"),
    ("sayso form plan.txt --no-s", "sayso form plan.txt --no-spawn"),
    ("sayso select Which A B --mult", "sayso select Which A B --multiple"),
    ("sayso confirm --if-headless d", "sayso confirm --if-headless deny"),
    ("sayso withdraw --j", "sayso withdraw --json"),
    ("sayso log ver", "sayso log verify"),
    ("sayso completion f", "sayso completion fish"),
    ("sayso run --unse", "sayso run --unset"),
    ("sayso run --unset A -- sha256su", "sayso run --unset A -- sha256sum"),
    ("sayso run -- cat pl", "sayso run -- cat plan.txt"),
    ("sayso mcp install gem", "sayso mcp install gemini"),
    ("sayso mcp install codex --un", "sayso mcp install codex --uninstall"),
]
"""What is typed before Tab, and what stands there then."""

LEFT_ALONE = [
    "sayso confirm pl",  # a message is not a file
    "sayso confirm --title pl",
    "sayso select Which pl",  # nor an option to choose from
    "sayso select Which A pl",
    "sayso collect 0",  # nor is a ticket ever offered
    "sayso confirm --ticket 0",
    "sayso withdraw 0",
    "sayso confirm -- --dest",
    "sayso run sha256su",  # a command stands behind --
]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A directory with a file to be completed, and one that looks like a ticket."""
    (tmp_path / "plan.txt").touch()
    (tmp_path / ("0123456789abcdef" * 2)).touch()
    return tmp_path


def script(shell: str, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Writes it where the shell will look."""
    assert main(["completion", shell]) == 0
    (place / "script").write_text(capsys.readouterr().out)


class Terminal:
    """An interactive shell that has loaded the completions, and a person who types there."""

    def __init__(self, shell: str, place: Path) -> None:
        argv, load = START[shell]
        self._place = place
        self._master, slave = pty.openpty()
        environ = {"PATH": os.environ["PATH"], "HOME": str(place), "TERM": "dumb", "LC_ALL": "C"}
        self._process = subprocess.Popen(
            ["setsid", "--ctty", *argv],
            stdin=slave, stdout=slave, stderr=slave, env=environ, cwd=place,
        )  # fmt: skip
        os.close(slave)
        os.set_blocking(self._master, False)
        self._shown = ""
        self.type(f"{load}; echo read''y\n")
        self.wait_for("ready")

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def wait_for(self, text: str) -> None:
        """Until there is a line of this text."""

        def seen() -> bool:
            with contextlib.suppress(BlockingIOError):
                self._shown += os.read(self._master, 1 << 16).decode(errors="replace")
            return f"\n{text}" in self._shown.replace("\r", "")

        wait_until(seen, f"{text!r} on the terminal", BOUND)
        self._shown = ""

    def completed(self, typed: str) -> str:
        """What stands on the line after Tab: the words of a command that writes them to a file."""
        self.type(f"{typed}\t{TO_THE_START_OF_THE_LINE}> words printf '%s\\n' \n")
        self.type("echo; echo sho''wn\n")
        self.wait_for("shown")
        return " ".join((self._place / "words").read_text().split())

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)


@pytest.mark.parametrize("shell", START)
def test_on_a_terminal(shell: str, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script(shell, place, capsys)
    terminal = Terminal(shell, place)
    try:
        shown = {typed: terminal.completed(typed) for typed, _ in COMPLETED}
        assert shown == dict(COMPLETED)
        left = {typed: terminal.completed(typed) for typed in LEFT_ALONE}
        assert left == {typed: typed for typed in LEFT_ALONE}
    finally:
        terminal.close()


def test_bash_completes_a_value_after_an_equals_sign(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script("bash", place, capsys)
    terminal = Terminal("bash", place)
    try:
        told = terminal.completed("sayso confirm --detail-file=pl")
        assert told == "sayso confirm --detail-file=plan.txt"
    finally:
        terminal.close()


class TestFish:
    """It tells what it would offer: https://fishshell.com/docs/current/cmds/complete.html"""

    @pytest.fixture
    def offered(self, place: Path, capsys: pytest.CaptureFixture[str]) -> "Offered":
        script("fish", place, capsys)
        return Offered(place)

    @pytest.mark.parametrize(("typed", "line"), COMPLETED)
    def test_offers(self, typed: str, line: str, offered: "Offered") -> None:
        begun = typed.rpartition(" ")[2]
        # fish 4 also tells what has these letters elsewhere, and does not offer it at Tab
        fitting = [each for each in offered(typed) if each.startswith(begun)]
        assert fitting == [line.rpartition(" ")[2]]

    @pytest.mark.parametrize("typed", LEFT_ALONE)
    def test_offers_nothing_where_there_is_nothing_to_offer(
        self, typed: str, offered: "Offered"
    ) -> None:
        assert offered(typed) == []


class Offered:
    def __init__(self, place: Path) -> None:
        self._place = place

    def __call__(self, typed: str) -> list[str]:
        done = subprocess.run(
            ["fish", "--no-config", "-c", f"source script; complete -C '{typed}'"],
            cwd=self._place,
            env={"PATH": os.environ["PATH"], "HOME": str(self._place)},
            capture_output=True,
            text=True,
            timeout=BOUND,
            check=True,
        )
        assert done.stderr == ""
        return [line.partition("\t")[0] for line in done.stdout.splitlines()]


class TestPowerShell:
    """There is none here: what it is told is looked at."""

    @pytest.fixture
    def lines(self, capsys: pytest.CaptureFixture[str]) -> list[str]:
        assert main(["completion", "powershell"]) == 0
        return capsys.readouterr().out.splitlines()

    @pytest.mark.parametrize(
        ("before", "word"),
        [
            ("sayso", "confirm"),
            ("sayso daemon", "restart"),
            ("sayso config set", "timeout_destructive"),
            ("sayso confirm", "--destructive"),
            ("sayso confirm --if-headless", "deny"),
            ("sayso mcp install", "gemini"),
        ],
    )
    def test_a_word_is_offered(self, before: str, word: str, lines: list[str]) -> None:
        (line,) = (each for each in lines if each.startswith(f"        '{before}' = "))
        assert f" '{word}' = '" in line

    def test_a_ticket_is_not(self, lines: list[str]) -> None:
        assert "        'sayso confirm --ticket' = [ordered]@{  }" in lines

    def test_what_ends_a_string_is_doubled(self, lines: list[str]) -> None:
        """Each line of a table has whole strings alone."""
        tables = [each for each in lines if each.startswith("        'sayso")]
        assert any("''" in each for each in tables)
        for each in tables:
            assert set(re.sub("'(?:[^']|'')*'", "", each)) <= set(" =;@{}[]ordered")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_in_json(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    plain = capsys.readouterr().out
    assert main(["completion", shell, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"shell": shell, "script": plain.removesuffix("\n"), "exit": 0}


def test_another_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "csh"]) == 2
    assert "say bash, zsh, fish or powershell" in capsys.readouterr().err
