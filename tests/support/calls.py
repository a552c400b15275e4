"""The type of a function that calls one method of a client, whether the client is sync or async."""

from typing import Any, Protocol


class Call(Protocol):
    def __call__(self, path: str, method: str, *args: Any, **options: Any) -> Any:
        """Calls this method of a client named `test/1`, which starts no daemon. Returns the
        outcome."""
