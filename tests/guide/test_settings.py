"""The manual's table of settings is that of the model."""

from sayso.core.settings import (
    ADJUSTABLE,
    CHOICES,
    COMMANDS,
    CONFIGURABLE,
    NAMES,
    Settings,
    allowed,
    is_whole,
    written,
)
from support.guide import GUIDE


def test_each_setting_has_its_row_in_order() -> None:
    page = (GUIDE / "configuration.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    assert rows == [row(name) for name in NAMES]


def row(name: str) -> str:
    default = written(getattr(Settings(), name)).strip('"')
    if name in CHOICES:
        may_be = " or ".join(f"`{value}`" for value in allowed(name).split(" or "))
        return f"| `{name}` | {ADJUSTABLE[name].says} | `{default}` | {may_be} |"
    if name in COMMANDS:
        return f"| `{name}` | {ADJUSTABLE[name].says} | `{default}` | `{allowed(name)}` |"
    bounds, unit = CONFIGURABLE[name], "" if is_whole(name) else " s"
    wide = f"{bounds.low:g}\u2013{bounds.high:g}{unit}"
    return f"| `{name}` | {ADJUSTABLE[name].says} | {default}{unit} | {wide} |"
