"""What the fields of requests are made of."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
)
from pydantic_core import core_schema


class Params(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


@dataclass(frozen=True)
class AtMost:
    """A text's length, which JSON Schema counts in characters alone."""

    limit: int
    unit: Literal["characters", "bytes of UTF-8"]

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.no_info_after_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        said = handler(schema) | {"maxLength": self.limit}
        return said if self.unit == "characters" else said | {"maxBytes": self.limit}

    def _check(self, text: str) -> str:
        size = len(text) if self.unit == "characters" else len(text.encode())
        if size > self.limit:
            raise ValueError(f"must be at most {self.limit} {self.unit}")
        return text


def none_by_default(said: dict[str, Any]) -> None:
    """Left out it is nothing that could be given."""
    del said["default"]


def _utf8(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"holds half a surrogate pair at character {error.start}") from None
    return text


PlainText = Annotated[str, AfterValidator(_utf8)]
