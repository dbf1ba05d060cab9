#!/bin/sh
# fuzz.sh seconds=N|inputs=N [NAME...]
#
# Builds the fuzz targets fuzz/fuzz_NAME.c with clang, libFuzzer and sanitizers. Runs each target for N seconds, or for
# N inputs with a fixed seed. The initial corpus has the presets and files of tiny runs and sweeps; it grows in
# build/fuzz/corpus. A target reads every input twice and compares the results, or writes the result and reads it again.
# A result that depends on uninitialised memory or on the first reading therefore also counts as a crash. The input of a
# crash is written to build/fuzz.
set -eu

usage() {
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
home=build/fuzz

# ---- one target: called by xargs below ----

fuzz_target() { # LIMIT NAME
    log=$home/fuzz_$2.log
    mkdir -p "$home/corpus/$2"
    # shellcheck disable=SC2086
    if "$home/fuzz/fuzz_$2" $1 -timeout=10 -rss_limit_mb=2048 -max_len=16384 -print_final_stats=1 \
        -artifact_prefix="$home/$2-" "$home/corpus/$2" >"$log" 2>&1; then
        runs=$(sed -n 's/stat::number_of_executed_units: *//p' "$log")
        echo "ok      $2: $runs inputs, corpus of $(find "$home/corpus/$2" -type f | wc -l)"
    else
        echo "FAILED  $2; the input is in $home; the log ends with:"
        tail -n 40 "$log"
        return 1
    fi
}

if [ "${1:-}" = --one ]; then
    shift
    fuzz_target "$@"
    exit
fi
[ $# -ge 1 ] || usage
case $1 in
seconds=*) limit=-max_total_time=${1#*=} ;;
inputs=*) limit="-runs=${1#*=} -seed=1" ;;
*) usage ;;
esac
shift
cd "$(dirname "$0")/.."
command -v clang >/dev/null || { echo "fuzz: clang is missing; make install-packages installs it" >&2; exit 1; }
"${MAKE:-make}" -s -j "$(nproc)" FLAVOUR=fuzz CC=clang all >/dev/null

# ---- the initial corpus: valid files ----

corpus=$home/corpus
mkdir -p "$corpus/config" "$corpus/safetensors" "$corpus/array" "$corpus/record" "$corpus/lines"
cp presets/*.yaml "$corpus/config/"
tiny=$(mktemp -d)
trap 'rm -rf "$tiny"' EXIT
seed() { # NAME FLAGS: adds the files of a tiny run
    name=$1
    shift
    "$home/lengthen" train "$@" --width 4 --heads 1 --blocks 1 --model.feed_forward 2 --batch 2 --steps 2 --threads 1 \
        --curriculum.lengths 1..3 --lengths 1..4 --eval.sequences 2 --eval.every 1 --train.log_every 1 --out "$tiny/$name" --quiet >/dev/null
    cp "$tiny/$name/config.yaml" "$corpus/config/$name.yaml"
    cp "$tiny/$name/run.json" "$corpus/record/$name"
    for file in eval metrics; do cp "$tiny/$name/$file.jsonl" "$corpus/lines/$name-$file"; done
    for file in model state; do cp "$tiny/$name/$file.safetensors" "$corpus/safetensors/$name-$file"; done
}
seed plain --encoding sinusoid
seed relative --encoding relative --positions randomized --positions.both_sides --mask window
echo '[[1, -2.5], [3e2, 4]]' >"$corpus/array/nested.json"
for encoding in sinusoid alibi; do
    "$home/lengthen" inspect encoding $encoding --length 3 --width 4 --heads 1 --npy="$corpus/array/$encoding" >/dev/null
done

sweep='set: {model: {width: 4, heads: 1, blocks: 1, feed_forward: 2}, train: {steps: 2, batch: 2},
  curriculum.lengths: 1..3, eval: {lengths: 1..4, sequences: 2}}
'
mkdir -p "$corpus/sweep" "$corpus/manifest" "$corpus/registry" "$corpus/shards" "$corpus/text" "$corpus/request"
{
    echo 'title: A title
note: Two words
select: {rows: task, columns: scheme, seeds: seed}
compare: {one: {where: {task: even_pairs}, columns: [{label: n, where: {scheme: none}}, {label: r, where: {scheme: r}}]}}
reports: [best, one]'
    echo "$sweep"'grid:
  task: [even_pairs, bucket_sort]
  scheme: {none: {encoding: none}, r: {encoding: relative, positions: randomized}}
  seed: 0..1
exclude:
  - {task: bucket_sort, seed: 1}
include:
  - {task: even_pairs, scheme: s, seed: 0, set: {encoding: sinusoid, train.lr: 1e-2}}'
} >"$corpus/sweep/all.yaml"
echo "$sweep"'grid: {seed: [1, 2]}' >"$corpus/sweep/seeds.yaml"
echo 'set: {train: {steps: 6, batch: 2}, curriculum.lengths: 1..3, eval: {lengths: 1..4, sequences: 2, every: 2}}
grid: {seed: [1, 2]}
random:
  draws: 2
  options: {lr: {log_uniform: [1e-4, 1e-2]}, model.dropout: {uniform: [0, 0.5]}, encoding: {choice: [rope, none]}}
halving: {rungs: [2, 4], factor: 2, within: seed}' >"$corpus/sweep/drawn.yaml"
mkdir -p "$corpus/rungs"
echo '{"schema":"lengthen.rung/1","step":10,"metric":"token_accuracy","promoted":[{"id":"0000000000000003","state":"paused",
"score":0.5}],"stopped":[{"id":"0000000000000000","state":"diverged","score":null}]}' | tr -d '\n' >"$corpus/rungs/one"
echo >>"$corpus/rungs/one"
for name in all seeds drawn; do
    "$home/lengthen" sweep plan "$corpus/sweep/$name.yaml" --out "$tiny/plan-$name" --quiet
    sed '$d' "$tiny/plan-$name/manifest.jsonl" >"$corpus/manifest/$name"
done
"$home/lengthen" sweep worker "$tiny/plan-seeds" --shard 0/1 --quiet
sed 's/"id":"[0-9a-f]*"/"id":"0000000000000001"/' "$tiny/plan-seeds/shards/0-of-1.jsonl" >"$corpus/shards/two"
printf 'state\t1\tdone\nscores\t1\t{"token_accuracy": 0.5, "cross_entropy": 1.5}\nstep\t1\t7\nsteps\t1\t9\n' \
    >"$corpus/registry/done"
printf 'curve\t0\t[[41, 0.5, 1.5, 0, null, null, 3]]\nprogress\t0\t[[5, 0.5, 1.5, 0, null, null, 2.5]]\n' \
    >"$corpus/registry/curve"
printf 'reason\t2\tsome\nstate\t2\tfailed\nexpires\t2\t-1\nposition\t2\t7\nload\t2\t{"dropped": 0, "load": [[1]]}\n' \
    >"$corpus/registry/failed"
printf '@40\t1\n@1010\tff\n' >"$corpus/registry/patches"
printf '@735\t48\n' >"$corpus/registry/column" # changes the type of the column id in the schema from TEXT to THXT
printf '@3006\td9\n' >"$corpus/registry/space" # changes the offset at which the content of a page begins
printf 'To be, or not to be:\nthat is the \303\251 question.\n' >"$corpus/text/play"
for path in / /api/page /api/sweep /api/events /none; do
    printf 'GET %s HTTP/1.1\r\nHost: localhost:8377\r\n\r\n' $path >"$corpus/request/$(echo $path | tr / -)"
done
printf 'POST / HTTP/1.0\r\nHost: [::1]\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc' >"$corpus/request/post"

mkdir -p "$corpus/pairs"
printf 'a b c\tc b a\n\n q  r\t\t7\r\n' >"$corpus/pairs/fields.tsv"
printf '\357\273\277{"source": "a b", "target": ["b", "a"], "length": 2, "note": 1}\n{"source": ["\303\251"], "target": ""}' \
    >"$corpus/pairs/objects.jsonl"

mkdir -p "$corpus/translation"
printf '#version: 0.2\nl o\nlo w</w>\nlow lowlow \303\250 lo\r\n\n' >"$corpus/translation/codes"
cp test/corpus/strings.it "$corpus/translation/lines"

# Trains SentencePiece models with small normalizers. The normalizers of the library have 200 KB.
mkdir -p "$corpus/sentencepiece"
printf '41\t61\n42 43\t62 63\ne8\t65\n2122\t54 4d\n' >"$tiny/rules.tsv"
train_pieces() { # NAME FLAGS
    name=$1
    shift
    spm_train --input=test/corpus/strings.it --model_prefix="$tiny/$name" --vocab_size=150 --hard_vocab_limit=false \
        --character_coverage=0.98 "$@" >"$tiny/words" 2>&1 || { cat "$tiny/words" >&2; exit 1; }
    cp "$tiny/$name.model" "$corpus/sentencepiece/$name"
}
for type in unigram bpe char word; do
    train_pieces $type --model_type=$type --normalization_rule_tsv="$tiny/rules.tsv" --user_defined_symbols=ab,abc
done
train_pieces bytes --model_type=bpe --byte_fallback --vocab_size=400 --denormalization_rule_tsv="$tiny/rules.tsv" \
    --normalization_rule_name=identity

mkdir -p "$corpus/formula" # an input has place, text, parameters and numbers
formula() { # NAME BYTES
    printf "$2" >"$corpus/formula/$1"
}
formula kerple '\000-exp(a)*log1p(exp(b)*abs(d))\000a[head] = 0; b[head] = -1\000'
formula t5 '\000if(d > 0, w[bucket(d, 8, 20)], rate)*t\000w[head, 8] = normal(0, 0.5); t = uniform(0, 1)\000rate = 0.5 >= 0'
formula waves '\000P = 2^-head; sum(k, 4, sum(j, H, cos(P*k*d - j)))\000\000'
formula rope '\002base^(-2*k/r)*(k < r/4)/T\000\000base = 1e4'
formula log_n '\004s*log(n)/sqrt(dk)\000s[head] = 1 >= 0.01 <= 2\000'
formula sinks '\006j <= i and (not (i - j >= 64) or j < 4)\000\000'
formula squares '\010relu(x)^2 + x*sigmoid(1.7*x)\000\000'
formula cosine '\012min(step/100, (1 + cos(pi*step/steps))/2)*width^-0.5\000\000'
for place in 01 03 05 07 11 13; do # bytes that select productions of the grammar
    formula "grammar-$place" "\\0$place\\377\\041\\143\\305\\252\\020\\077\\031\\111\\222\\355\\007\\126\\070\\301\\213\\064\\027\\054"
done

mkdir -p "$corpus/scores"
printf '0The cat, 1.5 -- it &amp;quot; sat\000the "cat" sat\000' >"$corpus/scores/bleu"
printf 'R(\303\204\316\243 \344\270\255\357\274\201 x.)\000\303\244 x \377\000x' >"$corpus/scores/chrf"

mkdir -p "$corpus/claim" "$corpus/kept"
cp claims/*.yaml "$corpus/claim/"
printf '%s\n' '{"run":"a","files":{"config.yaml":"data: even_pairs\ntrain.seed: 1\n","run.json":"{\"score\":{\"scores\":{\"token_accuracy\":0.5}},\"seconds\":3,\"step\":9}","eval.jsonl":"{\"length\":5,\"token_accuracy\":1,\"cross_entropy\":0.1,\"exact_match\":1,\"sequences\":8}\n"}}' \
    >"$corpus/kept/lines"
printf '%s\n' '{"run":"runs/a/","length":9,"block":0,"value":0.5}' '{"run":"b","value":null}' >"$corpus/kept/values"
xz -c "$corpus/kept/lines" >"$corpus/kept/packed"

# ---- fuzzing ----

if [ $# = 0 ]; then
    # shellcheck disable=SC2046
    set -- $(find fuzz -name 'fuzz_*.c' | sed 's|.*/fuzz_||; s|\.c$||' | sort)
fi
# shellcheck disable=SC2046
"${MAKE:-make}" -s -j "$(nproc)" FLAVOUR=fuzz CC=clang $(printf "$home/fuzz/fuzz_%s " "$@") >/dev/null
printf '%s\n' "$@" | xargs -P "$(nproc)" -n 1 sh tools/fuzz.sh --one "$limit"
