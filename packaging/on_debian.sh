#!/bin/sh
# Makes a bare Debian and runs every check there, or the command named. Needs root.
#
#     sh packaging/on_debian.sh trixie
#     sh packaging/on_debian.sh bookworm sh packaging/demo.sh
#     sh packaging/on_debian.sh --keep trixie    # keeps the bare system in .cache for the next time
#
# What runs there is a clone of the last commit, and finds nothing installed for it. The system
# is in memory, 4 GB with all that the checks install, and in namespaces of its own: mounts and
# processes end with it, however it ends. From this machine it has the sources of apt, and what
# pip and npm need for the network: variables, system-wide configuration, certificates.
# The exit status is the command's, or 2 when there is no such system to be had.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/lib.sh"

usage="Usage: sh packaging/on_debian.sh [--keep] SUITE [COMMAND …]"

# What tells programs how to reach the network.
network='PIP_[A-Z_]*\|npm_config_[a-z_]*\|[a-z]*_proxy\|[A-Z]*_PROXY\|NODE_EXTRA_CA_CERTS'
network=$network'\|SSL_CERT_FILE\|SSL_CERT_DIR\|REQUESTS_CA_BUNDLE\|CURL_CA_BUNDLE'

main() {
    keep=
    case "${1-}" in
    --inside) shift && inside "$@" ;;
    --keep) keep=$root/.cache && shift ;;
    esac
    case "${1-}" in
    -h | --help) say "$usage" && exit 0 ;;
    "" | -*) say "$usage" >&2 && exit 2 ;;
    esac
    [ "$(id -u)" = 0 ] || { say "Only root can make a system." >&2 && exit 2; }
    install_packages debootstrap git
    apart "$keep" "$@"
}

# Goes on in namespaces of its own, as their first process: what is killed with it is all there is.
apart() {
    place=$(mktemp -d)
    trap 'rmdir "$place"' EXIT
    exec 3<&0 # a shell gives what it starts in the background nothing to read, and no Ctrl-C
    env --default-signal=INT,QUIT unshare --mount --mount-proc --pid --fork --kill-child \
        sh "$0" --inside "$place" "$@" <&3 3<&- &
    running=$!
    trap 'kill -s KILL "$running"; exit 130' HUP INT TERM
    status=0
    wait "$running" || status=$?
    exit "$status"
}

inside() {
    new=$1 keep=$2 suite=$3
    shift 3
    [ $# -gt 0 ] || set -- sh packaging/test.sh
    mount -t tmpfs -o size=80%,mode=755 tmpfs "$new"
    find_sources
    begun=$(date +%s)
    make_system
    say "A bare Debian, $suite, after $(($(date +%s) - begun)) s"
    write_sources
    bring /etc/hosts /etc/resolv.conf /etc/pip.conf /etc/npmrc /etc/ssl/certs/ca-certificates.crt
    certificates=/usr/local/share/ca-certificates
    [ ! -d $certificates ] || cp -R $certificates "$new/usr/local/share/"
    git clone --quiet --depth 1 "file://$root" "$new/root/sayso"

    set -- npm_config_globalconfig=/etc/npmrc "$@"
    for name in $(env | sed -n "s/^\($network\)=.*/\1/p"); do
        value=
        eval "value=\$$name"
        bring "$value"
        set -- "$name=$value" "$@"
    done
    enter
    status=0
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
        LANG=C.UTF-8 CI=true "$@" || status=$?
    exit "$status"
}

# Where this machine has Debian from: "$mirror", "$security" (may be empty), and how it is trusted.
find_sources() {
    # shellcheck source=/dev/null
    release=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME-}")
    mirror=$(source_of "^($release|stable)\$")
    security=$(source_of "^($release|stable)-security\$")
    [ -n "$mirror" ] || { say "No source of apt here has Debian $release." >&2 && exit 2; }
    trusted=
    ! is_trusted "${mirror%/}" || trusted=yes
}

# The address of the first source whose release matches. The format is apt's own.
# shellcheck disable=SC2016
source_of() {
    apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
        awk -v release="$1" '$1 ~ release && $2 == "main" { print $3; exit }'
}

# Its source says that nobody needs to have signed it, on its line or in its paragraph.
is_trusted() {
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
        grep -F "$1" | grep -q '^deb *\[[^]]*trusted=yes' && return
    find /etc/apt/sources.list.d -name '*.sources' -exec cat {} + |
        awk -v RS= -v mirror="$1" '
            index($0, mirror) && tolower($0) ~ /(^|\n)trusted: *yes/ { found = 1 }
            END { exit !found }'
}

make_system() {
    bare=$keep/debian-$suite.tar
    if [ -n "$keep" ] && [ -e "$bare" ]; then
        tar -C "$new" -xf "$bare"
        return
    fi
    bootstrap >"$new/.debootstrap" 2>&1 || { tail -n 20 "$new/.debootstrap" >&2 && exit 2; }
    rm -f "$new/.debootstrap" "$new"/var/cache/apt/archives/*.deb
    if [ -n "$keep" ]; then
        mkdir -p "$keep"
        tar -C "$new" -cf "$bare.new" .
        mv "$bare.new" "$bare"
    fi
}

# In a shell of its own, as the proxies of apt are not for all that follows.
bootstrap() (
    eval "$(apt-config shell http_proxy Acquire::http::Proxy https_proxy Acquire::https::Proxy)"
    [ -z "${http_proxy-}" ] || export http_proxy
    [ -z "${https_proxy-}" ] || export https_proxy
    debootstrap --variant=minbase ${trusted:+--no-check-gpg} "$suite" "$new" "$mirror"
)

write_sources() {
    trust=${trusted:+[trusted=yes] }
    {
        printf 'deb %s%s %s main\n' "$trust" "$mirror" "$suite" "$trust" "$mirror" "$suite-updates"
        [ -z "$security" ] || printf 'deb %s%s %s main\n' "$trust" "$security" "$suite-security"
    } >"$new/etc/apt/sources.list"
    apt-config dump Acquire >"$new/etc/apt/apt.conf.d/90as-outside"
}

# Copies files of this machine to the same place there.
bring() {
    for file in "$@"; do
        [ ! -f "$file" ] || install -D -m 644 "$file" "$new$file"
    done
}

# Makes the new system the root; what was mounted before is out of sight.
enter() {
    cd "$new"
    mount -t proc proc proc
    mount --rbind /sys sys
    mount -t devpts -o newinstance,mode=620,ptmxmode=666,gid=5 devpts dev/pts
    ln -sf pts/ptmx dev/ptmx
    chmod 1777 dev/shm
    pivot_root . .
    umount -l .
    cd /root/sayso
}

main "$@"
