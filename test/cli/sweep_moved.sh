# The directory of a sweep is moved during training: no run counts as failed, the old directory is not created again,
# and the sweep resumes in the new one to the same bytes.
cat >s.yaml <<END
set: {model: {width: 8, heads: 2, blocks: 1, feed_forward: 8}, train: {steps: 9000, batch: 4, checkpoint_every: 20}, curriculum.lengths: 1..4, eval: {lengths: 1..8, sequences: 2}}
grid: {task: [even_pairs, parity_check]}
END
lengthen sweep plan s.yaml --out a -q
lengthen sweep run a -j 2 >run 2>&1 &
run=$(head -n 2 a/manifest.jsonl | sed -n 's/.*"id":"\([0-9a-f]*\)".*/\1/p')
await a/runs/$run/state.safetensors
mv a b
wait $! || echo the sweep stops # with 1, or with 2 if a worker began after the move
grep -q 'was it moved' run && echo the message mentions the move
[ ! -e a ] && echo the old directory does not exist
try lengthen sweep run b -j 2 -q
lengthen sweep results b --out moved -q
lengthen sweep run s.yaml --out whole -q
lengthen sweep results whole --out whole.jsonl -q
cmp moved whole.jsonl && echo the same bytes
