"""The real gpg in a world. Its gpg-agent asks through sayso."""

from collections.abc import Sequence
from pathlib import Path

from probes.probe import Control
from support.asking import ALERT
from support.processes import Job, Seen, wait_until
from support.world import World

FIELD = "password text"
NOBODY = "nobody <nobody@example.org>"


class Gnupg:
    """GnuPG with a home directory of its own, without keys at first. End it with `close`."""

    def __init__(self, world: World, *options: str) -> None:
        """`options`: more lines of gpg-agent.conf."""
        self._world = world
        self.home = world.directory / "gnupg"
        self.home.mkdir(mode=0o700)
        self.pinentry = world.interpreter.bin / "pinentry-sayso"
        lines = [f"pinentry-program {self.pinentry}", "disable-scdaemon", *options]
        (self.home / "gpg-agent.conf").write_text("\n".join(lines) + "\n")
        world.everywhere(GNUPGHOME=str(self.home))

    def gpg(self, *arguments: str, terminal: bool = False) -> Job:
        return self._world.spawn(["gpg", "--no-tty", *arguments], terminal=terminal)

    def connect(self, command: str) -> Job:
        """Sends a command to gpg-agent. The job prints the reply."""
        return self._world.spawn(["gpg-connect-agent", command, "/bye"])

    def make_key(self, passphrase: str, user: str = NOBODY, *use: str) -> None:
        """Makes a key, without any dialog. `use`: algorithm and use, as --quick-generate-key takes
        them."""
        made = self.gpg(
            *("--batch", "--pinentry-mode", "loopback", "--passphrase", passphrase),
            *("--quick-generate-key", user, *(use or ("ed25519", "sign")), "never"),
        ).wait()
        assert made.code == 0, made
        self.forget()

    def forget(self) -> None:
        """Has gpg-agent forget the passphrases that it keeps."""
        assert self.connect("reloadagent").wait().code == 0

    def signs(self, file: Path, user: str = NOBODY) -> Job:
        """Signs a file as this user; the signature goes to FILE.sig."""
        return self.gpg("--yes", "--local-user", user, "--detach-sign", str(file))

    def agents(self) -> Sequence[Seen]:
        return [each for each in self._world.processes() if each.command.startswith("gpg-agent")]

    def close(self) -> None:
        assert self._world.spawn(["gpgconf", "--kill", "gpg-agent"]).wait().code == 0
        wait_until(lambda: not self.agents(), "the end of gpg-agent")


def asked(world: World, words: str) -> int:
    """Waits until a dialog that says this is painted. Returns its process."""

    def found() -> int | None:
        if not any(prompt["state"] == "shown" for prompt in world.prompts()):
            return None
        alerts = world.dialogs.find(role=ALERT)
        shown = (each.pid for each in alerts if world.dialogs.shows(words, each.pid))
        return next(shown, None)

    return wait_until(found, f'a dialog that says "{words}"')


def enter(world: World, passphrase: str, pid: int) -> None:
    """Types the passphrase into each password field, and sends it."""
    for number in range(len(world.dialogs.find(role=FIELD, pid=pid))):
        _type_in(world, passphrase, pid, number)
    world.dialogs.press("Send", pid=pid)


def _type_in(world: World, passphrase: str, pid: int, number: int) -> None:
    def field() -> Control:
        return world.dialogs.find(role=FIELD, pid=pid)[number]

    world.dialogs.click(field())
    wait_until(lambda: world.dialogs.find(role=ALERT, pid=pid)[0].active, "the keyboard")
    wait_until(lambda: "focused" in field().states, "the focus")
    world.dialogs.type(passphrase)
    wait_until(lambda: field().text == "●" * len(passphrase), "what was typed")
