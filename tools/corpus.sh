#!/bin/sh
# corpus.sh NAME FILE
#
# Makes FILE, a plain text for --data text, out of Debian's packages:
#   bible    the King James Bible, a verse a line, without the numbers of verses (bible-kjv; public domain), 4.1 MB
#   manual   the manual pages of the C library and of Linux, as their authors wrote them, in roff (manpages,
#            manpages-dev; licences differ by page, and are in the packages' copyright files)
#   linux    C source: the folders kernel, mm and lib of Linux (linux-source-6.1; GPL 2), a download of 140 MB
# Packages are fetched with apt-get and unpacked in a folder that is removed again; nothing is installed. Prints the
# size and the SHA-256 of FILE: other versions of a package make another text.
set -eu
export LC_ALL=C

usage() {
    sed -n '2,11s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
[ $# = 2 ] || usage
name=$1
out=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM

fetch() { # PACKAGE...: unpacked in $folder/files
    mkdir -p "$folder/files"
    (cd "$folder" && apt-get download "$@" >fetched 2>&1) || {
        tail -n 3 "$folder/fetched" >&2
        echo "corpus.sh: $* cannot be fetched (apt-get update first?)" >&2
        exit 1
    }
    for package in "$folder"/*.deb; do dpkg-deb -x "$package" "$folder/files"; done
}

bible() {
    fetch bible-kjv bible-kjv-text
    "$folder/files/usr/bin/bible" -p "$folder/files/usr/lib" -f Gen1:1-Rev22:21 | sed -n 's/^[^ ]*[0-9]:[0-9]* //p'
}

manual() {
    fetch manpages manpages-dev
    find "$folder/files/usr/share/man" -type f -name '*.gz' | sort | xargs zcat
}

linux() {
    fetch linux-source-6.1
    tar -xJf "$folder"/files/usr/src/linux-source-6.1.tar.xz -C "$folder" --wildcards \
        'linux-source-6.1/kernel/*.c' 'linux-source-6.1/mm/*.c' 'linux-source-6.1/lib/*.c'
    find "$folder/linux-source-6.1" -name '*.c' | sort | xargs cat
}

case $name in
bible | manual | linux) "$name" >"$folder/text" ;;
*) usage ;;
esac
[ -s "$folder/text" ] || { echo "corpus.sh: $name has no text" >&2; exit 1; }
mv "$folder/text" "$out"
echo "$out: $(wc -c <"$out") bytes, $(wc -l <"$out") lines, SHA-256 $(sha256sum <"$out" | cut -d ' ' -f 1)"
