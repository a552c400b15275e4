"""Pictures of the mark in its colours, by which windows and notifications are known."""

import sys

assert sys.platform == "linux"

import os

SIZES = (16, 32, 48, 64, 128)
"""Pixels. packaging/icons.py makes them."""


def path(size: int) -> str:
    """Of the picture in one of these sizes."""
    return os.path.join(os.path.dirname(__file__), "gtk", "icons", "mark", f"{size}.png")
