#!/bin/bash
# encodings: 2500 runs in 1667 tasks of about 30 min, on Slurm.
#
#   bash slurm.sh      submits arrays of tasks, and a final job that merges their results
#
# A task trains its shard of the runs with `lengthen sweep worker`. It needs only the sweep directory, on a file system
# that all nodes share. A task that was preempted, killed or out of time resumes from its checkpoints. Run this script
# again to train what is missing: it skips finished runs and those that another task is training.
#
#SBATCH --job-name=encodings
#SBATCH --nodes=1 --ntasks=1 --cpus-per-task=2
#SBATCH --partition=long
#SBATCH --account=lab
#SBATCH --mem=4G
#SBATCH --time=01:30:00
# A requeued task appends to the same log; USR1 is sent two minutes before the time limit.
#SBATCH --requeue --open-mode=append --signal=B:USR1@120
set -u

sweep='/scratch/sweeps/encodings' # path on the nodes
program='lengthen'
tasks=1667
limit='%50' # %10: ten tasks of an array at a time

submit() { # arrays of at most MaxArraySize tasks (1001 by default), then the merge
    size=$(scontrol show config | awk '$1 == "MaxArraySize" { print $3 }')
    size=${size:-1001}
    jobs=
    mkdir -p "$sweep/logs" || exit
    for ((first = 0; first < tasks; first += size)); do
        last=$((tasks - first < size ? tasks - first - 1 : size - 1))
        job=$(sbatch --parsable --array="0-$last$limit" --output="$sweep/logs/%A_%a.log" \
            "$0" work "$first") || exit
        echo "array ${job%%;*}: tasks $first to $((first + last))"
        jobs=$jobs:${job%%;*}
    done
    job=$(sbatch --parsable --dependency="afterany$jobs" --cpus-per-task=1 --output="$sweep/logs/%j.log" \
        "$0" merge) || exit
    echo "job ${job%%;*}: merges at the end; logs are in $sweep/logs"
}

work() { # FIRST: the number of the array's first task
    "$program" sweep worker "$sweep" --shard "$(($1 + SLURM_ARRAY_TASK_ID))/$tasks" \
        --threads "${SLURM_CPUS_PER_TASK:-1}" &
    worker=$!
    ended=
    # USR1 is sent only to this shell. TERM is sent to all processes of the task, also to the worker: a second one
    # would end it before it writes its checkpoints.
    trap 'signalled=yes; kill -USR1 "$worker"' USR1
    trap 'signalled=yes; ended=yes' TERM
    while
        signalled= # a signal ends `wait` but not the worker: wait again
        wait "$worker"
        status=$?
        [ -n "$signalled" ]
    do :; done
    # After TERM, Slurm decides whether to restart the task: it may have been cancelled.
    if [ -z "$ended" ] && must_resume; then
        echo "status $status: requeueing the task"
        scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
    fi
    exit "$status" # 3: some runs of the task failed; `lengthen sweep status` lists the reasons
}

must_resume() { # 75: stopped cleanly. Above 128: killed, perhaps for memory; restarted at most three times
    [ "$status" = 75 ] || { [ "$status" -gt 128 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ]; }
}

merge() {
    "$program" sweep merge "$sweep" && "$program" sweep status "$sweep"
}

case ${1-} in
'') submit ;;
work) work "$2" ;;
merge) merge ;;
*) echo "usage: bash ${0##*/}" >&2; exit 2 ;;
esac
