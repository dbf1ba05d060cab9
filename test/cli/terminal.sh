# A terminal obeys control characters, whoever gave a file its name: no command prints them, wherever they stand.
name=$(printf 'a\033[31mb\302\2332Jc')
tame() { # COMMAND...: prints the command if one of its lines, or of its messages, would be obeyed
    lengthen "$@" >said 2>&1
    ! LC_ALL=C grep -q -e "$(printf '\033')" -e "$(printf '\302\233')" said || echo "$*" | cat -v
}
train="train $tiny --task reverse_string --steps 20"
tame $train --out "$name" --train.keep 2
tame $train --out "$name" -q
tame $train --out "$name-" --seed 1..2 -j 2
for command in eval show runs prune average note "inspect run" "inspect probe"; do tame $command "$name"; done
tame eval "$name" "$name-seed1" --label "$name" --label other
tame note "$name" "a note"
for kind in attention activations curve outputs confusion shifts gradients; do tame analyze "$name" $kind; done
tame analyze "$name" "$name-seed1" gradients
tame analyze "$name" attention --npy "$name.arrays"

lines=$(printf 'x\ny')
lengthen $train --out "$lines" -q >said 2>&1
lengthen eval "$lines" -q >said
grep -o '^x?y' said

cat >s.yaml <<'END'
set: {model: {width: 8, heads: 2, blocks: 1, feed_forward: 8}, train: {steps: 5, batch: 2}, curriculum.lengths: "1..4",
      eval: {lengths: "1..8", sequences: 2}}
grid: {task: [even_pairs, bucket_sort]}
END
tame sweep plan s.yaml --out "$name.sweep"
tame sweep status "$name.sweep" --runs
tame sweep run "$name.sweep" -j 1
tame sweep status "$name.sweep" --watch
for verb in status run resume worker merge results; do tame sweep $verb "$name.sweep"; done
tame sweep export "$name.sweep" --slurm
tame report "$name.sweep" --html --no-pictures
ls "$name.sweep/report/report.md" | cat -v

# Words that are wrong.
for words in "eval $name/none" "train --$name" "train --task $name" "train --preset $name" "sample $name" "help $name" \
    "report $name" "sweep plan $name" "init $name" "runs . --where $name=1"; do
    tame $words
done
