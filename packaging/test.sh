#!/bin/sh
# Installs what the tests need and runs every check. The last line is pytest's summary.
#
#     sh packaging/test.sh
#
# System packages come through apt; the rest goes into .venv in this clone. As root, the tests of
# real processes run a second time as a user "sayso-test", made for it and removed afterwards.
# The exit status is 0 when all is right, 1 when a check fails, 2 when a package is missing.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/lib.sh"

install_packages python3-venv python3-gi gir1.2-gtk-3.0 libxss1 \
    xvfb tigervnc-standalone-server openbox xdotool x11-utils strace dbus at-spi2-core gir1.2-atspi-2.0 make
leave_root "$@"
make_venv '[test]'

cd "$root"
status=0

check() {
    say "== $*"
    "$venv/bin/$@" || status=1
}

check ruff check
check ruff format --check
check mypy
# the tests are of the system that they run on; what we ship is checked for all
check mypy --platform win32 src
check mypy --platform darwin src
check lint-imports
if [ "$(id -u)" = 0 ]; then
    say "== the tests of real processes, as an unprivileged user"
    sh packaging/unprivileged.sh tests/e2e tests/dialog tests/support || status=1
fi
# the whole list takes some 20 minutes: python tests/defences/run.py
check python tests/defences/run.py --sample 14
check python -m pytest --cov --cov-report=term
[ $status = 0 ] || say "Not all checks passed: see above."
exit $status
