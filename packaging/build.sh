#!/bin/sh
# Makes what people install sayso from, of the last commit: source distribution, wheel, a package
# for each release of Debian, the installer for Windows, and, if told to, the application for macOS.
#
#     sh packaging/build.sh [OUTPUT]     into this directory, or dist; it must be empty
#     sh packaging/build.sh --mac-python PATH [OUTPUT]
#                                        with sayso.app, for a Mac where this Python has sayso
#
# Beside each of these lies its bill of materials, by CycloneDX: what comes with it, with hashes.
# The same commit makes the same bytes with the same tools. What is needed comes through apt and pip, as for the tests.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/lib.sh"

install_packages python3-venv python3-gi git nsis librsvg2-bin
leave_root "$@"
make_venv '[test]'
exec "$venv/bin/python" "$root/packaging/packages.py" "$@"
