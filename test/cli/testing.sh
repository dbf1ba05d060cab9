# Evaluation first prints an estimate of its time, unless --quiet is given. It stops early only on request.
lengthen train $tiny --task reverse_string --steps 20 --out a >/dev/null
lengthen eval a --lengths 4 >/dev/null
lengthen eval a --lengths 4 -q >/dev/null
lengthen eval a --lengths 4 --json >/dev/null
echo killed while testing >&2
sed -i 's/"done"/"evaluating"/' a/run.json
head -n 3 a/eval.jsonl >some && mv some a/eval.jsonl
lengthen train $tiny --task reverse_string --steps 20 --out a >/dev/null
wc -l <a/eval.jsonl
echo asked to stop >&2
lengthen eval a --lengths 1..8 --json >all
grep -c '"length":' all
try lengthen eval a --lengths 1..8 --stop-below 1 --json >some
tail -n 1 some
members <some
grep -o '"score":null\|"missing":7' some
head -n 1 all >first && head -n 1 some | cmp - first && echo same accuracy
lengthen eval a --lengths 1..8 --stop-below 1 -q | grep -o 'no score: 7 lengths'
lengthen eval a --lengths 1..8 --stop-below 0 --json | cmp - all && echo same score
try lengthen eval a --stop-below 60
