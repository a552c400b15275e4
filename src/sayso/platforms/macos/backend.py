"""Gives out the modules of this platform. Each return type has the type checker hold the module to
its contract."""

from __future__ import annotations

import sys

assert sys.platform == "darwin"

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
    from sayso.platforms.macos import endpoint

    return endpoint


def peer() -> Peer:
    from sayso.platforms.macos import peer

    return peer


def processes() -> Processes:
    from sayso.platforms.macos import processes

    return processes


def starter() -> Starter:
    from sayso.platforms.macos import starter

    return starter


def session() -> Session:
    from sayso.platforms.macos import session

    return session


def places() -> Places:
    from sayso.platforms.macos import places

    return places


def supervisor() -> Supervisor:
    from sayso.platforms.macos import supervisor

    return supervisor


def autostart() -> Autostart:
    from sayso.platforms.macos import autostart

    return autostart


def password_agent() -> PasswordAgent:
    """Raises Unsupported, always."""
    from sayso.errors import Unsupported  # few ask for it

    raise Unsupported(
        "macOS has no systemd, whose requests for passwords the agent answers",
        remedy="nothing need be done: no program asks that way here",
    )


def dialogs() -> Dialogs:
    from sayso.platforms.macos import dialogs

    return dialogs


def journal() -> Journal:
    from sayso.platforms.macos import journal

    return journal


def memory() -> Memory:
    from sayso.platforms.macos import memory

    return memory


def keyring() -> Keyring:
    from sayso.platforms.contract.missing_keyring import MissingKeyring

    return MissingKeyring("sayso uses no keyring on macOS: git has a helper of its own there")


def becoming() -> Becoming:
    from sayso.platforms.macos import becoming

    return becoming


def execution() -> Execution:
    from sayso.platforms.macos import execution

    return execution


def files() -> Files:
    from sayso.platforms.macos import files

    return files


def presence() -> Presence:
    from sayso.platforms.macos import presence

    return presence


def doctor() -> Doctor:
    from sayso.platforms.macos import doctor

    return doctor


def attention() -> Attention:
    from sayso.platforms.macos import attention

    return attention


def notifications() -> Notifications:
    from sayso.platforms.contract.missing_notifications import MissingNotifications

    return MissingNotifications(
        "macOS shows notifications of signed programs alone, and sayso is not signed"
    )


def page_window() -> PageWindow:
    from sayso.platforms.contract.missing_page_window import MissingPageWindow

    return MissingPageWindow()


def sound() -> Sound:
    from sayso.platforms.macos import sound

    return sound


def loop() -> Loop:
    from sayso.platforms.macos import loop

    return loop


def children() -> Children:
    from sayso.platforms.macos import children

    return children


def tray() -> Tray:
    from sayso.platforms.macos import tray

    return tray
