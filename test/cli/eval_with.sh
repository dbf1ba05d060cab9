# A run whose evaluation differs from its training: eval.with.
flags="$(tiny_but curriculum.lengths) --curriculum.lengths 1..5 --task reverse_string --encoding rope --steps 20"
window='mask: window, mask.width: 3'
lengthen train $flags --out plain -q >/dev/null
lengthen train $flags --eval.with "$window" --out cured -q >/dev/null
# eval.with does not change training; the results equal those of `eval` with the same options as flags.
for run in plain cured; do lengthen inspect run $run | grep -v '^/' >$run.parameters; done
cmp plain.parameters cured.parameters && echo the same model
lengthen eval plain --mask window --mask.width 3 --json | grep '"value"' | sed 's/.*"value":\([^,]*\),.*/\1/' >by_hand
lengthen eval cured --json | grep '"value"' | sed 's/.*"value":\([^,]*\),.*/\1/' >cured.values
cmp by_hand cured.values && echo the same evaluation
lengthen eval plain --json | grep '"value"' | sed 's/.*"value":\([^,]*\),.*/\1/' >plain.values
lengthen eval cured --eval.with '' --json | grep '"value"' | sed 's/.*"value":\([^,]*\),.*/\1/' | cmp - plain.values && echo an empty eval.with gives plain results
cmp -s plain.values cured.values || echo eval.with changes results
lengthen eval plain --eval.with "$window" --json | grep '"value"' | sed 's/.*"value":\([^,]*\),.*/\1/' | cmp - by_hand && echo eval --eval.with gives the same
# Distances can be clipped in evaluation only. A large width clips no distance.
entropies() { lengthen eval plain --metric cross_entropy --json "$@" | grep '"value"' | sed 's/.*"value":\([^,]*\),.*/\1/'; }
entropies >unclipped
entropies --encoding.clip 3 >clipped
entropies --eval.with 'encoding.clip: 3' | cmp - clipped && echo clipped
cmp -s clipped unclipped || echo clipping changes results
entropies --encoding.clip 99 --encoding.compress 4 | cmp - unclipped && echo wider than all distances
# Runs with and without eval.with have different ids. A run with it resumes unchanged.
lengthen train $flags --out 'runs/<hash>' -q >/dev/null
lengthen train $flags --eval.with "$window" --out 'runs/<hash>' -q >/dev/null
ls runs | wc -l
try lengthen train $flags --eval.with "$window" --out cured -q | tail -n 1
try lengthen train $flags --eval.with "mask: causal" --out cured -q

try lengthen eval cured --mask causal
try lengthen eval cured --mask full
try lengthen train $flags --eval.with "$window" --out plain
try lengthen train $flags --eval.with 'mask: windw' --out bad
try lengthen train $flags --eval.with 'widht: 5' --out bad
try lengthen train $flags --eval.with 'model.width: 16' --out bad
try lengthen train $flags --eval.with 'encoding: alibi' --out bad
try lengthen train $flags --eval.with mask --out bad
try lengthen train $flags --eval.with 'positions: randomized, positions.L: 5' --out bad
ls bad 2>/dev/null || echo nothing was begun

# A window is not a fair baseline for encodings with absolute positions: there is a warning, only for these encodings.
warned() { lengthen "$@" 2>&1 >/dev/null | grep '^warning' || echo no warning; }
warned train $(echo "$flags" | sed "s|--encoding rope|--encoding sinusoid|") --eval.with "$window" --out absolute
warned eval absolute
warned eval absolute --lengths 1..5
warned eval absolute --eval.with ''
warned eval cured

# eval.with may contain only options that compute another function of the parameters; lengths, metrics, seeds and the
# like are set beside it.
for with in 'eval.lengths: 9..12' 'metric: cross_entropy' 'eval.seed: 3' 'threads: 1' 'eval.with: "mask: window"'; do
    try lengthen train $flags --eval.with "$with" --out bad
done
lengthen train $(echo "$flags" | sed "s/reverse_string/copy_rsc/; s/--curriculum.lengths [^ ]*//; s/--lengths [^ ]*//") --architecture decoder --eval.with 'protocol: pass' \
    --data.examples 100 --curriculum.lengths 2..3 --lengths 2..3 --out as_is -q >/dev/null
try lengthen eval as_is --protocol pass
# The model of another run is refused.
lengthen train $flags --eval.with "$window" --eval.every 5 --eval.checkpoint best --out one -q >/dev/null
lengthen train $flags --eval.with "$window" --eval.every 5 --eval.checkpoint best --train.seed 7 --out other -q >/dev/null
cp other/checkpoints/best.safetensors one/checkpoints/best.safetensors
try lengthen train $flags --eval.with "$window" --eval.every 5 --eval.checkpoint best --eval.seed 8 --out one -q
# A sweep is refused before it is planned.
printf 'set: {data: reverse_string, curriculum.lengths: 1..5, eval.lengths: 1..8}\ngrid: {a: {x: {eval.with: "positions: randomized, positions.L: 5"}}, seed: [1]}\n' >with.yaml
try lengthen sweep plan with.yaml --out with -q
