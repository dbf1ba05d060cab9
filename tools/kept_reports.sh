#!/bin/sh
# kept_reports.sh LENGTHEN [NAME...]
#
# Makes the tables and figures beside kept runs again: plans the sweep of each folder doc/NAME that has runs.jsonl.xz,
# restores the runs, reports, and replaces the tables and figures of the folder that the report has. Without names: all
# folders. Needs gnuplot, and of studies on text their corpora; takes a minute. Figures that `lengthen analyze` drew need the models and stay, as do tables that tools/quoted.py writes.
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
