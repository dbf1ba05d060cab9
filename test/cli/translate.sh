# `lengthen translate`: beam search for each line. Outputs of models differ between machines, so that only the text
# around them is printed.
export LENGTHEN_THREADS=2
small="--width 16 --heads 2 --blocks 1 --model.feed_forward 16 --batch 8 --lr 0.01 --eval.sequences 4 --lengths 2,3"
printf 'a b c\tC B A\nq r\tR Q\nx y\tY X\nb c\tC B\nr q a\tA Q R\n' >train.tsv
lengthen train $small --data pairs --data.train train.tsv --data.test train.tsv --architecture encoder_decoder \
    --encoding learned --encoding.rows 9 --steps 120 --out pairs -q >/dev/null
printf 'a b c\nx y\n\n  \nb zebra q\nq r\na b c a b c a b c a\r\nx y' >source.txt

# Each input line gives one output line, in order; empty lines stay empty; errors have a message.
lengthen translate pairs <source.txt >target.txt
wc -l <target.txt
sed -n '3p;4p;7p' target.txt
sed -n 2p target.txt >second && sed -n 8p target.txt | cmp - second && echo same
lengthen translate pairs --quiet <source.txt 2>&1 | cmp - target.txt && echo quiet
lengthen translate pairs --window 2 --threads 1 -q <source.txt | cmp - target.txt && echo windows
lengthen translate pairs </dev/null
lengthen translate pairs --json <source.txt | sed -n 1p | members
lengthen translate pairs --json <source.txt | grep -o '"unknown_words":[1-9]\|"refused":.*\|"line":.'

# At most 4 MiB of long lines are read at a time: earlier lines are translated before the last line is read.
{
    for i in 1 2 3 4 5; do for j in 1 2 3 4 5; do head -c 200000 /dev/zero | tr '\0' a && echo; done; done
    await early
    [ -s early ] && echo early >told
    echo x y
} | lengthen translate pairs -q >early
cat told && wc -l <early

# A byte order mark is not part of the first word.
{ printf '\357\273\277' && cat source.txt; } | lengthen translate pairs -q | cmp - target.txt && echo marked

# Bytes that are not UTF-8 are reported, but not with --quiet.
printf 'a\nb \377\n\nx y\n\303 q\n' >bytes.txt
lengthen translate pairs <bytes.txt | wc -l
lengthen translate pairs -q <bytes.txt 2>&1 | wc -l

# Progress on a terminal: with the fraction done for a file, without it for a pipe, whose size is unknown.
for i in 1 2 3 4 5 6 7 8 9 10; do printf 'a b c\nx y\n\na b c a b\n'; done >many.txt
cat >progress.py <<'PY'
import os, pty, re, subprocess, sys
near, far = pty.openpty()
given = open("many.txt") if sys.argv[1] == "file" else subprocess.Popen(["cat", "many.txt"], stdout=subprocess.PIPE).stdout
said = subprocess.run(sys.argv[2:], stdin=given, stdout=subprocess.PIPE, stderr=far, check=True,
                      env={**os.environ, "TERM": "xterm"}).stdout
os.close(far)
seen = b""
try:
    while block := os.read(near, 65536):
        seen += block
except OSError:
    pass
shown = re.findall(r"translating [^[]*\[\d\d:\d\d<[\d:?]*", seen.decode())
print(sys.argv[1], len(said.splitlines()), *sorted(set(shown)), sep="\n")
PY
python3 progress.py file lengthen translate pairs --threads 1
python3 progress.py pipe lengthen translate pairs --threads 1 --window 30
python3 progress.py file lengthen translate pairs --threads 1 -q

# A beam of one is greedy decoding. Several hypotheses are sorted by score.
printf 'a b\nq r x\n' >two.txt
lengthen translate pairs --beam 1 <two.txt >one
lengthen generate pairs --file two.txt --limit 9 -q | cmp - one && echo greedy
lengthen translate pairs --beam 5 --nbest 3 <two.txt | cut -f 1 | uniq -c | tr -s ' '
lengthen translate pairs --beam 5 --nbest 5 --eval.length_norm fairseq --eval.length_penalty 1 <two.txt | cut -f 1,2 |
    sort -s -k 1,1n -k 2,2gr >sorted
lengthen translate pairs --beam 5 --nbest 5 --eval.length_norm fairseq --eval.length_penalty 1 <two.txt | cut -f 1,2 |
    cmp - sorted && echo ordered
lengthen translate pairs --eval.length_factor 0 --eval.length_extra 0 <two.txt
lengthen translate pairs --print-config | grep 'eval.beam\|eval.length_\|^protocol'

# Evaluation by beam search, also with a decoder-only model.
lengthen eval pairs --protocol beam --json | members | head -1
lengthen eval pairs --protocol beam --eval.beam 2 --json >eval2
lengthen eval pairs --protocol beam --eval.beam 2 --eval.batch 1 --threads 1 --json | cmp - eval2 && echo batches
lengthen train $small --data pairs --data.train train.tsv --data.test train.tsv --encoding rope --steps 3 \
    --out decoder -q >/dev/null
lengthen translate decoder --eval.length_extra 3 -q <two.txt | wc -l
lengthen train $small --data reverse_string --architecture decoder --encoding rope --steps 3 --out strings -q >/dev/null
lengthen translate strings -q --json <<'LINES' | grep -o '"refused".*\|"bounded":[a-z]*'
0 1 1
LINES

# Errors.
try lengthen translate
try lengthen translate nowhere <two.txt
try lengthen translate pairs two.txt
try lengthen translate pairs --nbest 9 <two.txt
try lengthen translate pairs --beam 0 <two.txt
try lengthen translate pairs --protocol greedy <two.txt
try lengthen eval pairs --eval.beam 3
printf 'a \000 b\n' | try lengthen translate pairs
lengthen train $small --data reverse_string --steps 1 --out encoder -q >/dev/null
try lengthen translate encoder <two.txt

# --attention writes cross-attention weights by block, head, target and source token. The weights over a source sum to
# 1.
lengthen translate pairs -q --attention weights.jsonl <two.txt >said
lengthen translate pairs -q <two.txt | cmp - said && echo unchanged
python3 - <<'PY'
import json
for line in open("weights.jsonl"):
    x = json.loads(line)
    rows = [row for block in x["weights"] for head in block for row in head]
    assert all(len(row) == len(x["source"]) and abs(sum(row) - 1) < 1e-4 for row in rows)
    assert all(len(head) == len(x["target"]) for block in x["weights"] for head in block)
    print(x["schema"], x["line"], x["source"], len(x["weights"]), len(x["weights"][0]))
PY
try lengthen translate decoder --attention weights.jsonl <two.txt
try lengthen translate pairs --attention nowhere/weights.jsonl <two.txt
