# Further models of a run: the last checkpoints, and the one with the best validation score.
lengthen train $tiny --task reverse_string --steps 40 --train.keep 2 --eval.every 20 --out a -q >/dev/null
ls a/checkpoints
lengthen eval a/checkpoints/*.safetensors --lengths 2,8 -q | sed 's/[0-9][0-9]*\.[0-9]/X/g; s/  */ /g'
last() { lengthen eval $1 --json | tail -n 1 | grep -o '"score":[0-9.e-]*'; }
test "$(last a)" = "$(last a/checkpoints/step-000000000040.safetensors)" && echo the last is the last
best=$(grep -o '"token_accuracy": [0-9.e-]*' a/metrics.jsonl | cut -d ' ' -f 2 | sort -g | tail -n 1)
again=$(last a/checkpoints/best.safetensors)
awk -v a="$best" -v b="${again#*:}" 'BEGIN { d = a - b; print (a > 0 && d < 1e-8 && d > -1e-8 ? "the best is the best" : a " " b) }'
cd a/checkpoints && lengthen inspect run best.safetensors --json | wc -l && cd ../..
cp a/model.safetensors alone.safetensors
try lengthen eval alone.safetensors
try lengthen train $tiny --task reverse_string --train.keep 0 --out b
