# In-process computations of the Python package, with the library that was built with the program.
root=$LENGTHEN_PRESETS/..
built=$(dirname "$(readlink -f "$(command -v lengthen)")")
mkdir package && cp -r "$root/python/lengthen" package/ && rm -rf package/lengthen/lib && ln -s "$built" package/lengthen/lib
export PYTHONPATH="$PWD/package" PYTHONDONTWRITEBYTECODE=1
sanitized() { # is the library built with the address sanitizer?
    ldd "$1"/liblengthen.so.* | grep -q libasan
}
python=/usr/bin/python3
! sanitized "$built" || python="env LD_PRELOAD=$(gcc -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 $python"

lengthen train $tiny --data reverse_string --steps 20 --out runs/task -q >/dev/null
small="--width 8 --heads 2 --blocks 1 --model.feed_forward 8 --batch 4 --threads 2 --steps 20"
lengthen train $small --data addition --architecture decoder --encoding alibi --data.examples 100 --data.test_examples 10 \
    --curriculum.lengths 1..3 --lengths 1..6 --eval.max_tokens 60 --out runs/words -q >/dev/null
seq 3000 | tr '\n' ' ' >book.txt
lengthen train $small --data text --data.file book.txt --encoding relative --curriculum.lengths 8 --architecture.memory 8 \
    --lengths 8,16 --out runs/book -q >/dev/null
try $python "$root/test/python_calls.py" runs/task runs/words runs/book

# The binding agrees with headers and library.
try /usr/bin/python3 "$root/tools/python_binding.py" "$(ls "$built"/liblengthen.so.* | tail -n 1)" check
