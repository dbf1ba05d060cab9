#!/bin/sh
# check_registries.sh FOLDER LIST MACRO [FOLDER LIST MACRO ...]
#
# Compares folders with the lists of what is in them, so that no file is forgotten and no line is left over. LIST holds
# lines MACRO(name). For each there must be FOLDER/name.c that exports lg_macro_name (macro is MACRO in small letters):
# a line that begins with "const lg_macro lg_macro_name = ". No other file of FOLDER may export such a constant.
#
#     check_registries.sh src/task src/task/tasks.def TASK
set -eu

listed() { # LIST MACRO
    sed -n "s/^$2(\([a-z0-9_]*\)).*/\1/p" "$1" | sort
}

present() { # FOLDER TYPE: "name" of each exported constant; a file that is not named after its constant gets its path
    for file in "$1"/*.c; do
        name=$(basename "$file" .c)
        sed -n "s/^const $2 $2_\([a-z0-9_]*\) = .*/\1/p" "$file" | while read -r constant; do
            if [ "$constant" = "$name" ]; then echo "$name"; else echo "$constant (in $file)"; fi
        done
    done | sort
}

check() { # FOLDER LIST MACRO
    type=lg_$(echo "$3" | tr '[:upper:]' '[:lower:]')
    listed "$2" "$3" >"$scratch/listed"
    present "$1" "$type" >"$scratch/present"
    if [ ! -s "$scratch/listed" ]; then
        echo "$2: no line $3(name)"
        return 1
    fi
    if ! diff "$scratch/listed" "$scratch/present" >"$scratch/difference"; then
        echo "$1 and $2 differ (< listed, > exported by a file):"
        grep '^[<>]' "$scratch/difference"
        return 1
    fi
}

if [ $# -lt 3 ] || [ $(($# % 3)) -ne 0 ]; then
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0
while [ $# -gt 0 ]; do
    check "$1" "$2" "$3" || status=1
    shift 3
done
exit $status
