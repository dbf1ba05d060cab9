# Documents packed into sequences: positions restart in each document, and a mask hides other documents.
lengthen inspect positions document --positions.separator / --tokens 'a b / c d / e'
lengthen inspect positions document --tokens '<eos> a  <eos> <eos> b c' --json
lengthen inspect positions document --length 4
lengthen show positions/document | grep '^  --positions'
try lengthen inspect positions shifted --tokens 'a b'
try lengthen inspect positions document --tokens ' '
try lengthen inspect positions document --tokens 'a b' --length 2
try lengthen inspect encoding rope --tokens 'a b'

for i in $(seq 60); do echo "$i lines"; echo "and $((i * i % 7)) others of a text"; done >lines
flags='--data text --data.file lines --encoding rope --width 8 --heads 2 --blocks 1 --model.feed_forward 16 --batch 4
    --curriculum.lengths 12 --lengths 12,24 --eval.sequences 3 --steps 6'
packed='--positions document --mask document'
lengthen train $flags $packed --threads 1 --out packed -q >/dev/null
lengthen train $flags $packed --threads 3 --out again -q >/dev/null
cmp packed/model.safetensors again/model.safetensors && cmp packed/eval.jsonl again/eval.jsonl && echo threads change nothing
lengthen train $flags --out plain -q >/dev/null
cmp -s packed/model.safetensors plain/model.safetensors || echo another model
grep separator packed/config.yaml
# A trained model can be evaluated with and without packed documents.
values() { lengthen eval "$@" --json | grep '"value"' | sed 's/.*"value":\([^,]*\),.*/\1/'; }
values packed >as_trained
values packed --mask causal --positions standard >without
values plain >plain.values
values plain $packed >with
cmp -s as_trained without || echo differs from results without documents
cmp -s with plain.values || echo differs from results with documents
values packed --positions document --positions.separator 's' >other
cmp -s as_trained other || echo differs from results with another separator
# Lines of words end with <eos>.
lengthen train $flags $packed --data.tokens words --out words -q >/dev/null && echo words
try lengthen train $flags $packed --data.tokens words --data.line_ends=false --out bad -q
try lengthen train $flags $packed --positions.separator XY --out bad -q
try lengthen train $flags $packed --scale log_n --out bad -q
try lengthen train $flags $packed --protocol greedy --out bad -q
try lengthen generate packed --prompt and
ls bad 2>/dev/null || echo nothing was begun
