"""The modules of this platform, each loaded when it is first asked for. The type checker compares
each module with its contract where it is returned."""

from __future__ import annotations

import sys

assert sys.platform == "linux"

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
    from sayso.platforms.linux import endpoint

    return endpoint


def peer() -> Peer:
    from sayso.platforms.linux import peer

    return peer


def processes() -> Processes:
    from sayso.platforms.linux import processes

    return processes


def starter() -> Starter:
    from sayso.platforms.linux import starter

    return starter


def session() -> Session:
    from sayso.platforms.linux import session

    return session


def places() -> Places:
    from sayso.platforms.linux import places

    return places


def supervisor() -> Supervisor:
    from sayso.platforms.linux import supervisor

    return supervisor


def autostart() -> Autostart:
    from sayso.platforms.linux import autostart

    return autostart


def password_agent() -> PasswordAgent:
    from sayso.platforms.linux import password_agent

    return password_agent


def dialogs() -> Dialogs:
    from sayso.platforms.linux import dialogs

    return dialogs


def journal() -> Journal:
    from sayso.platforms.linux import journal

    return journal


def memory() -> Memory:
    from sayso.platforms.linux import memory

    return memory


def keyring() -> Keyring:
    from sayso.platforms.linux import keyring

    return keyring


def becoming() -> Becoming:
    from sayso.platforms.linux import becoming

    return becoming


def execution() -> Execution:
    from sayso.platforms.linux import execution

    return execution


def files() -> Files:
    from sayso.platforms.linux import files

    return files


def presence() -> Presence:
    from sayso.platforms.linux import presence

    return presence


def doctor() -> Doctor:
    from sayso.platforms.linux import doctor

    return doctor


def attention() -> Attention:
    from sayso.platforms.linux import attention

    return attention


def notifications() -> Notifications:
    from sayso.platforms.linux import notifications

    return notifications


def page_window() -> PageWindow:
    from sayso.platforms.linux import page_window

    return page_window


def sound() -> Sound:
    from sayso.platforms.linux import sound

    return sound


def loop() -> Loop:
    from sayso.platforms.linux import loop

    return loop


def children() -> Children:
    from sayso.platforms.linux import children

    return children


def tray() -> Tray:
    from sayso.platforms.linux import tray

    return tray
