"""What stands for terminals and groups on Windows, and what follows from it for who asks."""

import sys

assert sys.platform == "win32"

from collections.abc import Sequence

import pytest

from sayso.core.lineage import Lineage, Member, Orphans, Process
from sayso.platforms.windows.terminals import Link, places, program_of, takes_commands

CONSOLE, OTHER_CONSOLE = 900, 904
EDITOR = r"C:\Program Files\Editor\Editor.exe"


def link(
    pid: int, program: str, *arguments: str, console: int | None = CONSOLE, image: str | None = None
) -> Link:
    return Link(pid, program, image or rf"C:\{program}.exe", (program, *arguments), console)


SAYSO = link(10, "sayso", "confirm")
CMD = link(20, "cmd", "/d", "/s", "/c", "sayso confirm")
AGENT = link(30, "node", "agent.js")
SHELL = link(40, "powershell")
TERMINAL = link(50, "windowsterminal", console=0)
WINDOWED = link(60, "editor", console=0, image=EDITOR)


def lineage(*links: Link) -> Lineage:
    return Lineage(
        tuple(
            Member(
                Process(each.pid, 100.0 - each.pid),
                place.session,
                on_pty=place.on_pty,
                cgroup=place.cgroup,
                name=each.program,
                argv=each.argv,
                is_sayso=each is SAYSO,
            )
            for each, place in zip(links, places(links), strict=True)
        )
    )


def on(console: int | None, links: Sequence[Link]) -> list[Link]:
    return [each._replace(console_host=console) for each in links]


def test_what_is_typed_in_a_terminal_is_by_hand_and_comes_from_its_shell() -> None:
    found = lineage(SAYSO, SHELL, TERMINAL)
    assert found.origin.pid == found.account.pid == SHELL.pid  # type: ignore[union-attr]
    assert found.is_by_hand
    assert found.default_owner == found.origin


def test_a_shell_that_the_desktop_started_is_a_terminal_too() -> None:
    found = lineage(SAYSO, SHELL)
    assert found.origin == found.account
    assert found.origin.pid == SHELL.pid


def test_what_an_agent_runs_in_a_terminal_comes_from_its_shell_and_not_by_hand() -> None:
    found = lineage(SAYSO, CMD, AGENT, SHELL, TERMINAL)
    assert found.origin.pid == SHELL.pid
    assert not found.is_by_hand
    assert found.asker.name == "node"


def test_a_console_of_its_own_makes_no_terminal_of_a_shell_that_runs_a_command() -> None:
    """An editor has none, so the shell that it runs a command by gets one without a window."""
    inner = on(OTHER_CONSOLE, [SAYSO, CMD])
    for outer in ([WINDOWED], [AGENT, SHELL, TERMINAL]):
        found = lineage(*inner, *outer)
        assert not found.is_by_hand
        assert found.origin.pid == (SHELL if SHELL in outer else WINDOWED).pid
        assert not found.members[1].on_pty


def test_a_shell_within_an_agents_console_is_none() -> None:
    """Whatever it is started like: the agent is the outermost there."""
    found = lineage(SAYSO, link(20, "cmd"), AGENT, WINDOWED)
    assert found.origin.pid == WINDOWED.pid
    assert found.members[0].session == AGENT.pid
    assert not found.is_by_hand


def test_who_has_no_terminal_counts_by_the_file_of_the_outermost() -> None:
    """Another process of the same file costs nothing."""
    one = lineage(SAYSO, CMD, AGENT, WINDOWED)
    other = lineage(link(11, "sayso"), WINDOWED._replace(pid=61, image=EDITOR.upper()))
    assert one.account == other.account == Orphans(EDITOR.lower())
    assert lineage(SAYSO, TERMINAL).account != one.account


def test_where_the_console_is_not_told_there_is_no_terminal() -> None:
    found = lineage(*on(None, [SAYSO, SHELL]))
    assert [member.on_pty for member in found.members] == [False, False]
    assert [member.session for member in found.members] == [0, 0]


def test_a_file_that_is_unknown_is_a_group_as_well() -> None:
    (place,) = places([SAYSO._replace(image=None)])
    assert place.cgroup == ""


@pytest.mark.parametrize(
    ("program", "line", "typed"),
    [
        ("cmd", "", True),
        ("cmd", "/k prompt.bat", True),
        ("cmd", "/d /k a /c b", True),
        ("cmd", "/c make", False),
        ("cmd", "/d /s /C make", False),
        ("cmd", "/d/s/c make", False),
        ("cmd", "/r make", False),
        ("powershell", "", True),
        ("powershell", "-NoLogo -NoProfile", True),
        ("pwsh", "-ExecutionPolicy Bypass -nologo", True),
        ("pwsh", "-ep Bypass", True),
        ("powershell", "-noexit -command init", True),
        ("powershell", "-NoProfile -Command make", False),
        ("powershell", "-c make", False),
        ("powershell", "/File make.ps1", False),
        ("powershell", "-EncodedCommand bQA=", False),
        ("powershell", "-e bQA=", False),
        ("pwsh", "make.ps1", False),
        ("powershell", "-NoProfile -", False),
        ("powershell", "-NonInteractive", False),
        ("bash", "--login -i", True),
        ("bash", "-lc make", False),
        ("bash", "make.sh", False),
        ("node", "", False),
    ],
)
def test_a_shell_that_a_person_types_into_is_told_by_how_it_was_started(
    program: str, line: str, *, typed: bool
) -> None:
    assert takes_commands(program, (program, *line.split())) is typed


def test_one_that_can_not_be_read_is_none() -> None:
    assert not takes_commands("cmd", None)


@pytest.mark.parametrize(
    ("image", "program"),
    [
        (r"C:\Windows\System32\cmd.exe", "cmd"),
        (r"C:\Tools\Claude.EXE", "claude"),
        ("tool", "tool"),
        ("C:/a/b.bat", "b.bat"),
    ],
)
def test_a_program_goes_by_its_base_name(image: str, program: str) -> None:
    assert program_of(image) == program
