"""Windows' Python for the checks: which packages it has, and what the hosted Windows runs."""

import re
import sys
from pathlib import Path

assert sys.platform == "linux"

import wine
from parts import ON_WINDOWS

ROOT = Path(__file__).parents[1]


def test_packages_are_in_the_projects_bounds() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    required = wine.requirements(project)
    assert [re.split(r"[^\w-]", each)[0] for each in required] == [*wine.IMPORTED]
    assert [each for each in required if ";" in each] == []
    assert [each for each in required if f'"{each}' not in project] == []


def test_what_a_marker_keeps_from_linux_is_there() -> None:
    project = """
    [project]
    dependencies = ["tomlkit>=0.13"]
    [project.optional-dependencies]
    test = ["hypothesis", "jsonschema>=4,<5", "mcp", "pillow", "pytest", "pytest-randomly",
        "pytest-xdist", "tzdata>=1; sys_platform == 'win32'"]
    """
    required = wine.requirements(project)
    assert {"jsonschema>=4,<5", "tomlkit>=0.13", "tzdata>=1"} <= {*required}


def test_the_hosted_windows_runs_the_same_suites() -> None:
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert " ".join(ON_WINDOWS) in workflow
