"""Programs ask a person at the desktop; nothing happens without their say-so."""

__version__ = "0.1.0"
