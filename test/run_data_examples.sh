#!/bin/sh
# run_data_examples.sh PROGRAM EXAMPLE: runs the examples with a user's own data in an empty folder: examples/pairs.sh,
# examples/text.sh, and examples/data.c, which is built as EXAMPLE. The models must learn. The scripts must print an
# object for each length and an object with the score.
set -eu
if [ $# != 2 ] || [ ! -x "$1" ] || [ ! -x "$2" ]; then
    echo "usage: sh run_data_examples.sh PROGRAM EXAMPLE" >&2
    exit 2
fi
examples=$(cd "$(dirname "$0")/../examples" && pwd)
data=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
PATH=$(cd "$(dirname "$1")" && pwd):$PATH
export PATH
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() {
    echo "FAILED  example: $*; its output:"
    cat words
    exit 1
}

# Length and value of each row, one per line; other lines are skipped.
values() {
    grep -o '"schema":"lengthen.eval/2".*' words | sed 's/.*"length":\([0-9]*\),.*"value":\([0-9.e-]*\),.*/\1 \2/'
}

sh "$examples/pairs.sh" pairs >words 2>&1 || fail "pairs: exit status $?"
[ "$(values | wc -l)" = 12 ] || fail "pairs: not 12 lengths"
[ "$(grep -c '"schema":"lengthen.score/2"' words)" = 1 ] || fail "pairs: not one score"
values | awk '$1 <= 3 && $2 < 0.9 { exit 1 }' || fail "pairs: short sources are not learned"

sh "$examples/text.sh" text >words 2>&1 || fail "text: exit status $?"
[ "$(values | wc -l)" = 8 ] || fail "text: not 4 lengths by two strides"
values | awk 'NR < 5 && ($2 > 4 || $2 < 1) { exit 1 }' || fail "text: more than 4 bits a byte"
"$data" majority >words 2>&1 || fail "data: exit status $?"
awk '{ exit !(NR == 1 && $1 == "majority:" && $3 > 85 && $0 ~ /on lengths 20[.][.]40$/) }' words ||
    fail "data: the score beyond the training lengths is too low"
status=0
lengthen eval majority >words 2>&1 || status=$?
[ $status = 2 ] || fail "data: exit status $status without the data, expected 2"
grep -q "data 'majority' is not registered: the program that trained this run registered it" words ||
    fail "data: no message about the missing data"
echo "ok      examples with user data"
