#!/bin/sh
# compare_losses.sh PROGRAM OTHER: checks that two builds of the program, or two of its kernel sets, have the same
# losses. Both train the same small models for a few steps, with options that use different kernels. The losses may
# differ only by rounding. WRAPPER: the command that runs OTHER (an emulator, or env with a setting).
set -eu
if [ $# != 2 ]; then
    echo "usage: sh compare_losses.sh PROGRAM OTHER" >&2
    exit 2
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

train() { # NAME COMMAND FLAG...: the losses go to NAME.losses
    name=$1 command=$2
    shift 2
    # shellcheck disable=SC2086
    $command train "$@" --width 24 --heads 3 --blocks 2 --model.feed_forward 40 --batch 16 --steps 20 \
        --curriculum.lengths 1..20 --threads 2 --train.log_every 1 --lengths 1..21 --eval.sequences 4 \
        --out "$scratch/$name" --quiet >"$scratch/words" 2>&1 || { cat "$scratch/words"; exit 1; }
    sed 's/.*"step": *\([0-9]*\).*"loss": *\([^,}]*\).*/\1 \2/' "$scratch/$name/metrics.jsonl" >"$scratch/$name.losses"
}

compare() { # LIMIT FLAG...: LIMIT of the relative difference
    limit=$1
    shift
    train one "$first" "$@"
    train other "${WRAPPER:-} $second" "$@"
    paste -d ' ' "$scratch/one.losses" "$scratch/other.losses" | awk -v flags="$*" -v limit="$limit" '
        { away = ($4 - $2) / $2; if (away < 0) away = -away; if (away > worst) worst = away }
        $1 != $3 || !(away < limit) { print "FAILED  " flags ": step " $1 ": loss " $2 ", and " $4 " of the other"; bad = 1 }
        END {
            if (NR != 20) { print "FAILED  " flags ": " NR " steps, not 20"; exit 1 }
            if (!bad) printf "ok      %s: the losses differ by %.0e at most\n", flags, worst
            exit bad
        }'
    rm -rf "$scratch/one" "$scratch/other"
}

first=$1 second=$2
for encoding in none rope relative alibi; do
    compare 1e-5 --task reverse_string --encoding "$encoding"
done
compare 1e-5 --task parity_check --encoding none --attention geometric
# Rounding to bfloat16 may enlarge a difference in the last bit to a relative difference of 1/256.
compare 5e-3 --task reverse_string --encoding sinusoid --precision bf16
