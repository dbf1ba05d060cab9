#!/bin/sh
# report.sh BUILD: times the report of 5,850 made-up finished runs, each with scores at 500 lengths. The processor time
# of the program and of gnuplot is "user" plus "sys".
set -eu
if [ $# != 1 ]; then
    echo "usage: sh bench/report.sh build/release" >&2
    exit 2
fi
build=$1
rm -rf "$build/made-up"
"$build/lengthen" sweep plan "$(dirname "$0")/report.yaml" --out "$build/made-up" --quiet
"$build/test/fill" "$build/made-up"
time -p "$build/lengthen" report "$build/made-up"
du -sh "$build/made-up/report" | sed 's/^/size of the report: /'
