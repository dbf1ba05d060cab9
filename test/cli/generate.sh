# `lengthen generate`. Outputs of models differ between machines, so that only the text around them is printed.
export LENGTHEN_THREADS=2
small="--width 16 --heads 2 --blocks 1 --model.feed_forward 16 --batch 16 --threads 2 --eval.sequences 4"
lengthen train $small --data copy_rsc --data.alphabet 5 --architecture decoder --encoding t5 --lr 0.01 --steps 150 \
    --curriculum.lengths 1..5 --lengths 1..6 --out copy -q >/dev/null
lengthen generate copy --prompt 'Copy: 3 3 3' --prompt '  Copy: 1 1 [SEP] ' -q | wc -l
lengthen generate copy --prompt 'Copy: 3 3 3' --json | members
lengthen generate copy --prompt 'Copy: 3 3 3' --json --limit 2 | grep -o '"ended":false'
lengthen generate copy --prompt 'Copy: 3 3 3' --limit 1 2>&1 >/dev/null

# Outputs do not depend on other prompts, threads, the order, or the text around a source.
lengthen sample copy_rsc --data.alphabet 5 --curriculum.lengths 1..5 --split test --length 6 --text | cut -f 1 >prompts.txt
lengthen sample copy_rsc --data.alphabet 5 --curriculum.lengths 1..5 --split test --length 3 --text | cut -f 1 >>prompts.txt
wc -l <prompts.txt
lengthen generate copy --file prompts.txt --limit 20 --json >together.jsonl
while read -r prompt; do
    lengthen generate copy --prompt "$prompt [SEP]" --limit 20 --threads 1 --json
done <prompts.txt >alone.jsonl
sed 's/ \[SEP\]"/"/' alone.jsonl | cmp - together.jsonl && echo same
lengthen generate copy --file - --echo --limit 20 -q <prompts.txt | cut -f 1 | cmp - prompts.txt && echo echoed
{ printf '\357\273\277' && cat prompts.txt; } >marked.txt # a byte order mark is not part of the first word
lengthen generate copy --file marked.txt --limit 20 --json | sed 's/marked.txt/prompts.txt/' | cmp - together.jsonl && echo marked
lengthen generate copy --prompt 'Copy: 3 3 3' --json | grep -o '"words":.*,"prob' | cut -d '"' -f 4 >first
lengthen generate copy --prompt "Copy: 3 3 3 [SEP] $(cat first)" --json | grep -o '"text":"[^"]*"' >rest
lengthen generate copy --prompt 'Copy: 3 3 3' --json | grep -o '"text":"[^"]*"' | sed "s/:\"$(cat first) /:\"/" | cmp - rest && echo continued

# An encoder and a decoder, pairs, tasks without a token that ends answers, and bytes.
printf 'a b c\tc b a\nq r\tr q\nx y\ty x\t2\n' >train.tsv
lengthen train $small --data pairs --data.train train.tsv --data.test train.tsv --architecture encoder_decoder \
    --encoding sinusoid --steps 3 --out pairs -q >/dev/null
lengthen generate pairs --prompt 'a b <sep>' --prompt 'a b' --limit 3 --json | cut -d , -f 4- | uniq | wc -l
try lengthen generate pairs --prompt 'a zebra'
lengthen train $small --data reverse_string --architecture decoder --encoding rope --positions randomized \
    --positions.L 30 --curriculum.lengths 1..5 --lengths 1..6 --steps 3 --out reverse -q >/dev/null
lengthen generate reverse --prompt '0 1 1 0' --json | grep -o '"words":.*"ids"\|"ended":.*' | tr -d '01'
try lengthen generate reverse --prompt '0 1 1 0' --limit 27
# Randomized positions are drawn for each record. With --record, a prompt gets the positions and the answer of that
# record; otherwise positions differ.
lengthen eval reverse --protocol greedy --show all --length 12 --count 4 --json | grep '"record"' >records.jsonl
for record in 0 1 2 3; do
    prompt=$(jq -r "select(.record == $record).prompt" records.jsonl)
    lengthen generate reverse --prompt "$prompt" --record $record --json | jq -c .words >own
    jq -c "select(.record == $record).words" records.jsonl | cmp - own && cat own >>mine
    lengthen generate reverse --prompt "$prompt" --json | jq -c .words >>first
done
cmp -s mine first || echo positions differ
try lengthen generate reverse --prompt '0 1 1 0' --record -1
printf 'To be, or not to be:\nthat is the question.\n' >play.txt
lengthen train $small --data text --data.file play.txt --data.test_fraction 0.3 --encoding relative \
    --curriculum.lengths 8 --lengths 4 --steps 3 --out play -q >/dev/null
lengthen generate play --prompt 'To be' --limit 5 --json | members
lengthen generate play --prompt 'To be' --limit 5 --echo | head -c 5 && echo
for tokens in characters words; do
    lengthen train $small --data text --data.file play.txt --data.test_fraction 0.3 --data.tokens $tokens \
        --curriculum.lengths 4 --lengths 1 --steps 3 --out $tokens -q >/dev/null
    lengthen generate $tokens --prompt 'be, ' --limit 2 --json | members
done
try lengthen generate characters --prompt 'To zebra'
try lengthen generate words --prompt 'To zebra'
printf "to be not be\\n" >other.txt
lengthen eval words --data.test_file other.txt --json | grep -c '"tokens":4'
try lengthen eval words --data.file other.txt

# Probabilities that are not finite.
lengthen train --width 8 --heads 2 --blocks 4 --block no_norm --data reverse_string --architecture decoder --encoding none \
    --curriculum.lengths 1..5 --lengths 1..6 --schedule constant --lr 100 --steps 1 --out far -q >/dev/null
lengthen generate far --prompt '0 1' --limit 2 --json | grep -o '"probabilities":.*'

# Errors.
try lengthen generate
try lengthen generate copy
try lengthen generate copy copy --prompt a
try lengthen generate copy --prompt ''
try lengthen generate copy --prompt '[SEP]'
try lengthen generate copy --prompt 'copy: 3' --prompt 'Copy: 3'
try lengthen generate copy --prompt 'Copy: 3 zebra'
try lengthen generate copy --prompt 'Copy: 3' --limit 0
try lengthen generate copy --prompt 'Copy: 3' --eval.max_tokens 20
try lengthen generate copy --prompt 'Copy: 3' --limit 100001
try lengthen generate copy --prompt
try lengthen generate copy --file none
: >empty.txt
try lengthen generate copy --file empty.txt
printf 'Copy: 3\n\nCopy: 2\n' >gap.txt
try lengthen generate copy --file gap.txt
printf 'Copy: 3\r\nCopy: 2 \0 2\n' >zero.txt
try lengthen generate copy --file zero.txt
try lengthen generate copy --file .
try lengthen generate copy --prompt 'Copy: 3' --width 3
try lengthen generate copy --prompt 'Copy: 3' --mask full
lengthen train $small --task reverse_string --steps 3 --lengths 4 --out encoder -q >/dev/null
try lengthen generate encoder --prompt '0 1'
lengthen train --task parity_check --architecture recurrent --width 8 --batch 2 --steps 2 --lengths 4 --eval.sequences 2 \
    --out recurrent -q >/dev/null
try lengthen generate recurrent --prompt '0 1'
