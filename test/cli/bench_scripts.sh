# Tests the output of the scripts of bench/, with tiny settings. They time this program and build/.../bench/timer, which
# `make run-cases` builds.
bench=$LENGTHEN_PRESETS/../bench
export PYTHONDONTWRITEBYTECODE=1 COLUMNS=300
script() { # NAME ARGUMENTS: runs a script and removes argparse's usage from its errors
    name=$1
    shift
    python3 "$bench/$name.py" "$@" --program "$(command -v lengthen)" 2>&1 | grep -v -e '^usage:' -e '^  *\['
}
numbers() { # hides numbers
    sed 's/[0-9][0-9]*\.[0-9][0-9.e+-]*/N/g; s/   */  /g'
}
small="width=8 heads=2 blocks=1 model.feed_forward=8"

# compare.py: one setting against another.
one="--tasks parity_check --encodings none --seconds 0.01 --turns 1"
script compare precision=bf16 --set $small batch=4 $one --lengths 3 --json >lines
members <lines
python3 -c 'import json
x = json.loads(open("lines").read())
print(x["versus"], abs(x["steps_per_second"] / x["versus_steps_per_second"] / x["ratio"] - 1) < 1e-9)'
script compare encoding=rope --set $small batch=4 $one --lengths 3,0 | sed 1d | cut -c 1-29
script compare precison=bf16 --set $small $one --lengths 3 | sed 's/ended.*//'
script compare precision $one
script compare precision=bf16 --set threads

# sizes.py: larger models, and other batch sizes.
script sizes models --set blocks=1 batch=1 --lengths 2 --seconds 0.01 --json | grep -o '"width": [0-9]*'
script sizes batches --set $small --lengths 3 --seconds 0.01 --json | grep -o '"kind": "batches"\|"batch": [0-9]*' | tr '\n' ' '
script sizes models --set width=64
script sizes batches --set batch=64

# variants.py: variants of the block against the plain block, with the ratios of time and of operations.
plain="width=8 heads=2 model.feed_forward=32 batch=2"
script variants swiglu,light --length 5 --seconds 0.01 --set $plain --json >lines
members <lines
python3 -c 'import json
for line in open("lines"):
    x = json.loads(line)
    print(*(x[key] for key in ("variant", "settings", "width", "batch", "tokens", "parameters")),
          abs(x["gflop_per_step"] / x["plain_gflop_per_step"] / x["operations_ratio"] - 1) < 1e-9,
          abs(x["time_ratio"] / x["operations_ratio"] / x["time_over_operations"] - 1) < 1e-9)'
script variants swiglu,light --length 5 --seconds 0.01 --set $plain | sed 1d | numbers
script variants --length 5 --seconds 0.01 --set $plain --json | grep -c time_over_operations
script variants pre_norm --length 1 --seconds 0.01 --set blocks=1 batch=1 --json | grep -o '"width": [0-9]*'
script variants relu | cut -c 1-80
script variants light --set encoding=relative

# growth.py: the time of a step by number of tokens. A Perceiver's blocks need the same operations for any such number.
script growth --lengths 64,128 --seconds 0.01 --set width=8 model.feed_forward=8 heads=1 batch=1 --json >lines
members <lines | sort -u
grep -o '"step": "[^"]*"' lines | uniq -c
grep 'blocks more' lines | grep -o '"gflop_per_step": [^,]*' | uniq | wc -l
script growth --cases perceiver_blocks --lengths 64,128 --seconds 0.01 --set width=8 heads=1 | grep -c '^Perceiver IO, six.* 1.00 '
script growth --cases wide

# decoding.py: one line for each case; the roofline is the lower of its two limits, and the share is the speed divided
# by the roofline.
tiny_decoder="--batches 3 --lengths 5 --seconds 0.05 --set $small threads=2"
script decoding $tiny_decoder --json >lines
members <lines
python3 -c 'import json
x = json.loads(open("lines").read())
s = x["tokens_per_second"]
low = min(x["peak_gflops"] / (x["gflops"] / s), x["peak_bandwidth"] / (x["bandwidth"] / s))
print(abs(x["roof"] / low - 1) < 1e-3, abs(x["roof_share"] * x["roof"] / s - 1) < 1e-3, x["bytes_per_step"])'
script decoding $tiny_decoder | grep -c -e 'tokens/s' -e '^    8 '
script decoding $tiny_decoder encoding=rope task=copy_rsc --json | grep -c '"encoding": "rope"'
script decoding --batches 0 --lengths 5 --set $small
script decoding --batches 1 --lengths 100001 --set $small
script decoding --batches 1 --lengths 5 --set mask=full
cat >peer.py <<'SCRIPT'
import json, sys
for i, line in enumerate(sys.stdin):
    case = json.loads(line)
    product = {"fp32": 100, "bf16": 200, "version": "2.15.0"}
    print(json.dumps({"tokens_per_second": 1000 + i, "configuration": "%(sequences)d x %(tokens)d, %(encoding)s" % case,
                      "product": product}), flush=True)
SCRIPT
script decoding --pytorch peer.py $tiny_decoder --json | grep -o '"peer_[^}]*' | sed 's/"ratio": [0-9.e+]*/"ratio": N/'
script decoding --pytorch peer.py $tiny_decoder | grep -c -e '1004 .* 3 x 5, t5' -e ratio -e 'multiplies .* in bf16 at 200\.$'
script decoding --pytorch peer.py $tiny_decoder encoding=rope
echo 'print(input() and "no speed", flush=True)' >peer.py
script decoding --pytorch peer.py $tiny_decoder
script decoding --pytorch nowhere.py $tiny_decoder

# roofline.py: writes a gnuplot script and its data.
mkdir doc
script roofline doc/roof.svg --set $small batch=4 task=parity_check encoding=none --length 3 --seconds 0.02 | grep -v gnuplot
ls doc | grep -v svg
head -n 1 doc/roof.csv | tr -d '\r' | tr , '\n' | grep -v GFLOP
sed -n 4,5p doc/roof.csv | grep -o '[a-z_]* [a-z]* width [0-9]* n [0-9]*' | sort | uniq -c
grep -c -e "^set label 'peak, [0-9]* GFLOP/s' at first" -e "^set label 'cache, [0-9]* GB/s'" -e "^set label 'memory, [0-9]* GB/s'" \
    -e '^set logscale' doc/roof.gp
script roofline roof.txt
script roofline nowhere/roof.svg

# peer.py with a stand-in for PyTorch: the fastest way of each precision is also compiled, slow ways are not tried
# again, and ways that fail are reported.
mkdir -p torch
cat >torch/__init__.py <<'PYTHON'
import types
set_num_threads = lambda count: None
_dynamo = types.SimpleNamespace(config=types.SimpleNamespace())
PYTHON
cat >ways.py <<'PYTHON'
import os, sys
sys.path.insert(0, sys.argv[1])
sys.prefix = os.path.join(os.path.dirname(os.path.abspath(sys.argv[1])), "build", "peer", "pytorch")
import peer
speeds = {("eager", "fp32", "a"): 4, ("eager", "fp32", "b"): 3, ("eager", "bf16", "a"): 5, ("compiled", "fp32", "a"): 4.5}
asked = []
def make(way):
    if way[:3] not in speeds:
        raise RuntimeError("no way\nat all")
    return lambda seconds: asked.append(str(way)) or speeds[way[:3]]
peer.product = lambda: {}
contest = peer.Contest(peer.ways("ab"), make)
for _ in range(2):
    contest.turn(1)
    print(asked)
    asked.clear()
line = peer.result(contest, {"fp32": 9}, "steps/s")
print(line["theirs"], line["ways"], line["ratio"], line["failed"])
PYTHON
PYTHONPATH=. python3 ways.py "$bench" 2>&1

# pytorch.py with a stand-in for the PyTorch script: the table has the fastest way of each precision, with its name.
cat >small.py <<'PYTHON'
import sys
sys.path.insert(0, sys.argv[1])
import pytorch
def script(name, *arguments, asks=""):
    for speed, precision, way in ((2, "fp32", "1x2 eager fp32"), (3.5, "bf16", "2x1 compiled bf16"), (1, "bf16", "2x1 eager bf16")):
        yield {"configuration": way, "precision": precision, "steps_per_second": speed,
               "product": {"fp32": 131, "bf16": 1300, "version": "2.15.0"}}
pytorch.script, pytorch.need = script, lambda peer: None
sys.argv = ["pytorch.py", "small", "--tasks", "even_pairs", "--encodings", "none", "--lengths", "3", "--turns", "1",
            "--seconds", "0.01", "--program", sys.argv[2]]
pytorch.main()
PYTHON
python3 small.py "$bench" "$(command -v lengthen)" | grep '^|' | cut -d '|' -f 2,5,6
script pytorch wide --write --lengths 3
script pytorch all
# If PyTorch is not installed, the message of each script names `make peer`.
mkdir -p bare/bench && cp "$bench"/*.py bare/bench
for file in bare/bench/p*.py; do python3 $file 2>&1 | grep -c 'is missing: run `make peer`'; done
python3 bare/bench/decoding.py --program "$(command -v lengthen)" --pytorch --batches 1 --lengths 5 --set $small 2>&1 | head -n 1
python3 bare/bench/growth.py --program nowhere 2>&1
python3 "$bench/growth.py" --program /bin/sh 2>&1 | sed 's|/[^ ]*timer|TIMER|; s/make .*timer/make TIMER/'
