"""The signals by which processes of sayso ask each other to end."""

from __future__ import annotations

import sys

assert sys.platform != "win32"

import signal

RESTARTING = signal.SIGUSR1
"""Asks a daemon to make way for a successor."""

STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""Each asks a process to end."""
