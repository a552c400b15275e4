"""What a world must not leave behind."""


class LeftBehind(AssertionError):
    """Processes, sockets or windows outlived `sayso daemon stop`."""
