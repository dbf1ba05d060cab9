# Runs exported scripts with GNU parallel, and as Kubernetes would. The results equal those of `sweep run`.
cat >small.yaml <<END
set:
  model: {width: 16, heads: 2, blocks: 1, feed_forward: 16}
  train: {steps: 20, batch: 4}
  eval: {lengths: "1..3", sequences: 4}
grid: {task: [even_pairs, parity_check], seed: 1..4}
END
plan() { # NAME
    cp small.yaml $1.yaml
    lengthen sweep plan $1.yaml --quiet >/dev/null
}
same() { # NAME
    lengthen sweep results sweeps/$1 >/dev/null
    cmp sweeps/here/results.jsonl sweeps/$1/results.jsonl && echo "$1: the same results"
}
plan here
try lengthen sweep run sweeps/here --quiet -j 1 >/dev/null
lengthen sweep results sweeps/here >/dev/null

# With GNU parallel. If the script is started again after all runs are done, it trains nothing.
plan parallel
lengthen sweep export sweeps/parallel --parallel --tasks 3 --quiet
try bash sweeps/parallel/parallel.sh 2>&1 | grep -e '->' -e '^slot.*done$' | sed 's|^slot.*\t||' | sort
same parallel
try bash sweeps/parallel/parallel.sh 2>&1 | grep -c '^slot'

# With Kubernetes: one pod for each index of the job.
plan pods
lengthen sweep export sweeps/pods --k8s --tasks 3 --quiet
try /usr/bin/python3 "$LENGTHEN_PRESETS/../test/pods.py" sweeps/pods/k8s.yaml sweeps/pods 2>words
grep -c 'done$' words
lengthen sweep merge sweeps/pods >/dev/null
same pods
