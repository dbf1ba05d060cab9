# A text larger than the program's memory limit is mapped, not copied: half a gigabyte, with a limit of 200 MB for data.
limited() {
    (ulimit -d 200000 && "$@")
}
if ! limited lengthen --version >/dev/null 2>&1; then # a sanitizer build needs more memory
    echo "without a limit of data" >>"$SKIPPED"
    limited() { "$@"; }
fi
small="--width 8 --heads 2 --blocks 1 --model.feed_forward 8 --batch 4 --steps 3 --curriculum.lengths 8 --lengths 8"
truncate -s 536870912 book.txt && printf 'the end of a long book\n' >>book.txt
try limited lengthen train --architecture decoder --encoding none --data text --data.file book.txt $small --eval.sequences 5 \
    --out run -q >/dev/null
grep -A 2 '"files"' run/run.json
limited lengthen eval run --lengths 8 --protocol windows --eval.sequences 5 -q | grep -c '^run  *standard'
truncate -s 536870911 book.txt
try limited lengthen eval run --lengths 8 -q
