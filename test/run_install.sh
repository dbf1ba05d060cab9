#!/bin/sh
# run_install.sh: runs `make install` into an empty folder and tests the installed files. Builds examples/train.c with
# the shared library and with the static library, and runs both programs. Checks that the program finds its presets,
# that man can read the manual, and that the shells can read the completions. `make install` may leave no new file in
# the source tree, and `make uninstall` may leave no file in the folder.
set -eu
cd "$(dirname "$0")/.."
source=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
root=$scratch/root
prefix=/usr/local # the default: another prefix would rebuild what depends on it

fail() {
    echo "FAILED  install: $*"
    cat "$scratch/words"
    exit 1
}

can() { # COMMAND: is it installed? Prints a line for the skipped test if not.
    command -v "$1" >/dev/null && return
    echo "SKIPPED install: without $1"
    return 1
}

files() { # FOLDER: its files, without build, runs and version control
    find "$1" \( -name .git -o -name build -o -name runs \) -prune -o ! -type d -print | sort
}

files "$source" >"$scratch/before"
"${MAKE:-make}" install DESTDIR="$root" prefix=$prefix >"$scratch/words" 2>&1 || fail "make install"
"${MAKE:-make}" -n install DESTDIR="$root" PREFIX=/elsewhere >"$scratch/other" 2>&1
grep -q "$root/elsewhere/bin" "$scratch/other" || fail "PREFIX on the command line is ignored"
files "$source" | cmp -s - "$scratch/before" || fail "make install writes into the source tree"
grep -q "PYTHONPATH=$prefix/share/lengthen/python" "$scratch/words" || fail "no message about PYTHONPATH"

# ---- the library ----

export PKG_CONFIG_PATH="$root$prefix/lib/pkgconfig"
lg() { # FLAGS: the output of pkg-config, for the folder of the installation
    pkg-config "$@" lengthen | sed "s|$prefix|$root&|g"
}
build() { # NAME FLAGS
    name=$1
    shift
    # shellcheck disable=SC2068
    "${CC:-gcc}" -std=c99 -Wall -Werror examples/train.c $@ -o "$scratch/$name" >"$scratch/words" 2>&1 || fail "cc $*"
}
run() { # NAME: the last line has the score
    (cd "$scratch" && LD_LIBRARY_PATH="$root$prefix/lib" "./$1" "run-$1") >"$scratch/said" 2>"$scratch/words" ||
        fail "the $1 program"
    tail -n 1 "$scratch/said"
}
build shared "$(lg --cflags --libs)"
build static "$(lg --cflags --static --libs)" -static
first=$(run shared)
[ "$first" = "$(run static)" ] || fail "the programs differ: $first"

# If a source file does not include the public header of its function, the library does not export the function.
nm -D --defined-only "$root$prefix/lib/liblengthen.so" | sed -n 's/.* T \(lg_[a-z0-9_]*\)@.*/\1/p' | sort >"$scratch/exported"
sed 's|//.*||' include/lengthen.h include/lengthen/*.h | grep -ohE '\<lg_[a-z0-9_]+\(' | tr -d '(' | sort -u >"$scratch/declared"
comm -13 "$scratch/exported" "$scratch/declared" >"$scratch/words"
[ ! -s "$scratch/words" ] || fail "the shared library does not export these functions"
nm -D --defined-only "$root$prefix/lib/liblengthen.so" | sed 's/.* //' | grep -vE '^(lg_|LENGTHEN_)' >"$scratch/words" &&
    fail "the shared library exports symbols without our prefix"

# ---- the Python package ----

(cd "$scratch" && PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$root$prefix/share/lengthen/python" /usr/bin/python3 -c '
import lengthen
assert lengthen.Run("run-shared").eval == lengthen.Run("run-static").eval
assert lengthen.Run("run-shared").eval and lengthen.Run("run-shared").model()') 2>"$scratch/words" || fail "the Python package"

# ---- the library in another program ----

cat >"$scratch/presets.py" <<'EOF'
import ctypes, sys
c = ctypes.CDLL(sys.argv[1])
for f in c.lg_context_new, c.lg_preset_name: f.restype = ctypes.c_void_p
c.lg_preset_count.restype = ctypes.c_size_t
context = ctypes.c_void_p(c.lg_context_new())
for i in range(c.lg_preset_count(context)):
    print(ctypes.string_at(c.lg_preset_name(context, ctypes.c_size_t(i))).decode())
EOF
presets() { # LIBRARY: the presets that the library finds in Python, in a folder without presets
    (cd "$scratch" && LENGTHEN_PRESETS=$scratch/others /usr/bin/python3 presets.py "$1") 2>"$scratch/words" ||
        fail "listing the presets with $1"
}
mkdir "$scratch/others" "$scratch/wheel" "$scratch/wheel/presets"
echo 'train.steps: 5' | tee "$scratch/others/theirs.yaml" >"$scratch/wheel/presets/ours.yaml"
cp "$root$prefix/lib/liblengthen.so" "$scratch/wheel"
presets "$root$prefix/lib/liblengthen.so" >"$scratch/words"
grep -q quick "$scratch/words" && ! grep -q theirs "$scratch/words" || fail "presets of the installed library"
presets "$scratch/wheel/liblengthen.so" >"$scratch/words"
grep -q ours "$scratch/words" && ! grep -q theirs "$scratch/words" || fail "presets in a folder beside the library"

# ---- the program, manual and completions ----

cd "$scratch" # a folder without presets
LENGTHEN_PRESETS=$root$prefix/share/lengthen/presets "$root$prefix/bin/lengthen" list presets >"$scratch/words" 2>&1 ||
    fail "lengthen list presets"
grep -q quick "$scratch/words" || fail "the program does not list the preset quick"
grep -q $prefix/share/lengthen/presets "$root$prefix/bin/lengthen" || fail "the program looks for presets elsewhere"
share=$root$prefix/share
if can man; then
    man --warnings -l "$share/man/man1/lengthen.1" >"$scratch/page" 2>"$scratch/words" || fail "the man page"
    [ ! -s "$scratch/words" ] || fail "the man page"
    grep -q randomized "$scratch/page" || fail "the man page has no options"
fi
bash -n "$share/bash-completion/completions/lengthen" 2>"$scratch/words" || fail "completion for bash"
if can zsh; then zsh -n "$share/zsh/site-functions/_lengthen" 2>"$scratch/words" || fail "completion for zsh"; fi
if can fish; then
    fish -n "$share/fish/vendor_completions.d/lengthen.fish" 2>"$scratch/words" || fail "completion for fish"
fi

cd "$source"
"${MAKE:-make}" uninstall DESTDIR="$root" prefix=$prefix >"$scratch/words" 2>&1 || fail "make uninstall"
files "$root" >"$scratch/words"
[ ! -s "$scratch/words" ] || fail "make uninstall leaves files"
echo "ok      install"
