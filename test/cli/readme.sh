# The commands of README.md and doc/runs.md work as printed, one after another, with fewer steps of training, and so does
# the Python of the README.
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
