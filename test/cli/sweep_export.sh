# `sweep export` writes scripts for clusters. Complete scripts, with fixed estimates, are in test/golden/export.
cat >small.yaml <<END
set: {model: {width: 16, heads: 2, blocks: 1}, train: {steps: 10, batch: 4}, eval.lengths: "1..3"}
grid: {task: [even_pairs, parity_check], seed: 1..4}
END
lengthen sweep plan small.yaml --quiet >/dev/null
unplaced() {
    sed -E "s|$PWD|HERE|; s/about [0-9]+ (s|min)/about so long/"
}
try lengthen sweep export sweeps/small --slurm --tasks 3 --partition long
try lengthen sweep export sweeps/small --parallel --tasks 3 --cpus 2 --program ./lengthen
try lengthen sweep export sweeps/small --k8s --tasks 3 --out job.yaml --json
unplaced <sweeps/small/slurm.sh | sed -n '2p; /^#SBATCH/p; /^sweep=/,/^limit=/p'
unplaced <sweeps/small/parallel.sh | sed -n '2p; /^sweep=/,/^jobs=/p'
unplaced <job.yaml | sed -n '1p; /completions/,/parallelism/p; /command/p; /subPath/p'
for script in sweeps/small/*.sh; do bash -n "$script" && test -x "$script" && echo "$script"; done

# With stdout as output, no file is written.
lengthen sweep export sweeps/small --slurm --tasks 3 --partition long -o - | cmp - sweeps/small/slurm.sh
lengthen sweep export sweeps/small --k8s --tasks 3 --dry-run | cmp - job.yaml
lengthen sweep export sweeps/small --k8s --dry-run --json | members
ls . sweeps/small

# A script with wrong arguments prints its usage.
try bash sweeps/small/slurm.sh now

try lengthen sweep export sweeps/small
try lengthen sweep export sweeps/small --slurm --k8s
try lengthen sweep export --slurm
try lengthen sweep export sweeps/large --slurm
try lengthen sweep export sweeps/small --parallel --partition long
try lengthen sweep export sweeps/small --slurm --minutes 5
try lengthen sweep export sweeps/small --slurm --cpus many
try lengthen sweep export sweeps/small --slurm --account 'a b'
try lengthen sweep export sweeps/small --slurm --dry-run --out x.sh
try lengthen sweep export sweeps/small --slurm --out nowhere/x.sh
try lengthen sweep export sweeps/small --slurm --out
