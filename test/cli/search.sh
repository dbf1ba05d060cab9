# Sweeps that draw their runs at random, and stop all but the best runs at rungs.
cat >drawn.yaml <<END
title: Drawn
set:
  model: {width: 8, heads: 2, feed_forward: 8}
  curriculum.lengths: 1..5
  train: {steps: 24, batch: 4, log_every: 8, checkpoint_every: 8}
  eval: {lengths: 1..8, sequences: 8, every: 4}
grid: {task: [parity_check, reverse_string]}
random:
  draws: 4
  seed: 3
  options:
    lr: {log_uniform: [1e-4, 1e-1]}
    model.dropout: {uniform: [0, 0.3]}
    blocks: {integer: [1, 2]}
    encoding: {choice: [rope, alibi, none]}
halving: {rungs: [4, 12], factor: 2}
END
labels() { grep '^{"id"' "$1" | sed 's/"id":"[0-9a-f]*",//'; }
untimed() { sed -E 's/about .* on one thread \(.*\), .* here/about so long/'; }
lengthen sweep plan drawn.yaml --out a 2>/dev/null | untimed
labels a/manifest.jsonl
head -n 1 a/manifest.jsonl | grep -o '"promotion":{[^}]*}}'

# Increasing the number of draws, or adding an option, keeps the earlier draws.
sed 's/draws: 4/draws: 6/; s/^halving.*//' drawn.yaml >more.yaml
sed 's/draws: 4/draws: 4/; s/^halving.*//' drawn.yaml >fewer.yaml
lengthen sweep plan fewer.yaml --out b -q
lengthen sweep plan more.yaml --out b -q 2>&1
labels b/manifest.jsonl >six
labels a/manifest.jsonl | while read -r line; do grep -cF -e "$line" six; done | sort | uniq -c | sed 's/^ *//'
sed '/encoding:/d' fewer.yaml >less.yaml
lengthen sweep plan less.yaml --out c -q
cut -d, -f 1-4 six | sed 's/}*$/}/' >left
labels c/manifest.jsonl | while read -r line; do grep -cF -e "$line" left; done | sort | uniq -c | sed 's/^ *//'

# A sweep trained by two processes, and by one process that is killed repeatedly, which ends with the same bytes.
try lengthen sweep run a -j 2 -q
lengthen sweep results a --out results -q
grep -o '"step":[0-9]*\|"promoted":\|"stopped":\|"state":"[a-z]*"' a/rungs.jsonl | tr '\n' ' ' | sed 's/"step"/\n&/g'
echo
lengthen sweep status a | sed -E '/^encoding/,$d; s/ +$//; s/[0-9]+\.[0-9]+ %.*/S %/g; s/  +/  /g'
lengthen sweep status a --json --runs | grep -o '"state":"[a-z]*"' | sort | uniq -c | sed 's/^ *//'
lengthen runs a --format csv | cut -d, -f 2 | sort | uniq -c | sed 's/^ *//'
try lengthen sweep run a -q
lengthen sweep plan drawn.yaml --out killed -q
for again in 1 2 3 4 5; do
    timeout -s KILL 0.4 lengthen sweep run killed -j 2 -q >/dev/null 2>&1
done
try lengthen sweep run killed -j 2 -q
cmp a/rungs.jsonl killed/rungs.jsonl && lengthen sweep results killed --out again -q && cmp again results && echo the same bytes
sqlite() { python3 -c 'import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.execute(sys.argv[2]); d.commit()' "$@"; }

# Killed after all runs have reached a rung, but before the decision which runs continue.
head -n 2 a/rungs.jsonl >killed/rungs.jsonl
sqlite killed/registry.sqlite "UPDATE runs SET state = 'paused', step = 12 WHERE json_array_length(progress) > 1"
try lengthen sweep run killed -j 2 -q
rm a/registry.sqlite*
lengthen sweep status a | grep runs:

# Unreadable validations do not hide other runs.
cp -r killed unread && rm unread/registry.sqlite*
head -n 2 a/rungs.jsonl >unread/rungs.jsonl
run=$(grep -l '"step": 12,' unread/runs/*/run.json | head -n 1)
rm "${run%run.json}metrics.jsonl" && mkdir "${run%run.json}metrics.jsonl"
try lengthen sweep merge unread

# The last progress line includes the last decision.
lengthen sweep run drawn.yaml --out lines -j 2 2>&1 >/dev/null | grep '^8 runs' | tail -n 1 | sed 's/\[.*run.s, //; s/\[.*s.run, //; s/\]$//'

# A run that passes all rungs equals the same run trained without rungs.
sed '/^halving/d' drawn.yaml >whole.yaml
lengthen sweep plan whole.yaml --out whole -q
for run in $(grep -o '"id":"[0-9a-f]*","labels":{[^}]*},"state":"done"' results | cut -d'"' -f 4); do
    lengthen train --out whole/runs/$run a/runs/$run/config.yaml -q >/dev/null
    cmp a/runs/$run/model.safetensors whole/runs/$run/model.safetensors && echo as alone
done
lengthen report a --tables runs,best --figures '' | grep -c runs
grep -o '^Runs were compared[^(]*' a/report/report.md

# The report of a search without a grid has one cell, with the best draw.
sed 's/^set:/&\n  task: parity_check/; /^grid/d; /^halving/d; /encoding:/d; /blocks:/d' drawn.yaml >alone.yaml
lengthen sweep run alone.yaml --out alone -q 2>/dev/null
lengthen report alone --tables best --figures '' -q
sed -n '/^|/s/[0-9.]* .\[lr [0-9.]*, [a-z_]* [0-9., a-z_]*.]/S [DRAWN]/p' alone/report/report.md
sed -i 's/lengths: 1..8/lengths: 1..9/' alone.yaml
lengthen sweep plan alone.yaml --out alone -q
lengthen sweep status alone | grep tested
lengthen sweep run alone -q >/dev/null
lengthen sweep status alone | grep -c tested

# A failed run blocks the decision at its rung, until `sweep resume --without-failed` skips it.
lengthen sweep plan drawn.yaml --out blocked -q
lengthen sweep status blocked | grep -c runs:
sqlite blocked/registry.sqlite "UPDATE runs SET state = 'failed', reason = 'no reason' WHERE position = 0"
try lengthen sweep run blocked -j 2 -q
lengthen report blocked --tables best --figures '' -q
grep -o '"paused": [0-9]*' blocked/report/tables/best.json
try lengthen sweep resume blocked --without-failed -j 2 -q
grep -c failed blocked/rungs.jsonl
lengthen sweep status blocked | grep runs:

# Impossible settings.
try lengthen sweep worker a --shard 0/2
try lengthen sweep export a --slurm
sed 's/draws: 4/draws: 5/' drawn.yaml >other.yaml
try lengthen sweep plan other.yaml --out a -q
wrong() {
    sed "$1" drawn.yaml >wrong.yaml
    try lengthen sweep plan wrong.yaml --dry-run -q
}
wrong 's/draws: 4/draws: 0/'
wrong 's/draws: 4/draw: 4/'
wrong 's/log_uniform/log_normal/'
wrong 's/log_uniform: \[1e-4/log_uniform: [1/'
wrong 's/uniform: \[0, 0.3\]/uniform: [0]/'
wrong 's/integer: \[1, 2\]/uniform: [1, 2]/'
wrong 's/uniform: \[0, 0.3\]/uniform: [0, 3]/'
wrong 's/lr:/learning:/'
wrong 's/rungs: \[4, 12\]/rungs: [5, 12]/'
wrong 's/rungs: \[4, 12\]/rungs: [4, 24]/'
wrong 's/lengths: 1..8/lengths: 2..4, validation: test/'
wrong 's/rungs: \[4, 12\]/rungs: 1..2147483647/'
wrong 's/rungs: \[4, 12\], //'
wrong 's/factor: 2/factor: 1/'
wrong 's/factor: 2/eta: 2/'
wrong 's/factor: 2/factor: 2, within: blocks/'
wrong 's/factor: 2/factor: 2, within: colour/'
wrong 's/^halving/halfing/'
# Rungs that choose by test scores are reported.
sed 's/every: 4/every: 4, validation: test/' drawn.yaml >tested.yaml
lengthen sweep plan tested.yaml --dry-run 2>&1 >/dev/null | grep -c 'its rungs select by test scores'
lengthen sweep plan drawn.yaml --dry-run 2>&1 >/dev/null | grep -c 'its rungs select by test scores' || true
