"""Every example for a shell in README and the manual: run as it stands there, with real dialogs.

Programs that are not sayso's are stood in for by ones that say that they ran.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from probes.probe import BUTTON
from support.asking import ALERT, answer, dialog, read_on
from support.guide import GUIDE, PAGES, README, ROOT, fenced
from support.processes import Job, wait_until
from support.world import World

HIDDEN = "password text"

Act = Callable[[World, Job], None]

INSTALLS = "installs sayso or what it needs on the machine"
NOT_RUN = {
    ("README.md", "sh packaging/demo.sh"): INSTALLS,
    ("README.md", "sudo apt-get install"): "installs; tests/on_debian",
    ("README.md", "sayso link\nsayso doctor"): "as on install.md; tests/e2e/test_doctor.py",
    ("README.md", "sayso uninstall"): "asks on a terminal; tests/frontends/cli/test_uninstall.py",
    ("install.md", "sudo apt-get install"): "installs; tests/on_debian",
    ("install.md", "sh packaging/build.sh"): "likewise",
    ("install.md", "pipx install './dist/"): "likewise",
    ("install.md", "python3 -m venv"): "likewise",
    ("install.md", "git pull"): "likewise",
    ("install.md", "sh packaging/demo.sh"): INSTALLS,
    ("install.md", "sayso uninstall"): "asks on a terminal; tests/frontends/cli/test_uninstall.py",
    ("python.md", "python3 -m venv"): INSTALLS,
    ("windows.md", "sh packaging/build.sh"): "installs; tests/under_wine/test_installer.py",
    ("contributing.md", "sh packaging/test.sh"): "runs this test",
    ("gpg.md", "sayso setup gpg"): "is run by tests/programs/test_gpg.py",
    ("tray.md", "#!/bin/sh\njq"): "is run by tests/e2e/test_push.py",
    ("gpg.md", "gpg-connect-agent"): "likewise",
    ("gpg.md", "export GPG_TTY"): "likewise, in another way",
    ("scripts.md", "#!/bin/sh"): "is run by test_guide_scripts.py",
    ("hooks.md", "opencode --port"): "needs OpenCode; tests/agents/test_opencode.py",
    ("hooks.md", "claude -p"): "needs Claude Code; tests/agents/test_without_a_terminal.py",
    ("questions.md", "git diff --cached"): "needs a change to commit; tests/e2e/test_screen.py",
    ("disks.md", "sayso ask-password-agent"): "does not end; tests/programs/test_ask_password.py",
    ("disks.md", "systemd-ask-password"): "likewise, on the other side",
    ("wayland.md", "hint() {"): "it says so itself",
    ("ssh.md", "export SSH_ASKPASS"): "tests/programs/test_ssh.py",
    ("ssh.md", "export SUDO_ASKPASS"): "tests/programs/test_sudo.py",
    ("README.md", "sayso remote add"): "needs another machine; tests/machines",
    ("remote.md", "sayso remote add"): "likewise",
    ("containers.md", "sayso remote open dev --container\n"): "tests/e2e/test_containers.py",
    ("containers.md", "sayso remote open dev --container --uid"): "likewise",
    ("remote.md", "sayso remote list"): "likewise",
    ("remote.md", "sayso remote allow"): "likewise",
    ("history.md", "sayso history"): "a window, which stays; tests/e2e/test_history_window.py",
    ("log.md", "sayso log --since 2h"): "--follow does not end; tests/frontends/cli/test_log.py",
}

OTHERS = {
    "./deploy.sh": "deployed",
    "./backup.sh": "backed up",
    "./create.sh": "created $1",
    "./order.sh": "ordered $1",
    "./unlock": "$(cat)",
    "./wait-for-token": "a token",
    "cryptsetup": "opened with $(cat)",
    "man": "the page $1",
    **dict.fromkeys(("claude", "code", "codex", "cursor", "gemini", "opencode"), "$0 has sayso"),
}


def press(message: str, label: str) -> Act:
    return lambda world, _: answer(world, message, label)


def dismiss(message: str, label: str) -> Act:
    """Once the dialog has been there for long enough: a press before that counts for nothing."""

    def act(world: World, _: Job) -> None:
        world.dialogs.wait_for("Approve", pid=dialog(world, message))
        answer(world, message, label)

    return act


def fill(message: str, field: str, text: str, role: str = "text", send: str = "Send") -> Act:
    """Types after what is in the field, and sends it."""

    def act(world: World, _: Job) -> None:
        pid = dialog(world, message)
        world.dialogs.click(world.dialogs.find(field, role=role, pid=pid)[0])
        wait_until(lambda: world.dialogs.find(role=ALERT, pid=pid)[0].active, "the keyboard")
        world.dialogs.key("End")
        world.dialogs.type(text)
        shown = text if role == "text" else "●" * len(text)

        def typed() -> bool:
            return world.dialogs.find(field, role=role, pid=pid)[0].text.endswith(shown)

        wait_until(typed, "what was typed")
        read_on(world, pid, "send")
        world.dialogs.press(send, pid=pid)
        world.dialogs.wait_gone(role=BUTTON, pid=pid)

    return act


def choose(message: str, option: str) -> Act:
    def act(world: World, _: Job) -> None:
        pid = dialog(world, message)
        world.dialogs.press(option, role="radio button", pid=pid)
        world.dialogs.press("Send", pid=pid)
        world.dialogs.wait_gone(role=BUTTON, pid=pid)

    return act


def run_it(world: World, _: Job) -> None:
    """As a person does who reads the command to its end."""
    pid = dialog(world, "Run this command?")
    read_on(world, pid, "approve")
    world.dialogs.press("Run", pid=pid)
    world.dialogs.wait_gone(role=BUTTON, pid=pid)


def fill_form(world: World, _: Job) -> None:
    pid = dialog(world, "A new shop")
    world.dialogs.click(world.dialogs.find("Name", role="text", pid=pid)[0])
    world.dialogs.type("shop-13")
    world.dialogs.press("Team", role="radio button", pid=pid)
    world.dialogs.press("Send", pid=pid)
    world.dialogs.wait_gone(role=BUTTON, pid=pid)


def says(words: str) -> Act:
    def act(_: World, job: Job) -> None:
        wait_until(lambda: words in job.out + job.err, words)

    return act


class Example(NamedTuple):
    """What the person does, in turn, and what the whole of it writes."""

    page: str
    begins: str
    acts: tuple[Act, ...] = ()
    out: str = ""
    """A pattern of all of standard output."""
    twice: bool = False
    """It is pending at first, and is run again."""


LATE = "May the late click count?"
EXAMPLES = (
    Example(
        "README.md",
        'sayso confirm "Deploy build 4711 to production?" && echo',
        (press("Deploy build 4711 to production?", "Approve"),),
        "approved\nThey said yes.\n",
    ),
    Example(
        "README.md",
        f'sayso confirm "{LATE}"',
        (says("pending"), press(LATE, "Approve")),
        "pending\napproved\n",
        twice=True,
    ),
    Example(
        "README.md",
        "#!/bin/sh",
        (press("Deploy build 4711?", "Approve"),),
        "approved\ndeployed\n",
    ),
    Example(
        "README.md",
        "name=$(sayso text",
        (
            fill("What is the new shop called?", "Answer", "Ada"),
            choose("Which plan?", "Team"),
            press("The backup is complete.", "OK"),
        ),
        "Ada\nTeam\nanswered\n",
    ),
    Example(
        "README.md",
        "sayso password",
        (fill("Unlock the backup disk", "Password", "hunter2", HIDDEN),),
        "8\n",
    ),
    Example("README.md", "sayso run", (run_it,), "deployed\n"),
    Example("run.md", "sayso run -- ./deploy.sh", (run_it,), "deployed\n"),
    Example(
        "run.md",
        "sayso run --secret",
        (fill("Token of the registry?", "Password", "hunter2", HIDDEN, "Send and run"),),
        "hunter2\n",
    ),
    Example(
        "README.md",
        "sayso mcp install",
        out="Claude Code: sayso has .*Claude Code: the hook has .*CLAUDE.md\n",
    ),
    Example("README.md", "sayso autostart enable", out="sayso starts at login.*"),
    Example("install.md", "sayso link", out="Links that are new:.*the page sayso-confirm\n"),
    Example("install.md", "mkdir -p ~/.zfunc"),
    Example(
        "scripts.md",
        'sayso confirm "Deploy',
        (press("Deploy build 4711 to production?", "Deploy"),),
        "approved\ndeployed\n",
    ),
    Example(
        "scripts.md",
        'sayso confirm "Let the hook go on?"',
        (press("Let the hook go on?", "Approve"),),
        "approved\n",
    ),
    Example(
        "questions.md",
        'sayso confirm "Push to main?"',
        (
            dismiss("Push to main?", "Ask me later"),
            press("Read our terms?", "Deny"),
            press("Plug in the backup disk.", "It is in"),
        ),
        "dismissed\ndenied\nanswered\nbacked up\n",
    ),
    Example(
        "questions.md",
        "name=$(sayso text",
        (
            fill("What is the new shop called?", "Answer", "-13"),
            choose("Which plan?", "Free"),
        ),
        "created shop-13\nordered Free\n",
    ),
    Example("questions.md", "sayso form shop.toml", (fill_form,), "created shop-13\n"),
    Example("questions.md", "sayso device-code", (), "a token\n"),
    Example(
        "passwords.md",
        "sayso password",
        (fill("Unlock the backup disk", "Password", "hunter2", HIDDEN),),
        "opened with hunter2\n",
    ),
    Example("passwords.md", "sayso collect", (), "opened with hunter2\n"),
    *(
        Example(
            "disks.md",
            f'sayso password "Passphrase of the backup disk" --no-newline |\n    {opens}',
            (fill("Passphrase of the backup disk", "Password", "hunter2", HIDDEN),),
            "opened with hunter2\n",
        )
        for opens in ("cryptsetup open /dev", "cryptsetup open --test-passphrase")
    ),
    Example(
        "ssh.md", "sayso setup ssh", out="ssh: it asks through sayso now, .*\n.*git: it asks .*"
    ),
    Example("ssh.md", "git config --global --add credential"),
    Example("agents.md", "# Claude Code: close", out=".*OpenCode: sayso has been added to .*"),
    Example("hooks.md", "# Claude Code: its", out=".*VS Code: the hook has been added to .*"),
    Example("hooks.md", "sayso hook install", out=".*Claude Code: the hook has been removed .*"),
    Example("agents.md", "sayso mcp install --instructions", out="agents are now told .*"),
    Example("configuration.md", "sayso config list", out="NAME .*timeout = 180 in .*"),
    Example("tray.md", "sayso dnd on", out="on until .*\non until .*\noff\n"),
    Example("tray.md", "sayso config set appear", out="appear = .*There is nothing to bring up.\n"),
    Example("login.md", "sayso autostart enable", out="sayso starts .*sayso does not start .*"),
    Example("languages.md", "echo '{", out='{.*"prompts": ?\\[\\].*}\n'),
)


def block(page: str, begins: str) -> str:
    place = README if page == "README.md" else GUIDE / page
    (found,) = [each for each in fenced(place, "sh") if each.startswith(begins)]
    return found


def test_each_example_is_run_or_says_why_not() -> None:
    named = [(each.page, block(each.page, each.begins)) for each in EXAMPLES]
    named += [(page, block(page, begins)) for page, begins in NOT_RUN]
    there = [(page.name, each) for page in PAGES for each in fenced(page, "sh")]
    assert sorted(named) == sorted(there)


@pytest.fixture
def home(world: World) -> Path:
    place = Path(world.environ["HOME"])
    programs = place / "bin"
    programs.mkdir()
    for name, words in OTHERS.items():
        program = place / name if name.startswith("./") else programs / name
        program.write_text(f'#!/bin/sh\necho "{words}"\n')
        program.chmod(0o700)
    world.environ["PATH"] = f"{programs}:{world.environ['PATH']}"
    world.environ["EDITOR"] = "true"
    (place / ".claude").mkdir()
    (place / "your-project").mkdir()
    (place / "plan.txt").write_text("4709 → 4711\n")
    (form,) = fenced(GUIDE / "questions.md", "toml")
    (place / "shop.toml").write_text(form)
    return place


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: f"{each.page}-{each.begins}")
def test_it_does_what_the_page_says(world: World, home: Path, example: Example) -> None:
    if "$ticket" in block(example.page, example.begins):
        asked = world.sayso("password", "Disk?", "--reveal", "--wait", "0", "--json")
        world.environ["ticket"] = json.loads(asked.err)["ticket"]
        fill("Disk?", "Password", "hunter2", HIDDEN)(world, world.spawn(["true"]))
    if example.page in ("languages.md", "tray.md"):  # what asks nothing, and starts no daemon
        world.sayso("daemon", "start")
    command = ["bash", "-c", block(example.page, example.begins), "example", "4711"]
    job, out = world.spawn(command), ""
    for act in example.acts:
        act(world, job)
    if example.twice:
        first = job.wait()
        assert first.code == 3, first
        job, out = world.spawn(command), first.out
    done = job.wait()
    out += done.out
    assert done.code == 0, done
    assert re.fullmatch(example.out, out, re.DOTALL), done
    assert str(ROOT) not in out
