"""What PyObjC's metadata says about Apple's frameworks; see packaging/gnustep.py."""

import json
from typing import Any

from macos_double import METADATA

_told: dict[str, dict[str, Any]] = json.loads(METADATA.read_text())

NUMBERS: dict[str, int | float] = _told["numbers"]
CONSTANTS: dict[str, str] = _told["constants"]
"""Types of the libraries' variables, by name."""
FUNCTIONS: dict[str, str] = _told["functions"]
"""Types of functions, by name."""
ALIASES: dict[str, str] = _told["aliases"]
DELEGATES: dict[str, list[str]] = _told["delegates"]
"""Types of the result and of the arguments, by selector; "" where the metadata names no type."""
