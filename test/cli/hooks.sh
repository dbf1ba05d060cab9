# Commands at the end of runs and sweeps: they get the results, and do not change anything.
run="--task parity_check --steps 10"
hook='echo "$LENGTHEN_STATUS $(basename "$LENGTHEN_RUN") $LENGTHEN_SCORE_METRIC ${LENGTHEN_SCORE:+scored}${LENGTHEN_ERROR:+ $LENGTHEN_ERROR}" >>log'
try lengthen train $tiny $run --out a --on-end "$hook" -q >/dev/null
LENGTHEN_ON_END="$hook" lengthen train $tiny $run --out b -q >/dev/null
LENGTHEN_ON_END="$hook" lengthen train $tiny $run --out c --on-end '' -q >/dev/null
cat log
lengthen train $tiny $run --out plain -q >/dev/null
cmp a/model.safetensors plain/model.safetensors && cmp a/eval.jsonl plain/eval.jsonl && echo the same bytes
rm log

# No hook runs if everything was already done, or after a signal.
lengthen train $tiny $run --out a --on-end "$hook" -q >/dev/null
timeout -s TERM 1 lengthen train $tiny --task parity_check --steps 1000000 --out long --on-end "$hook" -q >/dev/null
[ ! -e log ] && echo none

# A hook runs after each of several runs, and after a run that diverges.
lengthen train $tiny $run --seed 1..2 --out many --on-end "$hook" -q >/dev/null
sort log
rm log
try lengthen train $tiny --steps 10 --optimizer.epsilon 0 --encoding rope --task reverse_string --out bad --on-end "$hook" -q
cut -d' ' -f 1-2 log
lengthen show bad | grep failed
lengthen runs bad --columns error | cut -c 1-80
lengthen runs bad --json | grep -o '"error":"[^:]*'
lengthen show bad --json | grep -o '"error":"[^:]*'

# The output of a hook goes to stderr, so that standard output remains data. A failing hook is reported, and does not
# change the exit status.
lengthen train $tiny $run --out d --json --on-end 'echo spoken' 2>words | grep -c schema
cat words
try lengthen train $tiny $run --out e --on-end 'cat; exit 7' -q >data
try lengthen train $tiny $run --out f --on-end 'kill -9 $$' -q >data

# If a hook runs lengthen, no hook is run for that process.
LENGTHEN_ON_END='lengthen train --preset quick --steps 2 --out g -q >/dev/null; echo again >>log2' \
    lengthen train $tiny $run --out h -q >/dev/null
cat log2

# A sweep.
cat >s.yaml <<END
set: {model: {width: 8, heads: 2, blocks: 1}, train: {steps: 5, batch: 2}, curriculum.lengths: 1..4, eval: {lengths: 1..4, sequences: 2}}
grid: {task: [even_pairs, parity_check]}
END
sweep='echo "$LENGTHEN_STATUS $LENGTHEN_SWEEP $LENGTHEN_COUNTS"'
try lengthen sweep run s.yaml --on-end "$sweep" -q
try lengthen sweep run s.yaml --on-end "$sweep" -q

# A file cannot set a hook.
echo "on-end: touch owned" >c.yaml
try lengthen train $tiny $run --config c.yaml --out x
echo "on_end: touch owned" >c.yaml
try lengthen train $tiny $run --config c.yaml --out x
(cat s.yaml; echo "on-end: touch owned") >t.yaml
try lengthen sweep plan t.yaml
sed 's/set: {/set: {on_end: touch owned, /' s.yaml >t.yaml
try lengthen sweep plan t.yaml
[ ! -e owned ] && echo nothing was run
