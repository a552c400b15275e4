"""How to install what an extra of sayso needs, and how to remove sayso, for the very Python that
runs here.

The command names the packages themselves. `sayso[mcp]` would fetch whatever an index has under our
name.
"""

import sys

_PIPX = "pipx_metadata.json"
"""What pipx leaves in each environment that it makes."""
OF_APT = "of-debian"
"""Likewise, of Debian's package (packaging/debian_package.py)."""


def is_of_apt() -> bool:
    """Debian's package put this sayso where it is, with all that its extras need."""
    from pathlib import Path

    return Path(sys.prefix, OF_APT).exists()


def advice(extra: str) -> str:
    """A command for a shell. `extra`: one of `[project.optional-dependencies]`."""
    import importlib.util  # what is rarely needed, and takes long to load
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
    else:  # so are environments that uv makes
        command = ["uv", "pip", "install", "--python", sys.executable, *packages]
    return shlex.join(command)


def removal() -> str:
    """A command for a shell that removes sayso itself."""
    import shlex
    from pathlib import Path

    if is_of_apt():
        return "sudo apt-get remove sayso"
    environment = Path(sys.prefix)
    if (environment / _PIPX).exists():
        return shlex.join(["pipx", "uninstall", environment.name])
    demo = environment.parent / "packaging" / "demo.sh"
    if demo.exists():  # the environment that it made, in a clone
        return shlex.join(["sh", str(demo), "--remove"])
    return shlex.join([sys.executable, "-m", "pip", "uninstall", "sayso"])


def _packages(extra: str) -> list[str]:
    """With their versions (PEP 508), as this sayso's own metadata has them."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        needed = [each.partition(";") for each in requires("sayso") or ()]
    except PackageNotFoundError:  # it runs from a tree that was not installed
        return [extra]
    here = f"extra == '{extra}'"
    return [name.strip() for name, _, marker in needed if here in marker.replace('"', "'")]
