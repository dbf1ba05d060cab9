# Accuracy by position in the answer, and the confusion of tokens: for an encoder, and for decoders.
lengthen train $tiny --task reverse_string --encoding none --steps 20 --out encoder -q >/dev/null
small="--width 16 --heads 2 --blocks 1 --model.feed_forward 16 --batch 16 --threads 2 --eval.sequences 6 --lr 0.01"
lengthen train $small --data copy_rsc --data.alphabet 20 --architecture decoder --encoding t5 --steps 60 \
    --curriculum.lengths 1..5 --lengths 1..9 --out copy -q >/dev/null
lengthen train $small --data addition --architecture decoder --encoding none --steps 60 --curriculum.lengths 1..2 \
    --lengths 1..4 --out addition -q >/dev/null

# The counts are recomputed from the answers. Batches and threads change nothing.
for run in encoder copy addition; do
    lengthen eval $run --show all --count 1000 --json >answers
    lengthen analyze outputs $run --json >start
    lengthen analyze outputs $run --from end --json >end
    lengthen analyze confusion $run --json >confusion
    lengthen analyze outputs $run --json --threads 1 --eval.batch 3 | cmp start -
    lengthen analyze confusion $run --json --threads 1 --eval.batch 3 | cmp confusion -
    python3 "$LENGTHEN_PRESETS/../test/answers_judge.py" answers answers start end confusion
done
members <start | sort -u
members <confusion | sort -u

# Tables: positions in groups, at most ten lengths; matrices for few words, lists for many.
numbers() { sed 's/-*[0-9][0-9]*\.[0-9]/N/g; s/  */ /g; s/ $//'; }
lengthen analyze outputs encoder copy -q | numbers
lengthen analyze outputs encoder --lengths 1..30 --from end -q | numbers | sed -n '1p; $p' | cut -c 1-100
lengthen analyze confusion encoder -q | numbers | grep -c '^ [01] .* [0-9]*$'
lengthen analyze confusion copy --pairs 3 -q | numbers | grep -Ec '^([^ ]+ ){2}[0-9]+ N$'
lengthen analyze confusion copy --lengths 3 -q | numbers | sed -n '1s/[0-9]* tokens/N tokens/p'
lengthen analyze confusion encoder --lengths 7 -q | numbers | sed -n '1s/[0-9]* tokens/N tokens/p'

# Figures, also without gnuplot.
mkdir tools doc
for program in sh sed; do ln -s "$(command -v $program)" tools/; done
ln -s "$(command -v lengthen)" tools/lengthen
for kind in outputs confusion; do
    PATH=$PWD/tools lengthen analyze $kind encoder copy --figure doc/$kind.svg -q >/dev/null
    grep -c '^plot' doc/$kind.gp
done
ls doc
if need gnuplot; then
    for kind in outputs confusion; do (cd doc && gnuplot -d $kind.gp 2>words; grep -L '</svg>' $kind.svg); done
fi

try lengthen analyze outputs encoder --from middle
try lengthen analyze outputs encoder --pairs 3
try lengthen analyze outputs encoder --length 3
try lengthen analyze confusion encoder --pairs 0
printf 'To be, or not to be:\nthat is the question.\nTo be, or not to be: that is it.\n' >play.txt
lengthen train $(echo "$small" | sed "s|--batch 16|--batch 2|") --data text --data.file play.txt --data.test_fraction 0.5 --encoding relative --curriculum.lengths 8 \
    --architecture.memory 8 --lengths 4 --steps 2 --out play -q >/dev/null
try lengthen analyze confusion play
