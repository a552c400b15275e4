"""Compiles the translations as the package is built, and when a clone is installed."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

import translations


class Translations(BuildHookInterface[Any]):
    """See hatchling's *Custom build hook*."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - given
        made = translations.compile_all()
        build_data["artifacts"] += [str(each.relative_to(self.root)) for each in made]
