#!/bin/sh
# check_registries.sh FILES LIST MACRO CONSTANT [FILES LIST MACRO CONSTANT ...]
#
# Compares folders with the lists of their contents: no file and no line may be missing or left over. LIST holds lines
# MACRO(name). In FILES and CONSTANT the character @ stands for the name. Each listed name must have its file, and the
# file must define the constant on a line that begins with "const TYPE CONSTANT = ". No other file of the folder may
# define such a constant.
#
#     check_registries.sh src/data/task/@.c src/data/tasks.def TASK lg_task_@
set -eu

listed() { # LIST MACRO
    sed -n "s/^$2(\([a-z0-9_]*\)).*/\1/p" "$1" | sort
}

present() { # FILES CONSTANT: prints the name of each constant, and the path of its file if the file is the wrong one
    for file in "${1%/*}"/*.c; do
        sed -n "s/^const [a-z_]* ${2%@}\([a-z0-9_]*\) = .*/\1/p" "$file" | while read -r name; do
            if [ "$file" = "${1%@*}$name${1#*@}" ]; then echo "$name"; else echo "$name (in $file)"; fi
        done
    done | sort
}

check() { # FILES LIST MACRO CONSTANT
    listed "$2" "$3" >"$scratch/listed"
    present "$1" "$4" >"$scratch/present"
    if [ ! -s "$scratch/listed" ]; then
        echo "$2: there is no line $3(name)"
        return 1
    fi
    if ! diff "$scratch/listed" "$scratch/present" >"$scratch/difference"; then
        echo "$1 and $2 differ (< listed, > defined by a file):"
        grep '^[<>]' "$scratch/difference"
        return 1
    fi
}

if [ $# -lt 4 ] || [ $(($# % 4)) -ne 0 ]; then
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0
while [ $# -gt 0 ]; do
    check "$1" "$2" "$3" "$4" || status=1
    shift 4
done
exit $status
