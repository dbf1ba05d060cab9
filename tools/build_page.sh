#!/bin/sh
# build_page.sh OUT: builds the template of the HTML report, one file, from web/. Needs Node.js 18 or later and npm.
# Installs packages beside OUT if the lock file has changed. Never fails: without Node.js, or if a download fails, it
# prints one line and writes an empty OUT, and the HTML report then has no script.
# build_page.sh --tools FOLDER: copies web/ to FOLDER and installs the packages for building and testing it. May fail.
set -eu
web=$(cd "$(dirname "$0")/../web" && pwd)

has_node() {
    command -v node >/dev/null && command -v npm >/dev/null &&
        node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' 2>/dev/null
}

copy() { # FOLDER: copies the files of web/ under version control
    mkdir -p "$1"
    rm -rf "$1/src" "$1/test" "$1/browser"
    cp -R "$web/src" "$web/test" "$web/browser" "$web"/*.json "$web"/*.ts "$web"/*.html "$1"
}

# Runs npm ci if the lock file has changed. Install scripts of packages are not run, because no package needs them.
install() { # FOLDER WHAT [FLAG]
    cmp -s "$1/package-lock.json" "$1/installed-$2" && return
    rm -f "$1"/installed-*
    (cd "$1" && npm ci $3 --ignore-scripts --no-audit --no-fund --fetch-retries=1 --fetch-retry-mintimeout=500) \
        >"$1/words" 2>&1 && cp "$1/package-lock.json" "$1/installed-$2"
}

if [ "$1" = --tools ]; then
    has_node || { echo "Node.js 18 or later and npm are required (packages nodejs and npm)" >&2; exit 1; }
    copy "$2"
    install "$2" all "" || { cat "$2/words" >&2; exit 1; }
    exit
fi

out=$1
tree=$(dirname "$out")/tree
without() {
    : >"$out"
    echo "  the page is built without its script: $*; \`make page\` tries again"
    exit 0
}

mkdir -p "$(dirname "$out")"
has_node || without "Node.js 18 or later, or npm, is not installed"
copy "$tree"
cmp -s "$tree/package-lock.json" "$tree/installed-all" || install "$tree" build --omit=dev ||
    without "npm ci failed ($(grep -m 1 -i error "$tree/words" || echo "see $tree/words"))"
(cd "$tree" && node node_modules/vite/bin/vite.js build) >"$tree/words" 2>&1 || without "vite failed (see $tree/words)"
grep -q '"lengthen.page data"' "$tree/dist/index.html" || without "the template has no place for data"
mv "$tree/dist/index.html" "$out"
