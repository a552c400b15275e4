#!/bin/sh
# Fetches the tests of GnuPG's own, of the version that is installed, and builds what runs them.
#
#     sh packaging/gnupg_tests.sh    # into .cache/gnupg
#
# The source comes by apt, from where this machine has its packages; neither its lists nor anything
# else of the system's changes. Of GnuPG nothing is built but gpgscm, which reads the tests: the gpg
# that they try is the installed one. packaging/test.sh installs what it takes.
# The exit status is 0 when they are there.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/lib.sh"
place=$root/.cache/gnupg
version=$(dpkg-query --show --showformat '${source:Version}' gpg)

[ "$(cat "$place/version" 2>/dev/null)" != "$version" ] || exit 0
say "Building what runs GnuPG's own tests into $place"
rm -rf "$place"
mkdir -p "$place/sources" "$place/lists/partial"
log=$place/log

# apt's own sources, of source packages
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -f "$file" ] || sed -n 's/^deb /deb-src /p' "$file" >"$place/sources/$(basename "$file")"
done
for file in /etc/apt/sources.list.d/*.sources; do
    [ ! -f "$file" ] ||
        sed 's/^Types:.*/Types: deb-src/' "$file" >"$place/sources/$(basename "$file")"
done

apt_source() {
    apt-get -o Dir::Etc::SourceList="$place/sources/sources.list" \
        -o Dir::Etc::SourceParts="$place/sources" -o Dir::State::Lists="$place/lists" \
        -o Dir::Cache="$place" -o APT::Sandbox::User="$(id -un)" "$@" </dev/null >>"$log" 2>&1
}

build() {
    cd "$place"
    apt_source update || : # one of them need not be one that we use
    apt_source source --download-only "gnupg2=$version"
    mkdir source
    tar -C source --strip-components 1 -xf gnupg2_*.orig.tar.bz2
    cd source
    ./configure --disable-scdaemon --disable-dirmngr --disable-gpgsm --disable-ldap \
        --disable-gnutls --disable-ntbtls --disable-doc --disable-nls --disable-sqlite
    make -C common libcommon.a libcommonpth.a
    make -C tests/gpgscm gpgscm
} >>"$log" 2>&1

(build) || { tail -n 20 "$log" >&2 && exit 1; }
printf '%s\n' "$version" >"$place/version"
