"""The README's table of settings is that of the model."""

from pathlib import Path

from sayso.configuration.model import describe, plain_number
from sayso.core.settings import CONFIGURABLE, Settings, is_whole

README = Path(__file__).parents[2] / "README.md"


def test_each_setting_has_its_row_in_order() -> None:
    _, _, section = README.read_text(encoding="utf-8").partition("\n## Configuration\n")
    rows = [line for line in section.partition("\n## ")[0].splitlines() if line.startswith("| `")]
    assert rows == [row(name) for name in CONFIGURABLE]


def row(name: str) -> str:
    bounds, unit = CONFIGURABLE[name], "" if is_whole(name) else " s"
    default = plain_number(name, getattr(Settings(), name))
    wide = f"{bounds.low:g}\u2013{bounds.high:g}{unit}"
    return f"| `{name}` | {describe(name)} | {default}{unit} | {wide} |"
