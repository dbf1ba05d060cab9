# doc/files.md, doc/schemas.md and the manual list exactly what the program writes.
doc=$LENGTHEN_PRESETS/../doc
expand() { # {a,b}c on standard input becomes ac and bc
    awk '
    function put(text, cut, end, i, n, part) {
        if (!(cut = index(text, "{"))) { print text; return }
        end = index(text, "}")
        n = split(substr(text, cut + 1, end - cut - 1), part, ",")
        for (i = 1; i <= n; i++) put(substr(text, 1, cut - 1) part[i] substr(text, end + 1))
    }
    { put($0) }'
}
section() { # HEADING: its text to the next heading of its level
    awk -v heading="## $1" '/^## / { on = $0 == heading } on' $doc/files.md
}
names() { # HEADING: the names that its section lists: arrays (with shapes) or files (first in list items)
    case $1 in
    Parameters | Matrices) section "$1" | tr '\n' ' ' | grep -o '`[^` ]*`  *\[' ;;
    *) section "$1" | grep -oE '^- `[^`]*`(, `[^`]*`)*' ;;
    esac | grep -o '`[^`]*`' | tr -d '`' | expand | sort -u
}
agree() { # HEADING: compares the names of its section with standard input
    sort -u >made
    names "$1" | diff - made && echo "$1: $(grep -c . made | sed 's/^[1-9].*/agree/')"
}

train() { # NAME FLAGS...
    lengthen train $tiny --task reverse_string --steps 10 --out $1 --seed 3 -q --eval.every 5 --train.log_every 5 --json \
        ${2:-} ${3:-} ${4:-} ${5:-} >$1.lines
}
tiny=$(tiny_but train.log_every)
train learned --encoding learned --log tensorboard
train relative --encoding relative
train geometric --encoding none --attention geometric
train sink --attention sink
train gated --block pre_norm --mixer glu
train channel --residual channel
train normformer --block normformer --model.embedding_norm after_positions
train narrow --model.embedding_width 3
train t5 --encoding t5
train qk_norm --model.qk_norm layer
train crossed_qk_norm --architecture encoder_decoder --model.qk_norm layer
train kerple --encoding kerple
train slopes --encoding alibi --encoding.trained_slopes
train sides --encoding alibi --encoding.sides=two_slopes --encoding.trained_slopes
train tupe --encoding tupe --encoding.first_token free
train shaw --encoding shaw
train cope --encoding cope
train fox --encoding fox
train fire --encoding fire
train formula --encoding formula '--encoding.bias=-exp(NAME)*abs(d)' '--encoding.parameters=NAME[head]=-1'
train scaled --architecture=encoder_decoder --scale=formula '--scale.formula=NAME/sqrt(dk)' '--scale.parameters=NAME[head]=1'
train primer --projection primer
train light --model.order lf --block.attention_norm
train dynamic --model.order df --convolution.bias --block.attention_norm
train persistent --model.order a --persistent.pairs 3
train memory_tokens --architecture.memory_tokens=2 --architecture.memory_form=controller
train stored --architecture=decoder --model.order=kf --memorizing.size=0
train experts --mixer glu --model.order seb
train gating --model.order gf
train elman --architecture recurrent --cell elman
train stacked --architecture stack_rnn
train taped --architecture tape_rnn
train automaton --architecture nd_stack_rnn
train two --architecture encoder_decoder
train crossed --architecture encoder_decoder --cross.encoding t5
train latents --architecture perceiver_io
train continued --architecture perceiver_ar
train clusters --head adaptive --head.cutoffs=1 --head.divisor=2
train untied --head adaptive --head.cutoffs=1 --head.embedding=untied
lengthen note learned 'tags go with it' --json >noted
files() { ls learned | sed 's/\(tfevents\).*/\1.SECONDS.HOST/'; }
{ files && echo log.jsonl && echo log.txt; } | agree "The run directory" # users redirect the logs
for run in learned relative geometric sink gated channel normformer narrow t5 qk_norm crossed_qk_norm kerple slopes sides tupe shaw cope fox fire formula scaled primer light \
    dynamic persistent memory_tokens stored experts gating elman stacked taped automaton two crossed latents continued clusters untied; do
    lengthen inspect run $run --json; done |
    sed 's/.*"name":"\([^"]*\)".*/\1/; s/^\(en\|de\)coder*\.//; s/^cross\.attention/attention/; s/^\(input\|memory\)\.//; s/\(block\|cluster\)\.[0-9]*/\1.I/' | agree Parameters

# A sweep directory.
cat >small.yaml <<END
set: {model: {width: 8, heads: 2, blocks: 1, feed_forward: 8}, train: {steps: 5, batch: 2}, eval: {lengths: "1..3", sequences: 2}}
grid: {seed: 1..2}
END
lengthen sweep plan small.yaml --out small -q >/dev/null
lengthen sweep worker small --shard 0/1 -q >/dev/null 2>&1
lengthen sweep merge small -q >/dev/null
lengthen sweep results small >/dev/null
lengthen report small --tables best -q >/dev/null
for kind in slurm parallel k8s; do lengthen sweep export small --$kind -q; done
sed 's/sequences: 2/sequences: 2, score: all, every: 2/; $a halving: {rungs: [2], factor: 2}' small.yaml >halved.yaml
lengthen sweep run halved.yaml --out halved -q >/dev/null
{
    ls small halved | sed '/:$/d; /^$/d' | sort -u | grep -v -e '-wal$' -e '-shm$' -e ^runs$ -e ^shards$
    echo runs/ID
    ls -d small/shards/*-of-* | sed 's|.*/.*-of-.*\.jsonl|shards/I-of-N.jsonl|'
    echo logs # written by the scripts, when they are run
} | agree "The sweep directory"

echo '[[1,2],[3,4]]' >q.json
for axes in "sinusoid" "learned" "alibi" "rope" "xpos" "t5" "kerple" "alibi --encoding.trained_slopes" \
    "alibi --encoding.sides two_slopes --encoding.trained_slopes" "shaw" "cope" "fox" "fire" "tupe" "rope --q q.json --k q.json" "relative --positions randomized" \
    "formula --encoding.bias=NAME*d --encoding.parameters=NAME=1" \
    "sinusoid --positions randomized" "none --attention geometric --q q.json --k q.json"; do
    lengthen inspect encoding $axes --heads 1 --width 2 --length 2 --json
done >matrices
sed 's/.*"what":"\([^"]*\)".*/\1/' matrices | agree Matrices

echo 'grid: {task: [even_pairs, bucket_sort]}' >planned.yaml
lengthen sweep plan planned.yaml --out planned -q >/dev/null
lengthen serve planned --port 0 --json -q >url 2>/dev/null &
await url
curl -sS "$(sed 's/.*"url":"\([^"]*\)".*/\1/' url)api/sweep" | sed "\$a\\" >progress
kill $!
two=$(tiny_but lengths | sed 's/--curriculum[^ ]* [^ ]*//')" --lengths 2 --curriculum.lengths 2 --steps 1 -q"
lengthen train $tiny --task reverse_string --steps 20 --train.keep 2 --out kept -q >/dev/null
lengthen train $two --data copy_rsc --architecture decoder --out causal >/dev/null
lengthen train $two --data text --data.file q.json --data.test_fraction 0.5 --out text >/dev/null
lengthen train $two --data addition --data.examples 20 --data.test_examples 2 --architecture decoder --out sums >/dev/null
echo '{"source": "a b", "target": "b a", "id": 1}' >pairs.jsonl
cat >warned.yaml <<'END'
set: {model: {width: 8, heads: 2, blocks: 1, feed_forward: 8}, train.batch: 4, train.steps: 1, data: pairs,
      data.train: pairs.jsonl, data.test: pairs.jsonl, eval.lengths: 2, curriculum.lengths: 2, eval.score: all}
grid: {seed: 1}
END
lengthen sweep plan warned.yaml --out warned -q >plan
{
    cat learned.lines matrices noted progress
    tr -d "\n" <small/report/tables/best.json | sed "s/  *//g; \$a\\"
    lengthen train $tiny --task reverse_string --steps 3 --out shown --json --progress -q 2>/dev/null
    lengthen runs learned --json
    lengthen prune learned --json -q
    lengthen eval learned --json -q
    lengthen eval learned --show all --length 2 --count 1 --json -q
    lengthen generate two --prompt '0 1' --json
    printf "0 1\n" | lengthen translate two --attention attended --json && cat attended
    lengthen train --print-config --json
    lengthen list --json
    lengthen list rules --json | head -n 1
    lengthen show rope --json
    lengthen show rope train.lr ./learned --json
    lengthen show alibi --bibtex --json
    lengthen report --list --json
    lengthen report planned --tables mean --json
    lengthen sweep plan planned.yaml --out planned --runs --json
    lengthen sweep status planned --runs --json
    lengthen sweep status halved --json
    lengthen sweep run small.yaml --out begun --json -q
    lengthen sweep worker warned --json -q
    lengthen sweep export planned --k8s --dry-run --json
    lengthen show randpe-fig2 --json
    cat url
    lengthen sample --count 1 --json
    lengthen sample --digest --json
    lengthen inspect encoding alibi --length 2 --figure profile.svg --json -q
    lengthen average kept --last 2 --json
    lengthen inspect positions --json
    lengthen inspect model --json
    lengthen inspect run learned --json
    lengthen inspect logits learned --input 0 --json
    lengthen inspect logits relative --input 0 --json
    lengthen inspect probe learned --out probe --json -q
    for kind in "attention --length 2" "activations --length 2" "curve --lengths 2"; do
        lengthen analyze $kind learned --json -q
    done
    lengthen analyze divergence learned learned --length 2 --json -q
    lengthen analyze distance causal --length 2 --json -q
    lengthen analyze sharpness causal --length 2 --json -q
    lengthen analyze context text --contexts 2 --json -q
    lengthen analyze recl text --contexts 1,2 --windows 5 --fractions 1 --json -q
    lengthen analyze places text --length 2 --windows 5 --json -q
    lengthen analyze cells sums --json -q
    lengthen analyze outputs sums --json -q
    lengthen analyze confusion sums --json -q
    lengthen analyze shifts learned --offsets 0,3 --json -q
    lengthen analyze gradients learned --length 2 --sequences 2 --json -q
    lengthen analyze load experts --length 2 --sequences 2 --json -q
    lengthen analyze units learned --length 2 --sequences 2 --units 1 --json -q
    lengthen bench $tiny --task parity_check --encoding none --seconds 0.02 --json -q
    lengthen theorem 2 --length 4 --json
    for metric in bleu chrf; do
        lengthen score q.json q.json --versus q.json --source q.json --metric $metric --json
    done
    lengthen score q.json q.json --sentence --json
    lengthen doctor --json
    printf 'claim: nothing\nexpect: a - b > 0\nhours: 1\n' >claim.yaml
    lengthen claim claim.yaml --json || :
} >lines
# The sections of doc/schemas.md equal the program's own descriptions of its JSON objects. The commands above have
# printed objects of every schema.
sh "$LENGTHEN_PRESETS/../tools/schemas.sh" "$(command -v lengthen)" check
sed 's/^{"schema":"\([^"]*\)".*/\1/' lines | sort -u >made
sed -n 's/^## `\(lengthen\.[^`]*\)`$/\1/p' $doc/schemas.md | sort -u | diff - made
# Each member of each object, except for those of nested schemas, is in the section of its schema.
sed 's/\[{.*}\]/[]/; s/"\(labels\|options\|changed\|scores\)":{[^}]*}/"\1":{}/; s/\\"//g' lines |
    awk -v experimental="|$EXPERIMENTAL|" '
    NR == FNR { if (/^## /) name = $2; gsub("`", "", name); row[name] = row[name] $0 "\n"; next }
    {
        match($0, /^\{"schema":"[^"]*"/)
        schema = substr($0, 12, RLENGTH - 12)
        for (rest = substr($0, RLENGTH); match(rest, /"[a-z_]*":/); rest = substr(rest, RSTART + RLENGTH)) {
            member = substr(rest, RSTART + 1, RLENGTH - 3)
            if (schema == "lengthen.outcome/2" || member == "finite" || index(experimental, "|" member "|") || seen[schema, member]++) continue
            if (row[schema] !~ "`([a-z_.]*\\.)?" member "`") print schema ": " member " is missing"
        }
    }' $doc/schemas.md - | sort

# The manual: its exit statuses are those of `lengthen help`, and it names every file of a run.
lengthen help | sed -n '/^exit status/,$s/^  \([0-9]*\) .*/\1/p' | grep -v 130 | sort -n | tr '\n' ' '
sed -n '/^# EXIT STATUS/,/^# ENVIRONMENT/p' $doc/lengthen.1.scd | sed -n 's/^\*\([0-9]*\)\*$/\1/p' | sort -n | tr '\n' ' '
echo
for file in $(files); do grep -q "^_$file" $doc/lengthen.1.scd || echo "$file is not in the manual"; done

# The table of encodings in doc/positions.md has all of them, without second names and experimental ones.
lengthen list encoding --json | grep -v -e '"summary":"another name for' -e '"properties":"experimental' | sed 's/.*"name":"\([^"]*\)".*/\1/' >all
while read -r name; do grep -q "^|.*\`$name\`" $doc/positions.md || echo "doc/positions.md has no row of $name"; done <all
grep -c . all | sed 's/^[1-9][0-9]$/more than ten encodings/'
