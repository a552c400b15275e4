"""Makes the package for a release of Debian from a wheel of ours: the same bytes each time.

What is in debian/ goes in as it is, with @NAMES@ filled in. Packages that are too old in Debian
come as wheels pinned by their hashes. Some of these are compiled, so there is a package for each
release.

Everything is in a virtual environment, /usr/lib/sayso, such as `python3 -m venv` makes. Its Python
is Debian's. Of the modules in /usr/lib/python3/dist-packages it sees only GTK's bindings, which
sayso finds by itself (platforms/linux/pygobject.py), and those that `Release.linked` names. So no
other package can hide a module of ours, and ours hide none of others.
"""

import gzip
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

import bill_of_materials
import debian_copyright
from bill_of_materials import Part
from distribution import TIME

from sayso import extras, launcher
from sayso.platforms.linux import units

SOURCES = Path(__file__).parent / "debian"
HOME = Path("usr/lib/sayso")
"""The virtual environment's directory, below the root of the installed system, as are the next
paths."""
DIST_PACKAGES = Path("usr/lib/python3/dist-packages")
SHARE, DOC = Path("usr/share"), Path("usr/share/doc/sayso")
REVISION = "1"

_COMMAND = """\
#!/usr/lib/sayso/bin/python
import sys
from sayso.__main__ import {function}
if __name__ == "__main__":
    sys.exit({function}())
"""
FUNCTIONS = {
    "sayso": "main",
    "sayso-askpass": "askpass",
    "git-credential-sayso": "git_credential",
    "pinentry-sayso": "pinentry",
}
"""The function that each command calls, as in pyproject.toml."""
OTHER_NAMES = {
    "git-credential-sayso": "sayso-git-credential",
    "pinentry-sayso": "sayso-pinentry",
}
"""Further names of manual pages, by which people look for them: those of the commands."""
MOVED = {
    "bash-completion": "bash-completion",
    "fish": "fish",
    "icons": "icons",
    "zsh/site-functions": "zsh/vendor-completions",
}
"""Where directories in the wheel's share go in Debian's."""
LEFT_OUT = (
    "RECORD",
    "INSTALLER",
    "REQUESTED",
    "direct_url.json",
    "licenses",
    "LICENSE*",
    "COPYING*",
)
"""Metadata that is left out: what pip records about the machine on which it ran, and licences,
which are in the package's own copyright file."""

REQUIREMENTS = tuple(SOURCES / f"requirements{name}.txt" for name in ("", "-bookworm", "-rest"))
"""Requirement files with all that pip installs for sayso[all] on Linux."""

ALWAYS = ("python3-gi", "gir1.2-gtk-3.0", "libxss1", "libc6 (>= 2.28)", "libgcc-s1 (>= 4.2)")
_PLATFORMS = ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64")


@dataclass(frozen=True)
class Release:
    """A release of Debian."""

    name: str
    number: int
    python: str
    vendored: tuple[str, ...]
    """Names of requirement files: the packages that come as wheels."""
    linked: Mapping[str, str]
    """Modules in dist-packages that the environment sees, each with its Debian package."""

    @property
    def modules(self) -> Path:
        return HOME / "lib" / f"python{self.python}" / "site-packages"

    @property
    def depends(self) -> str:
        major, _, minor = self.python.partition(".")
        python = (f"python3 (>= {self.python})", f"python3 (<< {major}.{int(minor) + 1})")
        # the interpreter is named with its version: a compiled module fits no other
        return ", ".join((f"python{self.python}", *python, *ALWAYS, *_once(self.linked.values())))

    def version(self, upstream: str) -> str:
        """The package's version. It is higher for a later release, so that upgrading Debian
        upgrades the package."""
        return f"{upstream}-{REVISION}+deb{self.number}"


def _once(packages: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(packages))


def _cffi(python: str) -> str:
    return f"_cffi_backend.cpython-{python.replace('.', '')}-x86_64-linux-gnu.so"


RELEASES = (
    Release(
        "bookworm", 12, "3.11", ("requirements.txt", "requirements-bookworm.txt"),
        {
            "cryptography": "python3-cryptography",
            _cffi("3.11"): "python3-cffi-backend",
            "six.py": "python3-six",
        },
    ),
    Release(
        "trixie", 13, "3.13", ("requirements.txt",),
        {
            "cryptography": "python3-cryptography",
            _cffi("3.13"): "python3-cffi-backend",
            "jeepney": "python3-jeepney",
            "pystray": "python3-pystray",
            "six.py": "python3-six",
            "tomlkit": "python3-tomlkit",
        },
    ),
)  # fmt: skip


def make(
    wheel: Path, release: Release, output: Path, time: int, upstream: str = ""
) -> tuple[Path, Path]:
    """Makes the package and its bill of materials. `upstream`: the version, if it is to differ from
    the wheel's. Raises subprocess.CalledProcessError: something can't be fetched or packed."""
    upstream = upstream or wheel.name.split("-")[1]
    version = release.version(upstream)
    made = output / f"sayso_{version}_amd64.deb"
    with tempfile.TemporaryDirectory() as place:
        root = Path(place, "root")
        parts = gather(root, wheel, release)
        bill = bill_of_materials.bill(made.name, version, parts, time)
        (root / DOC / f"sayso{bill_of_materials.SUFFIX}").write_text(bill)
        add_documents(root, release, upstream, time)
        add_control(root, release, upstream)
        settle(root, time)
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zxz", "--threads-max=1", "--build", root, made],
            env=os.environ | {TIME: str(time)}, stdout=subprocess.DEVNULL, check=True,
        )  # fmt: skip
    told = made.with_suffix(bill_of_materials.SUFFIX)
    told.write_text(bill)
    return made, told


def gather(root: Path, wheel: Path, release: Release) -> list[Part]:
    """Puts the environment with all modules, the commands, and what is in the wheel's share below
    `root`. Returns the packages of others that come with sayso."""
    modules = root / release.modules
    hashes: dict[str, str] = {}
    for name in release.vendored:
        hashes |= pip(modules, release.python, "--require-hashes", "-r", SOURCES / name)
    pip(modules, release.python, wheel)
    parts = list(bill_of_materials.parts(modules, hashes))
    (root / DOC).mkdir(parents=True)
    (root / DOC / "copyright").write_text(debian_copyright.text(modules, release.modules))
    for name in LEFT_OUT:
        for left in modules.glob(f"*.dist-info/{name}"):
            shutil.rmtree(left) if left.is_dir() else left.unlink()
    shutil.rmtree(modules / "bin")  # commands of other packages, for another interpreter
    put_share(modules / "share", root / SHARE)
    for name in release.linked:
        link(modules / name, root / DIST_PACKAGES / name)
    put_environment(root, release)
    put_units(root)
    return parts


def pip(target: Path, python: str, *arguments: str | Path) -> dict[str, str]:
    """Installs wheels for this version of Python: see bill_of_materials.install."""
    platforms = [word for each in _PLATFORMS for word in ("--platform", each)]
    which = ("--only-binary=:all:", "--implementation", "cp", "--python-version", python)
    return bill_of_materials.install(target, *which, *platforms, *arguments)


def put_share(brought: Path, share: Path) -> None:
    pages = share / "man" / "man1"
    pages.mkdir(parents=True)
    for page in (brought / "man" / "man1").iterdir():
        compress(page.read_bytes(), pages / f"{page.name}.gz")
    for name, page_name in OTHER_NAMES.items():
        (pages / f"{name}.1.gz").symlink_to(f"{page_name}.1.gz")
    for source, target in MOVED.items():
        (share / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.move(brought / source, share / target)
    shutil.rmtree(brought)


def put_environment(root: Path, release: Release) -> None:
    """The environment as venv makes it, without the files that nobody needs here."""
    home = root / HOME
    settings = ("home = /usr/bin", "include-system-site-packages = false")
    (home / "pyvenv.cfg").write_text("".join(f"{each}\n" for each in settings))
    (home / extras.OF_APT).write_text("Debian's package sayso looks after this environment.\n")
    (home / "bin").mkdir()
    (root / "usr/bin").mkdir()
    link(home / "bin" / "python", root / "usr/bin" / f"python{release.python}")
    for name in launcher.COMMANDS:
        command = home / "bin" / name
        command.write_text(_COMMAND.format(function=FUNCTIONS[name]))
        command.chmod(0o755)
        link(root / "usr/bin" / name, command)


def put_units(root: Path) -> None:
    """systemd's units, not enabled: that is done by `sayso autostart`, or by systemctl."""
    place = root / units.PACKAGED.lstrip("/")
    place.mkdir(parents=True)
    for name in (units.SERVICE, units.SOCKET, units.AGENT):
        _, *words = units.command(name)
        text = units.packaged_text(name, (f"/{HOME}/bin/python", *words))
        (place / name).write_text(text, encoding="utf-8")


def link(place: Path, target: Path) -> None:
    """Makes `place` a symbolic link to `target` by a relative path, as links within one top-level
    directory are in Debian."""
    place.symlink_to(os.path.relpath(target, place.parent))


def add_documents(root: Path, release: Release, upstream: str, time: int) -> None:
    told = {"VERSION": upstream, "DATE": f"{datetime.fromtimestamp(time, UTC):%Y-%m-%d}"}
    share = root / SHARE
    put(SOURCES / "sayso.desktop", share / "applications" / "sayso.desktop", {})
    put(SOURCES / "sayso.metainfo.xml", share / "metainfo" / "sayso.metainfo.xml", told)
    put(SOURCES / "lintian-overrides", share / "lintian" / "overrides" / "sayso", {})
    doc = root / DOC
    compress(changelog(release, upstream, time).encode(), doc / "changelog.Debian.gz")
    compress((SOURCES.parents[1] / "assets/guide/changes.md").read_bytes(), doc / "changelog.gz")


def changelog(release: Release, upstream: str, time: int) -> str:
    """Debian's changelog, with one entry: what is new is in changelog.gz, for all systems."""
    date = format_datetime(datetime.fromtimestamp(time, UTC))
    head = f"sayso ({release.version(upstream)}) {release.name}; urgency=medium"
    what = f"  * sayso {upstream}: see changelog.gz."
    return f"{head}\n\n{what}\n\n -- The sayso authors <sayso@sayso.invalid>  {date}\n"


def add_control(root: Path, release: Release, upstream: str) -> None:
    control = root / "DEBIAN"
    control.mkdir()
    told = {
        "VERSION": release.version(upstream), "DEPENDS": release.depends,
        "SIZE": str(size(root)), "PYTHON": release.python,
    }  # fmt: skip
    put(SOURCES / "control", control / "control", told)
    for script in ("postinst", "prerm"):
        put(SOURCES / script, control / script, told)
        (control / script).chmod(0o755)
    sums = (f"{md5(each)}  {each.relative_to(root)}\n" for each in files(root))
    (control / "md5sums").write_text("".join(sums))


def put(source: Path, target: Path, told: Mapping[str, str]) -> None:
    text = source.read_text(encoding="utf-8")
    for name, value in told.items():
        text = text.replace(f"@{name}@", value)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def files(root: Path) -> Iterator[Path]:
    """The files that are installed, sorted by path."""
    for each in sorted(root.rglob("*")):
        if each.is_file() and not each.is_symlink() and each.relative_to(root).parts[0] != "DEBIAN":
            yield each


def size(root: Path) -> int:
    """The installed size in KiB, as dpkg-gencontrol counts it: a directory or a link takes 1."""
    return sum(
        -(-each.lstat().st_size // 1024) if each.is_file() and not each.is_symlink() else 1
        for each in root.rglob("*")
    )


def md5(file: Path) -> str:
    import hashlib

    return hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest()


def compress(content: bytes, target: Path) -> None:
    """Compresses as gzip -9n does."""
    with target.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(content)


def settle(root: Path, time: int) -> None:
    """Sets all modes and times, so that neither depends on who builds the package."""
    for each in (root, *root.rglob("*")):
        if not each.is_symlink():
            parts = each.relative_to(root).parts
            scripts = parts[0:1] == ("DEBIAN",) and each.name in ("postinst", "prerm")
            is_run = each.is_dir() or scripts or each.parent == root / HOME / "bin"
            each.chmod(0o755 if is_run else 0o644)
        os.utime(each, (time, time), follow_symlinks=False)
