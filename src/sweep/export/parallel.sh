#!/bin/bash
# {{summary}}, by GNU parallel.
#
#   bash parallel.sh                           trains all runs, on this machine
#   bash parallel.sh --sshloginfile nodes.txt  on those machines: one a line, which share this directory
#   bash parallel.sh --eta                     all arguments go to parallel(1)
#
# On one machine alone, `lengthen sweep run` does the same more simply. Kill this at any moment and start it again:
# tasks that the job log calls finished are skipped, the others resume from their checkpoints.
set -u

sweep={{directory}}
program='{{program}}'
tasks={{tasks}}
cpus={{cpus}}
jobs={{jobs}}

# --resume-failed: by its log, tasks that finished are skipped, and those that failed or were stopped are done again. A
# line of output is printed at once, after its slot and task.
# --termseq: on Ctrl-C workers get one USR1 and ten seconds for their checkpoints; two TERMs, as usual, leave none.
mkdir -p "$sweep/logs" || exit
seq 0 $((tasks - 1)) |
    parallel --jobs "$jobs" --joblog "$sweep/logs/parallel.tsv" --resume-failed --termseq USR1,10000,KILL,25 \
        --line-buffer --tagstring 'slot {%} task {}' "$@" --quote \
        "$program" sweep worker "$sweep" --shard "{}/$tasks" --threads "$cpus"
status=$? # number of tasks that did not end well, 101 where that is more than 100
"$program" sweep merge "$sweep" && "$program" sweep status "$sweep"
exit "$status"
