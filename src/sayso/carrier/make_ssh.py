"""Makes the `Ssh` for a place or a login: which ssh program, which program asks for its passwords,
and which control socket."""

from __future__ import annotations

import os
import shutil

from sayso import installed
from sayso.carrier import control
from sayso.carrier.destination import check
from sayso.carrier.ssh import Ssh
from sayso.errors import NotCarried


def for_place(name: str, destination: str, may_ask: bool) -> Ssh:
    """The ssh of a carrier, without a terminal: what ssh wants to know is asked by a dialog, if
    `may_ask`. `name`: the place's name. Raises InvalidParams, NotCarried, UntrustedPlace, and
    ServiceError if our command that asks is not installed."""
    return Ssh(
        _program(),
        check(destination),
        control.fresh(name, os.environ),
        environ={"SSH_ASKPASS": installed.beside("sayso-askpass"), "SSH_ASKPASS_REQUIRE": "force"},
        may_ask=may_ask,
    )


def for_login(destination: str) -> Ssh:
    """The ssh of a login at the person's terminal, where ssh asks as usual. Raises InvalidParams,
    NotCarried, UntrustedPlace."""
    path = control.fresh(f"login {os.getpid()}", os.environ)
    return Ssh(_program(), check(destination), path, is_for_login=True)


def _program() -> str:
    found = shutil.which("ssh")
    if found is None:
        raise NotCarried(
            "there is no command ssh here",
            remedy="install OpenSSH's client, as openssh-client",
        )
    return found
