"""The files that shells read when a person logs in.

bash(1): a login shell reads the first of .bash_profile, .bash_login and .profile that is there. sh
reads .profile, and so do the scripts by which display managers start a session. zsh(1): a login
shell reads .zprofile in ZDOTDIR, else in the home directory. What such a shell starts has the
variables as well, so there is no need of files that each shell reads, such as .bashrc.
"""

from __future__ import annotations

import sys

assert sys.platform != "win32"

import os
from collections.abc import Mapping

from sayso.platforms.contract.places import LoginFiles


def login_files(home: str, environ: Mapping[str, str], directory: str | None) -> LoginFiles:
    """The files that exist and are read by a login shell, and the file of the person's own shell,
    even if that does not exist. `directory`: see `LoginFiles`."""
    sh, of_bash = os.path.join(home, ".profile"), _of_bash(home)
    zsh = os.path.join(environ.get("ZDOTDIR") or home, ".zprofile")
    bash = next(filter(os.path.lexists, of_bash), None)
    is_of_zsh = os.path.basename(environ.get("SHELL", "")) == "zsh"
    wanted = {sh: os.path.lexists(sh) or not (bash or is_of_zsh)}
    wanted |= {path: path == bash for path in of_bash}
    wanted[zsh] = os.path.lexists(zsh) or is_of_zsh
    profiles = tuple(path for path, is_wanted in wanted.items() if is_wanted)
    return LoginFiles(profiles, tuple(path for path in wanted if path not in profiles), directory)


def _of_bash(home: str) -> tuple[str, ...]:
    """The files of bash alone. It reads the first one that exists, and .profile if none does."""
    return tuple(os.path.join(home, name) for name in (".bash_profile", ".bash_login"))
