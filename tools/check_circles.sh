#!/bin/sh
# check_circles.sh BUILD
#
# Fails if two files depend on each other, directly or through other files. A file depends on another file if it uses a
# function or table of that file.
# Reads the symbols of the object files under BUILD/src.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
cd "$1/src" || exit 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
find . -name '*.o' | sed 's|^\./||; s|\.o$||' | sort | while read -r file; do # an object may outlive its source
    [ ! -f "$top/src/$file.c" ] && [ ! -f "$top/src/$file.cc" ] || echo "$file.o"
done | xargs nm -A -P -g | awk '
    function reaches(from, to,    i) { # by a path of dependencies
        if (from == to) return 1
        if (seen[from]++) return 0
        for (i = 1; i <= outs[from]; i++)
            if (reaches(out[from, i], to)) return 1
        return 0
    }
    { sub(/:$/, "", $1); sub(/\.o$/, "", $1) }
    $3 ~ /^[TDBRVW]$/ { definers[$2]++; definer[$2] = $1; files[$1] = 1 }
    $3 == "U" { use[$1 " " $2] = 1 }
    END {
        for (u in files) count++
        if (!count) { print "no object files: build first"; exit 1 }
        for (u in use) { # several kernel sets may define the same name
            split(u, x, " ")
            if (definers[x[2]] == 1 && definer[x[2]] != x[1]) arrow[x[1] " " definer[x[2]]] = arrow[x[1] " " definer[x[2]]] " " x[2]
        }
        for (u in arrow) { split(u, x, " "); out[x[1], ++outs[x[1]]] = x[2] }
        for (u in arrow) {
            split(u, x, " "); split("", seen)
            if (reaches(x[2], x[1])) { print "circle: " x[1] " -> " x[2] ":" arrow[u]; bad = 1 }
        }
        exit bad
    }' | sort >"$scratch/circles"
cat "$scratch/circles"
[ ! -s "$scratch/circles" ]
