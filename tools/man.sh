#!/bin/sh
# man.sh PROGRAM
#
# Prints the man page: what is written by hand in doc/lengthen.1.scd, with the program's own words about its commands and
# options, which come from the tables that the program works with, where the line @commands@ stands.
set -eu
if [ $# != 1 ]; then
    echo "usage: sh tools/man.sh PROGRAM >lengthen.1" >&2
    exit 2
fi
page=$(dirname "$0")/../doc/lengthen.1.scd
words=$(mktemp)
trap 'rm -f "$words"' EXIT
"$1" help --scdoc >"$words"
sed -e "/^@commands@\$/{r $words" -e 'd;}' "$page" | SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(stat -c %Y "$page")} scdoc
