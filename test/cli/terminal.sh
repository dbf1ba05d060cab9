# Terminals interpret control characters and some bytes that are not UTF-8, and reverse text after U+202E. Names of
# foreign files may contain them: no command may print them.
name=$(printf 'a\033[31mb\302\2332Jc\342\200\256d\233e')
tame() { # COMMAND...: prints the command if its output or messages contain such characters
    lengthen "$@" >said 2>&1
    ! LC_ALL=C grep -q -e "$(printf '\033')" -e "$(printf '\233')" -e "$(printf '\342\200\256')" said || echo "$*" | cat -v
}
train="train $tiny --task reverse_string --steps 20"
tame $train --out "$name" --train.keep 2
tame $train --out "$name" -q
tame $train --out "$name-" --seed 1..2 -j 2
for command in eval show runs prune average note "inspect run" "inspect probe"; do tame $command "$name"; done
tame eval "$name" "$name-seed1" --label "$name" --label other
tame eval "$name" "$name"
tame eval "$name" --scale log_n
cp -r "$name" "$name.part"
sed -i 's/"steps": 20/"steps": 30/; s/"status": "done"/"status": "paused"/' "$name.part/run.json"
tame eval "$name.part"
tame note "$name" "a note"
for kind in attention activations curve outputs confusion shifts gradients; do tame analyze $kind "$name"; done
tame analyze gradients "$name" "$name-seed1"
tame analyze attention "$name" --npy "$name.arrays"

lines=$(printf 'x\ny')
lengthen $train --out "$lines" -q >said 2>&1
lengthen eval "$lines" -q >said
grep -o '^x?y' said

cat >s.yaml <<'END'
title: "a\u202eb"
note: "a\u202eb"
set: {model: {width: 8, heads: 2, blocks: 1, feed_forward: 8}, train: {steps: 5, batch: 2}, curriculum.lengths: "1..4",
      eval: {lengths: "1..8", sequences: 2}}
grid: {task: {"a\u202eb": {task: even_pairs}, b: {task: bucket_sort}}}
END
tame sweep plan s.yaml --out "$name.sweep"
tame sweep status "$name.sweep" --runs
tame sweep run "$name.sweep" -j 1
tame sweep status "$name.sweep" --watch
for verb in status run resume worker merge results; do tame sweep $verb "$name.sweep"; done
tame sweep export "$name.sweep" --slurm
tame report "$name.sweep" --html --no-pictures
ls "$name.sweep/report/report.md" | cat -v

# Presets, configs and sweep files with such names.
mkdir "$name.presets"
cp s.yaml "$name.presets/$name.grid.yaml"
echo "task: reverse_string" >"$name.presets/$name.yaml"
export LENGTHEN_PRESETS="$PWD/$name.presets"
for words in "list presets" "list sweeps" "show presets/$name" "show sweeps/$name.grid"; do tame $words; done
tame train --config "$name.presets/$name.yaml" --out o --seed 1..2 --print-config
unset LENGTHEN_PRESETS

# Invalid words.
for words in "eval $name/none" "train --$name" "train --task $name" "train --preset $name" "sample $name" "help $name" \
    "report $name" "sweep plan $name" "init $name" "runs . --where $name=1"; do
    tame $words
done

# Data for other programs keep characters that change the direction of text; messages about these data do not.
out=$(printf 'x\342\200\256y')
lengthen train --task reverse_string --out "$out" --seed 1..2 --print-config | grep -e '^---' -e '^out: ' | sed 's/ *#  *flag.*//' | cat -v
