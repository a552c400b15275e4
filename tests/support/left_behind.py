"""The error for what outlives a world."""


class LeftBehind(AssertionError):
    """Processes, files or windows outlived `sayso daemon stop`."""
