"""Stands for a process, for tests of code that ends one and waits for its end."""


class MemoryProcess:
    """Fulfils `sayso.platforms.contract.processes.ProcessHandle`. It runs until it is killed."""

    def __init__(self, pid: int = 0, *, has_ended: bool = False) -> None:
        self.pid = pid
        self.has_ended = has_ended

    def kill(self) -> None:
        self.has_ended = True

    def wait(self) -> None:
        assert self.has_ended, "who waits for it, waits for ever"
