#!/bin/sh
# run_example.sh EXAMPLE: runs the program of examples/train.c in an empty folder. It must learn, print steps and a
# score, print the same score without training when run again, and fail with a message and a status.
set -eu
if [ $# != 1 ] || [ ! -x "$1" ]; then
    echo "usage: sh run_example.sh EXAMPLE" >&2
    exit 2
fi
example=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() {
    echo "FAILED  example: $*; its output:"
    cat first words
    exit 1
}

touch first words
"$example" runs/example >first 2>words || fail "exit status $?"
sed 's/[0-9][0-9.]*/N/g' first | uniq -c | sed 's/^ *//' >shape
cat >wanted <<END
4 step N of N: loss N
1 mean token accuracy on lengths N: N %
END
cmp -s shape wanted || fail "the output has other lines than expected"
tail -n 1 first | awk '{ exit !($6 == "20..40:" && $7 > 60) }' || fail "the score is no better than chance (20 %)"
[ -s runs/example/model.safetensors ] || fail "no model in runs/example"
[ ! -s words ] || fail "output on stderr"

"$example" runs/example >second 2>words || fail "exit status $? when run again"
grep -v step first | cmp -s - second || fail "when run again, it prints something else: $(cat second)"

touch file
status=0
"$example" file/run >/dev/null 2>words || status=$?
[ $status = 1 ] || fail "exit status $status for a folder that cannot be created, expected 1"
grep -q 'file/run' words || fail "no message about file/run"
echo "ok      example"
