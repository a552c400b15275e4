"""Pictures of the mark in its colours, by which windows and notifications are known."""

import sys

assert sys.platform == "linux"

import os

NAME = "sayso"
"""Of the icon, where themes have one for us."""
SIZES = (16, 32, 48, 64, 128)
"""Pixels. packaging/icons.py makes them."""


def directory(size: int) -> str:
    """Where the picture of one of these sizes lies alone, under its name."""
    return os.path.join(os.path.dirname(__file__), "gtk", "icons", "mark", str(size))


def path(size: int) -> str:
    return os.path.join(directory(size), f"{NAME}.png")
