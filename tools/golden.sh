#!/bin/sh
# golden.sh PROGRAM [record]
#
# Trains every task with every compatible encoding and position sampler, STEPS steps each with the full default model,
# and compares the mean losses of the first and last ten steps with the recorded table. The first loss must agree to a
# thousandth: any larger difference must be explained. The decrease to the last loss may differ from the recorded one by
# half, since rounding changes the training of quickly learned tasks within a hundred steps. The loss of each row must
# decrease, unless the table's note explains why it does not. A note that begins with "unsteady" marks a loss that
# varies much between steps: it is only checked to decrease. "record" writes the trained rows and keeps their notes.
# Finished rows stay in runs/golden, so that the command may be interrupted; another build of the program or another
# kernel set trains all rows again.
#
# From the environment: TASKS, ENCODINGS and POSITIONS (names; default: all), STEPS (200; 10: only the first losses),
# TABLE (test/golden/losses.csv), JOBS at a time (one for each processor).
set -eu

usage() {
    sed -n '2,14s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

# ---- one row: called by xargs below ----

mean_loss() { # FIRST LAST: the mean loss of these steps, from lines of metrics.jsonl
    awk -v first="$1" -v last="$2" '
        { step = $0; sub(/.*"step": */, "", step); step += 0 }
        step >= first && step <= last { loss = $0; sub(/.*"loss": */, "", loss); sum += loss; n++ }
        END { if (!n) exit 1; printf "%.4f", sum / n }'
}

# Flags of a position sampler; a suffix of its name adds an option that only encodings of distances use.
position_options() { # POSITIONS
    case $1 in
    *-positions) echo "--positions ${1%-positions} --positions.draw positions" ;;
    *-both_sides) echo "--positions ${1%-both_sides} --positions.both_sides" ;;
    *) echo "--positions $1" ;;
    esac
}

row() { # PROGRAM DONE STEPS TASK ATTENTION_FUNCTION ENCODING POSITIONS: writes DONE/row.csv
    label=$6
    [ "$5" = softmax ] || label=$5
    name=$4-$label-$7
    [ ! -s "$2/$name.csv" ] || return 0
    if "$1" train --task "$4" --attention "$5" --encoding "$6" $(position_options "$7") --steps "$3" --threads 1 \
        --train.log_every 1 --lengths 1 --eval.sequences 1 --out "$2/$name" --quiet >"$2/$name.log" 2>&1; then
        last=$(mean_loss $(($3 - 9)) "$3" <"$2/$name/metrics.jsonl")
        echo "$4,$label,$7,$(mean_loss 1 10 <"$2/$name/metrics.jsonl"),$last" >"$2/$name.tmp"
        mv "$2/$name.tmp" "$2/$name.csv"
        rm -rf "${2:?}/$name" "$2/$name.log"
        echo "$name: loss $last"
    else
        echo "FAILED  $name: $(tail -n 1 "$2/$name.log")"
        return 1
    fi
}

if [ "${1:-}" = --row ]; then
    shift
    row "$@"
    exit
fi

# ---- all rows ----

if [ $# -lt 1 ] || [ $# -gt 2 ] || [ "${2:-record}" != record ]; then usage; fi
program=$1
part=${TASKS:-}${ENCODINGS:-}${POSITIONS:-} # not empty: only some rows
steps=${STEPS:-200}
table=${TABLE:-$(dirname "$0")/../test/golden/losses.csv}
done=runs/golden/$(cksum <"$program" | cut -d ' ' -f 1)-$steps${LENGTHEN_KERNELS:+-$LENGTHEN_KERNELS}
mkdir -p "$done"

names() { # AXIS: its choices without experimental ones
    "$program" list "$1" --json | grep -v -e "another name for" -e '"properties":"experimental' | sed -n 's/.*"name":"\([^"]*\)".*/\1/p'
}

attentions() { # softmax, and attention functions that encode order
    echo softmax
    "$program" list attention --json | sed -n '/"properties":"encodes order/s/.*"name":"\([^"]*\)".*/\1/p'
}

tasks() { # algorithmic tasks: data with a level in the Chomsky hierarchy
    "$program" list data --json | sed -n '/"properties":"level/s/.*"name":"\([^"]*\)".*/\1/p'
}

goes_together() { # ATTENTION_FUNCTION ENCODING OPTION...
    attention=$1 encoding=$2
    shift 2
    "$program" train --attention "$attention" --encoding "$encoding" "$@" --print-config >/dev/null 2>&1
}

# The position samplers; for encodings of distances also randomized ones with options (see position_options).
sources() { # ATTENTION_FUNCTION ENCODING
    names positions
    if goes_together "$@" --positions randomized --positions.draw distances; then
        echo randomized-positions randomized-both_sides
    fi
}

chosen() { # LIST NAME: is the list empty, or does it have the name?
    case " $1 " in "  " | *" $2 "*) ;; *) return 1 ;; esac
}

rows() { # prints TASK ATTENTION_FUNCTION ENCODING POSITIONS of all rows that the program accepts, one per line
    for attention in $(attentions); do
        for encoding in $(names encoding); do
            [ "$attention" = softmax ] && label=$encoding || label=$attention
            chosen "${ENCODINGS:-}" "$label" || continue
            for positions in $(sources "$attention" "$encoding"); do
                chosen "${POSITIONS:-}" "$positions" || continue
                goes_together "$attention" "$encoding" $(position_options "$positions") || continue
                for task in ${TASKS:-$(tasks)}; do echo "$task $attention $encoding $positions"; done
            done
        done
    done | sort
}

# Compares the results with the table; prints rows that differ, that are missing, and whose loss does not decrease.
judge() {
    awk -F , -v steps="$steps" -v record="$1" -v tasks=" ${TASKS:-} " -v encodings=" ${ENCODINGS:-} " \
        -v positions=" ${POSITIONS:-} " '
        function chosen(list, name) { return list == "  " || index(list, " " name " ") }
        function say(words) { print "FAILED  " $1 ", " $2 ", " $3 ": " words; bad++ }
        function far(a, b, tolerance) { return a - b > tolerance || b - a > tolerance }
        FILENAME == "-" { if (FNR > 1) { first[$1, $2, $3] = $4; last[$1, $2, $3] = $5; note[$1, $2, $3] = $6 } next }
        { rows++; why = note[$1, $2, $3]; seen[$1, $2, $3] = 1 }
        { unsteady = why ~ /^unsteady/ }
        steps > 10 && $5 >= $4 && (why == "" || unsteady) { say("the loss does not decrease: " $4 " at first, " $5 " at last") }
        record { next }
        !(($1, $2, $3) in first) { say("not in the table"); next }
        {
            was = first[$1, $2, $3]
            if (far($4, was, 0.001 * was)) say(sprintf("first loss %s, recorded %s (%+.2f %%)", $4, was, 100 * ($4 / was - 1)))
            fall = was - last[$1, $2, $3]
            if (steps > 10 && !unsteady && far($4 - $5, fall, (fall > 0 ? fall / 2 : 0) + 0.02))
                say(sprintf("the loss decreased by %.4f, recorded %.4f", $4 - $5, fall))
        }
        END {
            for (key in first) {
                split(key, of, SUBSEP)
                if (record || (key in seen) || !chosen(tasks, of[1]) || !chosen(encodings, of[2]) ||
                    !chosen(positions, of[3])) continue
                print "FAILED  " of[1] ", " of[2] ", " of[3] ": only in the table"
                bad++
            }
            printf "%d rows, %d bad\n", rows, bad
            exit bad > 0
        }' - "$scratch/results" <"$scratch/table"
}

write_table() {
    {
        echo task,encoding,positions,first,last,note
        awk -F , -v part="$part" '
            FILENAME == "-" { if (FNR > 1) { row[$1, $2, $3] = $0; note[$1, $2, $3] = $6 } next }
            { print $0 "," note[$1, $2, $3]; delete row[$1, $2, $3] }
            END { if (part != "") for (key in row) print row[key] }' - "$scratch/results" <"$scratch/table" | sort
    } >"$scratch/new"
    mkdir -p "$(dirname "$table")"
    cp "$scratch/new" "$table"
    echo "wrote $table"
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
rows >"$scratch/rows"
[ -s "$scratch/rows" ] || { echo "golden: no row matches TASKS, ENCODINGS and POSITIONS" >&2; exit 2; }
echo "$(wc -l <"$scratch/rows") rows of $steps steps; finished rows are kept in $done"
awk -v head="$program $done $steps" '{ print head, $0 }' "$scratch/rows" |
    xargs -P "${JOBS:-$(nproc)}" -n 7 sh "$0" --row || { echo "golden: some rows failed to train" >&2; exit 1; }
while read -r task attention encoding positions; do
    [ "$attention" = softmax ] || encoding=$attention
    cat "$done/$task-$encoding-$positions.csv"
done <"$scratch/rows" >"$scratch/results"
if [ -f "$table" ]; then cat "$table"; fi >"$scratch/table"

status=0
judge "${2:-}" || status=1
[ $# = 1 ] || write_table
exit $status
