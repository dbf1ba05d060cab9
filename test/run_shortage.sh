#!/bin/sh
# run_shortage.sh PROGRAM [memory]
#
# Tests training with a full disk, without write permission, and with too little memory. Wherever a write or an
# allocation fails, training must end with status 1 and a message; without the shortage, the same command must resume
# and end with the same bytes as an uninterrupted run. Tests that this machine cannot run print a line that begins with
# SKIPPED.
# shellcheck disable=SC2317 # functions are called through refused and ends_well
set -u

if [ $# = 0 ] || [ ! -x "$1" ]; then
    echo "usage: sh run_shortage.sh PROGRAM [memory]" >&2
    exit 2
fi
sweep=${2:-}
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")

# In a separate mount namespace mounting is allowed, and mounts disappear at the end.
if [ -z "${SHORTAGE_MOUNTS:-}" ]; then
    for how in -m -rm; do
        unshare $how sh -c 'mount -t tmpfs -o size=64k none /mnt' 2>/dev/null || continue
        # shellcheck disable=SC2086
        SHORTAGE_MOUNTS=yes unshare $how sh "$0" "$program" $sweep
        exit
    done
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
bad=0

say() { # ok|FAILED|SKIPPED WORDS
    [ "$1" != FAILED ] || bad=1
    printf '%-8s%s\n' "$1" "$2"
}

# Trains a small run; arguments before `--` are a command that runs the program with limited resources.
train() { # [COMMAND... --] DIR
    limits=
    while [ $# -gt 1 ]; do
        [ "$1" = -- ] || limits="$limits $1"
        shift
    done
    $limits "$program" train --task reverse_string --width 16 --heads 2 --blocks 2 --model.feed_forward 32 --batch 4 \
        --steps 40 --curriculum.lengths 1..5 --lengths 1..8 --eval.sequences 8 --train.log_every 1 --threads 2 \
        --train.checkpoint_every 10 --log tensorboard --out "$1" --quiet >out 2>words
}

refused() { # WORDS COMMAND...: must end with status 1 and a message with these words
    pattern=$1
    shift
    "$@"
    status=$?
    if [ $status != 1 ] || ! grep -q "^lengthen: .*$pattern" words; then
        say FAILED "$*: status $status, message: $(cat words)"
    fi
}

# Checks that the run is complete, or that it ended with a message and can be resumed without the shortage to the same
# bytes.
ends_well() { # WORDS DIR RELIEF COMMAND...; true when there was a shortage
    pattern=$1 dir=$2 relief=$3
    shift 3
    "$@" && return 1
    refused "$pattern" "$@"
    $relief
    if ! train "$dir" || ! cmp model.safetensors "$dir/model.safetensors" || ! cmp eval.jsonl "$dir/eval.jsonl"; then
        say FAILED "after $*: other bytes; message: $(cat words)"
    fi
}

if ! train whole; then
    say FAILED "without a shortage: $(cat words)"
    exit 1
fi
cp whole/model.safetensors whole/eval.jsonl .

# ---- disk ----

limited_files() { # no file may grow beyond a number of bytes
    trap '' XFSZ # the system's signal would end the program; without it the write fails
    bytes=512
    while rm -rf run && ends_well 'File too large' run : train prlimit --fsize=$bytes -- run; do
        bytes=$((bytes * 5 / 4))
    done
    trap - XFSZ
    say ok "files of limited size, up to $bytes bytes"
}

grow() {
    mount -o remount,size=8m disk
}

full_disk() { # tmpfs gives pages of 4 KB
    kilobytes=4
    while mount -t tmpfs -o size=${kilobytes}k none disk &&
        ends_well 'No space left' disk/run grow train disk/run; do
        umount disk
        kilobytes=$((kilobytes + 4))
    done
    umount disk
    say ok "full disk, up to $kilobytes KB"
}

read_only_disk() {
    mount -t tmpfs -o size=8m none disk
    cp -r whole disk/whole
    cat >s.yaml <<END
set: {model.width: 8, model.heads: 2, model.blocks: 1, model.feed_forward: 8, train.batch: 4, train.steps: 10,
      curriculum.lengths: 1..5, eval.lengths: 1..8, eval.sequences: 8}
grid: {encoding: [none, rope], seed: [1, 2]}
END
    "$program" sweep run s.yaml --out disk/s -j 1 --quiet >out 2>words || say FAILED "a sweep on a writable disk: $(cat words)"
    "$program" report disk/s --no-pictures --quiet -o written 2>words || say FAILED "the report of this sweep: $(cat words)"
    mount -o remount,ro disk
    refused 'Read-only file system' train disk/run
    "$program" eval disk/whole --lengths 3 --quiet >out 2>words || say FAILED "eval on a read-only disk: $(cat words)"
    "$program" report disk/s --no-pictures -o read >out 2>words || say FAILED "report on a read-only disk: $(cat words)"
    diff -r written read >&2 || say FAILED "the report of a sweep on a read-only disk differs"
    grep -q 'disk/s cannot be written' words || say FAILED "no warning about the read-only disk: $(cat words)"
    "$program" sweep status disk/s >out 2>words || say FAILED "sweep status on a read-only disk: $(cat words)"
    grep -q '4 runs: 4 done' out || say FAILED "status of a sweep on a read-only disk: $(cat out)"
    "$program" serve disk/s --port 0 --quiet >url 2>words &
    server=$!
    for _ in $(seq 600); do [ -s url ] || sleep 0.1; done
    curl -sS "$(cat url)api/page" >page || say FAILED "serve of a sweep on a read-only disk: $(cat words)"
    kill $server
    wait $server || say FAILED "the server of a sweep on a read-only disk ended with an error: $(cat words)"
    [ "$(grep -o '"state":\[2,2,2,2\]' page)" ] || say FAILED "the page of a sweep on a read-only disk: $(head -c 300 page)"
    umount disk
    say ok "read-only disk: training is refused; runs can be evaluated, and sweeps shown and reported"
}

mkdir disk
limited_files
if [ -n "${SHORTAGE_MOUNTS:-}" ]; then
    full_disk
    read_only_disk
else
    say SKIPPED "full disk, read-only disk: mounting is not permitted here"
fi
list() { "$program" list >/dev/full 2>words; }
refused 'No space left' list
say ok "standard output on a full device"

# ---- permission ----

touch file
refused 'file/run' train file/run
refused '/proc/run' train /proc/run
say ok "folders that cannot be created"
mkdir locked
chmod 755 . locked
as_nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
[ "$(id -u)" = 0 ] || as_nobody=
if [ "$(id -u)" = 0 ] && ! $as_nobody "$program" --version >/dev/null 2>&1; then
    say SKIPPED "locked folder: root ignores permissions, and no other user can run the program"
else
    chmod a-w locked
    # shellcheck disable=SC2086
    refused 'Permission denied' train $as_nobody -- locked/run
    say ok "locked folder"
fi

# ---- memory ----

short_memory() { # from the least memory that loads the program up to the least memory that completes the run
    kilobytes=4096
    while rm -rf run; do
        limit="prlimit --as=$((kilobytes << 10))"
        if $limit "$program" --version >/dev/null 2>&1; then
            # shellcheck disable=SC2086
            ends_well 'memory\|thread' run : train $limit -- run || break
        fi
        kilobytes=$((kilobytes + 256))
    done
    say ok "short memory, up to $kilobytes KB"
}

huge() {
    prlimit --as=$((4 << 30)) "$program" train --width 8192 --blocks 256 --model.feed_forward 65536 --out huge >out 2>words
}
if prlimit --as=$((1 << 30)) "$program" --version >/dev/null 2>&1; then
    # The sweep over all limits takes long: it runs on request.
    if [ "$sweep" = memory ]; then short_memory; else say SKIPPED "short memory: the sweep is part of make check-all"; fi
    refused 'out of memory:' huge
    say ok "a model larger than any memory"
else
    say SKIPPED "short memory: this program (a sanitizer build?) needs more than 1 GB"
fi
exit $bad
