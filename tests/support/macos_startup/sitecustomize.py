"""Loaded by Python at its start: puts this program on the double of macOS."""

from importlib import import_module

import_module("support.macos_live").start()
