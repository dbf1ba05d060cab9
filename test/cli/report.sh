# Tables and figures of a sweep of which nothing is trained yet: every cell says so, and the same command makes the same
# bytes. Names that are none are refused.
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
cat two/report/tables/best.md
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
lengthen report --list --json | head -n 1
