"""What ends a dialog process whose window is no more."""

import sys

assert sys.platform == "linux"


class WindowLost(Exception):
    """Nobody can see it any more, nor will. Another process asks."""
