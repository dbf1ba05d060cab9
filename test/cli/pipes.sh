# Pipes and devices. An input file that the user names may be a pipe. In place of a file of a run or of a sweep only a
# regular file is read or appended to: the program never waits for a pipe or reads an endless device.
no_hang() { timeout -s KILL 60 "$@"; }
config="task: reverse_string
model: {width: 8, heads: 2, blocks: 1, feed_forward: 8}
train: {steps: 4, batch: 2, checkpoint_every: 2}
curriculum.lengths: 1..3
eval: {lengths: 1..4, sequences: 2}"
sweep="set: {model: {width: 8, heads: 2, blocks: 1, feed_forward: 8}, train: {steps: 2, batch: 2}, curriculum.lengths: 1..3,
  eval: {lengths: 1..4, sequences: 2}}
grid: {seed: 1..2}"
echo "$config" >c.yaml
echo "$sweep" >s.yaml

echo files named by the user
same() { # NAME: compares a run trained from a pipe with the run trained from a file
    cmp $1/model.safetensors file/model.safetensors && cmp $1/eval.jsonl file/eval.jsonl && echo $1: the same
}
lengthen train c.yaml --out file -q >/dev/null
cat c.yaml | no_hang lengthen train --config /dev/stdin --out stdin -q >/dev/null && same stdin
cat c.yaml | no_hang lengthen train /dev/stdin --out word -q >/dev/null && same word
mkfifo slow
{ exec >slow && sleep 1 && cat c.yaml; } &
no_hang lengthen train --config slow --out slowly -q >/dev/null && same slowly
echo "$sweep" | try no_hang lengthen sweep plan /dev/stdin --out planned -q
try no_hang lengthen train --config slow --out nobody
cat c.yaml | try no_hang lengthen train /dev/stdin --seed 1..2 --out twice
try no_hang lengthen train --config /dev/zero --out zeros
try no_hang lengthen sweep plan slow --out nobody
ls | grep -e nobody -e twice -e zeros
rm slow

# Files of prompts, translations and numbers may be pipes too.
lengthen train $tiny --data copy_cmc --architecture decoder --encoding none --steps 2 --out decoder -q >/dev/null
lengthen sample copy_cmc --length 3 --count 2 --text | cut -f 1 >prompts
echo '[[1,0,0,0],[0,1,0,0]]' >q.json
mkfifo nobody
for path in nobody /dev/zero .; do
    try no_hang lengthen generate decoder --file $path
    try no_hang lengthen score $path prompts
    try no_hang lengthen inspect encoding none --heads 2 --q $path --k q.json
done
piped() { # FILE COMMAND...: the command reads the file from the pipe `fed`
    rm -f fed && mkfifo fed
    { sleep 0.2 && cat $1 >fed; } &
    shift
    no_hang "$@"
}
lengthen generate decoder --file prompts -q >answers
piped prompts lengthen generate decoder --file fed -q | cmp - answers && echo prompts: the same
piped prompts lengthen score fed prompts --json | sed 's/,.*score"/, "score"/' | grep -o '"score":[0-9.]*'
lengthen inspect encoding none --heads 2 --q q.json --k q.json --json >scores
piped q.json lengthen inspect encoding none --heads 2 --q fed --k q.json --json | cmp - scores && echo numbers: the same
{ printf '\357\273\277' && cat q.json; } >marked.json
lengthen inspect encoding none --heads 2 --q marked.json --k q.json --json | cmp - scores && echo marked: the same
{ printf '\357\273\277' && echo "$sweep" | sed '/^set/,/^ /d'; } >marked.yaml
lengthen sweep plan marked.yaml --dry-run 2>&1 | grep -o '^2 runs'
rm fed nobody

# Runs a command on a copy of a folder in which a file is replaced first by a pipe, then by a device.
instead() { # FOLDER FILE COMMAND...
    folder=$1 file=$2
    shift 2
    for kind in pipe device; do
        rm -rf copy && cp -r $folder copy && rm -rf copy/$file
        if [ $kind = pipe ]; then mkfifo copy/$file; else ln -s /dev/zero copy/$file; fi
        echo $file, $kind: "$@"
        try no_hang "$@"
    done
}

echo files of runs and sweeps
export SOURCE_DATE_EPOCH=1700000000
train="lengthen train c.yaml --out copy -q"
lengthen train c.yaml --out done --log tensorboard -q >/dev/null
rm -rf file && cp -r done half && sed -i 's/"done"/"running"/' half/run.json
events=$(cd done && echo events.*)
for file in config.yaml run.json .lock eval.jsonl; do instead done $file $train; done
instead done model.safetensors $train --lengths 1..2
for file in state.safetensors metrics.jsonl; do instead half $file $train; done
instead half "$events" $train --log tensorboard 2>&1 | sed 's/\(tfevents.[0-9]*\)[^ :,]*/\1.HOST/'
for file in config.yaml model.safetensors; do instead done $file lengthen eval copy --lengths 3 -q; done
instead done config.yaml lengthen show copy

lengthen sweep run s.yaml --out S -j 1 -q >/dev/null
run=$(ls S/runs | head -n 1)
instead S manifest.jsonl lengthen sweep status copy
instead S registry.sqlite lengthen sweep status copy
for file in run.json eval.jsonl metrics.jsonl; do
    instead S runs/$run/$file lengthen sweep merge copy -q 2>&1 | sed "s/$run/RUN/"
done
rm -rf S && lengthen sweep plan s.yaml --out S -q
mkdir S/shards
instead S shards/0-of-1.jsonl lengthen sweep merge copy -q
instead S shards/0-of-1.jsonl lengthen sweep worker copy --shard 0/1 -q
mkdir kit
cp c.yaml kit/mine.yaml
LENGTHEN_PRESETS=copy instead kit mine.yaml lengthen train --preset mine --out preset
LENGTHEN_PRESETS=copy instead kit mine.yaml lengthen list presets | grep -e mine -e '->'
