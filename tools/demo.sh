#!/bin/sh
# demo.sh PROGRAM
#
# The basic experiment, one to two minutes on two cores. Trains two models on short sequences until they solve them. The
# models differ only in their positions: standard or randomized. Then evaluates both models on much longer sequences. If
# interrupted, the same command resumes.
set -eu

task=bucket_sort
encoding=relative
steps=1400 # at most
enough=0.96
rate=1e-3
trained=1..40
tested=10..500:10
sequences=20

if [ $# != 1 ]; then
    echo "usage: sh tools/demo.sh PROGRAM" >&2
    exit 2
fi
program=$1
threads=$(($(nproc) / 2))
[ "$threads" -gt 0 ] || threads=1
mkdir -p runs

train() { # POSITIONS: trains in the background, with progress in a log
    "$program" train --task "$task" --encoding "$encoding" --positions "$1" --steps "$steps" --lr "$rate" \
        --curriculum.lengths "$trained" --lengths 40 --eval.sequences 20 --train.checkpoint_every 200 \
        --eval.every 100 --train.until "token_accuracy>=$enough" \
        --threads "$threads" --out "runs/demo-$1" >"runs/demo-$1.log" 2>&1 &
}

last_line() { # POSITIONS
    line=$(grep -a '%|.*step/s' "runs/demo-$1.log" | tail -n 1 | cut -c 1-100)
    printf '  %-11s %s\n' "$1" "${line:-starting}"
}

finish() { # POSITIONS PID
    status=0
    wait "$2" || status=$?
    [ $status = 0 ] && return
    cat "runs/demo-$1.log" >&2
    echo "demo: training with $1 positions ended with status $status. To start over: rm -r runs/demo-$1" >&2
    exit 1
}

stop() {
    trap - INT TERM
    kill -TERM "$plain" "$randomized" 2>/dev/null || true
    wait
    echo
    echo "Stopped; progress is saved. Run the same command to continue."
    exit 130
}

echo "Training two models on $task, lengths $trained, until token accuracy is $enough (at most $steps steps):"
echo "positions 0, 1, 2, ... and randomized positions."
train standard
plain=$!
train randomized
randomized=$!
trap stop INT TERM
above= # on a terminal, moves up two lines to redraw them
pause=1
while kill -0 "$plain" 2>/dev/null || kill -0 "$randomized" 2>/dev/null; do
    sleep $pause &
    wait $! # unlike sleep alone, can be interrupted by signals
    printf '%s' "$above"
    last_line standard
    last_line randomized
    if [ -t 1 ]; then above=$(printf '\033[2A\033[J'); else pause=10; fi
done
finish standard "$plain"
finish randomized "$randomized"

echo "Testing both models on lengths $tested."
"$program" eval runs/demo-standard runs/demo-randomized --lengths "$tested" --eval.sequences "$sequences" \
    --title "$task, encoding $encoding" --figure doc/demo.png --figure doc/demo.svg
cat <<END

The figure is doc/demo.svg (and doc/demo.png), its data doc/demo.csv. It shows token accuracy against input length.
Training used only lengths $trained, left of the dashed line; a curve that stays high to its right generalizes to
longer inputs. The models differ only in their positions: --positions standard or randomized.
To run the commands of the README without installing: export PATH="$(cd "$(dirname "$program")" && pwd):\$PATH"
END
