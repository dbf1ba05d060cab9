#!/bin/sh
# schemas.sh PROGRAM [check]
#
# Writes what the program says of the objects that it prints (`lengthen __schemas`) into doc/files.md, between the lines
# <!-- schemas --> and <!-- end of schemas -->; with "check" it compares, and prints where they differ.
set -eu
program=$(realpath "$1")
file=$(dirname "$0")/../doc/files.md
made=$(mktemp)
trap 'rm -f "$made"' EXIT
{
    sed '/^<!-- schemas -->$/q' "$file"
    echo
    "$program" __schemas
    echo
    sed -n '/^<!-- end of schemas -->$/,$p' "$file"
} >"$made"
if [ "${2:-}" = check ]; then
    diff "$file" "$made" || { echo "doc/files.md is not what the program says: make schemas"; exit 1; }
else
    cat "$made" >"$file"
fi
