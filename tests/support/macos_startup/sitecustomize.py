"""What Python loads as it starts: this program is before the double of macOS."""

from importlib import import_module

import_module("support.macos_live").start()
