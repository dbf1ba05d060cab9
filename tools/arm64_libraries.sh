#!/bin/sh
# arm64_libraries.sh FOLDER
#
# For 64-bit Arm, downloads the libraries of the group "arm64" in tools/packages.txt and their dependencies. Unpacks the
# libraries in FOLDER for the cross compiler and the emulator (make neon). Uses the system's package sources, installs
# nothing, does not change the system's list of architectures, and needs no root rights. Does nothing if FOLDER already
# has the libraries.
set -eu
root=$1
tools=$(dirname "$0")
list=$root/packages
wanted=$(sh "$tools/install_packages.sh" --list arm64)
if [ -f "$list" ] && [ "$(cat "$list")" = "$wanted" ]; then exit 0; fi

command -v apt-get >/dev/null 2>&1 || {
    echo "arm64_libraries: this is not a Debian or Ubuntu system. Unpack these for 64-bit Arm in $root" >&2
    echo "and list their names in $list:" >&2
    echo "$wanted" | sed 's/^/    /' >&2
    exit 1
}
mkdir -p "$root"
state=$(mktemp -d) # state of apt for this architecture only, with nothing installed
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
# The C library is skipped. The cross compiler has its own C library, and the downloaded one would take precedence.
for package in "$state"/archives/*.deb; do
    case ${package##*/} in libc6-dev_*) continue ;; esac
    dpkg-deb -x "$package" "$root"
done
echo "$wanted" >"$list"
