#!/bin/sh
# calibrate.sh PROGRAM
#
# A model without position information can only guess: repeat the most frequent symbol of the input, or predict the most
# frequent class. After training until the loss is flat, its score must be within one percentage point of the published
# score (Ruoss et al. 2023, column None). A score significantly above the score of guessing on samples of the same
# lengths would be an information leak. Exit status 5: a score differs.
#
# From the environment: TASKS (names; default: all), STEPS (3000), LENGTHS (41..500:20; 41..500 takes twenty times as
# long). Runs stay in runs/calibrate; the same command resumes them, unless the program was built again.
set -eu

if [ $# != 1 ]; then
    sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
program=$1
steps=${STEPS:-3000}
lengths=${LENGTHS:-41..500:20}
home=runs/calibrate/$(cksum <"$program" | cut -d ' ' -f 1)-$steps
mkdir -p "$home"

# Columns: task, published score, number of sequences of each length (larger for tasks with one output token).
cases='reverse_string 52.8 100
duplicate_string 52.8 100
odds_first 52.8 100
bucket_sort 23.7 100
modular_arithmetic_brackets 31.0 2000'

list_lengths() { # FIRST..LAST:STEP or FIRST..LAST
    echo "$lengths" | tr -s '.:' '  ' | awk '{ for (n = $1; n <= $2; n += $3 ? $3 : 1) print n }'
}

# The score of guessing on samples of these lengths, in percent, and the standard error of this score with COUNT
# sequences of each length.
guess() { # TASK COUNT
    for length in $(list_lengths); do
        "$program" sample "$1" --length "$length" --count "$2" --seed 5 --json
    done | sed 's/.*"target":\[\([^]]*\)\].*/\1/' | awk -F , '
        { delete count; best = 0 }
        { for (i = 1; i <= NF; i++) if (++count[$i] > best) best = count[$i] }
        { n++; sum += best / NF; squares += (best / NF) ^ 2; single = NF == 1; if (++class[$1] > top) top = class[$1] }
        END {
            mean = single ? top / n : sum / n
            spread = single ? mean * (1 - mean) : squares / n - mean ^ 2
            printf "%.4f %.4f\n", 100 * mean, 100 * sqrt(spread / n)
        }'
}

score() { # TASK COUNT: trains and evaluates, prints the score in percent
    "$program" train --task "$1" --encoding none --positions standard --steps "$steps" --lr 1e-3 --schedule cosine \
        --lengths "$lengths" --eval.sequences "$2" --train.log_every 10 --out "$home/$1" --json --quiet |
        tail -n 1 | sed -n 's/.*"score":\([0-9.e+-]*\).*/\1/p' | awk '{ printf "%.4f\n", 100 * $1 }'
}

# The decrease of the mean loss, in percent, from the second last to the last fifth of training.
fall() { # TASK
    sed 's/.*"step": *\([0-9]*\).*"loss": *\([0-9.e+-]*\).*/\1 \2/' "$home/$1/metrics.jsonl" | awk -v steps="$steps" '
        $1 > 0.6 * steps && $1 <= 0.8 * steps { a += $2; m++ }
        $1 > 0.8 * steps { b += $2; n++ }
        END { if (m && n) printf "%.2f", 100 * (1 - b / n / (a / m)) }'
}

judge() { # TASK PUBLISHED SCORE GUESS ERROR FALL: prints a line of the table; fails if something differs
    echo "$@" | awk '
        {
            verdict = "ok"
            if ($3 > $4 + 3 * sqrt(2) * $5) verdict = "FAILED: above guessing: a leak"
            else if ($3 > $2 + 1) verdict = "FAILED: above published"
            else if ($3 < $2 - 1) verdict = "FAILED: below published"
            printf "%-28s %9.1f %9.2f %9.2f %7.2f %7.2f  %s\n", $1, $2, $4, $3, $5, $6, verdict
            exit verdict != "ok"
        }'
}

for task in ${TASKS:-}; do
    echo "$cases" | grep -q "^$task " || { echo "calibrate: no published score of $task" >&2; exit 2; }
done
printf '%-28s %9s %9s %9s %7s %7s\n' "lengths $lengths" published guessing score error fall
status=0
echo "$cases" | while read -r task published count; do
    case " ${TASKS:-$task} " in *" $task "*) ;; *) continue ;; esac
    got=$(score "$task" "$count")
    if [ -z "$got" ]; then
        echo "calibrate: $task was not trained" >&2
        exit 1
    fi
    read -r guessed error <<END
$(guess "$task" "$count")
END
    judge "$task" "$published" "$got" "$guessed" "$error" "$(fall "$task")" || touch "$home/differs"
done || status=1
echo "scores in percent; error: standard deviation of a score; fall: decrease of the loss in the last fifth"
if [ -e "$home/differs" ]; then
    rm "$home/differs"
    exit 5
fi
exit $status
