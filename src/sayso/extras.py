"""How to install what an extra of sayso needs, and how to remove sayso, for the Python that runs
this code.

The command to install names the packages themselves: `sayso[mcp]` would fetch whatever a package
index has under our name.
"""

import sys

_PIPX = "pipx_metadata.json"
"""The file that pipx leaves in each environment that it makes."""
OF_APT = "of-debian"
"""The file that Debian's package leaves in its environment (packaging/debian_package.py)."""


def is_of_apt() -> bool:
    """Whether Debian's package installed this sayso, with all that its extras need."""
    from pathlib import Path

    return Path(sys.prefix, OF_APT).exists()


def advice(extra: str) -> str:
    """A shell command that installs what an extra needs. `extra`: a name from
    `[project.optional-dependencies]`."""
    import importlib.util  # rarely needed, and slow to load
    import shlex
    from pathlib import Path

    if is_of_apt():
        return "sudo apt-get install --reinstall sayso"
    environment = Path(sys.prefix)
    packages = _packages(extra)
    if (environment / _PIPX).exists():
        command = ["pipx", "inject", environment.name, *packages]
    elif importlib.util.find_spec("pip"):
        command = [sys.executable, "-m", "pip", "install", *packages]
    else:  # as in environments that uv makes
        command = ["uv", "pip", "install", "--python", sys.executable, *packages]
    return shlex.join(command)


def removal() -> str:
    """A shell command that removes sayso itself."""
    import shlex
    from pathlib import Path

    if is_of_apt():
        return "sudo apt-get remove sayso"
    environment = Path(sys.prefix)
    if (environment / _PIPX).exists():
        return shlex.join(["pipx", "uninstall", environment.name])
    demo = environment.parent / "packaging" / "demo.sh"
    if demo.exists():  # demo.sh made this environment, in a clone
        return shlex.join(["sh", str(demo), "--remove"])
    return shlex.join([sys.executable, "-m", "pip", "uninstall", "sayso"])


def _packages(extra: str) -> list[str]:
    """The packages that an extra needs, with their versions (PEP 508), from the metadata of this
    sayso. If sayso is not installed: the name of the extra alone."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        needed = [each.partition(";") for each in requires("sayso") or ()]
    except PackageNotFoundError:  # it runs from a tree that was not installed
        return [extra]
    here = f"extra == '{extra}'"
    return [name.strip() for name, _, marker in needed if here in marker.replace('"', "'")]
