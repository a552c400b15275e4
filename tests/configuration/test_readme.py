"""The README's table of settings is that of the model."""

from pathlib import Path

from sayso.core.settings import (
    ADJUSTABLE,
    CHOICES,
    CONFIGURABLE,
    NAMES,
    Settings,
    allowed,
    is_whole,
    written,
)

README = Path(__file__).parents[2] / "README.md"


def test_each_setting_has_its_row_in_order() -> None:
    _, _, section = README.read_text(encoding="utf-8").partition("\n## Configuration\n")
    rows = [line for line in section.partition("\n## ")[0].splitlines() if line.startswith("| `")]
    assert rows == [row(name) for name in NAMES]


def row(name: str) -> str:
    default = written(getattr(Settings(), name)).strip('"')
    if name in CHOICES:
        may_be = " or ".join(f"`{value}`" for value in allowed(name).split(" or "))
        return f"| `{name}` | {ADJUSTABLE[name].says} | `{default}` | {may_be} |"
    bounds, unit = CONFIGURABLE[name], "" if is_whole(name) else " s"
    wide = f"{bounds.low:g}\u2013{bounds.high:g}{unit}"
    return f"| `{name}` | {ADJUSTABLE[name].says} | {default}{unit} | {wide} |"
