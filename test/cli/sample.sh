# Samples are equal on all machines and in all versions: the expected lines must never change.
for task in even_pairs reverse_string bucket_sort stack_manipulation solve_equation binary_addition; do
    lengthen sample $task --length 7 --count 2 --seed 1 --json
done
lengthen sample modular_arithmetic_brackets --length 9 --count 1
lengthen sample stack_manipulation --length 4 --count 2 --seed 2
lengthen sample bucket_sort | grep -c input
lengthen sample bucket_sort --length 100000 --count 1 --json | grep -c '"length":100000,'
try lengthen sample bucket_sort --length 100001
try lengthen sample bucket_sort --length 0
try lengthen sample bucket_sort --count x
try lengthen sample bukket_sort
try lengthen sample bucket_sort reverse_string

# Pairs from files.
printf 'a b c\tc b a\nq\tq\nx y\ty x\t3\n' >train.tsv
printf '{"source": "c zebra", "target": "zebra c"}\n' >test.jsonl
lengthen sample pairs --data.train train.tsv --data.test test.jsonl --length 3
lengthen sample pairs --data.train train.tsv --data.test test.jsonl --length 3 --text
lengthen sample pairs --data.train train.tsv --data.test test.jsonl --length 2 --split test --json
printf '{"source": "a", "target": "a", "id": 1}\n{"source": "b", "target": "b", "id": 2, "bucket": 7}\n' >extra.jsonl
try lengthen sample pairs --data.train train.tsv --data.test extra.jsonl --length 1 --split test --text
try lengthen sample half_copy --length 7
lengthen sample scan --length 3 --count 1 --text --data.prefix=false
try lengthen sample sort_multi --data.smallest 100 --data.largest 99
lengthen sample reverse_string --length 3 --count 1 --text | tr '\t' '>'
try lengthen sample pairs --data.train train.tsv --data.test test.jsonl --length 12
try lengthen sample pairs --data.train train.tsv --data.test test.jsonl --length 12 --split test
# Without --length the length is 12, or the nearest one available.
lengthen sample pairs --data.train train.tsv --data.test test.jsonl --text --count 1
lengthen sample pairs --data.train train.tsv --data.test test.jsonl --split test --text
lengthen sample pcfg --count 1 --json | grep -o '"length":[0-9]*'
try lengthen sample pairs --data.train train.tsv
try lengthen sample pairs --data.train test.jsonl --data.test none
try lengthen sample pairs --split valid

# Text files, and tasks whose records are text.
printf 'To be, or not to be:\nthat is the question.\n' >play.txt
lengthen sample text --data.file play.txt --length 4 --count 1 --seed 1
lengthen sample text --data.file play.txt --data.test_fraction 0.5 --split test --length 8 --text
try lengthen sample text --data.file play.txt --length 40
for task in copy_rsc copy_rsc2x copy_rdc copy_cmc copy_cmc2x; do
    lengthen sample $task --length 3 --count 2 --text | tr '\t' '>'
    lengthen sample $task --length 3 --count 1 --split test --json | sed 's/.*"text"/"text"/'
    lengthen sample $task --bucket 3 --count 1 --split validation --text | tr '\t' '>'
done
lengthen sample copy_cmc2x --length 2 --count 1 --data.alphabet 5
lengthen sample copy_rdc --data.examples 12 --curriculum.lengths 2,3 --eval.lengths 4 --split all --text | tr '\t' '>'
lengthen sample copy_rsc --data.examples 190 --split all --json | wc -l
try lengthen sample copy_cmc --split all --count 3
try lengthen sample reverse_string --split all
lengthen sample reverse_string --split validation --length 4 --count 1
printf 'a b\tb a\n' >one.tsv
try lengthen sample pairs --data.train one.tsv --data.test one.tsv --split validation

# All records of SCAN, sorted, equal the published file. The drawn records of other tasks must never change either.
printf %s "$(lengthen sample scan --split all --text | LC_ALL=C sort)" | sha256sum
lengthen sample scan --data.split orig --length 24 --split test --count 1 --text
lengthen sample scan --length 12 --split validation --count 1
try lengthen sample scan --length 23
for task in pcfg lego_chain lego_perm; do
    for split in train validation test; do lengthen sample $task --length 5 --split $split --count 2 --text; done
done
lengthen sample pcfg --length 35 --split test --count 1 --text
lengthen sample lego_perm --length 4 --count 1
try lengthen sample pcfg --length 31 --split test
try lengthen sample lego_chain --length 27

# Reasoning steps before the answer.
for task in addition summation parity_text polynomial sort_single sort_multi lego_chain lego_perm; do
    lengthen sample $task --length 3 --count 1 --data.scratchpad full --text | tr '\t' '>'
done
lengthen sample addition --length 2 --count 1 --data.scratchpad minimal --text | tr '\t' '>'
lengthen sample addition --length 1 --count 1 --data.scratchpad 10011 --json
try lengthen sample addition --data.scratchpad maximal
try lengthen sample sort_multi --data.scratchpad 11111
try lengthen sample summation --data.scratchpad full --length 129
try lengthen train --data summation --data.scratchpad 111 --out bad
try lengthen sample copy_cmc --data.scratchpad full

# --digest prints one digest of all samples, which depends on their order.
lengthen sample even_pairs --length 9 --count 3 --digest
lengthen sample even_pairs --length 9 --count 3 --digest --json
lengthen sample even_pairs --length 9 --count 4 --digest | cut -c 34-
for seed in 1 2; do lengthen sample even_pairs --count 3 --seed $seed --digest; done | sort -u | grep -c samples
