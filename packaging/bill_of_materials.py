"""Makes bills of materials in CycloneDX's form (https://cyclonedx.org/): which packages of others
come with each of ours.

The same parts make the same bytes: the caller gives the time, and a bill's serial number follows
from its file, version and time.
"""

import json
import re
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import debian_copyright
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL

SCHEMA = SchemaVersion.V1_6
SUFFIX = ".cdx.json"
_NUMBERS = uuid.UUID("6f9d3a2e-6a35-4d0c-9a43-9e1b2f9f0a57")
"""The namespace (RFC 4122) of the serial numbers of this project's bills."""


@dataclass(frozen=True)
class Part:
    """A package of others that comes with ours."""

    name: str
    version: str
    licence: str
    """An SPDX licence expression."""
    sha256: str
    """The digest of the file in the package index, in hexadecimal."""
    cpe: str | None = None
    """What lists of known faults (https://nvd.nist.gov/products/cpe) call what this package only
    wraps."""


def install(target: Path, *arguments: str | Path) -> dict[str, str]:
    """Runs pip install with these arguments. Returns the SHA-256 of each file that pip took, by the
    plain name of its package. Raises subprocess.CalledProcessError."""
    command = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    with tempfile.TemporaryDirectory() as place:
        report = Path(place, "report")
        subprocess.run(
            [*command, "--no-compile", "--no-deps", "--upgrade", "--target", target,
             "--report", report, *arguments],
            stdin=subprocess.DEVNULL, check=True,
        )  # fmt: skip
        told = json.loads(report.read_text(encoding="utf-8"))["install"]
    return {
        plain(each["metadata"]["name"]): each["download_info"]["archive_info"]["hash"].removeprefix(
            "sha256="
        )
        for each in told
    }


def parts(modules: Path, hashes: Mapping[str, str]) -> Iterator[Part]:
    """The packages in the directory `modules`, except sayso; `hashes`: as from `install`. Raises
    debian_copyright.Unlicensed."""
    for each in debian_copyright.others(modules):
        name = plain(each.metadata["Name"])
        yield Part(name, each.version, debian_copyright.licence(each), hashes[name])


def plain(name: str) -> str:
    """The name as the package index normalises it to compare names (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def bill(file: str, version: str, brought: Iterable[Part], time: int) -> str:
    """The bill, as JSON text, of the package that is in this file. `time`: seconds since 1970."""
    ours = Component(
        name="sayso", version=version, type=ComponentType.APPLICATION, bom_ref=file,
        licenses=[LicenseFactory().make_from_string("MIT")],
    )  # fmt: skip
    made = Bom(
        serial_number=uuid.uuid5(_NUMBERS, f"{file} {version} {time}"),
        metadata=BomMetaData(component=ours, timestamp=datetime.fromtimestamp(time, UTC)),
    )
    components = [_component(each) for each in brought]
    made.components.update(components)
    made.register_dependency(ours, components)
    writer = make_outputter(made, OutputFormat.JSON, SCHEMA)
    return f"{writer.output_as_string(indent=2)}\n"


def _component(part: Part) -> Component:
    url = PackageURL("pypi", name=part.name, version=part.version)
    return Component(
        name=part.name, version=part.version, purl=url, cpe=part.cpe, bom_ref=url.to_string(),
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=part.sha256)],
        licenses=[LicenseFactory().make_from_string(part.licence)],
    )  # fmt: skip
