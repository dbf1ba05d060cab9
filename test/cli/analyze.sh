# Analysis of trained models.
lengthen train $tiny --task reverse_string --encoding relative --positions randomized --positions.L 32 --steps 10 \
    --out a -q >/dev/null
lengthen train $tiny --task reverse_string --encoding sinusoid --steps 10 --out b -q >/dev/null
numbers='s/[0-9][0-9.]*[0-9]/N/g; s/  */ /g'

# Attention: tables, JSON, arrays. The weights of every query sum to 1.
lengthen analyze attention a b --length 3,5 | sed 's/0\.[0-9]*/N/g; s/  */ /g'
lengthen analyze attention a --length 2 --heads all | sed 's/0\.[0-9]*/N/g; s/  */ /g'
for heads in max mean all; do lengthen analyze attention a --length 3 --heads $heads --json | members; done
lengthen analyze attention a b --length 3 --heads mean --json | grep -o '"shape":[^"]*'
lengthen analyze attention a b --length 3 --heads mean --json | sed 's/.*"data"://; s/[],[}]/ /g' |
    awk '{ for (i = 1; i <= NF; i++) sum += $i; printf "%.4f\n", sum; sum = 0 }'
lengthen analyze attention a --length 3 --json >one
lengthen analyze attention a --length 3 --json --threads 1 --sequence 0 | cmp one -
lengthen analyze attention a --length 3 --json --sequence 1 | cmp -s one - && echo the same sequence
lengthen analyze attention a a/ b --length 3,4 --heads all --npy arrays -q >/dev/null
lengthen analyze attention a --length 3 --npy arrays --json -q | tail -n 1
for file in arrays/*; do head -c 128 $file | tr -d '\0' | grep -ao "'shape.*)" | sed "s|^|$file |"; done

# The three kinds of attention of an encoder-decoder. The target of even_pairs is one token.
lengthen train $tiny --task even_pairs --architecture encoder_decoder --steps 2 --out pair -q >/dev/null
for which in self encoder cross; do
    lengthen analyze attention pair --which $which --length 4 --heads mean --json >one
    grep -o '"block":.*"shape":[^"]*' one
    sed 's/.*"data"://; s/[],[}]/ /g' one | awk '{ for (i = 1; i <= NF; i++) sum += $i; printf "%.4f\n", sum }'
    lengthen analyze attention pair --which $which --length 4 --npy arrays -q | sed 's/0\.[0-9]*/N/g; s/  */ /g'
done
lengthen analyze attention pair --which cross --length 4 --figure cross.svg -q >/dev/null 2>&1 || true
sed 's/[0-9.]*[0-9]/N/g' cross.csv
grep -h '_label\|^set label.*token' cross.gp | grep -o 'key ([^"'"'"']*\|query ([^"'"'"']*'
ls arrays | grep pair
# Labels are the tokens of the text, as `sample` prints them. Long words are cut, and if there are many labels, some are
# omitted.
printf 'a b\tb a\nincomprehensibilities of\tx\n' >words.tsv
for tokens in characters words; do
    lengthen train $(tiny_but lengths | sed 's/--curriculum[^ ]* [^ ]*//') --data pairs --data.train words.tsv --steps 2 -q \
        --data.test words.tsv --data.tokens $tokens --architecture decoder --out $tokens >/dev/null
done
lengthen analyze attention characters --length 3 --json -q | jq -c '.query_words, .key_words'
lengthen analyze attention words --length 2 --sequence 1 --json -q | jq -c .query_words
lengthen analyze attention words --length 2 --sequence 1 --figure words.svg -q >/dev/null 2>&1 || true
grep '^set [xy]tics (' words.gp | cut -d ')' -f 1
lengthen analyze attention pair --which encoder --length 60 --figure many.svg -q >/dev/null 2>&1 || true
grep "^set [xy]tics (" many.gp | tr "," "\n" | grep -c "[0-9]"
try lengthen analyze attention a --which cross --length 3
try lengthen analyze attention pair --which all --length 3

# The default lengths: the longest training length and the longest tested length.
lengthen analyze attention b --json | grep -o '"length":[0-9]*' | uniq
lengthen train $(tiny_but lengths) --lengths 1..4 --eval.score all --task reverse_string --steps 10 --out c -q \
    >/dev/null
lengthen analyze attention c b --json | grep -o '"run":"."\|"length":[0-9]*' | uniq
try lengthen analyze b attn
try lengthen analyze activ b
try lengthen analyze b zebra
try lengthen analyze zebra a b
try lengthen analyze a ./b

# Activations.
lengthen analyze activations a b --length 3,5 --sequences 4 -q | sed "1!{$numbers}; 1s/  */ /g"
lengthen analyze activations a --length 3 --sequences 4 --slots output -q | sed 's/  */ /g' | sed -n 2p
lengthen analyze activations a --length 3,5 --sequences 4 --slots all --json >one
lengthen analyze activations a --length 3,5 --sequences 4 --slots all --json --threads 1 | cmp one -
members <one
grep -o '"shape":[^"]*' one
lengthen analyze activations a --length 3 --sequences 1000 --npy arrays --json -q | tail -n 1

# Curves: the same accuracies as those of `eval`, and an interval around each.
lengthen eval a --json | grep -o '"length":[^}]*"exact_match":[^,]*' >tested
lengthen analyze curve a --lengths 1..8 --resamples 50 --json >one
grep -o '"length":[^}]*"exact_match":[^,]*' one | cmp tested -
sed -n '1p; $p' one | members
grep curve one | sed 's/"metric":"[a-z_]*",//' | tr -d '{}"' | tr ':,' '  ' | awk '
    { for (i = 1; i < NF; i++) v[$i] = $(i + 1); if (v["low"] > v["token_accuracy"] || v["token_accuracy"] > v["high"]) print }'
lengthen analyze curve a b --lengths 2,4 --label "mine, own" -q | tail -n 3 | sed 's/[0-9][0-9.]*\.[0-9]/N/g; s/  */ /g'
lengthen analyze curve a --print-config | grep '^eval.lengths' | sed 's/  */ /g'

# Figures. Their data and gnuplot scripts are written beside them, even without gnuplot.
mkdir tools doc
for program in sh sed; do ln -s "$(command -v $program)" tools/; done
ln -s "$(command -v lengthen)" tools/lengthen
for kind in attention activations; do
    PATH=$PWD/tools lengthen analyze $kind a b --length 3,5 --figure doc/$kind.svg --label "it's" -q >/dev/null
    echo "-> $?"
    grep -c '^plot' doc/$kind.gp
    grep -c '^#' doc/$kind.csv
done
PATH=$PWD/tools lengthen analyze curve a b --lengths 2,4,6 --figure doc/curve.svg --label "it's" -q >/dev/null
grep -c filledcurves doc/curve.gp
head -n 1 doc/curve.csv | tr -d '\r'
ls doc
if need gnuplot; then
    for kind in attention activations curve; do
        (cd doc && gnuplot -d $kind.gp && mv $kind.svg first.svg && gnuplot -d $kind.gp && cmp $kind.svg first.svg)
        grep -L '</svg>' doc/$kind.svg
    done
    lengthen analyze attention a b --length 3,5 --figure doc/a.pdf --figure doc/a.png -q >/dev/null && [ -s doc/a.pdf ] &&
        [ -s doc/a.png ] || echo "not drawn"
fi

# Errors.
try lengthen analyze
try lengthen analyze a
try lengthen analyze curve
try lengthen analyze a attentoin
try lengthen analyze attention nowhere
try lengthen analyze attention a --length 17
for length in 0 x 40, 1..100; do try lengthen analyze attention a --length $length; done
try lengthen analyze attention a --lengths 4
try lengthen analyze activations a --eval.position_samples 4
try lengthen analyze activations a --heads max
try lengthen analyze activations a --slots 3
try lengthen analyze activations a --sequences 0
try lengthen analyze attention a --heads each
try lengthen analyze attention a --heads all --figure all.svg
try lengthen analyze attention a --figure all.gif
try lengthen analyze attention a --vmax 0
try lengthen analyze attention a --npy one
try lengthen analyze attention a --npy no/where
try lengthen analyze attention a --length 100000
try lengthen analyze curve a --length 4
try lengthen analyze curve a --resamples 0
try lengthen analyze curve a --lengths 4 --encoding rope
try lengthen analyze attention a --length 4 --label one --label two
try lengthen analyze a something
try lengthen eval a --seed 77
lengthen analyze curve b --lengths 1..30 -q | grep -c 'at 12 of 30 lengths'

echo runs beside each other, and colours up to the largest weight
lengthen analyze attention c b --length 2 --figure beside.svg -q >/dev/null 2>&1 || true
grep -oE "^set label '[^']*(block 0|n = 2)'" beside.gp
sed -n 's/^set cbrange \[0:\(.*\)\]/\1/p' beside.gp | awk '{ print ($1 > 0 && $1 < 1) }'
lengthen analyze attention words --length 2 --vmax 0.5 --figure beside.svg -q >/dev/null 2>&1 || true
grep -oE "cbrange .*|attention weight[^']*" beside.gp
