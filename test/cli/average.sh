# The average of a run's last checkpoints, and commands that read it.
run="$tiny --task reverse_string --steps 40"
lengthen train $run --train.keep 3 --out a -q >/dev/null
lengthen average a --last 3
lengthen average a --last 2 --json
lengthen average a --last 2 --to a/two.safetensors -q
cmp a/two.safetensors a/checkpoints/average-2.safetensors && echo the same bytes
ls a/checkpoints
cat >mean.py <<'END'
import json, struct, sys
def read(path):
    blob = open(path, "rb").read()
    size = struct.unpack("<Q", blob[:8])[0]
    header = json.loads(blob[8 : 8 + size])
    notes = header.pop("__metadata__")
    numbers = lambda a, b: struct.unpack(f"<{(b - a) // 4}f", blob[8 + size + a : 8 + size + b])
    return notes["step"], {name: numbers(*x["data_offsets"]) for name, x in header.items()}
(step, mean), *models = map(read, sys.argv[1:])
worst = max(abs(m - sum(x) / len(x)) for name in mean for m, *x in zip(mean[name], *(model[name] for _, model in models)))
print("at step", step, "the mean of", len(models), "models" if worst < 1e-7 else f"is off by {worst}")
END
python3 mean.py a/checkpoints/average-3.safetensors a/checkpoints/step-*.safetensors
lengthen eval a/checkpoints/average-3.safetensors --lengths 2,8 -q | sed 's/[0-9][0-9]*\.[0-9]/X/g; s/  */ /g'
lengthen inspect run a/two.safetensors --json | wc -l
try lengthen average a --last 4
try lengthen average a --last 1
try lengthen average a/model.safetensors --last 2
try lengthen average
try lengthen average a b
try lengthen average nowhere
cp a/checkpoints/step-000000000030.safetensors kept
wide="$(tiny_but width) --width 12 --task reverse_string --steps 40"
lengthen train $wide --train.keep 3 --out c -q >/dev/null
cp c/checkpoints/step-000000000030.safetensors a/checkpoints/
try lengthen average a --last 3
head -c $(($(wc -c <kept) - 100)) kept >a/checkpoints/step-000000000030.safetensors
try lengthen average a --last 3
