#!/usr/bin/python3
"""python_opened.py PROGRAM: which choices of `lengthen list` does torch_model of the package lengthen open?

Of each choice a tiny model is trained for two steps, with the first of some surroundings that the program accepts, and
opened; logits are compared with those of its probe. Prints the choices by axis, with the reason where one is refused.
Exit status: 0, or 5 where a model that was opened has other logits, or where one of tools/python_opened.txt is refused.
"""
import json
import os
import subprocess
import sys
import tempfile

import torch

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import python_models  # noqa: E402
from python_models import lengthen  # noqa: E402

AXES = ("encoding", "architecture", "mask", "mixer", "positions", "block", "norm", "attention", "scale", "projection",
        "residual", "head")
TINY = ("--width 24 --heads 3 --model.feed_forward 40 --blocks 2 --batch 8 --steps 2 --lengths 9 --eval.sequences 4 "
        "--curriculum.lengths 1..9 --threads 1 --quiet").split()
AROUND = ("--data reverse_string --encoding relative", "--data reverse_string --encoding rope", "--data reverse_string",
          "--data reverse_string --encoding rope --mask causal", "--data reverse_string --architecture decoder",
          "--data reverse_string --architecture decoder --encoding none")
KNOWN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "python_opened.txt")


def run_program(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def choices(program, axis):
    rows = map(json.loads, run_program(program, "list", axis, "--json").stdout.splitlines())
    return [row["name"] for row in rows if row["axis"] == axis]


def train(program, axis, name, folder):
    """The run, or None where no surroundings are accepted, and what the program says to the last ones."""
    words = ""
    for number, around in enumerate(AROUND):
        around = around.split()
        if f"--{axis}" in around:
            at = around.index(f"--{axis}")
            del around[at : at + 2]
        path = os.path.join(folder, f"{axis}-{name}-{number}")
        done = run_program(program, "train", *TINY, *around, f"--{axis}", name, "--out", path)
        words = words or done.stderr.strip()
        if done.returncode == 0 and run_program(program, "inspect", "probe", path, "--length", "11", "--sequences", "3",
                                                "--quiet").returncode == 0:
            return path, ""
    return None, words


def outcome(program, axis, name, folder):
    """"opened", "refused", "wrong" or "untried", and why."""
    path, words = train(program, axis, name, folder)
    if not path:
        return "untried", words
    try:
        run = lengthen.Run(path)
        worst = max(python_models.differences(run))
    except lengthen.Refused as error:
        return "refused", str(error)
    if not worst < python_models.TOLERANCE["float32"]:
        return "wrong", f"logits differ by {worst:.1e}"
    return "opened", ""


def main(program):
    found = {}
    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        for axis in AXES:
            found[axis] = {name: outcome(program, axis, name, folder) for name in choices(program, axis)}
            opened = [name for name, (kind, _) in found[axis].items() if kind == "opened"]
            print(f"{axis}: {len(opened)} of {len(found[axis])} opened: {' '.join(opened)}")
            for name, (kind, why) in found[axis].items():
                if kind != "opened":
                    print(f"    {name}: {kind}: {why[:150]}")
    kinds = {f"{axis} {name}": kind for axis, names in found.items() for name, (kind, _) in names.items()}
    with open(KNOWN) as file:
        lost = [line for line in file.read().splitlines() if kinds.get(line) != "opened"]
    for line in lost:
        print(f"FAILED  {line} was opened before")
    return 5 if lost or "wrong" in kinds.values() else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
