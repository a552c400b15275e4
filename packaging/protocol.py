"""Writes the schema of all messages, and its tables, from the code that reads and writes messages.

python packaging/protocol.py            writes them beside sayso.wire, for `sayso schema`
python packaging/protocol.py --check    exits with 1 when they are not what would be written
"""

import json
import sys
from pathlib import Path

import protocol_schema
import protocol_tables

PLACE = Path(__file__).parents[1] / "src" / "sayso" / "wire"


def main(args: list[str], place: Path = PLACE) -> int:
    wanted = {
        place / "schema.json": json.dumps(protocol_schema.document(), indent=2) + "\n",
        place / "schema.md": protocol_tables.markdown() + "\n",
    }
    if args == ["--check"]:
        current = all(path.read_text(encoding="utf-8") == text for path, text in wanted.items())
        if not current:
            print("The schema is not current. Run: python packaging/protocol.py")
        return int(not current)
    for path, text in wanted.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
