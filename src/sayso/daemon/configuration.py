"""The person's settings in the daemon: read from their file at the start and at each change.

If the file is bad, the log and `status` say what is wrong with it, and the last good settings stay
in force.
"""

import asyncio
import logging
import os
from collections.abc import Callable
from pathlib import Path

from sayso.core.settings import COMMANDS, NAMES, Setting, Settings, allowed, is_allowed, plain_value
from sayso.core.text import visible_path
from sayso.errors import InvalidParams, UnusableFile
from sayso.platforms import select
from sayso.platforms.contract.files import Watch
from sayso.values import fields

log = logging.getLogger(__name__)


class Configuration:
    """Reads and watches the configuration file, and reports the settings that are in force."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._bad: str | None = None
        """What is wrong with the file."""
        self._blind: str | None = None
        """Why changes of the file are not seen."""
        self._in_force: Settings | None = None
        """The settings from the last good file, or the defaults if there was no file. None: the
        file has been bad from the start."""
        self._apply: Callable[[Settings], None]
        self._looked: Callable[[], None]
        self._watch: Watch | None = None

    @property
    def fault(self) -> str | None:
        """What is wrong with the file or with watching it; None: nothing."""
        return self._bad or self._blind

    def start(self, apply: Callable[[Settings], None], looked: Callable[[], None]) -> None:
        """Reads the file, if there is one, and again whenever it changes. `apply` gets the settings
        whenever others come into force, also the first time unless the file is bad; `looked` is
        called after each attempt to read the file."""
        self._apply, self._looked = apply, looked
        try:
            self._watch = select.files().watch(self.path, self._look)
        except OSError as error:
            self._cannot_watch(error)
        self._look()

    async def write(self, name: str, value: object) -> None:
        """Sets one setting in the file, as `sayso config set` does, without blocking the loop.

        Raises SaysoError: the name or value is wrong, or the file is bad.
        """
        if name not in NAMES:
            raise InvalidParams("name: there is no such setting", field="name")
        if name in COMMANDS:  # the tray's menu may set options, but not which programs are run
            raise InvalidParams(f"{name}: it is set in the file alone", field=name)
        if isinstance(value, float):
            value = plain_value(value)  # the socket knows no difference between 2 and 2.0
        if not is_allowed(name, value):
            raise InvalidParams(f"{name}: must be {allowed(name)}", field=name)
        assert isinstance(value, int | float | str)  # noqa: S101 (narrows what is allowed)
        await asyncio.to_thread(self._put, name, value)

    def _put(self, name: str, value: Setting) -> None:
        from sayso.configuration import store  # as in `_load`

        store.put(Path(self.path), name, value)

    def close(self) -> None:
        if self._watch:
            self._watch.close()
            self._watch = None

    def _look(self) -> None:
        self._read()
        self._looked()

    def _read(self) -> None:
        try:
            if self._watch:
                self._watch.renew()  # before it is read, so that no change is missed
        except OSError as error:
            self._cannot_watch(error)
        try:
            settings = self._load()
        except UnusableFile as error:
            if error.message != self._bad:
                log.error("%s; in force: %s", error.message, self._words())  # noqa: TRY400 (no trace)
            self._bad = error.message
            return
        except Exception:  # our own error: the daemon goes on, and still sees later changes
            log.exception("%s was not read; in force: %s", self.path, self._words())
            self._bad = f"{visible_path(self.path)} was not read: see the daemon's log"
            return
        if self._bad or settings != self._in_force:
            log.info("settings other than the defaults: %s", _changed(settings) or "none")
        self._bad = None
        if settings != self._in_force:
            self._in_force = settings
            self._apply(settings)

    def _load(self) -> Settings:
        """The settings in the file; the defaults if there is no file. Raises UnusableFile."""
        if not os.path.lexists(self.path):
            return Settings()
        # imported only here: it is slow to load, and few people have such a file
        from sayso.configuration import store

        return store.load(Path(self.path))

    def _words(self) -> str:
        return (
            "what was before" if self._in_force else "the defaults, or what the daemon before had"
        )

    def _cannot_watch(self, error: OSError) -> None:
        self._blind = (
            f"changes of {visible_path(self.path)} are seen only after a restart: {error.strerror}"
        )
        log.error("%s", self._blind)
        self.close()


_UNSAID = "(not said here)"


def _changed(settings: Settings) -> str:
    default = fields(Settings())
    return ", ".join(
        f"{name} {_UNSAID if name in COMMANDS else plain_value(value)}"
        for name, value in fields(settings).items()
        if value != default[name]
    )
