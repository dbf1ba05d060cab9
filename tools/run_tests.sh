#!/bin/sh
# Runs test programs one after another; prints one line for each, and the whole output of those that fail.
failed=0
for test in "$@"; do
    if output=$("$test" 2>&1); then
        echo "ok      $test"
    else
        echo "FAILED  $test"
        echo "$output"
        failed=1
    fi
done
exit $failed
