#!/bin/sh
# corpus.sh NAME FILE
# corpus.sh en-it|en-de|en-fr|recall FOLDER
#
# Makes FILE, a plain text for --data text, from Debian packages:
#   bible    the King James Bible, one verse per line, without verse numbers (bible-kjv; public domain), 4.1 MB
#   manual   the manual pages of the C library and of Linux, as roff source (manpages, manpages-dev). Licences differ
#            by page; the copyright files of the packages list them.
#   linux    C source: the folders kernel, mm and lib of Linux (linux-source-6.1; GPL 2), a download of 140 MB
# Makes files in FOLDER from Debian packages (en-it: 122,000 pairs, en-de: 48,000, en-fr: 63,000; downloads of 25 MB):
#   train.en, train.it, validation.*, test.*   aligned lines of two languages for --data translation, cleaned and
#            without duplicates in and between the splits (tools/parallel_corpus.py). Sources: descriptions of packages
#            (licences of the packages), the interface of LibreOffice (MPL 2.0), the Debian Reference (GPL 2 or later)
#   joint.model   4,000 joint subwords for --data.subwords. SentencePiece's spm_train makes them (a minute).
# recall makes FOLDER/train.txt and test.txt without any package: records of 40 words (after Wu et al. 2022). The first
# 20 words are ten pairs of a key and a value, out of twelve keys and twelve values. The second 20 words are six of
# these pairs again, and dots. A model that reads segments of 20 words thus needs the previous segment.
# apt-get downloads packages (and indices for two languages) from this system's sources to a temporary folder. Installs
# nothing and needs no root rights. Prints the size and the SHA-256 of each file. Another version of a package gives
# another text.
set -eu
export LC_ALL=C

usage() {
    sed -n '2,22s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
[ $# = 2 ] || usage
name=$1
out=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM

own= # options of apt-get if indices are downloaded, too

fetch() { # PACKAGE...: downloads and unpacks them in $folder/files
    mkdir -p "$folder/files"
    # shellcheck disable=SC2086
    (cd "$folder" && apt-get $own download "$@" >fetched 2>&1) || {
        tail -n 3 "$folder/fetched" >&2
        echo "corpus.sh: $* cannot be fetched (apt-get update first?)" >&2
        exit 1
    }
    for package in "$folder"/*.deb; do dpkg-deb -x "$package" "$folder/files"; done
}

bible() {
    fetch bible-kjv bible-kjv-text
    "$folder/files/usr/bin/bible" -p "$folder/files/usr/lib" -f Gen1:1-Rev22:21 | sed -n 's/^[^ ]*[0-9]:[0-9]* //p'
}

manual() {
    fetch manpages manpages-dev
    find "$folder/files/usr/share/man" -type f -name '*.gz' | sort | xargs zcat
}

linux() {
    fetch linux-source-6.1
    tar -xJf "$folder"/files/usr/src/linux-source-6.1.tar.xz -C "$folder" --wildcards \
        'linux-source-6.1/kernel/*.c' 'linux-source-6.1/mm/*.c' 'linux-source-6.1/lib/*.c'
    find "$folder/linux-source-6.1" -name '*.c' | sort | xargs cat
}

recall() { # RECORDS SEED
    awk -v records="$1" -v state="$2" '
        function below(n) { state = (state * 69069 + 1) % 4294967296; return int(state / 4294967296 * n) }
        function shuffle(x, n,   i, j, kept) { for (i = n; i > 1; i--) { j = 1 + below(i); kept = x[i]; x[i] = x[j]; x[j] = kept } }
        BEGIN {
            for (r = 0; r < records; r++) {
                for (i = 1; i <= 12; i++) key[i] = i
                shuffle(key, 12)
                for (i = 1; i <= 10; i++) { value[i] = 1 + below(12); asked[i] = i; printf "k%d v%d ", key[i], value[i] }
                shuffle(asked, 10)
                for (i = 1; i <= 6; i++) printf "k%d v%d ", key[asked[i]], value[asked[i]]
                print ". . . . . . . ."
            }
        }'
}

# Makes joint.model. It contains the names of its input files, which are relative, so that its bytes are the same in any
# folder. If this fails, the texts are still made.
pieces() { # LANGUAGE
    (cd "$folder/parallel" && PATH=$PATH:$folder/files/usr/bin spm_train --input="train.en,train.$1" --model_prefix=joint \
        --vocab_size=4000 --character_coverage=1.0 >"$folder/trained" 2>&1) && return
    tail -n 3 "$folder/trained" >&2
    echo "corpus.sh: spm_train, of the package sentencepiece, did not write joint.model" >&2
}

parallel() { # LANGUAGE
    mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial" "$folder/parallel"
    own="-o Dir::State::lists=$folder/lists -o Dir::Cache=$folder/cache -o APT::Sandbox::User= -o Debug::NoLocking=1
        -o Acquire::Languages=en,$1 -o Acquire::GzipIndexes=false"
    # shellcheck disable=SC2086
    apt-get $own update >"$folder/updated" 2>&1 || {
        tail -n 3 "$folder/updated" >&2
        echo "corpus.sh: package indices cannot be fetched" >&2
        exit 1
    }
    more=
    command -v spm_train >/dev/null || more=sentencepiece
    # shellcheck disable=SC2086
    fetch "libreoffice-l10n-$1" debian-reference-en "debian-reference-$1" $more
    python3 "$(dirname "$0")/parallel_corpus.py" "$1" "$folder/lists" "$folder/files" "$folder/parallel"
    pieces "$1"
    ls "$folder"/lists/*_Translation-"$1" >/dev/null 2>&1 ||
        echo "corpus.sh: this system's sources have no package descriptions in this language" >&2
}

tell() { # FILE
    echo "$1: $(wc -c <"$1") bytes, $(wc -l <"$1") lines, SHA-256 $(sha256sum <"$1" | cut -d ' ' -f 1)"
}

case $name in
bible | manual | linux) "$name" >"$folder/text" ;;
en-it | en-de | en-fr)
    parallel "${name#en-}"
    mkdir -p "$out"
    mv "$folder"/parallel/* "$out"
    for file in "$out"/train.* "$out"/validation.* "$out"/test.* "$out"/joint.*; do [ ! -e "$file" ] || tell "$file"; done
    echo "Licences: descriptions: that of their package; strings: MPL 2.0; manual: GPL 2 or later."
    [ -e "$out/joint.model" ]
    exit
    ;;
recall)
    mkdir -p "$out"
    recall 16000 1 >"$out/train.txt"
    recall 1600 2 >"$out/test.txt"
    tell "$out/train.txt"
    tell "$out/test.txt"
    exit
    ;;
*) usage ;;
esac
[ -s "$folder/text" ] || { echo "corpus.sh: $name has no text" >&2; exit 1; }
mv "$folder/text" "$out"
tell "$out"
