# A model trained in bfloat16 has the same bytes for any number of threads, after a kill, and when trained again.
flags="--task reverse_string --encoding rope --width 48 --heads 3 --blocks 1 --model.feed_forward 40 --batch 12 -q
--curriculum.lengths 1..9 --lengths 1..12 --eval.sequences 8 --train.log_every 10 --train.checkpoint_every 10"
lengthen train $flags --precision bf16 --steps 12 --threads 1 --out one >/dev/null
lengthen train $flags --precision bf16 --steps 12 --threads 2 --out two >/dev/null
cmp one/model.safetensors two/model.safetensors && cmp one/eval.jsonl two/eval.jsonl && echo threads change nothing
lengthen train $flags --precision bf16 --steps 5 --threads 2 --out resumed >/dev/null
lengthen train $flags --precision bf16 --steps 12 --threads 3 --out resumed >/dev/null
cmp one/model.safetensors resumed/model.safetensors && echo resumed
# run.json names the kernel set, which determines the bits: amx if a matrix unit multiplies in bfloat16.
wanted=$(lengthen doctor --fast --json | sed 's/.*"kernels":"\([a-z0-9]*\)".*/\1/')
grep -c "\"kernels\": \"$wanted\"" one/run.json
if [ "$wanted" = amx ]; then
    LENGTHEN_KERNELS=avx512 lengthen train $flags --precision bf16 --steps 12 --out other >/dev/null
    cmp -s one/model.safetensors other/model.safetensors || echo other bits
    lengthen train $flags --steps 3 --out float >/dev/null
    grep -o '"kernels": "[a-z0-9]*"' float/run.json
else
    echo 'without a matrix unit for bfloat16' >>"$SKIPPED"
    echo other bits
    echo '"kernels": "avx512"'
fi
