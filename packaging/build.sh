#!/bin/sh
# Makes what people install sayso from, of the last commit: source distribution and wheel.
#
#     sh packaging/build.sh            into dist, which must not be there
#     sh packaging/build.sh OUTPUT     into this directory
#
# The same commit makes the same bytes. What is needed comes through apt and pip, as for the tests.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/lib.sh"
output=${1:-$root/dist}

install_packages python3-venv python3-gi git
leave_root "$@"
make_venv '[test]'
exec "$venv/bin/python" "$root/packaging/packages.py" "$output"
