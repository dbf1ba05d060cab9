#!/bin/sh
# arm64_libraries.sh FOLDER
#
# Fetches the libraries of tools/packages.txt's group "arm64" and what they need, for 64-bit Arm, and unpacks them in
# FOLDER: cross-compiled programs are linked with them and find them there in the emulator (make neon). They come from
# the system's own package sources; nothing is installed, the system's list of architectures does not change, and root
# rights are not needed. Does nothing when FOLDER has them.
set -eu
root=$1
tools=$(dirname "$0")
list=$root/packages
wanted=$(sh "$tools/install_packages.sh" --list arm64)
if [ -f "$list" ] && [ "$(cat "$list")" = "$wanted" ]; then exit 0; fi

command -v apt-get >/dev/null 2>&1 || {
    echo "arm64_libraries: this is no Debian or Ubuntu system. Please unpack these for 64-bit Arm in $root," >&2
    echo "and write their names into $list:" >&2
    echo "$wanted" | sed 's/^/    /' >&2
    exit 1
}
mkdir -p "$root"
state=$(mktemp -d) # of a package manager for this architecture only, with nothing installed
trap 'rm -rf "$state"' EXIT
trap 'exit 130' INT TERM
mkdir -p "$state/lists/partial" "$state/archives/partial"
: >"$state/status"
cat >"$state/settings" <<EOF
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Sandbox::User "";
Dir::State "$state";
Dir::State::status "$state/status";
Dir::Cache "$state";
Debug::NoLocking "true";
EOF
export APT_CONFIG="$state/settings"
echo "Fetching for 64-bit Arm:" $wanted
# shellcheck disable=SC2086
{ apt-get update && apt-get install -y --download-only --no-install-recommends $wanted; } >"$state/log" 2>&1 || {
    cat "$state/log" >&2
    exit 1
}
# The cross compiler has a C library of its own to link with; another would come before it.
for package in "$state"/archives/*.deb; do
    case ${package##*/} in libc6-dev_*) continue ;; esac
    dpkg-deb -x "$package" "$root"
done
echo "$wanted" >"$list"
