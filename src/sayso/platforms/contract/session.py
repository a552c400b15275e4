"""The person's session: its clock and its screen."""

from __future__ import annotations

from sayso.values import Protocol

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping


class Session(Protocol):
    """The person's session: its clock and its screen."""

    def now(self) -> float:
        """Seconds since boot, counted through suspend."""

    def environment(self, asker: Mapping[str, str]) -> dict[str, str]:
        """The environment for a daemon that starts by itself. `asker`: that of the program that
        asks first, of which only variables about the person's session are taken; the account's own
        are added."""

    def variables(self) -> tuple[str, ...]:
        """Names of the variables by which a program finds the person's session. A program that is
        started with a new environment needs them, too."""

    def is_elevated(self, environ: Mapping[str, str]) -> bool:
        """Whether a program such as sudo gave us another user's rights for a while: a daemon
        started now would run as that user, in the session of this one."""

    def join(self, environ: MutableMapping[str, str]) -> None:
        """Sets the screen and the message bus of the person's session in this environment. If the
        session manager knows no screen, the environment keeps its own. A bus is always named,
        whether it exists or not, so that no library starts one."""

    def take_activation(self, environ: MutableMapping[str, str]) -> str | None:
        """Removes from this environment, and returns, the token by which this program may come to
        the front: it is good once, and not for programs that are started next. None: there is
        none."""

    def screen(self, environ: Mapping[str, str]) -> str | None:
        """The screen that this environment names; None: it names none."""

    def no_screen(self) -> str:
        """Tells the person that the daemon has no screen, and why, in this system's terms."""
