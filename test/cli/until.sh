# Training that ends before its last step: at a score (train.until), without improvement (train.patience), or after a
# time (train.time).
run="$(tiny_but train.checkpoint_every) --train.checkpoint_every 5 --task reverse_string --eval.every 2 --eval.score all
    --lr 0.01 -q"
options() { if [ $1 = until ]; then echo --train.until='cross_entropy<=0.54'; else echo --train.patience=4; fi; }
ended() { jq -c '[.status, .ended, .step, .steps]' $1/run.json; }
same() { for file in model.safetensors state.safetensors eval.jsonl; do cmp $1/$file $2/$file || return; done; }
for name in until patience; do
    lengthen train $run --steps 80 $(options $name) --out $name >/dev/null
    ended $name
done
# The last validation meets the condition, and no earlier one does.
jq -s -c '[.[] | select(.split == "validation") | .cross_entropy <= 0.54] | [.[-1], any(.[:-1][]; .)]' until/metrics.jsonl
jq -s -c '[.[] | select(.split == "validation") | .token_accuracy] | length - 1 - index(max)' patience/metrics.jsonl

# A run that was killed after the checkpoint of step 5, and has lines of later steps, ends with the same bytes.
for name in until patience; do
    lengthen train $run --steps 5 $(options $name) --out first >/dev/null
    mkdir killed && cp first/state.safetensors $name/config.yaml killed
    sed '$d' $name/metrics.jsonl >killed/metrics.jsonl
    lengthen train killed -q >/dev/null 2>words
    same $name killed && [ "$(ended $name)" = "$(ended killed)" ] && echo "$name: killed and resumed"
    rm -r first killed
done

# A run that ended early continues without the condition, and then equals a run without it.
cp -r until on
lengthen train on --train.until none 2>&1 >/dev/null | grep 'continuing to'
lengthen train $run --steps 80 --out whole >/dev/null
same on whole && echo as without a condition; ended on
cp -r patience more
lengthen train more --train.patience 6 --steps 90 -q >/dev/null
lengthen train $run --steps 90 --train.patience 6 --out other >/dev/null
same more other && echo with more patience
lengthen train until --steps 90 2>&1 >/dev/null | grep 'by train.until'
try lengthen train until --train.until 'cross_entropy<0.1'
try lengthen train whole --train.patience 4 --eval.every 2 -q

# Time counts over all processes.
lengthen train $(echo "$run" | sed 's/--eval.every 2//') --steps 1000000000 --train.time 0.2s --out time >/dev/null
jq -c '[.status, .ended, .step < .steps, .seconds >= 0.2, .seconds < 20]' time/run.json
lengthen train time --train.time 0.3s --json 2>/dev/null | tail -n 1 | jq -c '[.status, .ended, .seconds >= 0.3]'
lengthen runs until patience time --columns train.time | sed 's/  *[0-9.]* %//; s/  */ /g; s/ [0-9]* of/ N of/'
lengthen runs until --format csv | cut -d, -f 1-5 | tr -d '\r'

# Invalid words.
wrong() { try lengthen train $run --steps 80 --out wrong "$@"; }
wrong --train.until 'acuracy>=0.9'
wrong --train.until 'accuracy=0.9'
wrong --train.until 'token_accuracy<=0.9'
wrong --train.until 'token_accuracy>=99'
wrong --train.until 'token_accuracy>1'
wrong --train.until 'perplexity<=x'
wrong --train.until 'step_accuracy>=0.9'
wrong --train.until ''
wrong --train.time 30
wrong --train.time -3m
run="$(echo "$run" | sed 's/--eval.every 2//')"
wrong --train.until 'token_accuracy>=0.9'
wrong --train.patience 3 --eval.every 100
ls -d wrong 2>/dev/null
lengthen train $run --print-config | grep -E 'train.(until|patience|time)'

# In a sweep.
cat >early.yaml <<END
set: {model: {width: 8, heads: 2, blocks: 1, feed_forward: 8}, train: {steps: 40, batch: 4, lr: 0.01}, curriculum.lengths: "1..5",
    eval: {lengths: "1..8", sequences: 8, every: 2, score: all}}
grid: {train.patience: [0, 2], train.until: [none, 'cross_entropy<=0.6']}
END
lengthen sweep run early.yaml --out early -q >/dev/null
for dir in early/runs/*; do jq -r '[.status, .ended] | join(" ")' $dir/run.json; done | sort | uniq -c

# If validations have no score, conditions on the score are refused.
none="$(tiny_but lengths) --task parity_check --eval.every 10 --eval.validation test --lengths 1..5 --out none -q"
try lengthen train $none --train.patience 1
try lengthen train $none --train.until 'token_accuracy>=0.5'
try lengthen train $none --eval.checkpoint best
lengthen train $none --eval.score all --train.patience 3 | tail -n 1 | cut -c 1-4
