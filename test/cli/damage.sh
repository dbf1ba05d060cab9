# Files of a run that are truncated, or have one bit flipped, are detected with a message and the right status, and no
# file is overwritten. The damaged file is in a copy; `statuses` counts the exit statuses.
lengthen train $tiny --task reverse_string --steps 20 --out whole -q >/dev/null
cp -r whole half && sed -i 's/"done"/"running"/' half/run.json # an unfinished run, which reads its state

# Writes COUNT damaged copies of a file, each truncated or with a bit flipped at another place: damaged/PLACE.
damage() { # cut|flip FILE COUNT
    rm -rf damaged && mkdir damaged
    python3 - "$@" <<'END'
import sys
how, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
with open(path, "rb") as file:
    whole = file.read()
for at in (len(whole) * i // count for i in range(count)):
    spoilt = bytearray(whole[:at] if how == "cut" else whole)
    if how == "flip":
        spoilt[at] ^= 1 << at % 8
    with open(f"damaged/{at}", "wb") as file:
        file.write(spoilt)
END
}

statuses() {
    sort | uniq -c | sed 's/^ */  /; s/ \([0-9]*\)$/ times status \1/'
}

# Runs a command on each damaged copy of RUN/FILE. Reports commands that end without a message or change the file.
spoil() { # cut|flip RUN FILE COUNT COMMAND...
    how=$1 run=$2 file=$3 count=$4
    shift 4
    damage $how $run/$file $count
    status=0
    for at in $(ls damaged | sort -n); do
        [ $status != 0 ] || { rm -rf copy && cp -r $run copy; } # a command that succeeded may have changed it
        cp damaged/$at copy/$file
        "$@" >out 2>words
        status=$?
        echo $status
        [ $status = 0 ] || grep -q '^lengthen: .' words || echo "$how $file at $at: no message" >&2
        [ $status = 0 ] || cmp -s damaged/$at copy/$file || echo "$how $file at $at: it was overwritten" >&2
    done | statuses
}

evaluate() { lengthen eval copy --lengths 3 -q; }
resume() { lengthen train $tiny --task reverse_string --steps 20 --out copy -q; }
echo model.safetensors, cut && spoil cut whole model.safetensors 15 evaluate
echo model.safetensors, a bit flipped && spoil flip whole model.safetensors 25 evaluate
echo state.safetensors, cut && spoil cut half state.safetensors 15 resume
echo state.safetensors, a bit flipped && spoil flip half state.safetensors 25 resume

# The command in the message restores the model to the same bytes, both with the state of training and without.
for state in always unfinished; do
    rm -rf kept && lengthen train $tiny --task reverse_string --steps 20 --train.keep_state $state --out kept -q >/dev/null
    cp kept/model.safetensors right && damage flip right 2 && cp damaged/$(ls damaged | sort -n | tail -n 1) kept/model.safetensors
    lengthen eval kept 2>&1 | sed 's/.*(/(/'
    rm kept/model.safetensors && lengthen train kept -q >/dev/null && cmp kept/model.safetensors right && echo "made again"
done

# A config or a record may still be valid with a flipped bit, but never causes a crash.
survives() { # reports exit statuses that the program does not use
    "$@"
    ended=$?
    case $ended in 0 | 1 | 2 | 6) ;; *) echo "$file: status $ended" >&2 ;; esac
    return $ended
}
echo config.yaml and run.json
for file in config.yaml run.json; do
    spoil cut whole $file 8 survives evaluate >/dev/null
    spoil flip whole $file 20 survives evaluate >/dev/null
    spoil cut half $file 8 survives resume >/dev/null
    spoil flip half $file 20 survives resume >/dev/null
done

# Files in the wrong place: undamaged files of another kind or of another run; and files that are no model at all.
cp -r half other && cp whole/model.safetensors other/state.safetensors && try lengthen train $tiny --task reverse_string --steps 20 --out other -q
lengthen train $tiny --task reverse_string --steps 20 --out another --seed 2 -q >/dev/null
cp another/model.safetensors other/ && try lengthen eval other
: >other/model.safetensors && try lengthen eval other
head -c 3000 /dev/urandom >other/model.safetensors && try lengthen eval other
printf '\377\377\377\377\377\377\377\377{}' >other/model.safetensors && try lengthen eval other
rm other/model.safetensors && mkdir other/model.safetensors && try lengthen eval other
rm -r other/model.safetensors && try lengthen eval other

# A config that was edited after training; and, among several runs, a folder that is not a run.
cp -r whole edited && sed -i 's/^model.width: 8$/model.width: 16/' edited/config.yaml
try lengthen train edited/config.yaml --out edited -q
mkdir none
try lengthen eval whole none another -q --lengths 1..2 >table
grep -o '^whole \|^another \|^-> .*' table | sort -u
cp -r whole emptied && : >emptied/config.yaml && try lengthen eval emptied
cp -r whole unread && sed -i 's/^encoding: .*/encoding: rope/' unread/config.yaml && try lengthen eval unread

# A run with a damaged record: its model can be evaluated, and training and lists report the damage.
cp -r whole torn && echo '{"a' >>torn/run.json
lengthen eval torn -q --lengths 1..2 2>&1 >/dev/null
try lengthen train torn -q
lengthen runs torn -q | tail -n 1

# A folder of runs is not a run.
mkdir runs && cp -r whole runs/a && try lengthen eval runs
