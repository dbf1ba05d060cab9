#!/usr/bin/python3
"""python_models.py RUN...: are the models of the package lengthen, in PyTorch, those of the program?

Of each run the logits of its probe (`lengthen inspect probe`) are compared, and, where RUN/logits.json is there, those of
`lengthen inspect logits --json` as well. Exit status: 0 all agree within the tolerance, 5 some differ, 1 a failure.
"""
import json
import os
import sys

import numpy
import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import lengthen  # noqa: E402

TOLERANCE = {"float32": 1e-5, "float64": 1e-9}
PRINTED = 1e-8  # what nine digits of a logit tell


def given_positions(probe):
    """The position sample of a probe by block, as torch_model reads it; None: positions are standard."""
    return {name[10:]: array for name, array in probe.items() if name.startswith("positions.")} or None


def differences(run):
    """The largest difference of the logits of the probe, and of those printed, less what is lost in print."""
    model, probe = lengthen.torch_model(run), lengthen.read_safetensors(os.path.join(run.path, "probe.safetensors"))
    ids = lambda name: torch.tensor(numpy.array(probe[name])).long()
    standard = run.config["positions"] == "standard"
    for positions in [given_positions(probe)] + [None] * standard:
        logits = model(ids("input"), target=ids("target"), positions=positions)
        yield float(numpy.abs(logits.numpy() - probe["logits"]).max())
    path = os.path.join(run.path, "logits.json")
    if os.path.exists(path):
        told = lengthen.read_json(path)
        logits = model(torch.tensor([told["input"]]))[0].numpy()
        if list(logits.shape) != told["shape"]:
            raise lengthen.FileError(f"{path}: expected shape {list(logits.shape)}, found {told['shape']}")
        yield max(0.0, float(numpy.abs(logits - numpy.array(told["data"])).max()) - PRINTED)


def refuses(run):
    """Does the model refuse token ids and numbers of outputs that are none? 0 outputs are none."""
    model = lengthen.torch_model(run)
    for given, outputs in ((torch.tensor([[0, -1]]), 1), (torch.tensor([[0, 10**6]]), 1), (torch.tensor([[0]]), -1)):
        try:
            model(given, outputs)
        except lengthen.Refused:
            continue
        return False
    return model(torch.tensor([[0]]), 0).shape[1] == 0


def main(paths):
    wrong, worst, count = 0, {}, 0
    with torch.no_grad():
        for path in paths:
            run = lengthen.Run(path)
            kind = run.record["machine"]["precision"]
            found = list(differences(run))
            worst[kind] = max([worst.get(kind, 0), *found])
            count += len(found)
            if run.config["positions"] == "standard" and not refuses(run):
                print(f"{path}: the model takes tokens that it does not have, or gives outputs that nobody asked for")
                wrong += 1
            elif not max(found) < TOLERANCE[kind]:
                print(f"{path}: logits differ by {max(found):.1e}")
                wrong += 1
    told = ", ".join(f"{value:.1e} in {kind}" for kind, value in worst.items())
    print(f"{len(paths) - wrong} of {len(paths)} models of the package lengthen agree in {count} batches; "
          f"logits differ by at most {told}")
    return 5 if wrong or not paths else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (lengthen.FileError, lengthen.Refused, OSError) as error:
        sys.exit(f"python_models.py: {error}")
