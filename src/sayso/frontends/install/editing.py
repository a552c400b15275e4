"""Changes one value in a configuration text, in any of the forms that programs use."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from sayso.configuration import toml
from sayso.frontends.install import jsonc

Path = jsonc.Path


class Form(Enum):
    JSON = "JSON"
    JSONC = "JSON with comments"
    TOML = "TOML"


class Editor(Protocol):
    """Reads and changes texts of one form. Each method raises ValueError for a text that it can't
    read or change."""

    def read(self, text: str) -> Any: ...
    def put(self, text: str, path: Path, value: object) -> str: ...
    def drop(self, text: str, path: Path) -> str: ...


def editor(form: Form) -> Editor:
    return _Toml() if form is Form.TOML else _Json(comments=form is Form.JSONC)


@dataclass(frozen=True)
class _Json:
    comments: bool

    def read(self, text: str) -> Any:
        return jsonc.parse(text, comments=self.comments).value if text.strip() else {}

    def put(self, text: str, path: Path, value: object) -> str:
        return jsonc.put(text, path, value, comments=self.comments)

    def drop(self, text: str, path: Path) -> str:
        return jsonc.drop(text, path, comments=self.comments)


class _Toml:
    read = staticmethod(toml.parse)
    put = staticmethod(toml.put)
    drop = staticmethod(toml.drop)
