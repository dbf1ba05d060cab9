# Commands and flags of other programs: the message names ours.
answers() {
    while read -r words; do
        echo "$words"
        # shellcheck disable=SC2086
        lengthen $words 2>&1 >/dev/null | tee -a answers
    done
}
answers <<END
compare runs/a runs/b
plot runs/a
test runs/a
predict runs/a
tag runs/a good
resume runs/a
ls
rm runs/a
init
config
tune
datasets
train --lengths 1-60
train --curriculum.lengths 1,5-9
train --lengths 1:60
train --lengths 1-
train --lengths -3
train --set train.lr=1e-4
train --override x=y
serve --set x=y
-v
train --memory 64
train --pos-enc rope
train --use-rope
train --test-lengths 3
train --ff 3
train --model.activation gelu
train --no-dropout
train --encoding.learned
train --positions yarn
train --mask swa
train --mask full,sliding
train --architecture gpt
train --architecture transformer
train --data parity
train --task copy
sample copy
train --train.until acc>0.9
train --metric acc
train --encoding rope --encoding.frequencies self_extend
train --encoding rope:frequencies=yarm
train --mask.width 3
train --encoding formula --encoding.bias -exp(s)*abs(d)
train --encoding formula --encoding.bias -d^0.5
train --encoding longrope
train --width 8 --model.heads 8 --encoding rope
train --width 9 --model.heads 3 --encoding rope
train --model.heads 3 --width 32
show swa
show gpt
show parity
list foo
list models
runs . --sort foo
sweep run nix
analyze attention a --head 99
END

# The same names in files, in variables and in lists by blocks.
printf 'model: {layers: 2}\n' >layers.yaml
echo 'on-end: ls' >command.yaml
for file in layers command; do lengthen train $file.yaml 2>&1; done
LENGTHEN_LEARNING_RATE=1 lengthen train 2>&1
LENGTHEN_MODEL_LAYERS=1 lengthen train 2>&1
for name in yarn pi linear dynamic_ntk; do
    lengthen train --encoding rope:frequencies=$name,alibi --print-config >config
    grep -E '^encoding.(freq.*es|dynamic|temp.*):' config | cut -d ' ' -f 1-2 | paste -sd ' '
done

# Without a command: the help, as an error.
lengthen >out 2>words
echo "$? $(wc -c <out) $(grep -c 'lengthen train' words)"

# All commands in these messages exist.
grep -o '`lengthen [a-z]* *[a-z]*' answers | cut -c 11- | sort -u | while read -r command verb; do
    case $command in sweep) set -- "$command" "$verb" ;; *) set -- "$command" ;; esac
    lengthen "$@" --help >/dev/null || echo "there is no lengthen $*"
done

# `train` without a task prints the defaults and an estimate of the time, unless --quiet is given.
lengthen train --out defaults >log 2>&1 &
until grep -aq 'training takes about' log || ! kill -0 $!; do sleep 0.1; done
kill -TERM $!
wait $! || true
tr '\r' '\n' <log | grep -a -e 'the defaults' -e quick -e takes | sed 's/about .*;/about so long;/'
lengthen train --out silent --quiet >log 2>&1 &
until [ -s silent/metrics.jsonl ] || ! kill -0 $!; do sleep 0.1; done
kill -TERM $!
wait $! || true
cat log
lengthen train --preset quick --steps 1 --lengths 1..3 --out described 2>&1 | grep -c defaults || true
