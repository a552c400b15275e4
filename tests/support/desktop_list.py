"""Starts an entry as a desktop does for those in its autostart list."""

LAUNCH = """
import sys
import gi
gi.require_version("Gio", "2.0")
from gi.repository import Gio
Gio.DesktopAppInfo.new_from_filename(sys.argv[1]).launch([], None)
"""
"""A program for `python -c`, followed by the path of a desktop entry."""
