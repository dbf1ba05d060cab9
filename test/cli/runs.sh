# Lists of runs, notes about them, and more steps for an existing run.
for encoding in none rope; do
    for seed in 1 2; do
        lengthen train $tiny --task reverse_string --steps 20 --encoding $encoding --seed $seed --out runs/$encoding-$seed -q >/dev/null
    done
done
scores() { sed 's/[0-9][0-9]*\.[0-9]* %/X %/; s/  */ /g; s/ $//'; }
lengthen runs | scores
lengthen note runs/rope-1 'a good one, "quoted"' --tag good --tag paper
lengthen note runs/rope-1 --untag good --json
lengthen note runs/rope-1
lengthen note runs/rope-1 runs/none-1 --tag both
lengthen note runs/rope-1 runs/none-1 --untag both -q
lengthen runs --where tags=paper --columns lr,seed,encoding.base | scores
lengthen runs --format csv --where encoding=rope | cut -d, -f 1-5,14- | tr -d '\r'
lengthen runs --json --where encoding!=rope --where 'seed>=2' | members
lengthen runs --sort seed --reverse --json | jq -r .run
lengthen runs --sort score --json | jq -r .score | sort -rg >order
lengthen runs --sort score --json | jq -r .score | cmp - order && echo best first
lengthen runs --sort seconds | head -1 | grep -ow seconds
lengthen runs --where 'score>1'
# Notes are cut to a number of columns, whatever bytes their letters take.
for letter in e э 中; do
    for count in 40 41; do
        lengthen note runs/rope-1 "$(printf "%${count}s" | sed "s/ /$letter/g")" -q
        lengthen runs --where tags=paper | tail -n 1 | sed 's/.*] //'
    done
done
lengthen note runs/rope-1 --remove
ls runs/rope-1

# A damaged run does not hide the others; links are not followed.
mkdir -p more/deep
cp -r runs/none-1 more/deep/
cp -r runs/none-2 more/
ln -s ../runs more/link
echo '{"schema":"lengthen.run/2"' >more/deep/none-1/run.json
try lengthen runs more -q | scores

# A run with a damaged config does not hide the others either. A filter that excludes it also excludes its message.
cp -r runs/none-1 more/odd && echo 'nonsense: 1' >>more/odd/config.yaml
try lengthen runs more/odd more/none-2 -q | scores
try lengthen runs more/odd more/none-2 -q --where encoding=none | scores
try lengthen runs more/odd more/none-2 -q --where state=damaged | scores

# Invalid words.
try lengthen runs --where lr
try lengthen runs --where 'foo=1'
try lengthen runs --sort scor
try lengthen runs nowhere
try lengthen note
try lengthen note nowhere x
try lengthen note runs/rope-1 "words that took thought" --tag 'a b'
try lengthen note runs/rope-1
try lengthen runs runs --where state=finished
try lengthen note runs/rope-1 "$(printf 'a\nb')"

# A run that continues with more steps equals a run with that number of steps from the start.
lengthen train runs/rope-1 --steps 40 2>&1 >/dev/null | grep 'continuing to'
lengthen train $tiny --task reverse_string --steps 40 --encoding rope --seed 1 --out whole -q >/dev/null
for file in model.safetensors state.safetensors eval.jsonl; do cmp runs/rope-1/$file whole/$file; done
lengthen runs runs/rope-1 --json | jq -c '[.state, .step, .steps]'
lengthen train $tiny --task reverse_string --steps 20 --schedule cosine --out cosine -q >/dev/null
lengthen train cosine --steps 40 2>&1 >/dev/null | grep -E 'continuing to|schedule'
try lengthen train runs/rope-1 --steps 30
try lengthen train runs
rm runs/none-1/state.safetensors
try lengthen train runs/none-1 --steps 40 -q

# An edited config does not match the model.
lengthen train $tiny --task even_pairs --steps 10 --out edited -q >/dev/null
sed -i 's/^train.lr: .*/train.lr: 0.5/' edited/config.yaml
lengthen runs edited 2>&1 >/dev/null | grep -c 'was edited'
lengthen show edited 2>&1 >/dev/null | grep -c 'was edited'

# Names of folders are printed without control bytes of terminals and without characters that reverse text.
mkdir odd
cp -r whole "odd/$(printf 'a\233b\342\200\256c')"
lengthen runs odd | grep -c 'odd/a?b?c '
lengthen runs odd --format csv | grep -c '^odd/a b c,'
lengthen runs odd --json | grep -o 'odd/a?b[^"]*'
lengthen show odd/* | grep -c '^odd/a?b?c$'
