# Training that starts from the parameters of another model.
run="$(tiny_but width)"
few="$run --width 8 --task reverse_string --steps 20"
lengthen train $few --out a -q >/dev/null
# With a learning rate of 0 these parameters stay unchanged.
lengthen train $few --lr 0 --seed 2 --init a --out b -v 2>words >/dev/null
grep -o '[0-9]* of [0-9]* parameters.*' words
weights() { tail -c +$((9 + $(od -An -tu8 -N8 $1/model.safetensors | tr -d ' '))) $1/model.safetensors | cksum; }
test "$(weights a)" = "$(weights b)" && echo the same parameters
jq -c '[.init.source, (.init.digest | length)]' b/run.json
grep train.init b/config.yaml

# A model with other classes or another feed-forward width: arrays of equal shape are copied.
lengthen train $run --width 8 --steps 20 --init a/model.safetensors --task bucket_sort --out c 2>&1 >/dev/null | grep -o '[0-9]* of [0-9]* param.*'
lengthen train $(echo "$few" | sed "s/feed_forward 8/feed_forward 4/") --init a --out d -v 2>&1 >/dev/null | grep -o 'train.init: .*\|[0-9]* of [0-9]* param.*'
lengthen train $few --init a --encoding learned --out e -v 2>&1 >/dev/null | grep -o 'train.init: .*'

# A stopped run resumes to the same bytes. Once it has a checkpoint, it no longer needs the initial model.
lengthen train $few --init a --seed 3 --out whole -q >/dev/null
lengthen train $(echo "$few" | sed "s/steps 20/steps 10/") --init a --seed 3 --out parts -q >/dev/null
mv a moved
lengthen train parts --steps 20 -q >/dev/null 2>words
for file in model.safetensors state.safetensors eval.jsonl; do cmp whole/$file parts/$file; done && echo the same bytes
lengthen train parts --lengths 1..4 -q >/dev/null && jq -c .status parts/run.json
mv moved a
# A run that has no checkpoint yet needs the initial model.
rm parts/*.safetensors
sed -i 's/"digest": "..../"digest": "zzzz/; s/"done"/"running"/' parts/run.json
try lengthen train parts -q

# Invalid values.
wrong() { try lengthen train $run --task reverse_string --steps 5 --out wrong -q "$@"; }
wrong --init nowhere
wrong --init .
wrong --init a/config.yaml
wrong --init a/state.safetensors
try lengthen train $run --task bucket_sort --steps 5 --out wrong -q --init a --architecture lstm --architecture.hidden 12
ls -d wrong 2>/dev/null

# In a sweep.
cat >begin.yaml <<END
set: {task: reverse_string, model: {width: 8, heads: 2, blocks: 1, feed_forward: 8}, train: {steps: 5, batch: 4},
    curriculum.lengths: "1..5", eval: {lengths: "1..8", sequences: 8}}
grid: {train.init: [none, a]}
END
lengthen sweep run begin.yaml --out begin -q >/dev/null 2>&1
for dir in begin/runs/*; do jq -r '[.status, .init.source] | join(" ")' $dir/run.json; done | sort

# `inspect encoding --init` shows trained parameters; a model of other shapes is refused.
for encoding in learned relative t5 kerple shaw fire tupe cope; do
    lengthen train $(echo "$few" | sed "s,steps 20,steps 3,") --encoding $encoding --lr 0.1 --out of-$encoding -q >/dev/null
    look() { lengthen inspect encoding $encoding --config of-$encoding/config.yaml --length 4 --json -q "$@"; }
    test "$(look)" = "$(look --init none)" && test "$(look)" != "$(look --init of-$encoding)" && echo "$encoding: trained"
done
trained=$(lengthen inspect encoding t5 --config of-t5/config.yaml --init of-t5 --length 4 --json -q | jq -s 'map(select(.what == "bucket_bias"))[0].data | flatten | map(. * .) | add | sqrt')
lengthen inspect run of-t5 --json | jq -c --argjson trained "$trained" \
    '.. | objects | select(.name? == "attention.bucket_bias") | (.norm - $trained) | . < 1e-5 and . > -1e-5'
try lengthen inspect encoding t5 --heads 4 --init of-t5 --length 4
try lengthen inspect encoding t5 --heads 2 --init of-relative --length 4

# A model of another width shares hardly any shape.
lengthen train $(echo "$run" | sed 's/--steps [0-9]*//') --width 16 --task reverse_string --steps 1 --init a --out wide 2>&1 >/dev/null | grep -o "train.init: .*"
