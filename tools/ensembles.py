#!/usr/bin/env python3
"""ensembles.py: evaluates averages and ensembles of a finished sweep, for the claims averaging and ensemble.

    tools/ensembles.py SWEEP [PROGRAM]

Writes runs without models beside the ended runs of SWEEP, with these values of eval.label: average-10, the mean of the
last ten checkpoints of each run; ensemble-3, three runs of one task with the seeds 1 to 3, 4 to 6, ..., the best of them
first, whose seed the result has; best-of-3, that best run alone. The best one has the highest token accuracy in the
test, which favours it. PROGRAM is build/release/lengthen if it is not given.
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
    """None: the run has not ended."""
    record = json.loads((run / "run.json").read_text(encoding="utf-8"))
    return record["score"]["scores"]["token_accuracy"] if record["status"] == "done" else None


def place(run):
    """Its task and its ensemble: seeds 1 to 3, 4 to 6, ..."""
    return value(run, "data"), (int(value(run, "train.seed")) - 1) // 3


def evaluate(program, models, label, to, *flags):
    """Stores an evaluation, unless it is there."""
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
