#!/usr/bin/env python3
"""memory.py PROGRAM [STEPS [LENGTHS]]: measures the resident memory of three commands:

  - a long training (100,000 steps)
  - a training with a validation at each step (5,000 steps, ten lengths per validation)
  - an evaluation at many lengths (5,000), in ascending order

The memory of a training must not grow by more than 2 MB after the first tenth of the time. The peak memory of the
evaluation is compared with the peak of an evaluation at only the longest 200 lengths. It may be larger by 10 KB for
each length, since the evaluation keeps the results (2 KB for each length) with free memory between them. Linux only."""
import os
import subprocess
import sys
import tempfile

import watch

MODEL = ("--task reverse_string --encoding relative --positions randomized --width 8 --heads 1 --blocks 1 --batch 8 "
         "--model.feed_forward 16 --curriculum.lengths 1..10 --threads 1").split()


def run(words, every):
    process = subprocess.Popen([str(w) for w in words], stdout=subprocess.DEVNULL)
    samples = watch.watch(process, every)
    if process.returncode != 0 or len(samples) < 4:
        sys.exit(f"{' '.join(map(str, words))}: status {process.returncode}, {len(samples)} samples")
    return samples


def peak(samples, low=0.0, high=1.0):
    end = samples[-1][0]
    return max(mb for at, mb in samples if low * end <= at <= high * end)


def growth(samples):
    """The peak in the first tenth of the time, without the start, and the peak after it."""
    return peak(samples, 0.02, 0.1), peak(samples, 0.1)


def words(name, samples):
    first, rest = growth(samples)
    return {name: f"{first:.1f} MB at most in the first tenth, {rest:.1f} MB after it, {samples[-1][0]:.0f} s"}


def main(program, steps="100000", lengths="5000"):
    program, last = os.path.abspath(program), int(lengths)
    with tempfile.TemporaryDirectory() as scratch:
        train = [program, "train", *MODEL, "--positions.L", max(64, 2 * last), "--eval.sequences", 4, "-q", "--out"]
        trained = run([*train, f"{scratch}/run", "--steps", steps, "--lengths", "1..10"], 0.05)
        validated = run([*train, f"{scratch}/validated", "--steps", last, "--lengths", "1..10", "--eval.every", 1], 0.01)
        evaluate = [program, "eval", f"{scratch}/run", "--eval.sequences", 1, "--threads", 1, "-q", "--lengths"]
        few = peak(run([*evaluate, f"{max(1, last - 199)}..{last}"], 0.01))
        samples = run([*evaluate, f"1..{last}"], 0.01)
    every = peak(samples)
    watch.report(steps=steps, **words("training", trained), lengths=lengths, **words("validations", validated),
                 evaluation=f"{every:.1f} MB at most, {samples[-1][0]:.0f} s; at the longest 200 lengths {few:.1f} MB")
    grown = [rest > first + 2 for first, rest in (growth(trained), growth(validated))]
    if any(grown) or every > few + 0.01 * last:
        sys.exit("memory grows")


if __name__ == "__main__":
    main(*sys.argv[1:])
