"""Other programs that ask, as packaging/bench.sh installs them from the distribution."""

import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from bench.court import DETAILS, MESSAGE, TITLE

PINENTRY = f"SETTITLE {TITLE}\nSETDESC {MESSAGE}\nCONFIRM\n"
"""What gpg-agent says to a pinentry, in one go."""

PYTHON_GTK = f"""
import gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
Gtk.MessageDialog(title={TITLE!r}, text={MESSAGE!r}, buttons=Gtk.ButtonsType.YES_NO).run()
"""


@dataclass(frozen=True)
class Peer:
    name: str
    argv: tuple[str, ...]
    text: str = ""
    """Text for the program's standard input."""

    @property
    def installed(self) -> bool:
        return shutil.which(self.argv[0]) is not None


ZENITY = Peer("zenity", ("zenity", "--question", "--title", TITLE, "--text", MESSAGE))

ZENITY_TEXT = Peer(
    "zenity --text-info", ("zenity", "--text-info", "--title", TITLE), MESSAGE + "\n" + DETAILS
)

PINENTRY_GNOME = Peer("pinentry-gnome3", ("pinentry-gnome3", "--no-global-grab"), PINENTRY)
PINENTRY_QT = Peer("pinentry-qt", ("pinentry-qt", "--no-global-grab"), PINENTRY)
KDIALOG = Peer("kdialog", ("kdialog", "--title", TITLE, "--yesno", MESSAGE))
PINENTRY_GTK = Peer("pinentry-gtk-2", ("pinentry-gtk-2", "--no-global-grab"), PINENTRY)

GNOME_ASKPASS = Peer("gnome-ssh-askpass", ("/usr/lib/openssh/gnome-ssh-askpass", MESSAGE))

PEERS = (
    ZENITY,
    Peer("x11-ssh-askpass", ("/usr/libexec/ssh-askpass/x11-ssh-askpass", MESSAGE)),
    Peer("xmessage", ("xmessage", "-title", TITLE, "-buttons", "Deploy:0,Deny:1", MESSAGE)),
    PINENTRY_GTK,
    PINENTRY_GNOME,
    Peer("yad", ("yad", "--title", TITLE, "--text", MESSAGE, "--button=Deploy:0")),
    GNOME_ASKPASS,
    KDIALOG,
    PINENTRY_QT,
    Peer("Python and GTK 3", ("/usr/bin/python3", "-c", PYTHON_GTK)),
)


@contextmanager
def desktop_bus(environ: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """The environment with a message bus that starts services, as pinentry-gnome3 needs: a service
    (gcr-prompter) shows its dialog, and stays for the next one."""
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address"],
        env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    try:
        assert bus.stdout
        with bus.stdout:
            address = bus.stdout.readline().strip()
        yield {**environ, "DBUS_SESSION_BUS_ADDRESS": address}
    finally:
        bus.terminate()
        bus.wait(10)
