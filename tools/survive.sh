#!/bin/sh
# survive.sh PROGRAM [KILLS [STEPS]]
#
# Kills a run (kill -9) at KILLS random moments and resumes it each time. At the end it must have the same bytes as an
# uninterrupted run: last, best and kept models, state, evaluation, and metrics except times. The event file must have
# the same numbers as the metrics; run.json must have the same results. The test is repeated with 1 and 2 threads, with
# three runs in one process, and for a model with a segment memory.
# Control: the comparison must find a changed moment of Adam, a changed memory, and a step that is off by one.
# SEED=n chooses other random moments. test/kill_points.py kills at every write, sync and rename.
set -eu

if [ $# -lt 1 ] || [ $# -gt 3 ]; then
    sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
program=$1
kills=${2:-20}
steps=${3:-$((kills * 100))}
tamper=$(dirname "$program")/test/tamper
if [ ! -x "$tamper" ]; then
    echo "survive: $tamper is missing; build it with: make $tamper" >&2
    exit 1
fi
small="--width 32 --heads 4 --blocks 2 --model.feed_forward 64 --encoding relative --train.checkpoint_every 10
--train.log_every 7 --log tensorboard"
model="$small --task reverse_string --positions randomized --positions.L 256 --batch 32 --curriculum.lengths 1..20
--lengths 1..40 --eval.sequences 32 --eval.every 50 --eval.checkpoint best --train.keep 3"
scratch=$(mktemp -d)
memory="$small --data text --data.file $scratch/text --architecture.memory 24 --batch 8 --curriculum.lengths 16
--lengths 16,32 --eval.sequences 32"
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

seeds=1 # above 1: a process trains this number of runs, in $scratch/DIR-seed1, ...

runs_of() { # DIR
    [ "$seeds" = 1 ] && echo "$1" || echo "$1-seed1 $1-seed2 $1-seed3"
}

# Trains or resumes in $scratch/DIR. `exec` replaces the shell by the program, so that the signal reaches the program.
train() { # DIR THREADS
    # shellcheck disable=SC2086
    exec "$program" train $model --seed "$seeds" --steps "$steps" --threads "$2" --out "$scratch/$1" --quiet >"$scratch/words" 2>&1
}

finish() { # DIR THREADS: trains to the end
    if ! (train "$1" "$2"); then
        cat "$scratch/words"
        exit 1
    fi
}

# Prints KILLS random delays in seconds. Their sum is on average half of the time of a run.
delays() { # SECONDS
    awk -v seed="${SEED:-1}" -v kills="$kills" -v seconds="$1" \
        'BEGIN { srand(seed); for (i = 0; i < kills; i++) printf "%.4f\n", rand() * seconds / kills }'
}

interrupt() { # DIR THREADS DELAY: kills the run after a delay; false if it ended before
    train "$1" "$2" &
    sleep "$3"
    kill -9 $! 2>/dev/null || true
    status=0
    wait $! 2>/dev/null || status=$?
    [ $status = 137 ] && return
    [ $status = 0 ] && return 1
    echo "survive: resuming after a kill failed with status $status:"
    cat "$scratch/words"
    exit 1
}

# Kills the run KILLS times, after shorter delays if the machine is now faster than in the uninterrupted run.
disturb() { # DIR THREADS SECONDS
    seconds=$3
    for attempt in 1 2 3 4; do
        rm -rf "${scratch:?}/$1" "${scratch:?}/$1"-seed*
        delays "$seconds" >"$scratch/delays"
        hits=0
        while read -r delay && interrupt "$1" "$2" "$delay"; do hits=$((hits + 1)); done <"$scratch/delays"
        [ $hits = "$kills" ] && return
        seconds=$(echo "$seconds" | awk '{ print $1 / 2 }')
    done
    echo "survive: the run is too short for $kills kills, even at attempt $attempt; use more than $steps steps"
    exit 1
}

differences() { # DIR DIR: prints the files that differ
    for file in model.safetensors state.safetensors eval.jsonl $(cd "$scratch/$1" && find checkpoints -type f 2>/dev/null); do
        cmp -s "$scratch/$1/$file" "$scratch/$2/$file" || echo "$file"
    done
    for each in "$1" "$2"; do sed 's/, "t":.*//' "$scratch/$each/metrics.jsonl" >"$scratch/$each.metrics"; done
    cmp -s "$scratch/$1.metrics" "$scratch/$2.metrics" || echo metrics.jsonl
    for each in "$1" "$2"; do grep -E '"(step|loss|accuracy|score)":' "$scratch/$each/run.json" >"$scratch/$each.record"; done
    cmp -s "$scratch/$1.record" "$scratch/$2.record" || echo run.json
}

check() { # THREADS [WHAT]: WHAT: a name for runs of another model
    begin=$(date +%s.%N)
    finish "whole$1${2:-}" "$1"
    seconds=$(echo "$begin $(date +%s.%N)" | awk '{ print $2 - $1 }')
    disturb "killed$1${2:-}" "$1" "$seconds"
    finish "killed$1${2:-}" "$1"
    found=
    for run in $(runs_of "killed$1${2:-}"); do
        found="$found$(differences "whole${run#killed}" "$run")"
        python3 "$(dirname "$0")/../test/events.py" "$scratch/$run" >"$scratch/words" 2>&1 || found="$found $(cat "$scratch/words")"
    done
    what="$kills kills in $steps steps, threads $1, runs $(runs_of killed | wc -w)${2:+, with $2}"
    if [ -z "$found" ]; then
        echo "ok      $what: the same bytes"
    else
        echo "FAILED  $what: these differ: $(echo "$found" | tr '\n' ' ')"
        bad=1
    fi
}

check_control() { # WHAT WHOLE: kills a run after a checkpoint, changes the state, resumes
    train "$1" 1 &
    until [ -s "$scratch/$1/state.safetensors" ] || ! kill -0 $! 2>/dev/null; do sleep 0.02; done
    kill -9 $! 2>/dev/null || true
    wait $! 2>/dev/null || true
    "$tamper" "$1" "$scratch/$1"
    noticed=no
    if ! (train "$1" 1); then
        grep -q "end at step" "$scratch/words" && noticed=yes
    elif differences "$2" "$1" | grep -q model; then
        noticed=yes
    fi
    if [ $noticed = yes ]; then
        echo "ok      control: a changed $1 in the state is detected"
    else
        echo "FAILED  control: a changed $1 in the state is not detected"
        bad=1
    fi
}

bad=0
check 1
check 2
if ! cmp -s "$scratch/whole1/model.safetensors" "$scratch/whole2/model.safetensors"; then
    echo "FAILED  1 and 2 threads differ"
    bad=1
fi
check_control moment whole1
check_control step whole1
seeds=1..3
check 2
# The text streams have 281 segments. A run starts the streams again several times, and kills are between segments.
seq 1 9999 | head -c 40000 >"$scratch/text"
seeds=1
model=$memory
check 2 memory
check_control memory whole2memory
exit $bad
