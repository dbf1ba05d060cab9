# Ensembles of models: results, refused models, files, and the mean of probabilities recomputed in Python.
export LENGTHEN_THREADS=2
root=$LENGTHEN_PRESETS/..
built=$(dirname "$(readlink -f "$(command -v lengthen)")")
small="--width 8 --heads 2 --blocks 1 --model.feed_forward 8 --batch 8 --lr 0.01 --curriculum.lengths 2..4 --lengths 2,4
    --eval.sequences 6 --steps 60"
for seed in 1 2; do lengthen train $small --data reverse_string --seed $seed --out $seed -q >/dev/null; done

# An ensemble of one model equals the model; threads change nothing; the row has the names of all models.
lengthen eval 1 --json -q >alone
lengthen eval 1 --ensemble --json -q | cmp - alone && echo alone
lengthen eval 1 2 --ensemble --json -q --threads 1 >both
lengthen eval 1 2 --ensemble --json -q --threads 3 --eval.batch 4 | cmp - both && echo threads
grep -o '"run":"[^"]*"' both | uniq
lengthen eval 1 2 --ensemble -q | sed -n '2s|  *standard.*||p'

# The mean of the probabilities of two models on the test records.
cat >mean.py <<'END'
import json, math
import lengthen
runs = [lengthen.Run("1"), lengthen.Run("2")]
rows = {row["length"]: row for row in map(json.loads, open("both")) if "length" in row and "cross_entropy" in row}
told = [a for a in map(json.loads, open("answers")) if a["schema"] == "lengthen.answer/1"]
for length, row in rows.items():
    loss = right = tokens = 0
    for answer in (a for a in told if a["length"] == length):
        given, target = ([int(word) for word in answer[which].split()] for which in ("prompt", "target"))
        logits = [run.logits(given).tolist() for run in runs]
        for t, wanted in enumerate(target):
            chances = [[math.exp(x) for x in model[t]] for model in logits]
            mean = [sum(c[w] / sum(c) for c in chances) / 2 for w in range(len(chances[0]))]
            loss, tokens, right = loss - math.log(mean[wanted]), tokens + 1, right + (mean.index(max(mean)) == wanted)
    assert abs(loss / tokens - row["cross_entropy"]) < 1e-5, (loss / tokens, row)
    assert abs(right / tokens - row["token_accuracy"]) < 1e-9, (right / tokens, row)
    print("length", length, "by hand:", tokens, "tokens")
END
lengthen eval 1 2 --ensemble --show all --count 6 --json -q >answers
mkdir package && cp -r "$root/python/lengthen" package/ && rm -rf package/lengthen/lib && ln -s "$built" package/lengthen/lib
PYTHONPATH="$PWD/package" PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 mean.py

# Results are stored in a new directory: a finished run, which reports and claims can read.
lengthen eval 1 2 --ensemble --eval.label both --to stored -q >/dev/null && ls stored
lengthen runs . --format csv | cut -d , -f 1-2
grep -c label stored/config.yaml
try lengthen eval 1 --to stored -q
try lengthen eval 1 2 --to other
try lengthen eval 1 2 --ensemble --variant 'log: scale: log_n'

# Models that do not fit together.
lengthen train $small --data odds_first --out odds -q >/dev/null
lengthen train $small --data reverse_string --architecture decoder --out decoder -q >/dev/null
try lengthen eval 1 odds --ensemble
try lengthen eval 1 decoder --ensemble
try lengthen eval 1 nowhere --ensemble

# Generation and translation by an ensemble of two equal models equal those by one model.
lengthen generate decoder --prompt '0 1' -q >one
lengthen generate decoder decoder --ensemble --prompt '0 1' -q | cmp - one && echo generated
lengthen generate decoder decoder --ensemble --prompt '0 1' --json | grep -o '"run":"[^"]*"'
echo '0 1 1' | lengthen translate decoder -q >one
echo '0 1 1' | lengthen translate decoder decoder --ensemble -q | cmp - one && echo translated
try lengthen generate decoder decoder --prompt '0 1'
try lengthen generate decoder 1 --ensemble --prompt '0 1'
echo '0 1' | try lengthen translate decoder decoder --ensemble --attention weights.jsonl
