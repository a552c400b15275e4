"""Makes what people install sayso from: see build.sh, which has made ready what this needs."""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import distribution

ROOT = Path(__file__).parents[1]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Makes what people install sayso from.")
    parser.add_argument("output", type=Path, help="a directory that is not there, or is empty")
    output = parser.parse_args(arguments).output
    output.mkdir(parents=True, exist_ok=True)
    if any(output.iterdir()):
        parser.error(f"{output} is not empty")
    with tempfile.TemporaryDirectory() as place:
        source = Path(place, "source")
        distribution.export(ROOT, source)
        for made in make(source, output, distribution.last_commit(ROOT)):
            print(f"{made.stat().st_size / 1e6:6.1f} MB  {made.name}", flush=True)
    return 0


def make(source: Path, output: Path, time: int) -> Iterator[Path]:
    """One after another."""
    yield from distribution.build(source, output, time)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
