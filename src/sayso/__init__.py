"""Programs ask a person at the desktop; nothing happens without their say-so."""

__version__ = "0.1.0"

PLACE: str = __path__[0]
"""The directory of this code. It tells two installations apart that have the same version."""
