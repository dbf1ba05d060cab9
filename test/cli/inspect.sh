# The matrices of encodings.
lengthen inspect encoding alibi --length 3 --heads 2 --json
lengthen inspect encoding none --length 3
lengthen inspect encoding none --length 2 --heads 2 --json
lengthen inspect encoding none --length 2 --heads 2 --npy
for name in kerple_log kerple_power rotary; do
    lengthen inspect encoding $name --length 2 --json | grep -o '"encoding":.*"shape"'
done
lengthen inspect encoding --encoding kerple_log --length 2 --heads 1 --npy
lengthen inspect positions shape --length 2 --json
lengthen inspect positions standard --length 4 --json
lengthen inspect positions randomized --positions.L 16 --length 5 --seed 3 | sed '1!s/[0-9]/N/g'
echo '[[1,0,0,0],[0,1,0,0]]' >q.json
echo '[[1,2,3,4],[5,6,7,8]]' >k.json
echo '[[1,2,3,4]]' >short.json
echo '[[1,2],[3]]' >ragged.json
echo '[1,' >broken.json
lengthen inspect encoding none --heads 2 --q q.json --k k.json --json | grep scores
lengthen inspect encoding rope --heads 2 --q q.json --k k.json --npy=m
lengthen inspect encoding rope --heads 2 --q m-rotated_q.npy --k m-rotated_k.npy --json | grep -c scores
for f in short ragged broken missing; do try lengthen inspect encoding none --heads 2 --q q.json --k $f.json; done
try lengthen inspect encoding none --q q.json
try lengthen inspect encoding none --q q.json --k k.json --width 8
head -c 100 m-rotated_q.npy >cut.npy
try lengthen inspect encoding none --heads 2 --q cut.npy --k cut.npy

# A figure of scores against distance, with a panel for each encoding. It includes keys to the right, unless the mask is
# causal.
lengthen inspect encoding alibi rope sinusoid --length 5 --heads 2 --width 8 --figure scores.svg
sed -n '1,3p; 6p' scores.csv && grep -c 'plot' scores.gp
lengthen inspect encoding alibi rope xpos --length 3 --heads 1 --width 4 --figure three.svg -q >three
grep -E '^(#|-?[0-9])' three.csv | cut -d, -f1 | tr '\n\r' '  '; echo
lengthen inspect encoding t5 --length 3 --heads 1 --width 4 --figure t5.svg --json -q | cut -d, -f2- | sed 's|[0-9]\.[0-9]*|N|g'
lengthen inspect encoding none --mask causal --length 3 --heads 1 --width 4 --figure none.svg --json -q
for names in 'sinusoid alibi' 'cope t5' 'none alibi' 'shaw tupe learned'; do
    # shellcheck disable=SC2086
    lengthen inspect encoding $names --mask causal --length 16 --heads 2 --figure first.svg -q >/dev/null || true
    grep -c "lc rgb '(null)'" first.gp
    sed -n "s/set label '\(head [0-9]*\)'.*/\1/p" first.gp
    if need gnuplot && ! [ -s first.svg ]; then echo "no picture of $names"; fi
    rm first.svg
done
head -n 2 first.csv | tr -d '\r'
# Keys that a head does not see are not drawn.
lengthen inspect encoding alibi --encoding.sides split_heads --length 4 --heads 2 --figure split.svg
tr -d '\r' <split.csv
try lengthen inspect encoding alibi --encoding.sides split_heads --mask causal
try lengthen inspect encoding alibi --figure scores.txt
try lengthen inspect encoding --figure scores.svg
try lengthen inspect encoding alibi tfive --figure scores.svg
try lengthen inspect encoding alibi rope
lengthen inspect positions standard clipped --length 2 --figure ids.svg
tr -d '\r' <ids.csv | cut -c1-40 | sort -u | head -20
lengthen inspect positions randomized --length 2 --figure ids.svg --json -q | grep -c '"what":"positions","shape":\[[28]\]'
try lengthen inspect positions --figure ids.svg
try lengthen inspect positions randomized --tokens 'a b' --figure ids.svg
try lengthen inspect positions randomised --figure ids.svg

# Any number of heads is accepted without an explicit width; an explicit width is kept.
for heads in 3 6 12 128; do
    for encoding in $(lengthen list encoding --json | grep -v experimental | sed 's/.*"name":"\([^"]*\)".*/\1/'); do
        lengthen inspect encoding $encoding --heads $heads --length 2 --json -q || echo $encoding, $heads heads: $?
    done
done | sed 's/"data".*//; s/.*"encoding"://' | sort | uniq -c | sed 's/^ *//'
lengthen inspect encoding rope --heads 3 --print-config | grep '^model.width' | sed 's/  *#/ #/'
try lengthen inspect encoding alibi --heads 3 --width 64
LENGTHEN_MODEL_WIDTH=12 lengthen inspect encoding sinusoid --heads 3 --length 1 --json | grep -o '"shape":[^"]*'
echo '[[1,2,3,4,5,6],[6,5,4,3,2,1]]' >six.json
for heads in 1 3; do lengthen inspect encoding rope --heads $heads --q six.json --k six.json --json | members; done
try lengthen inspect encoding none --q six.json --k six.json

# A position sample does not depend on the encoding, even if sampler and encoding are not compatible.
for source in $(lengthen list positions --json | grep -v experimental | sed 's/.*"name":"\([^"]*\)".*/\1/'); do
    lengthen inspect positions $source --length 4 --json >draw
    grep -o '"source":.*"shape"' draw
    for flags in "--encoding none" "--encoding rope --heads 3" "--encoding learned --encoding.rows 2" \
        "--attention geometric" "--model.decode autoregressive"; do
        lengthen inspect positions $source --length 4 --json $flags | cmp draw -
    done
done
try lengthen inspect positions unsorted --encoding ropee
try lengthen inspect positions randomized --length 4 --positions.L 3

# The matrices of the scores: their formula is checked in test/unit/test_inspect.c.
lengthen inspect encoding relative --heads 1 --width 2 --length 2 --json | sed 's/"data".*//'
lengthen inspect encoding relative --positions unsorted --length 2 --heads 2 --width 4 | grep -v '^  '
lengthen inspect encoding alibi --positions randomized --length 2 --heads 1 --json | members
echo '[[0,0],[0,0],[0,0],[0,0]]' >zero.json
lengthen inspect encoding none --attention geometric --heads 1 --q zero.json --k zero.json --json | grep weights

# Incompatible forms and flags.
try lengthen inspect encodng rope
try lengthen inspect encoding rope alibi
try lengthen inspect encoding geometric
try lengthen inspect positions standard --q six.json --k six.json
try lengthen inspect run
try lengthen inspect run a --npy

# `inspect model` with options shows as many parameters as a run trained with them; equal blocks are one row.
lengthen inspect model --blocks 3 --width 16 --heads 2 --encoding learned --encoding.rows 50 | sed 's/  */ /g'
lengthen inspect model --blocks 1 --width 8 --heads 2 --optimizer.decay 0.1 --optimizer.decay_on matrices | sed 's/  */ /g' |
    sed -n '3p;/query/p;/bias/p'
lengthen inspect model $tiny --task stack_manipulation --json >model
members <model | sed 's/choices .* arrays/choices ... arrays/; s/\(name shape count decay \)*$/\1.../'
lengthen train $tiny --task stack_manipulation --steps 10 --out m -q >/dev/null
cut=$(lengthen inspect run m --json | sed 's/"schema":[^,]*,"run":"m",//; s/,"norm".*/}/' | tr -d '\n')
tr -d '\n' <model | sed 's/.*"arrays":\[//; s/\]}$//; s/},{/}{/g' | grep -qxF "$cut" && echo as trained
lengthen inspect run m | sed -n '$s/ in .*//p' | grep -qx "$(grep -o '^[^,]*,"parameters":[0-9]*' model | grep -o '[0-9]*$') parameters" && echo as many
# The number of parameters of a published model, counted without its text, equals the number computed from d, f and
# blocks. (The presets contain the size of the vocabulary.)
for sizes in "12 512 2048" "18 576 2816" "24 1024 3072"; do
    set -- $sizes
    block=$((5 * $2 * $2 + 2 * $2 * $3 + $3 + $2 + 4 * $2))
    all=$(($1 * block + 2 * $2 + 204 * $2 + 204))
    lengthen inspect model --preset enwik8-$1 | head -n 1
    lengthen inspect model --preset enwik8-$1 --json | grep -o '"parameters":[0-9]*' | grep -qx "\"parameters\":$all" && echo as computed
    tr -d ',' <"$LENGTHEN_PRESETS/enwik8-$1.yaml" | grep -c "204: $all\.$"
done
# Vaswani et al. 2017 with a vocabulary of 37,000 words. Counted are: the token table, which is also the output matrix;
# the matrices of attention, without biases; the feed-forward matrices with biases; 2 d for the norm of each sublayer
# and, with pre-norm, of each stack.
for size in 'base 512 2048' 'big 1024 4096'; do
    # shellcheck disable=SC2086
    set -- $size
    d=$2 mixer=$((2 * $2 * $3 + $3 + $2))
    all=$((37000 * d + 6 * (4 * d * d + mixer + 4 * d) + 6 * (8 * d * d + mixer + 6 * d)))
    for block in post_norm pre_norm; do
        lengthen inspect model --preset transformer-$1 --block $block --architecture.vocabulary 37000 --json |
            grep -o '"parameters":[0-9]*' | grep -qx "\"parameters\":$all" && echo "$1: $all as computed"
        all=$((all + 4 * d))
    done
done
lengthen inspect model --preset transformer-base --architecture.vocabulary 37000 --architecture.tables apart --json |
    grep -o '"parameters":[0-9]*'
try lengthen inspect model --data bucket_sort --architecture encoder_decoder --architecture.tables shared
try lengthen inspect model --data bucket_sort --architecture encoder_decoder --architecture.begin end
try lengthen inspect model --preset enwik8-12 --architecture.vocabulary 0
try lengthen train --preset enwik8-12
try lengthen inspect model runs/a
try lengthen inspect model --npy
try lengthen inspect model --width 15 --heads 2
try lengthen inspect modl

lengthen train $tiny --task stack_manipulation --steps 10 --out a -q >/dev/null
lengthen inspect run a | sed 's/  */ /g' | cut -d ' ' -f 1 | sed '$s/.*/total/'
lengthen inspect run a --json | head -n 1 | members
lengthen inspect logits a --input "0 1 4 2" --json | members
lengthen inspect logits a --input "0 1 4 2" --json >ids
lengthen inspect logits a --symbols "$(lengthen sample stack_manipulation --count 1 --length 1 | sed -n 's/^input *//p')" |
    sed -n '1p' | sed 's/  */ /g'
grep -o '"shape":[^"]*' ids
try lengthen inspect logits a
try lengthen inspect logits a --input "0 9"
try lengthen inspect logits a --input "0 x"
try lengthen inspect logits a --symbols "0 jump"
lengthen train $(tiny_but lengths | sed 's/--curriculum[^ ]* [^ ]*//') --lengths 2 --curriculum.lengths 2 --steps 1 -q \
    --data addition --data.examples 20 --data.test_examples 2 --architecture decoder --out sums >/dev/null
shape() { jq -c .shape; }
lengthen inspect logits sums --input "5 6" --json | shape
lengthen inspect logits sums --symbols "Compute 5 + 6 ?" --json | shape
lengthen train $(tiny_but lengths | sed 's/--curriculum[^ ]* [^ ]*//') --lengths 2 --curriculum.lengths 2 --steps 1 -q \
    --data text --data.file ids --data.test_fraction 0.5 --out text >/dev/null
lengthen inspect logits text --input "5 6 7" --json | shape
lengthen inspect logits text --input "5" --target "6 7" --json | shape

# The output of `sample --json` can be used as input, also for data whose length is not the number of tokens.
lengthen train $(tiny_but lengths | sed 's/--curriculum[^ ]* [^ ]*//') --lengths 3 --curriculum.lengths 3 --steps 1 -q \
    --data copy_cmc --architecture decoder --out copy >/dev/null
lengthen sample copy_cmc --length 3 --count 1 --json >sample
input=$(jq -r '.input | join(" ")' sample) target=$(jq -r '.target | join(" ")' sample)
lengthen inspect logits copy --input "$input" --json | shape
lengthen inspect logits copy --input "$input 3 3" --json | shape
# With a given target, each log-probability is the log-softmax of its row. If the target is the model's own output, all
# rows equal those without a target. The first row never depends on the target.
lengthen inspect logits copy --input "$input" --json >said
lengthen inspect logits copy --input "$input" --target "$(jq -r '.output | join(" ")' said)" --json >told
jq -c .data said >data && jq -c .data told | cmp - data && echo the same
lengthen inspect logits copy --input "$input" --target "$target" --json >told
jq -c '.data[0]' said >data && jq -c '.data[0]' told | cmp - data && echo the same first
jq -c '.target, .shape, ([range(.target | length) as $i | .data[$i] as $row | .target[$i] as $id |
    ($row[$id] == .target_logits[$i]) and
    (($row[$id] - ($row | map(exp) | add | log) - .log_probabilities[$i] | fabs) < 1e-9)] | all)' told
lengthen inspect logits copy --input "$input" --target "$target" | sed 's/-*[0-9]*\.[0-9]*/N/g; s/  */ /g; s/ [^ ]*$//'
lengthen inspect logits a --input "0 1 4 2" --target "1 0" --json | jq -c '.target, .shape'
try lengthen inspect logits copy --input "$input" --target 106
try lengthen inspect logits copy --input "$input" --target w1
try lengthen inspect logits copy --input "$input" --target ''

# A decoder reads its own output.
lengthen train --data duplicate_string --architecture decoder --encoding none --width 24 --heads 3 --blocks 2 --batch 8 --steps 30 \
    --lr 3e-3 --curriculum.lengths 1..9 --lengths 9 --eval.sequences 4 --out own -q >/dev/null
lengthen inspect logits own --input '0 1 1 0 1 0 1' --json | jq -c .output >told
lengthen generate own --prompt '0 1 1 0 1 0 1' --json | jq -c .ids | cmp - told && echo greedy

# Positions are printed with the logits, unless they are 0, 1, 2, ...
for positions in standard randomized; do
    lengthen train $tiny --data reverse_string --encoding sinusoid --positions $positions --steps 2 --out $positions -q >/dev/null
    lengthen inspect logits $positions --input "0 1 1" --json | grep -o '"positions":\[\[[0-9., ]*\]\]' | tr -cd '[,' | wc -c
done

# The probe of a model with experts has their auxiliary losses too, and the gradients of the sum of all losses.
lengthen train $tiny --task reverse_string --model.order sfse --experts.count 2 --steps 2 --out experts -q >/dev/null
lengthen inspect probe experts --length 4 -q
tr '\0' ' ' <experts/probe.safetensors | head -c 4000 | grep -o '"loss"\|"expert_loss"'
