#!/bin/sh
# run.sh PROGRAM [CASE...]: tests the command line. A case is a script here, CASE.sh, run in an empty folder with
# `lengthen` on the PATH. Beside it stand CASE.out, its standard output, and CASE.err, one extended regular expression
# for each line of its standard error; a missing file means empty output. A case must exit with 0; the statuses of
# the commands inside are printed by `try`. ACCEPT=1 writes the .out files instead of comparing them.
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { echo "usage: sh run.sh PROGRAM [CASE...]" >&2; exit 2; }
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
[ -x "$program" ] || { echo "run.sh: $program cannot be run" >&2; exit 2; }
shift
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" && ln -s "$program" "$scratch/bin/lengthen"
export PATH="$scratch/bin:$PATH" LC_ALL=C.UTF-8 TERM=dumb NO_COLOR=1 LENGTHEN_PRESETS="$here/../../presets"
unset OMP_NUM_THREADS LENGTHEN_KERNELS

# Each line of $1 must match the expression in the same line of $2.
matches() {
    awk -v patterns="$2" '
        { line[NR] = $0 }
        END {
            while ((getline pattern < patterns) > 0) {
                n++
                if (n > NR || line[n] !~ "^(" pattern ")$") { print "line " n ": wanted: " pattern; print "  got: " line[n]; bad = 1 }
            }
            for (n++; n <= NR; n++) { print "line " n ": not expected: " line[n]; bad = 1 }
            exit bad
        }' "$1"
}

expected() { # the file of a case, or an empty one
    if [ -f "$here/$1" ]; then echo "$here/$1"; else echo /dev/null; fi
}

[ $# -gt 0 ] || set -- $(cd "$here" && ls ./*.sh | sed 's|.*/||; s|\.sh$||' | grep -vx run)
failed=0
for name; do
    mkdir "$scratch/$name"
    (cd "$scratch/$name" && sh -u -c '. "$0"; . "$1"' "$here/prelude" "$here/$name.sh") \
        >"$scratch/out" 2>"$scratch/err" </dev/null
    status=$?
    [ -z "${ACCEPT:-}" ] || cp "$scratch/out" "$here/$name.out"
    if diff -u "$(expected "$name.out")" "$scratch/out" && matches "$scratch/err" "$(expected "$name.err")" &&
        [ $status = 0 ]; then
        echo "ok      $name"
    else
        echo "FAILED  $name (status $status)"
        failed=$((failed + 1))
    fi
done
[ $failed = 0 ] || { echo "$failed of $# cases failed"; exit 1; }
echo "all $# cases passed"
