# Runs of a sweep that differ only in their evaluation share one training.
shared='title: cures
set: {model: {width: 8, heads: 2, blocks: 1, feed_forward: 16}, data: reverse_string, encoding: rope,
  curriculum.lengths: 1..5, train: {steps: 12, batch: 4, log_every: 4, checkpoint_every: 4, keep: 2}, eval: {lengths: 1..8, sequences: 8}}'
cures='none: {}
    near: {eval.with: "mask: window, mask.width: 3"}
    stretched: {eval.with: "encoding.frequencies: ntk, encoding.extension: 4"}'
grid="grid:
  cure:
    $cures
  seed: 0..1"
printf '%s\n' "$shared" "$grid" >cures.yaml
lengthen sweep plan cures.yaml --out cures 2>/dev/null | grep trained
trainings() { lengthen sweep plan "$1" --dry-run --json | grep -o '"runs":[0-9]*,"trainings":[0-9]*'; }
# Every run equals the same run trained separately, whichever run of the sweep has trained its model.
lengthen sweep worker cures --registry 2>log >/dev/null
grep -c "evaluating the model of" log || true
compare() { # SWEEP
    for run in "$1"/runs/*; do
        alone=alone/$(basename "$run")
        [ -d "$alone" ] || lengthen train --config "$run/config.yaml" --out "$alone" --threads 1 -q >/dev/null
        for file in model.safetensors state.safetensors eval.jsonl checkpoints/step-000000000008.safetensors; do
            cmp "$run/$file" "$alone/$file"
        done
        for r in "$run" "$alone"; do grep -vE '"(out|started|finished|seconds)"' "$r/run.json" >"$r.record"; done
        cmp "$run.record" "$alone.record"
        rm "$run.record"
        cut -d , -f 1-7 "$run/metrics.jsonl" >here && cut -d , -f 1-7 "$alone/metrics.jsonl" | cmp - here
    done
}
compare cures && echo alike
lengthen report cures -q >/dev/null && ls cures/report/tables/mean.md
# All runs that share a training are in one shard, and the threads of a worker wait for the training.
lengthen sweep plan cures.yaml --out shards -q >/dev/null
for i in 0 1 2; do lengthen sweep worker shards --shard $i/3 --threads 3 2>>shards.log >/dev/null; done
grep -c 'evaluating the model of' shards.log
compare shards && echo alike
lengthen sweep merge shards -q && lengthen sweep status shards --json | grep -o '"done":[0-9]*' | head -n 1
# A run whose directory is lost evaluates the model of another run of the same training, even if it trained the model
# itself. This also works in a moved sweep.
mv cures moved
printf '%s\n' "$shared" "$grid" | sed 's/    near:/    log: {eval.with: "scale: log_n"}\n    near:/' >more.yaml
lengthen sweep plan more.yaml --dry-run --runs --json >runs
id() { sed -n "s/.*\"id\":\"\([^\"]*\)\".*\"cure\":\"$1\",\"seed\":\"$2\".*/\1/p" runs; } # CURE SEED
rm -r "moved/runs/$(id none 0)"
lengthen sweep merge moved -q
lengthen sweep worker moved --registry 2>log >/dev/null
grep -c "evaluating the model of" log || true
compare moved && echo alike
# Adding a variant to the plan needs no further training.
lengthen sweep plan more.yaml --out moved 2>&1 >/dev/null | grep -o 'extended.*'
lengthen sweep worker moved --registry 2>log >/dev/null
grep -c "evaluating the model of" log || true
# Unreadable runs are trained again.
for cure in none near log stretched; do printf damaged >"moved/runs/$(id $cure 1)/model.safetensors"; done
rm -r "moved/runs/$(id near 1)"
lengthen sweep merge moved -q
lengthen sweep worker moved --registry 2>&1 >/dev/null | grep -o '; retraining'
ls "moved/runs/$(id near 1)"
# Other evaluation options share the training too, unless there are validations. Rungs compare trainings.
printf '%s\n' "$shared" "$grid" | sed 's/near: {/near: {eval.score: all, /' >score.yaml
trainings score.yaml
sed 's/sequences: 8/sequences: 8, every: 4/' score.yaml >validated.yaml
trainings validated.yaml
sed 's/sequences: 8/sequences: 8, every: 4/' cures.yaml >both.yaml
{ cat both.yaml; echo 'halving: {rungs: [4], factor: 2}'; } >halving.yaml
trainings halving.yaml
lengthen sweep plan halving.yaml --out halving -q >/dev/null
lengthen sweep worker halving --registry 2>log >/dev/null
grep -c "evaluating the model of" log || true
lengthen sweep status halving | grep -o '[0-9][0-9]* \(done\|stopped\)'
