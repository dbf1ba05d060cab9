# The test tools report tests that did not run, which must not look like passed tests.
tools=$LENGTHEN_PRESETS/../tools

# Test programs with the output of cmocka: skipped tests are named and counted over all programs; the whole output of a
# failed program is shown.
program() { # NAME STATUS LINE...
    name=$1 status=$2
    shift 2
    { echo '#!/bin/sh' && printf "echo '%s'\n" "$@" && echo "exit $status"; } >$name && chmod +x $name
}
program passes 0 '[       OK ] one'
program skips 0 '[  SKIPPED ] two' '[       OK ] three' '[  SKIPPED ] four' '[  SKIPPED ] 2 test(s), listed below:' \
    '[  SKIPPED ] two' '[  SKIPPED ] four'
program fails 1 '[  FAILED  ] five'
run_tests() { WRAPPER= sh $tools/run_tests.sh "$@"; }
without_seconds() { sed 's/^ok  *[0-9]*  /ok      /' | sort; }
try run_tests ./passes ./skips | without_seconds
try run_tests ./passes ./fails ./skips | without_seconds
try run_tests ./passes ./missing 2>&1 | grep -v 'not found' | without_seconds

# A name that does not exist.
try env STEPS=2 LENGTHS=41 TASKS=reverse_strings sh $tools/calibrate.sh "$(command -v lengthen)"
