# A run is trained; the same command then changes nothing; another config is refused; other eval.* options evaluate the
# run again.
lengthen train $tiny --task reverse_string --steps 30 --out a --json >lines
members <lines | sed 's/\(tested length\).*/\1 .../' | sort | uniq -c | sed 's/^ *//'
grep -o '"status":"[a-z ]*"' lines
ls a
marks() { sed 's/[0-9][0-9]*\.[0-9]/X/g; s/  */ /g; /^a [^sr]/s/ .*/ marks/'; }
lengthen train $tiny --task reverse_string --steps 30 --out a -q | marks
lengthen train $tiny --task reverse_string --steps 30 --out a --json | sed 's/.*"tested"/"tested"/' >again
tail -n 1 lines | sed 's/.*"tested"/"tested"/' | cmp - again && echo same tests
lengthen train $tiny --task reverse_string --steps 30 --out a >/dev/null # without progress output
cp a/eval.jsonl first.jsonl
lengthen train $(tiny_but lengths) --task reverse_string --steps 30 --out a --lengths 3,9 -q | marks
wc -l <a/eval.jsonl
lengthen train $tiny --task reverse_string --steps 30 --out a -q >/dev/null
cmp first.jsonl a/eval.jsonl && echo same lines
try lengthen train $tiny --task reverse_string --steps 30 --out a --lr 0.5
lengthen train $tiny --task reverse_string --steps 30 --out b -q | sed -n '1p' | sed 's/  */ /g'
cmp a/model.safetensors b/model.safetensors && echo same bytes
try lengthen train $tiny --steps 30 --out /proc/nowhere

# A run with fewer steps than the logging interval has a line for its last step. This line is removed when the run is
# extended.
for steps in 5 12; do
    lengthen train $tiny --task reverse_string --steps $steps --out short -q >/dev/null
    grep -o '"step": [0-9]*' short/metrics.jsonl
done

# The same holds if the choices of the run override the defaults of its data.
for choices in '--architecture encoder' '--model.order gb --gating.length 30 --experts.count 2 --protocol pass'; do
    for steps in 2 4; do
        lengthen train $(tiny_but lengths | sed 's/--curriculum[^ ]* [^ ]*//') --lengths 2 --curriculum.lengths 2..4 \
            --data addition $choices --steps $steps --out other -q >/dev/null
    done
    grep -o '"step": [0-9]*' other/metrics.jsonl
    rm -r other
done

# Kernels without an instruction for bfloat16 pairs are slower in bfloat16: there is a message.
LENGTHEN_KERNELS=ref lengthen train $tiny --task reverse_string --precision bf16 --steps 2 --out pairs 2>&1 >/dev/null |
    grep -c 'bf16 is emulated, since'

# With --progress, rows of JSON report the progress of each run, beginning after its first step.
lengthen train $tiny --task reverse_string --seed 1..2 --steps 30 --out told --json --progress -q |
    grep -o '"lengthen.train_progress/1","run":"[^"]*","step":1,"steps":30' | sort
lengthen train $tiny --task reverse_string --steps 30 --out quiet --json -q | grep progress || echo none
