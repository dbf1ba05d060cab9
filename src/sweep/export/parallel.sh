#!/bin/bash
# {{summary}}, by GNU parallel.
#
#   bash parallel.sh                           trains all runs, on this machine
#   bash parallel.sh --sshloginfile nodes.txt  on these machines, one per line, sharing this directory
#   bash parallel.sh --eta                     all arguments go to parallel(1)
#
# On a single machine, `lengthen sweep run` is simpler. You can kill this script at any time and start it again: tasks
# that the job log lists as finished are skipped, and the others resume from their checkpoints.
set -u

sweep={{directory}}
program='{{program}}'
tasks={{tasks}}
cpus={{cpus}}
jobs={{jobs}}

# --resume-failed: tasks that the log lists as finished are skipped; failed and stopped ones run again. Each line of
# output is printed at once, after its slot and task.
# --termseq: on Ctrl-C workers get one USR1 and ten seconds to write checkpoints; the default, two TERMs, leaves no time.
mkdir -p "$sweep/logs" || exit
seq 0 $((tasks - 1)) |
    parallel --jobs "$jobs" --joblog "$sweep/logs/parallel.tsv" --resume-failed --termseq USR1,10000,KILL,25 \
        --line-buffer --tagstring 'slot {%} task {}' "$@" --quote \
        "$program" sweep worker "$sweep" --shard "{}/$tasks" --threads "$cpus"
status=$? # number of failed tasks; 101 if more than 100
"$program" sweep merge "$sweep" && "$program" sweep status "$sweep"
exit "$status"
