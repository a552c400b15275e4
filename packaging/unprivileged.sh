#!/bin/sh
# Runs the tests named as a user without privileges, because root hides failures. Needs root.
#
#     sh packaging/unprivileged.sh tests/e2e
#     sh packaging/unprivileged.sh --robot --wayland   the demo's robot; what it leaves is in .demo
#     sh packaging/unprivileged.sh --wine -m pytest tests/core   by packaging/wine.py
#     sh packaging/unprivileged.sh --machines tests/machines   beside those of other_machines.py
#
# The clone may lie where others can't look, so it runs in a copy. User and copy go afterwards.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
user=sayso-test
copy=$(mktemp -d /tmp/sayso-test.XXXXXX)

clean() {
    [ ! -d "$copy/robot" ] || cp "$copy/robot"/* "$root/.demo/" || :
    rm -rf "$copy"
    userdel "$user"
}

# What stands in for another system; Wine's own directory is of one user.
copy_cache() {
    tar -C "$root" --exclude=.cache/wine/prefix -cf - ".cache/$1" | tar -C "$copy" -xf -
}

trap clean EXIT
trap 'exit 130' INT TERM

id -u "$user" >/dev/null 2>&1 ||
    useradd --system --home-dir "$copy" --no-create-home --shell /usr/sbin/nologin "$user"
tar -C "$root" --exclude=./.git --exclude=./.cache --exclude=./.machines -cf - . | tar -C "$copy" -xf -
# an environment knows its place in the scripts and in the link to src
grep -rlIF "$root" "$copy/.venv/bin" "$copy"/.venv/lib/python*/site-packages/*.pth |
    xargs sed -i "s|$root|$copy|g"
case "$*" in *wine*) copy_cache wine ;; esac
case "$*" in *gnustep*) copy_cache macos_double ;; esac
case "$*" in *tests/agents*) copy_cache agents ;; esac
chown -R "$user:" "$copy"
cd "$copy"
beside=
case ${1-} in
--robot)
    shift
    mkdir -p "$root/.demo"
    set -- packaging/robot.py "$copy/robot" "$@"
    ;;
--wine)
    shift
    set -- packaging/wine.py "$@"
    ;;
--machines)
    shift
    beside=$root/packaging/other_machines.py
    chmod 711 "$copy" # sayso is the same there
    set -- -m pytest --basetemp "$copy/t" "$@"
    ;;
*) set -- -m pytest --basetemp "$copy/t" "$@" ;;
esac
set -- runuser -u "$user" -- env -i PATH=/usr/local/bin:/usr/bin:/bin HOME="$copy" LANG=C.UTF-8 \
    "$copy/.venv/bin/python" -u "$@"
[ -z "$beside" ] || set -- "$copy/.venv/bin/python" "$beside" "$user" "$copy/.machines" "$@"
"$@"
