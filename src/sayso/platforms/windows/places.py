"""Where a person's files are: "Known folders" in Microsoft's documentation."""

import sys

assert sys.platform == "win32"

import os
from collections.abc import Mapping

from sayso.platforms.contract.places import LoginFiles
from sayso.platforms.windows.native.directories import Folder, known


def home(environ: Mapping[str, str]) -> str:
    """The person's profile directory. Raises OSError."""
    return environ.get("USERPROFILE") or known(Folder.PROFILE)


def configuration(environ: Mapping[str, str]) -> str:
    """The directory that follows the person to other machines of their domain. Raises OSError."""
    return _directory(environ, "APPDATA", Folder.ROAMING, "AppData\\Roaming")


def state(environ: Mapping[str, str]) -> str:
    """The directory that stays on this machine. Raises OSError."""
    return _directory(environ, "LOCALAPPDATA", Folder.LOCAL, "AppData\\Local")


def session_files(environ: Mapping[str, str]) -> str:
    """The default directory for temporary files, in the person's profile. %TEMP% is not used, as it
    may name a directory that others can read. Raises OSError."""
    return os.path.join(state(environ), "Temp")


def login_files(environ: Mapping[str, str]) -> LoginFiles:
    """No files: Windows keeps environment variables in the registry."""
    return LoginFiles(())


def _directory(environ: Mapping[str, str], variable: str, folder: Folder, in_home: str) -> str:
    named = environ.get(variable, "")
    if os.path.isabs(named):
        return named
    profile = environ.get("USERPROFILE")
    return os.path.join(profile, in_home) if profile else known(folder)
