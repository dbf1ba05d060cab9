# Adaptive softmax and adaptive input: `inspect model` prints the parameters of published models without their data, and
# incompatible options are refused.
for model in standard large; do
    lengthen inspect model --preset wikitext-103-$model --json | grep -o '"parameters":[0-9]*'
done
lengthen inspect model --preset wikitext-103-large | grep -e cluster
try lengthen train --preset wikitext-103-standard --out none

awk 'BEGIN { for (i = 0; i < 3000; i++) printf "w%d%s", int(exp(5 * ((i * 7919) % 997) / 997)), i % 20 == 19 ? "\n" : " " }' >text
words="--data text --data.file text --data.tokens words --encoding alibi --curriculum.lengths 12 --lengths 12 --width 16
--heads 2 --blocks 1 --batch 8 --steps 60 --lr 0.01 --eval.sequences 20 --threads 1 --head adaptive"
lengthen train $words --head.cutoffs 20,60 --head.divisor 2 --out clusters -q >/dev/null
lengthen eval clusters --metric perplexity --json -q | grep -c '"perplexity":[0-9]'
lengthen generate clusters --prompt 'w1 w2' --limit 5 --json -q | grep -c '"text":"w'
try lengthen train $words --head.cutoffs 60,20 --out wrong
try lengthen train $words --head.cutoffs 20,6000 --out wrong
try lengthen train $words --head.divisor 2 --out wrong
