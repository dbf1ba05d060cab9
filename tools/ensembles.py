#!/usr/bin/env python3
"""ensembles.py: evaluates averages and ensembles of a finished sweep, for the claims averaging and ensemble.

    tools/ensembles.py SWEEP [PROGRAM]

Writes the results as runs without models beside the finished runs of SWEEP. Their eval.label is one of these:

    average-10   the mean of the last ten checkpoints of each run
    ensemble-3   an ensemble of three runs of one task, with the seeds 1 to 3, 4 to 6, ...; the seed of the result is
                 the seed of the best run
    best-of-3    only the best run of each ensemble

The best run is the run with the highest token accuracy in the test, so its result is biased upwards. By default,
PROGRAM is build/release/lengthen.
"""
import itertools
import json
import pathlib
import re
import subprocess
import sys


def value(run, key):
    return re.search(rf"(?m)^{re.escape(key)}: (.*)$", (run / "config.yaml").read_text(encoding="utf-8"))[1]


def score(run):
    """The token accuracy of a run, or None if it has not finished."""
    record = json.loads((run / "run.json").read_text(encoding="utf-8"))
    return record["score"]["scores"]["token_accuracy"] if record["status"] == "done" else None


def place(run):
    """The task of a run and the index of its ensemble: seeds 1 to 3, 4 to 6, ..."""
    return value(run, "data"), (int(value(run, "train.seed")) - 1) // 3


def evaluate(program, models, label, to, *flags):
    """Stores an evaluation, unless it already exists."""
    if not (to / "run.json").exists():
        subprocess.run([program, "eval", *map(str, models), "--to", str(to), "--eval.label", label, "--quiet", *flags],
                       check=True, stdout=subprocess.DEVNULL)


def average(program, run):
    file = run / "checkpoints" / "average-10.safetensors"
    if not file.exists():
        subprocess.run([program, "average", str(run), "--last", "10", "--quiet"], check=True)
    evaluate(program, [file], "average-10", run.parent / f"average-{run.name}")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    folder, program = pathlib.Path(sys.argv[1]) / "runs", (sys.argv[2:] or ["build/release/lengthen"])[0]
    runs = sorted((run for run in folder.iterdir() if (run / "model.safetensors").exists() and score(run)), key=place)
    for run in runs:
        average(program, run)
    for _, three in itertools.groupby(runs, place):
        three = sorted(three, key=score, reverse=True)
        if len(three) == 3:
            evaluate(program, three, "ensemble-3", folder / f"ensemble-{three[0].name}", "--ensemble")
            evaluate(program, three[:1], "best-of-3", folder / f"best-{three[0].name}")


if __name__ == "__main__":
    main()
