#!/bin/sh
# experiments.sh PROGRAM [draw]
#
# Compares randomized with standard positions on bucket_sort, even_pairs and missing_duplicate_string. All other
# settings are equal. Trains on lengths 1..40 and validates at intervals on lengths 41..100 (500 sequences of each
# length). Writes the scores of all runs by step to doc/experiments/scores.csv, and a figure for each task beside it.
# Takes hours; if interrupted, the same command resumes. "draw" trains nothing and plots the existing results.
#
# From the environment: RUNS (a pattern that selects runs by name; default: all), JOBS (runs at a time; default: one per
# processor).
set -eu

# Task, encoding, positions, learning rate, seed, steps, steps between validations. (At 1e-3, even_pairs is not
# learned.)
experiments='bucket_sort relative randomized 1e-3 1 20000 5000
bucket_sort sinusoid randomized 1e-3 1 20000 5000
bucket_sort sinusoid standard 1e-3 1 20000 5000
bucket_sort relative randomized 1e-3 2 20000 5000
bucket_sort sinusoid randomized 1e-3 2 20000 5000
bucket_sort sinusoid standard 1e-3 2 20000 5000
bucket_sort relative randomized 1e-3 3 20000 5000
bucket_sort sinusoid randomized 1e-3 3 20000 5000
bucket_sort sinusoid standard 1e-3 3 20000 5000
even_pairs sinusoid randomized 1e-3 1 25000 5000
even_pairs sinusoid randomized 3e-4 1 50000 5000
even_pairs sinusoid standard 3e-4 1 50000 5000
missing_duplicate_string relative randomized 1e-3 1 50000 5000
missing_duplicate_string relative standard 1e-3 1 50000 5000'
home=runs/experiments
out=doc/experiments

# ---- one run: called by xargs below ----

if [ "${1:-}" = --run ]; then # PROGRAM TASK ENCODING POSITIONS RATE SEED STEPS EVERY
    name=$3-$4-$5-$6-seed$7
    "$2" train --task "$3" --encoding "$4" --positions "$5" --lr "$6" --seed "$7" --steps "$8" --threads 1 \
        --lengths 41..100 --eval.sequences 500 --eval.every "$9" --eval.validation test \
        --out "$home/$name" --quiet >"$home/$name.log" 2>&1 ||
        { echo "FAILED  $name: $(tail -n 1 "$home/$name.log")"; exit 1; }
    echo "$name done"
    exit
fi

# ---- all runs ----

if [ $# -lt 1 ] || [ $# -gt 2 ] || [ "${2:-draw}" != draw ]; then
    sed -n '2,12s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
program=$1
mkdir -p "$home" "$out"
if [ "${2:-}" != draw ]; then
    echo "$experiments" | grep -e "${RUNS:-.}" | sed "s|^|$program |" |
        xargs -P "${JOBS:-$(nproc)}" -n 8 sh "$0" --run || { echo "experiments: some runs failed" >&2; exit 1; }
fi

# ---- scores of all runs, step by step ----

echo "$experiments" | while read -r task encoding positions rate seed _; do
    metrics=$home/$task-$encoding-$positions-$rate-seed$seed/metrics.jsonl
    [ -e "$metrics" ] || continue
    sed -n 's/.*"step": *\([0-9]*\), "split": *"test", "\(score\|token_accuracy\)": *\([0-9.e+-]*\).*/\1 \3/p' "$metrics" |
        awk -v row="$task,$encoding,$positions,$rate,$seed" '{ printf "%s,%d,%.2f\n", row, $1, 100 * $2 }'
done >"$out/scores.csv.tmp"
{ echo "task,encoding,positions,rate,seed,step,score_percent"; cat "$out/scores.csv.tmp"; } >"$out/scores.csv"
rm "$out/scores.csv.tmp"

# ---- a figure for each task, with a line for each run and a colour for each configuration ----

# A configuration has the same style in all figures. Lines are dashed if the learning rate is not 1e-3.
set_style() { # ENCODING,POSITIONS,RATE
    case $1 in
    relative,randomized,*) rgb='#D55E00' point=5 ;;
    relative,*) rgb='#CC79A7' point=11 ;;
    sinusoid,randomized,*) rgb='#0072B2' point=7 ;;
    *) rgb='#009E73' point=9 ;;
    esac
    case $1 in *,1e-3) dash=1 ;; *) dash='(9,4)' ;; esac
}

draw() { # TASK GUESSING LOWEST: percent
    schemes=$(awk -F , -v task="$1" '$1 == task { print $2 "," $3 "," $4 }' "$out/scores.csv" | sort -u)
    [ -n "$schemes" ] || return 0
    {
        cat <<END
# Score against steps of training. Make the picture again, in this folder: gnuplot $1.gp
set encoding utf8
set datafile separator comma
set lmargin 8
set rmargin 31
set tmargin 5
set border 3 lw 1 lc rgb '#9a9a9a'
set tics nomirror out scale 0.6 textcolor rgb '#444444'
set grid ytics lt 1 lw 0.7 lc rgb '#e4e4e4'
set key at graph 1.02, graph 1 left top Left reverse samplen 1.5 noenhanced textcolor rgb '#444444'
set yrange [$3:101.5]
set ytics format '%g %%'
set xrange [0:*]
set format x '%.0s%c'
set xlabel 'steps of training' textcolor rgb '#444444'
set label 1 '$1' at graph 0, graph 1 offset 0,3 font ',18' noenhanced
set label 2 'mean token accuracy over lengths 41..100; trained on lengths 1..40; a line for each seed' \\
    at graph 0, graph 1 offset 0,1.6 font ',12' textcolor rgb '#666666'
set arrow 1 from graph 0, first $2 to graph 1, first $2 nohead dashtype (2,5) lw 1.4 lc rgb '#8a8a8a' back
set label 3 'guessing' at graph 0, first $2 offset 0.6,0.5 font ',12' textcolor rgb '#8a8a8a'
END
        plots=
        for scheme in $schemes; do
            set_style "$scheme"
            title=$(echo "$scheme" | awk -F , '{ print $2, $1 ($3 == "1e-3" ? "" : ", rate " $3) }')
            for seed in $(awk -F , -v key="$1,$scheme" '$1 "," $2 "," $3 "," $4 == key { print $5 }' "$out/scores.csv" |
                sort -un); do
                row="strcol(1).','.strcol(2).','.strcol(3).','.strcol(4).','.strcol(5) eq '$1,$scheme,$seed'"
                plots="$plots${plots:+, \\
    }'scores.csv' skip 1 using 6:($row ? column(7) : NaN) with linespoints pt $point ps 0.5 lw 2 dt $dash lc rgb '$rgb' "
                plots="$plots$([ -n "$title" ] && echo "title '$title'" || echo notitle)"
                title=
            done
        done
        echo "set datafile missing NaN"
        echo "set terminal svg size 940,460 background '#ffffff' font 'sans-serif,14'"
        echo "set output '$1.svg'"
        echo "plot $plots"
    } >"$out/$1.gp"
    (cd "$out" && gnuplot -d "$1.gp")
    echo "$out/$1.svg"
}
draw bucket_sort 23.7 10
draw even_pairs 50 40
draw missing_duplicate_string 50 40

# ---- the table ----

awk -F , 'NR > 1 {
    key = sprintf("%-26s %-10s %-11s %5s %4d", $1, $2, $3, $4, $5)
    if (!(key in last)) order[++n] = key
    last[key] = sprintf("%7d %7.1f", $6, $7)
    if (!(key in passed)) passed[key] = "-"
    if ($7 >= 90 && passed[key] == "-") passed[key] = $6
}
END {
    printf "%-26s %-10s %-11s %5s %4s %7s %7s %14s\n", "task", "encoding", "positions", "rate", "seed", "steps", "score", "90 % first at"
    for (i = 1; i <= n; i++) printf "%s %s %14s\n", order[i], last[order[i]], passed[order[i]]
}' "$out/scores.csv"
