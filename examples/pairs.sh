#!/bin/sh
# pairs.sh DIR: trains a decoder on pairs of one's own, and tests how long a source it can sort.
#
# A file has a pair a line, as JSON: source and target are words between blanks. Here awk makes them up: letters, and the
# same letters in order. Bring any files like these; nothing has to be compiled.
set -eu
dir=${1:-own-pairs}
mkdir -p "$dir"

pairs() { # COUNT LONGEST SEED: that many pairs with sources of 1..LONGEST letters
    awk -v count="$1" -v longest="$2" -v seed="$3" 'BEGIN {
        srand(seed)
        for (i = 0; i < count; i++) {
            n = 1 + int(rand() * longest)
            for (c = 0; c < 8; c++) times[c] = 0
            source = target = ""
            for (k = 0; k < n; k++) {
                c = int(rand() * 8)
                times[c]++
                source = source (k ? " " : "") substr("abcdefgh", c + 1, 1)
            }
            for (c = 0; c < 8; c++)
                while (times[c]-- > 0) target = target (target == "" ? "" : " ") substr("abcdefgh", c + 1, 1)
            printf "{\"source\": \"%s\", \"target\": \"%s\"}\n", source, target
        }
    }'
}
pairs 4000 8 1 >"$dir/train.jsonl"
pairs 400 12 2 >"$dir/test.jsonl" # longer ones too: how far does it get?

# A pair is trained and reported under its length, the number of words of its source. Every pair is read once an epoch;
# targets are decoded word by word, and count where every word is right.
lengthen train --data pairs --data.train "$dir/train.jsonl" --data.test "$dir/test.jsonl" --architecture decoder \
    --encoding rope --model.blocks 2 --steps 400 --lr 0.002 --schedule linear --model.dropout 0 --out "$dir/run" --quiet

# One JSON object for each length, and one with the score beyond the trained lengths.
lengthen eval "$dir/run" --json
