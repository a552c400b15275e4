"""Programs ask a person at the desktop; nothing happens without their say-so."""

__version__ = "0.1.0"

PLACE: str = __path__[0]
"""The directory of this code: of two that are installed, the version may be the same."""
