"""The command line of the hook: what each shell makes of it, and which ones are ours."""

import pytest

from sayso.frontends.hook.install.command import Ours, Shell, read, written

WORDS = ("hook", "codex", "--limit", "590s")
TAIL = " hook codex --limit 590s"
PLAIN = r"C:\Users\Ada\pipx\sayso.exe"
SPACED = r"C:\Users\Ada L\it's\sayso.exe"

LINES = {
    ("/usr/bin/sayso", Shell.CMD): "/usr/bin/sayso",
    ("/opt/a b/sayso", Shell.POWERSHELL): "'/opt/a b/sayso'",
    ("/opt/it's/sayso", Shell.POSIX): "'/opt/it'\"'\"'s/sayso'",
    ("/opt/$(rm)/`x`/sayso", Shell.POSIX): "'/opt/$(rm)/`x`/sayso'",
    # as the shells' documents say
    (PLAIN, Shell.POSIX): "C:/Users/Ada/pipx/sayso.exe",
    (SPACED, Shell.POSIX): "'C:/Users/Ada L/it'\"'\"'s/sayso.exe'",
    (PLAIN, Shell.CMD): PLAIN,
    (PLAIN, Shell.POWERSHELL): PLAIN,
    (SPACED, Shell.CMD): f'"{SPACED}"',
    (SPACED, Shell.POWERSHELL): r"& 'C:\Users\Ada L\it''s\sayso.exe'",
}


@pytest.mark.parametrize(("executable", "shell"), LINES, ids=str)
def test_it_is_written_for_the_shell_that_reads_it(executable: str, shell: Shell) -> None:
    line = written(executable, WORDS, shell)
    assert line == LINES[executable, shell] + TAIL
    is_bash = shell is Shell.POSIX
    expected = executable.replace("\\", "/") if is_bash else executable
    assert read(line, "codex") == Ours(expected, WORDS)


@pytest.mark.parametrize(
    "line",
    [
        "sayso hook codex",
        "  sayso   hook codex --limit 5s",
        "'/old place/sayso' hook codex",
        r"D:\sayso.EXE hook codex --no-spawn",
        '"D:/a b/sayso.exe" hook codex',
    ],
)
def test_an_older_one_is_ours(line: str) -> None:
    assert read(line, "codex") is not None


@pytest.mark.parametrize(
    "line",
    [
        "",
        " ",
        "sayso",
        "sayso hook",
        "sayso hook gemini",
        "sayso hook codexes",
        "sayso confirm hook codex",
        "/usr/bin/notsayso hook codex",
        "echo sayso hook codex",
        "env A=1 sayso hook codex",
        "'sayso hook codex",
        "/opt/sayso/other hook codex",
        r"C:\other.exe hook codex",
        r'"C:\open hook codex',
    ],
)
def test_another_is_not(line: str) -> None:
    assert read(line, "codex") is None
