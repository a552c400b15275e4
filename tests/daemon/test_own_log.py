"""What the daemon writes about itself, in a file that its own lines do not fill."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

LINES = 200
PROGRAM = """
import logging, subprocess, sys
from pathlib import Path
from sayso.daemon import own_log
logging.basicConfig(format="%(message)s", level=logging.INFO)
own_log.LARGEST = 1000
own_log.begin(Path(sys.argv[1]))
for number in range(int(sys.argv[2])):
    logging.info("line %d", number)
subprocess.run([sys.executable, "-c", "import sys; sys.stderr.write('a child\\\\n')"], check=True)
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    place = tmp_path / "log"
    subprocess.run([sys.executable, "-c", PROGRAM, str(place), str(LINES)], check=True)
    return place


def test_it_begins_anew_and_the_lines_before_stay_in_a_second_file(place: Path) -> None:
    now, before = place / "daemon.log", place / "daemon.log.1"
    *lines, last = (before.read_text() + now.read_text()).splitlines()
    assert last == "a child"
    assert lines == [f"line {number}" for number in range(LINES - len(lines), LINES)]
    assert all(each.stat().st_size < 1020 for each in (now, before))


def test_nobody_else_reads_either(place: Path) -> None:
    if sys.platform != "win32":
        assert {stat.S_IMODE(each.stat().st_mode) for each in place.iterdir()} == {0o600}
