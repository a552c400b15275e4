"""The one switch on the operating system: a function for each part of this system's platform."""

from __future__ import annotations

import sys

from sayso.errors import Unsupported

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.platforms.contract.attention import Attention
    from sayso.platforms.contract.autostart import Autostart
    from sayso.platforms.contract.backend import Backend
    from sayso.platforms.contract.becoming import Becoming
    from sayso.platforms.contract.children import Children
    from sayso.platforms.contract.dialogs import Dialogs
    from sayso.platforms.contract.doctor import Doctor
    from sayso.platforms.contract.endpoint import Endpoint
    from sayso.platforms.contract.execution import Execution
    from sayso.platforms.contract.files import Files
    from sayso.platforms.contract.journal import Journal
    from sayso.platforms.contract.keyring import Keyring
    from sayso.platforms.contract.loop import Loop
    from sayso.platforms.contract.memory import Memory
    from sayso.platforms.contract.notifications import Notifications
    from sayso.platforms.contract.page_window import PageWindow
    from sayso.platforms.contract.password_agent import PasswordAgent
    from sayso.platforms.contract.peer import Peer
    from sayso.platforms.contract.places import Places
    from sayso.platforms.contract.presence import Presence
    from sayso.platforms.contract.processes import Processes
    from sayso.platforms.contract.session import Session
    from sayso.platforms.contract.sound import Sound
    from sayso.platforms.contract.starter import Starter
    from sayso.platforms.contract.supervisor import Supervisor
    from sayso.platforms.contract.tray import Tray

_SYSTEMS = ("Linux", "Windows", "macOS")
"""The systems that have a backend."""


def endpoint() -> Endpoint:
    """Where client and daemon meet. Raises Unsupported."""
    return _backend().endpoint()


def peer() -> Peer:
    """Who is at the other end of a connection. Raises Unsupported."""
    return _backend().peer()


def processes() -> Processes:
    """Starts and controls processes of sayso. Raises Unsupported."""
    return _backend().processes()


def starter() -> Starter:
    """Who started this process. Raises Unsupported."""
    return _backend().starter()


def session() -> Session:
    """The person's session: clock and screen. Raises Unsupported."""
    return _backend().session()


def places() -> Places:
    """Where a person's files are. Raises Unsupported."""
    return _backend().places()


def supervisor() -> Supervisor:
    """What starts the daemon and watches it. Raises Unsupported."""
    return _backend().supervisor()


def autostart() -> Autostart:
    """Starts sayso at login. Raises Unsupported."""
    return _backend().autostart()


def password_agent() -> PasswordAgent:
    """systemd's requests for passwords. Raises Unsupported."""
    return _backend().password_agent()


def dialogs() -> Dialogs:
    """The windows of dialogs. It loads the toolkit: for a dialog process alone. Raises
    Unsupported."""
    return _backend().dialogs()


def journal() -> Journal:
    """Where the log is kept. Raises Unsupported."""
    return _backend().journal()


def memory() -> Memory:
    """Locked memory for secrets. Raises Unsupported."""
    return _backend().memory()


def keyring() -> Keyring:
    """The person's own store of passwords. Raises Unsupported."""
    return _backend().keyring()


def execution() -> Execution:
    """Runs commands that get a secret. Raises Unsupported."""
    return _backend().execution()


def becoming() -> Becoming:
    """Turns this process into a command. Raises Unsupported."""
    return _backend().becoming()


def files() -> Files:
    """The person's own files. Raises Unsupported."""
    return _backend().files()


def presence() -> Presence:
    """Whether the person is in front of the screen. Raises Unsupported."""
    return _backend().presence()


def doctor() -> Doctor:
    """Examines what works on this system. Raises Unsupported."""
    return _backend().doctor()


def attention() -> Attention:
    """Whether the person is idle or uses a full-screen window. Raises Unsupported."""
    return _backend().attention()


def notifications() -> Notifications:
    """Shows notifications. Raises Unsupported."""
    return _backend().notifications()


def page_window() -> PageWindow:
    """A window with a page. It loads the toolkit: for a process of its own. Raises Unsupported."""
    return _backend().page_window()


def sound() -> Sound:
    """Plays a sound. Raises Unsupported."""
    return _backend().sound()


def loop() -> Loop:
    """The main loop of a process with a toolkit. Raises Unsupported."""
    return _backend().loop()


def children() -> Children:
    """Runs programs from a process with a main loop. Raises Unsupported."""
    return _backend().children()


def tray() -> Tray:
    """The icon in the tray. It loads the toolkit: for a process of its own. Raises Unsupported."""
    return _backend().tray()


def _backend() -> Backend:
    """The backend of this system. Raises Unsupported: there is none."""
    if sys.platform == "linux":
        from sayso.platforms.linux import backend

        return backend
    elif sys.platform == "win32":  # noqa: RET505 - so the type checker passes over what is not here
        from sayso.platforms.windows import backend

        return backend
    elif sys.platform == "darwin":
        from sayso.platforms.macos import backend

        return backend
    else:
        raise Unsupported(
            f"sayso does not run on {sys.platform} yet", remedy=f"it runs on: {', '.join(_SYSTEMS)}"
        )
