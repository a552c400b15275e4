"""The package, as people meet it on a bare Debian: from `apt install` to `apt purge`.

packaging/try_package.py makes what is tried. It prints sizes and times, for the manual.
"""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import try_package
from debian_package import RELEASES

from sayso import __version__
from support.bare_debian import PERSON, BareDebian
from support.processes import PATIENCE, wait_until

pytestmark = [pytest.mark.long, pytest.mark.root("only root can make a system")]

ASKED = "Deploy build 4711?"
REQUESTS = (
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
COMPLETE = """
. /usr/share/bash-completion/bash_completion
loader=$(complete -p -D | sed 's/.*-F \\([^ ]*\\).*/\\1/')
$loader sayso
COMP_WORDS=(sayso conf) COMP_CWORD=1
$(complete -p sayso | sed 's/.*-F \\([^ ]*\\).*/\\1/')
echo "${COMPREPLY[@]}"
"""


class Person:
    """At a screen there."""

    def __init__(self, debian: BareDebian) -> None:
        program = "/srv/tests/on_debian/person_program.py"
        self._hand = debian.start(["python3", program])
        assert self._hand.stdout is not None
        self.environ: dict[str, str] = json.loads(self._hand.stdout.readline())

    def press(self, name: str) -> None:
        assert self._hand.stdin is not None
        assert self._hand.stdout is not None
        print(name, file=self._hand.stdin, flush=True)
        assert self._hand.stdout.readline() == "pressed\n"

    def close(self) -> None:
        self._hand.communicate(timeout=PATIENCE)


class Asker:
    """A program there that asks the same again and again."""

    def __init__(self, debian: BareDebian, person: Person, *question: str) -> None:
        self._person = person
        again = 'while read -r _; do sayso confirm "$@"; done'
        self._process = debian.start(["sh", "-c", again, "sh", *question], person.environ)

    def asks(self, pressed: str = "") -> str:
        """What it hears. `pressed`: the button meanwhile, if any."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(file=self._process.stdin, flush=True)
        if pressed:
            self._person.press(pressed)
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        self._process.communicate(timeout=PATIENCE)


def built(suite: str, which: str) -> Path:
    (found,) = (try_package.PACKAGES / suite / which).glob("*.deb")
    return found


def install(debian: BareDebian, package: Path, *options: str) -> str:
    place = f"/srv/{package.name}"
    debian.path(place).write_bytes(package.read_bytes())
    return debian.root("apt-get", "install", "--yes", *options, place)


@pytest.fixture(params=[each.name for each in RELEASES])
def suite(request: pytest.FixtureRequest) -> str:
    made: str = request.param
    return made


@pytest.fixture
def debian(suite: str) -> Iterator[BareDebian]:
    made = BareDebian(suite)
    yield made
    made.close()


def test_two_builds_are_the_same_bytes(suite: str) -> None:
    assert built(suite, "first").read_bytes() == built(suite, "again").read_bytes()


def test_lintian_has_no_errors_and_no_warnings(suite: str) -> None:
    done = subprocess.run(
        ["lintian", "--fail-on", "error,warning", "--allow-root", built(suite, "first")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "")


def test_its_entry_and_its_metadata_are_valid(suite: str, tmp_path: Path) -> None:
    subprocess.run(["dpkg-deb", "-x", built(suite, "first"), tmp_path], check=True)
    share = tmp_path / "usr/share"
    for command in (
        ["desktop-file-validate", f"{share}/applications/sayso.desktop"],
        ["appstreamcli", "validate", "--no-net", f"{share}/metainfo/sayso.metainfo.xml"],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def test_from_install_to_purge(suite: str, debian: BareDebian) -> None:
    debian.root("apt-get", "update")
    before = files(debian)
    see_it_installed(debian, built(suite, "first"), suite)
    see_agents_served(debian)
    debian.root("apt-get", "install", "--yes", "--no-install-recommends", *try_package.TESTERS)
    see_its_pages(debian)
    debian.path("/srv").joinpath("tests").mkdir()
    copy = ["tar", "-C", "/root/sayso", "-cf", "/srv/tests.tar", "tests/support", "tests/probes",
            "tests/on_debian"]  # fmt: skip
    debian.root(*copy)
    debian.root("tar", "-C", "/srv", "-xf", "/srv/tests.tar")
    person = Person(debian)
    try:
        see_a_click_approve(debian, person)
        see_it_start_at_login(debian, person)
        see_an_upgrade_lose_nothing(debian, person, built(suite, "next"))
        see_a_downgrade_say_what_it_may_give_up(debian, person, built(suite, "first"))
        see_it_removed(debian, before, built(suite, "next"))
    finally:
        person.close()


def see_it_installed(debian: BareDebian, package: Path, suite: str) -> None:
    told = install(debian, package, "--simulate")
    assert "Inst sayso " in told
    ended = debian.run(
        ["apt-get", "install", "--yes", "--no-install-recommends", f"/srv/{package.name}"],
        as_root=True, timeout=300,
    )  # fmt: skip
    assert ended.code == 0, ended.err
    sizes = [line for line in ended.out.splitlines() if line.startswith(("Need to", "After this"))]
    own = debian.root("dpkg-query", "--show", "--showformat=${Installed-Size}", "sayso")
    print(f"\n{suite}: {package.stat().st_size / 1e6:.1f} MB, {int(own) / 1024:.0f} MB installed; "
          f"apt: {ended.seconds:.0f} s; {' '.join(sizes)}")  # fmt: skip
    assert debian.run(["sayso", "--version"]).out == f"sayso {__version__}\n"
    assert "Debian's package" in debian.run(["sayso", "link"]).out
    # nothing of ours is seen by other programs
    assert debian.run(["python3", "-c", "import sayso"]).code == 1
    assert debian.run(["python3", "-c", "import mcp"]).code == 1


def see_agents_served(debian: BareDebian) -> None:
    asked = "".join(f"{json.dumps(each)}\n" for each in REQUESTS)
    ended = debian.run(["sayso", "mcp"], stdin=asked)
    first, second = (json.loads(line) for line in ended.out.splitlines())
    assert first["result"]["serverInfo"]["name"] == "sayso"
    assert len(second["result"]["tools"]) > 1


def see_its_pages(debian: BareDebian) -> None:
    for page in ("sayso-confirm", "pinentry-sayso", "git-credential-sayso"):
        assert "EXIT STATUS" in debian.run(["man", page]).out.upper(), page
    assert debian.run(["bash", "-c", COMPLETE]).out.split() == ["confirm", "config"]


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
    entry = debian.path(f"/home/{PERSON}/.config/autostart/sayso.desktop").read_text()
    told = dict(line.split("=", 1) for line in entry.splitlines() if "=" in line)
    assert debian.root("readlink", "-e", told["TryExec"]).startswith("/usr/bin/python3.")
    assert debian.run(told["Exec"].split(), environ=person.environ).code == 0
    status = debian.run(["sayso", "status"], environ=person.environ)
    assert (status.code, "screen       " in status.out) == (0, True)


def see_an_upgrade_lose_nothing(debian: BareDebian, person: Person, package: Path) -> None:
    """A question that is open, an answer that is kept, and a quiet period."""
    late = Asker(debian, person, "Kept?", "--wait", "0s", "--retention", "600s")
    assert late.asks() == "pending"
    person.press("Approve")
    unwanted = Asker(debian, person, "Again?", "--wait", "60s")
    assert [unwanted.asks("Deny") for _ in range(3)] == ["denied"] * 3
    asking = ask(debian, person)
    install(debian, package)
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


def ask(debian: BareDebian, person: Person) -> subprocess.Popen[str]:
    """Once it is open."""
    asking = debian.start(["sayso", "confirm", ASKED, "--wait", "100"], person.environ)
    wait_until(lambda: ASKED in debian.run(["sayso", "list"], environ=person.environ).out, ASKED)
    return asking


def see_a_downgrade_say_what_it_may_give_up(
    debian: BareDebian, person: Person, package: Path
) -> None:
    asking = ask(debian, person)
    install(debian, package, "--allow-downgrades")
    refused = debian.run(["sayso", "daemon", "restart"], environ=person.environ)
    assert refused.code == 6
    assert "an older one, which may not be able to go on with 1 open question" in refused.err
    restarted = debian.run(["sayso", "daemon", "restart", "--give-up"], environ=person.environ)
    assert restarted.code == 0, restarted.err
    person.press("Approve")  # these two know the same
    assert asking.communicate(timeout=PATIENCE)[0] == "approved\n"


def see_it_removed(debian: BareDebian, before: set[str], package: Path) -> None:
    """It has no configuration of the system's, so that to remove it is to purge it."""
    debian.run(["sayso", "daemon", "stop"])
    kept: set[str] = set()
    for verb in ("remove", "purge"):
        debian.root("apt-get", verb, "--yes", "sayso")
        assert debian.run(["dpkg-query", "--status", "sayso"], as_root=True).code == 1
        left = {each for each in files(debian) - before if "sayso" in each}
        assert {each for each in left if not each.startswith(f"/home/{PERSON}/")} == set()
        assert any(each.endswith("/.local/state/sayso/log") for each in left)
        assert left == (kept or left)
        kept = left
        if verb == "remove":
            install(debian, package)


def files(debian: BareDebian) -> set[str]:
    """All that is there, but for what is of these tests, and of apt's own records."""
    left = ("proc", "sys", "dev", "run", "tmp", "srv", "root", "var/cache", "var/log")
    pruned = " -o ".join(f"-path /{each}" for each in left)
    said = debian.root("sh", "-c", f"find / \\( {pruned} \\) -prune -o -print")
    return set(said.splitlines())
