"""Every defence, with what would happen without it, by the threat that it stands against."""

from defences.defence import Threat
from defences.listed import (
    approves,
    askpass,
    behalf,
    believes,
    crowds,
    hooks,
    leaks,
    loses,
    macos,
    pages,
    password_agent,
    pinentry,
    places,
    secrets,
    stale,
    windows,
)

THREATS: tuple[Threat, ...] = (
    *approves.THREATS,
    *believes.THREATS,
    *loses.THREATS,
    *crowds.THREATS,
    *leaks.THREATS,
    *secrets.THREATS,
    *hooks.THREATS,
    *askpass.THREATS,
    *behalf.THREATS,
    *pinentry.THREATS,
    *password_agent.THREATS,
    *pages.THREATS,
    *places.THREATS,
    *stale.THREATS,
    *macos.THREATS,
    *windows.THREATS,
)
