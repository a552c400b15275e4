"""A platform as a whole: each of its parts by name."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from sayso.platforms.contract.attention import Attention
    from sayso.platforms.contract.autostart import Autostart
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


class Backend(Protocol):
    """The parts of a platform. Each platform's module `backend` implements this protocol. A part is
    loaded when it is asked for."""

    def endpoint(self) -> Endpoint:
        """Where client and daemon meet."""

    def peer(self) -> Peer:
        """Who is at the other end of a connection."""

    def processes(self) -> Processes:
        """Starts and controls processes of sayso."""

    def starter(self) -> Starter:
        """Who started this process."""

    def session(self) -> Session:
        """The person's session: clock and screen."""

    def places(self) -> Places:
        """Where a person's files are."""

    def supervisor(self) -> Supervisor:
        """What starts the daemon and watches it."""

    def autostart(self) -> Autostart:
        """Starts sayso at login."""

    def password_agent(self) -> PasswordAgent:
        """systemd's requests for passwords. Raises Unsupported."""

    def dialogs(self) -> Dialogs:
        """The windows of dialogs. It loads the toolkit: for a dialog process alone."""

    def journal(self) -> Journal:
        """Where the log is kept."""

    def memory(self) -> Memory:
        """Locked memory for secrets."""

    def keyring(self) -> Keyring:
        """The person's own store of passwords."""

    def execution(self) -> Execution:
        """Runs commands that get a secret."""

    def becoming(self) -> Becoming:
        """Turns this process into a command."""

    def files(self) -> Files:
        """The person's own files."""

    def presence(self) -> Presence:
        """Whether the person is in front of the screen."""

    def doctor(self) -> Doctor:
        """Examines what works on this system."""

    def attention(self) -> Attention:
        """Whether the person is idle or uses a full-screen window."""

    def notifications(self) -> Notifications:
        """Shows notifications."""

    def page_window(self) -> PageWindow:
        """A window with a page. It loads the toolkit: for a process of its own."""

    def sound(self) -> Sound:
        """Plays a sound."""

    def loop(self) -> Loop:
        """The main loop of a process with a toolkit."""

    def children(self) -> Children:
        """Runs programs from a process with a main loop."""

    def tray(self) -> Tray:
        """The icon in the tray. It loads the toolkit: for a process of its own."""
