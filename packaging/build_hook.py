"""Compiles the translations as the package is built, and when a clone is installed; writes the
completions that a wheel brings."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

import completions
import translations


class Made(BuildHookInterface[Any]):
    """The hook that hatchling calls: see its *Custom build hook*."""

    _place: tempfile.TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        made = translations.compile_all()
        build_data["artifacts"] += [str(each.relative_to(self.root)) for each in made]
        if version != "editable":  # an editable installation copies no files
            self._place = tempfile.TemporaryDirectory()
            scripts = completions.write_all(Path(self._place.name))
            build_data["shared_data"] |= {str(file): place for place, file in scripts.items()}

    def finalize(self, *_: object) -> None:
        if self._place:
            self._place.cleanup()
