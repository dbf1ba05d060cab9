#!/bin/sh
# run_faults.sh PROGRAM
#
# A file system call fails once, each in turn: a command must end with a message and a status, or with the right result;
# and the same command afterwards must end in the bytes of an undisturbed run. What cannot be tested on this machine is
# printed in a line that begins with SKIPPED.
set -u

if [ $# = 0 ] || [ ! -x "$1" ]; then
    echo "usage: sh run_faults.sh PROGRAM" >&2
    exit 2
fi
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
source=$(cd "$(dirname "$0")" && pwd)/faults.c
library=$(mktemp -d)
scratch=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d) # in memory, without waiting for a disk
trap 'rm -rf "$library" "$scratch"' EXIT
cd "$scratch" || exit 1
bad=0

say() { # ok|FAILED|SKIPPED WORDS
    [ "$1" != FAILED ] || bad=1
    printf '%-8s%s\n' "$1" "$2"
}

${CC:-cc} -shared -fPIC -O1 -o "$library/faults.so" "$source" -ldl || exit 1
with_fault() { # PATH CALL COMMAND...
    path=$1 call=$2
    shift 2
    rm -f mark
    env LD_PRELOAD="$library/faults.so" FAULT_PATH="$path" FAULT_CALL="$call" FAULT_MARK=mark "$@" >out 2>words
}
if ! with_fault none 1 "$program" --version; then
    say SKIPPED "this program (a sanitizer build?) cannot live with a library before its own: $(head -n 1 words)"
    exit 0
fi

# The times of a resumed run differ from those of an uninterrupted one.
export SOURCE_DATE_EPOCH=1700000000
train="$program train --task reverse_string --width 8 --heads 2 --blocks 1 --model.feed_forward 8 --batch 2 --steps 8
    --curriculum.lengths 1..3 --eval.sequences 2 --train.log_every 1 --threads 1 --eval.every 4
    --train.checkpoint_every 4 --train.keep 2 --log tensorboard --out run --quiet"

# All contents of a run, without the times of its steps. Event files have them as numbers of one size.
facts() { # RUN
    cat "$1/config.yaml" "$1/eval.jsonl" "$1/model.safetensors" "$1"/checkpoints/* | cksum
    sed 's/"t": .*//' "$1/metrics.jsonl"
    sed '/"seconds"/d' "$1/run.json"
    for file in "$1"/events.*; do stat -c '%s bytes of events' "$file"; done
}

# Each call fails in turn, until none is left. `prepare` makes the state before, `result` prints the state after.
walk() { # WORDS COMMAND...
    name=$1 call=0
    shift
    prepare
    "$@" >out 2>words || say FAILED "$name: without a failure: $(cat words)"
    result >wanted
    while :; do
        call=$((call + 1))
        prepare
        with_fault run $call "$@"
        status=$?
        [ -e mark ] || break
        case $status in
        0) result | cmp -s - wanted || say FAILED "$name, call $call: status 0, and not the right result" ;;
        1) grep -q '^lengthen: .*Input/output error' words || say FAILED "$name, call $call: words: $(cat words)" ;;
        *) say FAILED "$name, call $call: status $status, words: $(cat words)" ;;
        esac
        "$@" >out 2>words || say FAILED "$name, again after call $call: $(cat words)"
        result | cmp -s - wanted || say FAILED "$name, again after call $call: not the right result"
    done
    if [ $call -gt 5 ]; then say ok "$name: $((call - 1)) calls"; else say FAILED "$name: no more than $call calls"; fi
}

prepare() { rm -rf run; }
result() { facts run; }
walk training $train --lengths 1..4

# Stopped between two checkpoints, also by a failure: the line of step 7 cannot be written.
rm -rf run
call=1
until grep -qs '"step": 6,' run/metrics.jsonl; do
    rm -rf run
    with_fault metrics.jsonl $call $train --lengths 1..4
    call=$((call + 1))
done
cp -r run stopped
export SOURCE_DATE_EPOCH=1700000100
prepare() { rm -rf run && cp -r stopped run; }
walk "going on" $train --lengths 1..4

$train --lengths 1..4 >out 2>words
cp -r run whole
prepare() { rm -rf run && cp -r whole run; }
walk "nothing left to do" $train --lengths 1..4
walk "other tests" $train --lengths 1..6
result() { cat out && facts run; }
walk "testing the model" "$program" eval run --lengths 1..3 --quiet
walk "testing a kept model" "$program" eval run/checkpoints/best.safetensors --lengths 1..3 --quiet
exit $bad
