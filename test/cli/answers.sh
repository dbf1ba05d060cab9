# `eval --show`: the model's answers, with the targets.
small="--width 16 --heads 2 --blocks 1 --model.feed_forward 16 --batch 16 --threads 2 --eval.sequences 6"
lengthen train $small --data copy_rsc --data.alphabet 5 --architecture decoder --encoding t5 --lr 0.01 --steps 150 \
    --curriculum.lengths 1..5 --lengths 1..9 --out copy -q >/dev/null

# The number of answers, and the mark below the first token that differs from the target.
lengthen eval copy --show all --count 3 --lengths 2,9 -q | grep -c '^record'
lengthen eval copy --show all --length 9 --count 6 --json | grep answer/1 | members | sort -u
lengthen eval copy --show all --length 9 --count 100 --json | grep -c answer/1
lengthen eval copy --show all --length 9 --count 2 --format csv | cut -d , -f 1-4,6
lengthen eval copy --show all --length 9 --count 2 --format markdown -q | head -n 2
for which in wrong right; do
    lengthen eval copy --show $which --lengths 2..9 --count 100 --json | grep -c '"right":'
    lengthen eval copy --show $which --lengths 2..9 --json | grep answer/1 | grep -o '"right":[a-z]*' | sort -u
done | awk '{ print /right/ ? $0 : ($0 > 0 ? "some" : "none") }'
lengthen eval copy --show all --length 9 --count 6 --json | grep answer/1 >some
lengthen eval copy --show all --length 9 --count 6 --json --eval.batch 2 --threads 1 | grep answer/1 | cmp - some && echo same
lengthen eval copy --show all --length 9 --count 6 --json --eval.max_tokens 60 | grep -c answer/1
# With at most 12 tokens in all, prompts of length 9 leave no room for an answer.
lengthen eval copy --lengths 3,9 --eval.max_tokens 12 --json | grep -o '"cut":[0-9]*'
lengthen eval copy --lengths 3,9 --eval.max_tokens 12 2>&1 >/dev/null | grep 'cut off'
lengthen eval copy --lengths 3,9 --eval.max_tokens 12 --json 2>&1 >/dev/null | grep -c 'cut off'
lengthen eval copy --lengths 3,9 --json | grep -c '"cut"'
lengthen eval copy --show wrong --length 9 --eval.max_tokens 14 -q | awk '
    /^length/ { print }
    /^target/ { target = $0 }
    /^said/ { said = $0 }
    /\^ token/ { at = index($0, "^"); print substr(said, at, 1) != substr(target, at, 1) ? "marked" : "not marked" }' |
    sort -u

# A task whose lengths have cells (addition: the digits of both operands), an encoder, and a text of bytes.
lengthen train $small --data addition --architecture decoder --encoding none --steps 2 --curriculum.lengths 1..2 \
    --lengths 2,3 --out addition -q >/dev/null
lengthen eval addition --show wrong --count 1 --length 3 --eval.sequences 10 -q | grep -E '^(length|record|prompt|target)' | tr -s ' '
lengthen train $small --task reverse_string --steps 2 --lengths 4 --out encoder -q >/dev/null
lengthen eval encoder --show all --count 1 --length 4 -q | grep -E '^(length|record|prompt|target)' | tr -s ' '
printf 'To be, or not to be:\nthat is the question.\nTo be, or not to be: that is it.\n' >play.txt
lengthen train $small --data text --data.file play.txt --data.test_fraction 0.5 --encoding relative --curriculum.lengths 8 \
    --lengths 4 --steps 2 --out play -q >/dev/null
lengthen eval play --show all --count 1 --lengths 12 -q | grep -E '^(length|record|prompt|target)' | tr -s ' '

# Long answers are cut around the first difference.
lengthen eval copy --show wrong --count 1 --length 80 -q | awk 'length > 100 { print "too wide" } /^target/ { print $NF, (NF > 5) }'

try lengthen eval copy --show
try lengthen eval copy --show false
try lengthen eval copy --count 3
lengthen eval copy --length 3 --json | grep -c '"length":3,'
try lengthen eval copy --show all --length 3 --lengths 4
try lengthen eval copy --show all --length 0
try lengthen eval copy copy --show all
