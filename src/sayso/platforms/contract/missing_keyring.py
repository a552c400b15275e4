"""Stands in for the keyring on a system where sayso uses none."""

from __future__ import annotations

from sayso.errors import Unsupported

TYPE_CHECKING = False  # type checkers take it for true; importing typing is slow
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

    from sayso.platforms.contract.keyring import Attributes


class MissingKeyring:
    """Implements `Keyring`: each method raises Unsupported."""

    def __init__(self, why: str) -> None:
        """`why`: message of the error."""
        self._why = why

    def find(self, attributes: Attributes) -> NoReturn:
        """Raises Unsupported, always."""
        self._refuse()

    def is_only(self, attributes: Attributes) -> NoReturn:
        self._refuse()

    def read(self, attributes: Attributes, waits: Callable[[], bool]) -> NoReturn:
        self._refuse()

    def keep(self, label: str, attributes: Attributes, password: memoryview) -> NoReturn:
        self._refuse()

    def forget(self, attributes: Attributes) -> NoReturn:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise Unsupported(self._why)
