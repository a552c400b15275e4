#!/bin/sh
# Tries questions in a session of GNOME, which is shown nowhere. Needs root, and what
# `packaging/test.sh` installs; installs GNOME Shell.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/lib.sh"

install_packages gnome-shell
sh "$root/packaging/unprivileged.sh" --compositor gnome tests/dialog/test_gnome.py
