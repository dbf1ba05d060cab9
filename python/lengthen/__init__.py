"""Runs and sweeps of the program lengthen, in Python.

It needs NumPy. pandas (tables as data frames) and PyTorch (trained models as modules) are used only where you ask for them.

    import lengthen

    run = lengthen.Run("runs/quick")
    run.config["train.lr"]                  # 0.001: the values of config.yaml, with their types
    run.score, run.metric, run.state        # 0.66, "token_accuracy", "done"
    run.eval                                # a dict for each evaluated length
    lengthen.frame(run.metrics)             # the rows of metrics.jsonl as a pandas DataFrame
    run.model()["embedding.weight"].shape   # parameters as NumPy arrays, mapped from the file

    for run in lengthen.runs("runs"):       # all runs below a folder
        print(run.path, run.score)

    sweep = lengthen.Sweep("sweeps/grid")
    sweep.results                           # a dict for each run: its labels, state and score
    sweep.tables["mean"]                    # of `lengthen report`

    model = lengthen.torch_model(run)       # a torch.nn.Module
    model(torch.tensor([[0, 1, 1, 0]]))     # the logits of `lengthen inspect logits runs/quick --input "0 1 1 0"`

The files are described in doc/files.md of lengthen. A damaged file, one that is too large, and a pipe or a device in place
of a file raise FileError, whose message names the file; a model that this package cannot compute raises Refused, whose
message names the option. Both are a ValueError. A file that does not exist or cannot be opened raises an OSError, as open
does. Paths are str, bytes or os.PathLike. Threads may share a Run or a Sweep.
"""
try:
    import numpy as _numpy  # noqa: F401
except ImportError:
    raise ImportError("lengthen needs the package numpy (NumPy)") from None

from .errors import FileError, Refused
from .files import read_config, read_json, read_jsonl, read_safetensors
from .run import Run, runs
from .sweep import Sweep
from .tables import frame, rows
from .models import torch_model

__all__ = ["FileError", "Refused", "Run", "Sweep", "frame", "read_config", "read_json", "read_jsonl", "read_safetensors",
           "rows", "runs", "torch_model"]
