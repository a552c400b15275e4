"""What a person sees and hears of sayso, as protocols that each platform's modules fulfil: see
`sayso.platforms.base`."""

from __future__ import annotations

from typing import Protocol

from sayso.values import Value

TYPE_CHECKING = False  # what no process of ours loads for its own sake
if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Sequence
    from typing import Any, NoReturn

    from sayso.core.catalogue import Deed
    from sayso.core.outcome import By
    from sayso.core.questions import Choice
    from sayso.core.secret import Secret
    from sayso.errors import ServiceError


class Button(Value):
    """A control's label, and our own word for what it does."""

    label: str
    meaning: str


class Standing(Value):
    """How the question stands, beside what it says."""

    seconds: float
    """Left until the deadline, counted from the first painted frame."""
    place: int = 1
    of: int = 1
    """Its place in the queue, and the queue's length."""
    kept_for: float | None = None
    """The asker has stopped waiting; an answer is kept for these seconds. None: it waits."""


class SecretField(Value):
    """Where a password is typed."""

    error: str
    """What was wrong with the one before, in the asker's words: one line, or empty."""
    repeat: bool
    """It is typed twice, and both must be the same."""


class TextField(Value):
    """Where some words are typed."""

    error: str
    """What was wrong with the one before, in the asker's words: one line, or empty."""
    default: str
    """Stands in it at first."""
    multiline: bool
    """It takes several lines: Return begins a new one, and Ctrl+Return submits."""


class Options(Value):
    """What there is to choose from; none is chosen at first."""

    error: str
    """What was wrong with the choice before, in the asker's words: one line, or empty."""
    labels: tuple[str, ...]
    """One line each, in the asker's words."""
    multiple: bool
    """Any number of them may be chosen, none as well; else exactly one."""


class Section(Value):
    """A text of ours, below the asker's frame."""

    heading: str
    text: str
    """Of several lines."""


class Card(Value):
    """What one window shows. All of it is plain text, safe to draw, and none of it is markup."""

    name: str
    """The asker's; one line."""
    heading: str
    """Who asks; one line."""
    where: str
    """Working directory, command line, process; one line."""
    lineage: tuple[str, ...]
    """The asker's ancestry; one line each."""
    title: str
    """One line in the asker's words, or empty; so are message and details, of several lines."""
    message: str
    details: str
    approve: Button
    deny: Button
    destructive: bool
    host: str
    """The other machine that it asks from, one line; empty: this one."""
    standing: Standing
    arming: float
    """Seconds before the approving control comes alive."""
    deed: Deed
    """Our words for what that control does."""
    field: SecretField | TextField | Options | None = None
    """None: approving is the answer; else what is filled in is, and *approve* submits it."""
    command: Section | None = None
    """What is typed goes to this one; None: to the asker."""
    accessibility_approval: bool = False
    """Assistive technology may use the approving control."""
    denied_to: str | None = None
    """Our words about another one, to whom the person has denied the same; one line."""


class Person(Protocol):
    """Who is told what happens before the window."""

    def covered(self) -> None:
        """The first frame is drawn, but wholly below another window: `painted` follows once
        something of it can be seen. At most once."""

    def painted(self) -> None:
        """The first frame is really on the screen, where a person can see it."""

    def chose(self, choice: Choice, by: By | None = None) -> None:
        """By an input device of the person's own, or `by` what else they allow to approve; the
        controls are frozen by now."""

    def submitted(self, secret: Secret, by: By | None = None) -> None:
        """Like `chose`: what was typed, for the callee to wipe."""

    def filled(self, answer: str | tuple[int, ...], by: By | None = None) -> None:
        """Like `chose`: the text; or the options chosen, by their places, counted from 0."""

    def active(self) -> None:
        """The person scrolls or types; at most once a second."""

    def put_off(self) -> None:
        """To be asked again later; the controls are frozen by now."""

    def closed(self) -> None:
        """The window is gone."""


class Window(Protocol):
    """One question on the screen."""

    def update(self, standing: Standing) -> None:
        """The deadline moved, the queue changed, or the asker came or went."""

    def bring_up(self) -> None:
        """The person asked to see it: before all others, with the keyboard."""

    def recorded(self, kept_for: float | None) -> None:
        """Says so for 0.6 s, then closes. `kept_for`: seconds, where nobody waits for it now."""

    def not_recorded(self, reason: str) -> None:
        """Says why, and gives the controls back, armed anew, and a password's field empty."""

    def close(self) -> None:
        """Closes at once."""


class Dialogs(Protocol):
    """Native windows; one main loop on the main thread."""

    def open_screen(self) -> str:
        """Loads the toolkit, opens the screen, warms up. The screen's name. Raises Unsupported."""

    def show(self, card: Card, person: Person) -> Window: ...

    def run(self, sock: socket.socket, readable: Callable[[], None]) -> None:
        """The main loop, until `stop`. Calls `readable` when `sock` has data or has ended."""

    def stop(self) -> None: ...


class Attention(Protocol):
    """What the person does meanwhile, on the screen of this name."""

    def idle(self, screen: str) -> float | None:
        """Seconds since the last input, by the system's own measure; None: there is no telling."""

    def full_screen(self, screen: str) -> bool:
        """The window that has the keyboard fills the screen, and is none of ours."""


class Bubble(Value):
    """A notification. All of it is plain text, and safe to draw: whatever a server makes of markup
    and of links is taken care of where it is sent."""

    summary: str
    """One line."""
    body: str
    """Of several lines, or empty."""
    label: str
    """What a click on it does."""
    lasting: bool
    """It stays until the person or we take it away; else as long as others do."""
    news: bool
    """It asks for attention; else it only tells of less than the one that it replaces."""


class Reader(Protocol):
    """Who is told what becomes of notifications. `key` is what each was shown under."""

    def clicked(self, key: str) -> None: ...

    def closed(self, key: str) -> None:
        """It is gone, or was never to be seen; not by our own doing."""

    def failed(self, words: str) -> None:
        """Why there are none; one line."""


class Notifier(Protocol):
    """Shows notifications. Nothing waits: what is asked for here is done from the main loop."""

    def show(self, key: str, bubble: Bubble) -> None:
        """In place of the one that was shown under this key."""

    def withdraw(self, key: str) -> None: ...

    def close(self) -> None:
        """Nothing is told any more; what is shown stays."""


class Notifications(Protocol):
    """Where notifications are shown."""

    def notifier(self, reader: Reader) -> Notifier:
        """Connects to nothing until there is something to show."""


class Sound(Protocol):
    """What is to be heard."""

    def play(self, failed: Callable[[str], None]) -> None:
        """That a question has come, by the person's own theme of sounds; returns at once. `failed`
        is told why nothing is heard, in one line."""

    def chime(self, theme: str) -> NoReturn:
        """What a process of its own does for `play`, to its end."""


class Loop(Protocol):
    """The main loop of a process with a toolkit."""

    def later(self, seconds: float, act: Callable[[], None]) -> Callable[[], None]:
        """Has `act` called once; what it returns calls that off."""


class Ended(Value):
    """How a program ended."""

    succeeded: bool
    output: bytes
    """What it wrote to its standard output."""
    complaint: str
    """Why it failed: what it wrote to its standard error, as one line that is safe to draw; else
    how it ended."""


class Children(Protocol):
    """Programs that a process with a main loop starts without waiting for them."""

    def run(self, command: Sequence[str], over: Callable[[Ended], None], within: float) -> None:
        """Nothing to read for it, and our environment; `over` hears how it ended. After so many
        seconds it is ended."""


class Item(Value):
    """A line of the tray's menu."""

    key: str
    """Tells it from the others beside it; the same line of another time has the same."""
    label: str = ""
    """Plain text, no markup and no mnemonic; empty: a line that parts what is around it."""
    deed: object = None
    """What it means to who made the menu. None, and no `items`: it can't be chosen."""
    items: tuple[Item, ...] = ()
    """The menu that it opens."""
    checked: bool | None = None
    """None: it bears no mark."""
    is_one_of: bool = False
    """Just one of those beside it is checked."""


class Face(Value):
    """What the tray shows."""

    icon: str
    """A drawing of `assets/tray.svg`."""
    summary: str
    """One line that says the same."""
    items: tuple[Item, ...]


class Tray(Protocol):
    """An icon with a menu, and small windows around it; one main loop on the main thread.

    Where nothing shows icons now, it waits for what does, at no cost.
    """

    def open(self, chosen: Callable[[Any], None]) -> None:
        """Loads the toolkit. `chosen` hears the deed of each item that the person chooses.

        Raises Unsupported: no icon can be shown here, ever.
        """

    def show(self, face: Face) -> None: ...

    def tell(self, words: str, remedy: str) -> None:
        """In a window that the person closes: something that went wrong."""

    def about(self, name: str, version: str, comment: str, licence: str) -> None:
        """A window, or the one that is open already."""

    def open_path(self, path: str, failed: Callable[[ServiceError], None]) -> None:
        """In the program that the person uses for it; returns at once. `failed` hears why not."""

    def run(self, sock: socket.socket, readable: Callable[[], None]) -> None:
        """The main loop, until `stop`. Calls `readable` when `sock` has data or has ended."""

    def stop(self) -> None: ...
