# A model that stores keys and values of earlier segments of a text (Memorizing Transformer) is trained, stopped and
# resumed, and evaluated with stores of other sizes.
seq 1 4000 >book.txt
text="--data text --data.file book.txt --width 8 --heads 2 --blocks 2 --model.feed_forward 8 --batch 4 --encoding relative
--curriculum.lengths 8 --lengths 8 --eval.sequences 21 --train.log_every 10 --train.checkpoint_every 10"
stored="$text --model.order memorizing --memorizing.size 50 --memorizing.read 4"
lengthen train $stored --print-config | grep -E '^(curriculum|protocol|model.order|memorizing)' | sed 's/ *#.*//'
lengthen train $text --model.order kf --memorizing.size 0 --print-config | grep -E '^(curriculum|protocol)' | sed 's/ *#.*//'

lengthen train $stored --steps 1500 --threads 1 --out whole -q >/dev/null
lengthen train $stored --steps 1500 --threads 2 --out stopped -q >/dev/null &
await stopped/state.safetensors
kill -TERM $!
wait $!
echo "TERM -> $?"
lengthen train $stored --steps 1500 --threads 2 --out stopped -q >/dev/null
cmp stopped/state.safetensors whole/state.safetensors && echo same bytes
cmp stopped/eval.jsonl whole/eval.jsonl && echo same results
grep -ao 'state.block.[0-9].[a-z.]*' whole/state.safetensors | sort

# Evaluation with another size of the store and another number of retrieved keys. Each window begins with an empty
# store.
value() { lengthen eval whole --json "$@" | head -n 1 | sed 's/.*"unit":/"unit":/'; }
value >trained
value --memorizing.size 50 --threads 3 | cmp - trained && echo as in training
value --memorizing.size 9 >shorter
value --memorizing.read 1 >nearest
value --protocol pass >windows
value --protocol pass --memorizing.empty bypass >bypass
cat trained shorter nearest windows bypass | cut -d , -f 2 | sort -u | wc -l
try lengthen eval whole --memorizing.combine joint
try lengthen eval whole --memorizing.size 0
try lengthen train $stored --curriculum uniform
try lengthen train $text --architecture encoder --mask full --model.order kf
