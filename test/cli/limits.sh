# Sizes of zero or above the limits, and lengths above the number of positions, are refused, and no file is written.
lengthen train $tiny --steps 10 --print-config | grep -v '^out:' >tiny.yaml # flags override a file
refuse() {
    echo "$*"
    try lengthen train --config tiny.yaml --out out "$@"
}
for key in model.width model.heads model.blocks model.feed_forward train.batch train.steps train.log_every \
    train.checkpoint_every eval.lengths eval.sequences eval.position_samples eval.batch curriculum.lengths; do
    refuse --$key 0
    refuse --$key=-1
    refuse --$key 99999999999999999999
done
refuse --lr nan
refuse --lr 1e400
refuse --dropout 1
refuse --lengths 5..1
refuse --lengths 1..10:0
refuse --lengths 1..999999999999
refuse --lengths ,
refuse --heads 3
refuse --width 6 --encoding rope
refuse --encoding learned --encoding.rows 9
refuse --encoding learned --encoding.rows 15
refuse --positions randomized --positions.L 9
refuse --positions randomized --positions.L 15
refuse --mask window --mask.width 0
refuse --mask chunk --mask.chunk 0
refuse --model.decode autoregressive
ls
lengthen train $tiny --steps 10 --out run -q --positions randomized --positions.L 16 >/dev/null
lengthen train $tiny --steps 10 --out table -q --encoding learned --encoding.rows 16 >/dev/null
for run in run table; do
    try lengthen eval $run --lengths 1..9
    try lengthen eval $run --lengths 8 -q | grep -e '->'
    try lengthen inspect logits $run --input "0 1 0 1 0 1 0 1 0"
done
try lengthen eval run --positions.L 8
try lengthen eval run --positions.L 18 --lengths 9 -q | grep -e '->'
try lengthen inspect logits run --input "0 2"
try lengthen inspect logits run --input ""
try lengthen sample bucket_sort --length 0
try lengthen sample bucket_sort --length 99999999
try lengthen inspect positions randomized --length 4000
try lengthen inspect probe run --length 0
try lengthen inspect probe run --length 9
try lengthen inspect probe run --sequences 0
