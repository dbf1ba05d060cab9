#!/bin/sh
# install_packages.sh [GROUP]
# install_packages.sh --list GROUP
#
# Installs missing packages of tools/packages.txt: the packages before the first group, and the packages of GROUP. A
# package with a command after its name is not installed if that command exists. Uses apt-get (with sudo if the user is
# not root). Returns quickly if nothing is missing. --list prints the names of GROUP and installs nothing.
set -eu
list=$(dirname "$0")/packages.txt

group() { # NAME: prints the packages of a group; "": those before the first group
    awk -v wanted="$1" '/^#/ { next } /:$/ { group = $0; sub(/:$/, "", group); next }
        group == wanted && ($2 == "" || system("command -v " $2 " >/dev/null 2>&1") != 0) { print $1 }' "$list"
}

if [ "${1:-}" = --list ]; then
    group "$2"
    exit
fi

wanted() {
    group ""
    [ -z "${1:-}" ] || group "$1"
}
if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "This is not a Debian or Ubuntu system, so nothing was installed. Install these" >&2
    echo "(Debian package names; other systems have similar ones), then run make again:" >&2
    wanted "$@" | sed 's/^/    /' >&2
    command -v pkg-config >/dev/null 2>&1 && pkg-config --exists libfyaml jansson libxxhash gmp sqlite3 libprotobuf-c liblzma sentencepiece && exit 0
    exit 1
fi

missing=
for package in $(wanted "$@"); do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "Missing packages:$missing" >&2
        echo "Run as root: apt-get install$missing" >&2
        exit 1
    fi
    as_root=sudo
fi
echo "Installing:$missing"
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086
$as_root apt-get install -y --no-install-recommends $missing >/dev/null 2>&1 || {
    $as_root apt-get update >/dev/null
    # shellcheck disable=SC2086
    $as_root apt-get install -y --no-install-recommends $missing >/dev/null
}
