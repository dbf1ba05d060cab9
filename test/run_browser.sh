#!/bin/sh
# run_browser.sh PROGRAM FOLDER: tests the HTML report in a real browser. Makes sweeps, reports and a server, and opens
# them in headless Chromium (web/browser/page.test.mjs). FOLDER keeps the tools, the sweeps and the screenshots.
set -eu
cd "$(dirname "$0")/.."
program=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
fill=$(dirname "$program")/test/fill
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
    echo "run_browser.sh: Chromium is missing: install the Debian package chromium" >&2
    exit 1
}
export LENGTHEN_PRESETS="$PWD/presets"

sh tools/build_page.sh --tools "$out/tools"
rm -rf "$out/sweeps" "$out/pictures"
mkdir "$out/sweeps" "$out/pictures"
cd "$out/sweeps"
cat >base.yaml <<'EOF'
model: {width: 16, heads: 2, blocks: 1}
train: {steps: 60, batch: 8, log_every: 10}
eval: {lengths: '1..30', sequences: 8, every: 20, validation: test}
curriculum.lengths: '1..10'
positions: {name: randomized, L: 64}
EOF
grid() { # TITLE
    cat <<EOF
title: '$1'
base: base.yaml
grid:
  task: [even_pairs, reverse_string]
  scheme:
    plain: {positions: standard, encoding: relative}
    'R <relative> & "co"': {encoding: relative}
  train.lr: [1e-3, 1e-2]
  seed: 0..2
select: {rows: task, columns: scheme, seeds: seed}
EOF
}
grid 'Which encoding goes on? <b> & "more"' >small.yaml
grid 'Live' >live.yaml
cat >wide.yaml <<'EOF'
title: 'Five axes'
base: base.yaml
grid:
  task: [even_pairs, bucket_sort]
  encoding: [sinusoid, relative]
  positions: [standard, randomized]
  lr: [1e-3, 3e-3]
  seed: 1..2
EOF
cat >experts.yaml <<'EOF'
base: base.yaml
grid:
  model.order: [sfse, sf]
EOF
tasks=$("$program" list data --json | sed 's/.*"name":"\([^"]*\)".*/\1/' | head -n 15 | paste -sd,)
cat >large.yaml <<EOF
title: Six thousand runs
note: made-up results
base: randpe-2023
grid:
  task: [$tasks]
  scheme:
    None: {positions: standard, encoding: none}
    sin/cos: {positions: standard, encoding: sinusoid}
    Relative: {positions: standard, encoding: relative}
    ALiBi: {positions: standard, encoding: alibi}
    RoPE: {positions: standard, encoding: rope}
    Learned: {positions: standard, encoding: learned}
    R sin/cos: {positions: randomized, encoding: sinusoid}
    R relative: {positions: randomized, encoding: relative}
    R ALiBi: {positions: randomized, encoding: alibi}
    R RoPE: {positions: randomized, encoding: rope}
    R learned: {positions: randomized, encoding: learned}
  train.lr: [1e-4, 3e-4, 5e-4, 1e-3]
  seed: 0..8
select: {rows: task, columns: scheme, seeds: seed}
published: randpe-2023
EOF
for name in small live wide large experts; do "$program" sweep plan $name.yaml --out $name -q >plan; done
"$program" sweep run small -q >words
"$program" sweep run experts -q >words
"$fill" wide
"$fill" large
"$program" report small --html -q
"$program" report small --html -q --no-pictures --metric cross_entropy -o small/entropy
"$program" report wide --html -q --no-pictures
"$program" report wide --html -q --no-pictures -o wide/other \
    --rows positions,task --columns lr --best encoding --where seed=2
"$program" report large --html -q --no-pictures
"$program" report experts --html -q --no-pictures
cd "$out/tools"
PROGRAM=$program FILL=$fill SWEEP=$out/sweeps/small WIDE=$out/sweeps/wide LARGE=$out/sweeps/large \
    LIVE=$out/sweeps/live EXPERTS=$out/sweeps/experts SHOTS=$out/pictures CHROMIUM=$chromium node --test browser/page.test.mjs
