#!/bin/sh
# budget.sh PROGRAM [record]
#
# Counts the instructions of small fixed workloads and compares them with recorded budgets. This finds a slower program
# on any machine, even on one too busy for timing. A count more than TOLERANCE percent above or below its budget is a
# failure: an unrecorded gain would hide the next loss. Counts depend on the compiler: "record" writes the rows of the
# compiler in use and keeps the rows of other compilers.
#
# Counts only the program's own code, since libraries and the system differ between machines. Uses one thread and the
# avx2 kernels, since valgrind does not support AVX-512. Instructions are not time: `lengthen bench` measures caches and
# the other kernel sets. Matrix products in bfloat16 are emulated here.
#
# From the environment: TABLE (bench/budget.csv), TOLERANCE in percent (3).
set -eu

usage() {
    sed -n '2,14s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
if [ $# -lt 1 ] || [ $# -gt 2 ] || [ "${2:-record}" != record ]; then usage; fi
[ -x "$1" ] || { echo "budget.sh: $1 is not executable" >&2; exit 2; }
command -v valgrind >/dev/null || { echo "budget.sh: valgrind was not found (Debian package valgrind)" >&2; exit 1; }
here=$(cd "$(dirname "$0")/.." && pwd)
program=$(cd "$(dirname "$1")" && pwd -P)/$(basename "$1")
table=${TABLE:-$here/bench/budget.csv}
tolerance=${TOLERANCE:-3}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LENGTHEN_KERNELS=avx2 LENGTHEN_PRESETS=presets LC_ALL=C.UTF-8
unset OMP_NUM_THREADS
ln -s "$here/presets" "$scratch/presets" # a path of the same length on every machine

# ---- the workloads: name, arguments of the program ----

model="--model.blocks 1 --threads 1 --seed 1 --quiet"
steps="$model --batch 4 --curriculum fixed --curriculum.length 20 --lengths 1 --eval.sequences 1 --steps 8"
workloads() {
    echo "train-none train --task even_pairs --encoding none $steps --out none"
    echo "train-relative train --task reverse_string --encoding relative $steps --out relative"
    echo "train-rope train --task bucket_sort --encoding rope --positions randomized $steps --out rope"
    echo "train-bf16 train --task reverse_string --encoding sinusoid --precision bf16 $steps --out bf16"
    echo "eval eval relative --lengths 41,100 --eval.sequences 4 --threads 1 --quiet"
    echo "config train --preset randpe-2023 --task odds_first --encoding alibi --print-config"
    echo "sample sample modular_arithmetic_brackets --length 40 --count 200"
}

# ---- counting ----

# The instructions of the object $1 in a callgrind file. The file assigns a number to each object name at its first use,
# either in an "ob" line (the current object) or in a "cob" line (the object of a called function). The line after
# "calls" has the sum of the called function and is skipped.
own_instructions() { # OBJECT
    awk -v object="$1" '
        /^c?ob=/ { id = $0; sub(/^c?ob=/, "", id); name = id; sub(/\).*/, ")", id); sub(/^[^)]*\) */, "", name) }
        /^c?ob=/ { if (name == object) own = id; if (/^ob=/) at = id; next }
        /^calls=/ { skip = 1; next }
        /^[0-9+*-]/ { if (!skip && at == own) sum += $2; skip = 0 }
        END { if (!sum) exit 1; printf "%.0f\n", sum }'
}

compiler=$("$program" doctor --fast --json | sed 's/.*"compiler":"\([^"]*\)".*/\1/')

measure() { # writes NAME,COMPILER,INSTRUCTIONS lines
    (
        cd "$scratch"
        workloads | while read -r name arguments; do
            # shellcheck disable=SC2086
            valgrind --tool=callgrind --callgrind-out-file=calls --log-file=log "$program" $arguments >out 2>&1 </dev/null || {
                echo "budget.sh: $name failed: $(tail -n 1 out)" >&2
                exit 1
            }
            count=$(own_instructions "$program" <calls) || {
                echo "budget.sh: $name: callgrind recorded nothing of $program" >&2
                exit 1
            }
            echo "$name,$compiler,$count"
        done
    )
}

# ---- comparing ----

# Compares measured lines with a table; fails if one is outside the tolerance.
compare() { # TABLE MEASURED
    awk -F , -v tolerance="$tolerance" -v compiler="$compiler" '
        NR == FNR { if ($2 == compiler) budget[$1] = $3; next }
        !($1 in budget) {
            printf "FAILED  %s: no budget for %s: record one\n", $1, compiler
            bad = 1
            next
        }
        {
            change = 100 * ($3 / budget[$1] - 1)
            seen[$1] = 1
            word = "ok    "
            words = ""
            if (change > tolerance) words = ": more than the budget: find the cause, or record it"
            if (change < -tolerance) words = ": less than the budget: record the improvement"
            if (words != "") { word = "FAILED"; bad = 1 }
            printf "%s  %-16s %12d instructions, budget %12d, %+.1f %%%s\n", word, $1, $3, budget[$1], change, words
        }
        END {
            for (name in budget) if (!(name in seen)) { print "FAILED  " name ": in the table but not measured"; bad = 1 }
            exit bad
        }' "$1" "$2"
}

# Checks that compare() fails with tables of half and twice the budgets, and with a missing row.
doctored() { # AWK-ACTION WORDS
    awk -F , -v OFS=, "NR > 1 { $1 } 1" "$scratch/whole.csv" >"$scratch/doctored.csv"
    if compare "$scratch/doctored.csv" "$scratch/measured.csv" >"$scratch/said" || ! grep -q "^FAILED.*$2" "$scratch/said"; then
        echo "budget.sh: a wrong table was accepted: $2" >&2
        exit 1
    fi
}

# shellcheck disable=SC2016
check_itself() {
    { echo workload,compiler,instructions && cat "$scratch/measured.csv"; } >"$scratch/whole.csv"
    compare "$scratch/whole.csv" "$scratch/measured.csv" >/dev/null || { echo "budget.sh: equal tables differ" >&2; exit 1; }
    doctored '$3 = int($3 / 2)' 'more than the budget'
    doctored '$3 = 2 * $3' 'less than the budget'
    doctored "\$3 = int(\$3 * (100 - 1.5 * $tolerance) / 100)" 'more than the budget'
    doctored 'if (NR == 2) next' 'no budget'
    doctored 'if (NR == 2) print "other", $2, 1' 'not measured'
}

measure >"$scratch/measured.csv"
check_itself
if [ "${2:-}" = record ]; then
    { [ ! -f "$table" ] || grep -v -e '^workload,' -e "^[^,]*,$compiler," "$table" || true; } >"$scratch/others"
    { echo workload,compiler,instructions && cat "$scratch/others" "$scratch/measured.csv"; } >"$table"
fi
[ -f "$table" ] || { echo "budget.sh: there is no $table yet; run sh tools/budget.sh $1 record" >&2; exit 1; }
compare "$table" "$scratch/measured.csv"
