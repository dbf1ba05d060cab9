#!/bin/bash
# memory.sh PROGRAM [ATTENTION...] (the environment variable SEGMENT sets the tokens of a segment; default 128)
#
# Compares the processor time per evaluated token of two ways of reading text with ATTENTION keys per query: windows
# that slide token by token and predict one token each (--protocol pass --eval.stride 1), and segments with a memory
# (--protocol memory). Prints the ratio beside the one that Dai et al. 2019 (Transformer-XL, section 4.5) measured on a
# GPU. Uses one thread and a nearly untrained model, whose weights do not matter.
set -euo pipefail

[ $# -ge 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
[ $# -gt 0 ] || set -- 800 1800 2800 3800
segment=${SEGMENT:-128}
segments=48 # timed segments, not counting the first
windows=8
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

seq 1 40000 >text
"$program" train --data text --data.file text --data.test_fraction 0.5 --encoding relative --width 128 --heads 4 --blocks 4 \
    --curriculum.lengths "$segment" --architecture.memory "$segment" --batch 4 --steps 2 --lengths 8 --eval.targets 8 \
    --threads 1 --out run --quiet >words 2>&1 || { cat words; exit 1; }

seconds() { # FLAGS...: processor time of an evaluation
    local TIMEFORMAT=%U
    { time "$program" eval run --threads 1 --quiet "$@" >words 2>&1; } 2>&1 || { cat words >&2; exit 1; }
}

# Milliseconds per token: the time difference of two evaluations, divided by N. One of them has N more tokens.
by_memory() { # ATTENTION
    local flags="--lengths $segment --eval.memory $1 --mask.same_length memory"
    echo "$(seconds $flags --eval.targets $segment) $(seconds $flags --eval.targets $((segment + segments * segment)))" |
        awk -v n=$((segments * segment)) '{ print 1000 * ($2 - $1) / n }'
}
by_windows() {
    local flags="--protocol pass --lengths $1 --eval.stride 1"
    echo "$(seconds $flags --eval.targets $windows) $(seconds $flags --eval.targets $((2 * windows)))" |
        awk -v n=$windows '{ print 1000 * ($2 - $1) / n }'
}

published() {
    case $1 in 800) echo 363 ;; 1800) echo 773 ;; 2800) echo 1409 ;; 3800) echo 1874 ;; *) echo - ;; esac
}

printf '%9s  %14s  %14s  %7s  %9s\n' attention 'windows, ms' 'memory, ms' ratio published
for attention in "$@"; do
    slow=$(by_windows "$attention")
    fast=$(by_memory "$attention")
    awk -v a="$attention" -v s="$slow" -v f="$fast" -v p="$(published "$attention")" \
        'BEGIN { printf "%9d  %14.3f  %14.5f  %7.0f  %9s\n", a, s, f, s / f, p }'
done
