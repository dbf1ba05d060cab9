# A sweep on a machine that runs short of a resource, at any moment: the workers end with a message and status 1, no run
# counts as failed, and the same command without the shortage ends with the same results.
cat >small.yaml <<END
set:
  task: reverse_string
  model: {width: 32, heads: 2, blocks: 2, feed_forward: 128}
  curriculum.lengths: 1..5
  train: {steps: 20, batch: 4, checkpoint_every: 10}
  eval: {lengths: 1..8, sequences: 8}
grid:
  seed: 1..2
END
lengthen sweep plan small.yaml --out planned -q
cp -r planned whole && lengthen sweep run whole -j 2 -q >/dev/null
lengthen sweep results whole -q >/dev/null

# Prints the state after a command with a shortage, and resumes without it.
goes_on() { # STATUS WORDS COMMAND...
    status=$1 pattern=$2
    shift 2
    [ $status = 1 ] || echo "status $status"
    grep -q "^lengthen: .*$pattern" words || cat words
    if grep -q 'resumes them' words; then shown=yes; fi
    lengthen sweep status short --json >counts
    grep -q '"failed":0,' counts || cat counts
    "$@" -q >/dev/null 2>&1
    lengthen sweep merge short >/dev/null
    lengthen sweep results short -q >/dev/null
    cmp short/results.jsonl whole/results.jsonl
}

# Limits of file descriptors: all numbers up to one that is just enough.
files() { # COMMAND...
    shown=no
    for n in 14 12 10 9 8 7 6 5 4; do
        rm -rf short && cp -r planned short
        (
            ulimit -n $n
            exec "$@"
        ) >out 2>words
        status=$?
        if [ $status = 0 ] || ! [ -e short/runs ]; then continue; fi # enough, or too few to begin
        goes_on $status 'Too many open files' "$@"
    done
    echo "$*: a run was released: $shown"
}
files lengthen sweep worker short --threads 1
files lengthen sweep worker short --threads 1 --shard 0/1
files lengthen sweep run short -j 2

# Limits of file size below the size of a checkpoint, as on a full disk. The files of the registry are smaller.
shown=no
rm -rf short && cp -r planned short
(
    trap '' XFSZ
    exec prlimit --fsize=200000 lengthen sweep run short -j 2
) >out 2>words
goes_on $? 'File too large' lengthen sweep run short -j 2
echo "files of limited size: a run was released: $shown"
