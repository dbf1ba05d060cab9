#!/bin/sh
# kept_reports.sh LENGTHEN [NAME...]
#
# Updates the tables and figures in each folder doc/NAME that has runs.jsonl.xz (default: all such folders). Plans the
# sweep, restores the runs, runs `lengthen report`, and copies its tables and figures over the files with the same
# names. Two kinds of files stay unchanged: figures of `lengthen analyze`, which need the models, and tables written by
# tools/quoted.py. Needs gnuplot and the corpora of studies on text. Takes a minute.
set -eu
program=$(realpath "$1")
shift
cd "$(dirname "$0")/.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

[ $# -gt 0 ] || set -- $(ls -d doc/*/runs.jsonl.xz | cut -d / -f 2)
for name; do
    sweep=$place/$name preset=$name
    [ -f "presets/$preset.yaml" ] || preset=randpe-$name
    "$program" sweep plan "$preset" --out "$sweep" -q || { echo "SKIPPED  $name: no plan" >&2 && continue; }
    python3 tools/keep_runs.py restore "doc/$name/runs.jsonl.xz" "$sweep"
    "$program" sweep merge "$sweep" -q
    "$program" report "$sweep" -q
    for file in "doc/$name"/*.md "doc/$name"/*.svg; do
        for made in "$sweep"/report/*/"$(basename "$file")"; do
            [ ! -f "$made" ] || [ ! -f "$file" ] || grep -q '<!-- quoted' "$file" || cp "$made" "$file"
        done
    done
done
