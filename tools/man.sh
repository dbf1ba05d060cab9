#!/bin/sh
# man.sh PROGRAM
#
# Prints the man page: doc/lengthen.1.scd with the line @commands@ replaced by the program's help on its commands and
# options.
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
