#!/bin/sh
# static_libraries.sh FOLDER NAME...
#
# Builds static libraries in FOLDER from the Debian source packages NAME... with the compiler CC. `make musl` builds all
# libraries of the program and its tests except SentencePiece, since musl-gcc does not compile C++. `make wheel` builds
# libmicrohttpd without unused features. Installs nothing in the system and does not change its package sources. Builds
# each library once.
# DEBIAN_SOURCES: an archive of packages (http://deb.debian.org/debian). DEBIAN_SUITE: a suite of it (bookworm).
set -eu
export CC="${CC:-gcc}" CFLAGS=-O2

# static_libraries.sh --build NAME FOLDER SOURCES: builds a library in the current folder and installs it in FOLDER.
if [ "$1" = --build ]; then
    name=$2 root=$3 sources=$4 jobs=$(nproc)
    export PKG_CONFIG_LIBDIR="$root/lib/pkgconfig" # hides the system's libraries
    set --
    case $name in
    cmocka | jansson)
        cmake "$sources" -DCMAKE_INSTALL_PREFIX="$root" -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF \
            -DWITH_STATIC_LIB=ON -DWITH_EXAMPLES=OFF -DJANSSON_BUILD_DOCS=OFF -DJANSSON_WITHOUT_TESTS=ON \
            -DJANSSON_EXAMPLES=OFF
        make -j"$jobs" install
        [ "$name" != cmocka ] || cp "$(find . -name 'libcmocka*.a' | head -n 1)" "$root/lib/libcmocka.a"
        exit
        ;;
    xxhash)
        make -C "$sources" CC="$CC" prefix="$root" libxxhash.a libxxhash.pc # `install` would build a shared one too
        cp "$sources"/xxhash.h "$root/include/"
        cp "$sources/libxxhash.a" "$root/lib/"
        cp "$sources/libxxhash.pc" "$root/lib/pkgconfig/"
        exit
        ;;
    gmp) # Debian's sources lack the manual, which the build needs
        mkdir -p "$sources/doc"
        echo 'all install check clean:' >"$sources/doc/Makefile.in"
        ;;
    protobuf-c) set -- --disable-protoc ;;
    libmicrohttpd) set -- --disable-https --disable-doc --disable-examples --disable-curl ;;
    sqlite3) set -- --disable-tcl --disable-readline ;;
    xz-utils) set -- --disable-xz --disable-xzdec --disable-lzmadec --disable-lzmainfo --disable-scripts --disable-doc --disable-nls ;;
    esac
    "$sources/configure" --prefix="$root" --disable-shared --enable-static "$@"
    make -j"$jobs" install
    exit
fi

mkdir -p "$1/log" "$1/done" "$1/include"
root=$(cd "$1" && pwd)
shift
ln -sfn /usr/include/Random123 "$root/include/Random123" # headers only
for name; do
    [ -e "$root/done/$name" ] || missing="${missing:-} $name"
done
[ -n "${missing:-}" ] || exit 0

# The state of apt is in a separate folder.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
mkdir -p "$scratch/lists/partial" "$scratch/parts" "$scratch/sources"
cat >"$scratch/parts/archive.sources" <<EOT
Types: deb-src
URIs: ${DEBIAN_SOURCES:-http://deb.debian.org/debian}
Suites: ${DEBIAN_SUITE:-bookworm}
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
EOT
cat >"$scratch/settings" <<EOT
APT::Sandbox::User "";
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$scratch/parts";
Dir::State::lists "$scratch/lists";
Dir::Cache "$scratch";
Debug::NoLocking "true";
EOT
echo "Fetching sources:$missing"
# shellcheck disable=SC2086
(cd "$scratch/sources" && export APT_CONFIG="$scratch/settings" && apt-get update && apt-get source --download-only $missing) \
    >"$root/log/fetch" 2>&1 || { cat "$root/log/fetch" >&2; exit 1; }

for name in $missing; do
    echo "  LIB   $name"
    mkdir -p "$scratch/$name/sources" "$scratch/$name/build"
    tar xf "$(ls "$scratch/sources/${name}"_*.orig.tar.?z)" -C "$scratch/$name/sources" --strip-components 1
    if [ "$name" = libmicrohttpd ]; then # for wheels, with Debian's later corrections
        tar xf "$(ls "$scratch/sources/${name}"_*.debian.tar.?z)" -C "$scratch/$name/sources" debian/patches
        while read -r change; do
            patch -s -p1 -d "$scratch/$name/sources" <"$scratch/$name/sources/debian/patches/$change"
        done <"$scratch/$name/sources/debian/patches/series"
    fi
    here=$(cd "$(dirname "$0")" && pwd)
    (cd "$scratch/$name/build" && sh "$here/static_libraries.sh" --build "$name" "$root" "$scratch/$name/sources") \
        >"$root/log/$name" 2>&1 || { tail -n 30 "$root/log/$name" >&2; exit 1; }
    rm -rf "$scratch/$name"
    touch "$root/done/$name"
done
