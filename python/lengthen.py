#!/usr/bin/env python3
"""Runs and sweeps of the program lengthen, in Python.

One file; it needs NumPy. pandas (tables as data frames) and PyTorch (trained models as modules) are used only where you
ask for them.

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

From a shell: `python3 lengthen.py runs/quick` prints a summary of a run or of a sweep.

The files are described in doc/files.md of lengthen. A damaged file, one that is too large, and a pipe or a device in place
of a file raise FileError, whose message names the file; a model that this file cannot compute raises Refused, whose message
names the option. Both are a ValueError. A file that does not exist or cannot be opened raises an OSError, as open does.
Paths are str, bytes or os.PathLike. Threads may share a Run or a Sweep.
"""
import ast
import functools
import json
import math
import operator
import os
import re
import stat
import struct
import sys
import warnings

try:
    import numpy
except ImportError:
    if __name__ == "__main__":
        sys.exit("lengthen.py: it needs the package numpy (NumPy), which this Python does not have")
    raise ImportError("lengthen.py needs the package numpy (NumPy)") from None


class FileError(ValueError):
    """A file is not what it should be; the words say which one, and why."""


class Refused(ValueError):
    """What was asked for is not built here; the words say what it is."""


# ---- files ----------------------------------------------------------------------------------------------------------


MOST_TEXT = 1 << 25  # bytes of a text, of a line of a .jsonl file, and of the header of a safetensors file
MOST_LINES = 1 << 30  # bytes of a .jsonl file
MOST_MAPPED = 1 << 38  # bytes of a safetensors file, which is mapped


def _opened(path, limit):
    """A regular file of at most `limit` bytes, opened for reading bytes. Every file is opened here: a pipe would make the
    caller wait, and a device might never end."""
    file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0)))
    about = os.fstat(file.fileno())
    regular = stat.S_ISREG(about.st_mode)
    if regular and about.st_size <= limit:
        return file
    file.close()
    raise FileError(f"{path}: {f'more than {limit} bytes' if regular else 'not a regular file'}, which is not read")


def _decoded(data, path, begin=0):
    """The text of bytes that begin at that byte of the file, without a byte order mark."""
    try:
        return data.decode("utf-8").removeprefix("" if begin else "\ufeff")
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: not a text file in UTF-8 ({error.reason} at byte {begin + error.start})") from None


def _text(path):
    with _opened(path, MOST_TEXT) as file:
        return re.sub("\r\n?", "\n", _decoded(file.read(MOST_TEXT), path))


def _lines(path):
    """The lines of a file that have an end, one after another."""
    begin = 0
    with _opened(path, MOST_LINES) as file:
        for line in iter(lambda: file.readline(MOST_TEXT), b""):
            if line.endswith(b"\n"):
                yield _decoded(line, path, begin)
            elif len(line) == MOST_TEXT:
                raise FileError(f"{path}: a line has more than {MOST_TEXT} bytes, which is not read")
            begin += len(line)


def _json(text, path, line=None):
    """The value of a JSON text, which stands in that line of the file, or is all of it."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise FileError(f"{path}:{line or error.lineno}: not JSON ({error.msg})") from None
    except (ValueError, RecursionError):
        raise FileError(f"{path}:{line or 1}: JSON with thousands of digits or brackets, which is not read") from None


def read_json(path):
    """The object of a JSON file, as a dict."""
    value = _json(_text(path), path)
    if not isinstance(value, dict):
        raise FileError(f"{path}: expected a JSON object")
    return value


def read_jsonl(path):
    """The objects of a file with one JSON object a line, as a list of dicts. A number that was not finite is None.

    Runs append to these files: a last line without its end is one that is being written, and is left out.
    """
    rows = []
    for number, line in enumerate(_lines(path), 1):
        row = _json(line, path, number)
        if not isinstance(row, dict):
            raise FileError(f"{path}:{number}: expected a JSON object")
        rows.append(row)
    return rows


def _scalar(text):
    """A value of config.yaml: a bool, an int, a float, or a str, which quotation marks make of anything."""
    if text[:1] == '"':
        return json.loads(text)
    if re.fullmatch("'.*'", text):
        return text[1:-1].replace("''", "'")
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        if re.fullmatch(r"[-+]?[0-9][0-9.]*(e[-+]?[0-9]+)?", text):
            try:
                return kind(text)
            except ValueError:
                pass
    return text


def read_config(path):
    """The options of a config.yaml that lengthen wrote, "name: value" a line, as a dict by full name ("model.width")."""
    return _config(path, _text(path))


def _config(path, text):
    config = {}
    for number, line in enumerate(text.split("\n"), 1):  # splitlines would cut a value at U+2028 and the like
        if not line.strip() or line.startswith("#"):
            continue
        name, colon, value = line.partition(":")
        if not colon or not re.fullmatch(r"[A-Za-z_0-9.]+", name):
            raise FileError(f"{path}:{number}: expected 'name: value', found '{line[:60]}'")
        try:
            config[name] = _scalar(value.strip())
        except json.JSONDecodeError as error:
            raise FileError(f"{path}:{number}: a quoted value has no end or a wrong escape ({error.msg})") from None
    return config


# Types of numbers in a safetensors file: parameters are F32 or F64; the tokens of a probe are integers.
KINDS = {"F32": "<f4", "F64": "<f8", "I32": "<i4", "I64": "<i8"}


def _header(path, file):
    """The header of an open safetensors file, where its numbers begin, and the size of the file."""
    size, first = os.fstat(file.fileno()).st_size, file.read(8)
    length = struct.unpack("<Q", first)[0] if len(first) == 8 else size
    if length > size - 8:
        raise FileError(f"{path}: not a safetensors file, or cut off: {size} bytes hold no header")
    if length > MOST_TEXT:
        raise FileError(f"{path}: its header has {length} bytes, expected at most {MOST_TEXT}")
    try:
        header = json.loads(file.read(length))
    except (ValueError, RecursionError):
        raise FileError(f"{path}: not a safetensors file: its header is not JSON") from None
    if not isinstance(header, dict):
        raise FileError(f"{path}: not a safetensors file: its header is no JSON object")
    return header, 8 + length, size


def _is_size(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _placed(path, name, entry):
    """Type, shape, begin and end of an array, checked against each other."""
    try:
        kind, shape, (begin, end) = entry["dtype"], entry["shape"], entry["data_offsets"]
        sane = isinstance(kind, str) and isinstance(shape, list) and all(map(_is_size, [*shape, begin, end]))
    except (KeyError, TypeError, ValueError):
        sane = False
    if not sane:
        raise FileError(f"{path}: array {name}: expected dtype, shape and two data_offsets")
    if kind not in KINDS:
        raise FileError(f"{path}: array {name}: type {kind} is not among {', '.join(KINDS)}")
    wanted = math.prod(shape) * numpy.dtype(KINDS[kind]).itemsize
    if end - begin != wanted:
        raise FileError(f"{path}: array {name}: shape {shape} of {kind} needs {wanted} bytes, found {end - begin}")
    return kind, shape, begin, end


def read_safetensors(path):
    """The arrays of a safetensors file by name, read-only, and mapped: a number is read when you look at it.

    The file is an 8-byte length, a JSON header of that length, and the numbers; the arrays must fill the rest of the file
    without a gap, which is checked.
    """
    with _opened(path, MOST_MAPPED) as file:
        header, start, size = _header(path, file)
        data = numpy.memmap(file, numpy.uint8, "r")
    header.pop("__metadata__", None)
    placed = {name: _placed(path, name, entry) for name, entry in header.items()}
    reached = 0
    for name, (_, _, begin, end) in sorted(placed.items(), key=lambda item: item[1][2:]):
        if begin != reached:
            raise FileError(f"{path}: array {name}: begins at byte {begin} of the numbers, expected {reached}")
        reached = end
    if start + reached != size:
        raise FileError(f"{path}: expected {start + reached} bytes, found {size}: the file is cut off or has more")
    return {name: _shaped(path, name, data[start + begin : start + end].view(KINDS[kind]), shape)
            for name, (kind, shape, begin, end) in placed.items()}


def _shaped(path, name, numbers, shape):
    try:
        return numbers.reshape(shape)
    except ValueError as error:  # 33 axes; none of 2^70 numbers
        raise FileError(f"{path}: array {name}: NumPy has no such shape ({error})") from None


def frame(rows):
    """Rows (a list of dicts) as a pandas DataFrame, None as NaN in columns of numbers."""
    try:
        import pandas
    except ImportError:
        raise Refused("a DataFrame needs pandas, which is not installed (Debian: python3-pandas); "
                      "the rows themselves are dicts") from None
    return pandas.DataFrame(rows)


# ---- a run ----------------------------------------------------------------------------------------------------------


# Statuses of records that describe files.
STOPPED = ("paused", "preempted", "evaluating", "done", "diverged")


class Run:
    """A run directory, as `lengthen train --out DIR` makes it. Files are read when they are asked for, once; make a new
    Run to look again at one that is being trained."""

    def __init__(self, path):
        self.path = os.fsdecode(path)
        if not os.path.isfile(self._file("config.yaml")):
            raise FileError(f"{self.path}: not a run directory: there is no config.yaml")

    def __repr__(self):
        return f"Run({self.path!r})"

    def _file(self, name):
        return os.path.join(self.path, name)

    def _rows(self, name):
        return read_jsonl(self._file(name)) if os.path.exists(self._file(name)) else []

    @functools.cached_property
    def config(self):
        """Every option of the run, by its full name: run.config["model.width"]. Warns where it was edited since."""
        config = read_config(self._file("config.yaml"))
        edited = sorted(name for name, value in self._trained().items() if config.get(name, value) != value)
        if edited:
            warnings.warn(f"{self._file('config.yaml')} was edited: it is not the config that the run was trained with "
                          f"({', '.join(edited)})", stacklevel=3)
        return config

    def _identity(self, name):
        """Step and digest of a file by its header, which alone is read; None where it has none, or is not there."""
        path = self._file(name)
        if not os.path.exists(path):
            return None
        try:
            with _opened(path, MOST_MAPPED) as file:
                notes = _header(path, file)[0]["__metadata__"]
            return int(notes["step"]), notes["checksum"]
        except (FileError, KeyError, TypeError, ValueError):
            return None  # who reads it tells the damage

    def _compare(self, name, step, digest):
        """Raises FileError where a file is not that of this step and digest (None: not known)."""
        found = self._identity(name)
        if found is None or found == (step, found[1] if digest is None else digest):
            return
        if read_json(self._file("run.json")) != self.record:
            raise FileError(f"{self.path}: the run has gone on since run.json was read; make a new Run")
        raise FileError(f"{self._file(name)}: step {found[0]}, digest {found[1]}; run.json describes a file of step {step}"
                        + (f", digest {digest}" if digest else "") + " (`lengthen eval` of this run tells what to do)")

    def check(self):
        """Raises FileError where the files of a run that has stopped or ended are not those that run.json describes.
        Files that are not there are no failure, nor are those of a run that is being trained. Records of earlier versions
        have steps alone. state, score and model() check this."""
        status, described, best = (self.record.get(name) for name in ("status", "checkpoint", "best"))
        if status not in STOPPED:
            return
        described = described if isinstance(described, dict) else {}
        self._compare("model.safetensors", self.record.get("step"), described.get("model"))
        if status == "paused":
            self._compare("state.safetensors", self.record.get("step"), described.get("state"))
        if isinstance(best, dict) and "digest" in best:
            self._compare(os.path.join("checkpoints", "best.safetensors"), best.get("step"), best["digest"])

    @functools.cached_property
    def _checked(self):
        self.check()
        return self.record

    def _trained(self):
        """The options that are kept with the model of a run whose training is over; {} where they are not known."""
        path = self._file("model.safetensors")
        if "ended" not in self.record or not os.path.exists(path):
            return {}
        try:
            with _opened(path, MOST_MAPPED) as file:
                notes = _header(path, file)[0].get("__metadata__")
            return _config(path, notes["config"]) if isinstance(notes, dict) else {}
        except (FileError, KeyError, AttributeError):
            return {}  # model() tells the damage

    @functools.cached_property
    def record(self):
        """run.json: what happened (status, step, seconds, score, machine, ...); {} before the first step."""
        return read_json(self._file("run.json")) if os.path.exists(self._file("run.json")) else {}

    @functools.cached_property
    def metrics(self):
        """A dict for each logged step (split "train") and each validation (split "test" or "validation")."""
        return self._rows("metrics.jsonl")

    @functools.cached_property
    def eval(self):
        """A dict for each evaluated length: length, token_accuracy, cross_entropy, exact_match, ..."""
        return self._rows("eval.jsonl")

    @functools.cached_property
    def note(self):
        """What `lengthen note` wrote: {"note": text, "tags": [words]}."""
        written = read_json(self._file("note.json")) if os.path.exists(self._file("note.json")) else {}
        note, tags = written.get("note", ""), written.get("tags", "")
        if not isinstance(note, str) or not isinstance(tags, str):
            raise FileError(f"{self._file('note.json')}: expected texts as note and tags")
        return {"note": note, "tags": tags.split()}

    @property
    def state(self):
        """"running" (or interrupted), "paused", "done", ...: the status of run.json; "planned" without one."""
        return self._checked.get("status", "planned")

    def _scored(self):
        """The score of run.json, with its metric and unit; {} before there is one."""
        scored = self._checked.get("score") or {}
        if not isinstance(scored, dict):
            raise FileError(f"{self._file('run.json')}: expected an object as score")
        return scored

    @property
    def score(self):
        """The number that stands for the run, usually the mean over lengths beyond training; None before it is done."""
        return self._scored().get("score")

    @property
    def metric(self):
        """What the score is measured in: "token_accuracy", "exact_match", "perplexity", ..."""
        return self._scored().get("metric", self.config.get("metric"))

    @property
    def unit(self):
        """The unit of the score: "parts of 1", "nats per token", ...; None in records of earlier versions."""
        return self._scored().get("unit")

    def checkpoints(self):
        """Paths of checkpoints/: {"best": path, 4000: path, ...}, a number being the step."""
        folder, found = self._file("checkpoints"), {}
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            stem, ending = os.path.splitext(name)
            if ending == ".safetensors":
                found[int(stem[5:]) if re.fullmatch("step-[0-9]+", stem) else stem] = os.path.join(folder, name)
        return found

    def model(self, checkpoint=None):
        """The parameters, by name, as read-only NumPy arrays; doc/files.md has their names. A matrix is [inputs, outputs]
        and used as x @ W. checkpoint: a key of checkpoints(); without one, the model that the program itself opens."""
        self.check()
        if checkpoint is None and self.config.get("eval.checkpoint") == "best":
            checkpoint = "best"
        if checkpoint is None:
            return read_safetensors(self._file("model.safetensors"))
        if checkpoint not in self.checkpoints():
            raise FileError(f"{self.path}: no checkpoint {checkpoint!r}, there are: "
                            f"{', '.join(map(str, self.checkpoints())) or 'none'}")
        return read_safetensors(self.checkpoints()[checkpoint])


def runs(folder="runs"):
    """All runs below a folder, in the order of their paths. Links are not followed."""
    folder = os.fsdecode(folder)
    if not os.path.isdir(folder):
        raise FileError(f"{folder}: there is no such folder")
    found = [Run(path) for path, _, files in os.walk(folder) if "run.json" in files and "config.yaml" in files]
    return sorted(found, key=lambda run: run.path)


# ---- a sweep --------------------------------------------------------------------------------------------------------


def _is_id(value):
    return isinstance(value, str) and bool(re.fullmatch("[0-9a-f]{16}", value))


def _check_plan(path, plan):
    """Checks what the class below takes from the first line of a manifest."""
    axes = plan.get("axes")
    if not isinstance(axes, list) or not all(isinstance(a, dict) and isinstance(a.get("axis"), str) for a in axes):
        raise FileError(f"{path}:1: expected a list of axes with their names")
    if not all(isinstance(plan.get(key), str) for key in ("name", "title")):
        raise FileError(f"{path}:1: expected texts as name and title")


class Sweep:
    """A sweep directory, as `lengthen sweep run` makes it. The plan and the tables are read once, results each time."""

    def __init__(self, path):
        self.path = os.fsdecode(path)
        self._plan = self._file("manifest.jsonl")
        if not os.path.isfile(self._plan):
            raise FileError(f"{self.path}: not a sweep directory: there is no manifest.jsonl")

    def __repr__(self):
        return f"Sweep({self.path!r})"

    def _file(self, *names):
        return os.path.join(self.path, *names)

    @functools.cached_property
    def _lines(self):
        """The manifest: the sweep, a line for each run, costs, checksums."""
        lines = read_jsonl(self._plan)
        if not lines or lines[0].get("schema") not in ("lengthen.manifest/1", "lengthen.manifest/2"):
            raise FileError(f"{self._plan}: expected the schema lengthen.manifest/2 in its first line")
        planned = lines[0].get("runs")
        if not _is_size(planned) or len(lines) != planned + 3:
            raise FileError(f"{self._plan}: expected {planned} runs and two more lines: it is cut off or damaged")
        for number, line in enumerate(lines[1:-2], 2):
            if not _is_id(line.get("id")):
                raise FileError(f"{self._plan}:{number}: expected a run with an id of 16 hex digits")
        _check_plan(self._plan, lines[0])
        return lines

    @property
    def manifest(self):
        """The plan's first line: name, title, base, axes (and the options that their labels set), runs, ..."""
        return self._lines[0]

    @property
    def axes(self):
        """Names of the axes of the grid, in the order of the sweep file."""
        return [axis["axis"] for axis in self.manifest["axes"]]

    def run(self, id):
        """The run directory with that id; FileError where it was not started (or trained elsewhere)."""
        if not _is_id(id):
            raise FileError(f"{self.path}: {id!r} is no id of a run: expected 16 hex digits")
        return Run(self._file("runs", id))

    def _told(self):
        """Results that workers without a registry or `lengthen sweep results` wrote, by id; later ones win."""
        told, shards = {}, self._file("shards")
        files = [self._file("results.jsonl")]
        if os.path.isdir(shards):
            files = [os.path.join(shards, name) for name in sorted(os.listdir(shards)) if name.endswith(".jsonl")] + files
        for path in filter(os.path.exists, files):
            told.update({row["id"]: row for row in read_jsonl(path) if _is_id(row.get("id"))})
        return told

    def _result(self, line, told):
        """The row of a run of the plan: what its directory says, or, where that has no score, what was told of it."""
        row = {"id": line["id"], **{axis: line.get(axis) for axis in self.axes}}
        there = os.path.exists(self._file("runs", line["id"], "config.yaml"))
        run = self.run(line["id"]) if there else None
        if run is None or run.score is None:
            told = told.get(line["id"], {})
            state = told.get("state", run.state if run else "planned")
            row.update({"state": state, **{name: told.get(name) for name in ("score", "metric", "unit")}})
        else:
            row.update({"state": run.state, "score": run.score, "metric": run.metric, "unit": run.unit})
        return {**row, "eval": run.eval if run else [], "metrics": run.metrics if run else []}

    @property
    def results(self):
        """A dict for each run of the plan, in its order: id, its label on each axis, state, score, metric and unit; "eval"
        and "metrics", the curves over lengths and over steps as Run has them, [] where its directory is not here. A run
        that failed is "failed" where a file of results tells of it, else as its directory was left."""
        told = self._told()
        return [self._result(line, told) for line in self._lines[1:-2]]

    @functools.cached_property
    def tables(self):
        """The tables of `lengthen report SWEEP`, by name; {} before one. doc/files.md describes them; see rows."""
        folder = self._file("report", "tables")
        names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        return {name[:-5]: read_json(os.path.join(folder, name)) for name in names if name.endswith(".json")}


def rows(table):
    """A table of a report as a list of dicts: "group", "label", and for each column the number of its cell, or the text
    where it is no number."""
    try:
        return [{"group": row["group"], "label": row["label"],
                 **{column: cell.get("value", cell["text"]) for column, cell in zip(table["columns"], row["cells"])}}
                for row in table["rows"]]
    except (KeyError, TypeError, AttributeError):
        raise FileError("not a table of a report: expected columns, and rows with group, label and cells") from None


# ---- a model: which ones --------------------------------------------------------------------------------------------

# Options that change logits. Those of the first table may have these values, those of the second only one: all else is
# refused by name.
KNOWN = {
    "architecture": ("encoder", "decoder"),
    "encoding": ("none", "sinusoid", "learned", "relative", "rope", "alibi", "t5", "formula", "fox",
                 "hard_alibi", "kerple"),
    "positions": ("standard", "randomized", "unsorted", "released", "shifted", "interpolated", "equal_mean", "clipped"),
    "mask": ("full", "causal", "window", "formula", "lambda", "bca", "three_blocks"),
    "mask.form": ("symmetric", "half", "causal", "edge_shift"),
    "block": ("post_norm", "pre_norm", "no_norm", "dual_norm", "primer"),
    "norm": ("layer_norm", "rms_norm"),
    "mixer": ("relu", "gelu", "gelu_tanh", "swish", "squared_relu", "formula", "glu", "bilinear", "reglu", "geglu",
              "swiglu"),
    "mixer.width": ("full", "two_thirds", "two_thirds_8"),
    "attention": ("softmax", "softmax1", "sink"),
    "model.qk_norm": ("none", "rms", "layer"),
    "scale": ("inverse_sqrt", "inverse_sqrt_2d", "one", "formula", "log_n"),
    "scale.at_least_one": (True, False),
    "scale.times": ("inverse_sqrt", "inverse_sqrt_2d", "one"),
    "encoding.dynamic": (True, False),
    "encoding.frequencies": ("trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3",
                             "longrope"),
    "encoding.kernel": ("log", "power"),
    "encoding.bias_in_scale": (True, False),
    "encoding.layout": ("halves", "interleaved"),
    "encoding.pairs": ("neighbours", "halves"),
    "encoding.sides": ("half_shift", "symmetric", "split_heads", "two_slopes"),
    "projection": ("linear", "primer"),
    "residual": ("add", "b2t", "scalar", "rezero", "channel", "deepnorm"),
    "residual.sublayers": ("all", "feed_forward"),
    "model.embedding_scale": ("sqrt_width", "one"),
    "model.bias": (True, False),
    "encoding.shared_bias": (True, False),
    "encoding.shared_terms": (True, False),
}
FORMULAS = ("encoding.bias", "encoding.frequency", "mask.formula", "mixer.formula", "scale.formula")  # any
PLAIN = {
    "architecture.memory": 0, "architecture.memory_tokens": 0, "block.attention_norm": False,
    "block.head_scale": "none", "block.hidden_norm": False, "encoding.trained_slopes": False, "eval.with": "", "head": "linear", "head.bias": False, "initialisation.scale_positions": False,
    "model.computation_steps": 0, "model.decode": "parallel", "model.embedding_norm": "none", "model.embedding_width": 0,
    "model.order": "sf", "model.precision": "fp32", "model.share": "none", "model.step_signal": False,
    "projection.centred": False, "projection.cross": False, "projection.shared": False,
}
NUMBERS = ("model.width", "model.heads", "model.blocks", "model.feed_forward", "norm.epsilon", "encoding.base",
           "encoding.first", "encoding.fraction", "encoding.right_slope", "encoding.buckets", "encoding.max_distance",
           "encoding.clip", "encoding.compress", "encoding.extension", "encoding.group", "encoding.temperature",
           "model.key_heads", "mask.width", "mask.sinks", "mask.block", "scale.keys", "encoding.local_heads")
# Options that do not change the logits of a model with the choices above.
OTHERS = re.compile(r"(architecture\.(memory_form|memory_start|vocabulary)|cell|convolution\..*|curriculum.*|data.*|"
                    r"encoding\.(factors|numbers|parameters|rows|short_factors|trained)|eval\..*|experts\..*|gating\..*|initialisation.*|log|loss\..*|"
                    r"mask\.(numbers|same_length)|memorizing\..*|metric|mixer\.numbers|model\.dropout.*|"
                    r"model\.share_norms|optimizer.*|out|persistent\..*|positions\..*|protocol|"
                    r"scale\.(numbers|parameters)|schedule.*|seed\..*|store|threads|train\..*)")


# Axes whose value may be a list, repeated to the depth, of choices with options of their own behind colons; and the option
# that may stand there by its value alone.
LISTS = {"encoding": {"relative": "base", "rope": "base", "alibi": "sides", "t5": "buckets"},
         "mask": {"causal": "same_length", "window": "width"}, "scale": {}, "attention": {}}


# Choices that are a formula with some of their options as numbers: what `lengthen show` prints of them.
KERNELS = {"log": "-r1*log1p(r2*abs(d))", "power": "-r1*abs(d)^r2"}
WRITTEN = {
    ("encoding", "hard_alibi"): ("M = if(local_heads > 0, local_heads, floor(H/2)); "
                                 "if(head < M and d >= head + 1, -1e30, 0)", ("local_heads",)),
    ("mask", "lambda"): ("j <= i and (i - j < width or j < sinks)", ("width", "sinks")),
    ("mask", "bca"): ("j <= i and floor(j/block) >= floor(i/block) - 1", ("block",)),
    ("mask", "three_blocks"): ("abs(floor(i/block) - floor(j/block)) <= 1", ("block",)),
    ("scale", "log_n"): ("tau = log(max(n, 1))/log(keys); if(at_least_one, max(1, tau), tau)*", ("keys", "at_least_one")),
}
TIMES = {"inverse_sqrt": "1/sqrt(dk)", "inverse_sqrt_2d": "1/sqrt(2*dk)", "one": "1"}


def _as_formula(own, axis):
    """What a choice sets that is a formula: the choice "formula" with its text, numbers and parameters; {}: it is none."""
    if own[axis] == "kerple":
        text = KERNELS[own.get("encoding.kernel", "log")]
        text = f"({text})/sqrt(dk)" if own.get("encoding.bias_in_scale") else text
        return {"encoding": "formula", "encoding.bias": text, "encoding.parameters": "r1[head]=0; r2[head]=0",
                "encoding.shared_bias": True, "encoding.owned": "attention.kernel_"}
    if (axis, own[axis]) not in WRITTEN:
        return {}
    text, options = WRITTEN[axis, own[axis]]
    text += TIMES[own.get("scale.times", "inverse_sqrt")] if axis == "scale" else ""
    numbers = ";".join(f"{name}={float(own[f'{axis}.{name}'])}" for name in options)
    return {axis: "formula", f"{axis}.{'bias' if axis == 'encoding' else 'formula'}": text, f"{axis}.numbers": numbers,
            f"{axis}.parameters": ""}


def _items(axis, text):
    """The choices of a list such as "rope:base=500000,none", each a dict of what it sets."""
    items = []
    for item in str(text).split(","):
        name, *settings = item.split(":")
        items.append({axis: name})
        for setting in settings:
            option, equals, value = setting.partition("=")
            if not equals:
                option, value = LISTS[axis].get(name), option
            if option is None:
                raise Refused(f"{axis}: {item} is not built here")
            items[-1][f"{axis}.{option}"] = value if value[:1] == '"' else _scalar(value)
    return items


def _of_blocks(config):
    """The config as each block has it. "owner": the first block with the same encoding, which has the parameters that
    these blocks share; those of block 0 have names without a block."""
    lists = [_items(axis, config[axis]) for axis in LISTS if axis in config]
    blocks = []
    for i in range(config["model.blocks"]):
        own = dict(config)
        for items in lists:
            own.update(items[i % len(items)])
        for axis in ("encoding", "mask", "scale"):
            own.update(_as_formula(own, axis))
        encoding = {name: value for name, value in own.items() if name.split(".")[0] == "encoding"}
        own["owner"] = next((other["owner"] for other in blocks if other["encoded"] == encoding), i)
        blocks.append({**own, "encoded": encoding})
    return blocks


def _is_causal(own):
    if own["mask"] == "formula":
        return shows_causal(str(own["mask.formula"]), declared_numbers(own.get("mask.numbers", "")))
    return own["mask"] == "causal" or (own["mask"] == "window" and own.get("mask.form") == "causal")


def _outputs(data, n):
    """How many outputs a task has for an input of n tokens; None: unknown here."""
    if data in ("reverse_string", "odds_first", "bucket_sort", "binary_multiplication"):
        return n
    if data in ("stack_manipulation", "binary_addition"):
        return n + 1
    if data in ("even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "missing_duplicate_string",
                "modular_arithmetic_brackets", "solve_equation"):
        return 1
    return {"duplicate_string": 2 * n, "compute_sqrt": (n + 1) // 2}.get(data)


def _check_choice(name, value):
    """Refuses what _Transformer does not compute."""
    if name in KNOWN and value not in KNOWN[name]:
        raise Refused(f"{name}: {value} is not built here (expected {', '.join(map(str, KNOWN[name]))})")
    if name in PLAIN and value != PLAIN[name]:
        raise Refused(f"{name}: {value} is not built here (expected {PLAIN[name]!r})")
    if name in NUMBERS and (isinstance(value, bool) or not isinstance(value, (int, float))):
        raise Refused(f"{name}: expected a number, found '{value}'")
    if name == "model.key_heads" and (not _is_size(value) or value < 0):
        raise Refused(f"{name}: expected a whole number of 0 or more, found {value}")
    if name in NUMBERS[:4] and (not _is_size(value) or value < 1):
        raise Refused(f"{name}: expected a whole number of 1 or more, found {value}")
    if name in FORMULAS and value != "":  # "" is none
        _parsed(str(value))
    elif name not in {**KNOWN, **PLAIN}.keys() | {*NUMBERS, *FORMULAS} and not OTHERS.fullmatch(name):
        raise Refused(f"{name}: this option is unknown here")


def _check_choices(config):
    """Refuses a config with anything that _Transformer does not compute."""
    for name, value in config.items():
        for own in _items(name, value) if name in LISTS else [{name: value}]:
            for option, chosen in own.items():
                _check_choice(option, chosen)
    for name in ("architecture", "encoding", "mask", "block", "norm", "mixer", "scale", "data", *NUMBERS[:4]):
        if name not in config:
            raise Refused(f"config.yaml has no option {name}")
    if config["model.width"] % config["model.heads"]:
        raise Refused(f"model.heads: {config['model.heads']} is no divisor of model.width {config['model.width']}")
    if config["model.heads"] % _key_heads(config):
        raise Refused(f"model.key_heads: {_key_heads(config)} is no divisor of model.heads {config['model.heads']}")
    if config["architecture"] == "encoder" and _outputs(config["data"], 1) is None:
        raise Refused(f"data: an encoder of {config['data']} is not built here, but for the tasks of Delétang et al. 2023")


def _key_heads(config):
    return config.get("model.key_heads") or config["model.heads"]


GATES = ("glu", "bilinear", "reglu", "geglu", "swiglu")
FINISHED = ("pre_norm", "dual_norm", "primer")  # blocks with a norm behind the last one


def _linear_shapes(name, inputs, outputs, bias):
    return {f"{name}.weight": [inputs, outputs], f"{name}.bias": [outputs]} if bias else {name: [inputs, outputs]}


def _shapes(config, found):
    """Name and shape of every parameter. The numbers of tokens, of learned positions and of classes are those found."""
    d, heads, full = (config[f"model.{name}"] for name in ("width", "heads", "feed_forward"))
    gated = config["mixer"] in GATES
    f = {"two_thirds": max(full * 2 // 3, 1), "two_thirds_8": (full * 2 + 23) // 24 * 8}.get(
        config.get("mixer.width") if gated else "full", full)
    bias = config.get("model.bias", True)
    size = lambda name, axis: (found.get(name) or [0, 0])[axis]
    parts = ("scale", "offset") if bias and config["norm"] == "layer_norm" else ("scale",)
    norm = lambda name: {f"{name}.{part}": [d] for part in parts}
    shapes = {"embedding.weight": [size("embedding.weight", 0), d],
              **_linear_shapes("readout", d, size("readout.weight" if bias else "readout", 1), bias)}
    if config["block"] in FINISHED:
        shapes.update(norm("norm"))
    block = {f"attention.{name}": [d, d] for name in ("query", "output")}
    block.update({f"attention.{name}": [d, d // heads * _key_heads(config)] for name in ("key", "value")})
    block.update({**_linear_shapes("feed_forward.1", d, f, bias), **_linear_shapes("feed_forward.2", f, d, bias)})
    block.update(_linear_shapes("feed_forward.gate", d, f, bias) if gated else {})
    if config.get("projection") == "primer":
        block.update({f"attention.{name}_kernel": [3, block[f"attention.{name}"][1]] for name in ("query", "key", "value")})
    scaled = (1, 2)[config.get("residual.sublayers") == "feed_forward" :]
    if config.get("residual") in ("rezero", "channel"):
        of = {"rezero": (1, 2), "channel": scaled}[config["residual"]]
        block.update({f"residual{i}.scale": [d if config["residual"] == "channel" else 1] for i in of})
    block.update({**norm("norm1"), **norm("norm2")} if config["block"] != "no_norm" else {})
    ends = {"rms": ("scale",), "layer": ("scale", "offset")[: 1 + bias]}.get(config.get("model.qk_norm"), ())
    block.update({f"attention.{name}_norm.{part}": [d // heads] for name in ("query", "key") for part in ends})
    for i, own in enumerate(_of_blocks(config)):
        shared, terms = _terms(own, d, heads, size("embedding.position", 0))
        terms = {**terms, **_formula_shapes(own, "scale", heads)} if own["scale"] == "formula" else terms
        terms.update({"attention.sink": [heads]} if own.get("attention") == "sink" else {})
        shapes.update({f"block.{i}.{name}": shape for name, shape in {**block, **terms}.items()})
        if own["owner"] == i:
            shapes.update({f"block.{i}.{name}" if i else name: shape for name, shape in shared.items()})
    return shapes


# What names of the parameters of formulas begin with, by the axis that has the formula.
OWNED = {"encoding": "attention.formula.", "scale": "attention.scale."}


def _owned(own, axis):
    return own.get(f"{axis}.owned", OWNED[axis])


def _formula_shapes(own, axis, heads):
    shapes = declared_shapes(own.get(f"{axis}.parameters", ""), heads)
    return {_owned(own, axis) + name: shape for name, shape in shapes.items()}


def _formula(own, axis, name, w, heads, operands, like):
    """The values [H, ...] of the formula of an axis in a block; w: the parameters of the block."""
    arrays = {of[len(_owned(own, axis)) :]: array for of, array in w.items() if of.startswith(_owned(own, axis))}
    text = str(own[f"{axis}.{name}"]) or "-abs(d)/2^(8*(head + 1)/H)"
    operands = {**declared_numbers(own.get(f"{axis}.numbers", "")), **operands}
    return evaluate_heads(text, own.get(f"{axis}.parameters", ""), arrays, heads, operands, like)


def _terms(own, d, heads, rows):
    """What an encoding has for all its blocks, and for each."""
    terms = {f"attention.{name}_bias": [heads, d // heads] for name in ("content", "position")}
    if own["encoding"] == "learned":
        return {"embedding.position": [rows, d]}, {}
    if own["encoding"] == "t5":
        return {"attention.bucket_bias": [heads, own["encoding.buckets"]]}, {}
    if own["encoding"] == "formula":
        each = _formula_shapes(own, "encoding", heads)
        return (each, {}) if own.get("encoding.shared_bias") else ({}, each)
    if own["encoding"] == "fox":
        return {}, {"attention.forget_gate.weight": [d, heads], "attention.forget_gate.bias": [heads]}
    if own["encoding"] == "relative":
        each = {"attention.relative": [d, d]}
        return (terms, each) if own.get("encoding.shared_terms") else ({}, {**terms, **each})
    return {}, {}


def _check_shapes(where, config, arrays):
    found = {name: list(array.shape) for name, array in arrays.items()}
    if config["model.blocks"] > len(found):  # a list of their parameters could have any length
        raise FileError(f"{where}: its config wants {config['model.blocks']} blocks, found {len(found)} parameters")
    wanted = _shapes(config, found)
    for name in sorted(wanted.keys() | found.keys()):
        if wanted.get(name) != found.get(name):
            words = lambda shape: "none" if shape is None else shape
            raise FileError(f"{where}: parameter {name}: its config wants shape {words(wanted.get(name))}, "
                            f"found {words(found.get(name))}")


# ---- a model: formulas of one line -----------------------------------------------------------------------------------
# `lengthen help formula` has their language; a run has checked them, so that little is checked here.


@functools.lru_cache(1024)
def _parsed(text):
    """The definitions of a formula and, last, the formula, as (name, tree). Trees are Python's, whose operators bind as
    those of formulas do as soon as ^ is **; names get a "_" in front, since they may be words of Python (lambda)."""
    parts = []
    try:
        if len(text) > 4000 or "**" in text or not re.fullmatch(r"[\w\s.+\-*/^()\[\],;<>=!]*", text, re.ASCII):
            raise ValueError
        for part in text.split(";"):
            name, words = re.fullmatch(r"\s*(?:(\w+)\s*=(?!=))?\s*(.*?)\s*", part).groups()
            words = re.sub(r"(?<![\w.])(?!(?:and|or|not)\b)(?=[A-Za-z])", "_", words)
            parts.append((name, ast.parse(words.replace("^", "**"), mode="eval").body))
        if [name for name, _ in parts].index(None) != len(parts) - 1:
            raise ValueError
    except (SyntaxError, AttributeError, ValueError, MemoryError, RecursionError):
        raise Refused(f"{text[:60]!r} is no formula (see `lengthen help formula`)") from None
    return parts


def _declared(text):
    """The parameters that "s[head] = -2; w[head, 32] = normal(0, 0.02)" declares, by name: has each head its own, and how
    many numbers are behind an index; 0: there is none."""
    found = {}
    for part in filter(str.strip, text.split(";")):
        words = re.fullmatch(r"\s*([A-Za-z]\w*)\s*(?:\[(head)?[, ]*(\d{1,5})?\])?\s*=.*", part, re.ASCII)
        if not words:
            raise Refused(f"{part[:60]!r} declares no parameter (see `lengthen help formula`)")
        found[words[1]] = (words[2] is not None, int(words[3] or 0))
    return found


def _bucket(d, count, longest):
    """The bucket of a distance (Raffel et al. 2020): |d| below count / 2, then buckets that grow up to `longest`."""
    distance, exact = abs(d), count // 2
    if not distance >= exact or count < 2 or not longest > exact:
        return int(distance) if distance < count - 1 else count - 1
    beyond = math.log(distance / exact) / math.log(longest / exact) * (count - exact)
    return int(exact + beyond) if beyond < count - 1 - exact else count - 1


@functools.lru_cache(None)
def _computed():
    """What formulas compute element by element: by the name of a function, or by the kind of an operator in a tree."""
    import torch

    class Step(torch.autograd.Function):
        """f(x, ...), of which nothing goes back where the adjoint or the slope is 0: a branch of an if that was not taken
        would else send 0 times infinity, also from definitions before it."""

        @staticmethod
        def forward(ctx, f, *x):
            ctx.f = f
            ctx.save_for_backward(*x)
            return f(*x)

        @staticmethod
        def backward(ctx, adjoint):
            with torch.enable_grad():
                x = [y.detach().requires_grad_() for y in ctx.saved_tensors]
                slopes = torch.autograd.grad(ctx.f(*x).sum(), x)
            return None, *((adjoint * slope).masked_fill((adjoint == 0) | (slope == 0), 0) for slope in slopes)

    def power(x, y):
        """Its derivative by y is 0 where x is not above 0: y is then no smooth choice."""
        above = x > 0
        return torch.where(above, x.masked_fill(~above, 1) ** y, x.masked_fill(above, 1) ** y.detach())

    names = "abs exp log log2 log1p sqrt sin cos tanh sigmoid erf floor ceil round sign"
    logsigmoid = torch.nn.functional.logsigmoid
    steps = {**{name: getattr(torch, name) for name in names.split()},
             "relu": lambda x: x.masked_fill(~(x > 0), 0), "gelu": torch.nn.functional.gelu, "logsigmoid": logsigmoid,
             "softplus": lambda x: -logsigmoid(-x), ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
             ast.Div: operator.truediv, ast.Pow: power, ast.USub: operator.neg}
    choices = {ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq,
               ast.NotEq: operator.ne, ast.Not: lambda x: x == 0, ast.And: lambda x, y: (x != 0) & (y != 0),
               ast.Or: lambda x, y: (x != 0) | (y != 0)}
    as_step = lambda f: lambda *x: Step.apply(f, *torch.broadcast_tensors(*x))
    as_number = lambda f: lambda *x: f(*x).double()
    return {**{key: as_step(f) for key, f in steps.items()}, **{key: as_number(f) for key, f in choices.items()},
            "if": lambda c, x, y: torch.where(c != 0, x, y), "min": lambda x, y: torch.where(y < x, y, x),
            "max": lambda x, y: torch.where(y > x, y, x)}


def evaluate(text, operands, parameters=None):
    """The value of a formula as config.yaml has it (or as parsed), a tensor in double precision with gradients. operands: numbers or
    tensors by name, which broadcast; parameters: tensors by name, of no axes, or of one, that of their index."""
    import torch
    computed, parameters = _computed(), parameters or {}
    given = {"pi": math.pi, "e": math.e, **parameters, **operands}
    device = next((x.device for x in given.values() if isinstance(x, torch.Tensor)), None)
    number = lambda x: torch.as_tensor(x, dtype=torch.float64, device=device)

    def value(n, scope, rounds=1):
        """Of a tree; rounds: of the sums around. Anything that a formula does not have is an error."""
        of, kind = lambda part: value(part, scope, rounds), type(n)
        if kind is ast.Constant and type(n.value) in (int, float):
            return number(float(n.value))
        if kind is ast.Name:
            return scope[n.id[1:]]
        if kind is ast.UnaryOp:
            return computed[type(n.op)](of(n.operand))
        if kind is ast.BinOp:
            return computed[type(n.op)](value(n.left, scope, rounds), value(n.right, scope, rounds))
        if kind is ast.BoolOp:
            return functools.reduce(computed[type(n.op)], map(of, n.values))
        if kind is ast.Compare and len(n.ops) == 1:
            return computed[type(n.ops[0])](of(n.left), of(n.comparators[0]))
        if kind is ast.Subscript:  # the index rounded down and kept within its range
            table = scope[n.value.id[1:]]
            return table[of(n.slice).nan_to_num(0).clamp(0, len(table) - 1).long()]
        if kind is not ast.Call or n.keywords:
            raise ValueError
        if n.func.id == "_sum":
            return total(*n.args, scope, rounds)
        arguments = list(map(of, n.args))
        if n.func.id == "_bucket":
            d, places = arguments[0].detach().unique(return_inverse=True)
            count, longest = (x.item() for x in arguments[1:])
            return number([_bucket(x, int(count), longest) for x in d.tolist()])[places]
        return computed[n.func.id[1:]](*arguments)

    def total(name, count, term, scope, rounds):
        """Of a term for name = 0, 1, ... below a count, which is one number."""
        most = value(count, scope, rounds).item()
        most, result = int(min(most, 4096)) if most > 0 else 0, number(0.0)
        if rounds * most > 1 << 18:
            raise ValueError
        for k in range(most):
            result = result + value(term, {**scope, name.id[1:]: number(float(k))}, rounds * max(most, 1))
        return result

    scope = {name: number(x) for name, x in given.items()}
    try:
        for name, tree in _parsed(text) if isinstance(text, str) else text:
            scope[name] = value(tree, scope)
    except (KeyError, TypeError, AttributeError, ValueError, OverflowError, RecursionError) as error:
        if isinstance(error, Refused):
            raise
        raise Refused(f"{str(text)[:60]!r} has a name or a form that is unknown here") from None
    return scope[None]


def shows_causal(text, numbers):
    """Does the form of a mask's formula show that it is 0 wherever j > i? Else the program takes it for one that is not
    causal: j <= i, or i - j >= 0, on one side of an "and", or on both of an "or"."""
    known, fixed, shown = {}, [], {}  # the definitions; those that read neither i nor j; those that show it

    def meant(n):
        while type(n) is ast.Name and n.id in known:
            n = known[n.id]
        return n

    def number(n):
        reads = {x.id for x in ast.walk(n) if type(x) is ast.Name}
        varies = reads & {"_i", "_j", *known.keys() - {f"_{name}" for name, _ in fixed}}
        return None if varies else evaluate([*fixed, (None, n)], numbers).item()

    def is_operand(n, name):
        return type(n) is ast.Name and n.id == f"_{name}"

    def later(x, y):
        """Is x i and y j, or x i - j and y a number of 0 or more?"""
        if is_operand(x, "i") and is_operand(y, "j"):
            return True
        less = type(x) is ast.BinOp and type(x.op) is ast.Sub
        if not less or not is_operand(meant(x.left), "i") or not is_operand(meant(x.right), "j"):
            return False
        return number(y) is not None and number(y) >= 0

    def shows(n):
        if type(n) is ast.Name and n.id in shown:
            return shown[n.id]
        if type(n) is ast.BoolOp:
            return (any if type(n.op) is ast.And else all)(map(shows, n.values))
        if type(n) is not ast.Compare:
            return number(n) == 0
        x, y, op = meant(n.left), meant(n.comparators[0]), type(n.ops[0])
        return (op in (ast.Gt, ast.GtE, ast.Eq) and later(x, y)) or (op in (ast.Lt, ast.LtE, ast.Eq) and later(y, x))

    for name, tree in _parsed(text):
        if number(tree) is not None:
            fixed.append((name, tree))
        known[f"_{name}"], shown[f"_{name}"] = tree, shows(tree)
    return shown["_None"]


def declared_shapes(declarations, heads):
    """The shapes of the parameters that "s[head] = -2; w[head, 32] = normal(0, 0.02)" declares, by name."""
    return {name: [heads] * by_head + [count or 1] * (count > 0 or not by_head)
            for name, (by_head, count) in _declared(declarations).items()}


def declared_numbers(declarations):
    """The numbers that "rate = 0.5 >= 0; width = 64" declares, by name: operands of formulas."""
    found = {}
    for part in filter(str.strip, declarations.split(";")):
        words = re.fullmatch(r"\s*([A-Za-z]\w*)\s*=\s*(-?[\d.]+(?:[eE][-+]?\d+)?)\s*(?:[<>]=.*)?", part, re.ASCII)
        try:
            found[words[1]] = float(words[2])
        except (TypeError, ValueError):
            raise Refused(f"{part[:60]!r} declares no number (see `lengthen help formula`)") from None
    return found


def evaluate_heads(text, declarations, arrays, heads, operands, like):
    """The values [H, ...] of a formula for each head, of the shape of the tensor `like`. arrays: the parameters that are
    declared, in the shapes of a model."""
    rows, of = [], lambda array, head, by_head, count: array[head] if by_head else array if count else array[0]
    for head in range(heads):
        parameters = {name: of(arrays[name], head, *axes) for name, axes in _declared(declarations).items()}
        rows.append(evaluate(text, {**operands, "head": head, "H": heads}, parameters).expand(like.shape)[None])
    return _cat(rows, 0)


# ---- a model: formulas ----------------------------------------------------------------------------------------------
# B sequences of T tokens, width d, H heads of D = d/H columns. Tensors know their own functions, so that these lines need
# no import of PyTorch.


def sinusoid(p, width, base=10000.0):
    """PE(p) = [sin(p w_i), cos(p w_i)], w_i = base^(-2i/width), i < width/2 (Vaswani et al. 2017, section 3.5). p [...];
    result [..., width]."""
    i = p.new_tensor(range(0, width, 2))
    angle = p[..., None] * base ** (-i / width)
    return _cat([angle.sin(), angle.cos()])


def _cat(parts, axis=-1):
    import torch
    return torch.cat(parts, axis)


_TRAINED = "base^(-2*k/r)"
_PARTS = "(1 - g)*f/s + g*f"
_BY_TURNS = f"f = {_TRAINED}; g = min(max((trained*f/(2*pi) - 1)/%d, 0), 1); {_PARTS}"
_BY_INDEX = (f"f = {_TRAINED}; low = max(%s(r*log(trained/(64*pi))/(2*log(base))), 0); "
             "high = min(%s(r*log(trained/(2*pi))/(2*log(base))), r - 1); "
             f"g = 1 - min(max((k - low)/if(high > low, high - low, 0.001), 0), 1); {_PARTS}")
# encoding.frequencies of rope in sequences that are s times as long as the `trained` tokens (`lengthen show rope`).
FREQUENCIES = {"trained": _TRAINED, "interpolated": f"{_TRAINED}/s", "ntk": "(base*s^(r/(r - 2)))^(-2*k/r)",
               "parts_rotations": _BY_TURNS % 31, "llama3": _BY_TURNS % 3, "parts_index": _BY_INDEX % ("floor", "ceil"),
               "parts_unrounded": _BY_INDEX % ("", ""), "longrope": _TRAINED}


def rotation_of(own, p, columns):
    """Of rope with the options `own` (names to values), of tokens at the positions p, in heads of so many columns: the
    frequencies of its pairs, and what is turned grows by."""
    turned = max(2, 2 * int(own.get("encoding.fraction", 1) * columns / 2))
    a, m = own.get("encoding.extension", 1), own.get("encoding.trained", 40)
    s = max(1, a * len(p) / m - (a - 1)) if own.get("encoding.dynamic", False) else a
    how, text = own.get("encoding.frequencies", "trained"), str(own.get("encoding.frequency", ""))
    numbers = {"base": own.get("encoding.base", 1e4), "trained": m, "extension": a}
    names = {**numbers, "k": p.new_tensor(range(turned // 2)), "r": float(turned), "T": len(p)}
    frequency = evaluate(text, names) if text else evaluate(FREQUENCIES[how], {**names, "s": s})
    amplitude = own.get("encoding.temperature", 0) * math.log(s) + 1
    if how == "longrope":
        factors = str(own["encoding.factors" if len(p) > m else "encoding.short_factors"]).replace(",", " ").split()
        for i, factor in enumerate(factors[: turned // 2]):
            frequency[i] /= float(factor)
        amplitude *= math.sqrt(1 + math.log(s) / math.log(m))
    return frequency, amplitude


def _pairs(x, pairs, halves):
    """The two columns of each pair of x, and the columns behind them."""
    x, rest = x[..., : 2 * pairs], x[..., 2 * pairs :]
    return (x[..., :pairs], x[..., pairs:], rest) if halves else (x[..., 0::2], x[..., 1::2], rest)


def rotate(x, p, frequency, amplitude=1, halves=False):
    """RoPE (Su et al. 2021): pairs (a, b) of the first columns of x [..., T, D] are turned by the angle p frequency, and
    grow by the amplitude: pair i is columns 2i and 2i+1, or, with halves of R columns, i and i + R/2."""
    angle = p[:, None] * frequency
    cos, sin = (amplitude * angle.cos()).to(x.dtype), (amplitude * angle.sin()).to(x.dtype)
    a, b, rest = _pairs(x, frequency.numel(), halves)
    a, b = a * cos - b * sin, b * cos + a * sin
    if halves:
        return _cat([a, b, rest])
    return _cat([_cat([a[..., None], b[..., None]]).flatten(-2), rest])


def far_distances(own, p):
    """The distances key - query [T, T] that rope has in place of those of the positions p: beyond encoding.clip all are
    that one, or grow slower (Su 2023, ReRoPE and Leaky ReRoPE), or are those of groups (Jin et al. 2024, Self-Extend)."""
    import torch
    delta, w, g = p[None, :] - p[:, None], own["encoding.clip"], own.get("encoding.group", 0)
    if g > 0:
        number = (p / g).floor()
        far = (number[None, :] - number[:, None]).abs() + w - math.floor(w / g)
        return torch.where(delta.abs() > w - 1, delta.sign() * far, delta)
    beyond = (delta.abs() - w).clamp_min(0)
    return delta.sign() * (delta.abs() - beyond + (beyond / own["encoding.compress"] if own["encoding.compress"] else 0))


def rotary_products(q, k, delta, frequency, amplitude, halves):
    """q . k [..., T, T] of rotated queries and keys that are at the distances delta = key - query."""
    import torch
    angle = delta[..., None] * frequency
    cos, sin = (amplitude**2 * angle.cos()).to(q.dtype), (amplitude**2 * angle.sin()).to(q.dtype)
    (a, b, q), (c, d, k) = (_pairs(x, frequency.numel(), halves) for x in (q, k))
    product = lambda x, y, by: torch.einsum("...tp,...sp,tsp->...ts", x, y, by)
    turned = product(a, c, cos) + product(b, d, cos) + product(b, c, sin) - product(a, d, sin)
    return turned + q @ k.transpose(-1, -2)


def alibi_slopes(heads):
    """2^(-8h/H), h = 1..H (Press et al. 2022); where H is no power of two those of the power below, then every second one
    of twice that power."""
    power = 2 ** int(math.log2(heads))
    of = lambda n: [2.0 ** (-8.0 * h / n) for h in range(1, n + 1)]
    return of(power) + of(2 * power)[0::2][: heads - power]


def alibi_bias(delta, heads, sides="half_shift", right_slope=0.5):
    """The penalties [H, T, T] of a distance delta = key - query: the slope of a head times -|delta|. half_shift: keys to
    the left are half a step nearer, as in the program of Ruoss et al. 2023; two_slopes: on the right another slope;
    split_heads: the first half of the heads sees the left alone, the second half the right, each with slopes of its own."""
    of = lambda n: delta.new_tensor(alibi_slopes(n))[:, None, None]
    if sides == "split_heads":
        left = (heads + 1) // 2
        halves = [(n, hidden) for n, hidden in ((left, delta > 0), (heads - left, delta < 0)) if n]
        return _cat([(-delta.abs() * of(n)).masked_fill(hidden, -1e30) for n, hidden in halves], 0)
    if sides == "two_slopes":
        return of(heads) * (delta.clamp(max=0) - right_slope * delta.clamp(min=0))
    return of(heads) * (-delta.abs() + (delta < 0) / 2 * (sides == "half_shift"))


def t5_bucket(delta, causal, buckets, most):
    """The bucket of a distance delta = key - query (Raffel et al. 2020): half of the buckets are for keys to the right
    unless causal; of each side half are for one distance each, and the others grow with its logarithm up to `most`."""
    n, side = (-delta).clamp(min=0), 0
    if not causal:
        buckets //= 2
        n, side = delta.abs(), (delta > 0) * buckets
    exact = buckets // 2
    # Logarithms of powers of one number may differ in rounding: 1e-9 is far below the gap of all others.
    growth = (n.clamp(min=1) / exact).log() / math.log(most / exact) * (buckets - exact)
    large = (exact + (growth + 1e-9).floor()).clamp(max=buckets - 1)
    return (side + n.where(n < exact, large)).long()


def visible(own, index):
    """Which keys a query sees, [T, T]; index: 0, 1, ..., T-1; own: the config of a block."""
    t, s, tokens = index[:, None], index[None, :], len(index)
    width, form = own.get("mask.width", tokens), own.get("mask.form", "symmetric")
    if own["mask"] == "full":
        return t == t + 0 * s
    if own["mask"] == "causal":
        return s <= t
    if own["mask"] == "formula":
        numbers = declared_numbers(own.get("mask.numbers", ""))
        return (evaluate(str(own["mask.formula"]), {**numbers, "i": t, "j": s}) != 0).expand(tokens, tokens)
    if form == "causal":
        return (s <= t) & (t - s < width)
    if form == "edge_shift":
        first = (t - width // 2).clip(0, max(tokens - width, 0))
        return (s >= first) & (s < first + width)
    return abs(t - s) <= (width // 2 if form == "symmetric" else (width - 1) // 2)


def distances(p, tokens):
    """Key minus query, [T, T]: of positions p [T], or of distances by offset [2T-1], for offsets -(T-1)..T-1, which is how
    a random sampler feeds encodings that read distances alone."""
    if len(p) == tokens:
        return p[None, :] - p[:, None]
    index = p.new_tensor(range(tokens)).long()
    return p[index[None, :] - index[:, None] + tokens - 1]


# ---- a model: the module --------------------------------------------------------------------------------------------


def _plant(module, torch, name, array):
    """Makes the parameter a.b.c of a tree of modules, so that state_dict has the names of the file."""
    *path, last = name.split(".")
    for part in path:
        if part not in module._modules:
            module.add_module(part, torch.nn.Module())
        module = module._modules[part]
    # Not register_parameter, which refuses a formula's parameter "half", as modules have a method of that name.
    module._parameters[last] = torch.nn.Parameter(torch.tensor(numpy.array(array)))


@functools.lru_cache(None)
def _transformer():
    """The class of torch_model; a function, since PyTorch is loaded only where it is wanted."""
    try:
        import torch
    except ImportError:
        raise Refused("a model as a module needs PyTorch, which is not installed (Debian: python3-torch)") from None

    class Transformer(torch.nn.Module):
        """A trained encoder or decoder. Its parameters have the names of model.safetensors; there is no dropout, so train
        it further with a dropout of your own."""

        def __init__(self, config, arrays):
            super().__init__()
            self.config = dict(config)
            self.heads, self.of_blocks = config["model.heads"], _of_blocks(config)
            for name, array in arrays.items():
                _plant(self, torch, name, array)

        def forward(self, given, outputs=None, target=None, positions=None):
            """Logits [B, m, C] of the m outputs for inputs `given`, token ids [B, n].

            outputs: m; without it, as many as the task has for n tokens.
            An encoder reads the input, then m empty tokens, at which it answers all at once. A decoder reads the input
            and its own answer so far, the most probable token at each step; with target [B, m] it reads these instead.
            positions: see read; for the n + m tokens of an encoder, the n + m of a decoder of the 15 tasks (which have
            an empty token behind the input), or n + m - 1 of one whose inputs end by themselves."""
            if target is not None:
                outputs = target.shape[1]
            if outputs is None:
                outputs = _outputs(self.config["data"], given.shape[1])
            if outputs is None:
                raise Refused(f"{self.config['data']}: say how many outputs there are")
            if outputs < 0:
                raise Refused(f"outputs: expected 0 or more, found {outputs}")
            ask = given.new_full((len(given), outputs), len(self.embedding.weight) - 1)
            if self.config["architecture"] == "encoder":
                return self.read(torch.cat([given, ask], 1), positions)[:, given.shape[1] :]
            ends = any(name.startswith("data.") for name in self.config) or self.config["data"] in (
                "reverse_symbols", "markov_chain")
            start = given if ends else torch.cat([given, ask[:, :1]], 1)
            begin = start.shape[1] - 1
            if target is not None:
                return self.read(torch.cat([start, target[:, :-1]], 1), positions)[:, begin:]
            if positions is not None:
                raise Refused("a decoder that answers by itself is not built with positions: give it a target")
            while start.shape[1] < begin + outputs:
                start = torch.cat([start, self.read(start)[:, -1:].argmax(-1)], 1)
            return self.read(start)[:, begin : begin + outputs]

        def read(self, tokens, positions=None):
            """Logits [B, T, C] at every token of ids [B, T]; of a decoder they are those of the next token.

            positions: what the sampler of the run draws, where that is not 0, 1, ...: ascending numbers [T], or distances
            [2T-1] for encodings that read those (relative, alibi, t5), as `lengthen inspect positions randomized
            --length T --json` prints them; or a dict of these by block number, where blocks have their own."""
            w = dict(self.named_parameters())
            read = any(own["encoding"] != "none" for own in self.of_blocks)
            if positions is None and self.config["positions"] != "standard" and read:
                raise Refused(f"positions: {self.config['positions']} draws positions at random: give those to read")
            x = self._embedded(w, tokens, positions)
            total = x  # of dual_norm: the stream without norms
            for i in range(len(self.of_blocks)):
                x, total = self._block(w, i, x, total, positions)
            if self.config["block"] in FINISHED:
                x = x + self._norm(total, w, "norm") if self.config["block"] == "dual_norm" else self._norm(x, w, "norm")
            return _linear(x, w, "readout")

        def _positions(self, tokens, positions, name, distances_too=False):
            """Float64 [T], or [2T-1], as the embedding ("embedding") or a block ("0", ...) reads it."""
            if isinstance(positions, dict):
                positions = positions.get(name, positions.get(int(name) if name.isdigit() else name))
                if positions is None:
                    raise Refused(f"positions: none are given for {name}")
            if positions is None:
                positions = range(tokens)
            p = torch.as_tensor(numpy.array(positions), dtype=torch.float64).to(self.embedding.weight.device)
            if p.dim() != 1 or len(p) not in ((tokens, 2 * tokens - 1) if distances_too else (tokens,)):
                raise Refused(f"positions: expected {tokens} numbers{' or distances' if distances_too else ''}, "
                              f"found shape {list(p.shape)}")
            return p

        def _embedded(self, w, tokens, positions):
            """Token vectors [B, T, d], with what the encoding adds to them."""
            table, config = w["embedding.weight"], self.of_blocks[0]
            wrong = tokens[(tokens < 0) | (tokens >= len(table))]  # an index below 0 would count from the end
            if len(wrong):
                raise Refused(f"token {wrong[0].item()}: the model has the tokens 0..{len(table) - 1}")
            x = table[tokens]
            if config.get("model.embedding_scale") != "one":
                x = x * math.sqrt(table.shape[1])
            if config["encoding"] not in ("sinusoid", "learned"):
                return x
            p = self._positions(tokens.shape[1], positions, "embedding")
            if config["encoding"] == "learned":
                rows = w["embedding.position"]
                if p.max() >= len(rows):
                    raise Refused(f"position {int(p.max())}: only {len(rows)} positions were learned")
                return x + rows[p.long()]
            waves = sinusoid(p + config.get("encoding.first", 0), table.shape[1], config.get("encoding.base", 1e4))
            if config.get("encoding.layout") == "interleaved":
                waves = torch.stack(waves.chunk(2, -1), -1).flatten(-2)
            return x + waves.to(x.dtype)

        def _block(self, w, i, x, total, positions):
            """Attention, then feed-forward network: the stream [B, T, d] behind both, and the sum of all that was added."""
            of = lambda k: {name[len(f"block.{k}.") :]: x for name, x in w.items() if name.startswith(f"block.{k}.")}
            own = of(i)
            shared = {**w, **of(self.of_blocks[i]["owner"]), **own}
            bottom = x
            x, added = self._sublayer(own, 1, x, None, lambda x: self._attention(shared, x, positions, i))
            x, more = self._sublayer(own, 2, x, bottom, lambda x: self._feed_forward(own, x))
            return x, total + added + more

        def _weighed(self, w, number, x, added, bottom):
            """The stream and what a sublayer adds to it, by the residual connection. bottom: the input of the layer, for
            the last sublayer."""
            residual, layers = self.config.get("residual", "add"), len(self.of_blocks)
            if residual == "rezero":
                return x, added * w[f"residual{number}.scale"]
            if residual == "channel":
                return x * w.get(f"residual{number}.scale", 1), added
            if residual == "deepnorm":
                return x * (2 * layers) ** 0.25, added
            if residual == "b2t" and bottom is not None:
                return x + bottom, added
            if residual == "scalar" and bottom is not None:
                so, sr = x.shape[-1] ** -0.2, min(layers**-0.15, layers / 12)
                return x * so + bottom * sr, added * so
            return x, added

        def _sublayer(self, w, number, x, bottom, apply):
            """x with a sublayer, and what that added; the norm is before it, behind the sum, behind it or nowhere."""
            block, of = self.config["block"], lambda x: self._norm(x, w, f"norm{number}")
            before = block == "pre_norm" or (block == "primer" and number == 1)
            added = apply(of(x) if before else x)
            if block == "primer" and not before:
                added = of(added)
            x, added = self._weighed(w, number, x, added, bottom)
            x = x + added
            return of(x) if block in ("post_norm", "dual_norm") else x, added

        def _attention(self, w, x, positions, block):
            """softmax(scores) V, by head. w: parameters by their name within the block, and those of all blocks."""
            split = lambda y, heads: y.unflatten(-1, (heads, -1)).transpose(-2, -3)  # [.., T, d] to [.., H, T, D]
            few = _key_heads(self.config)
            q, k, v = (split(_convolved(x @ w[f"attention.{name}"], w.get(f"attention.{name}_kernel")), heads)
                       for name, heads in (("query", self.heads), ("key", few), ("value", few)))
            q, k = (self._head_norm(y, w, f"attention.{name}_norm") for y, name in ((q, "query"), (k, "key")))
            # Each head of keys and values as often as heads of queries read it (Ainslie et al. 2023).
            k, v = (y.repeat_interleave(self.heads // few, -3) for y in (k, v))
            seen = visible(self.of_blocks[block], torch.arange(x.shape[1], device=x.device))
            scores = self._scores(w, q, k, positions, block, seen)
            if self.of_blocks[block]["encoding"] == "fox":
                scores = scores + _forgotten(_linear(x, w, "attention.forget_gate"))
            scores = scores.masked_fill(~seen, -math.inf)
            mixed = self._weights(w, scores, block) @ v
            return mixed.transpose(1, 2).flatten(2) @ w["attention.output"]

        def _weights(self, w, scores, block):
            """softmax(scores [B, H, T, T]); beside them a logit without a value: 0 (Miller 2023), or a trained one of each
            head (gpt-oss, OpenAI 2025)."""
            attention = self.of_blocks[block].get("attention", "softmax")
            if attention == "softmax":
                return torch.softmax(scores, -1)
            sink = w["attention.sink"][:, None, None] if attention == "sink" else scores.new_zeros(1)
            return torch.softmax(_cat([scores, sink.expand(*scores.shape[:-1], 1)]), -1)[..., :-1]

        def _scores(self, w, q, k, positions, block, seen):
            """Attention logits [B, H, T, T] of queries and keys [B, H, T, D], with the encoding; not masked. seen: which keys
            a query sees."""
            own, (tokens, depth) = self.of_blocks[block], q.shape[-2:]
            encoding, block = own["encoding"], str(block)
            scale = {"one": 1, "inverse_sqrt_2d": (2 * depth) ** -0.5}.get(own["scale"], depth**-0.5)
            if own["scale"] == "formula":
                n = seen.sum(-1)
                scale = _formula(own, "scale", "formula", w, self.heads, {"n": n, "dk": depth}, n)
                scale = scale.to(q.dtype)[..., None]
            frequency = str(own.get("encoding.frequency", ""))
            if encoding == "rope":
                p, halves = self._positions(tokens, positions, block), own.get("encoding.pairs") == "halves"
                turn, amplitude = rotation_of(own, p, depth)
                if own.get("encoding.clip", 0) > 0:
                    return rotary_products(q, k, far_distances(own, p), turn, amplitude, halves) * scale
                q, k = (rotate(y, p, turn, amplitude, halves) for y in (q, k))
            if encoding == "formula" and frequency:
                p, given = self._positions(tokens, positions, block), declared_numbers(own.get("encoding.numbers", ""))
                pair = p.new_tensor(range(depth // 2))
                turn = evaluate(frequency, {**given, "k": pair, "r": depth, "T": len(p)})
                q, k = (rotate(y, p, turn) for y in (q, k))
            biased = encoding == "formula" and (own["encoding.bias"] != "" or not frequency)
            if encoding not in ("relative", "alibi", "t5") and not biased:
                return q @ k.transpose(-1, -2) * scale
            delta = distances(self._positions(tokens, positions, block, True), tokens)
            if encoding == "relative":
                return self._relative(w, q, k, delta, own.get("encoding.base", 1e4)) * scale
            if encoding == "alibi":
                bias = alibi_bias(delta, self.heads, own.get("encoding.sides", "half_shift"),
                                  own.get("encoding.right_slope", 0.5))
            elif biased:
                operands, places = {"dk": depth, "T": tokens}, None
                if re.search(r"\bp_[ij]\b", str(own["encoding.bias"])):
                    p = self._positions(tokens, positions, block)
                    d, operands = 0 - delta, {**operands, "p_i": p[:, None], "p_j": p[None, :]}
                else:  # a distance is computed once
                    d, places = (0 - delta).unique(return_inverse=True)
                bias = _formula(own, "encoding", "bias", w, self.heads, {**operands, "d": d}, d)
                bias = bias if places is None else bias[:, places]
            else:
                bucket = t5_bucket(delta, _is_causal(own), own["encoding.buckets"],
                                   own["encoding.max_distance"])
                bias = w["attention.bucket_bias"][:, bucket]
            return q @ k.transpose(-1, -2) * scale + bias.to(q.dtype)

        def _relative(self, w, q, k, delta, base):
            """(q_t + u) . k_s + (q_t + v) . r(s - t), r = the sinusoid of the distance times W_R, u and v of each head
            (Dai et al. 2019)."""
            width = self.heads * q.shape[-1]
            r = sinusoid(delta, width, base).to(q.dtype) @ w["attention.relative"]
            r = r.unflatten(-1, (self.heads, -1))  # [T, T, H, D]
            u, v = (w[f"attention.{name}_bias"][:, None] for name in ("content", "position"))
            return (q + u) @ k.transpose(-1, -2) + torch.einsum("bhtd,tshd->bhts", q + v, r)

        def _feed_forward(self, w, x):
            f, mixer, of = _linear(x, w, "feed_forward.1"), self.config["mixer"], torch.nn.functional
            if mixer == "formula":
                numbers = declared_numbers(self.config.get("mixer.numbers", ""))
                f = evaluate(str(self.config["mixer.formula"]), {**numbers, "x": f}).to(f.dtype)
                return _linear(f, w, "feed_forward.2")
            act = {"relu": of.relu, "reglu": of.relu, "gelu": of.gelu, "geglu": of.gelu, "swish": of.silu, "swiglu": of.silu,
                   "glu": torch.sigmoid, "bilinear": lambda f: f, "squared_relu": lambda f: of.relu(f) ** 2,
                   "gelu_tanh": lambda f: of.gelu(f, approximate="tanh")}[mixer]
            f = f * act(_linear(x, w, "feed_forward.gate")) if mixer in GATES else act(f)
            return _linear(f, w, "feed_forward.2")

        def _head_norm(self, x, w, name):
            """A norm of each head, of queries or keys [.., T, D] (Dehghani et al. 2023)."""
            kind = self.config.get("model.qk_norm", "none")
            return x if kind == "none" else self._norm(x, w, name, kind == "layer")

        def _norm(self, x, w, name, centred=None):
            """Layer norm, or RMS norm: the same without the mean and the offset."""
            if self.config["norm"] == "layer_norm" if centred is None else centred:
                x = x - x.mean(-1, keepdim=True)
            x = x * torch.rsqrt((x * x).mean(-1, keepdim=True) + self.config.get("norm.epsilon", 1e-5))
            return x * w[f"{name}.scale"] + w.get(f"{name}.offset", 0)

    return Transformer


def _forgotten(gates):
    """What keys lose [B, H, T, T], by the logits of gates [B, T, H]: sum over u = s+1..t of ln sigmoid(gates_u) (Lin et al.
    2025)."""
    import torch
    total = torch.nn.functional.logsigmoid(gates).cumsum(-2).transpose(-1, -2)
    return (total[..., :, None] - total[..., None, :]).tril()


def _convolved(x, kernel):
    """Each column of x [B, T, N] summed with those of the tokens before, by a kernel [K, N], whose last row is the present
    token's (So et al. 2021); None: x."""
    if kernel is None:
        return x
    import torch
    before = len(kernel) - 1
    padded = torch.nn.functional.pad(x, (0, 0, before, 0))
    return sum(kernel[j] * padded[:, j : j + x.shape[1]] for j in range(len(kernel)))


def _linear(x, w, name):
    """x W + b; a map without bias has the plain name."""
    return x @ w[name] if name in w else x @ w[f"{name}.weight"] + w[f"{name}.bias"]


def torch_model(run, checkpoint=None):
    """The trained model of a run (a Run or its path) as a torch.nn.Module, which computes the logits of `lengthen inspect
    logits`: model(ids) for inputs [B, n], model.read(tokens) for whole sequences.

    Built are encoders of the 15 tasks and decoders, with the choices of KNOWN above and formulas, standard or given
    positions; encodings, masks, scales and attention may differ from block to block ("mask: window:9,causal").
    Anything else raises Refused. checkpoint: as in Run.model.
    """
    run = run if isinstance(run, Run) else Run(run)
    kind = _transformer()
    _check_choices(run.config)
    arrays = run.model(checkpoint)
    _check_shapes(run.path, run.config, arrays)
    return kind(run.config, arrays)


# ---- from a shell ---------------------------------------------------------------------------------------------------


def _number(value):
    return "-" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)


# Characters that command a terminal, or change the order in which text is shown.
COMMANDS = "\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"


def _say(*words, to=None):
    """Prints text from files, without COMMANDS; what has no UTF-8 becomes "?"."""
    text = re.sub(f"[{COMMANDS}]", "?", " ".join(map(str, words)))
    print(text.encode("utf-8", "replace").decode(), file=to)


def _print_run(run):
    config, record = run.config, run.record
    _say(f"{run.path}: {config.get('data')}, {config.get('architecture')}, {config.get('positions')} "
          f"{config.get('encoding')}: {run.state}, step {record.get('step', 0)} of {config.get('train.steps')}")
    _say(f"score: {_number(run.score)} ({run.metric}, {config.get('eval.score')})")
    if os.path.exists(os.path.join(run.path, "model.safetensors")):
        arrays = run.model().values()
        _say(f"model: {sum(array.size for array in arrays)} numbers in {len(arrays)} parameters, "
              f"{next(iter(arrays)).dtype.name}")
    for row in run.eval:
        _say(f"length {row.get('length')}: {run.metric} {_number(row.get(run.metric))}")
    if run.note["note"] or run.note["tags"]:
        tags = " ".join(run.note["tags"])
        _say("note:", *([f"[{tags}]"] if tags else []), run.note["note"])


def _print_sweep(sweep):
    _say(f"{sweep.path}: {sweep.manifest['title'] or sweep.manifest['name']}, {sweep.manifest['runs']} runs")
    for row in sweep.results:
        labels = ", ".join(f"{axis} {row[axis]}" for axis in sweep.axes if row[axis] is not None)
        _say(f"{row['id']}  {labels}: {row['state']}, score {_number(row['score'])}")
    if sweep.tables:
        _say("tables:", *sweep.tables)


def _main(arguments):
    if len(arguments) < 1 or arguments[0].startswith("-"):
        print("usage: python3 lengthen.py RUN|SWEEP...\nPrints what is in run directories and sweep directories.")
        return 0 if arguments[:1] in (["-h"], ["--help"]) else 2
    try:
        for path in arguments:
            if os.path.exists(os.path.join(path, "manifest.jsonl")):
                _print_sweep(Sweep(path))
            else:
                _print_run(Run(path))
        sys.stdout.flush()
    except BrokenPipeError:  # who reads has enough; what is left in the buffer goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + 13
    except (FileError, Refused, OSError) as error:
        _say(f"lengthen.py: {error}", to=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
