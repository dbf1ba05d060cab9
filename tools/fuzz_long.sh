#!/bin/sh
# fuzz_long.sh [inputs=N] [seconds=N]
# fuzz_long.sh --report
#
# Fuzzes all targets of fuzz/ for hours under AddressSanitizer and UndefinedBehaviorSanitizer. Each target gets the same
# share of inputs=N (10000000 in all). An input may take 10 s and 1 GB. seconds=N: stops after about N seconds. Stopping
# at any time loses only the current chunks; the same command resumes. build/fuzz/long/counts has a line for each chunk,
# with target, commit, inputs, seconds and findings. After a finding, which is kept in build/fuzz/long, fuzzing
# continues, and the exit status is 5. --report: prints a table of the counts for doc/reliability.md.
set -eu

usage() {
    sed -n '2,11s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
cd "$(dirname "$0")/.."
home=build/fuzz/long
counts=$home/counts
chunk=20000

# ---- one target: called by xargs below ----

inputs_of() { # NAME: the number of inputs so far
    awk -v name="$1" '$1 == name { sum += $3 } END { printf "%d", sum }' "$counts"
}

fuzz_chunk() { # NAME INPUTS SEED SECONDS: fuzzes INPUTS inputs or SECONDS, and adds a line
    log=$home/$1.log
    began=$(date +%s)
    status=0
    build/fuzz/fuzz/fuzz_"$1" -runs="$2" -seed="$3" -max_total_time="$4" -timeout=10 -rss_limit_mb=1024 -max_len=16384 -print_final_stats=1 \
        -artifact_prefix="$home/$1-" "build/fuzz/corpus/$1" >"$log" 2>&1 || status=$?
    inputs=$(sed -n 's/stat::number_of_executed_units: *//p' "$log" | tail -n 1)
    found=0
    if [ $status != 0 ]; then
        found=1
        cp "$log" "$home/$1-$(date +%s).words"
        echo "FOUND   $1: status $status; the input and the log are in $home"
    fi
    # One write for the whole line, since several processes append lines.
    echo "$1 $commit ${inputs:-0} $(($(date +%s) - began)) $found" >>"$counts"
}

report() {
    [ -s "$counts" ] || { echo "fuzz_long: no counts yet" >&2; exit 1; }
    echo "Commits $(cut -d ' ' -f 2 "$counts" | sort -u | tr '\n' ' ')on $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1);" \
        "$(clang --version | head -n 1)"
    echo
    echo '| target | inputs | minutes | corpus | findings |'
    echo '|---|---|---|---|---|'
    sort "$counts" | awk '
        { inputs[$1] += $3; seconds[$1] += $4; found[$1] += $5 }
        END { for (name in inputs) print name, inputs[name], seconds[name], found[name] }' | sort |
        while read -r name inputs seconds found; do
            echo "$name $inputs $seconds $(find "build/fuzz/corpus/$name" -type f | wc -l) $found"
        done | awk '
        { printf "| %s | %d | %.1f | %d | %d |\n", $1, $2, $3 / 60, $4, $5; a += $2; b += $3; c += $4; d += $5 }
        END { printf "| all | %d | %.1f | %d | %d |\n", a, b / 60, c, d }'
}

if [ "${1:-}" = --one ]; then # SHARE SECONDS NAME: fuzzes a chunk, unless the target has had SHARE inputs
    commit=$(git rev-parse --short HEAD 2>/dev/null || echo unknown)
    done=$(inputs_of "$4")
    [ "$done" -ge "$2" ] || fuzz_chunk "$4" $(($2 - done < chunk ? $2 - done : chunk)) $((done + 1)) "$3"
    exit
fi
if [ "${1:-}" = --report ]; then
    report
    exit
fi

inputs=10000000 seconds=0
for word in "$@"; do
    case $word in
    inputs=*) inputs=${word#*=} ;;
    seconds=*) seconds=${word#*=} ;;
    *) usage ;;
    esac
done
sh tools/fuzz.sh inputs=1 >/dev/null || { sh tools/fuzz.sh inputs=1; exit 1; } # builds, and makes the initial corpus
mkdir -p "$home"
touch "$counts"
names=$(find fuzz -name 'fuzz_*.c' | sed 's|.*/fuzz_||; s|\.c$||' | sort)
# shellcheck disable=SC2086
share=$(echo $names | awk -v inputs="$inputs" '{ print int((inputs + NF - 1) / NF) }')
processors=$(getconf _NPROCESSORS_ONLN)
total() { awk '{ sum += $3 } END { printf "%d", sum }' "$counts"; }

# Each round fuzzes a chunk of each target. A chunk takes a minute at most, or less if little time is left.
began=$(date +%s) each=60
# shellcheck disable=SC2086
[ "$seconds" = 0 ] || each=$(echo $names | awk -v seconds="$seconds" -v at_once="$processors" '
    { each = int(seconds * at_once / NF); print (each < 1 ? 1 : each > 60 ? 60 : each) }')
while [ "$seconds" = 0 ] || [ $(($(date +%s) - began)) -lt "$seconds" ]; do
    before=$(total)
    # shellcheck disable=SC2086
    printf '%s\n' $names | xargs -P "$processors" -n 1 sh tools/fuzz_long.sh --one "$share" "$each"
    [ "$(total)" -gt "$before" ] || break
    echo "$(total) of $inputs inputs"
done
echo
report
awk '{ found += $5 } END { exit found > 0 ? 5 : 0 }' "$counts"
