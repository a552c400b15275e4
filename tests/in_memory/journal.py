"""A journal that is kept nowhere, for tests that need no system."""

from sayso.errors import AlreadyRunning
from sayso.platforms.contract.journal import JournalFiles


class _Directory:
    def __init__(self) -> None:
        self.files: dict[str, bytearray] = {}
        self.is_taken = False


class MemoryJournal:
    """Fulfils `sayso.platforms.contract.journal.Journal`. What is written lasts as long as this
    object."""

    def __init__(self) -> None:
        self._directories: dict[str, _Directory] = {}

    def open_directory(self, path: str) -> JournalFiles:
        directory = self._directories.setdefault(path, _Directory())
        if directory.is_taken:
            raise AlreadyRunning(f"another one writes to {path}")
        directory.is_taken = True
        return _Files(directory)


class _Files:
    def __init__(self, directory: _Directory) -> None:
        self._directory = directory
        self._name = ""
        self._file = bytearray()

    def names(self) -> list[str]:
        return list(self._directory.files)

    def end_of(self, name: str, size: int | None) -> bytes:
        data = bytes(self._found(name))
        return data if size is None else data[-size:]

    def append_to(self, name: str) -> int:
        self._name, self._file = name, self._directory.files.setdefault(name, bytearray())
        return len(self._file)

    def write(self, data: bytes) -> int:
        self._file += data
        return len(data)

    def cut(self, size: int) -> None:
        del self._file[size:]

    def is_there(self) -> bool:
        return self._directory.files.get(self._name) is self._file

    def remove(self, name: str) -> None:
        self._found(name)
        del self._directory.files[name]

    def close(self) -> None:
        self._directory.is_taken = False

    def _found(self, name: str) -> bytearray:
        try:
            return self._directory.files[name]
        except KeyError:
            raise FileNotFoundError(name) from None
