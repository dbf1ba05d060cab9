# `train` with several config files or a list of seeds trains several runs at a time. Each ends with the same bytes as
# alone.
several="$(tiny_but threads) --steps 30"
for seed in 1 2 3; do lengthen train $several --seed $seed --out alone-seed$seed -q >/dev/null; done
same() { # PREFIX SEED...
    prefix=$1
    shift
    for seed; do cmp $prefix-seed$seed/model.safetensors alone-seed$seed/model.safetensors || return; done
    echo $prefix: same bytes
}
lengthen train $several --seed 1..3 --out a --json -q >lines
same a 1 2 3
grep step/1 lines | grep -o '"run":"[^"]*"' | sort | uniq -c | sed 's/^ *//'
grep -o '"status":"[a-z ]*","dir":"[^"]*"' lines | sort
lengthen train $several --train.seed 3,1 --out b/ -j 1 | sed 's/  */ /g; s/[0-9][0-9]*\.[0-9]/X/g' | head -n 3
same b 1 3
ls -d b-*
lengthen train $several --seed 1,2 --out a -q -j2 --json | grep -o '"status":"[a-z ]*"'

# Config files; a run without a directory of its own gets one beside --out.
echo '{encoding: rope, out: c-rope}' >one.yaml
echo 'encoding: alibi' >two.yaml
directories() { lengthen train one.yaml two.yaml "$@" --print-config | grep -E '^(---|out:)' | sed 's/  *#.*//'; }
directories
directories --out d
directories --out d --seed 7,8
directories --out 'd/<hash>'
LENGTHEN_OUT=e directories
lengthen train one.yaml $several --print-config | grep -E '^(---|out:)'
lengthen train --seed 1,2 --out d --print-config --json | grep -o '"run":"[^"]*","key":"train.seed","value":"[^"]*"'
lengthen train one.yaml two.yaml --out d -j 2 $several -q | sed 's/ .*//' | head -n 3
grep encoding: d-*/config.yaml

# A run that fails has a message, and does not stop the others.
echo 'out: /proc/nowhere' >bad.yaml
echo '{encoding: alibi, optimizer.epsilon: 0, out: nan}' >nan.yaml
try lengthen train bad.yaml one.yaml nan.yaml $several -j1 --json -q >lines
grep -o '"status":"[a-z ]*"' lines | sort
tail -n 1 lines
grep -c '"error":"[^"]*/proc/nowhere' lines
ls c-rope
try lengthen train nan.yaml $several
try lengthen train one.yaml ./one.yaml two.yaml $several
try lengthen train one.yaml --seed 1,1 $several
ls -d c-rope*

# A signal stops all; the same command resumes, to the same bytes.
long=$(echo "$several --task parity_check" | sed 's/--steps 30/--steps 5000/; s/checkpoint_every 10/&0/')
lengthen train $long --seed 1..4 --out s -j 2 -q >/dev/null &
await s-seed2/state.safetensors
kill -TERM $!
wait $!
echo "TERM -> $?"
lengthen train $long --seed 1..4 --out s -q >/dev/null
for seed in 1 4; do
    lengthen train $long --seed $seed --out whole -q >/dev/null
    cmp whole/model.safetensors s-seed$seed/model.safetensors && echo s-seed$seed: same bytes
    rm -r whole
done

# Wrong arguments.
mkdir folder
for words in "rope" "nope.yaml" "folder" "one.yaml -j" "one.yaml -j 0" "one.yaml -j two" "one.yaml -j2 --jobs 3" \
    "--seed 3..1" "--seed 1,x" "--seed 1..9999999" "--seed 9007199254740991,9007199254740992"; do
    echo "$words"
    try lengthen train $words
done
