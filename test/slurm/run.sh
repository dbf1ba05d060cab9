#!/bin/sh
# run.sh PROGRAM
#
# Trains a sweep on Slurm, with a cluster of four nodes on this machine and the script of `lengthen sweep export`. The
# first array task gets the signal of its time limit, the second loses its worker, the third loses its node, the fourth
# is requeued, and the fifth is cancelled. Slurm and the script must resume all tasks except the cancelled task. The
# same script, submitted again, must train the remaining runs. The merged results must have the same bytes as the
# results of the same sweep trained without Slurm. Each disturbance must appear in a log, because a disturbance after
# the end of its task tests nothing.
# shellcheck disable=SC2317 # functions are called through traps and await
set -eu
PATH=$PATH:/usr/sbin

if [ $# != 1 ] || [ ! -x "$1" ]; then
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
scratch=$(mktemp -d)
chmod 711 "$scratch" # every user must reach munge's socket
sweep=$scratch/sweep
cluster=$scratch/cluster
bad=0

clean() {
    sh "$here/cluster.sh" stop "$cluster"
    rm -rf "$scratch"
}
trap clean EXIT
trap 'exit 130' INT TERM

slurm() { # COMMAND...: a command of Slurm, for this cluster
    SLURM_CONF=$cluster/slurm.conf "$@"
}

say() { # ok|FAILED WORDS
    [ "$1" = ok ] || bad=1
    printf '%-8s%s\n' "$1" "$2"
}

await() { # SECONDS WHAT COMMAND...: waits until the command succeeds
    tries=$(($1 * 10))
    what=$2
    shift 2
    until "$@"; do
        tries=$((tries - 1))
        if [ $tries = 0 ]; then
            say FAILED "waited without success: $what"
            slurm squeue || true
            tail -n 20 "$sweep"/logs/* "$cluster/slurmctld.log" || true
            exit 1
        fi
        sleep 0.1
    done
}

# ---- running tasks; TASK is Slurm's name of a task: 12_3 ----

process() { # TASK WORDS: the process of the task with these words on its command line
    grep -lzxF "SLURM_ARRAY_TASK_ID=${1#*_}" /proc/[0-9]*/environ 2>/dev/null | while read -r environ; do
        process=${environ%/environ}
        grep -qzxF "SLURM_ARRAY_JOB_ID=${1%_*}" "$environ" || continue
        if tr '\0' ' ' <"$process/cmdline" | grep -q "$2"; then echo "${process#/proc/}"; fi
    done 2>/dev/null # processes end meanwhile
}

# Has a worker written a checkpoint of a run? It keeps the lock of the run's directory open.
is_at_work() { # TASK
    worker=$(process "$1" 'sweep worker')
    [ -n "$worker" ] || return 1
    run=$(find "/proc/$worker/fd" -lname "$sweep/runs/*/.lock" -printf '%l\n' 2>/dev/null | head -n 1)
    [ -n "$run" ] && [ -s "${run%/.lock}/state.safetensors" ]
}

is_over() {
    [ -z "$(slurm squeue -h)" ]
}

submit() { # sets a and b: the arrays of tasks 0 to 3, and of tasks 4 and 5
    slurm bash "$sweep/slurm.sh" >"$scratch/words"
    a=$(sed -n 's/^array \([0-9]*\): tasks 0 to 3$/\1/p' "$scratch/words")
    b=$(sed -n 's/^array \([0-9]*\): tasks 4 to 5$/\1/p' "$scratch/words")
    [ -n "$a" ] && [ -n "$b" ] && return
    say FAILED "six tasks are not two arrays of four tasks at most: $(cat "$scratch/words")"
    exit 1
}

log_says() { # TASK WORDS DISTURBANCE
    if grep -q "$2" "$sweep/logs/$1.log"; then
        say ok "$3"
    else
        say FAILED "$3: the log of the task lacks: $2"
        cat "$sweep/logs/$1.log"
    fi
}

# ---- the test ----

plan() { # 18 runs, of a second or two each
    cat >"$scratch/slurm-test.yaml" <<END
set:
  model: {width: 32, heads: 2, blocks: 1, feed_forward: 64}
  train: {steps: 3000, batch: 16, checkpoint_every: 50, log_every: 500}
  curriculum.lengths: 1..10
  eval: {lengths: 1..15, sequences: 32}
grid:
  task: [reverse_string, even_pairs, bucket_sort]
  encoding: [relative, sinusoid]
  seed: 1..3
END
    "$program" sweep plan "$scratch/slurm-test.yaml" --out "$sweep" --quiet >/dev/null
    cp -r "$sweep" "$scratch/alone"
}

# Stops a worker until its task is disturbed: on a fast machine the task might otherwise end earlier.
freeze() { # TASK
    await 120 "a checkpoint of task $1" is_at_work "$1"
    kill -STOP "$(process "$1" 'sweep worker')"
}

thaw() { # TASK: continues the worker after the disturbance, which may have ended it
    for worker in $(process "$1" 'sweep worker'); do kill -CONT "$worker" 2>/dev/null || true; done
}

disturb() {
    for task in "${a}_0" "${a}_1" "${a}_2" "${a}_3" "${b}_0"; do
        freeze "$task" &
        freezing="${freezing:-} $!"
    done
    # shellcheck disable=SC2086 # numbers of processes
    set -- $freezing
    wait "$1" || exit 1
    kill -USR1 "$(process "${a}_0" slurm_script)" # Slurm sends USR1 two minutes before the time limit
    thaw "${a}_0"
    wait "$2" || exit 1
    kill -KILL "$(process "${a}_1" 'sweep worker')"
    wait "$3" || exit 1
    node=$(slurm squeue -h -j "${a}_2" -o %N)
    sh "$here/cluster.sh" lose "$cluster" "$node"
    slurm scontrol update "nodename=$node" state=down reason=lost
    wait "$4" || exit 1
    slurm scontrol requeue "${a}_3"
    thaw "${a}_3"
    wait "$5" || exit 1
    slurm scancel "${b}_0"
    thaw "${b}_0"
}

check_disturbances() {
    log_says "${a}_0" 'status 75: requeueing the task' 'time limit: the task wrote its checkpoints and was resumed'
    log_says "${a}_1" 'status 137: requeueing the task' 'a worker was killed: its task was requeued'
    log_says "${a}_3" 'DUE TO JOB REQUEUE' 'a task was requeued'
    log_says "${b}_0" 'CANCELLED AT' 'a task was cancelled'
    if grep -q 'started again' "$sweep/logs/${b}_0.log"; then say FAILED 'the cancelled task requeued itself'; fi
    if grep -q "requeue job.*${a}_2.*failure of node" "$cluster/slurmctld.log"; then
        say ok 'a node was lost: its task was requeued'
    else
        say FAILED 'a node was lost, and its task was not requeued'
    fi
}

results() { # SWEEP FILE
    "$program" sweep results "$1" --out "$2" >/dev/null
}

plan
begin=$(date +%s)
"$program" sweep run "$scratch/alone" -j 1 --quiet >/dev/null
results "$scratch/alone" "$scratch/alone.jsonl"
say ok "without Slurm: $(wc -l <"$scratch/alone.jsonl") runs in $(($(date +%s) - begin)) s"

begin=$(date +%s)
sh "$here/cluster.sh" start "$cluster" 4
"$program" sweep export "$sweep" --slurm --tasks 6 --program "$program" --quiet
submit
disturb
await 300 'the end of all jobs' is_over
check_disturbances
results "$sweep" "$scratch/first.jsonl"
count=$(wc -l <"$scratch/first.jsonl")
if [ "$count" -ge 15 ] && [ "$count" -lt 18 ]; then
    say ok "first submission: $count of 18 runs"
else
    say FAILED "first submission: $count of 18 runs; only runs of the cancelled task may be missing, and some must be"
fi
submit
await 120 'the end of the second submission' is_over
results "$sweep" "$scratch/slurm.jsonl"
if cmp "$scratch/alone.jsonl" "$scratch/slurm.jsonl"; then
    say ok "on Slurm: the same bytes, in $(($(date +%s) - begin)) s"
else
    say FAILED "on Slurm: other results than without Slurm"
fi
twice=$(cat "$sweep"/shards/*.jsonl | grep -o '"id": *"[0-9a-f]*"' | sort | uniq -d)
if [ -n "$twice" ]; then say FAILED "runs that were trained to the end twice: $twice"; fi
exit $bad
