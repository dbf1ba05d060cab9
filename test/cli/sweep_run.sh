# Several processes train a sweep. A run that fails or diverges does not stop the others. A sweep that was killed and
# resumed at any time, or trained in shards, has the same results.
cat >small.yaml <<END
title: A small one
set:
  model: {width: 16, heads: 2, blocks: 1, feed_forward: 16}
  curriculum.lengths: 1..5
  train: {steps: 1500, batch: 8, checkpoint_every: 50}
  eval: {lengths: 1..8, sequences: 16, every: 500}
grid:
  task: [parity_check, reverse_string]
  scheme:
    plain: {encoding: rope}
    bad: {encoding: none, optimizer.epsilon: 0}
  seed: 1..2
exclude:
  - {task: parity_check, scheme: bad}
END
run() { # DIR JOBS
    lengthen sweep run small.yaml --out $1 -j $2 -q
}
same() { # DIR
    lengthen sweep results $1 -q >/dev/null
    cmp $1/results.jsonl whole/results.jsonl && echo $1: same results
}
run_of() { # DIR LABELS: the id of the run with these labels
    lengthen sweep status $1 --runs | awk -v labels="$2" 'index($0, labels) { print $1; exit }'
}

# Uninterrupted; two runs diverge.
try run whole 2
lengthen sweep results whole
wc -l <whole/results.jsonl | tr -d ' '
grep -c '"state":"diverged"' whole/results.jsonl
lengthen sweep results whole --out - | cmp - whole/results.jsonl && [ ! -e ./- ] && echo the same lines
lengthen sweep status whole | sed 's/[0-9a-f]\{16\}/ID/; s/ *[0-9.]* %$/ X/; s/: step 2: loss.*(/: loss (/'
try lengthen sweep run whole -q
lengthen sweep status whole --runs --json | members | sort | uniq -c | sed 's/^ *//'
lengthen sweep run whole --json -q | members

# A run that failed because its directory was not usable is trained again on request.
cp -r whole failing && rm -r failing/runs failing/registry* failing/results.jsonl
id=$(run_of failing 'parity_check plain 1')
mkdir -p failing/runs/$id/foreign
try lengthen sweep run failing -j 2 --json -q | grep -o '"state":"[a-z]*"' | sort | uniq -c | sed 's/^ *//'
lengthen sweep status failing | grep "$id failed" | sed "s/$id/ID/g"
rmdir failing/runs/$id/foreign
try lengthen sweep resume failing --failed -q
same failing

# The registry is only an index, so that the sweep can be used if it is missing or damaged.
rm failing/registry.sqlite*
lengthen sweep merge failing
same failing
seq 1 2000 >failing/registry.sqlite
try lengthen sweep status failing
lengthen sweep merge failing --json | members
same failing

# A run directory with damaged results is not finished: it is named, and evaluated again.
for damage in 'truncate -s 700' 'echo { >' rm 'sed -i "s/\"token_accuracy\": [0-9.]*/\"token_accuracy\": 7.5/"'; do
    eval "$damage failing/runs/$id/eval.jsonl"
    try lengthen sweep merge failing
    rm failing/registry.sqlite*
    lengthen sweep status failing --json | grep -o '"planned":[0-9]*'
    try lengthen sweep run failing -j 1 -q
    same failing
done

# The program and its workers are killed, twice.
cp -r whole killed && rm -r killed/runs killed/registry* killed/results.jsonl
kill_all() { # RUNS: waits until this number of runs have a checkpoint, then kills all processes
    lengthen sweep run killed -j 2 -q >/dev/null &
    tries=0
    until [ $(ls killed/runs/*/state.safetensors 2>/dev/null | wc -l) -ge $1 ] || [ $tries -ge 600 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
    workers=$(lengthen sweep status killed --json | grep -o '"owner":"[^"]*"' | grep -o 'pid [0-9]*' | cut -c 5-)
    kill -9 $! $workers 2>/dev/null
    wait $! 2>/dev/null
    echo "killed -> $?"
}
kill_all 1
kill_all 3
run killed 2
same killed

# A signal, and a worker that dies.
cp -r whole stopped && rm -r stopped/runs stopped/registry* stopped/results.jsonl
lengthen sweep run stopped -j 1 2>words >/dev/null &
tries=0
until lengthen sweep status stopped --json | grep -q '"state":"running"' || [ $tries -ge 600 ]; do tries=$((tries + 1)); done
kill -9 $(lengthen sweep status stopped --json | grep -m 1 -o '"owner":"[^"]*"' | grep -o 'pid [0-9]*' | cut -c 5-)
await words
until lengthen sweep status stopped --json | grep -q '"state":"running"' || [ $tries -ge 600 ]; do tries=$((tries + 1)); done
kill -TERM $!
wait $!
echo "TERM -> $?"
grep -v -e '^6 runs ' -e ': diverged: ' words # (how many had diverged by then varies)
lengthen sweep status stopped --json | grep -c '"state":"running"'
try lengthen sweep resume stopped -j 2 -q
same stopped

# On a terminal, the progress does not count the run of a killed worker in addition to the run of its replacement.
sed -n '/^exclude/,$d; s/\[parity_check, reverse_string\]/parity_check/; /bad:/d; s/steps: 1500/steps: 8000/; p' small.yaml | sed 's/1..2/1..3/' >three.yaml
lengthen sweep plan three.yaml --out three -q
python3 - <<'END'
import os, pty, re, signal, subprocess
child, terminal = pty.fork()
if child == 0:
    os.environ["TERM"] = "xterm"
    os.execvp("lengthen", ["lengthen", "sweep", "run", "three", "-j", "2"])
shown, killed = b"", False
while True:
    try:
        more = os.read(terminal, 4096)
    except OSError:
        break
    if not more:
        break
    shown += more
    if b"2 running" in shown and not killed:
        status = subprocess.run(["lengthen", "sweep", "status", "three", "--json"], capture_output=True).stdout
        for pid in re.findall(rb'"state":"running".*?"owner":"[^"]* pid (\d+)', status)[:1]:
            os.kill(int(pid), signal.SIGKILL)
            killed = True
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), killed, sorted(set(re.findall(rb"\d+ running", shown)))[-1])
print(re.findall(rb"\d+/3 \[.*?(?:/s|s/run), (.*?)\]", shown)[-1].decode())
END

# Shards, as on a cluster, and two machines without a common file system.
for place in sharded elsewhere; do cp -r whole $place && rm -r $place/runs $place/registry* $place/results.jsonl; done
try lengthen sweep worker sharded --shard 0/2 --threads 2 -q
try env SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=2 lengthen sweep worker elsewhere --threads 1 --json |
    grep -o '"event":"[be][a-z]*"' | sort | uniq -c | sed 's/^ *//'
ls sharded/registry.sqlite sharded/shards elsewhere/shards
lengthen sweep merge sharded elsewhere
same sharded

# The protocol of evaluation may follow from the architecture and the memory: such runs are not evaluated again.
cat >kinds.yaml <<END
set: {task: reverse_string, model: {width: 8, heads: 2, blocks: 1}, train: {steps: 5, batch: 2}, curriculum.lengths: 1..4, eval: {lengths: 1..4, sequences: 2}}
grid: {architecture: [encoder, encoder_decoder, decoder], seed: 1..2}
END
try lengthen sweep run kinds.yaml --out kinds -q
rm kinds/registry*
lengthen sweep merge kinds

# Files that a killed merge has moved aside are restored by the next merge and when the run is resumed.
for again in "merge sharded" "run sharded -j 1"; do
    id=$(ls sharded/runs | head -n 1)
    mv sharded/runs/$id sharded/runs/$id.old && mkdir sharded/runs/$id.tmp && rm sharded/registry.sqlite*
    echo stays >sharded/runs/$id.old/probe.txt
    try lengthen sweep $again -q
    cat sharded/runs/$id/probe.txt && rm sharded/runs/$id/probe.txt
    lengthen sweep merge sharded -q
    ls sharded/runs | grep -c '[.]'
    same sharded
done
try lengthen sweep worker sharded --shard 1/2

# A shard without the number of shards.
for variable in JOB_COMPLETION_INDEX=0 PARALLEL_SEQ=1 PMIX_RANK=1 SLURM_PROCID=1 SLURM_ARRAY_TASK_ID=1; do
    try env $variable lengthen sweep worker sharded -q
done
try env PARALLEL_SEQ=1 lengthen sweep worker sharded --registry
try env LENGTHEN_SHARDS=2 lengthen train --print-config | tail -n 1

# After an error that would make all runs fail, no run counts as failed.
rm sharded/registry.sqlite* && rm -r sharded/runs sharded/shards
LENGTHEN_KERNELS=nothing try lengthen sweep run sharded -j 1 -q
lengthen sweep status sharded --json | grep -o '"planned":[0-9]*'

# Wrong arguments.
for words in "run" "run whole other" "run nowhere" "run whole --out there" "run whole -j 0" "resume whole --faild" \
    "status" "status small.yaml" "worker whole --shard 2/2" "worker whole --shard 1" "worker whole --shard 0/1000001" \
    "worker whole --shard 0/1 --registry" "merge" "merge whole nowhere" "results whole --out nowhere/file" "statsu"; do
    echo "$words"
    try lengthen sweep $words
done

# Equal warnings of several runs are printed once, with their number, whichever worker trained the runs. `sweep worker`
# prints each warning.
echo '{"source": "a b", "target": "b a", "id": 1}' >pairs.jsonl
cat >warned.yaml <<'END'
set: {model: {width: 8, heads: 2, blocks: 1, feed_forward: 8}, train.batch: 4, train.steps: 5, data: pairs,
      data.train: pairs.jsonl, data.test: pairs.jsonl, eval.lengths: 2, curriculum.lengths: 2, eval.score: all}
grid: {encoding: [none, rope], positions: [standard, randomized], seed: 1..2}
END
lengthen sweep plan warned.yaml --out warned -q >plan
lengthen sweep run warned -j 2 2>told | tail -n 1
grep '^warning' told
lengthen sweep plan warned.yaml --out worked -q >plan
lengthen sweep worker worked --json | grep -c '"schema":"lengthen.sweep_warning/1","event":"warning","text":"data.train: '
