#!/bin/sh
# pairs.sh DIR: trains a decoder on your own pairs of source and target. Here it learns to sort letters, and is tested
# on longer sources.
#
# A file has one JSON object per line. An object is a pair; its source and target are words separated by spaces. Here
# awk writes the files: random letters as source, and the same letters sorted as target. You can use any files in this
# format, without compiling anything.
set -eu
dir=${1:-own-pairs}
mkdir -p "$dir"

pairs() { # COUNT LONGEST SEED: writes COUNT pairs with sources of 1..LONGEST letters
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
pairs 400 12 2 >"$dir/test.jsonl" # some sources are longer than in training

# The length of a pair is the number of words of its source. An epoch trains on every pair once. Evaluation decodes
# targets word by word. The score is the share of targets in which every word is right.
lengthen train --data pairs --data.train "$dir/train.jsonl" --data.test "$dir/test.jsonl" --architecture decoder \
    --encoding rope --model.blocks 2 --steps 400 --lr 0.002 --schedule linear --model.dropout 0 --out "$dir/run" --quiet

# Prints one JSON object for each length, and one with the score beyond the training lengths.
lengthen eval "$dir/run" --json
