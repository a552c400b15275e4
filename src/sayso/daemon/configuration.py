"""The person's settings in the daemon: as their file has them, from its start and at each change.

What is wrong with the file is told in our log and by `status`; the last good one stays in force.
"""

import asyncio
import json
import logging
import os
from collections.abc import Callable
from pathlib import Path

from sayso.core.settings import NAMES, Setting, Settings, plain_value, written
from sayso.core.text import visible_path
from sayso.daemon import children
from sayso.errors import InvalidParams, SaysoError, ServiceError, UnusableFile, from_wire
from sayso.platforms import select
from sayso.platforms.contract.files import Watch
from sayso.values import fields

log = logging.getLogger(__name__)

WRITE_SECONDS = 10.0
"""For the file to be written, which may lie on another machine."""


class Configuration:
    """The file at a path, and who is told what is in force."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._bad: str | None = None
        """What is wrong with the file."""
        self._blind: str | None = None
        """Why changes of the file are not seen."""
        self._in_force: Settings | None = None
        """As a file said that was good, or none; None: there was a bad one from the start."""
        self._apply: Callable[[Settings], None]
        self._looked: Callable[[], None]
        self._watch: Watch | None = None

    @property
    def fault(self) -> str | None:
        """In words; None: nothing is wrong."""
        return self._bad or self._blind

    def start(self, apply: Callable[[Settings], None], looked: Callable[[], None]) -> None:
        """Reads the file, if there is one, and again whenever it changes. `apply` is told what is
        in force from then on, at least once unless the file is bad; `looked`, that it was read."""
        self._apply, self._looked = apply, looked
        try:
            self._watch = select.files().watch(self.path)
        except OSError as error:
            self._cannot_watch(error)
        else:
            asyncio.get_running_loop().add_reader(self._watch.fileno(), self._look)
        self._look()

    async def write(self, name: str, value: object) -> None:
        """Sets it in the file, as `sayso config set` does: by that command, so that a daemon that
        runs for weeks loads nothing of what that takes.

        Raises SaysoError: a wrong value, or what is wrong with the file.
        """
        if name not in NAMES or not isinstance(value, Setting):
            raise InvalidParams("name: there is no such setting", field="name")
        words = written(value).strip('"')
        try:
            process = await asyncio.create_subprocess_exec(
                *children.CONFIGURE,
                name,
                "--file",
                str(self.path),
                "--",  # a value that begins so is no option
                words,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                cwd="/",
            )
        except (OSError, ValueError) as error:
            raise ServiceError(f"{visible_path(self.path)} was not written: {error}") from error
        try:
            told, _ = await asyncio.wait_for(process.communicate(), WRITE_SECONDS)
        except TimeoutError:
            process.kill()
            await process.wait()
            raise UnusableFile(
                f"{visible_path(self.path)} was not written within {WRITE_SECONDS:g} s"
            ) from None
        if process.returncode:
            raise _fault(told)

    def close(self) -> None:
        if self._watch:
            asyncio.get_running_loop().remove_reader(self._watch.fileno())
            self._watch.close()
            self._watch = None

    def _look(self) -> None:
        self._read()
        self._looked()

    def _read(self) -> None:
        try:
            if self._watch:
                self._watch.renew()  # first, so that no change comes between
        except OSError as error:
            self._cannot_watch(error)
        try:
            settings = self._load()
        except UnusableFile as error:
            if error.message != self._bad:
                log.error("%s; in force: %s", error.message, self._words())  # noqa: TRY400 (no trace)
            self._bad = error.message
            return
        except Exception:  # a fault of ours: it ends no daemon, and no later change goes unseen
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
        """Raises UnusableFile."""
        if not os.path.lexists(self.path):
            return Settings()
        # Loaded here, as it takes long, and few have such a file.
        from sayso.configuration import store

        return store.load(Path(self.path))

    def _words(self) -> str:
        return (
            "what was before" if self._in_force else "the defaults, or what the daemon before had"
        )

    def _cannot_watch(self, error: OSError) -> None:
        self._blind = (
            f"changes of {visible_path(self.path)} are seen at a restart alone: {error.strerror}"
        )
        log.error("%s", self._blind)
        self.close()


def _changed(settings: Settings) -> str:
    default = fields(Settings())
    return ", ".join(
        f"{name} {plain_value(value)}"
        for name, value in fields(settings).items()
        if value != default[name]
    )


def _fault(told: bytes) -> SaysoError:
    """As the command tells it."""
    try:
        return from_wire(json.loads(told)["error"])
    except (ValueError, KeyError, TypeError):
        return ServiceError("the setting was not written: see the daemon's log")
