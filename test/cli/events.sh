# Event files of TensorBoard: they have all numbers of the run's lines, up to the last record, even after kills and
# damage. An independent reader checks this. A run with an event file has the same bytes as a run without one.
check() { python3 "$LENGTHEN_PRESETS/../test/events.py" "$@"; }
short="--task reverse_string --steps 40 --eval.every 20 -q"
train() { lengthen train $(tiny_but lengths) $short "$@" >/dev/null; } # FLAGS...
file() { echo $1/events.out.tfevents.*; }          # RUN

SOURCE_DATE_EPOCH=1700000000 train --out a --lengths 1..8 --log tensorboard
check a
ls a | grep events | sed 's/[^.]*$/HOST/'
train --out plain --lengths 1..8
cmp a/model.safetensors plain/model.safetensors && cmp a/eval.jsonl plain/eval.jsonl && echo same bytes
ls plain | grep -c events

# A finished run gets an event file too, and keeps it. The results of another evaluation are added to it.
train --out plain --lengths 1..8 --log tensorboard
check plain
cp "$(file plain)" before
train --out plain --lengths 1..8
cmp before "$(file plain)" && echo kept
train --out plain --log tensorboard --lengths 4..9
check plain

# A killed run is resumed, also if its event file is truncated, damaged, from another host, or missing.
long="$(echo "$tiny" | sed 's/_every 10/&0/g') --task parity_check --steps 8000 --eval.every 2000 --log tensorboard -q"
spoil() { # HOW FILE
    case $1 in
    torn) truncate -s -7 "$2" ;;
    damaged) printf x | dd of="$2" bs=1 seek=100 conv=notrunc 2>/dev/null ;;
    other) mv "$2" "${2%.*}.elsewhere.far" ;;
    gone) rm "$2" ;;
    esac
}
lengthen train $long --out killed >/dev/null &
await killed/state.safetensors
kill -9 $!
wait $! 2>/dev/null
for how in torn damaged other gone; do
    cp -r killed $how
    spoil $how "$(file $how)"
    lengthen train $long --out $how >/dev/null
    check $how
    cmp torn/model.safetensors $how/model.safetensors
done

# A correct file is not rewritten, so that a program that has opened it can continue to read it.
inode() { ls -i "$(file $1)" | cut -d ' ' -f 1; }
number=$(inode killed)
lengthen train $long --out killed >/dev/null
test "$(inode killed)" = "$number" && check killed

# When the file is rewritten, it gets the load of experts too.
train --out experts --model.order se --lengths 1..8 --log tensorboard
check experts
cp "$(file experts)" before
rm "$(file experts)"
train --out experts --model.order se --lengths 1..8 --log tensorboard
check experts && cmp before "$(file experts)"

# If a run continues without the option, the event file would become wrong, and is removed.
truncate -s -7 plain/eval.jsonl && sed -i 's/"status": "done"/"status": "evaluating"/' plain/run.json
train --out plain --lengths 4..9
ls plain | grep -c events
try train --out c --log tensorbord
