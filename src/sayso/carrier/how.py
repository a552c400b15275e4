"""With what a place is reached: which ssh, what asks for it, and where its commands meet."""

from __future__ import annotations

import os
import shutil

from sayso import installed
from sayso.carrier import control
from sayso.carrier.destination import check
from sayso.carrier.ssh import Ssh
from sayso.errors import NotCarried


def of_place(name: str, destination: str, may_ask: bool) -> Ssh:
    """Without a terminal: sayso asks for what ssh wants, if it may. `name`: the place's. Raises
    InvalidParams, NotCarried, UntrustedPlace; ServiceError: no command of ours can ask."""
    return Ssh(
        _program(),
        check(destination),
        control.fresh(name, os.environ),
        environ={"SSH_ASKPASS": installed.beside("sayso-askpass"), "SSH_ASKPASS_REQUIRE": "force"},
        may_ask=may_ask,
    )


def of_login(destination: str) -> Ssh:
    """At the person's terminal, where ssh asks as it always does. Raises InvalidParams, NotCarried,
    UntrustedPlace."""
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
