"""Pictures of the mark in its colours, by which windows and notifications are known."""

import sayso.presentation

SIZES = (16, 32, 48, 64, 128)
"""Pixels. packaging/icons.py makes them."""


def path(size: int) -> str:
    """Of the picture in one of these sizes."""
    return f"{sayso.presentation.__path__[0]}/mark/{size}.png"


def fitting(pixels: int) -> int:
    """The size that is the first to be as large as that, or the largest."""
    return next((size for size in SIZES if size >= pixels), SIZES[-1])
