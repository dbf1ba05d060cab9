# Tables and figures of a sweep before any training: every cell is `missing`, and the same command makes the same bytes.
# Unknown names are refused.
cat >two.yaml <<'END'
title: Two encodings
set: {train.steps: 100, curriculum.lengths: 1..4, eval.lengths: 1..8}
grid:
  task: [even_pairs, bucket_sort]
  scheme: {plain: {encoding: relative}, random: {encoding: relative, positions: randomized}}
  seed: 0..1
select: {rows: task, columns: scheme, seeds: seed}
published: randpe-2023
END
lengthen sweep plan two.yaml --out two -q >plan
lengthen report two
(cd two/report && find . -type f | sort)
sed -n 3p two/report/report.md
cat two/report/tables/mean.md
cp -r two/report first
lengthen report two -q
diff -r first two/report && echo the same
lengthen report two --tables mean,time -o one --json
try lengthen report
try lengthen report nowhere
try lengthen report two --tables maen
try lengthen report two --tables geometric
try lengthen report two --figures curves
try lengthen report two --figure curves
try lengthen report two --metric loss
lengthen report --list --json | head -n 1
lengthen report --list | grep -c '^  [a-z_]*[a-z]  '

# After training, every cell has its runs, and each run can be repeated with the options named in the table.
sed 's/set: {/set: {model: {width: 8, heads: 2, blocks: 1, feed_forward: 8}, train.batch: 4, eval.sequences: 8, eval.every: 5, /
     s/steps: 100/steps: 10/' two.yaml >tiny.yaml
# Results depend on the kernels, so that even the best choice in the finding may differ.
unfound() {
    sed 's/Beyond length 4, .*decides\? nothing\./FOUND/; s/Beyond length 4, .* needed)\./FOUND/; s/Beyond length 4, .*decided\./FOUND/'
}
lengthen sweep plan tiny.yaml --out tiny -q >plan
lengthen sweep run tiny -j 2 -q >ran
lengthen report tiny --no-pictures | unfound
ls tiny/report/figures
lengthen report tiny --tables best --figures best_curves --no-pictures -q -o best
grep -h '^## \|^set label .*best' best/tables/best.md best/figures/best_curves.gp | sed 's/ at screen.*//'
cut -d , -f 1-3,17-21 best/tables/best.csv | tr -d '\r'
run=$(sed -n 's/.*"run": "\(.*\)".*/\1/p' best/tables/best.json | head -n 1)
eval "$(lengthen show "tiny/runs/$run" --json | sed 's/.*"repeat":"\([^"]*\)".*/\1/') -q" >again
cmp "tiny/runs/$run/model.safetensors" runs/again/model.safetensors && echo repeated
lengthen report tiny --no-pictures -q -o second && diff -r tiny/report second && echo the same
mkdir no && ln -s "$(command -v lengthen)" no/
PATH=$PWD/no lengthen report tiny --figures curves -o blind | unfound

# The data files of model figures have all values that the figures show: 30 sequences of length 82, and maps of 164
# tokens.
sed "s/task: .*/task: [reverse_string]/; s/1\.\.4/1..22/; s/1\.\.8/'22,82'/; s/0\.\.1/0/" tiny.yaml >long.yaml
lengthen sweep plan long.yaml --out long -q >plan
lengthen sweep run long -j 2 -q >ran
lengthen report long --figures attention,activations --no-pictures -q
for file in activations-02 attention-02; do
    cat long/report/figures/$file-*.csv | wc -l
done
sed -n 's/.*\(every 8::7 using 4:5\).*\(with vectors\).*/\1 \2/p' long/report/figures/activations.gp | head -n 1

# A table of the sweep file, edited in the sweep directory: reports show it like any other; an invalid one is refused.
cat >>tiny/sweep.yaml <<'ENDING'
compare:
  gains:
    title: What randomized positions gain
    where: {task: bucket_sort}
    columns:
      - {label: plain, where: {scheme: plain}}
      - {label: randomized, where: {scheme: random}, take: mean}
      - {label: gain, take: gain}
reports: [gains, mean]
ENDING
lengthen report tiny --no-pictures -o own | unfound
ls own/tables
sed 's/\*\*//g; s/[−0-9.]* ([−0-9.]*)/MEAN (LOW..HIGH)/g' own/tables/gains.md | unfound
grep -c '^## What randomized positions gain' own/report.md
lengthen report tiny --tables gains -o own --json | unfound
lengthen report tiny --html --no-pictures -q -o own && grep -c '"name":"gains"' own/index.html
lengthen report tiny --tables gains --no-pictures -o own | tail -n 1
try lengthen report tiny --tables gain
try lengthen report tiny --tables gains --where task=even_pairs
sed -i 's/^  gains:/  best:/' tiny/sweep.yaml
try lengthen report tiny --no-pictures -o own
sed -i 's/^  best:/  gains:/; s/scheme: plain}/scheme: plane}/' tiny/sweep.yaml
try lengthen report tiny --no-pictures -o own

# Data of panels that no longer exist are removed. An axis whose choice is made by results (--best) names no column.
sed -i '/^compare/,$d' tiny/sweep.yaml # everything after it
lengthen report tiny --tables best --figures curves --no-pictures -q -o layout
ls layout/figures | grep -c csv
lengthen report tiny --rows "" --columns task --tables best --figures curves --no-pictures -q -o layout
ls layout/figures | grep -c csv
lengthen report tiny --columns "" --best scheme --tables best --figures "" -q -o layout && grep -m 1 "^|" layout/tables/best.md
lengthen report tiny --columns "" --best scheme --tables lengths --figures "" -q -o layout
grep '\*\*' layout/tables/lengths.md || echo no value is bold

# If each column has another task, no value is bold, and a note explains the dagger.
lengthen report two --rows scheme --columns task --tables best,mean --figures "" -o tasks -q
grep -E 'bold|order' tasks/report.md
lengthen report two --rows task --columns scheme --tables best --figures "" -o schemes -q
grep -cE 'bold|order' schemes/report.md
