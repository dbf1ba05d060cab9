# Plans of sweeps: number of runs, names, directory; errors in sweep files are refused.
cat >small.yaml <<END
title: A small one
note: Smaller than it could be
set: {model: {width: 16, heads: 2, blocks: 1}, train: {steps: 10, batch: 4}, eval.lengths: "1..3"}
grid:
  task: [even_pairs, parity_check]
  scheme:
    plain: {encoding: rope}
    randomized: {positions: randomized, positions.L: 64, encoding: rope}
  seed: 1..2
exclude:
  - {task: parity_check, scheme: plain, seed: 2}
END
untimed() {
    sed -E 's/about .* on one thread \(.*\), .* on the [0-9]* threads here/about so long/; s/[0-9.]+ (s|min [0-9]+ s)$/S/'
}
lengthen sweep plan small.yaml --dry-run --runs | untimed
ls
try lengthen sweep plan small.yaml | untimed
ls sweeps/small
tail -n 1 sweeps/small/manifest.jsonl | cut -c 1-43
cp sweeps/small/manifest.jsonl before
try lengthen sweep plan small.yaml --quiet
cmp before sweeps/small/manifest.jsonl && echo unchanged
lengthen sweep plan small.yaml --json --runs | members | sort | uniq -c | sed 's/^ *//'

sed 's/1\.\.2/[1]/; s/, seed: 2}/, seed: 1}/' small.yaml >other.yaml
try lengthen sweep plan other.yaml --out sweeps/small
sed 's/1\.\.2/1..3/; s/A small one/A larger one/' small.yaml >other.yaml
echo 'select: {rows: seed}' >>sweeps/small/sweep.yaml
try lengthen sweep plan other.yaml --out sweeps/small | untimed
tail -n 1 sweeps/small/sweep.yaml.old
cmp other.yaml sweeps/small/sweep.yaml && echo the other file

# If the grid in the sweep directory's own file was edited, this is reported, and the file is not overwritten. The
# edited grid is planned on request, and finds its base file beside the original sweep file.
mkdir configs
echo '{model: {width: 16, heads: 2, blocks: 1}, eval.lengths: "1..3"}' >configs/tiny.yaml
sed 's/^set:.*/base: tiny.yaml\nset: {train: {steps: 10, batch: 4}}/' small.yaml >configs/edited.yaml
lengthen sweep plan configs/edited.yaml --quiet
cp sweeps/edited/manifest.jsonl planned
lengthen sweep status sweeps/edited | grep runs:
try lengthen sweep plan sweeps/edited/sweep.yaml --quiet
cmp planned sweeps/edited/manifest.jsonl && echo unchanged
sed -i 's/1\.\.2/1..3/; s/small/wide/' sweeps/edited/sweep.yaml
lengthen sweep status sweeps/edited | grep runs:
try lengthen sweep plan configs/edited.yaml --quiet
grep -c 1..3 sweeps/edited/sweep.yaml
try lengthen sweep plan sweeps/edited/sweep.yaml | untimed
lengthen sweep status sweeps/edited | grep runs:
head -n 1 sweeps/edited/manifest.jsonl | grep -o '"name":"[^"]*"\|"label":"[^"]*.yaml"'
sed -i 's/steps: 10/steps: 20/' sweeps/edited/sweep.yaml
lengthen sweep status sweeps/edited | grep runs:
try lengthen sweep run sweeps/edited/sweep.yaml
sed -i 's/^grid/gird/' sweeps/edited/sweep.yaml
lengthen sweep status sweeps/edited | grep runs:
ls sweeps

sed -i 's/even_pairs/even_pears/' other.yaml
try lengthen sweep plan other.yaml
for line in 'reports: [best, cruves]' 'published: randpe-2022'; do
    (cat small.yaml && echo "$line") >other.yaml
    try lengthen sweep plan other.yaml --dry-run
done
sed 's/"runs":7/"runs":6/' before >sweeps/small/manifest.jsonl
try lengthen sweep plan small.yaml
try lengthen sweep plan
try lengthen sweep plan nothing.yaml
try lengthen sweep plan randpe-table2
try lengthen sweep plan quick
lengthen inspect model --preset nope-2023 --json | grep -o '"parameters":[0-9]*'
try lengthen sweep
try lengthen sweep plann
try lengthen help sweep plann

# The example of a sweep file in the help is valid.
lengthen help sweep | sed -n '/^  title:/,/^  reports:/s/^  //p' >shown.yaml
lengthen sweep plan shown.yaml --dry-run --quiet >plan && grep -c . shown.yaml
try lengthen sweep plan small.yaml --runss

# An edit of the sweep file in the sweep directory is kept until the original file is changed later.
echo '{set: {model: {width: 16, heads: 2, blocks: 1}, train: {steps: 2, batch: 2}, eval.lengths: "1..3"}, grid: {seed: 1..2}}' >kept.yaml
lengthen sweep plan kept.yaml -q >/dev/null
sed -i '1i # edited' sweeps/kept/sweep.yaml
lengthen sweep plan kept.yaml 2>&1 >/dev/null | head -n 1
head -n 1 sweeps/kept/sweep.yaml
sleep 0.02 && touch kept.yaml
lengthen sweep plan kept.yaml -q >/dev/null
head -n 1 sweeps/kept/sweep.yaml

# Leftovers of a killed plan are removed by the next one; files that another process is writing stay, and so do foreign
# files.
mkdir left
for name in manifest.jsonl.999999999-0 sweep.yaml.999999999-1 manifest.jsonl.$$-0 thesis; do echo part >left/$name.tmp; done
lengthen sweep plan kept.yaml --out left -q >/dev/null
ls left | sed "s/$$/OURS/"

# Seeds of position samples add no runs if no positions are drawn.
echo '{set: {train.steps: 2}, grid: {positions: [standard, randomized], encoding: [rope], seed.positions: 1..2}}' >seeds.yaml
try lengthen sweep plan seeds.yaml --dry-run -q
sed 's/standard, //' seeds.yaml >drawn.yaml
try lengthen sweep plan drawn.yaml --dry-run -q
sed 's/}}$/}, exclude: [{positions: standard, seed.positions: 2}]}/' seeds.yaml >excluded.yaml
try lengthen sweep plan excluded.yaml --dry-run -q

# Combinations with a value without effect need no `exclude:`. They are skipped and counted, with the reason.
echo 'grid: {encoding: [none, rope], positions: [standard, randomized], seed: 1..2}' >mixed.yaml
lengthen sweep plan mixed.yaml --out mixed 2>&1 >/dev/null | sed 's/.*\(warning\)/\1/'
lengthen sweep status mixed 2>&1 | grep -c -e warning -e '6 runs'
# If not all kinds of runs were timed, the number of timed kinds is reported.
cat >kinds.yaml <<END
set: {task: even_pairs, model: {heads: 2, blocks: 1}, train: {steps: 10, batch: 4}, eval.lengths: "1..3"}
grid: {model.width: [8, 16, 24, 32, 40], seed: 1..2}
END
lengthen sweep plan kinds.yaml --dry-run -q --json | grep -o 'timed in 3 of 5 kinds of runs'
