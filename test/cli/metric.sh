# A metric is chosen for training, evaluation and reports; all metrics are measured in any case.
plain() { sed 's/[0-9][0-9]*\.[0-9][0-9]*/X/g; s/  */ /g; s/^\([ab]\)  *[ ▁▂▃▄▅▆▇█|]*$/\1 marks/'; }
lengthen train $tiny --task reverse_string --steps 40 --eval.every 20 --eval.validation test --out a -q --metric cross_entropy | plain
grep -o '"metric": "[a-z_]*"' a/run.json | tail -n 1
grep '"split": "test"' a/metrics.jsonl | members

# The best checkpoint is the one with the lowest cross-entropy.
best=$(grep -o '"cross_entropy": [0-9.e-]*' a/metrics.jsonl | cut -d ' ' -f 2 | sort -g | head -n 1)
again=$(lengthen eval a/checkpoints/best.safetensors --json | tail -n 1 | grep -o '"score":[0-9.e-]*')
awk -v a="$best" -v b="${again#*:}" 'BEGIN { d = a - b; print (a > 0 && d < 1e-8 && d > -1e-8 ? "the best is the best" : a " " b) }'

# Scores in perplexity or bits are computed from the mean cross-entropy: perplexities are not averaged.
lengthen eval a --lengths 6..8 --metric perplexity --json -q >scores
tail -n 1 scores | tr -d '{}"' | tr ',' '\n' | sed 's/^scores://' | awk -F : '
    { of[$1] = $2 } function is(x, y) { return x - y < 1e-7 * y && y - x < 1e-7 * y }
    END { print of["metric"], is(of["score"], exp(of["cross_entropy"])), is(of["perplexity"], of["score"]),
                is(of["bits_per_token"] * log(2), of["cross_entropy"]) }'
lengthen eval a --lengths 6..8 --metric perplexity --figure ppl.svg -q | plain
grep -o 'logscale y 10\|perplexity per token' ppl.gp | sort -u

# The title of the metric bits per token contains its unit, which is not repeated.
lengthen eval a --lengths 2 --metric bits_per_token --figure bits.svg -q | grep -o ': bits[^;]*'
grep -o "bits per token[^;']*" bits.gp | sort -u
lengthen analyze curve a --lengths 2 --metric bits_per_token -q | grep -o 'bits per token.*'

# The metric is not part of a run's id. Scores in another metric are computed from the recorded results.
config=$(sed -n 's/.*"hash": "\(.*\)".*/\1/p' a/run.json)
cp a/eval.jsonl before
lengthen train --config a/config.yaml --metric exact_match --out a -q | plain
cmp before a/eval.jsonl && grep -o '"metric": "[a-z_]*"' a/run.json | tail -n 1
grep '^metric' a/config.yaml
test "$config" = "$(sed -n 's/.*"hash": "\(.*\)".*/\1/p' a/run.json)" && echo the same run
lengthen eval a --lengths 2,4 -q --metric token_accuracy | plain | head -n 2
lengthen analyze curve a --lengths 2,4 --metric cross_entropy -q | tail -n 4 | plain
lengthen eval a --lengths 1,2,4,8 --metric cross_entropy --figure ce.svg -q >/dev/null && head -n 1 ce.csv
grep -o 'cross-entropy in nats per token' ce.gp | sort -u
try lengthen eval a --metric wrongness
try lengthen eval a --metric cross_entropy --stop-below 0.5
try lengthen train $tiny --metric exact --out b

# Reports of a sweep.
cat >s.yaml <<END
set: {model.width: 8, model.heads: 2, model.blocks: 1, model.feed_forward: 8, train.batch: 4, train.steps: 20,
      curriculum.lengths: 1..5, eval.lengths: 1..8, eval.sequences: 8, eval.every: 10, task: reverse_string}
grid: {encoding: [none, rope], seed: [1, 2]}
END
lengthen sweep run s.yaml --out s -j 1 -q 2>/dev/null >&2
for metric in token_accuracy cross_entropy exact_match perplexity bits_per_token; do
    lengthen report s --metric $metric --no-pictures -q -o $metric
    sed -n 3p $metric/tables/mean.md
    grep -oh 'Differences of scores[^;]*,\|score ([^)]*)' $metric/tables/pairs.md $metric/tables/runs.md
    grep -c "$(echo $metric | tr _ ' ')\|cross-entropy" $metric/figures/curves.gp
    grep 'logscale\|reduced y range' $metric/figures/curves.gp
    test -e $metric/tables/horizon.md && echo horizon
done
# Lengths that double have a logarithmic axis. Rows that differ in their encoding have a column named after the metric.
sed 's/eval.lengths: 1..8/eval.lengths: "4,8,16"/; s/seed: .1, 2./seed: [1]/' s.yaml >far.yaml
lengthen sweep run far.yaml --out far -j 1 -q 2>/dev/null >&2
lengthen report far --metric perplexity --rows encoding --columns "" --tables mean,lengths --figures curves --no-pictures -q -o rows
grep '^|' rows/tables/mean.md rows/tables/lengths.md | cut -d '|' -f 2,3 | cut -d . -f 1,2 | sed 's/[*0-9][*0-9.]*/N/'
grep 'logscale\|set xtics' rows/figures/curves.gp | sort -u
lengthen report far --metric perplexity --rows "" --columns encoding --tables lengths --figures "" --no-pictures -q -o columns
cmp rows/tables/lengths.md columns/tables/lengths.md && echo the same lines
sed 's/$/\nselect: {metric: exact_match}/' s.yaml | awk 'NF' | tail -n 1 >>s/sweep.yaml
lengthen report s --no-pictures -q -o chosen && cmp chosen/tables/mean.md exact_match/tables/mean.md && echo the same table
lengthen sweep status s --runs --json | grep -o '"metric":"[a-z_]*"' | sort -u
lengthen report s --metric nll --no-pictures -q -o nll && diff -r nll/tables cross_entropy/tables && echo the same name
try lengthen report s --metric exact
sed -i 's/exact_match}/exact}/' s/sweep.yaml
try lengthen report s
lengthen sweep results s --out - | head -n 1 | members

# Metrics have aliases, which a sweep keeps as labels.
lengthen list metrics | grep another
lengthen eval a --lengths 2 --metric nll --json -q | members

# JSON has the metric's name as requested. Bits per character exist for bytes and characters, not for words.
lengthen eval a --lengths 2 --metric nll --json -q | jq -c '[.metric, .value == .cross_entropy, .score]'
LENGTHEN_METRIC=accuracy lengthen eval a --lengths 2 --json -q | jq -c '[.metric, .value == .token_accuracy]'
lengthen train $tiny --task reverse_string --steps 2 --metric nll --out named --json -q | jq -c 'select(.score) | .metric, .tested[0].metric'
grep '^metric' named/config.yaml
seq 1 400 >book.txt
book="$tiny --data text --data.file book.txt --steps 2 -q"
for tokens in bytes characters words; do lengthen train $book --data.tokens $tokens --out $tokens >/dev/null; done
for run in bytes characters; do
    lengthen eval $run --lengths 2 --metric bits_per_character --json | jq -c 'select(.value) | [.metric, .value == .bits_per_token]'
done
try lengthen eval words --lengths 2 --metric bits_per_character
try lengthen eval bytes words --lengths 2 --metric bits_per_character --json -q
try lengthen train $tiny --task reverse_string --metric bits_per_character --out no
cat >kernels.yaml <<END
set: {model.width: 8, model.heads: 2, model.blocks: 1, model.feed_forward: 8, train.batch: 4, train.steps: 2,
      curriculum.lengths: 1..5, eval.lengths: 1..8, eval.sequences: 2, task: reverse_string, protocol: windows}
grid: {encoding: [kerple_log, kerple_power], positions: [standard, shape]}
select: {metric: nll}
END
lengthen sweep run kernels.yaml --out kernels -j 1 -q 2>/dev/null >&2
cat kernels/runs/*/config.yaml | grep '^encoding\|^positions: \|^protocol' | sort | uniq -c | tr -s ' '
lengthen report kernels --no-pictures -q -o other && grep -o 'kerple_[a-z]*\|shape\|cross-entropy' other/tables/mean.md | sort -u
lengthen sweep results kernels --out - | grep -o '"labels":{[^}]*}' | sort

# If runs have different metrics, their table has the metric of the first run.
lengthen train $tiny --task reverse_string --steps 20 --metric exact_match --out one -q >/dev/null
lengthen train $tiny --task reverse_string --steps 20 --out two -q >/dev/null
lengthen eval one two --lengths 2,4,8 --json -q | grep -o '"metric":"[a-z_]*"'
lengthen analyze curve two a --lengths 2,4 -q | tail -n 4 | plain
