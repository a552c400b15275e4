"""Every defence, by the threat that it stands against. A new threat is a module here."""

from defences.defence import Threat
from defences.listed import (
    asker,
    device,
    doctor,
    early,
    keeper,
    life,
    memory,
    password,
    spoofing,
    text,
    unread,
    wire,
)

THREATS: tuple[Threat, ...] = (
    early.THREAT,
    device.THREAT,
    unread.THREAT,
    text.THREAT,
    spoofing.THREAT,
    password.THREAT,
    memory.THREAT,
    life.THREAT,
    keeper.THREAT,
    asker.THREAT,
    doctor.THREAT,
    wire.THREAT,
)
