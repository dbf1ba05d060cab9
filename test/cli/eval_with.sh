# A run that is evaluated otherwise than it is trained: eval.with.
flags="$(tiny_but curriculum.lengths) --curriculum.lengths 1..5 --task reverse_string --encoding rope --steps 20"
window='mask: window, mask.width: 3'
lengthen train $flags --out plain -q >/dev/null
lengthen train $flags --eval.with "$window" --out cured -q >/dev/null
# The same model, and the same results as with these options in evaluation alone.
for run in plain cured; do lengthen inspect run $run | grep -v '^/' >$run.parameters; done
cmp plain.parameters cured.parameters && echo one model
lengthen eval plain --mask window --mask.width 3 --json | grep '"value"' | sed 's/.*"value":\([^,]*\),.*/\1/' >by_hand
lengthen eval cured --json | grep '"value"' | sed 's/.*"value":\([^,]*\),.*/\1/' >cured.values
cmp by_hand cured.values && echo one evaluation
lengthen eval plain --json | grep '"value"' | sed 's/.*"value":\([^,]*\),.*/\1/' >plain.values
lengthen eval cured --eval.with '' --json | grep '"value"' | sed 's/.*"value":\([^,]*\),.*/\1/' | cmp - plain.values && echo plain again
cmp -s plain.values cured.values || echo others
lengthen eval plain --eval.with "$window" --json | grep '"value"' | sed 's/.*"value":\([^,]*\),.*/\1/' | cmp - by_hand && echo asked for
# Runs differ by it, and it resumes as it was.
lengthen train $flags --out 'runs/<hash>' -q >/dev/null
lengthen train $flags --eval.with "$window" --out 'runs/<hash>' -q >/dev/null
ls runs | wc -l
try lengthen train $flags --eval.with "$window" --out cured -q | tail -n 1
try lengthen train $flags --eval.with "mask: causal" --out cured -q

try lengthen eval cured --mask causal
try lengthen train $flags --eval.with 'mask: windw' --out bad
try lengthen train $flags --eval.with 'width: 5' --out bad
try lengthen train $flags --eval.with 'model.width: 16' --out bad
try lengthen train $flags --eval.with 'encoding: alibi' --out bad
try lengthen train $flags --eval.with mask --out bad
try lengthen train $flags --eval.with 'positions: randomized, positions.L: 5' --out bad
ls bad 2>/dev/null || echo nothing was begun

# A window is no baseline for absolute positions: that is said, and nothing of others.
warned() { lengthen "$@" 2>&1 >/dev/null | grep '^warning' || echo no warning; }
warned train $(echo "$flags" | sed "s|--encoding rope|--encoding sinusoid|") --eval.with "$window" --out absolute
warned eval absolute
warned eval absolute --lengths 1..5
warned eval absolute --eval.with ''
warned eval cured
