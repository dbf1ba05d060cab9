# Common typing errors: the message names the error, with a suggestion.
for words in "--verison" "version" "TRAIN" "-help" "help help help" "help rope" "help trian" "train -steps 10" \
    "train -lr=1" "train -z" "train --L 5" "train --STEPS 5" "train --base quick" "train --json yes" "list Task" \
    "show ROPE" "sample rope" "sample parity_check bucket_sort" "inspect encoding alibi --npy alibi" \
    "inspect logits" "inspect probe run" "eval run --label one --label two"; do
    echo "$words"
    try lengthen $words
done
try lengthen show ""

# Options that none of the chosen entries has.
both="--positions randomized --positions.both_sides"
try lengthen train $both --encoding rope --print-config
try lengthen train $both --encoding relative --positions.draw positions --print-config
try lengthen train $both --encoding relative --positions.L 31 --task parity_check --lengths 1..30 \
    --curriculum.lengths 1..10 --steps 1 --out all
lengthen train $both --encoding relative --print-config | grep -c 'both_sides: true'
try lengthen sample parity_check --lengths 4
try lengthen sample parity_check --encoding rope
try lengthen train --out "" --steps 1
try lengthen train --encoding noisy_rope --steps 1
echo 'train.lr: !!float 3' >tagged.yaml
try lengthen train --config tagged.yaml
printf '\223NUMPY\1\0' >cut.npy
head -c 200 /dev/zero >zero.npy
echo '[[]]' >empty.json
echo '[[[1]]]' >deep.json
echo '[[1,"a"]]' >mixed.json
echo '{"q": 1}' >object.json
for file in cut.npy zero.npy empty.json deep.json mixed.json object.json; do
    try lengthen inspect encoding none --heads 1 --q $file --k $file
done
echo '[[1e200,1e200],[1,2]]' >large.json
lengthen inspect encoding none --heads 1 --q large.json --k large.json --json | grep -o '"finite":false'

# The config of a run is fixed: `inspect` refuses options that would change it.
lengthen train $tiny --task reverse_string --steps 10 --out run -q >/dev/null
for form in run "logits --input 0" probe; do
    set -- $form
    try lengthen inspect $1 run --steps 20 ${2:-} ${3:-}
done
lengthen inspect probe run --length 3 --out elsewhere
ls

# For flags of other programs, messages name our flags.
for words in "train --csv" "report x --csv" "train --attn softmax" "sample parity_check --n 3" \
    "sample parity_check --test"; do
    echo "$words"
    try lengthen $words
done
lengthen train --encoding rotary --print-config | grep -o '^encoding: [a-z]*'
for name in batch-size learning_rate num-layers Epochs weight-decay patience device resume; do
    try lengthen train --$name=1
done
try lengthen train lr=0.1
try lengthen train learning_rate=0.1
echo 'learning_rate: 0.1' >others.yaml
try lengthen train others.yaml

# Paths of something other than a run or a config file.
printf 'set: {train.steps: 2}\ngrid: {seed: [1, 2]}\n' >both.yaml
try lengthen train both.yaml
try lengthen note nowhere "a note"
try lengthen note nowhere
try lengthen runs . --where 'score>50%'
lengthen train --metric accuracy --mixer silu --print-config | grep -oE '^(metric|mixer): [a-z_]*'

# Messages suggest a solution.
printf '{"input": "a b", "output": "b a"}\n' >others.jsonl
printf 'a b\tb a\tx y\n' >columns.tsv
try lengthen train --data pairs --data.train others.jsonl --data.test others.jsonl --steps 1 --out others
try lengthen train --data pairs --data.train columns.tsv --data.test columns.tsv --steps 1 --out others
try lengthen runs . --where 'score>0.5,state=done'
try lengthen runs . --where 'score>0.5 & lr=0.1'
try lengthen runs . --where 'score>60'
try lengthen runs . --tag good
try lengthen runs . --where 'note=a, lr=1' -q
try lengthen sweep plan both.yaml --steps 5
try lengthen sweep run both.yaml --task even_pairs
try lengthen train --seed 1-3 --steps 1 --out seeds
try lengthen train --seed -1 --steps 1 --out seeds
try lengthen train quick --steps 1
try lengthen train randpe-table1-small --steps 1
try lengthen generate run --max-tokens 5 --prompt a
try lengthen generate run --temperature 1 --prompt a
try lengthen show run --bibtex
try lengthen show ropes --bibtex

# Misspelled names, and misspelled tests, verbs and flags.
try lengthen runs . --where 'score>>3'
try lengthen runs . --where encoding=ropee
try lengthen runs . --where encoding=zzzzzzz
try lengthen runs . --where encoding=alibi
try lengthen sweep both.yaml
for preset in randpe-2023 copy randpe-table1; do
    try lengthen show $preset --bibtex | sed 's/author.*/.../'
done
for flag in --learing-rate=1 --lerning_rate=1 --ffn=8 --vocab_size=9 --model.positions=rope "--lr = 0.1" "-o x"; do
    try lengthen train $flag
done
try lengthen eval run --length 10,20
printf 'grid: {seed: 1-3}\n' >range.yaml
try lengthen sweep plan range.yaml -n
printf 'grid: {seed: [1, 4-5]}\n' >range.yaml
try lengthen sweep plan range.yaml -n

# An empty list of seeds, and options that an architecture ignores.
try lengthen train --seed 1,,2 --steps 1 --out seeds
try lengthen train --architecture lstm --mask window --steps 1 --out seeds
