# Divergence and distance of attention; perplexity against the length of the context.
plain() { sed 's/[0-9][0-9.]*\.[0-9][0-9]*/N/g; s/  */ /g'; }
causal="--data reverse_mc --architecture decoder --data.examples 200 --data.test_examples 20"
for run in "a none 1" "b none 2" "c rope 1"; do
    set -- $run
    lengthen train $tiny $causal --encoding $2 --seed $3 --steps 10 --out $1 -q >/dev/null
done

# Divergence: a table, JSON, arrays. The divergence of a run from itself is 0; threads change nothing.
lengthen analyze divergence a b c --length 2,7 --sequences 3 -q | plain
lengthen analyze divergence a a --length 3 --form released -q | plain | sed -n '1,2p; $p'
lengthen analyze divergence a a --length 3 --json | grep -o '"jensen_shannon":[^,]*'
lengthen analyze divergence a b --length 3 --json >one
lengthen analyze divergence a b --length 3 --json --threads 1 | cmp one -
lengthen analyze divergence b a --length 3 --json | grep -o '"jensen_shannon":[^,]*' >other
grep -o '"jensen_shannon":[^,]*' one | cmp other -
members <one
grep -o '"split.*sequences":[0-9]*\|"shape.*\]' one | sed 's/"data.*//'
lengthen analyze divergence a b c --length 3,4 --npy arrays --json -q | grep path
lengthen analyze divergence a b --json -q | grep -o '"length":[0-9]*' | tr '\n' ' '; echo

# Lengths are sorted, and each is computed once.
for kind in divergence distance sharpness; do
    lengthen analyze $kind a b --length 2,5,8 --json >one
    lengthen analyze $kind a b --length 8,5,2,5 --json | cmp one -
done

# Distance: 20 bins; the counts of heads, blocks and lengths add up to the counts of the run.
lengthen analyze distance a c --length 3,6 --region source -q | plain
lengthen analyze distance a --json --sequences 2 >one
lengthen analyze distance a --json --sequences 2 --threads 1 | cmp one -
members <one | sort | uniq -c | sed 's/^ *//'
sed 's/.*"data"://; s/[],[}]/ /g' one | awk '
    { s = 0; for (i = 1; i <= NF; i++) s += $i; sum += s } END { print (sum - s) / s, "of", s }'
# Query 1 sees only itself: this is distance 1 in the paper, and distance 0 in its code.
for form in paper released; do
    lengthen analyze distance a --length 1 --region source --form $form --sequences 1 --json | grep distances/1 |
        sed 's/.*"data"://; s/[],[}]/ /g' | awk '{ print ($1 > 0), ($NF > 0) }'
done
grep -o '"length":[0-9]*' one | uniq | tr '\n' ' '; echo

# A target with reasoning steps, "a b . Thus , c c" and its end token, and 2 heads. Source and separator are 3 tokens.
printf 'a b\ta b . Thus , c c\n' >steps.tsv
lengthen train $(tiny_but lengths | sed 's/--curriculum[^ ]* [^ ]*//') --data pairs --data.train steps.tsv \
    --data.test steps.tsv --curriculum.lengths 2 --lengths 2 --architecture decoder --encoding rope --steps 2 --out steps \
    -q >/dev/null
for region in all source target scratchpad answer; do
    lengthen analyze distance steps --region $region --json | grep -o '"region":[^,]*\|"queries":[0-9]*' | tail -n 2
done

# Attention that is not finite has no distance.
lengthen train $(tiny_but blocks) --blocks 4 $causal --encoding none --block no_norm --schedule constant --lr 100 --steps 1 \
    --out far -q >/dev/null
lengthen analyze distance far --length 1 --json | grep -o '"means":\[null,null\]\|"finite":false' | tail -n 2

# Sharpness: the entropies are recomputed from exported weights in Python. Equal weights have the entropy of a uniform
# distribution over the visible keys.
lengthen analyze sharpness a c --length 3,6 --region source -q | plain
lengthen analyze sharpness a --json --sequences 2 >one
lengthen analyze sharpness a --json --sequences 2 --threads 1 | cmp one -
members <one | sort -u
lengthen analyze sharpness a --length 3 --region target --sequences 1 --format csv | cut -d, -f2-8
lengthen analyze attention a --heads all --length 6 --npy weights -q >/dev/null
lengthen analyze sharpness a --sequences 1 --length 6 --region source --json >one
python3 -c "
import ast, glob, json, math, struct
rows = [json.loads(line) for line in open('one')]
[file] = glob.glob('weights/*')
data = open(file, 'rb').read()
size, = struct.unpack('<H', data[8:10])
shape = ast.literal_eval(data[10:10 + size].decode())['shape']
T, all = shape[-1], struct.unpack('<%dd' % math.prod(shape), data[10 + size:])
for x in rows:
    at = (x['block'] * shape[1] + x['head']) * T * T
    h = [-sum(p * math.log(p) for p in all[at + t * T:at + t * T + t + 1]) for t in range(x['queries'])]
    relative = [h[t] / math.log(t + 1) for t in range(1, len(h))]
    print(math.isclose(x['entropy'], sum(h) / len(h), rel_tol=1e-6),
          math.isclose(x['relative'], sum(relative) / len(relative), rel_tol=1e-6))
"
lengthen analyze sharpness a --length 6 --scale formula --scale.formula 0 --json | jq -c '[.relative, .entropy]' | cut -c1-16 | sort -u
lengthen analyze sharpness b --length 6 --scale formula --scale.formula 1e9 --json | jq '.relative < 0.5' | sort -u

# Context: in a text, all lengths score the same tokens.
awk 'BEGIN { for (i = 0; i < 400; i++) printf "line %d of %d\n", i, i * i % 7 }' >text
of_text="$(tiny_but lengths | sed 's/--curriculum[^ ]* [^ ]*//') --data text --data.file text --curriculum.lengths 8 --lengths 8"
for encoding in none rope; do
    lengthen train $of_text --encoding $encoding --steps 10 --out $encoding -q >/dev/null
done
lengthen analyze context none rope --contexts 4,16,8,8 --windows 10 -q | plain
lengthen analyze context rope --json >one
lengthen analyze context rope --json --threads 1 | cmp one -
members <one | sort -u
grep -o '"context":[0-9]*,.*tokens":[0-9]*' one
lengthen analyze context rope --contexts 8 --windows 1 --scored 2 --json | grep -c error

# Effective context length of a group of runs. It differs for a single run, which is its own baseline.
lengthen analyze recl none rope --contexts 2..14:3 --windows 50 -q | sed 's/>= [0-9]*/N/g; s/ [0-9][0-9]*\b/ N/g' | plain | head -n 3
lengthen analyze recl none rope --contexts 2..14:3 --windows 50 -q | tr '\n' ' ' | grep -o "The loss of a token at.*never negative"
lengthen analyze recl none rope --contexts 2..14:3 --windows 50 --json >group
lengthen analyze recl none rope --contexts 2..14:3 --windows 50 --json --threads 1 | cmp group -
members <group | sort -u
cut -d, -f3,6- group | sed 's/,"shape".*//' | sort -u
lengthen analyze recl rope --contexts 2..14:3 --windows 50 --fractions 1 --threshold 0 --json | grep -o '"recl":.*"reached":[a-z]*'
lengthen analyze recl rope --contexts 2..14:3 --windows 50 --fractions 1 --threshold 1 --json | grep -o '"recl":.*"reached":[a-z]*'

jq -c .targets group | sort -u

# Loss by position: every token of a window counts; with --before, all of them have more context.
lengthen analyze places none rope --length 12 --windows 20 -q | plain | cut -d" " -f1-3 | head -n 11
lengthen analyze places rope --json >one
lengthen analyze places rope --length 8 --json --threads 1 | cmp one -
members <one | sort -u
lengthen analyze places rope --length 3 --before 5 --windows 2 --json | cut -d, -f3-8
# The windows of `context`, `recl` and `places` end at the same tokens, so that the loss at the last position is equal.
lengthen analyze context rope --contexts 2..14:3 --windows 50 --scored 1 --json | jq -c .targets | sort -u >tokens
jq -c .targets group | sort -u | cmp - tokens && echo recl reads the same tokens
lengthen analyze places rope --length 1 --before 13 --windows 50 --json | jq -c .targets | sort -u | cmp - tokens && echo places reads the same tokens

# Cells: addition by the numbers of digits of both operands. The sums over the cells of a length give its exact match.
lengthen train $(tiny_but lengths | sed 's/--curriculum[^ ]* [^ ]*//') --data addition --data.examples 400 \
    --data.test_examples 20 --architecture decoder --curriculum.lengths 1 --lengths 1..3 --metric exact_match \
    --lr 0.01 --steps 150 --out sums -q >/dev/null
lengthen analyze cells sums -q | sed -n '1p; $p'
lengthen analyze cells sums --json >one
lengthen analyze cells sums --json --threads 1 --eval.batch 3 | cmp one -
members <one | sort -u
cut -d, -f3-5,8 one
for length in 1 2 3; do
    grep "\"length\":$length," one | sed 's/.*"sequences":\([0-9]*\),"right":\([0-9]*\).*/\1 \2/' |
        awk '{ all += $1; right += $2 } END { printf "%d %.9g\n", all, right / all }' >sum
    lengthen eval sums --json -q | grep "\"length\":$length," |
        sed 's/.*"value":\([0-9.]*\).*"sequences":\([0-9]*\).*/\2 \1/; s/\.0$//' | cmp - sum && cut -d" " -f1 sum
done

# Shifts of all positions: sinusoids change, rotations do not; the diagonal is 1.
for encoding in sinusoid rope; do
    lengthen train $(tiny_but encoding) --task parity_check --encoding $encoding --steps 2 --out at-$encoding -q >/dev/null
done
lengthen train $(tiny_but blocks) --task parity_check --encoding rope --blocks 2 --steps 2 --out at-two -q >/dev/null
lengthen analyze shifts at-sinusoid at-rope -q | sed 's/-*0\.[0-9]*/X/g' | plain
lengthen analyze shifts at-two at-rope -q | sed 's/-*0\.[0-9]*/X/g' | plain
lengthen analyze shifts at-rope --offsets 0,5 --length 3 --sequences 2 --json >one
lengthen analyze shifts at-rope --offsets 0,5 --length 3 --sequences 2 --json --threads 1 | cmp one -
members <one | sort -u

# Gradients at initialisation, at kept checkpoints and at the last model. A model file has only the last row, with the
# same numbers.
lengthen train $(tiny_but blocks | sed 's/--train.checkpoint_every [^ ]*//') --blocks 3 --task parity_check --encoding none --steps 6 \
    --train.checkpoint_every 2 --train.keep 5 --out deep-gradients -q >/dev/null
lengthen analyze gradients deep-gradients -q | sed 's/[0-9]\.[0-9.e+-]*/X/g; s/ 0 / X /g' | plain
lengthen analyze gradients deep-gradients --length 3 --sequences 2 --json >one
lengthen analyze gradients deep-gradients --length 3 --sequences 2 --json --threads 1 | cmp one -
grep -o '"step":[0-9]*' one | tr '\n' ' '
members <one | sort -u
lengthen analyze gradients deep-gradients/checkpoints/step-000000000004.safetensors --length 3 --sequences 2 --json |
    grep -o '"loss":[^,]*' >model
grep '"step":4,' one | grep -o '"loss":[^,]*' | cmp - model

# Text tasks: records of one length have several sizes, and a training length may have few test records or none.
lengthen train $(tiny_but lengths | sed 's/--curriculum[^ ]* [^ ]*//') --data scan --architecture decoder --encoding sinusoid \
    --model.order sef --experts.count 2 --steps 2 --out commands -q >/dev/null
for kind in attention activations shifts load gradients units; do
    lengthen analyze $kind commands --json >one
    lengthen analyze $kind commands --json --threads 1 | cmp one -
    echo $kind $(grep -o '"length":[0-9]*\|"sequences":[0-9]*' one | sort -u)
done
lengthen analyze activations a --length 5,7 -q | tail -n 1
lengthen analyze activations sums --length 2,3 --slots all --json >one
lengthen analyze activations sums --length 2,3 --slots all --json --threads 1 | cmp one -
grep -o '"length":.*"slots"\|"sequences.*overlap\|"shape.*\]' one | sed 's/"explained.*//; s/"data.*//' | head -n 4
lengthen analyze shifts sums --length 2 --json | grep -o '"layer.*"sequences":[0-9]*'
lengthen analyze gradients sums --length 2 --json | grep -o '"step.*"sequences":[0-9]*'
lengthen inspect probe sums --length 2 --sequences 9 --out probe -q && tr '\0' ' ' <probe | head -c 4000 |
    grep -ao '"\(input\|target\|logits\)":{[^}]*"shape":[^]]*\]' | sed 's/"data_offsets.*"shape"/"shape"/'

# Blocks that read latents have neither states nor attention weights of tokens.
for architecture in perceiver_io perceiver_ar; do
    lengthen train $tiny --task reverse_string --architecture $architecture --encoding sinusoid --steps 2 --out $architecture \
        -q >/dev/null
done
lengthen analyze shifts perceiver_io perceiver_ar -q | sed 's/-*0\.[0-9]*/X/g' | plain
lengthen analyze activations perceiver_ar --slots output --length 3 --json | grep -o '"shape.*\]' | sed 's/"data.*//'

# Units of feed-forward networks: as many as requested, those with the largest activations first; threads change
# nothing.
lengthen train $tiny --task bucket_sort --architecture decoder --encoding none --steps 5 --out remembering -q >/dev/null
lengthen analyze units remembering --units 1 --top 2 --sequences 5 -q | plain | sed 's/ *[0-9.]*$//' | head -n 1
lengthen analyze units remembering --units 2 --top 3 --length 2,4 --sequences 4 --json >one
lengthen analyze units remembering --units 2 --top 3 --length 2,4 --sequences 4 --json --threads 1 | cmp one -
members <one | sort -u
python3 -c "
import json
for line in open('one'):
    x = json.loads(line)
    a, p = [y['activation'] for y in x['places']], [y['probability'] for y in x['symbols']]
    print(x['block'], x['tokens'], len(a), len(p), a == sorted(a, reverse=True), p == sorted(p, reverse=True), sum(p) < 1)
"
lengthen analyze units remembering --unit 3,1 --block 0 --json -q | grep -o '"block":[0-9]*,"unit":[0-9]*'

# Load of experts, also in an encoder-decoder; threads change nothing.
lengthen train $tiny --task parity_check --encoding none --model.order se --experts.count 3 --experts.capacity_eval 0.5 \
    --experts.capacity_least 1 --steps 5 --out experts -q >/dev/null
lengthen train $tiny --task parity_check --encoding none --architecture encoder_decoder --model.order sb \
    --experts.count 3 --steps 5 --out both -q >/dev/null
lengthen analyze load experts both -q | plain
lengthen analyze load experts --length 7,3,7 --sequences 9 --json >one
lengthen analyze load experts --length 3,7 --sequences 9 --json --threads 1 --eval.seed 1 | cmp one -
members <one | sort -u
lengthen analyze load both --length 3 --json | cut -d, -f4-8
# An expert accepts the tokens that choose it, except the dropped ones.
sed 's/.*"tokens":\([0-9]*\),"dropped":\([0-9]*\).*"data":/\1 \2 /; s/[],[}]/ /g' one | awk '
    { printf "%.6f %.6f\n", $3 + $4 + $5, $6 + $7 + $8 + $2 / $1 }'

# Figures, with data and script beside them, also without gnuplot.
mkdir tools doc
for program in sh sed; do ln -s "$(command -v $program)" tools/; done
ln -s "$(command -v lengthen)" tools/lengthen
PATH=$PWD/tools lengthen analyze divergence a b c --length 2,5,7 --figure doc/divergence.svg -q >/dev/null
PATH=$PWD/tools lengthen analyze distance a c --figure doc/distance.svg --label "it's" -q >/dev/null
PATH=$PWD/tools lengthen analyze sharpness a c --form relative --figure doc/sharpness.svg -q >/dev/null
PATH=$PWD/tools lengthen analyze context none rope --figure doc/context.svg -q >/dev/null
PATH=$PWD/tools lengthen analyze recl none rope --windows 20 --figure doc/recl.svg -q >/dev/null
PATH=$PWD/tools lengthen analyze places none rope --windows 20 --figure doc/places.svg -q >/dev/null
PATH=$PWD/tools lengthen analyze cells sums --figure doc/cells.svg -q >/dev/null
PATH=$PWD/tools lengthen analyze shifts at-sinusoid --figure doc/shifts.svg -q >/dev/null
PATH=$PWD/tools lengthen analyze gradients at-rope deep-gradients --figure doc/gradients.svg -q >/dev/null
PATH=$PWD/tools lengthen analyze load experts both --figure doc/load.svg -q >/dev/null
ls doc
for kind in divergence distance sharpness context recl places cells shifts gradients load; do
    grep -c '^plot' doc/$kind.gp
    head -n 1 doc/$kind.csv | tr -d '\r' | sed 's/^[0-9.,]*$/N/'
    wc -l <doc/$kind.csv
done
if need gnuplot; then
    for kind in divergence distance sharpness context recl places cells shifts gradients load; do (cd doc && gnuplot -d $kind.gp && grep -L '</svg>' $kind.svg); done
fi

# Errors.
lengthen train $tiny --task parity_check --architecture encoder --encoding rope --steps 2 --out full -q >/dev/null
lengthen train $(tiny_but blocks) --blocks 2 $causal --encoding rope --steps 2 --out deep -q >/dev/null
lengthen train $tiny $causal --encoding rope --data.seed 5 --steps 2 --out others -q >/dev/null
lengthen train $of_text --encoding learned --encoding.rows 16 --steps 2 --out near -q >/dev/null
try lengthen analyze divergence a
try lengthen analyze divergence a full --length 3
try lengthen analyze divergence a deep --length 3
try lengthen analyze divergence a others --length 3
try lengthen analyze divergence a b --length 0
try lengthen analyze divergence a b --form paper
try lengthen analyze divergence a b --sequences 0
try lengthen analyze divergence a b --region all
try lengthen analyze divergence a b --eval.sequences 4
try lengthen analyze distance full --length 3
try lengthen analyze distance a --region answer
try lengthen analyze distance a --region word
try lengthen analyze distance a --npy here
try lengthen analyze sharpness a --region answer
try lengthen analyze sharpness a --form max
try lengthen analyze sharpness perceiver_ar
try lengthen analyze context a
try lengthen analyze context none --contexts 4,x
try lengthen analyze context none --contexts 4,8 --scored 5
try lengthen analyze context none --contexts 4000
try lengthen analyze context near --contexts 17
try lengthen analyze context none --length 4
try lengthen analyze recl none a
try lengthen analyze recl none --fractions 0.5,2
try lengthen analyze recl none --contexts 4
try lengthen analyze recl none --length 4
try lengthen analyze places none --length 8 --before 600
try lengthen analyze places none --contexts 8
try lengthen analyze cells a
try lengthen analyze cells sums --length 4
try lengthen analyze shifts at-rope --offsets 7
try lengthen analyze shifts at-rope --offsets 0,-1
try lengthen analyze shifts none
try lengthen analyze shifts near --length 4
try lengthen analyze gradients a --sequences 0
try lengthen analyze gradients a --offsets 4
try lengthen analyze load a
try lengthen analyze load experts a --length 3 -q
try lengthen analyze context rope a --contexts 4,8 --windows 3 -q
try lengthen analyze units experts
try lengthen analyze units a --block 9
try lengthen analyze units a --unit 5,900
try lengthen analyze units a --unit five
try lengthen analyze units a --unit 1..3:9223372036854775807
try lengthen analyze units a --figure a.svg
try lengthen analyze load experts --sequences 0
try lengthen analyze load experts --eval.sequences 4
try lengthen analyze activations commands --length 8 --sequences 400000
try lengthen analyze activations perceiver_io
try lengthen analyze activations perceiver_ar
try lengthen analyze attention perceiver_io
try lengthen analyze attention perceiver_io --which cross
try lengthen analyze distance perceiver_ar
try lengthen analyze divergence perceiver_ar perceiver_ar
