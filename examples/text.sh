#!/bin/sh
# text.sh DIR: trains a byte-level language model on your own text, and tests it with longer contexts.
#
# Any file will do: a book, source code, a log. Its last tenth is the test split. Here the text is the program's own
# help.
set -eu
dir=${1:-own-text}
mkdir -p "$dir"
for topic in train eval sweep report inspect analyze bench sample list show; do lengthen help "$topic"; done >"$dir/book.txt"

# Trains on windows of 64 bytes. ALiBi has no maximum position, so longer windows can be evaluated.
lengthen train --data text --data.file "$dir/book.txt" --encoding alibi --model.blocks 2 --curriculum.lengths 64 \
    --lengths 32,64,128,256 --steps 150 --batch 32 --lr 0.003 --model.dropout 0 --out "$dir/run" --quiet

# The first command evaluates the same bytes at every length in bits per byte, with windows that advance by the shortest
# length. The second one evaluates perplexity with a stride of 256: windows do not overlap, so their first bytes have
# little context.
lengthen eval "$dir/run" --json
lengthen eval "$dir/run" --eval.stride 256 --metric perplexity --json
