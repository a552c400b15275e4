"""The person's session: its clock and its screen; and processes of ours in it."""

from __future__ import annotations

from typing import Protocol

TYPE_CHECKING = False  # what no process of ours loads for its own sake
if TYPE_CHECKING:
    import socket
    from collections.abc import Mapping, MutableMapping

    from sayso.platforms.contract.processes import ProcessHandle


class Session(Protocol):
    """The person's session: its clock and its screen; and processes of ours in it."""

    STOPPING: tuple[int, ...]
    """Signals that ask a daemon to end."""
    RESTARTING: int
    """The one that asks it to make way for a successor."""

    def now(self) -> float:
        """Seconds since boot, counted through suspend."""

    def environment(self, asker: Mapping[str, str]) -> dict[str, str]:
        """What a daemon gets that starts by itself, whatever the program has that asked first: what
        names the person's session, and the account's own."""

    def detach(self) -> None:
        """Goes on as a process, of another pid, that is no child of the program which started this
        one, and in a session of its own. For a process that has done nothing yet."""

    def settle(self) -> None:
        """Undoes for a daemon what it inherits from the program that happened to start it."""

    def descriptors(self) -> int:
        """How many files and sockets this process may have open."""

    def harden(self) -> None:
        """Nobody but root looks into this process from now on, and it leaves no core file."""

    def end_with_parent(self) -> None:
        """The system ends this process once the one that started it has ended, even if this one
        hangs. Where that one has ended by now, the end of what it left us has to tell."""

    def inherited_socket(self) -> socket.socket:
        """The one that we got as standard input, which is empty from now on: no child of ours
        holds the socket open. Raises OSError when it was none."""

    def worked(self, pid: int) -> float:
        """Seconds of processor time that this process of ours has used. Raises OSError: it has
        ended."""

    def parent(self, pid: int) -> ProcessHandle:
        """The process that started us, which had this pid; it may have ended by now."""

    def join(self, environ: MutableMapping[str, str]) -> None:
        """Puts the screen of the person's session, and its message bus, into this environment, in
        place of what names one there. Where the session manager knows no screen, what is named
        there stays. A bus is always named, be it there or not, so that no library starts one."""

    def screen(self, environ: Mapping[str, str]) -> str | None:
        """The name of the screen that this environment names, or None: there is none."""

    def unguarded(self, screen: str, environ: Mapping[str, str]) -> str | None:
        """What a dialog is not guarded against on the screen of this name, as the toolkit tells it,
        in the session of this environment; one line, or None: nothing that we know of."""
