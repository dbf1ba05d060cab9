# A trained model, evaluated with options other than those of its training.
lengthen train $tiny --task reverse_string --steps 20 --out a -q >/dev/null
lengthen train $tiny --task reverse_string --steps 20 --out b -q --positions randomized --positions.L 32 >/dev/null
lengthen eval a b --lengths 2,4,8 --eval.sequences 5 -q | sed 's/[0-9][0-9]*\.[0-9]/X/g; s/  */ /g; /^[ab] [^sr]/s/ .*/ marks/'
lengthen eval a --lengths 3,7 --json | sed 's/:[0-9.e+-]*\([,}]\)/:N\1/g'
lengthen eval a --mask window --mask.width 3 --eval.dropout --lengths 4 --json | wc -l
LENGTHEN_EVAL_SEQUENCES=3 LENGTHEN_TRAIN_STEPS=9 lengthen eval a --lengths 4 --json | grep -o '"sequences":3'
lengthen eval a --lengths 4 --print-config | grep -E '^(eval.lengths|task)' | sed 's/  *#/ #/; s/:[0-9:]*$//'
lengthen eval a --lengths 4 --eval.sequences 5 --scale log_n --scale.at_least_one -q | grep -A 1 differs
lengthen eval a --lengths 4 --scale log_n --scale.keys 10 --mask causal --json | grep -o '"changed":[^}]*}'
lengthen eval a --lengths 4 --scale inverse_sqrt --json | grep -c changed
lengthen eval a b --lengths 4 --positions randomized --positions.L 32 --format csv -q | tr -d '\r' | cut -d , -f 1,3-4,9
lengthen eval a --lengths 2,4 --format markdown -q | sed 's/[0-9][0-9]*\.[0-9]/X/g'
try lengthen eval a --lengths 4 --scale.keys 9
try lengthen eval a --lengths 0
try lengthen eval a --width 16
try lengthen eval a --figure a.jpg
try lengthen eval a --figure no/where.svg
try lengthen eval a --config x.yaml
mkdir empty && try lengthen eval empty
try lengthen eval a --encoding none
try lengthen eval b --scale one --positions standard --mask causal --lengths 4 -q | grep -e '->'

# Runs with different training lengths: legend and curves have the training lengths of each run.
for longest in 3 5; do
    lengthen train --task even_pairs --width 8 --heads 2 --blocks 1 --steps 2 --batch 2 --curriculum.lengths 1..$longest \
        --lengths 1..8 --eval.sequences 2 --out up-to-$longest -q >/dev/null
done
lengthen eval up-to-3 up-to-5 -q | grep -E 'trained|in range' | cut -c 1-60
lengthen eval up-to-3 up-to-5 -q | grep -oE ' 1\.\.[35] .* 1\.\.[35]' | tr -s ' '
for runs in up-to-3 "up-to-3 up-to-5"; do
    lengthen eval $runs --figure lengths.svg -q >/dev/null 2>&1 # without gnuplot there is a script
    grep -oE 'trained on lengths up to [0-9]|lengths 1\.\.., trained up to [0-9]' lengths.gp | sort -u
done
lengthen eval up-to-3 up-to-5 -q | tr '\n' ' ' | grep -o 'score: mean.*max)'
lengthen eval up-to-3 up-to-5 --eval.score all -q | tr '\n' ' ' | grep -o 'score: mean.*all)'
# If evaluations differ, the same length can be in two ranges of lengths.
lengthen train --task even_pairs --width 8 --heads 2 --blocks 1 --steps 2 --batch 2 --curriculum.lengths 1..3 \
    --lengths 1..6 --eval.sequences 2 --out shorter -q >/dev/null
lengthen eval up-to-3 shorter -q | tr '\n' ' ' | grep -o 'score: mean.*score)'
lengthen eval up-to-3 shorter -q | grep -oE 'by length.*|[1-9] to [0-9]$'
# A labelled line at each run's longest training length; no labels if all runs have the same longest training length.
lengthen eval up-to-3 up-to-5 shorter --figure lines.svg -q >/dev/null 2>&1 || true
grep -E '^set (arrow from first|label .[0-9])' lines.gp | sed 's/ nohead.*//; s/ offset.*//'
lengthen eval up-to-3 shorter --figure lines.svg -q >/dev/null 2>&1 || true
grep -cE '^set label .[0-9]' lines.gp

# The reasoning steps that a model outputs before its answers, compared with the steps of the targets.
lengthen train $(tiny_but curriculum.lengths) --data parity_text --data.scratchpad 00111 --curriculum.lengths 1..2 \
    --steps 20 --out steps -q >/dev/null
lengthen eval steps --lengths 2,3 --json | grep -o '"steps":{[^}]*}' | sed 's/:[0-9.e-]*\([,}]\)/:N\1/g'
lengthen eval steps a --lengths 2,3 -q | grep -A 7 '^run *steps' | sed 's/[0-9][0-9]*\.[0-9]/X/g; s/  */ /g'
lengthen eval a --lengths 2,3 -q | grep '^run *steps' || echo no steps
# The accuracy of steps as a metric: it is also recorded, if the data has steps.
grep -c step_accuracy a/eval.jsonl a/run.json steps/run.json
lengthen eval steps --lengths 2,3 --metric step_accuracy --json | grep -oE '"metric":"step_accuracy","unit":"parts of 1","(value|score)":[01]'
try lengthen train --data parity_text --metric step_accuracy --out bad

# Runs are distinguished by the options that differ, and files of one name by their folders; a repeated run is reported.
lengthen train $tiny --task reverse_string --steps 20 --lr 100 --out lr -q >/dev/null
mkdir -p the/longest/folder/of/all && cp -r a lr the/longest/folder/of/all
lengthen eval the/longest/folder/of/all/*/model.safetensors --lengths 4 -q | cut -d ' ' -f 1-10 | tr -s ' ' | head -n 3
lengthen eval a a --length 8 -q | grep -E 'twice|^length 8'
lengthen eval a --lengths 2,4 >one_line

# The mask window gets a causal form if the model needs one and the option is not set; another form is refused. The same
# holds for a run trained with the mask, which resumes to the same bytes. BLEU is undefined for short answers.
lengthen train $tiny --task reverse_string --architecture decoder --encoding rope --steps 2 --out decoder -q >/dev/null
lengthen eval decoder --mask window --mask.width 3 --length 6 -q | grep differs
lengthen eval decoder --mask window --mask.width 3 --length 6 --json >form.follows
lengthen eval decoder --mask window --mask.width 3 --mask.form causal --length 6 --json | cmp - form.follows
try lengthen eval decoder --mask window --mask.width 3 --mask.form symmetric --length 6
lengthen eval a --mask window --mask.width 3 --length 6 -q | grep differs
window="$(tiny_but train.checkpoint_every) --task reverse_string --architecture decoder --mask window --mask.width 3 --train.checkpoint_every 2 -q"
lengthen train $window --steps 4 --out causal >/dev/null && grep mask causal/config.yaml
lengthen train $window --steps 2 --out resumed >/dev/null && lengthen train resumed --steps 4 -q >/dev/null
cmp causal/model.safetensors resumed/model.safetensors && lengthen eval resumed --mask.width 2 --length 6 -q | grep differs
lengthen train $tiny --task reverse_string --encoding xpos --eval.with 'mask: window, mask.width: 3' --steps 2 --out with \
    -q >/dev/null && grep -c '"length"' with/eval.jsonl
lengthen train --data toy_translation --curriculum.lengths 1 --lengths 1,2 --eval.sequences 8 --width 32 --heads 2 \
    --blocks 1 --steps 60 --batch 32 --lr 0.01 --out toy -q >/dev/null
lengthen eval toy --metric bleu --protocol beam -q | grep -c 'BLEU is 0'
lengthen eval toy --metric chrf --protocol beam -q | grep -c 'BLEU is 0' || true

echo the finding
lengthen eval a b --lengths 8 --json -q | grep -o '"schema":"lengthen.eval_finding/1","finding":"Beyond length 5, randomized scores'
lengthen eval a --lengths 8 --variant 'near: mask: window, mask.width: 3' -q | head -2 | sed 's/[0-9][0-9]*\.[0-9]/X/g; s/below\|above/[there]/'
lengthen eval a b --lengths 8 --format csv -q | grep -c eval_finding
lengthen eval a b --lengths 2..8 --figure found.svg -q >/dev/null 2>&1 || true
grep -o 'curves: [a-z, ]*' found.gp
lengthen eval a b --lengths 2..8 --variant 'near: mask: window, mask.width: 3' --figure found.svg -q >/dev/null 2>&1 || true
grep -o 'curves: [a-z, ]*' found.gp
