# The commands of README.md and doc/runs.md work as printed, one after another, with fewer training steps; so do the
# Python of the README and the sweep files in doc/sweeps.md.
need gnuplot
root=$LENGTHEN_PRESETS/..
export LENGTHEN_TRAIN_STEPS=20 LENGTHEN_EVAL_SEQUENCES=20 PYTHONPATH="$root/python" PYTHONDONTWRITEBYTECODE=1
for document in README.md doc/runs.md; do
    name=$(basename $document .md)
    mkdir "$name"
    # Indented lines of these commands, and those that continue them; not `serve`, which never ends.
    awk '/^    / && !/^    lengthen serve/ && (more || /^    (lengthen|echo|printf) /) {
        print substr($0, 5)
        more = /\\$/
    }' "$root/$document" |
        /usr/bin/python3 -c 'import re, sys
flag = r"(--(?:steps|eval\.every|train\.checkpoint_every)) (\d+)"
print(re.sub(flag, lambda found: f"{found[1]} {int(found[2]) // 50}", sys.stdin.read()))' >"$name/commands.sh"
    echo "$document: $(grep -c lengthen "$name/commands.sh") commands"
    (cd "$name" && { sh -e commands.sh >said 2>words || tail -n 3 words; })
    [ -s "$name/curves.svg" ] && echo drawn
done
[ -s runs/attention.svg ] && echo drawn
awk '/^## / { on = /From Python/ } on' "$root/README.md" >python.md
try /usr/bin/python3 "$root/test/run_notebook.py" python.md 2>words
cat words
# The sweep files in doc/sweeps.md can be planned.
awk -v RS= '/(^|\n)    (title|random|grid|halving):/ {
    gsub(/(^|\n)    /, "\n")
    print (/base:/ ? "" : "base: quick") $0 >("part" ++count ".yaml")
}' "$root/doc/sweeps.md"
for part in part*.yaml; do
    grep -q '^grid:\|^random:' $part || echo 'grid: {task: [bucket_sort, parity_check], seed: 1..3}' >>$part
    try lengthen sweep plan $part --dry-run --out $part.sweep 2>&1 | grep -E '^[0-9]+ runs|->|^lengthen' | sed 's|, part.*||'
done
