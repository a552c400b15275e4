"""A call of a client, sync or async, to its outcome."""

from typing import Any, Protocol


class Call(Protocol):
    def __call__(self, path: str, method: str, *args: Any, **options: Any) -> Any:
        """Calls this method of a client that starts no daemon, named `test/1`."""
