# A flag may be given twice only with the same value, under any of its names, unless it is repeatable.
same() {
    lengthen train --print-config "$@" | grep -E '^train.(lr|steps):' | sed 's/ *#.*//'
}
same --lr 0.5 --lr 0.5 --train.lr=0.5 --quiet --quiet -qq
echo 'train: {lr: 0.25, steps: 7}' >one.yaml
echo 'train.lr: 0.125' >two.yaml
same --config one.yaml --config two.yaml --preset quick --preset noisy_rope
try lengthen train --lr 1 --lr 2
try lengthen train --steps 5 --lr 1 --train.steps 6
try lengthen train --task parity_check --data.name reverse_string
try lengthen eval nowhere --eval.dropout --eval.dropout=false
try lengthen eval nowhere --title one --title two
try lengthen bench --seconds 1 --seconds 2
try lengthen doctor --threads 1 --threads 2
try lengthen inspect encoding rope --npy --npy=there
try lengthen sample reverse_string --task parity_check
lengthen sample parity_check --task parity_check --count 1 --length 2 | grep -c input
try lengthen inspect encoding rope --encoding alibi
lengthen inspect encoding alibi --encoding alibi --length 1 --heads 1 --json
try lengthen inspect positions randomized --positions standard
try lengthen sample rope
ls
