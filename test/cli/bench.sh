# Tests the output, not the speed: the JSON members, and that the parts of a step sum to the whole.
one="--task parity_check --encoding none --length 3 --seconds 0.02"
lengthen bench $tiny $one --phases --json >lines
members <lines | sort -u
grep '"kind":"phases"' lines | grep -o '"share":[-0-9.e]*' | cut -d : -f 2 |
    awk '{ sum += $1 } END { print NR, (sum > 0.999 && sum < 1.001 ? "shares of 1" : sum) }'
grep -o '"gflop_per_step":[^,]*' lines | sort -u | wc -l # all lines have the same count
number() { # MEMBER: its value in each line
    sed "s/.*\"$1\":\([^,]*\),.*/\1/" lines
}
sed -i 's/,"phases":.*//' lines
number gflop_per_step >step && number steps_per_second >rate && number gflops | paste step rate - |
    awk '{ good += $1 * $2 > 0.999 * $3 && $1 * $2 < 1.001 * $3 } END { print (good == NR ? "speed = work x rate" : good) }'
lengthen bench $tiny $one --phases -q | grep -c -e 'linear: ' -e 'attention: ' -e waiting
lengthen bench $tiny --encoding none --seconds 0.02 --json | grep -c '"kind":"eval".*"peak_share":0[.0-9e-]*,'
lengthen bench $one --batch 4 --model.blocks 1 --precision bf16 --json | grep -o '"precision":"[a-z0-9]*"' | sort -u
lengthen bench $one --batch 4 --model.blocks 1 --precision bf16 -q | grep -o "bfloat16: measured peak"

# With one length there are only rows of training steps; otherwise there are also rows for fewer threads and evaluation.
lengthen bench $tiny $one -q | grep -c '^training .*  2 '
lengthen bench $tiny --task parity_check --encoding none --seconds 0.01 -q | sed 1,2d | cut -c 1-10 | uniq -c | tr -s ' '

# A model with memory reads segments of the given length, one after another.
seq 5000 >numbers.txt
memory="$(tiny_but curriculum.lengths) --curriculum.lengths 5 --data text --data.file numbers.txt --encoding relative
--architecture decoder --architecture.memory 8"
lengthen bench $memory --length 6 --seconds 0.01 --json | grep -o '"kind":"train".*"tokens":[0-9]*'
try lengthen bench $memory --curriculum uniform --length 6

# A user's own data is timed at the lengths of its records.
for i in $(seq 100); do echo "a b c $i"; done >source && for i in $(seq 100); do echo "$i z y x"; done >target
own="--data translation --data.source source --data.target target --encoding sinusoid --seconds 0.01 --model.blocks 1"
lengthen bench $own --width 8 --heads 2 --batch 4 --threads 2 --json | grep -o '"kind":"[a-z]*"' | uniq -c | tr -s ' '

# Flags of earlier versions, which scripts of bench/ have replaced, are refused.
for flag in pytorch=nowhere.py compare=precision=bf16 variants growth decode large figure=a.svg; do
    try lengthen bench --$flag
done
