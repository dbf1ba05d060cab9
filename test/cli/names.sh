# A folder whose name is not UTF-8: runs and sweeps in it can be opened again, and their files are UTF-8.
name=$(printf 'caf\351\377')
mkdir "$name"
cat >small.yaml <<'END'
set: {model: {width: 8, heads: 2, blocks: 1, feed_forward: 8}, train: {steps: 5, batch: 2},
      curriculum.lengths: "1..4", eval: {lengths: "1..8", sequences: 2}}
grid: {task: [even_pairs, bucket_sort]}
END
cp small.yaml "$name/$name.yaml"

quiet() { # prints the exit status only
    "$@" >/dev/null
    echo "-> $?"
}

texts() { # files that are not UTF-8
    find "$@" \( -name '*.json*' -o -name '*.yaml' -o -name '*.md' -o -name '*.html' -o -name '*.svg' \) -exec sh -c '
        for file; do iconv -f UTF-8 -t UTF-8 "$file" >/dev/null || echo "no text: $file"; done' sh {} +
}

# A run: trained, resumed and evaluated again.
quiet lengthen train --task bucket_sort $tiny --steps 20 --out "$name/run" -q
quiet lengthen train --task bucket_sort $tiny --steps 20 --out "$name/run" -q
quiet lengthen train --task bucket_sort $(tiny_but eval.sequences) --eval.sequences 3 --steps 20 --out "$name/run" -q
grep ^out: "$name/run/config.yaml"
for command in eval show "inspect run" "inspect probe"; do
    echo "$command"
    quiet lengthen $command "$name/run" -q
done
lengthen show "$name/run" --json -q | members
lengthen show "$name/run" --json -q | grep -o "config [^)]*)"
eval "$(lengthen show "$name/run" | sed -n '/^repeat this run/{n;p;}') --print-config" | grep -a ^train.steps | cut -d ' ' -f 1,2
lengthen eval "$name/run" --json -q >eval.jsonl
lengthen eval "$name/run" --figure figure.svg -q >/dev/null
quiet lengthen analyze curve "$name/run" -q

# A sweep from a file whose name is not UTF-8.
sweep=$name/sweep
try lengthen sweep plan "$name/$name.yaml" --out "$sweep" -q
try lengthen sweep run "$sweep" -j 1 -q
rm "$sweep/registry.sqlite"
try lengthen sweep merge "$sweep" -q
for run in "$sweep"/runs/*; do quiet lengthen show "$run"; done
quiet lengthen sweep results "$sweep" -q
quiet lengthen report "$sweep" --html -q
lengthen sweep status "$sweep" --json | grep -o '"done":[0-9]*'

# A run that fails with a message that names the folder, trained by a worker whose job name is not UTF-8.
try lengthen sweep plan small.yaml --out "$name/fails" -q
mkdir "$name/fails/runs"
lengthen sweep status "$name/fails" --runs --json | sed -n 's/.*"id":"\([0-9a-f]*\)".*/\1/p' | while read -r id; do
    echo file >"$name/fails/runs/$id"
done
try lengthen sweep worker "$name/fails" --shard 0/1 --threads 1 --job "$name" -q
cat "$name"/fails/shards/*.jsonl | sed 's/.*"reason":"\([^"]*\)","owner":"[^"]* \([^" ]*\)".*/\1, \2/; s/[0-9a-f]\{16\}/ID/'
try lengthen sweep merge "$name/fails" -q
quiet lengthen sweep results "$name/fails" -q

texts .
