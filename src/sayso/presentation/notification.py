"""A notification, as plain data."""

from __future__ import annotations

from sayso.values import Value


class Notification(Value):
    """A notification. All of it is plain text, and safe to draw: whatever a server makes of markup
    and of links is taken care of where it is sent."""

    summary: str
    """One line."""
    body: str
    """Of several lines, or empty."""
    label: str
    """What a click on it does."""
    lasting: bool
    """It stays until the person or we take it away; else as long as others do."""
    news: bool
    """It asks for attention; else it only tells of less than the one that it replaces."""
