# `lengthen claim`: claim files, verdicts, families of claims, pages, and a user's own claim about her own sweep.

# Prints a kept run (tools/keep_runs.py): TASK ENCODING SEED ACCURACY SECONDS.
kept() {
    while read -r task encoding seed accuracy seconds; do
        printf '{"run":"%s-%s-%s","files":{"config.yaml":"data: %s\\nencoding: %s\\nmetric: token_accuracy\\ntrain.seed: %s\\n",' \
            "$task" "$encoding" "$seed" "$task" "$encoding" "$seed"
        printf '"run.json":"{\\"score\\":{\\"scores\\":{\\"token_accuracy\\":%s}},\\"seconds\\":%s,\\"step\\":100}",' \
            "$accuracy" "$seconds"
        printf '"eval.jsonl":"{\\"length\\":5,\\"token_accuracy\\":1,\\"cross_entropy\\":0.1,\\"exact_match\\":1,\\"sequences\\":8}\\n"}}\n'
    done
}
claim() { # PART...: a claim about six tasks, with these parts of its file in place of those with the same name
    {
        printf '%s\n' 'claim: rope is better than none' 'runs: kept.jsonl' 'expect: a - b > 0' \
            'compare: {a: {encoding: rope}, b: {encoding: none}}'
    } >base
    for part; do
        grep -v "^${part%%:*}:" base >other
        mv other base
        printf '%s\n' "$part" >>base
    done
    cat base
}
for seed in 1 2 3; do
    n=0
    for task in even_pairs bucket_sort reverse_string odds_first parity_check stack_manipulation; do
        n=$((n + 1))
        echo "$task none $seed 0.5$seed 1$n"
        echo "$task rope $seed 0.6$n 2$n"
        echo "$task t5 $seed 0.5$(((n + seed) % 4)) 10"
    done
done | kept >kept.jsonl

claim >one.yaml
try lengthen claim one.yaml
xz -k kept.jsonl && claim 'runs: kept.jsonl.xz' >packed.yaml && lengthen claim packed.yaml >packed && lengthen claim one.yaml | cmp - packed
lengthen claim one.yaml --json | members
lengthen claim one.yaml --format csv | head -1 | cut -d, -f1-6

echo other expectations
claim 'expect: a - b < 5' >two.yaml && try lengthen claim two.yaml
claim 'expect: a - b > 20' 'units: seed' >three.yaml && try lengthen claim three.yaml
claim 'expect: a = b' 'margin: 20' 'reason: a test' >four.yaml && try lengthen claim four.yaml
claim 'expect: a / b > 1.2' 'compare: {a: {encoding: rope}, b: {encoding: none}, metric: seconds}' >five.yaml
try lengthen claim five.yaml
claim 'compare: {a: {encoding: rope}, b: [{encoding: none}, {encoding: t5}], pair: [task, seed]}' >six.yaml
try lengthen claim six.yaml
claim 'compare: {a: {encoding: [rope, t5]}, b: {encoding: none}, best: encoding}' >best.yaml
lengthen claim best.yaml | cut -d: -f1
claim 'compare: {a: {encoding: rope}, b: {encoding: none}, where: {seed: 1..2}}' 'looks: [3, 6]' >seven.yaml
try lengthen claim seven.yaml
claim 'solved: 51' 'compare: {a: {encoding: t5}, b: {encoding: none}}' >eight.yaml && try lengthen claim eight.yaml
claim 'compare: {a: {encoding: t5}, b: {encoding: none}}' 'looks: [3]' >nine.yaml && try lengthen claim nine.yaml
claim 'compare: {a: {encoding: alibi}, b: {encoding: none}}' >none.yaml && try lengthen claim none.yaml
claim 'compare: {a: {encoding: t5}, b: chance}' 'expect: a = b' 'margin: 9' 'reason: a test' >chance.yaml
try lengthen claim chance.yaml
claim 'compare: {a: {encoding: t5, lengths: 5..5}, b: {encoding: t5, lengths: 1..5}}' 'expect: a = b' 'margin: 1' \
    'reason: a test' >lengths.yaml
try lengthen claim lengths.yaml
claim 'compare: {a: {encoding: t5}, b: [chance, {encoding: none}]}' 'expect: a - b > 12' >chances.yaml
lengthen claim chances.yaml | cut -d: -f1
grep -v '"even_pairs-none-2' kept.jsonl >fewer.jsonl
try lengthen claim one.yaml --runs fewer.jsonl
lengthen claim one.yaml three.yaml -q | cut -d: -f1

sed '1s/metric: token_accuracy/metric: exact_match/' kept.jsonl >mixed.jsonl
try lengthen claim one.yaml --runs mixed.jsonl
claim 'compare: {a: {encoding: rope}, b: {encoding: none}, metric: token_accuracy}' >named.yaml
lengthen claim named.yaml --runs mixed.jsonl | cut -d: -f1

echo values of analyses
values() { # NAME VALUE-OF-ROPE: rows of two blocks at lengths 5 and 9; a claim must ignore the rows of block 1
    sed 's/{"run":"\([^"]*\)".*/\1/' kept.jsonl | while read -r run; do
        case $run in *rope*) value=$2 ;; *) value=0.5 ;; esac
        for length in 5 9; do
            printf '{"run":"runs/%s","length":%s,"block":0,"%s":%s.%s}\n{"run":"%s/","length":5,"block":1,"%s":77}\n' \
                "$run" $length "$1" "${value%.*}" "${#run}$length" "$run" "$1"
        done
        printf '{"path":"a.svg"}\n{"run":"%s","block":0,"%s":null}\n' "$run" "$1"
    done
}
claim 'compare: {a: {encoding: rope}, b: {encoding: none}, value: entropy, rows: {block: 0}}' >value.yaml
try lengthen claim value.yaml
values entropy 2.5 >values.jsonl && try lengthen claim value.yaml
claim 'compare: {a: {encoding: rope, lengths: 9..9}, b: {encoding: rope, lengths: 5..5}, value: entropy, rows: {block: 0}}' \
    'expect: a = b' 'margin: 0.1' 'reason: a test' >value.yaml && try lengthen claim value.yaml
claim 'compare: {a: {encoding: rope}, b: {encoding: none}, value: recl}' >value.yaml && try lengthen claim value.yaml
claim 'compare: {a: {encoding: rope}, b: chance, value: entropy}' >value.yaml && try lengthen claim value.yaml
xz values.jsonl && lengthen claim --runs kept.jsonl.xz value.yaml 2>&1 | grep -c 'has no chance'
claim 'compare: {a: {encoding: rope}, b: {encoding: none}, value: entropy}' >value.yaml
echo '{' >values.jsonl && try lengthen claim value.yaml
rm values.jsonl*

echo families
mkdir claims
claim 'family: f' 'source: A, table 1' 'note: a first note; a second one' >claims/a.yaml
claim 'family: f' 'source: B' 'note: a second one' 'compare: {a: {encoding: t5}, b: {encoding: none}}' >claims/b.yaml
claim 'family: g' 'source: A, table 1' 'expect: a - b > 90' >claims/c.yaml
printf '%s\n' 'claim: nobody has trained these' 'expect: a - b > 0' 'sweep: nope-2023' 'hours: 60' 'source: B' >claims/d.yaml
printf '%s\n' 'claim: nobody can measure this' 'needs: a new kind of block' 'hours: 1' 'source: A' >claims/e.yaml
try lengthen claim claims/e.yaml
echo 'grid: {seed: 1..2}' >other.yaml
try lengthen claim claims/a.yaml
lengthen claim --all --out page.md
sed -n '/^5 claims/p; /^## A/,/^## R/p' page.md
sed 's/<[^>]*>/ /g' page.html | grep -c 'rope is better than none'
awk '!/^\|/ && length($0) > 120' page.md
grep -o '<code>looks:</code>' page.html

echo invalid files
wrong() {
    claim "$@" >wrong.yaml
    try lengthen claim wrong.yaml
}
wrong 'famly: x'
wrong 'expect: a is better'
wrong 'compare: {a: {encoding: rpe}, b: {encoding: none}}'
wrong 'compare: {a: {encodin: rope}, b: {encoding: none}}'
wrong 'compare: {a: {encoding: rope}, b: {encoding: none}, metric: acuracy}'
wrong 'compare: {a: {encoding: rope}, c: {encoding: none}}'
wrong 'compare: {a: {encoding: [rope, t5]}, b: {encoding: none}}'
wrong 'compare: {a: {encoding: rope}, b: {encoding: none}, metric: time_to}'
wrong 'compare: {a: {encoding: rope}, b: {encoding: none}, metric: time_to, reach: 90}'
wrong 'compare: {a: chance, b: {encoding: none}}'
wrong 'compare: {a: {encoding: rope}, b: chance, metric: exact_match}'
wrong 'compare: {a: {encoding: rope, lengths: 0..5}, b: {encoding: none}}'
wrong 'compare: {a: {encoding: rope}, b: {encoding: none}, metric: seconds, value: recl}'
wrong 'compare: {a: {encoding: rope}, b: {encoding: none}, rows: {block: 0}}'
wrong 'compare: {a: {encoding: rope}, b: {encoding: none}, value: recl, rows: block}'
wrong 'compare: {a: {encoding: rope}, b: {encoding: none}, metric: seconds}' 'solved: 9'
wrong 'units: length'
wrong 'looks: [3, 2]'
wrong 'expect: a = b'
wrong 'expect: correlation > 0' 'compare: {published: rndpe-2023}'
wrong 'runs: nowhere'
wrong 'claim: [a]'
try lengthen claim nothing.yaml
try lengthen claim one.yaml --runs nowhere
try lengthen claim
try lengthen claim --all nowhere
try lengthen claim one.yaml --train
echo '{"run":"a"}' >damaged.jsonl && try lengthen claim one.yaml --runs damaged.jsonl
head -c 300 kept.jsonl.xz >cut.xz && try lengthen claim one.yaml --runs cut.xz

echo a claim of my own
cat >my-sweep.yaml <<'YAML'
base: quick
set: {train.steps: 40, eval.every: 10, eval.sequences: 40, curriculum.lengths: 1..3, eval.lengths: 2..4,
      model.width: 8, model.heads: 2, model.blocks: 1, model.feed_forward: 8, train.batch: 2}
grid: {task: [bucket_sort, reverse_string], encoding: [rope, none], seed: 1..3}
YAML
cat >my.yaml <<'YAML'
claim: rope is far better than nothing
sweep: my-sweep.yaml
compare: {a: {encoding: rope}, b: {encoding: none}, pair: [task, seed]}
expect: a - b > 99
units: seed
looks: [3]
YAML
try lengthen claim my.yaml
try lengthen claim my.yaml --train -j 2 -q | sed 's/\. a - b.*//'
try lengthen claim my.yaml | sed 's/\. a - b.*//'
lengthen claim my.yaml --runs sweeps/my-sweep/runs --json | grep -o '"tasks":2,"seeds":3,"pairs":6'
cat >time.yaml <<'YAML'
claim: rope takes as long as nothing to reach 5 %
runs: sweeps/my-sweep
compare: {a: {encoding: rope}, b: {encoding: none}, metric: time_to, reach: 5, never: 99}
expect: a - b < 9
units: seed
YAML
lengthen claim time.yaml --json | grep -o '"unit":"s"'
python3 "$LENGTHEN_PRESETS/../tools/keep_runs.py" keep sweeps/my-sweep mine.jsonl
sed 1,4d mine.jsonl >some.jsonl
lengthen claim time.yaml --runs mine.jsonl --json | grep -o '"unit":"s"'
rm -r sweeps
sed '2s/.*/&\nruns: some.jsonl/' my.yaml >again.yaml
try lengthen claim again.yaml --train -j 2 -q | sed 's/\. a - b.*//'
printf 'claim: x\nsource: y\nsource: z\n' >twice.yaml
try lengthen claim twice.yaml
