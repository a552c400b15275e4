"""The parts of the checks, in two tiers: those that guard each change (FIRST), and all others
(LONG, HOURS).

A part in LONG takes ten minutes at most, so that one fits into a run of `.ci/run`; what takes
longer is in HOURS. Minutes are measured on two cores.
"""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTHON = sys.executable
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0

WORKERS = str(3 * (os.cpu_count() or 1))
"""How many tests run at a time: they wait more than they work."""

WORKERS_UNDER_WINE = str(1 + (os.cpu_count() or 1))
"""How many tests run at a time under Wine. Each has a Windows with a server and services of its
own; where many of them start at once, a daemon is so slow that tests take it for one that hangs."""


def _parallel(workers: str) -> tuple[str, ...]:
    return ("-n", workers, "--dist", "worksteal", "-m", "not serial and not root")


PARALLEL, PARALLEL_UNDER_WINE = _parallel(WORKERS), _parallel(WORKERS_UNDER_WINE)
SERIAL = ("-m", "serial and not root")
DIALOGS = ("tests/dialog", "tests/probes")
CONTRAST = "tests/dialog/test_contrast.py"
LANGUAGES = "tests/dialog/test_languages.py"
APART = (CONTRAST, LANGUAGES)
"""Tests whose long forms are parts of their own, as they take so long."""
CONTRASTS = ("--long", "-n", WORKERS, CONTRAST)
_HOOKS_ON_WINDOWS = (
    "claude_code", "documented_agents", "event", "recorded_events", "tools",
)  # fmt: skip
ON_WINDOWS = (
    "tests/core", "tests/wire", "tests/presentation", "tests/configuration",
    "tests/platforms/windows",
    *(f"tests/frontends/hook/test_{name}.py" for name in _HOOKS_ON_WINDOWS),
    "tests/frontends/install/test_block.py", "tests/test_installed.py",
    "tests/frontends/setup/test_on_windows.py",
)  # fmt: skip
UNDER_WINE = "tests/under_wine"
"""Tests that Linux' Python runs, which sees Wine's Windows from outside."""
UNDER_GNUSTEP = "tests/under_gnustep"
"""Tests of programs for a Mac, run on the double of macOS."""
REAL_AGENTS = "tests/agents"
"""Tests of other people's agents, in terminals, with a language model of the tests' own."""
PROGRAMS = "tests/programs"
"""Tests of gpg, ssh, sudo and git, which have sayso ask, on a real screen."""
MACHINES = "tests/machines"
"""Tests of programs that ask from other machines, which only root can make."""
OWN_TESTS = f"{PROGRAMS}/test_own_tests.py"
"""The own tests of OpenSSH and GnuPG. They do not run as the tests' user, which has no shell:
OpenSSH's tests need one."""
APPLES = "tests/apples"
"""Tests that compare the source with Apple's headers and PyObjC's wheels, and run nothing."""
IN_CHROMIUM = "tests/in_chromium"
"""Tests of files that people open in their browser."""
ON_DEBIAN = "tests/on_debian"
"""Tests of the packages that people install, on a bare Debian: packaging/try_package.py makes the
packages."""
MCP_ON_WINDOWS = f"{UNDER_WINE}/test_mcp.py"
INSTALLER = f"{UNDER_WINE}/test_installer.py"
"""Tests that are parts of their own."""
_DIALOGS_ON_WINDOWS = ("confirm", "hands_off")
_MORE_DIALOGS_ON_WINDOWS = (
    (
        "access",
        "announcements",
        "answers",
        "assistive",
        "details",
        "device_code",
        "front",
        "hidden_text",
        "queue",
        "room",
        "select",
        "spoofs",
        "suspend",
        "texts",
        "timelines",
        "twice",
    ),
    ("form", "password", "programs_hands", "standing", "text"),
)
"""Tests in two parts that take about equally long."""
_DIALOGS_ON_MACOS = (
    "announcements", "answers", "assistive", "confirm", "details", "front", "hands_off",
    "hidden_text", "page", "password", "queue", "select", "standing",
)  # fmt: skip
_SUPPORT = (
    "bounds", "event_loop", "left_behind", "links", "processes", "programs", "slices", "still_loop",
    "table", "waiting",
)  # fmt: skip
_FAULTS = (
    "caller", "client_program", "command_program", "ledger", "matrix", "program", "promise", "run",
    "stage", "trial",
)  # fmt: skip
CHECKED_FOR_WINDOWS = (
    "src", "tests/contract", "tests/conftest.py", "tests/platforms/conftest.py", *ON_WINDOWS,
    "packaging/windows/installation.py",
    *(f"tests/support/{name}.py" for name in _SUPPORT),
    *(f"tests/faults/{name}.py" for name in _FAULTS),
    *sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("tests/*/windows_*.py")),
)  # fmt: skip
"""What the type checker checks for Windows; other modules that these import are for Linux only."""
CHECKED_FOR_MACOS = (
    "src", "tests/platforms/macos", APPLES,
    *sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("tests/*/macos_*.py")),
)  # fmt: skip
"""What the type checker checks for macOS. It takes the double's modules for those of a Mac."""
WHOLE_TREE = "tests/e2e"
"""Tests of the whole tree of processes, with real windows; the others need little or no screen."""
_ON_WAYLAND = (
    "announcements", "answers", "assistive", "password", "select", "standing", "suspend", "text",
    "texts", "timelines", "twice",
)  # fmt: skip
WAYLAND = tuple(f"tests/dialog/test_{name}.py" for name in _ON_WAYLAND)
"""Tests of dialogs that run in a Wayland session as well. Tests for Wayland only: test_fcitx.py,
test_input_methods.py, test_layers.py, test_out_of_sight.py and test_plain.py."""
_MORE_ON_WAYLAND = (
    "access", "confirm", "contrast", "details", "device_code", "form", "hidden_text", "languages",
    "monitors", "page", "queue",
)  # fmt: skip
"""More tests of dialogs that run on Wayland. The rest is about an X server, or about a window that
gets the keyboard by itself."""
LAYERS = "tests/dialog/test_layers.py"
"""Runs on sway, unless `--compositor` names another one."""


@dataclass(frozen=True)
class Part:
    """One command that fails or passes."""

    name: str
    command: tuple[str, ...]
    minutes: float
    """Minutes that it is expected to take; nothing fails when it takes longer."""
    has_table: bool = False
    """Whether it takes `--table FILE`, and adds a row to that file: threat, trials, failures."""
    needs_root: bool = False


def _static(minutes: float, *command: str) -> Part:
    """A part that runs a Python module of this environment."""
    return Part(" ".join(command), (PYTHON, "-m", *command), minutes)


def _mypy(minutes: float, platform: str, *arguments: str) -> Part:
    """A part that runs mypy for a platform, with a cache of its own, as such parts run side by
    side."""
    cache = f"--cache-dir=.mypy_cache/{platform}"
    command = (PYTHON, "-m", "mypy", cache, "--platform", platform, *arguments)
    return Part(f"mypy for {platform}", command, minutes)


def _pytest(*arguments: str) -> tuple[str, ...]:
    """The command for pytest. Where root runs the checks, it runs as a user without privileges:
    root hides failures."""
    if IS_ROOT:
        return ("sh", "packaging/unprivileged.sh", *arguments)
    return (PYTHON, "-u", "-m", "pytest", *arguments)


def _beside_machines(*arguments: str) -> tuple[str, ...]:
    """The command for pytest beside other machines, which have users of their own."""
    return ("sh", "packaging/unprivileged.sh", "--machines", *arguments)


def _under_wine(*arguments: str) -> tuple[str, ...]:
    """The command for Windows' Python, as a user without privileges where root runs the checks."""
    if IS_ROOT:
        return ("sh", "packaging/unprivileged.sh", "--wine", *arguments)
    return (PYTHON, "-u", "packaging/wine.py", *arguments)


def _dialogs(*names: str, on: str = "wine") -> tuple[str, ...]:
    """pytest's arguments for tests of dialogs of these names. `on`: "wine" or "gnustep", for
    macOS."""
    return ("--compositor", on, *(f"tests/dialog/test_{name}.py" for name in names))


def _without(*places: str) -> tuple[str, ...]:
    return tuple(f"--ignore={place}" for place in places)


def _on_debian(suite: str, minutes: float, *parts: str) -> Part:
    """A part that runs all checks that guard a change, or those named in `parts`, on a bare Debian.
    `suite`: the release's name."""
    checks = ("sh", "packaging/test.sh", *parts)
    name = f"bare Debian, {suite}" + (f": {', '.join(parts)}" if parts else "")
    return Part(name, ("sh", "packaging/on_debian.sh", suite, *checks), minutes, needs_root=True)


def _installed(name: str, minutes: float, *words: str) -> tuple[Part, ...]:
    """Parts that try what people install on a bare Debian, one for each release."""
    command = (PYTHON, "-u", "packaging/try_package.py", *words)
    return tuple(
        Part(f"{name}, {suite}", (*command, suite), minutes, needs_root=True)
        for suite in ("bookworm", "trixie")
    )


def _fault(name: str, minutes: float, program: str, *arguments: str) -> Part:
    return Part(name, (PYTHON, "-u", f"tests/{program}", *arguments), minutes, has_table=True)


def _slices(
    count: int, name: str, minutes: float, program: str, *arguments: str
) -> tuple[Part, ...]:
    """Parts like that of `_fault`, with `--part 1/COUNT` and so on."""
    return tuple(
        _fault(f"{name}, {k} of {count}", minutes, program, *arguments, "--part", f"{k}/{count}")
        for k in range(1, count + 1)
    )


STATIC = (
    _static(0.1, "ruff", "check"),
    _static(0.1, "ruff", "format", "--check"),
    _mypy(1.0, "linux"),
    # the other tests run on Linux only, so they are checked for it alone
    _mypy(0.5, "win32", "--follow-imports=silent", *CHECKED_FOR_WINDOWS),
    _mypy(0.5, "darwin", "--follow-imports=silent", *CHECKED_FOR_MACOS),
    Part("names and calls of macOS", (PYTHON, "-m", "pytest", "-q", APPLES), 0.1),
    Part("lint-imports", (str(Path(PYTHON).with_name("lint-imports")),), 0.2),
    Part("icons", (PYTHON, "packaging/icons.py", "--check"), 0.1),
    Part("translations", (PYTHON, "packaging/translations.py", "--check"), 0.1),
)
"""Static checks, which run side by side."""

TESTS = (
    Part(
        "tests without windows",  # and what they cover of core, presentation and wire
        _pytest(
            *PARALLEL,
            *_without(*DIALOGS, WHOLE_TREE, UNDER_WINE, UNDER_GNUSTEP),
            *_without(REAL_AGENTS, PROGRAMS, MACHINES, IN_CHROMIUM, ON_DEBIAN),
            "--cov",
            "--cov-report=term",
        ),
        4,
    ),
    Part(
        "tests on Windows, under Wine",
        _under_wine("-m", "pytest", "-n", "auto", "--dist", "worksteal", *ON_WINDOWS),
        3,
    ),
    Part(
        "dialogs on Windows, under Wine",
        _pytest(*PARALLEL_UNDER_WINE, *_dialogs(*_DIALOGS_ON_WINDOWS), UNDER_WINE),
        2.5,
    ),
    Part("tests of dialogs", _pytest(*PARALLEL, *DIALOGS), 4),
    Part("tests of the whole tree", _pytest(*PARALLEL, WHOLE_TREE), 7),
    Part("tests of dialogs on Wayland", _pytest(*PARALLEL, "--compositor", "sway", *WAYLAND), 2.5),
    Part("hooks of real agents", _pytest(*PARALLEL, REAL_AGENTS), 2),
    Part("gpg, ssh and others", _pytest(*PARALLEL, PROGRAMS), 1.5),
    Part(
        "questions from other machines",
        _beside_machines(*PARALLEL, MACHINES),
        1.5,
        needs_root=True,
    ),
    Part("tests that run alone", _pytest(*SERIAL), 2),
    Part(
        "tests that only root can run",
        (PYTHON, "-u", "-m", "pytest", "-m", "root"),
        1,
        needs_root=True,
    ),
    _fault("defences, a sample", 1.5, "defences/run.py", "--sample", "8"),
    _fault("failpoints", 2, "faults/run.py", "--trials", "3"),
    _fault("the n-th call fails", 1.5, "faults/nth_call.py"),
    _fault("soak, a storm", 1.5, "faults/soak.py", "--minutes", "1", "--storm"),
)
"""Checks that run one after another."""

FIRST = (*STATIC, *TESTS)

LONG = (
    _fault("soak, eight minutes", 9, "faults/soak.py", "--minutes", "8"),
    *_slices(4, "failpoints", 7, "faults/run.py", "--trials", "100"),
    *_slices(4, "the n-th call fails", 8, "faults/nth_call.py", "--all"),
    *_slices(3, "defences", 7, "defences/run.py", "--jobs", "2"),
    *_slices(10, "mutants of core and wire", 9.5, "mutation/run.py", "--minutes", "9"),
    Part(
        "long forms of tests",
        _pytest(
            *("--long", "-n", WORKERS, "-m", "not serial"),
            *_without(
                *APART, UNDER_WINE, UNDER_GNUSTEP, REAL_AGENTS, MACHINES, OWN_TESTS, ON_DEBIAN
            ),
        ),
        9.5,
    ),
    Part("long forms that run alone", _pytest("--long", "-m", "serial"), 8),
    Part(
        "own tests of OpenSSH and GnuPG",
        (PYTHON, "-u", "-m", "pytest", "--long", "-n", "2", OWN_TESTS),
        5,
    ),
    *(
        Part(
            f"more dialogs on Windows, under Wine, {number} of 2",
            _pytest(*PARALLEL_UNDER_WINE, *_dialogs(*names)),
            6,
        )
        for number, names in enumerate(_MORE_DIALOGS_ON_WINDOWS, start=1)
    ),
    Part(
        "long forms under Wine",
        _pytest("--long", "-n", "2", *_without(MCP_ON_WINDOWS, INSTALLER), UNDER_WINE),
        3,
    ),
    Part("installer for Windows, under Wine", _pytest("--long", "-s", INSTALLER), 5),
    Part("MCP on Windows, under Wine", _pytest("--long", "-n", "2", MCP_ON_WINDOWS), 2),
    Part(
        "failpoints on Windows, under Wine",
        _under_wine("tests/faults/run.py", "--trials", "1"),
        4,
    ),
    Part("windows on macOS, under GNUstep", _pytest("-n", "2", UNDER_GNUSTEP), 3),
    Part(
        "dialogs on macOS, under GNUstep",
        _pytest(*PARALLEL, *_dialogs(*_DIALOGS_ON_MACOS, on="gnustep")),
        4,
    ),
    Part(
        "more dialogs on Wayland",
        _pytest(
            *(*PARALLEL, "--compositor", "sway"),
            *(f"tests/dialog/test_{name}.py" for name in _MORE_ON_WAYLAND),
        ),
        3,
    ),
    Part(
        "dialogs on KWin",
        _pytest(*PARALLEL, "--compositor", "kwin", LAYERS, *WAYLAND),
        4,
    ),
    Part("pages in Chromium", _pytest("-n", "2", IN_CHROMIUM), 1),
    Part("contrast in all looks", _pytest(*CONTRASTS, "-k", "not twice"), 7),
    Part("contrast, twice as large", _pytest(*CONTRASTS, "-k", "twice"), 8),
    Part("words in every language", _pytest("--long", "-n", WORKERS, LANGUAGES), 6),
    *_installed("package for Debian", 5),
    *_installed("pipx and the wheel on Debian", 3, "--wheel"),
    _on_debian("trixie", 8, "tests without windows"),
    _on_debian("trixie", 8, "tests of dialogs"),
    _on_debian("trixie", 10, "tests of the whole tree"),
    _on_debian("trixie", 6, "gpg, ssh and others"),
    Part(
        "questions from other machines, long forms",
        _beside_machines("--long", "-n", "2", MACHINES),
        3,
        needs_root=True,
    ),
    Part("all hooks of real agents", _pytest("--long", "-n", WORKERS, REAL_AGENTS), 3),
    Part("questions on GNOME", ("sh", "packaging/on_gnome.sh"), 4, needs_root=True),
)

HOURS = (
    _fault("soak, an hour", 61, "faults/soak.py", "--minutes", "60"),
    Part("figures", ("sh", "packaging/bench.sh"), 20),
    _on_debian("bookworm", 25),
    _on_debian("trixie", 25),
)
"""Parts of the long tier that take longer than ten minutes. They run with `--long`, or by name."""


def turn(parts: tuple[Part, ...], number: int, minutes: float) -> tuple[Part, ...]:
    """Parts in a row, from the `number`-th on, as many as fit into `minutes`, at least one.

    After the last the first follows; so with a number that grows, each part gets its turn.
    """
    chosen: list[Part] = []
    for step in range(len(parts)):
        part = parts[(number + step) % len(parts)]
        if chosen and sum(each.minutes for each in chosen) + part.minutes > minutes:
            break
        chosen.append(part)
    return tuple(chosen)
