"""What must work on a bare Debian system, whichever way sayso was installed there."""

import json
from collections.abc import Callable

from sayso import __version__
from support.bare_debian import HOME, BareDebian, Ended
from support.bare_person import ASKED, Asker, Person, ask
from support.processes import PATIENCE

_REQUESTS = (
    {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
)  # fmt: skip
_COMPLETE = """
COMP_WORDS=(sayso conf) COMP_CWORD=1
$(complete -p sayso | sed 's/.*-F \\([^ ]*\\).*/\\1/')
echo "${COMPREPLY[@]}"
"""


def told_by_apt(ended: Ended) -> str:
    """A line for the report: how long apt ran, how much it fetched and how much disk it took."""
    assert ended.code == 0, ended.err
    sizes = [line for line in ended.out.splitlines() if line.startswith(("Need to", "After this"))]
    return f"apt: {ended.seconds:.0f} s; {' '.join(sizes)}"


def see_agents_served(debian: BareDebian) -> None:
    asked = "".join(f"{json.dumps(each)}\n" for each in _REQUESTS)
    ended = debian.run(["sayso", "mcp"], stdin=asked)
    first, second = (json.loads(line) for line in ended.out.splitlines())
    assert first["result"]["serverInfo"]["name"] == "sayso"
    assert len(second["result"]["tools"]) > 1


def see_pages(debian: BareDebian, *names: str) -> None:
    for page in names:
        assert "EXIT STATUS" in debian.run(["man", page]).out.upper(), page


def see_words_completed(debian: BareDebian, *bash: str) -> None:
    """Checks completion in a shell. `bash`: the command of the shell, then a script to run
    before."""
    *shell, before = bash
    assert debian.run([*shell, before + _COMPLETE]).out.split() == ["confirm", "config"]


def see_a_click_approve(debian: BareDebian, person: Person) -> None:
    asking = debian.start(["sayso", "confirm", ASKED, "--wait", "60"], person.environ)
    person.press("Approve")
    assert asking.communicate(timeout=PATIENCE)[0] == "approved\n"
    assert asking.returncode == 0
    ended = debian.run(["sayso", "doctor", "--report"], environ=person.environ)
    assert ended.code == 0, ended.out
    assert ": not installed" not in ended.out


def see_it_start_at_login(debian: BareDebian, person: Person) -> None:
    assert debian.run(["sayso", "daemon", "stop"], environ=person.environ).code == 0
    assert debian.run(["sayso", "autostart", "enable"], environ=person.environ).code == 0
    entry = debian.path(f"{HOME}/.config/autostart/sayso.desktop").read_text()
    told = dict(line.split("=", 1) for line in entry.splitlines() if "=" in line)
    assert debian.root("readlink", "-e", told["TryExec"]).startswith("/usr/bin/python3.")
    assert debian.run(told["Exec"].split(), environ=person.environ).code == 0
    status = debian.run(["sayso", "status"], environ=person.environ)
    assert (status.code, "screen       " in status.out) == (0, True)


def see_an_upgrade_lose_nothing(
    debian: BareDebian, person: Person, upgrade: Callable[[], object]
) -> None:
    """Upgrades while a question is open, an answer is kept and a quiet period holds: all must
    survive."""
    late = Asker(debian, person, "Kept?", "--wait", "0s", "--retention", "600s")
    assert late.asks() == "pending"
    person.press("Approve")
    unwanted = Asker(debian, person, "Again?", "--wait", "60s")
    assert [unwanted.asks("Deny") for _ in range(3)] == ["denied"] * 3
    asking = ask(debian, person)
    upgrade()
    restarted = debian.run(["sayso", "daemon", "restart"], environ=person.environ)
    assert restarted.code == 0, restarted.err
    person.press("Approve")
    assert asking.communicate(timeout=PATIENCE)[0] == "approved\n"
    assert late.asks() == "approved"
    assert unwanted.asks() == "refused"
    late.close()
    unwanted.close()
    status = debian.run(["sayso", "status"], environ=person.environ).out
    assert status.splitlines()[0].startswith(f"daemon       {__version__}.1,"), status


def files(debian: BareDebian) -> set[str]:
    """All paths of the system, except those of these tests and apt's own records."""
    left = ("proc", "sys", "dev", "run", "tmp", "srv", "root", "var/cache", "var/log")
    pruned = " -o ".join(f"-path /{each}" for each in left)
    said = debian.root("sh", "-c", f"find / \\( {pruned} \\) -prune -o -print")
    return set(said.splitlines())
