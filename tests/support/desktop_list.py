"""A desktop that goes through its list of what starts at login."""

LAUNCH = """
import sys
import gi
gi.require_version("Gio", "2.0")
from gi.repository import Gio
Gio.DesktopAppInfo.new_from_filename(sys.argv[1]).launch([], None)
"""
"""For `python -c`, followed by the path of an entry."""
