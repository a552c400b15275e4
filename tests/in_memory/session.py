"""A session whose clock the test moves, with a session manager that knows what the test says."""

import threading
from collections.abc import Mapping, MutableMapping

SCREEN = "DISPLAY"
"""The variable that names a screen, as on the system on which these tests run."""

ACTIVATION = "ACTIVATION"
"""The variable that holds the right to come to the front."""

PATIENCE = 10.0
"""Seconds that a test has to let the session manager answer."""


class MemorySession:
    """Fulfils `sayso.platforms.contract.session.Session`."""

    def __init__(self, **knows: str) -> None:
        """`knows`: the variables that the session manager has, with their values."""
        self.knows = knows
        self.time = 1_000.0
        self.asked = 0
        """How often the session manager was asked."""
        self.answers = threading.Event()
        """While this is cleared, the session manager does not answer."""
        self.answers.set()
        self.fault: Exception | None = None

    def now(self) -> float:
        return self.time

    def environment(self, asker: Mapping[str, str]) -> dict[str, str]:
        return {name: value for name, value in asker.items() if name == SCREEN}

    def join(self, environ: MutableMapping[str, str]) -> None:
        self.asked += 1
        self.answers.wait(PATIENCE)
        if self.fault:
            raise self.fault
        environ.update(self.knows)

    def take_activation(self, environ: MutableMapping[str, str]) -> str | None:
        return environ.pop(ACTIVATION, None)

    def variables(self) -> tuple[str, ...]:
        return (SCREEN,)

    def no_screen(self) -> str:
        return f"there is no screen: {SCREEN} names none"

    def screen(self, environ: Mapping[str, str]) -> str | None:
        return environ.get(SCREEN)
