"""Links that lead to the command and its manual pages, where shells and man(1) look for them.

~/.local/bin is where the XDG Base Directory Specification has a person's own programs. man-db, as
manpath(5) says, looks for pages in share/man beside each directory of PATH.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from sayso import launcher
from sayso.core.text import visible_path
from sayso.errors import ServiceError, UnusableFile
from sayso.values import Value


class Link(Value):
    """A symbolic link to be made: its path, and the file that it is to lead to."""

    place: Path
    target: Path

    @property
    def is_made(self) -> bool:
        """Whether the place leads to the target: as a link, by a link above it, or as the very
        file."""
        return self.place.exists() and self.place.samefile(self.target)

    @property
    def is_free(self) -> bool:
        """Whether nothing is there, or a link of ours whose target has gone."""
        if not self.place.is_symlink():
            return not self.place.exists()
        leads_to = self.place.readlink()
        return leads_to.name == self.target.name and not self.place.exists()

    @property
    def is_ours_to_remove(self) -> bool:
        """Whether uninstalling removes it. It has to be a link, and not the one to the command that
        pipx made, which is pipx's to remove. Nobody can tell who made a link to a page, and pipx
        does not miss it."""
        if not self.place.is_symlink():
            return False
        is_pipx_s = not self.target.suffix and _is_of_pipx(self.target)
        return self.is_free or (self.is_made and not is_pipx_s)

    def make(self) -> None:
        """Makes the link. Raises OSError."""
        self.place.parent.mkdir(parents=True, exist_ok=True)
        self.place.unlink(missing_ok=True)
        self.place.symlink_to(self.target)


def wanted() -> tuple[Link, ...]:
    """The links to make, that to the command first. Raises ServiceError: this sayso was not
    installed as a program."""
    found = tuple(_links())
    if not found or found[0].target.name != "sayso":
        raise ServiceError(
            "there is no executable named sayso that a link could lead to",
            remedy="install sayso with pipx or pip, and run this as the sayso that it installs",
        )
    return found


def make(links: tuple[Link, ...]) -> tuple[Path, ...]:
    """Makes the links that are missing, and returns their paths; none of them if another file is in
    the way of one. Raises UnusableFile."""
    missing = [link for link in links if not link.is_made]
    for link in missing:
        if not link.is_free:
            raise UnusableFile(
                f"{visible_path(link.place)} is there already, and is not this sayso's",
                remedy="move it away, then run this again; nothing was changed",
            )
    for link in missing:
        try:
            link.make()
        except OSError as error:
            raise UnusableFile(
                f"can't make the link {visible_path(link.place)}: {error.strerror}",
                remedy="mend that, then run this again",
            ) from error
    return tuple(link.place for link in missing)


def _links() -> Iterator[Link]:
    home = Path.home()
    pages = home / ".local" / "share" / "man" / "man1"
    # commands have no suffix, and `sayso` comes first
    ours = sorted(_installed(), key=lambda path: (path.suffix, path.name != "sayso"))
    for target in ours:
        place = pages if target.suffix else home / ".local" / "bin"
        yield Link(place / target.name, target)


def _installed() -> Iterator[Path]:
    """The paths of the commands and their pages, as the installer has recorded them."""
    try:
        noted = files("sayso") or ()
    except PackageNotFoundError:  # it runs from a tree that was not installed
        return
    for each in noted:
        if _is_command(each.parts) or each.match("man1/sayso*.1"):
            path = Path(os.path.normpath(str(each.locate())))
            if path.exists():
                yield path


def _is_command(parts: Sequence[str]) -> bool:
    return parts[-2:-1] == ("bin",) and parts[-1] in launcher.COMMANDS


def _is_of_pipx(target: Path) -> bool:
    return any((above / "pipx_metadata.json").exists() for above in target.parents)
