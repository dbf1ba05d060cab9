# A flag overrides the environment, which overrides a file, a preset and the default; each value has its origin.
cat >my.yaml <<'YAML'
train:
  lr: 0.002
  steps: 77
eval.sequences: 33
YAML
export LENGTHEN_TRAIN_STEPS=78
lengthen train --preset quick --config my.yaml --seed 5 --print-config |
    grep -E '^(train.(lr|steps|seed|batch|clip)|eval.sequences):' | sed 's/  *#/ #/; s|[^ ]*/quick|quick|'
lengthen train --seed 5 --print-config --json | grep '"train.seed"'
lengthen train --print-config >again.yaml
unset LENGTHEN_TRAIN_STEPS
lengthen train --config again.yaml --print-config | sed 's/ *#.*//' >second.yaml
sed 's/ *#.*//' again.yaml | cmp - second.yaml
echo 'train: {lrr: 1}' >unknown.yaml
printf 'train:\n  lr: 1\ntrain.lr: 2\n' >twice.yaml
printf 'train:\n\tlr: 1\n' >broken.yaml
printf 'train.steps: many\n' >typed.yaml
printf 'positions.L: 64\n' >unread.yaml
echo '{nonsense: {}, train.steps: {}}' >empty.yaml
for f in unknown twice broken typed unread missing empty; do try lengthen train --config $f.yaml; done
ls

# The program finds presets relative to its own path: first in a source tree, then where it is installed.
program=$(readlink -f "$(command -v lengthen)")
unset LENGTHEN_PRESETS
lengthen train --preset quick --print-config | grep -q '# preset, .*/presets/quick.yaml' && echo quick found
mkdir -p moved/bin moved/share/lengthen/presets
cp "$program" moved/bin/lengthen
printf '# Mine\ntrain.steps: 79\n' >moved/share/lengthen/presets/mine.yaml
moved/bin/lengthen train --preset mine --print-config | grep '^train.steps' | sed 's/  *#/ #/; s|, .*/moved|, moved|'
mkdir presets && printf '# Ours\ntrain.steps: 80\n' >presets/mine.yaml
moved/bin/lengthen train --preset mine --print-config | grep -c '^train.steps: 79'
LENGTHEN_PRESETS=presets moved/bin/lengthen train --preset mine --print-config | grep -c '^train.steps: 80'

# Config files may use the short names of flags.
printf 'seed: 7\nlr: 0.02\nsteps: 9\n' >short.yaml
lengthen train short.yaml --print-config | grep -E '^train.(seed|lr|steps): ' | sed 's/ *#.*//'
