# A sweep continues elsewhere from the text files of its finished runs, without their models, to the same tables.
cat >small.yaml <<'YAML'
base: decoder-tiny
set: {train.steps: 4, eval.sequences: 4, curriculum.lengths: 2..3, eval.lengths: 2..4, data.examples: 40,
      model.width: 8, model.heads: 2, model.blocks: 1, model.feed_forward: 16}
grid: {data: [copy_rsc], encoding: [none, t5], seed: [1, 2]}
select: {rows: data, columns: encoding, seeds: seed}
reports: [mean]
YAML
keep_runs="python3 $LENGTHEN_PRESETS/../tools/keep_runs.py"
lengthen sweep run small.yaml --out here -q >/dev/null
rm "$(ls here/runs/*/eval.jsonl | head -n 1)" # like a run that was not evaluated yet
$keep_runs keep here kept.jsonl
$keep_runs keep here kept.jsonl
wc -l <kept.jsonl
grep -o "out: [a-z/]*/" kept.jsonl | sort -u
lengthen sweep plan small.yaml --out there -q >/dev/null
$keep_runs restore kept.jsonl there
$keep_runs restore kept.jsonl there
lengthen sweep merge there | sed 's/.*: //'
lengthen sweep run here -q | sed 's/.*: //'
lengthen sweep run there -q | sed 's/.*: //'
for sweep in here there; do lengthen report $sweep -o $sweep.tables --tables mean --figures "" -q; done
diff -r here.tables there.tables && ls here.tables/tables
# A compressed file gives the same tables.
$keep_runs keep there kept.jsonl.xz
lengthen sweep plan small.yaml --out third -q >/dev/null
$keep_runs restore kept.jsonl.xz third
diff -r here/runs third/runs | grep -c '^Only in here'
try $keep_runs keep small.yaml kept.jsonl
