"""The parts of this platform. Type checkers compare each module with its contract where it is
returned."""

from __future__ import annotations

import sys

assert sys.platform == "win32"

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


def endpoint() -> Endpoint:
    from sayso.platforms.windows import endpoint

    return endpoint


def peer() -> Peer:
    from sayso.platforms.windows import peer

    return peer


def processes() -> Processes:
    from sayso.platforms.windows import processes

    return processes


def starter() -> Starter:
    from sayso.platforms.windows import starter

    return starter


def session() -> Session:
    from sayso.platforms.windows import session

    return session


def places() -> Places:
    from sayso.platforms.windows import places

    return places


def supervisor() -> Supervisor:
    from sayso.platforms.windows import supervisor

    return supervisor


def autostart() -> Autostart:
    from sayso.platforms.windows import autostart

    return autostart


def password_agent() -> PasswordAgent:
    """Raises Unsupported, always."""
    from sayso.errors import Unsupported  # few ask for it

    raise Unsupported(
        "Windows has no systemd, whose requests for passwords the agent answers",
        remedy="nothing need be done: no program asks that way here",
    )


def dialogs() -> Dialogs:
    from sayso.platforms.windows import dialogs

    return dialogs


def journal() -> Journal:
    from sayso.platforms.windows import journal

    return journal


def memory() -> Memory:
    from sayso.platforms.windows import memory

    return memory


def keyring() -> Keyring:
    from sayso.platforms.contract.missing_keyring import MissingKeyring

    return MissingKeyring("sayso uses no keyring on Windows: git has a helper of its own there")


def becoming() -> Becoming:
    from sayso.platforms.windows import becoming

    return becoming


def execution() -> Execution:
    from sayso.platforms.windows import execution

    return execution


def files() -> Files:
    from sayso.platforms.windows import files

    return files


def presence() -> Presence:
    from sayso.platforms.windows import presence

    return presence


def doctor() -> Doctor:
    from sayso.platforms.windows import doctor

    return doctor


def attention() -> Attention:
    from sayso.platforms.windows import attention

    return attention


def notifications() -> Notifications:
    from sayso.platforms.windows import notifications

    return notifications


def page_window() -> PageWindow:
    from sayso.platforms.contract.missing_page_window import MissingPageWindow

    return MissingPageWindow()


def sound() -> Sound:
    from sayso.platforms.windows import sound

    return sound


def loop() -> Loop:
    from sayso.platforms.windows import loop

    return loop


def children() -> Children:
    from sayso.platforms.windows import children

    return children


def tray() -> Tray:
    from sayso.platforms.windows import tray

    return tray
