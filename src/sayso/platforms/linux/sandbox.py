"""Whether WebKit can draw in a sandbox here.

bubblewrap makes the sandbox. Where bubblewrap is missing or the system forbids it, WebKit would end
the whole process: so it is tried first.
"""

import sys

assert sys.platform == "linux"

import glob
import os
import shutil
import subprocess

_TRIAL = (
    "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev",
    "/bin/true",
)  # fmt: skip
"""What WebKit asks of bubblewrap that a system may forbid."""
_WITHIN = 5.0
"""Seconds for the trial."""


def why_not() -> str:
    """Why WebKit can't draw in a sandbox, in words; empty: it can."""
    for name in ("bwrap", "xdg-dbus-proxy"):
        if shutil.which(name) is None:
            return f"there is no {name}"
    try:
        done = subprocess.run(  # noqa: S603 - fixed words, no shell
            ["bwrap", *_TRIAL],  # noqa: S607 - found by PATH
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_WITHIN,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bwrap: {error}"
    if done.returncode == 0:
        return ""
    return done.stderr.decode(errors="replace").strip() or f"bwrap: status {done.returncode}"


def clear_up() -> None:
    """Removes what WebKit leaves in the runtime directory for each sandbox of this process."""
    ours = f"{os.environ.get('XDG_RUNTIME_DIR', '')}/.flatpak/webkit-{os.getpid()}-"
    for directory in glob.glob(f"{glob.escape(ours)}*"):
        shutil.rmtree(directory, ignore_errors=True)
