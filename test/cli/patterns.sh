# Choices that differ from block to block.
flags="$(tiny_but blocks) --blocks 4 --task reverse_string --architecture decoder --steps 10"
shown() { lengthen train $flags "$@" --print-config 2>&1 | sed -n '/^mask: /p; /^mask.width/p; /^encoding: /p; /^scale/p; /^lengthen/p'; }
shown --encoding rope,none --mask window:3,window:3,window:3,causal
shown --encoding 'rotary, none' --mask window:3,window:4
LENGTHEN_MASK=window:3,causal shown --encoding none
printf 'mask: window:3, causal\nencoding: [rope:base=500, none]\n' >some.yaml
shown --config some.yaml
shown --config some.yaml --mask window:2,window

# Equal models have the same id, whichever way their options are written.
lengthen train $flags --encoding rope:base=500,none --mask window:3,causal --out 'runs/<hash>' -q >/dev/null
lengthen train $flags --encoding rotary,none,rope,none --encoding.base 500 --mask window,causal --mask.width 3 --out 'runs/<hash>' -q >/dev/null
ls runs | wc -l
id=$(ls runs)
lengthen train --config runs/$id/config.yaml --out 'runs/<hash>' -q >/dev/null
ls runs | wc -l
lengthen show runs/$id | grep encoding | sed "s/$id/ID/"
lengthen runs runs --json | sed "s/$id/ID/" | grep -o '"run":"[^"]*"'
lengthen train runs/$id --train.keep 2 --steps 40 -q >/dev/null
lengthen average runs/$id --last 2 -q >/dev/null && lengthen eval runs/$id/checkpoints/average-2.safetensors --json | wc -l

# Evaluation with other masks; encodings stay.
changes() { lengthen eval runs/$id "$@" 2>&1 | sed "s/$id/ID/; s/^[0-9a-f]*\.\.\./ID/" | sed "/:\$/{N;s/\\n/ /;}" | grep -E 'differs from|^lengthen'; }
changes --mask window:6,causal
changes --mask window:6,window:2
changes --mask window:2,window
changes --mask causal
changes --mask.width 5
changes --encoding none,rope
changes --encoding rope:base=500:clip=2,none
changes --encoding.clip 2
changes --eval.with 'mask: "window:2,causal"'
changes --eval.with 'mask: window:2,causal'
changes --mask full,causal --protocol pass
lengthen train $flags --mask causal --encoding rope,none --eval.with 'mask: "window:2,causal"' --out cured -q >/dev/null
lengthen train $flags --mask causal --encoding rope,none --out plain -q >/dev/null
for one in 'cured' 'plain --mask window:2,causal'; do lengthen eval $one --json | grep -o '"value":[0-9.]*'; done | sort | uniq -c | awk '$1 % 2 { print "differs" }'

# Inspection, lists and figures.
try lengthen inspect encoding rope,none --length 2
try lengthen inspect encoding alibi,none --length 3 --mask window:1:form=causal,causal --figure one.svg
lengthen inspect model --architecture decoder --width 8 --heads 2 --blocks 4 --encoding none,t5 | grep bucket_bias
for name in rope window sinusoid; do lengthen show $name | grep -A 1 'per block'; done

# Positions are checked by the blocks that read them; advice about distances considers the masks of all blocks.
lengthen train $flags --encoding none,rope --positions randomized --positions.L 32 --out drawn -q >/dev/null
lengthen inspect logits drawn --input '0 1 1' --json | jq -c '.positions | length'
for mask in window:2:form=causal,causal window:2:form=causal,window:3:form=causal; do
    lengthen train $flags --encoding sinusoid --mask $mask --out near-$(echo $mask | tr ':,=' '---') 2>&1 | grep -c 'not a fair baseline'
done

# A list of choices by block is one value of a grid.
cat >grid.yaml <<'END'
set: {data: reverse_string, architecture: decoder, model.blocks: 4, model.width: 8, model.heads: 2, model.feed_forward: 8,
      train.batch: 4, train.steps: 5, curriculum.lengths: 1..3, eval.lengths: 1..5, eval.sequences: 8}
grid:
  mask: ["window:2,window:2,window:2,causal", causal]
  scheme: {nope: {encoding: none}, mixed: {encoding: "rope,none"}}
END
lengthen sweep plan grid.yaml --out grid | sed -n '/^  mask/p; /^  scheme/p; / runs, /p'
lengthen sweep run grid -q && lengthen report grid -q --no-pictures --tables mean --figures curves && grep -m 1 window grid/report/tables/mean.md | cut -c 1-80

# Errors.
for mask in , window:,causal window:9:width=7,causal windw,causal causal:3,causal full,causal causal,causal,causal,causal,full; do
    try lengthen train $flags --mask $mask --print-config
done
for encoding in rope:base,none rope:bas=3,none sinusoid,none kerple_log:kernel=power,none; do
    try lengthen train $flags --encoding $encoding --print-config
done
try lengthen train $flags --mask window:3,causal --mask.width 4 --print-config
try lengthen train $flags --norm layer_norm,rms_norm --print-config
try lengthen train $flags --positions standard,randomized --print-config
try lengthen train $(echo $flags | sed 's/decoder/encoder_decoder/') --encoding rope,none --encoder.encoding rope,none --print-config
try lengthen train $(echo $flags | sed 's/decoder/encoder_decoder/') --encoding rope,none --encoder.encoding t5 --decoder.encoding alibi --print-config
try lengthen train $flags --attention persistent,softmax --print-config
