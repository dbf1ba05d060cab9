# BLEU and chrF as metrics: `eval` prints the same numbers, to all digits, as `lengthen translate` and `lengthen score`.
corpus=$(dirname "$LENGTHEN_PRESETS/.")/../test/corpus
export LENGTHEN_THREADS=2
head -n 60 "$corpus/strings.en" >train.en
head -n 60 "$corpus/strings.it" >train.it
sed -n 31,70p "$corpus/strings.en" >test.en
sed -n 31,70p "$corpus/strings.it" >test.it
cp "$corpus/strings.model" .
small="--width 32 --heads 2 --blocks 1 --model.feed_forward 32 --model.dropout 0 --batch 30 --lr 0.01"
lengthen train --data translation --data.source train.en --data.target train.it --data.subwords strings.model \
    --data.validation_source test.en --data.validation_target test.it \
    --data.test_source test.en --data.test_target test.it --encoding shaw --metric bleu --protocol beam --eval.beam 2 \
    --eval.average examples --eval.score all --eval.every 100 --eval.validation validation \
    --steps 200 $small --out run -q >/dev/null

number() { # KEY: the last value of this JSON member, as text
    grep -o "\"$1\":[0-9.]*" | tail -n 1 | cut -d : -f 2
}
lengthen translate run --eval.beam 2 -q <test.en >said.it
lengthen score said.it test.it --json >bleu.json
lengthen score said.it test.it --metric chrf --json >chrf.json
for metric in bleu chrf; do
    lengthen eval run --metric $metric --json -q >$metric
    score=$(number score <$metric)
    test "$score" = "$(number score <$metric.json)" && echo $metric: the same number
    awk -v x="$score" 'BEGIN { print (x > 5 && x <= 100 ? "of a model that learned something" : "score " x) }'
done
lengthen eval run --json -q --eval.batch 3 --threads 1 | cmp - bleu && echo the batch size changes nothing
grep -c '"metric":"bleu"' bleu

# All measured metrics are recorded, so that choosing another metric needs no further evaluation. Sums over lengths are
# correct.
cp run/eval.jsonl before
lengthen train --config run/config.yaml --metric chrf --out run -q >/dev/null
cmp before run/eval.jsonl && grep -A 3 '"score": {' run/run.json | grep metric
test "$(number score <chrf)" = "$(grep -o '"chrf": [0-9.]*' run/run.json | cut -d ' ' -f 2)" && echo the same score
grep '"split": "validation"' run/metrics.jsonl | members
head -n 1 run/eval.jsonl | members
grep -A 2 '"best"' run/run.json | grep -o '"metric.*'
lengthen analyze curve run --lengths 20,30 --resamples 20 --json -q | members | head -n 3
lengthen eval run --metric bleu -q | grep -A 1 'BLEU in'
sed -i '1s/"bleu_sums": \[[0-9]*/"bleu_sums": [999/' run/eval.jsonl
lengthen train --config run/config.yaml --out run 2>&1 >/dev/null | grep -o '; .*evaluated again'

# A line longer than the maximum length of a prompt is not translated; the other lines are.
{ sed -n 1p test.en && head -c 8000000 /dev/zero | tr '\0' a && echo && sed -n 2p test.en; } >long.en
lengthen translate run --eval.beam 2 <long.en >long.it
sed -n 2p long.it
head -n 2 said.it >two && sed 2d long.it | cmp - two && echo the others: the same

# BLEU is only computed if the metric or the protocol needs it. A run without recorded BLEU is evaluated again.
lengthen eval run --metric perplexity --json -q | grep -c '"bleu"'
try lengthen eval run --metric bleu --protocol pass
try lengthen eval run --metric bleu --protocol greedy
lengthen eval run --metric bleu --protocol greedy --eval.max_tokens 60 --json -q | grep -c '"bleu":[0-9]'
try lengthen train $tiny --task reverse_string --architecture decoder --encoding rope --metric chrf --protocol beam --out strings
lengthen train --data toy_translation --curriculum.lengths 1..4 --lengths 3,4 --eval.sequences 8 --steps 5 $small \
    --out toy -q >/dev/null
lengthen train --config toy/config.yaml --metric bleu --protocol beam --out toy 2>&1 >/dev/null | grep lacks
grep -c bleu_sums toy/eval.jsonl

# The lengths of the data are known before some of them are selected, although opening a run does not read its data.
lengthen analyze distance run --json -q | grep -o '"length":[0-9]*' | sort -u | wc -l
