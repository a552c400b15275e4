"""A web browser that a test installs through the desktop's files."""

from pathlib import Path


class Browser:
    """Takes the place of the person's browser, and records the addresses that it was to open."""

    def __init__(self, place: Path) -> None:
        self._opened = place / "opened"
        applications = place / "data" / "applications"
        applications.mkdir(parents=True)
        script = self._program = place / "browse"
        script.write_text(f'#!/bin/sh\nprintf "%s\\n" "$1" >> {self._opened}\n')
        script.chmod(0o755)
        (applications / "browser.desktop").write_text(
            f"[Desktop Entry]\nType=Application\nName=Browser\nExec={script} %u\n"
            "MimeType=x-scheme-handler/https;x-scheme-handler/http;\n"
        )
        (applications / "mimeapps.list").write_text(
            "[Default Applications]\nx-scheme-handler/https=browser.desktop\n"
        )
        self.environ = {
            "XDG_DATA_HOME": str(place / "data"),
            "XDG_DATA_DIRS": str(_without_programs(place / "share")),
            "XDG_CONFIG_HOME": str(place),
        }

    @property
    def opened(self) -> list[str]:
        return self._opened.read_text().splitlines() if self._opened.exists() else []

    def remove(self) -> None:
        """Deletes the browser's program; its desktop file stays."""
        self._program.unlink()


def _without_programs(place: Path) -> Path:
    """A copy of the system's data directory without its applications: there may be a browser among
    them."""
    place.mkdir()
    for each in Path("/usr/share").iterdir():
        if each.name != "applications":
            (place / each.name).symlink_to(each)
    return place
