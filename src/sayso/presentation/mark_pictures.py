"""Pictures of sayso's mark in its colours, by which windows and notifications are recognised."""

import sayso.presentation

SIZES = (16, 32, 48, 64, 128)
"""Pixels. packaging/icons.py makes them."""


def path(size: int) -> str:
    """The path of the picture in one of these sizes."""
    return f"{sayso.presentation.__path__[0]}/mark/{size}.png"


def fitting(pixels: int) -> int:
    """The smallest size that is at least `pixels`, or the largest of all."""
    return next((size for size in SIZES if size >= pixels), SIZES[-1])
