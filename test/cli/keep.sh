# Checkpoints that a run keeps: the last ones, and the one with the best validation score.
lengthen train $tiny --task reverse_string --steps 40 --train.keep 2 --eval.every 20 --eval.validation test --out a -q >/dev/null
ls a/checkpoints
lengthen eval a/checkpoints/*.safetensors --lengths 2,8 -q | sed 's/[0-9][0-9]*\.[0-9]/X/g; s/  */ /g'
last() { lengthen eval $1 --json | tail -n 1 | grep -o '"score":[0-9.e-]*'; }
test "$(last a)" = "$(last a/checkpoints/step-000000000040.safetensors)" && echo the run has the last model
best=$(grep -o '"token_accuracy": [0-9.e-]*' a/metrics.jsonl | cut -d ' ' -f 2 | sort -g | tail -n 1)
again=$(last a/checkpoints/best.safetensors)
awk -v a="$best" -v b="${again#*:}" 'BEGIN { d = a - b; print (a > 0 && d < 1e-8 && d > -1e-8 ? "the best is the best" : a " " b) }'
cd a/checkpoints && lengthen inspect run best.safetensors --json | wc -l && cd ../..
cp a/model.safetensors alone.safetensors
try lengthen eval alone.safetensors
try lengthen train $tiny --task reverse_string --train.keep 0 --out b

# Validations read their own split, at the training lengths. The model of the run is the best checkpoint.
small="$(tiny_but lengths | sed 's/--curriculum.lengths [^ ]*//')"
words="$small --data copy_rsc --data.alphabet 9 --data.examples 300 --curriculum.lengths 1..3 --eval.lengths 1..5
    --architecture decoder --lr 0.01 --steps 40"
lengthen train $words --eval.every 10 --eval.validation validation --eval.checkpoint best --out v -q >/dev/null
grep -c '"split": "validation".*"first": 1, "last": 3' v/metrics.jsonl
test "$(last v)" = "$(last v/checkpoints/best.safetensors)" && echo the run has the best model
test "$(lengthen eval v --eval.checkpoint last --json)" = "$(lengthen eval v/model.safetensors --json | sed 's#v/model.safetensors#v#')" && echo eval.checkpoint last selects the last model
all() { lengthen eval $1 --json | grep -o '"cross_entropy":[0-9.e-]*'; }
test "$(all v)" != "$(all v/model.safetensors)" && echo the last model differs from the best one
grep -A3 '"score"' v/run.json | head -n 4 | tr -d '\n ' | grep -o '"metric":"[a-z_]*"'
# The metric that chose the best model is fixed for runs that depend on the best model.
best="$words --eval.every 10 --out x -q"
is_best="--eval.validation validation --eval.checkpoint best"
cp -r v x
sed -n '/"best"/,/}/p' x/run.json | sed 's/"digest": ".*"/"digest": "D"/' | tr -d '\n '
echo
try lengthen train $best $is_best --metric token_accuracy
try lengthen train $best --eval.validation test --eval.checkpoint best
lengthen train $best --eval.validation validation --metric token_accuracy >/dev/null
grep '^metric' x/config.yaml
try lengthen train $best $is_best --metric token_accuracy
lengthen train $best $is_best | head -n 2 | tail -n 1 | wc -w
cmp x/eval.jsonl v/eval.jsonl && echo the best model is unchanged

cp -r v early && rm early/checkpoints/best.safetensors # like a run that was stopped before its first validation
test "$(lengthen eval early --eval.checkpoint last --json | sed 's/early/v/')" = "$(lengthen eval v --eval.checkpoint last --json)" && echo without a best model the last one is used
try lengthen eval early
try lengthen inspect run early
try lengthen train $words --eval.checkpoint best --out w
try lengthen train $words --eval.every 10 --eval.validation validation --data.validation 0 --out w
ls -d w 2>/dev/null
at_six="$(echo "$words" | sed 's/--curriculum.lengths [^ ]*//') --curriculum fixed --curriculum.length 6"
lengthen train $at_six --eval.every 20 --eval.validation validation --out six -q >/dev/null
grep -c '"split": "validation".*"first": 6, "last": 6' six/metrics.jsonl
try lengthen train $words --architecture.vocabulary 5 --out w
decoder="$tiny --task reverse_string --architecture decoder --steps 2"
try lengthen train $decoder --architecture.vocabulary 2 --out w
lengthen train $decoder --architecture.vocabulary 3 --out three -q >/dev/null

# Generated records have digests in run.json: a program version that generates other records does not resume the run.
sed 's/"train": "..../"train": "zzzz/' v/run.json >run.json && mv run.json v
best="$words --eval.every 10 --eval.validation validation --eval.checkpoint best --out v -q"
try lengthen train $best --eval.seed 3
lengthen train $best >/dev/null && echo a finished run does not read its records

# The results are those of the last model. If an earlier validation was better, there is a message.
lengthen train $tiny --task reverse_string --steps 40 --lr 0.03 --eval.every 4 --eval.validation test --out late 2>&1 >/dev/null |
    sed -n 's/^late: \(an earlier validation scored better\):.* \(on .*\)/\1, \2/p'
lengthen train $tiny --task reverse_string --steps 40 --lr 0.03 --eval.every 4 --eval.validation test --eval.checkpoint best --out chosen 2>&1 \
    >/dev/null | grep 'scored better' || echo no message for the best model

# Validations read their own records at the training lengths, whatever lengths are tested. Choosing the best checkpoint
# by the test set is reported.
one="$small --task reverse_string --steps 20 --eval.every 10 -q"
fixed="--curriculum.lengths 2,4 --lengths 30"
lengthen train $one $fixed --eval.checkpoint best --train.patience 9 --out own >/dev/null
jq -c 'select(.split == "validation") | [.first, .last]' own/metrics.jsonl
jq -c '[.validations, (.best | del(.digest))]' own/run.json
lengthen train ${one% -q} $fixed --eval.validation test --eval.checkpoint best --out leaks 2>&1 >/dev/null | grep warning
jq -c '[.validations, (.best | del(.digest))]' leaks/run.json
lengthen train ${one% -q} $fixed --eval.validation test --out curve 2>&1 >/dev/null | grep -c warning
jq -c .validations curve/run.json
# It is also reported if such a run is evaluated later on the same records. Runs of earlier versions do not record the
# split.
lengthen train $one $fixed --eval.validation test --train.until 'token_accuracy>=0.99' --out until >/dev/null 2>&1
for run in leaks leaks/checkpoints/best.safetensors until own curve; do
    echo "$run:"
    lengthen eval $run 2>&1 >/dev/null | grep warning
done
lengthen eval leaks --eval.checkpoint last 2>&1 >/dev/null | grep -c warning
lengthen eval leaks --eval.seed 7 2>&1 >/dev/null | grep -c warning
jq 'del(.best)' leaks/run.json >run.json && mv run.json leaks
sed -i '/eval.validation/d' leaks/config.yaml
lengthen eval leaks 2>&1 >/dev/null | grep -c warning
# If there are many lengths, 40 of them are validated.
grows="--curriculum regular_increase --curriculum.every 1 --curriculum.initial 3 --lengths 3"
lengthen train $small $grows --task reverse_string --steps 100 --eval.every 100 --out many -q >/dev/null
jq -c 'select(.split == "validation") | [.first, .last]' many/metrics.jsonl

# Validation of pairs from a file: a part of the file is held out, another file is read, or, on request, the test set.
for i in 1 2 3 4 5 6 7 8; do printf 'a b w%d\tw%d b a\n' $i $i; done >pairs.tsv
printf 'a b\tb a\n' >test.tsv
pairs="$small --data pairs --data.train pairs.tsv --data.test test.tsv --steps 4 --eval.every 2 -q"
try lengthen train $pairs --out w
lengthen train ${pairs% -q} --data.validation_fraction 0.25 --out held 2>&1 >/dev/null | grep 'records:'
jq -c 'select(.split == "validation") | [.first, .last]' held/metrics.jsonl
lengthen sample pairs --data.train pairs.tsv --data.test test.tsv --data.validation_fraction 0.25 --split all --text
sed "s/ w/ b w/" test.tsv | sed "s/a b/a b c/" >other.tsv
lengthen train $pairs --data.validation_file other.tsv --out filed >/dev/null
jq -c '[(.files | keys), .validations]' filed/run.json
try lengthen train $pairs --data.validation_fraction 0.1 --out w
try lengthen train --data text --data.file pairs.tsv $small --eval.lengths 8 --curriculum.lengths 8 --steps 4 --eval.every 2 --out w
