# What python/lengthen.py reads of runs and sweeps, the summary that it prints, and the example as a notebook.
root=$LENGTHEN_PRESETS/..
export PYTHONPATH="$root/python" PYTHONDONTWRITEBYTECODE=1
python=/usr/bin/python3
lengthen train $tiny --data reverse_string --steps 40 --eval.every 10 --train.keep 2 --out runs/a -q >/dev/null
lengthen note runs/a 'a "good" one' --tag one --tag two >/dev/null
cat >grid.yaml <<'END'
title: Two encodings
set: {model: {width: 8, heads: 2, blocks: 1, feed_forward: 8}, data: reverse_string, train: {steps: 10, batch: 4},
      curriculum.lengths: 1..4, eval: {lengths: 1..8, sequences: 8}}
grid: {encoding: [none, rope], seed: 1..2}
select: {rows: encoding, columns: seed}
END
lengthen sweep plan grid.yaml --out sweep -q >/dev/null
lengthen_py() { $python "$root/python/lengthen.py" "$@"; }
lengthen_py sweep | sed 's/^[0-9a-f]\{16\}/ID/'
lengthen sweep run grid.yaml --out sweep -j 2 -q >/dev/null
lengthen report sweep --no-pictures -q >/dev/null
lengthen_py runs/a sweep | sed 's/^[0-9a-f]\{16\}/ID/; s/0\.[0-9]*/N/'
try lengthen_py
try lengthen_py nowhere
try $python "$root/test/python_reads.py" runs/a sweep
try $python "$root/test/run_notebook.py" "$root/examples/runs.ipynb" >said 2>words
tail -n 1 said
cat words
