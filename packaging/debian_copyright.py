"""Writes debian/copyright in its machine-readable form, for sayso and each package that comes with
it, with the whole licence texts that these packages bring.

See https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
"""

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PathDistribution
from pathlib import Path

LICENSE = Path(__file__).parents[1] / "LICENSE"
COMMON = {
    "Apache-2.0": "/usr/share/common-licenses/Apache-2.0",
    "LGPL-3.0-or-later": "/usr/share/common-licenses/LGPL-3",
}
"""Licences whose text is in every Debian."""
OLD_NAMES = {"LGPLv3": "LGPL-3.0-or-later", "LGPLv2+": "LGPL-2.1-or-later", "PSF": "PSF-2.0"}
"""SPDX expressions for names of licences in older metadata, from before there were expressions;
according to the packages' sources."""
IS_TEXT = re.compile(r"(licenses/)?(LICENSE|COPYING)[^/]*", re.I)
"""Matches the path of a licence text, within a package's metadata directory."""
_HOLDER = re.compile(
    r"^\W*copyright[ :]*(?:\(c\)|©)?[ ]*([^\n]*\b\d{4}\b[^\n]*?)[\s.]*$", re.I | re.M
)
_NOT_TOLD = "its authors, whom its metadata names"
_HEAD = "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"


class Unlicensed(Exception):
    """A package does not say under which licence it may be passed on, or does not bring the
    licence's text."""


def text(modules: Path, installed: Path) -> str:
    """The text of debian/copyright, for what pip has put into `modules`. `installed`: the path of
    that directory once the package is installed. Raises Unlicensed."""
    ours = LICENSE.read_text(encoding="utf-8")
    parts = [_HEAD, _stanza(["*"], "MIT", ours, _holders(ours))]
    for each in others(modules):
        covered = [f"{installed}/{name}" for name in _covered(each)]
        named, words = licence(each), licence_text(each)
        if named in COMMON:  # the texts of these licences name no copyright holder
            by = _told(each, "Author") or _NOT_TOLD
            parts.append(_stanza(covered, named, f"The whole text is in {COMMON[named]}.", [by]))
        elif words:
            parts.append(_stanza(covered, named, words, _holders(words)))
        else:
            raise Unlicensed(f"{each.metadata['Name']} brings no text of {named}")
    return "\n".join(parts)


def others(modules: Path) -> Iterator[Distribution]:
    """The packages in the directory `modules`, except sayso, in order of their names."""
    for place in sorted(modules.glob("*.dist-info")):
        if not place.name.startswith("sayso-"):
            yield PathDistribution(place)


def licence(distribution: Distribution) -> str:
    """The SPDX expression of the package's licence. Raises Unlicensed."""
    told = distribution.metadata
    said = _told(distribution, "License-Expression") or _told(distribution, "License")
    named = OLD_NAMES.get(said, said)
    if not re.fullmatch(r"[\w.+-]+( (AND|OR|WITH) [\w.+-]+)*", named):
        raise Unlicensed(f"{told['Name']} {told['Version']}: {said[:60]!r}")
    return named


def _told(distribution: Distribution, name: str) -> str:
    found: list[str] = distribution.metadata.get_all(name) or [""]
    return found[0]


def licence_text(distribution: Distribution) -> str:
    for file in sorted(distribution.files or ()):
        directory, _, name = str(file).partition(".dist-info/")
        if directory and IS_TEXT.fullmatch(name):
            return file.read_text(encoding="utf-8")
    return ""


def _covered(distribution: Distribution) -> Iterator[str]:
    """The files and directories of the package, as patterns for a "Files:" field, from what pip has
    recorded."""
    first = {each.parts[0]: len(each.parts) > 1 for each in distribution.files or ()}
    for name, is_directory in sorted(first.items()):
        if name not in ("..", "bin", "__pycache__"):
            yield f"{name}/*" if is_directory else name


def _holders(words: str) -> list[str]:
    return list(dict.fromkeys(_HOLDER.findall(words))) or [_NOT_TOLD]


def _stanza(covered: list[str], named: str, words: str, holders: list[str]) -> str:
    lines = (f" {line.rstrip()}" if line.strip() else " ." for line in words.strip().splitlines())
    head = ("Files: " + "\n       ".join(covered), "Copyright: " + "\n           ".join(holders))
    return "\n".join((*head, f"License: {named}", *lines, ""))
