# The Python package reads runs and sweeps (test/python_reads.py).
root=$LENGTHEN_PRESETS/..
export PYTHONPATH="$root/python" PYTHONDONTWRITEBYTECODE=1
python=/usr/bin/python3
lengthen train $tiny --data reverse_string --steps 40 --eval.every 10 --train.keep 2 --out runs/a -q >/dev/null
lengthen train $(tiny_but blocks) --blocks 5 --encoding rope,t5:8,none,t5,rope:base=300 --mask window:9,causal,window:5,causal \
    --data reverse_string --steps 2 --out mixed/b -q >/dev/null
lengthen note runs/a 'a "good" one' --tag one --tag two >/dev/null
cat >grid.yaml <<'END'
title: Two encodings
set: {model: {width: 8, heads: 2, blocks: 2, feed_forward: 8}, data: reverse_string, train: {steps: 10, batch: 4},
      curriculum.lengths: 1..4, eval: {lengths: 1..8, sequences: 8}}
grid: {encoding: [none, "rope,none"], seed: 1..2}
select: {rows: encoding, columns: seed}
END
lengthen sweep plan grid.yaml --out sweep -q >/dev/null
lengthen sweep run grid.yaml --out sweep -j 2 -q >/dev/null
lengthen report sweep --no-pictures -q >/dev/null
try $python "$root/test/python_reads.py" runs/a sweep mixed/b

# Messages about an edited config, and about a missing NumPy.
cp -r runs/a runs/edited && sed -i 's/^model.width: 8/model.width: 16/' runs/edited/config.yaml
$python -c 'import lengthen; lengthen.Run("runs/edited").config; lengthen.Run("runs/a").config' 2>&1 | grep -o 'runs/.*'
mkdir none && echo 'raise ImportError' >none/numpy.py
PYTHONPATH="none:$PYTHONPATH" $python -c 'import lengthen' 2>&1 | tail -n 1
