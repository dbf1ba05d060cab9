# A model with a segment memory is trained, stopped and resumed, and evaluated with memory and with windows.
seq 1 4000 >book.txt
text="--data text --data.file book.txt --width 8 --heads 2 --blocks 2 --model.feed_forward 8 --batch 4
--curriculum.lengths 8 --lengths 4,8,16 --eval.sequences 21 --train.log_every 10 --train.checkpoint_every 10"
memory="$text --architecture.memory 12 --encoding relative"
lengthen train $memory --print-config | grep -E '^(curriculum|protocol|eval.(memory|lanes)|architecture)' | sed 's/ *#.*//'

# The text streams have 531 segments: the run is stopped in its first epoch, and every further epoch restarts the
# streams.
lengthen train $memory --steps 3000 --threads 1 --out whole -q >/dev/null
lengthen train $memory --steps 3000 --threads 2 --out stopped -q >/dev/null &
await stopped/state.safetensors
kill -TERM $!
wait $!
echo "TERM -> $?"
lengthen train $memory --steps 3000 --threads 2 --out stopped -q >/dev/null
cmp stopped/state.safetensors whole/state.safetensors && echo same bytes
grep -ao 'state.block.[0-9].memory' whole/state.safetensors | sort
cmp stopped/eval.jsonl whole/eval.jsonl && echo same results
# Ablations of Transformer-XL that continue with more steps have the same bytes as if they had not stopped. With
# absolute positions there is a warning: positions of the memory are ambiguous.
for ablation in "--encoding relative --encoding.terms acd --loss.half" "--encoding learned --encoding.rows 16"; do
    for steps in 15 30; do
        # shellcheck disable=SC2086
        lengthen train $text --architecture.memory 12 $ablation --steps $steps --threads 2 --out longer 2>&1 >/dev/null |
            grep -o 'positions of the memory repeat those of the segment'
    done
    # shellcheck disable=SC2086
    lengthen train $text --architecture.memory 12 $ablation --steps 30 --threads 1 --out at_once -q >/dev/null
    cmp longer/state.safetensors at_once/state.safetensors && cmp longer/eval.jsonl at_once/eval.jsonl && echo same bytes
    rm -r longer at_once
done
# A validation split without room for the memory is refused before training.
try lengthen train $text --encoding relative --architecture.memory 90 --data.validation_fraction 0.005 --eval.every 5 \
    --steps 10 --out small_split
ls small_split 2>&1

# A line for each length; other protocols and sizes of memory give other numbers, but score the same tokens.
lengthen eval whole --json | grep -o '"length":[0-9]*,"memory":12,"metric":"bits_per_token"\|"tokens":[0-9]*'
lengthen eval whole --eval.same_span --json | grep -o '"length":[0-9]*,"memory":[0-9]*'
lengthen eval whole --protocol pass --json | grep -c '"memory"' || true
value() { lengthen eval whole --lengths 8 --json "$@" | head -n 1 | sed 's/.*"unit":/"unit":/'; }
value >trained
value --eval.memory 12 --threads 3 | cmp - trained && echo as in training
value --protocol pass >windows
value --protocol pass --eval.stride 2 >sliding
value --eval.memory 40 >longer
value --eval.lanes 8 >lane
grep -o '"sequences":.*' trained windows sliding longer lane
cat trained windows sliding longer lane | cut -d , -f 2 | sort -u | wc -l

# A model trained without memory can be evaluated with one.
lengthen train $text --encoding alibi --steps 20 --out plain -q >/dev/null
lengthen eval plain --protocol memory --eval.memory 16 --json | grep -c '"length"'
# Results of another protocol are not reused.
lengthen train $text --encoding alibi --steps 20 --out plain --protocol greedy -q >/dev/null
grep protocol plain/config.yaml
try lengthen eval plain --protocol memory
try lengthen eval plain --protocol pass --eval.memory 16
try lengthen eval whole --encoding rope
try lengthen eval whole --eval.stride 2
try lengthen eval whole --eval.targets 1900
lengthen eval whole --protocol pass --lengths 8,16 --eval.stride 4 --eval.targets 1873 -q | grep -A1 '^windows'
lengthen eval whole --protocol pass --lengths 4,8,16 --eval.stride 8 -q | grep '^windows'
lengthen eval whole --protocol pass --lengths 4,8,16 --eval.stride 16 -q | grep '^windows'
grep -o '"targets": {.*' whole/eval.jsonl
try lengthen train $text --architecture.memory 12 --encoding rope --curriculum uniform
try lengthen train --task reverse_string --loss.half --out no

# The published evaluation: every query sees the same number of keys, distances are clamped, and the memory is longer.
published="--mask.same_length memory --positions clipped --positions.width 9"
value $published >clamped
value $published --eval.memory 40 --eval.lanes 1 >recipe
value --mask.same_length memory_and_self >beyond
value --mask window --mask.form causal --mask.width 12 >window
value --mask.same_length memory | cmp - window && echo the same keys
value --architecture.memory_start zeros >zeros
value --eval.same_span | cmp - trained && echo the same span
short() { lengthen eval whole --lengths 4 --eval.lanes 1 --json "$@" | head -n 1 | sed 's/.*"unit":/"unit":/'; }
short --eval.same_span >span
short --eval.memory 16 | cmp - span && echo 12 + 8 - 4 rows
short >as_trained
cat trained clamped recipe beyond window zeros span as_trained | cut -d , -f 2 | sort -u | wc -l
try lengthen eval whole --lengths 20 --eval.same_span
try lengthen eval whole --mask full

# The published training with a small model, which validates with the memory and the segment length of training.
lengthen train --preset enwik8-12 --data.file book.txt --data.size $(wc -c <book.txt) --width 8 --heads 2 --blocks 2 --model.feed_forward 8 --batch 4 \
    --steps 6 --curriculum.lengths 8 --architecture.memory 8 --lengths 4 --eval.memory 8 --eval.same_span \
    --eval.sequences 21 --eval.every 3 --eval.validation validation --train.log_every 3 --out small -q >/dev/null
grep -o '"length": [0-9]*' small/eval.jsonl small/metrics.jsonl
lengthen eval small $published --eval.memory 24 --json | grep -o '"tokens":84'
grep -ao '"[a-z.]*content_bias"\|"readout[a-z.]*"' small/model.safetensors

# Columns scored by different protocols are distinguished; numbers of one cell must have the same protocol.
cat >mixed.yaml <<'END'
set: {data: text, data.file: book.txt, architecture: decoder, encoding: alibi, model: {width: 8, heads: 2, blocks: 1,
      feed_forward: 8}, curriculum.lengths: 8, train: {steps: 4, batch: 4}, eval: {lengths: "8,16", sequences: 4, every: 0}}
grid: {how: {windows: {}, segments: {eval.with: "protocol: memory, eval.memory: 8"}}, seed: 1}
select: {columns: how, seeds: seed, metric: perplexity}
reports: [mean]
END
lengthen sweep run mixed.yaml --out mixed -j 2 -q >/dev/null
lengthen report mixed -q && grep targets mixed/report/report.md
try lengthen report mixed --columns seed --mean how
