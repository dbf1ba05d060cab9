#!/bin/sh
# run.sh TOOLS WHEELS OTHERS
#
# Tests the wheel and the source archive that `make wheel` has written to WHEELS, with the Python environment TOOLS.
# Tests their sizes, messages about missing build requirements, and a build from only the source archive. If run as
# root, an ordinary user also installs the wheel, without a network, in a root file system with only Python and the C++
# library of Debian 12. OTHERS holds wheels of NumPy and matplotlib; the root file system is kept beside them.
# DEBIAN_SOURCES: an archive of packages (http://deb.debian.org/debian).
set -eu
cd "$(dirname "$0")/../.."
tools=$PWD/$1/bin wheels=$PWD/$2 others=$PWD/$3
version=$(basename "$wheels"/lengthen-*.tar.gz .tar.gz | sed 's/lengthen-//')
wheel=$wheels/lengthen-$version-py3-none-manylinux_2_36_x86_64.whl
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

fail() {
    echo "FAILED  wheel: $*"
    [ ! -e "$scratch/words" ] || tail -n 40 "$scratch/words"
    exit 1
}

# ---- size, and system requirements ----

packed=$(stat -c %s "$wheel")
installed=$("$tools/python" -m zipfile -l "$wheel" | awk 'NR > 1 { sum += $NF } END { print sum }')
[ "$packed" -le 8000000 ] && [ "$installed" -le 15000000 ] || fail "$packed bytes packed and $installed installed"
PATH="$tools:$PATH" "$tools/auditwheel" show "$wheel" >"$scratch/words" || fail "auditwheel show"
tr '\n' ' ' <"$scratch/words" | grep -qE 'following platform tag: "manylinux_2_([12][0-9]|3[0-6])_x86_64"' ||
    fail "the wheel's tag is not manylinux_2_36"
"$tools/python" -m zipfile -l "$wheel" | awk '/lengthen.libs\//' >"$scratch/words"
if grep -E 'gnutls|stdc' "$scratch/words"; then fail "the wheel contains gnutls or a C++ library"; fi
echo "ok      wheel: $packed bytes, $installed installed, $(wc -l <"$scratch/words") libraries of others"

# ---- messages about missing requirements ----

lacks() { # NAME=VALUE: the message of a build in this environment
    env "$@" PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tools "$tools/python" -c 'import hatch_build; hatch_build.check()' \
        2>"$scratch/words" && fail "no message about missing requirements with $*"
    grep 'apt-get install' "$scratch/words"
}
all="make pkg-config gcc g++ protobuf-c-compiler libxxhash-dev libfyaml-dev libjansson-dev libgmp-dev libsqlite3-dev \
libprotobuf-c-dev liblzma-dev libsentencepiece-dev libmicrohttpd-dev librandom123-dev libunistring-dev"
[ "$(lacks PATH=/nowhere)" = "    sudo apt-get install $all" ] || fail "without programs"
[ "$(lacks PKG_CONFIG_LIBDIR=/nowhere PKG_CONFIG_PATH=)" = "    sudo apt-get install $(echo "$all" |
    sed 's/.*compiler //; s/ librandom.*//')" ] || fail "without libraries"
for package in $all; do
    grep -qx "$package" tools/packages.txt || fail "tools/packages.txt has no $package"
done

# ---- the source archive ----

# The archive has all files. It is built without protoc-c and npm, with the objects of this tree, which are newer than
# the files of the archive.

tar xf "$wheels/lengthen-$version.tar.gz" -C "$scratch"
sources=$scratch/lengthen-$version
git ls-files Makefile LICENSE README.md pyproject.toml include presets python/lengthen src tools web/static.html |
    while read -r file; do
        cmp "$file" "$sources/$file" || echo "$file"
    done >"$scratch/words" 2>&1
[ ! -s "$scratch/words" ] || fail "the source archive lacks files or has extra ones"
mkdir -p "$sources/build/release" "$scratch/bin"
cp -R build/release/src build/release/prefix "$sources/build/release"
(cd "$sources/build/release/src" && rm run/event.pb-c.* report/page/page_template.o)
find "$sources/build" -type f -exec touch {} +
for name in protoc-c npm node; do
    printf '#!/bin/sh\necho "%s was started" >&2\nexit 1\n' $name >"$scratch/bin/$name"
done
chmod +x "$scratch"/bin/*
(cd "$sources" && PATH="$scratch/bin:$tools:$PATH" python -m build --no-isolation --wheel --outdir "$scratch") \
    >"$scratch/words" 2>&1 || fail "building from the source archive"
if grep -E ' was started|No such file' "$scratch/words"; then fail "the source archive"; fi
# Kernel sets and files of the program are unchanged, so they must not be compiled again.
if grep -E 'CC .*(simd_|cli/)' "$scratch/words"; then fail "unchanged files are compiled again"; fi
"$tools/python" -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --no-deps --no-index "$scratch"/lengthen-*.whl >"$scratch/words" 2>&1 ||
    fail "pip install"
(cd "$scratch" && venv/bin/lengthen show quick) >"$scratch/words" 2>&1 || fail "the program of the source archive"
cmp -s "$sources/generated/page.html" build/web/page.html || fail "the page of the source archive"
echo "ok      wheel: from the source archive"

# ---- an installation in its own root ----

if [ "$(id -u)" != 0 ]; then
    echo "SKIPPED wheel: an installation in a separate root file system needs root rights"
    exit
fi
root=$scratch/root
mkdir "$root"
if [ ! -e "$others/root.tar" ]; then
    mmdebstrap --quiet --variant=extract --include=python3,python3-venv,libstdc++6,dash,coreutils \
        --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr bookworm "$scratch/root.tar" \
        "${DEBIAN_SOURCES:-http://deb.debian.org/debian}" >"$scratch/words" 2>&1 || fail "mmdebstrap"
    mv "$scratch/root.tar" "$others/"
fi
tar xf "$others/root.tar" -C "$root"
mkdir -p "$root/proc" "$root/dev" "$root/tmp" "$root/wheels" "$root/home/somebody"
cp "$wheel" "$others"/*.whl test/wheel/installed.* "$root/wheels"
chmod 711 "$scratch"
chmod -R a+rX "$root/wheels"
chmod 1777 "$root/tmp"
chown 1000:1000 "$root/home/somebody"
# shellcheck disable=SC2016 # for the inner shell
unshare --mount --net --pid --fork sh -c 'mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" &&
    cd "$1/home/somebody" && exec chroot --userspec=1000:1000 "$1" \
        /usr/bin/env -i PATH=/usr/bin:/bin HOME=/home/somebody sh /wheels/installed.sh' sh "$root" >"$scratch/words" 2>&1 ||
    fail "the installation by a user with only Python"
cat "$scratch/words"
