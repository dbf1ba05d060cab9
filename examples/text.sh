#!/bin/sh
# text.sh DIR: trains a language model on a text of one's own, byte by byte, and tests it at longer contexts.
#
# Any file will do: a book, source code, a log. Its last tenth is kept for the test. Here the text is the program's own
# manual.
set -eu
dir=${1:-own-text}
mkdir -p "$dir"
for topic in train eval sweep report inspect analyze bench sample list show; do lengthen help "$topic"; done >"$dir/book.txt"

# Windows of 64 bytes, each byte predicted from those before it. ALiBi has no longest position.
lengthen train --data text --data.file "$dir/book.txt" --encoding alibi --model.blocks 2 --curriculum.lengths 64 \
    --lengths 32,64,128,256 --steps 150 --batch 32 --lr 0.003 --model.dropout 0 --out "$dir/run" --quiet

# Bits per byte of the same bytes at every length: by windows that step by the shortest one; by windows that do not
# overlap, whose first bytes have little context.
lengthen eval "$dir/run" --json
lengthen eval "$dir/run" --eval.stride 256 --metric perplexity --json
