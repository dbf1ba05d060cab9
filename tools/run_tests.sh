#!/bin/sh
# run_tests.sh TEST...
#
# Runs test programs in parallel, one per processor. Prints a line for each program with its seconds, a line for each
# skipped test, the whole output of programs that fail, and at the end the numbers of passed programs and skipped tests.
# WRAPPER: a command that runs the programs, such as an emulator.
if [ "$1" != --one ]; then
    words=$(mktemp) || exit 1
    trap 'rm -f "$words"' EXIT
    printf '%s\n' "$@" | xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 1 sh "$0" --one | tee "$words"
    passed=$(grep -c '^ok ' "$words") skipped=$(grep -c '^SKIPPED ' "$words")
    echo "$passed of $# test programs passed; tests skipped: $skipped"
    [ "$passed" = $# ]
elif began=$(date +%s) && output=$(${WRAPPER:-} "$2" 2>&1); then
    printf 'ok %4d  %s\n' $(($(date +%s) - began)) "$2"
    printf '%s\n' "$output" | sed -n "s|^\[  SKIPPED \] \([a-z_A-Z0-9]*\)$|SKIPPED $2: \1|p" | sort -u
else
    printf 'FAILED  %s\n%s\n' "$2" "$output"
    exit 1
fi
