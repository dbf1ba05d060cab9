#!/bin/sh
# run_golden.sh PROGRAM: the control of the golden losses. tools/golden.sh must accept the right table. It must notice a
# row that is no longer trained, a row that is not recorded, and a different loss, even in a row with a note. One row of
# ten steps is enough for this test.
set -eu
[ $# = 1 ] || { echo "usage: sh run_golden.sh PROGRAM" >&2; exit 2; }
tools=$(dirname "$0")/../tools
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
grep -e ^task -e ^parity_check,none,standard "$(dirname "$0")/golden/losses.csv" >"$scratch/right.csv"

expect() { # STATUS WORDS TABLE
    status=0
    TASKS=parity_check ENCODINGS=none POSITIONS="standard unsorted" STEPS=10 TABLE="$scratch/$3.csv" \
        sh "$tools/golden.sh" "$program" >"$scratch/words" 2>&1 || status=$?
    if [ $status != "$1" ] || ! grep -q "$2" "$scratch/words"; then
        echo "FAILED  golden, $3: exit status $status, not $1 with '$2'; it said:"
        cat "$scratch/words"
        exit 1
    fi
}
program=$1
sed 's/standard/unsorted/p; s/unsorted/standard/' "$scratch/right.csv" >"$scratch/one_more.csv"
head -n 1 "$scratch/right.csv" >"$scratch/one_less.csv"
awk -F , -v OFS=, 'NR > 1 { $4 *= 1.01 } 1' "$scratch/right.csv" >"$scratch/another.csv"
sed '2s/$/unsteady: a reason/' "$scratch/another.csv" >"$scratch/noted.csv"
expect 0 '1 rows, 0 bad' right
expect 1 'parity_check, none, unsorted: only in the table' one_more
expect 1 'parity_check, none, standard: not in the table' one_less
for table in another noted; do expect 1 'first loss .* recorded' $table; done
echo "golden: its control holds"
