#!/bin/sh
# Measures sayso beside other programs that ask, all in one run on one virtual screen, and prints
# a table of it in Markdown. Nothing here fails because of a time.
#
#     sh packaging/bench.sh [--turns 20] [--out FILE] [--pictures DIRECTORY] [NAME…]
#     sh packaging/bench.sh --against COMMIT --turns 30   this tree beside that commit, by turns
#
# Names: judge, painting, agents, wayland, answering, carrying, idling, remembering, flooding,
# crowding, keeping, log; all of these without one (some 20 minutes). And wine, which installs Wine.
# System packages, the other programs among them, come through apt; the rest goes into .venv in this
# clone. The memory of sayso's processes is for root alone to see: as anybody else, that figure is
# left out. Nothing else should run meanwhile: where other programs took the processor, the table
# says so in place of the figures.
# The exit status is 0 when everything could be measured, 2 when a package is missing.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/lib.sh"

install_packages python3-venv python3-gi gir1.2-gtk-3.0 libxss1 xvfb openbox xdotool dbus \
    at-spi2-core gir1.2-atspi-2.0 trayer gir1.2-ayatanaappindicator3-0.1 \
    zenity yad kdialog x11-utils ssh-askpass ssh-askpass-gnome \
    pinentry-gtk2 pinentry-gnome3 pinentry-qt sway gir1.2-gtklayershell-0.1 qtwayland5
on_wine=
case " $* " in *' wine '*) on_wine=yes ;; esac
[ -z "$on_wine" ] || install_packages wine wine64
leave_root "$@"
make_venv '[test]'
[ -z "$on_wine" ] || "$venv/bin/python" "$root/packaging/wine.py" --set-up
exec "$venv/bin/python" "$root/tests/bench/run.py" "$@"
