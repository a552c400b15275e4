"""The package, as people meet it on a bare Debian: from `apt install` to `apt purge`.

packaging/try_package.py makes what is tried. It prints sizes and times, for the manual.
"""

import subprocess
from pathlib import Path

import pytest
import try_package

from sayso import __version__
from support.bare_debian import HOME, BareDebian
from support.bare_person import Person, ask, seat
from support.bare_steps import (
    files,
    see_a_click_approve,
    see_agents_served,
    see_an_upgrade_lose_nothing,
    see_it_start_at_login,
    see_pages,
    see_words_completed,
    told_by_apt,
)
from support.processes import PATIENCE

pytestmark = [pytest.mark.long, pytest.mark.root("only root can make a system")]

LOAD = """
. /usr/share/bash-completion/bash_completion
loader=$(complete -p -D | sed 's/.*-F \\([^ ]*\\).*/\\1/')
$loader sayso
"""


def built(suite: str, which: str) -> Path:
    (found,) = (try_package.PACKAGES / suite / which).glob("*.deb")
    return found


def install(debian: BareDebian, package: Path, *options: str) -> str:
    place = f"/srv/{package.name}"
    debian.path(place).write_bytes(package.read_bytes())
    return debian.root("apt-get", "install", "--yes", *options, place)


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
    before = files(debian)
    see_it_installed(debian, built(suite, "first"), suite)
    see_agents_served(debian)
    person = seat(debian)
    try:
        see_pages(debian, "sayso-confirm", "pinentry-sayso", "git-credential-sayso")
        see_words_completed(debian, "bash", "-c", LOAD)
        see_a_click_approve(debian, person)
        see_it_start_at_login(debian, person)
        later = built(suite, "next")
        see_an_upgrade_lose_nothing(debian, person, lambda: install(debian, later))
        see_a_downgrade_say_what_it_may_give_up(debian, person, built(suite, "first"))
        see_it_removed(debian, before, later)
    finally:
        person.close()


def see_it_installed(debian: BareDebian, package: Path, suite: str) -> None:
    told = install(debian, package, "--simulate")
    assert "Inst sayso " in told
    ended = debian.run(
        ["apt-get", "install", "--yes", "--no-install-recommends", f"/srv/{package.name}"],
        as_root=True, timeout=300,
    )  # fmt: skip
    costs = told_by_apt(ended)
    own = debian.root("dpkg-query", "--show", "--showformat=${Installed-Size}", "sayso")
    print(f"\n{suite}: {package.stat().st_size / 1e6:.1f} MB, {int(own) / 1024:.0f} MB installed; "
          f"{costs}")  # fmt: skip
    assert debian.run(["sayso", "--version"]).out == f"sayso {__version__}\n"
    assert "Debian's package" in debian.run(["sayso", "link"]).out
    see_its_units(debian)
    # nothing of ours is seen by other programs
    assert debian.run(["python3", "-c", "import sayso"]).code == 1
    assert debian.run(["python3", "-c", "import mcp"]).code == 1


def see_its_units(debian: BareDebian) -> None:
    """They are as its own sayso would write them: so to enable them is to link to them."""
    program = "from sayso.platforms.linux import units; print(units.packaged('{}'))"
    for name in ("sayso.service", "sayso.socket", "sayso-ask-password-agent.service"):
        told = debian.run(["/usr/lib/sayso/bin/python", "-c", program.format(name)])
        assert told.out == f"/usr/lib/systemd/user/{name}\n", told


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
        assert {each for each in left if not each.startswith(f"{HOME}/")} == set()
        assert any(each.endswith("/.local/state/sayso/log") for each in left)
        assert left == (kept or left)
        kept = left
        if verb == "remove":
            install(debian, package)
