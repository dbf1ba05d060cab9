#!/bin/sh
# digests.sh PROGRAM [record]
#
# Trains the runs of test/golden/digests.txt with each kernel set of this machine, and compares digests of their weights
# and scores with test/golden/digests.csv. If a change of the program should not change results, every bit must stay the
# same. "record" writes the new digests. A run takes less than a second.
#
# From the environment: NAMES (of runs; default: all), SETS (kernel sets), JOBS (runs at a time; one per processor).
set -eu
LC_ALL=C
export LC_ALL

fail() {
    echo "$*" >&2
    exit 2
}

# ---- one run: called by xargs below ----

# The numbers of a safetensors file, without its header, which contains the version.
weights_of() { # FILE
    tail -c +$((9 + $(od -An -tu8 -N8 "$1"))) "$1" | sha256sum | cut -c1-16
}

run() { # PROGRAM DONE SET NAME OPTIONS...
    program=$1 done=$2 set=$3 name=$4
    shift 4
    size='--heads 4 --width 32'
    case " $* " in *' --width '*) size= ;; esac
    case " $* " in *' --architecture '*stack_rnn*|*' lstm '*|*tape_rnn*) size='--width 32' ;; esac
    if LENGTHEN_KERNELS=$set "$program" train "$@" $size --model.feed_forward 48 --blocks 2 --batch 8 --steps 6 \
        --threads 1 --seed 7 --lengths 1..16:5 --eval.sequences 8 --out "$done/$set-$name" --quiet \
        >"$done/$set-$name.log" 2>&1; then
        scores=$(sha256sum <"$done/$set-$name/eval.jsonl" | cut -c1-16)
        echo "$set,$name,$(weights_of "$done/$set-$name/model.safetensors"),$scores" >"$done/$set-$name.csv"
        rm -rf "${done:?}/$set-$name"
    else
        echo "FAILED  $name with $set: $(tail -n 1 "$done/$set-$name.log")"
        return 1
    fi
}

if [ "${1:-}" = --run ]; then
    shift
    run "$@"
    exit
fi

# ---- all of them ----

[ $# -ge 1 ] || fail "usage: digests.sh PROGRAM [record]"
program=$(realpath "$1") mode=${2:-compare}
cd "$(dirname "$0")/.."
table=test/golden/digests.csv
done=$(mktemp -d)
trap 'rm -rf "$done"' EXIT
here=${SETS:-$("$program" doctor --fast --json | sed -n 's/.*"kernel_sets": *"\([^"]*\)".*/\1/p' | tr -d ,)}
for set in $here; do
    grep -v '^#' test/golden/digests.txt | while read -r name options; do
        case $set-$name in amx-*bf16) ;; amx-*) continue ;; esac # without bf16, amx equals avx512
        case " ${NAMES:-$name} " in *" $name "*) echo "$program $done $set $name $options" ;; esac
    done
done >"$done/runs"
xargs -r -P "${JOBS:-$(nproc)}" -L 1 sh tools/digests.sh --run <"$done/runs" || exit 1
cat "$done"/*.csv | sort >"$done/all"
if [ "$mode" = record ]; then
    { echo set,name && cut -d, -f1,2 "$done/all"; } | sed 's/.*/^&,/' >"$done/known"
    grep -s -v -f "$done/known" $table >"$done/others" || :
    { echo set,name,weights,scores && sort "$done/all" "$done/others"; } >"$done/table"
    mv "$done/table" $table
    echo "$(wc -l <"$done/all") digests recorded of: $here"
    exit
fi
grep -F -x -v -f $table "$done/all" >"$done/wrong" || :
if [ -s "$done/wrong" ]; then
    echo "FAILED  bits differ from the record (set,name,weights,scores):"
    cat "$done/wrong"
    exit 1
fi
echo "all $(wc -l <"$done/all") digests are as recorded: $here"
