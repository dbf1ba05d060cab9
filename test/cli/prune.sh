# Files that finished runs do not need are listed, and removed on request.
run="$tiny --task reverse_string -q"
lengthen train $run --steps 30 --train.keep 3 --eval.every 10 --eval.checkpoint best --log tensorboard --out runs/a >/dev/null
lengthen train $run --steps 10 --out runs/b >/dev/null
cp -r runs/b runs/c && sed -i 's/"done"/"preempted"/' runs/c/run.json
cp -r runs/b runs/d && printf x | dd of=runs/d/model.safetensors bs=1 seek=2000 conv=notrunc 2>/dev/null
sizes() { sed 's/^ *[0-9.]* [a-zA-Z]*  /N  /'; }
list() { find runs -type f | sed 's/tfevents.*/tfevents.X/' | sort; }
list >before
try lengthen prune | sizes
list | cmp - before && echo as before
lengthen eval runs/a --json -q >results
lengthen prune runs/a runs/b --yes 2>words | sizes
sed 's/, .*:/:/' words
list | diff before - | grep '^[<>]'
lengthen eval runs/a --json -q | cmp - results && echo evaluated as before
lengthen train runs/a -q --json 2>/dev/null | tail -n 1 | jq -r .status
lengthen runs runs/a --json | jq -c '[.state, .step]'
try lengthen train runs/a --steps 40 -q
lengthen prune runs/a --events --json -q | jq -c '[.run, .removed]'
lengthen prune runs/a --events --yes -q
try lengthen prune runs/a
try lengthen prune nowhere
ls runs/a

# A run in training is not changed, whatever its record contains.
flock runs/d/.lock lengthen prune runs/d --yes

# With train.keep_state unfinished, a finished run has no state.
lengthen train $run --steps 30 --train.keep_state unfinished --out e >/dev/null
ls e
lengthen train $run --steps 30 --out f >/dev/null
lengthen train $run --steps 30 --out f --train.keep_state unfinished >/dev/null 2>&1
cmp e/model.safetensors f/model.safetensors
ls f/state.safetensors 2>/dev/null
try lengthen train e --steps 40 -q

# Directories without write permission are reported once. (The administrator may write; setpriv prevents that.)
mkdir closed && cp -r runs/b closed/nothing && cp -r runs/c closed/one && cp -r runs/c closed/two
sed -i 's/"preempted"/"done"/' closed/*/run.json
chmod a-w closed/*
without=$([ "$(id -u)" != 0 ] || echo setpriv --bounding-set=-dac_override)
if [ -z "$without" ] || need setpriv; then
    $without lengthen prune closed --yes 2>&1
    echo "-> $?"
fi
chmod u+w closed/*
