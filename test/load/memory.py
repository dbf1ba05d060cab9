#!/usr/bin/env python3
"""memory.py PROGRAM [STEPS [LENGTHS]]: the resident memory of a long training (100,000 steps), and of an evaluation at many
lengths (5,000). The training's must not grow by more than 2 MB from the first tenth of the time on. The evaluation is
one beside that of the longest 200 lengths alone: its peak may be above that by 3 KB for each length, which the results
take. Of Linux."""
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


def main(program, steps="100000", lengths="5000"):
    program = os.path.abspath(program)
    with tempfile.TemporaryDirectory() as scratch:
        trained = run([program, "train", *MODEL, "--positions.L", max(64, 2 * int(lengths)), "--steps", steps, "--lengths",
                       "1..10", "--eval.sequences", 4, "--out", f"{scratch}/run", "-q"], 0.05)
        evaluate = [program, "eval", f"{scratch}/run", "--eval.sequences", 1, "--threads", 1, "-q", "--lengths"]
        few = run([*evaluate, f"{max(1, int(lengths) - 199)}..{lengths}"], 0.01)
        all_lengths = run([*evaluate, f"1..{lengths}"], 0.01)
    first, rest = peak(trained, 0.02, 0.1), peak(trained, 0.1)
    watch.report(steps=steps, training=f"{first:.1f} MB at most in the first tenth, {rest:.1f} MB behind it, "
                                       f"{trained[-1][0]:.0f} s",
                 lengths=lengths, evaluation=f"{peak(all_lengths):.1f} MB at most, {all_lengths[-1][0]:.0f} s; "
                                             f"at the longest 200 lengths {peak(few):.1f} MB")
    if rest > first + 2 or peak(all_lengths) > peak(few) + 0.003 * int(lengths):
        sys.exit("memory grows")


if __name__ == "__main__":
    main(*sys.argv[1:])
