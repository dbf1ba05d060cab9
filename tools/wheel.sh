#!/bin/sh
# wheel.sh TOOLS OUT: builds the source archive and the wheel in OUT with the Python environment TOOLS. auditwheel
# copies libraries that some Linux systems lack into the wheel, with their licences. The tag of the wheel names the
# oldest supported glibc. PKG_CONFIG_PATH: a folder with libraries that replace those of the system.
set -eu
cd "$(dirname "$0")/.."
tools=$PWD/$1/bin out=$2
export PATH="$tools:$PATH" SOURCE_DATE_EPOCH=1580601600 # time stamp of all files, the same as Hatchling's
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

quietly() { # COMMAND...: prints the output only if the command fails
    "$@" >"$scratch/words" 2>&1 || { cat "$scratch/words" >&2; exit 1; }
}

rm -rf build/release/package # may have been linked with other libraries
quietly python -m build --no-isolation --sdist --outdir "$scratch" .
quietly python -m build --no-isolation --wheel --outdir "$scratch/plain" .
quietly auditwheel repair --plat manylinux_2_36_x86_64 --only-plat \
    --wheel-dir "$scratch/whole" "$scratch"/plain/*.whl

# ---- licences of the libraries that auditwheel copied (their names have a digest) and of static libraries ----

quietly wheel unpack --dest "$scratch/tree" "$scratch"/whole/*.whl
licences=$(echo "$scratch"/tree/*/*.dist-info/licenses)
packages="libmicrohttpd-dev librandom123-dev"
for library in "$scratch"/tree/*/lengthen.libs/*; do
    name=$(basename "$library" | sed 's/-[0-9a-f]\{8\}\.so/.so/')
    package=$(dpkg-query --search "*/$name" | sed -n '1s/:.*//p')
    [ -n "$package" ] || { echo "wheel.sh: no package contains $name, so its licence is unknown" >&2; exit 1; }
    packages="$packages $package"
done
for package in $packages; do
    cp "/usr/share/doc/$package/copyright" "$licences/$package"
done
mkdir -p "$out"
rm -f "$out"/*.whl "$out"/*.tar.gz
quietly wheel pack --dest-dir "$out" "$scratch"/tree/*
mv "$scratch"/*.tar.gz "$out"
ls -l "$out" | awk 'NR > 1 { printf "  %.1f MB  %s\n", $5 / 1e6, $NF }'
