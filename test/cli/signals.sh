# A signal ends training with a checkpoint; the same command resumes, to the same bytes as without the signal.
start() { # NAME SIGNAL: trains in the background until the first checkpoint, sends the signal, prints the status
    env --default-signal=INT,HUP lengthen train $tiny --task parity_check --steps 3000 --out $1 -q >/dev/null &
    await $1/state.safetensors
    kill -$2 $!
    wait $!
    echo "$2 -> $?"
}
start a TERM
start b INT
start c USR1
start d HUP
lengthen eval d --lengths 3 --eval.sequences 2 2>&1 | grep -o 'training has not ended: [a-z]*' | sed 's/: .*//'
lengthen show d | grep -o 'training is incomplete: [0-9]* of 3000 steps' | sed 's| [0-9]* of| some of|'
lengthen train $tiny --task parity_check --steps 3000 --out whole -q >/dev/null
for run in a b c d; do
    lengthen train $tiny --task parity_check --steps 3000 --out $run -q >/dev/null
    cmp $run/model.safetensors whole/model.safetensors && echo $run: same bytes
done

# A second signal ends the program without waiting for the end of the step. The model has a segment memory, so that its
# steps cannot be interrupted.
seq 200000 >text
lengthen train --data text --data.file text --encoding relative --architecture.memory 64 --curriculum.lengths 64 \
    --lengths 64 --batch 4096 --blocks 8 --out slow -q >/dev/null &
await slow/run.json
sleep 0.3
kill -TERM $!
sleep 0.3
kill -TERM $!
wait $!
echo "twice -> $?"

# Two equal signals at once count as one: `timeout` signals the program and then its group.
timeout 2 lengthen train $tiny --task parity_check --steps 1000000 --out echo -q >/dev/null
grep -o '"status": "[a-z]*"' echo/run.json

# If the size limit of files is exceeded, there is a message, and the system's signal does not end the program.
(ulimit -f 1; lengthen train $tiny --task parity_check --steps 5 --out short -q 2>&1 | grep -o 'cannot write [a-z/.]*')

# A signal stops an evaluation in the middle of a length.
lengthen train --task parity_check --curriculum.lengths 1..5 --batch 4 --steps 5 --width 64 --blocks 2 --lengths 3000 \
    --eval.sequences 100000 --threads 2 --out within -q >/dev/null &
await within/model.safetensors
sleep 0.5
timeout 120 sh -c "kill -TERM $!; while kill -0 $! 2>/dev/null; do sleep 0.1; done" && echo stopped
wait $!
echo "within a length -> $?"

# If `lengthen eval` is stopped, it reports that no results are kept.
lengthen eval within --lengths 2000,3000 --eval.sequences 100000 >table 2>words &
await words
kill -TERM $!
wait $!
echo "eval -> $?"
sed 's/: about .*//' words

# The estimate of the time of an evaluation takes no longer for long sequences.
lengthen eval within --lengths 100000 --eval.sequences 5000 >table 2>first &
await first
kill -KILL $!
{ wait $!; } 2>/dev/null
sed 's/: about [0-9]* \(h\|days\)$/: about some hours/' first
