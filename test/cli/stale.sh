# Files that do not match run.json: readers refuse them, and training continues from the existing state.
said() { # COMMAND...: prints its exit status, and its message without digests
    "$@" >out 2>&1 || echo "-> $?"
    sed 's/[0-9a-f]\{32\}/D/g' out | grep 'describes\|records step\|another step\|end at'
}
readers() { # RUN
    for command in "eval $1" "prune $1" "average $1 --last 2 --to mean" "inspect run $1" "runs $1" \
        "train --steps 1 --init $1 --out begun"; do
        echo "${command%% *}"
        # shellcheck disable=SC2086
        said lengthen $command
    done
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$LENGTHEN_PRESETS/../python" /usr/bin/python3 - "$1" <<'END'
import re, sys, lengthen
for what in lambda run: run.model(), lambda run: run.state, lambda run: run.score:
    try:
        what(lengthen.Run(sys.argv[1]))
        print("the Python package accepts it")
    except lengthen.FileError as error:
        print("the Python package:", re.sub("[0-9a-f]{32}", "D", str(error)))
END
}
bytes() { # RUN
    cat "$1"/*.safetensors "$1"/checkpoints/step* "$1/eval.jsonl" | cksum
}
train() { # STEPS RUN
    lengthen train $tiny --data reverse_string --eval.every 5 --train.keep 3 --steps "$1" --out "$2" -q >/dev/null
}
train 10 short
cp -r short a
train 20 a
wanted=$(bytes a)

echo "--- the model of an earlier step"
cp short/model.safetensors a/
readers a
said lengthen train a
[ "$(bytes a)" = "$wanted" ] && echo "the same bytes"

echo "--- an earlier model without a state"
cp -r a b
rm b/state.safetensors
cp short/model.safetensors b/
said lengthen train b
said lengthen eval b

echo "--- another model of the same step"
cp -r a b2
sed -i '/"model": "/s/: "[0-9a-f]*/: "00000000000000000000000000000000/' b2/run.json
said lengthen eval b2
said lengthen prune b2

echo "--- the state of an earlier step"
cp short/state.safetensors a/
said lengthen train a --steps 24
train 24 c
for file in model.safetensors state.safetensors eval.jsonl; do cmp a/$file c/$file && echo "the same $file"; done

echo "--- a state later than the record"
cp -r short d
cp a/state.safetensors d/
said lengthen train d --steps 24

echo "--- another best model"
cp -r a e
cp short/checkpoints/step-000000000010.safetensors e/checkpoints/best.safetensors
sed -i '/"best"/,/}/s/"step": [0-9]*/"step": 15/' e/run.json
lengthen eval e -q >/dev/null
for command in "eval e --eval.checkpoint best" "runs e" "prune e" "train e --eval.checkpoint best"; do
    # shellcheck disable=SC2086
    said lengthen $command
done

echo "--- kept models"
cp -r a f
cp f/checkpoints/step-000000000010.safetensors f/checkpoints/step-000000000024.safetensors
said lengthen average f --last 2 --to mean
said lengthen eval f/checkpoints/step-000000000024.safetensors
cp -r short g
cp a/checkpoints/step-000000000020.safetensors g/checkpoints
said lengthen average g --last 2 --to mean

echo "--- records with steps but without digests"
for run in short a; do sed -i '/"checkpoint": {/,/}/d; /"digest": "/d; /"best": {/,/}/{/"step"/d; s/"token_accuracy",/"token_accuracy"/}' $run/run.json; done
for run in short a; do /usr/bin/python3 -m json.tool $run/run.json >/dev/null && lengthen eval $run -q >/dev/null && lengthen runs $run --json | grep -o '"state":"[a-z]*"'; done
cp short/model.safetensors a/
said lengthen eval a
said lengthen train a
lengthen eval a -q >/dev/null && echo digests added
rm a/state.safetensors short/model.safetensors
said lengthen runs a short

echo "--- a run that was stopped at a rung"
cat >s.yaml <<'END'
set: {model: {width: 8, heads: 2, blocks: 1, feed_forward: 8}, data: reverse_string, curriculum.lengths: 1..3,
      train: {steps: 12, batch: 2, checkpoint_every: 3}, eval: {lengths: 1..4, sequences: 2, every: 4}}
grid: {encoding: [none, rope]}
halving: {rungs: [4, 8], factor: 2}
END
lengthen sweep run s.yaml --out swept -j 1 -q >/dev/null
run=$(grep -l '"paused"' swept/runs/*/run.json | xargs dirname)
sed -i 's/"step": 4/"step": 3/' "$run/run.json"
lengthen sweep merge swept 2>&1 | sed "s|$run|RUN|g" | grep -o 'RUN.*describes.*'
said lengthen eval "$run" | sed "s|$run|RUN|g"
