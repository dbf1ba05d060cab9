#!/bin/bash
# encodings: 2500 runs in 834 packs of about 30 min, by GNU parallel.
#
#   bash parallel.sh                           works through all packs, on this machine
#   bash parallel.sh --sshloginfile nodes.txt  on those machines: one a line, which share this directory
#   bash parallel.sh --eta                     all words go to parallel(1)
#
# On one machine alone, `lengthen sweep run` does the same with less ado. Kill this at any moment and start it again:
# packs that the log of jobs calls finished are left out, the others go on where their checkpoints are.
set -u

sweep='/scratch/sweeps/encodings'
program='lengthen'
packs=834
cpus=4
jobs=25% # of the processors of each machine

# --resume-failed: by its log, what is finished stays so, and what failed or was stopped is done again. A line of output
# is printed when it comes, behind the slot and the pack that it is from.
# --termseq: on Ctrl-C workers get one USR1 and ten seconds for their checkpoints; two TERMs, as usual, leave none.
mkdir -p "$sweep/logs" || exit
seq 0 $((packs - 1)) |
    parallel --jobs "$jobs" --joblog "$sweep/logs/parallel.tsv" --resume-failed --termseq USR1,10000,KILL,25 \
        --line-buffer --tagstring 'slot {%} pack {}' "$@" --quote \
        "$program" sweep worker "$sweep" --shard "{}/$packs" --threads "$cpus"
status=$? # how many packs did not end well, 101 where that is more than 100
"$program" sweep merge "$sweep" && "$program" sweep status "$sweep"
exit "$status"
