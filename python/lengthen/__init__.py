"""Train, evaluate and compare small Transformers with lengthen. doc/python.md is a guide.

    train     trains a model, or several            Run       a run directory: score, eval, metrics, evaluate, plot
    runs      all runs below a folder               Model     a trained model, opened: logits, evaluate
    compare   a paired test of two groups of runs   Sweep     a grid of runs: plan, run, status, report, plot
    config    all options, with their values        Formula   your own mechanism in one line
    count     the size and FLOPs of a model         encoding  an encoding's biases, rotations, ... before training
    sample    examples of a task                    catalogue every choice on every axis
    frame     rows as a pandas DataFrame            rows      the rows of a table of a report
    torch_model   a trained model as a torch.nn.Module
    read_config, read_json, read_jsonl, read_safetensors   files of a run
    Error     the base class of UsageError, FileError, Refused, Diverged, Stopped, ...

`help(lengthen.train)` prints the documentation of train.

The package needs NumPy. pandas (data frames), matplotlib (plots) and PyTorch (trained models as modules) are optional:
only the calls that need them import them. Progress bars appear if tqdm is installed.

    import lengthen

    run = lengthen.train(preset="quick", encoding="rope", out="runs/quick")    # in a separate process
    run = lengthen.Run("runs/quick")        # an existing run
    run.config["train.lr"]                  # 0.001: the value of an option in config.yaml, as a float
    run.score, run.metric, run.state        # 0.66, "token_accuracy", "done"
    run.eval                                # a dict for each evaluated length
    run.plot()                              # with matplotlib
    lengthen.frame(run.metrics)             # the rows of metrics.jsonl as a pandas DataFrame
    run.model()["embedding.weight"].shape   # parameters as NumPy arrays, mapped from the file
    run.evaluate(lengths=[20, 40])          # in this process

    for run in lengthen.runs("runs"):       # all runs below a folder
        print(run.path, run.score)

    sweep = lengthen.Sweep.plan("grid.yaml", out="sweeps/grid").run(workers=2)
    sweep.results                           # a dict for each run: its labels, state and score
    sweep.report().tables["mean"]           # a table of `lengthen report`
    lengthen.compare(runs_a, runs_b)        # paired by task and seed

    model = lengthen.torch_model(run)       # a torch.nn.Module
    model(torch.tensor([[0, 1, 1, 0]]))     # the logits of `lengthen inspect logits runs/quick --input "0 1 1 0"`

doc/files.md describes the files. Errors:

    FileError   a file is damaged, too large, a pipe or a device; the message names the file
    Refused     the package cannot compute the model; the message names the option
    OSError     a file does not exist or cannot be opened, as for open()

FileError and Refused are subclasses of Error and of ValueError. Paths are str, bytes or os.PathLike. Threads may share
a Run or a Sweep.
"""
try:
    import numpy as _numpy  # noqa: F401  # pyright: ignore[reportUnusedImport]
except ImportError:
    raise ImportError("lengthen needs the package numpy (NumPy)") from None

from ._library import VERSION as __version__
from .calls import Catalogue, Count, Encoding, Entry, catalogue, config, count, encoding, sample
from .choice import Formula
from .comparison import Comparison, compare
from .errors import Closed, Corrupt, Diverged, Error, FileError, Mismatch, Missing, Refused, SomeFailed, Stopped, UsageError
from .evaluation import Evaluation
from .files import read_config, read_json, read_jsonl, read_safetensors
from .model import Model
from .report import Report, Table
from .run import Run, runs, train
from .sweep import Sweep
from .tables import frame, rows
from .models import torch_model

__all__ = ["Catalogue", "Closed", "Comparison", "Corrupt", "Count", "Diverged", "Encoding", "Entry", "Error",
           "Evaluation", "FileError", "Formula", "Mismatch", "Missing", "Model", "Refused", "Report", "Run", "SomeFailed",
           "Stopped", "Sweep", "Table", "UsageError", "catalogue", "compare", "config", "count", "encoding", "frame",
           "read_config", "read_json", "read_jsonl", "read_safetensors", "rows", "runs", "sample", "torch_model",
           "train"]
