"""Notices a PowerShell that changes our output.

PowerShell reads a program's output as text and writes that text anew for the next program, in
another encoding and with its own line ends. Since version 7.4 it passes the bytes on unchanged
("about_Experimental_Features", PSNativeCommandPreserveBytePipe).
"""

from __future__ import annotations

import sys

assert sys.platform == "win32"

import ntpath

from sayso.platforms.windows.native import file_version, kin
from sayso.platforms.windows.ours import is_our_command
from sayso.platforms.windows.process_facts import ProcessFacts, Unseen

_WINDOWS_POWERSHELL = ("powershell.exe", "powershell_ise.exe")
_POWERSHELL = "pwsh.exe"
_PASSES_BYTES_ON = (7, 4)
_MAX_DEPTH = 8
"""Most processes of ours in between: a command, an environment's interpreter, and the real one."""


def that_reads() -> str | None:
    """The name of the PowerShell that started us, if it rewrites our output; None: there is none
    that can be seen."""
    pid = kin.parent_pid()
    try:
        for _ in range(_MAX_DEPTH):
            with ProcessFacts(pid) as facts:
                image = facts.image or ""
                if not is_our_command(facts.image, facts.argv(), facts.cwd()):
                    return _name(image) if _rewrites(image) else None
                pid = facts.parent_pid()
    except Unseen:
        pass
    return None


def _name(image: str) -> str:
    return "PowerShell before 7.4" if _is(image, _POWERSHELL) else "Windows PowerShell"


def _rewrites(image: str) -> bool:
    if _is(image, *_WINDOWS_POWERSHELL):
        return True
    if not _is(image, _POWERSHELL):
        return False
    try:
        return file_version.of(image) < _PASSES_BYTES_ON
    except OSError:  # the file has no version
        return False


def _is(image: str, *names: str) -> bool:
    return ntpath.basename(image).lower() in names
