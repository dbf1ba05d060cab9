#!/bin/sh
# run.sh FOLDER: checks the Python package with the tools that editors use. pyright, which is installed in FOLDER with
# npm if necessary, must report no error in the package, its stub, a user's script (user.py), the notebooks and
# doc/python.md. jedi must complete every option. A missing tool is a failure.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$root/python"
python=/usr/bin/python3

command -v node >/dev/null && command -v npm >/dev/null || {
    echo "types: pyright needs Node.js 18 or later and npm: install the packages nodejs and npm" >&2
    exit 1
}
cp "$root"/tools/pyright/package*.json "$folder"
cmp -s "$folder/package-lock.json" "$folder/installed" || {
    rm -f "$folder/installed"
    (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --fetch-retries=1 --fetch-retry-mintimeout=500) \
        >"$folder/words" 2>&1 || { cat "$folder/words" >&2; echo "types: npm could not install pyright" >&2; exit 1; }
    cp "$folder/package-lock.json" "$folder/installed"
}

rm -rf "$folder/code"
$python "$root/test/types/code.py" "$folder/code" "$root"/examples/*.ipynb "$root/doc/python.md"
up=$($python -c 'import os, sys; print(os.path.relpath(*sys.argv[1:]))' "$root" "$folder")
cat >"$folder/pyrightconfig.json" <<END
{"extends": "$up/pyproject.toml", "include": ["$up/python/lengthen", "$up/test/types/user.py", "code"],
 "extraPaths": ["$up/python"], "stubPath": "$up/test/types/stubs"}
END
status=0
node "$folder/node_modules/pyright/index.js" -p "$folder/pyrightconfig.json" --pythonpath $python --warnings || status=1
$python "$root/test/types/complete.py" || status=1
exit $status
