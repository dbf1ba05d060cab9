#!/usr/bin/python3
"""python_opened.py PROGRAM [AXIS...]: checks that the package lengthen (torch_model) opens models with every choice of
`lengthen list`.

For each choice of the model's axes, trains a tiny model for two steps with every architecture that accepts the choice,
and opens the model. Compares its logits with the logits of a probe (`lengthen inspect probe`). If the architecture
allows it, also compares the logits of an answer (`lengthen inspect logits`). Then checks that invalid tokens are
rejected.
Exit status 5: a choice was not opened, was opened with other logits, or has no settings that the program accepts.

ONE=1 in the environment: tests one model for each choice, with the first architecture that accepts the choice.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

import numpy
import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import lengthen  # noqa: E402
from lengthen.models.config import TASKS  # noqa: E402

AXES = ("data", "architecture", "cell", "store", "encoding", "positions", "mask", "scale", "attention", "projection",
        "residual", "block", "norm", "mixer", "head", "sublayer", "setting", "model.precision")
TINY = ("model.width=24 model.heads=3 model.feed_forward=40 model.blocks=2 train.batch=8 train.steps=2 eval.lengths=9 "
        "eval.sequences=4 curriculum.lengths=1..9 threads=1")
# Settings to combine with a choice. A choice is tested once for each group below, with the first settings of the group
# that the program accepts.
AROUND = (
    ("data=reverse_string encoding=rope", "data=reverse_string", "data=reverse_string encoding=rope mask=causal",
     "data=reverse_string encoding=none mask=causal", "data=reverse_string model.heads=4 encoding=t5 mask=window",
     "data=reverse_string encoding.factors=1,1.5,2,3 encoding.extension=2",
     "data=reverse_string mask.separator=1 positions.separator=1", "data=reverse_string mask.separator=1",
     "data=reverse_string positions.separator=1", "data=parity_check encoding=relative positions=randomized"),
    ("data=duplicate_string architecture=decoder encoding=alibi",
     "data=duplicate_string architecture=decoder encoding=none",
     "data=duplicate_string architecture=decoder model.heads=4", "architecture=decoder encoding=alibi",
     "architecture=decoder encoding=alibi curriculum.lengths=2..8:2 eval.lengths=8",
     "architecture=decoder encoding=alibi curriculum=epochs data.examples=600"),
    ("data=copy_cmc data.alphabet=7 data.examples=600 architecture=encoder_decoder encoding=sinusoid",
     "data=reverse_string architecture=encoder_decoder encoding=relative",
     "data=reverse_string architecture=encoder_decoder encoding=none",
     "architecture=encoder_decoder encoding=rope curriculum=token_batches"),
    ("data=text data.file=text architecture=decoder encoding=rope curriculum=segments curriculum.lengths=9 "
     "architecture.memory=9", "data=text data.file=text architecture=decoder encoding=rope curriculum=segments "
     "curriculum.lengths=9 memorizing.size=20"),
    ("data=duplicate_string architecture=perceiver_ar encoding=rope",
     "data=duplicate_string architecture=perceiver_ar"),
    ("data=duplicate_string architecture=perceiver_io encoding=none",),
    ("data=reverse_string architecture=recurrent architecture.hidden=8",),
)
OF_DATA = {"pairs": {"data.train": "pairs.tsv", "data.test": "pairs.tsv", "curriculum.lengths": "4",
                     "eval.lengths": "4"},
           "translation": {"data.source": "pairs.tsv", "data.test_source": "pairs.tsv", "data.least_uses": "1",
                           "curriculum.lengths": "10", "eval.lengths": "10"},
           "scan": {"curriculum.lengths": "4..9", "eval.lengths": "26"},
           "text": {"data.file": "text"},
           "masked_text": {"data.file": "text"}}
CORPORA = ("enwik8", "text8", "wikitext", "penn_treebank")  # need files; same models as text
OTHERS = {"model.precision": ("fp32", "bf16")}
TOLERANCE, OF_BF16 = 1e-5, 5e-2


def run_program(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def as_options(text):
    return dict(word.split("=", 1) for word in text.split())


def order_of(letter):
    """A block with a sublayer of that letter."""
    return {"s": "sf", "f": "sf", "e": "se", "b": "sb"}.get(letter, f"{letter}f")


def choices(program, axis):
    """The settings of each choice of an axis, by name."""
    if axis in OTHERS:
        return {name: {axis: name} for name in OTHERS[axis]}
    found = {}
    for row in map(json.loads, run_program(program, "list", axis, "--json").stdout.splitlines()):
        name, told = row["name"], row.get("properties", "")
        if row["axis"] != axis or (axis == "data" and name in CORPORA):
            continue
        if axis == "setting":
            found[name] = dict(re.findall(r"--(\S+) (\S+)", told))
        elif axis == "sublayer":
            found[name] = {"model.order": order_of(re.search("letter of model.order: (.)", told)[1])}
        else:
            found[name] = {axis: name, **(OF_DATA.get(name, {}) if axis == "data" else {})}
    return found


def train(program, options, folder):
    """A run with its probe, or None and the program's message."""
    path = os.path.join(folder, f"run-{len(os.listdir(folder))}")
    flags = [f"--{name}={value}" for name, value in options.items()]
    done = run_program(program, "train", *flags, "--out", path, "--quiet")
    if done.returncode == 0:
        length = options["curriculum.lengths"].split(":")[0].split("..")[-1]  # a probe is a training step
        done = run_program(program, "inspect", "probe", path, "--length", length, "--sequences", "3", "--quiet")
    return (path, "") if done.returncode == 0 else (None, done.stderr.strip())


def differences(program, path):
    """Differences of logits from those of the probe and of an answer."""
    run = lengthen.Run(path)
    model, probe = lengthen.torch_model(run), lengthen.read_safetensors(os.path.join(path, "probe.safetensors"))
    ids = lambda name: torch.tensor(numpy.array(probe[name])).long()
    positions = {name[10:]: array for name, array in probe.items() if name.startswith("positions.")}
    model.train()  # a probe is a training step
    found = model(ids("input"), target=ids("target"), positions=positions or None).detach()
    yield float(numpy.abs(found.numpy() - probe["logits"]).max())
    model.eval()
    told = run_program(program, "inspect", "logits", path, "--input", "0 1 1 0 1 0 1", "--json")
    if told.returncode == 0 and run.config["positions"] == "standard":
        told = json.loads(told.stdout)
        outputs = None if run.config["data"] in TASKS else told["shape"][0]
        found = model(torch.tensor([told["input"]]), outputs)[0].detach().numpy()
        same = list(found.shape) == told["shape"]
        yield float(numpy.abs(found - numpy.array(told["data"])).max()) if same else numpy.inf
    yield 0.0 if refuses(model) else numpy.inf


def refuses(model):
    """Does the model reject invalid token ids and numbers of outputs?"""
    for given, outputs in (([[0, -1]], 1), ([[0, 10**6]], 1), ([[0]], -1)):
        try:
            model(torch.tensor(given), outputs)
            return False
        except lengthen.Refused:
            pass
    return model(torch.tensor([[0]]), 0).shape[1] == 0


def outcome(program, chosen, folder):
    """The number of opened models of a choice, the largest difference, and the errors."""
    opened, worst, words = 0, 0.0, ""
    for line in AROUND:
        for around in line:
            options = {**as_options(TINY), **as_options(around), **chosen}
            path, said = train(program, options, folder)
            words = words or ("" if path else said)
            if not path:
                continue
            try:
                worst = max([worst, *differences(program, path)])
                opened += 1
            except (lengthen.Refused, lengthen.FileError) as error:
                return opened, numpy.inf, f"{around}: {error}"
            break
        if opened and os.environ.get("ONE"):
            break
    return opened, worst, words


def main(program, axes):
    wrong = 0
    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        os.mkdir(os.path.join(folder, "runs"))
        program = os.path.abspath(program)
        os.chdir(folder)
        with open("pairs.tsv", "w", encoding="utf-8") as file:
            file.writelines(f"{i} a b c\tc b {i} d e\n" for i in range(40))
        with open("text", "w", encoding="utf-8") as file:
            file.writelines(f"{i * i} lines\n" for i in range(900))
        for axis in axes or AXES:
            models, largest = 0, 0.0
            for name, chosen in choices(program, axis).items():
                opened, worst, words = outcome(program, chosen, os.path.join(folder, "runs"))
                models, largest = models + opened, max(largest, worst)
                if not opened or not worst < (OF_BF16 if "bf16" in chosen.values() else TOLERANCE):
                    wrong += 1
                    print(f"FAILED  {axis} {name}: {opened} opened, logits differ by {worst:.1e}; {words[:300]}")
            print(f"{axis}: {models} models, logits differ by at most {largest:.1e}", flush=True)
    return 5 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
