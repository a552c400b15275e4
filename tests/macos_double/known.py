"""What PyObjC's metadata tells of Apple's frameworks; see packaging/gnustep.py."""

import json
from typing import Any

from macos_double import METADATA

_told: dict[str, dict[str, Any]] = json.loads(METADATA.read_text())

NUMBERS: dict[str, int | float] = _told["numbers"]
CONSTANTS: dict[str, str] = _told["constants"]
"""Variables of the libraries, with their types."""
FUNCTIONS: dict[str, str] = _told["functions"]
"""With their types."""
ALIASES: dict[str, str] = _told["aliases"]
DELEGATES: dict[str, list[str]] = _told["delegates"]
"""By selector: the types of the result and of the arguments, empty where none is told."""
