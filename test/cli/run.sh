#!/bin/sh
# run.sh PROGRAM [CASE...]: tests the command line. A case is a script here, CASE.sh, run in an empty folder with
# `lengthen` on the PATH. CASE.out is its expected standard output, and CASE.err has one extended regular expression for
# each line of its standard error; a missing file means empty output. A case must exit with 0; inside a case, `try`
# prints the exit status of a command. Prints a line for each case with its seconds, followed by the programs that the
# case needs and this machine lacks (`need`). ACCEPT=1: writes the .out files of cases that ended with status 0 instead
# of comparing them. JOBS: the number of cases at a time (default: the number of processors).
set -u
here=$(cd "$(dirname "$0")" && pwd)

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

# Real numbers are printed with all digits. The last digits depend on the C library, so only 9 digits are compared.
rounded() { # FILE
    awk '
        {
            line = ""
            for (rest = $0; match(rest, /[0-9]+\.[0-9]+(e[-+]?[0-9]+)?/); rest = substr(rest, RSTART + RLENGTH)) {
                number = substr(rest, RSTART, RLENGTH)
                if (RLENGTH > 12) number = sprintf("%.9g", number + 0)
                line = line substr(rest, 1, RSTART - 1) number
            }
            print line rest
        }' "$1" >"$1.rounded" && mv "$1.rounded" "$1"
}

# Names of experimental entries (base/entry.h), as A|B, except "formula", which is also a word of messages and JSON.
experimental() {
    files=$(grep -rl --include='*.c' '\.experimental = true' "$here/../../src")
    # shellcheck disable=SC2086
    [ -z "$files" ] || sed -n 's/^ *\.name = "\([^"]*\)",.*/\1/p' $files | grep -vx formula | paste -sd '|'
}

# Removes names of experimental entries from lists and JSON: the output of a case must not depend on them.
established() { # FILE
    [ -z "$EXPERIMENTAL" ] || sed -E -i ":more; s/,\"($EXPERIMENTAL)\":[^,}]*//; t more
        s/(^|,? )($EXPERIMENTAL)($|[] ,;:)\"])/\3/; t more" "$1"
}

expected() { # the file of a case, or an empty one
    if [ -f "$here/$1" ]; then echo "$here/$1"; else echo /dev/null; fi
}

run_case() { # NAME SCRATCH: compares what the case prints, and the status
    mkdir "$2/$1"
    export SKIPPED="$2/$1.skipped"
    began=$(date +%s)
    (cd "$2/$1" && sh -u -c '. "$0"; . "$1"' "$here/prelude" "$here/$1.sh") >"$2/$1.out" 2>"$2/$1.err" </dev/null
    status=$?
    rounded "$2/$1.out"
    established "$2/$1.out"
    established "$2/$1.err"
    [ -z "${ACCEPT:-}" ] || [ $status != 0 ] || cp "$2/$1.out" "$here/$1.out"
    if diff -u "$(expected "$1.out")" "$2/$1.out" && matches "$2/$1.err" "$(expected "$1.err")" && [ $status = 0 ]; then
        printf 'ok %4d  %s\n' $(($(date +%s) - began)) "$1"
        [ ! -e "$2/$1.skipped" ] || sort -u "$2/$1.skipped" | sed "s/^/SKIPPED $1: /"
    else
        echo "FAILED  $1 (status $status)"
        return 1
    fi
}

if [ "${1:-}" = --case ]; then # called by xargs below; the output stays together
    run_case "$3" "$2" >"$2/$3.words" 2>&1 || touch "$2/$3.failed"
    cat "$2/$3.words"
    exit
fi

[ $# -ge 1 ] || { echo "usage: sh run.sh PROGRAM [CASE...]" >&2; exit 2; }
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
[ -x "$program" ] || { echo "run.sh: $program cannot be run" >&2; exit 2; }
shift
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" "$scratch/cases" && ln -s "$program" "$scratch/bin/lengthen"
export PATH="$scratch/bin:$PATH" LC_ALL=C.UTF-8 TERM=dumb NO_COLOR=1 LENGTHEN_PRESETS="$here/../../presets"
unset OMP_NUM_THREADS LENGTHEN_KERNELS
EXPERIMENTAL=$(experimental) && export EXPERIMENTAL

[ $# -gt 0 ] || set -- $(cd "$here" && ls ./*.sh | sed 's|.*/||; s|\.sh$||' | grep -vx run)
printf '%s\n' "$@" | xargs -P "${JOBS:-$(nproc)}" -n 1 sh "$0" --case "$scratch/cases"
failed=$(find "$scratch/cases" -maxdepth 1 -name '*.failed' | wc -l)
done=$(find "$scratch/cases" -maxdepth 1 -name '*.words' | wc -l)
[ "$failed" = 0 ] && [ "$done" = $# ] || { echo "$failed of $# cases failed"; exit 1; }
skipped=$(for list in "$scratch/cases"/*.skipped; do [ ! -e "$list" ] || sort -u "$list"; done)
echo "all $# cases passed; parts of cases skipped: $(printf '%s' "${skipped:+$skipped
}" | wc -l)"
printf '%s\n' "$skipped" | sort | uniq -c | sed '/^ *[0-9]* *$/d; s/^ */    /'
