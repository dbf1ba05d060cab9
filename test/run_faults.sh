#!/bin/sh
# run_faults.sh PROGRAM [all]
#
# Runs each command many times and makes one system call fail each time: first calls that look up files, then calls that
# write, sync and rename files. The command must end with a message and a status, or with the right result. The same
# command afterwards, without a failure, must write the same bytes as an undisturbed command. Tests every 9th write, but
# every 41st write of a sweep and a report. With `all`, tests every write and every 7th memory allocation. Tests that
# this machine cannot run print a line that begins with SKIPPED.
set -u

if [ $# = 0 ] || [ ! -x "$1" ]; then
    echo "usage: sh run_faults.sh PROGRAM [all]" >&2
    exit 2
fi
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
all=${2:-}
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
kind=look stride=1 # kind of the failing calls; every stride-th call of this kind is made to fail
with_fault() { # PATH CALL COMMAND...
    path=$1 call=$2
    shift 2
    rm -f mark
    env LD_PRELOAD="$library/faults.so" FAULT_KIND=$kind FAULT_PATH="$path" FAULT_CALL="$call" FAULT_MARK=mark "$@" >out 2>words
}
if ! with_fault none 1 "$program" --version; then
    say SKIPPED "this program (a sanitizer build?) cannot run with a preloaded library: $(head -n 1 words)"
    exit 0
fi

export LC_ALL=C # without memory for another locale, the C locale is used
# The times of a resumed run differ from those of an uninterrupted one.
export SOURCE_DATE_EPOCH=1700000000
train="$program train --task reverse_string --width 8 --heads 2 --blocks 1 --model.feed_forward 8 --batch 2 --steps 8
    --curriculum.lengths 1..3 --eval.sequences 2 --train.log_every 1 --threads 1 --eval.every 4
    --train.checkpoint_every 4 --train.keep 2 --log tensorboard --out run --quiet"

# All contents of a run, without the times of its steps. Event files store the times as numbers of fixed size.
facts() { # RUN
    cat "$1/config.yaml" "$1/eval.jsonl" "$1/model.safetensors" "$1"/checkpoints/* | cksum
    sed 's/"t": .*//' "$1/metrics.jsonl"
    sed '/"seconds"/d' "$1/run.json"
    for file in "$1"/events.*; do stat -c '%s bytes of events' "$file"; done
}

words_of_failures='Input/output error|No space left|disk I/O error|database or disk is full|unable to open database|out of memory|no memory|Cannot allocate memory'

# Makes each call fail in turn. `prepare` creates the state before the command, and `result` prints the state after it.
# `is_told` accepts a wrong result if the command has reported it.
walk() { # WORDS COMMAND...
    name="$1, $kind" call=1 walked=0
    shift
    prepare
    "$@" >out 2>words || say FAILED "$name: without a failure: $(cat words)"
    result >wanted
    while :; do
        prepare
        with_fault "$fault" $call "$@"
        status=$?
        [ -e mark ] || break
        walked=$((walked + 1))
        case $status in
        0) result | cmp -s - wanted || is_told || say FAILED "$name, call $call: status 0, but a wrong result" ;;
        1) grep -qE "$words_of_failures" words || say FAILED "$name, call $call: words: $(cat words)" ;;
        *) say FAILED "$name, call $call: status $status, words: $(cat words)" ;;
        esac
        "$@" >out 2>words || say FAILED "$name, repeated after call $call: $(cat words)"
        result | cmp -s - wanted || say FAILED "$name, repeated after call $call: wrong result"
        call=$((call + stride))
    done
    if [ $walked -gt 0 ]; then say ok "$name: $walked of $((call - 1)) calls"; else say FAILED "$name: no calls"; fi
}
is_told() { false; }

walk_kinds() { # KINDS WORDS COMMAND...: with `all`, memory too
    kinds="$1${all:+ memory}"
    shift
    usual=$stride
    for kind in $kinds; do
        case $kind in
        memory) stride=7 ;;
        write) [ -n "$all" ] || [ "$stride" -gt 9 ] || stride=9 ;;
        esac
        walk "$@"
        stride=$usual
    done
}

fault=run
prepare() { rm -rf run; }
result() { facts run; }
walk_kinds "look write" training $train --lengths 1..4

# A run that stops between two checkpoints, because a failure prevents writing the line of step 7.
rm -rf run
call=1 kind=look
until grep -qs '"step": 6,' run/metrics.jsonl; do
    rm -rf run
    with_fault metrics.jsonl $call $train --lengths 1..4
    call=$((call + 1))
done
cp -r run stopped
export SOURCE_DATE_EPOCH=1700000100
prepare() { rm -rf run && cp -r stopped run; }
walk_kinds "look write" "going on" $train --lengths 1..4

$train --lengths 1..4 >out 2>words
cp -r run whole
prepare() { rm -rf run && cp -r whole run; }
walk_kinds "look write" "nothing left to do" $train --lengths 1..4
walk_kinds "look write" "other tests" $train --lengths 1..6
result() { cat out && facts run; }
walk_kinds look "testing the model" "$program" eval run --lengths 1..3 --quiet
walk_kinds look "testing a kept model" "$program" eval run/checkpoints/best.safetensors --lengths 1..3 --quiet

# ---- a sweep and its report ----

fault=swept
[ -n "$all" ] || stride=41
cat >s.yaml <<'END'
set: {model: {width: 8, heads: 2, blocks: 1, feed_forward: 8}, train: {steps: 4, batch: 2, checkpoint_every: 2},
      curriculum.lengths: 1..3, eval: {lengths: 1..4, sequences: 2}}
grid: {encoding: [none, rope], seed: 1..2}
END
"$program" sweep plan s.yaml --out planned --quiet
prepare() { rm -rf swept && cp -r planned swept; }
result() {
    "$program" sweep results swept --out results --quiet >/dev/null 2>&1
    sed 's/"seconds":[^,}]*//' results
    cat swept/runs/*/model.safetensors | cksum
}
walk_kinds "look write" sweep "$program" sweep run swept -j 1 --quiet

# If a model is missing, the figure has a remark.
"$program" sweep run swept -j 1 --quiet >out 2>words
prepare() { rm -rf written; }
result() { find written -type f | sort | xargs cat | cksum; }
is_told() { grep -q ' is not drawn ' written/report.md; }
walk_kinds look report "$program" report swept --no-pictures --quiet --out written
fault=written kind=write
walk "what a report writes" "$program" report swept --no-pictures --quiet --out written
exit $bad
