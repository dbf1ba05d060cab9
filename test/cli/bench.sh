# Speed is not tested, only its output: the members, and that the parts sum to the whole.
one="--task parity_check --encoding none --length 3 --seconds 0.02"
lengthen bench $tiny $one --phases --json >lines
members <lines | sort -u
grep '"kind":"phases"' lines | grep -o '"share":[-0-9.e]*' | cut -d : -f 2 |
    awk '{ sum += $1 } END { print NR, (sum > 0.999 && sum < 1.001 ? "shares of 1" : sum) }'
grep '"kind":"batches"' lines | grep -o '"batch":[0-9]*' | cut -d : -f 2 | tr '\n' ' '
grep -v '"kind":"batches"' lines | grep -o '"gflop_per_step":[^,]*' | sort -u | wc -l # one step, one count
number() { # MEMBER: its value in each line
    sed "s/.*\"$1\":\([^,]*\),.*/\1/" lines
}
sed -i 's/,"phases":.*//' lines
number gflop_per_step >step && number steps_per_second >rate && number gflops | paste step rate - |
    awk '{ good += $1 * $2 > 0.999 * $3 && $1 * $2 < 1.001 * $3 } END { print (good == NR ? "speed = work x rate" : good) }'
lengthen bench $tiny $one --phases -q | grep -c -e 'linear: ' -e 'attention: ' -e waiting
lengthen bench $tiny --encoding none --seconds 0.02 --json | grep -c '"kind":"eval".*"peak_share":0[.0-9e-]*,'
lengthen bench $one --batch 4 --model.blocks 1 --precision bf16 --json | grep -o '"precision":"[a-z0-9]*"' | sort -u
lengthen bench $one --batch 4 --model.blocks 1 --precision bf16 -q | grep -o "bfloat16: peak"

# Other sizes.
lengthen bench --large --length 2 --model.blocks 1 --batch 1 --seconds 0.01 --json | sed 's/.*\("kind.*\),"tokens.*/\1/'
try lengthen bench --large --width 64
try lengthen bench --large --mask full
try lengthen bench --large --pytorch

# A model with memory reads segments of that length, one after another.
seq 5000 >numbers.txt
memory="$(tiny_but curriculum.lengths) --curriculum.lengths 5 --data text --data.file numbers.txt --encoding relative
--architecture decoder --architecture.memory 8"
lengthen bench $memory --length 6 --seconds 0.01 --json | grep -o '"kind":"train".*"tokens":[0-9]*'
try lengthen bench $memory --curriculum uniform --length 6

# Data of the user's own is timed at the lengths that it has, and evaluation, of a task, is left out before all else.
for i in $(seq 100); do echo "a b c $i"; done >source && for i in $(seq 100); do echo "$i z y x"; done >target
own="--data translation --data.source source --data.target target --encoding sinusoid --seconds 0.01 --model.blocks 1 -q"
lengthen bench $(echo "$own" | sed 's/ -q//') --width 8 --heads 2 --batch 4 --json | grep -o '"kind":"[a-z]*"' | grep -v threads | uniq -c | tr -s ' '
lengthen bench $own --width 8 --heads 2 --batch 4 --compare precision=bf16 --json | grep -c '"kind":"train"'
try lengthen bench $own --large

# In alternation with another setting; an option that does not exist is an error.
turns="--task parity_check --encoding none --length 3 --batch 4 --model.blocks 1 --seconds 0.01"
lengthen bench $turns --compare precision=bf16 --json | grep -o '"versus":.*' | sed 's/[0-9][0-9.e-]*\([,}]\)/N\1/g'
lengthen bench $turns --compare encoding=rope -q | grep -c 'encoding=rope  ratio'
try lengthen bench $turns --compare precison=bf16
try lengthen bench $turns --compare precision=bf17
try lengthen bench $turns --compare precision
try lengthen bench $turns --compare precision=bf16 --phases
try lengthen bench $tiny --length 2 --seconds 0.01 --compare encoding.base=100 -q

# The figure.
mkdir doc
lengthen bench $tiny $one --figure doc/roof.svg --json -q | grep -c phases
ls doc
head -n 1 doc/roof.csv | tr -d '\r' | tr , '\n' | grep -v GFLOP
sed 1d doc/roof.csv | cut -d , -f 1
sed -n 2p doc/roof.csv | grep -o '[a-z_]* [a-z]* width [0-9]* n [0-9]*' | sort | uniq -c
grep -c -e "^set label 'peak, [0-9]* GFLOP/s' at first" -e "^set label 'cache, [0-9]* GB/s'" -e "^set label 'memory, [0-9]* GB/s'" \
    -e '^set logscale' doc/roof.gp
try lengthen bench --figure roof.txt
try lengthen bench --figure nowhere/roof.svg

# PyTorch, or a stand-in for it: the fastest way counts and is named, and only the same model is compared.
cat >pytorch_baseline.py <<'SCRIPT'
import sys
given = dict(zip(sys.argv[1:7:2], sys.argv[2:8:2]))
for task in given["--tasks"].split(","):
    for speed, how in ((2, "1x2 eager fp32"), (3.5, "2x1 compiled bf16"), (1, "2x1 eager bf16")):
        print('{"task": "%s", "encoding": "%s", "length": %s, "configuration": "%s", "steps_per_second": %g%s}' % (
            task, given["--encodings"], given["--lengths"], how, speed,
            ', "product": {"fp32": 131, "bf16": 1300, "version": "2.15.0"}'))
SCRIPT
study="--encoding none --length 3 --seconds 0.01 --pytorch=pytorch_baseline.py"
lengthen bench $study --json -q | grep -o '"peer.*'
lengthen bench $study -q | grep -o -e 'PyTorch steps.*' -e ' 3.5 .* 2x1 compiled bf16' -e 'PyTorch 2.*' | sed 's/3.5  *[0-9.]*/3.5 N/'

# The ways of PyTorch, by a stand-in for it: the fastest of each precision is compiled too, slow ones are not tried again,
# and one that fails is reported.
tools=$LENGTHEN_PRESETS/../tools
mkdir -p torch
cat >torch/__init__.py <<'PYTHON'
import types
set_num_threads = lambda count: None
_dynamo = types.SimpleNamespace(config=types.SimpleNamespace())
PYTHON
cat >ways.py <<'PYTHON'
import os, sys
sys.dont_write_bytecode = True
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
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=. python3 ways.py "$tools" 2>&1
# Without `make peer` each script names it.
mkdir -p bare/tools && cp "$tools"/peer.py "$tools"/pytorch_*.py "$tools"/bench_*.py "$tools"/published_jax.py bare/tools
for script in bare/tools/pytorch_*.py bare/tools/bench_*.py bare/tools/published_jax.py; do
    python3 $script 2>&1 | grep -c 'is missing: run `make peer`'
done
try lengthen bench $study --width 32
try lengthen bench $study --threads 1

# Decoding: one line a case; the roof is the lower one, and what is reached is a share of it.
decode="--decode --width 8 --heads 2 --model.blocks 1 --model.feed_forward 8 --batch 3 --length 5 --seconds 0.05 --threads 2"
lengthen bench $decode --json -q >lines
members <lines
grep -o '"kind":"decode".*"tokens":5' lines
awk -F '[:,]' '{ for (i = 1; i < NF; i++) v[$i] = $(i + 1); s = v["\"tokens_per_second\""]; r = v["\"roof\""]
    flops = v["\"gflops\""] / s; bytes = v["\"bandwidth\""] / s
    compute = v["\"peak_gflops\""] / flops; memory = v["\"peak_bandwidth\""] / bytes
    low = compute < memory ? compute : memory
    print (r > 0.999 * low && r < 1.001 * low ? "the lower roof" : r " " low)
    share = v["\"roof_share\""] * r
    print (share > 0.999 * s && share < 1.001 * s ? "a share of it" : share " " s)
    print v["\"bytes_per_step\""] + 0 }' lines
lengthen bench $decode -q | grep -c -e 'tokens/s' -e '^    8 '
lengthen bench $decode --encoding rope --task copy_rsc --json -q | grep -c '"encoding":"rope"'
try lengthen bench --decode --phases
try lengthen bench --decode --length 0
try lengthen bench --decode --mask full --length 5 --batch 1
cat >peer.py <<'SCRIPT'
import json, sys
for i, line in enumerate(sys.stdin):
    case = json.loads(line)
    product = {"fp32": 100, "bf16": 200, "version": "2.15.0"}
    print(json.dumps({"tokens_per_second": 1000 + i, "configuration": "%(sequences)d x %(tokens)d, %(encoding)s" % case,
                      "product": product}), flush=True)
SCRIPT
lengthen bench $decode --pytorch=peer.py --json -q | grep -o '"peer_[^}]*' | sed 's/"ratio":[0-9.e+]*/"ratio":N/'
lengthen bench $decode --pytorch=peer.py -q | grep -c -e '1004 .* 3 x 5, t5' -e ratio -e 'multiplies .* in bf16 at 200\.$'
try lengthen bench $decode --pytorch=peer.py --encoding rope
echo 'print(input() and "no speed", flush=True)' >peer.py
try lengthen bench $decode --pytorch=peer.py -q

# Variants of the block and the plain block: the quotient of times, beside that of operations.
small="--width 8 --model.feed_forward 32 --heads 2 --batch 2 --seconds 0.01"
lengthen bench --variants=swiglu,light --length 5 $small --json -q >lines
members <lines
grep -o '"variant":"[^"]*","settings":"[^"]*","width":[0-9]*,"batch":[0-9]*,"tokens":[0-9]*,"parameters":[0-9]*' lines
awk -F '[:,]' '{ for (i = 1; i < NF; i++) v[$i] = $(i + 1)
    counted = v["\"gflop_per_step\""] / v["\"plain_gflop_per_step\""] / v["\"operations_ratio\""]
    timed = v["\"time_ratio\""] / v["\"operations_ratio\""] / v["\"time_over_operations\""]
    print (counted > 0.999 && counted < 1.001 && timed > 0.999 && timed < 1.001 ? "quotients" : counted " " timed) }' lines
lengthen bench --variants=swiglu,light --length 5 $small -q |
    sed '1d; s/  *[0-9.]* ms$/ N ms/; /^plain/!s/\( 8 *[0-9.]* *[0-9.]*\).*/\1 N/'
lengthen bench --variants --length 5 $small --json -q | grep -c '"kind":"variant".*"time_over_operations":[0-9]'
lengthen bench --variants=pre_norm --model.blocks 1 --length 1 --batch 1 --seconds 0.01 --json -q | grep -o '"width":[0-9]*'
try lengthen bench --variants=relu,gelu
try lengthen bench --variants=light --encoding relative --seconds 0.01 -q
try lengthen bench --variants --phases
try lengthen bench --variants --growth

# How a step grows with the number of tokens: a Perceiver's blocks have the same operations whatever that is.
small="--width 8 --model.feed_forward 8 --heads 1 --batch 1 --seconds 0.01"
lengthen bench --growth $small --json -q >lines
members <lines | sort -u
grep -o '"step":"[^"]*"' lines | uniq -c
grep 'blocks more' lines | grep -o '"gflop_per_step":[^,]*' | uniq -c
lengthen bench --growth $small -q | grep -c '^Perceiver IO, six.* 1.00 '
try lengthen bench --growth --length 5
