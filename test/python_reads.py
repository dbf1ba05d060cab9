#!/usr/bin/python3
"""python_reads.py RUN SWEEP MIXED: tests the reading functions of the package lengthen (on PYTHONPATH). RUN is a run,
SWEEP a sweep, and MIXED a run whose blocks differ. The results must equal the output of the program (`lengthen` on the
PATH), and damage must be detected. RUN and SWEEP are changed. Prints a line for each test."""
import json
import math
import os
import random
import signal
import struct
import sys
import warnings

import lengthen
from lengthen.models.config import CHOICES, Settings
from lengthen.models.shapes import check_shapes
import numpy
import yaml
from python_checks import bytes_of, told


MUTATIONS = int(os.environ.get("MUTATIONS", 100))  # of each file of a run
PARTS = (b'"', b"{", b"[" * 50, b"null", b"-", b"1e999", b"9" * 50, b"\n", b"\0", b"\xff",
         b"\xc2\x9b", b": ", b"'", b"\\u", b"NaN")


def fails(kind, part, action, *arguments):
    """The action must raise that error, with this text in its message."""
    try:
        action(*arguments)
    except kind as error:
        assert part in str(error), (part, str(error))
        return
    raise AssertionError(f"no error with '{part}'")


def put(path, data):
    with open(path, "wb") as file:
        file.write(data)


def safetensors(header, numbers):
    words = json.dumps(header).encode()
    return struct.pack("<Q", len(words)) + words + numbers


def test_config(run):
    """The config equals that of another YAML reader, except that the other reader reads 1e-05 as text."""
    with open(os.path.join(run.path, "config.yaml"), encoding="utf-8") as file:
        other = yaml.safe_load(file)
    assert list(other) == list(run.config)
    for name, value in other.items():
        mine = run.config[name]
        exponent = isinstance(value, str) and isinstance(mine, float) and float(value) == mine
        assert exponent or (type(mine), mine) == (type(value), value), (name, mine, value)
    assert run.config["norm.epsilon"] == 1e-5 and run.config["model.bias"] is True and run.config["eval.with"] == ""


def test_records(run):
    listed, = told("runs", run.path)
    assert (run.state, run.metric, run.unit) == (listed["state"], listed["metric"], listed["unit"])
    assert math.isclose(run.score, listed["score"], rel_tol=1e-8)
    assert run.note == {"note": 'a "good" one', "tags": ["one", "two"]}
    assert [row["length"] for row in run.eval] == list(range(1, 9))
    assert math.isclose(sum(row["token_accuracy"] for row in run.eval[5:]) / 3, run.score)
    assert [row["step"] for row in run.metrics if row["split"] == "validation"] == [10, 20, 30, 40]
    assert list(run.checkpoints()) == ["best", 30, 40]
    assert [found.path for found in lengthen.runs(os.path.dirname(run.path))] == [run.path]


def test_model(run):
    """The sums of each parameter equal those of the program. A checkpoint is the same file. Arrays are mapped and
    read-only."""
    for model in (run.model(), run.model(40)):
        assert [p["name"] for p in told("inspect", "run", run.path)] == list(model)
        for p in told("inspect", "run", run.path):
            array = model[p["name"]]
            assert list(array.shape) == p["shape"] and array.dtype == numpy.float32 and not array.flags.writeable
            whole = array.astype(float)
            for mine, its in ((numpy.sqrt((whole**2).sum()), p["norm"]), (whole.mean(), p["mean"]),
                              (abs(whole).max(), p["largest"])):
                assert math.isclose(mine, its, rel_tol=1e-5, abs_tol=1e-7), (p["name"], mine, its)
    fails(lengthen.FileError, "no checkpoint 7; there are: best, 30, 40", run.model, 7)


def test_doubles(path):
    values = numpy.array([[1.5, -2], [0, 1e-300]])
    put(path, safetensors({"b": {"dtype": "F64", "shape": [2, 2], "data_offsets": [0, 32]},
                           "a": {"dtype": "F32", "shape": [0], "data_offsets": [32, 32]}}, values.tobytes()))
    read = lengthen.read_safetensors(path)
    assert list(read) == ["b", "a"] and read["b"].dtype == numpy.float64 and (read["b"] == values).all()
    assert read["a"].shape == (0,)


def test_damaged_models(run):
    path = os.path.join(run.path, "model.safetensors")
    good = bytes_of(path)
    for size in range(0, len(good), 97):
        put(path, good[:size])
        fails(lengthen.FileError, path, run.model)
    put(path, good + b"x")
    fails(lengthen.FileError, f"expected {len(good)} bytes, found {len(good) + 1}", run.model)
    cases = [
        ({"x": {"dtype": "F32", "shape": [3], "data_offsets": [0, 8]}}, "array x: shape [3] of F32 needs 12 bytes, found 8"),
        ({"x": {"dtype": "F16", "shape": [4], "data_offsets": [0, 8]}}, "array x: type F16"),
        ({"x": {"dtype": "F32", "shape": [-2], "data_offsets": [0, 8]}}, "array x: expected dtype"),
        ({"x": {"dtype": "F32", "shape": [2]}}, "array x: expected dtype"),
        ({"x": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]}}, "array x: begins at byte 4 of the data"),
        ({"x": 7}, "array x: expected dtype"),
        ({"x": {"dtype": ["F32"], "shape": [2], "data_offsets": [0, 8]}}, "array x: expected dtype"),
        ({"x": {"dtype": "F32", "shape": [1] * 99 + [2], "data_offsets": [0, 8]}}, "array x: NumPy does not support this shape"),
        ({"x": {"dtype": "F64", "shape": [1], "data_offsets": [0, 8]},
          "y": {"dtype": "F64", "shape": [0, 2**70], "data_offsets": [8, 8]}}, "array y: NumPy does not support this shape"),
        ([], "its header is not a JSON object"),
    ]
    for header, part in cases:
        put(path, safetensors(header, bytes(8)))
        fails(lengthen.FileError, part, run.model)
    put(path, good)
    run.model()


def test_damaged_lines(run):
    for name, read in (("metrics.jsonl", lambda: lengthen.Run(run.path).metrics),
                       ("run.json", lambda: lengthen.Run(run.path).score),
                       ("config.yaml", lambda: lengthen.Run(run.path).config)):
        path = os.path.join(run.path, name)
        good = bytes_of(path)
        put(path, b"{\n" + good)
        fails(lengthen.FileError, f"{path}:", read)
        put(path, b"\xff\n" + good)
        fails(lengthen.FileError, "not a text file in UTF-8", read)
        for data in (b"[" * 100000, b"1" * 5000):
            if name != "config.yaml":
                put(path, data + b"\n")
                fails(lengthen.FileError, f"{path}:1: JSON with thousands", read)
        put(path, good)
    path = os.path.join(run.path, "metrics.jsonl")
    put(path, bytes_of(path) + b'{"step": 9')  # a line that is being written
    assert len(lengthen.Run(run.path).metrics) == len(run.metrics)


def test_wrong_types(run):
    """JSON with types that the program never writes; paths of all kinds."""
    for name, words, read in (("run.json", {"score": 7}, lambda: lengthen.Run(run.path).metric),
                              ("note.json", {"tags": 7}, lambda: lengthen.Run(run.path).note),
                              ("note.json", {"note": None}, lambda: lengthen.Run(run.path).note)):
        path = os.path.join(run.path, name)
        good = bytes_of(path)
        put(path, json.dumps(words).encode())
        fails(lengthen.FileError, path, read)
        put(path, good)
    assert lengthen.Run(os.fsencode(run.path)).eval == run.eval
    assert [found.path for found in lengthen.runs(os.fsencode(run.path))] == [run.path]
    fails(lengthen.UsageError, "None is not a path", lengthen.Run, None)
    fails(lengthen.UsageError, "0 is not a path", lengthen.runs, 0)
    put("lines.yaml", "out: a\u2028b\x85c\r\nnext: 1\n".encode())  # U+2028 and U+0085 do not end a line here
    assert lengthen.read_config("lines.yaml") == {"out": "a\u2028b\x85c", "next": 1}


READS = {"config.yaml": lambda run: run.config, "run.json": lambda run: run.state, "eval.jsonl": lambda run: run.eval,
         "metrics.jsonl": lambda run: run.metrics, "note.json": lambda run: run.note,
         "model.safetensors": lambda run: run.model()}


def test_no_regular_files(run):
    """A pipe without a writer, an endless device and a file that is too large are refused without being read."""
    signal.alarm(60)  # ends a read that waits
    for name, read in READS.items():
        path, kept = os.path.join(run.path, name), os.path.join(run.path, "kept")
        os.rename(path, kept)
        opened = lengthen.Run.__new__(lengthen.Run)  # otherwise it looks for config.yaml
        opened.path = run.path
        for make in (os.mkfifo, lambda path: os.symlink("/dev/zero", path)):
            make(path)
            fails(lengthen.FileError, f"{path}: not a regular file", read, opened)
            os.remove(path)
        put(path, b"")
        os.truncate(path, 1 << 40)
        fails(lengthen.FileError, f"{path}: more than", read, opened)
        os.rename(kept, path)
    signal.alarm(0)


def test_large_parts(run):
    """A line without an end and a header with a huge size are refused before they are read."""
    for name, part in (("eval.jsonl", "a line has more than"), ("model.safetensors", "its header has 1073741824 bytes")):
        path = os.path.join(run.path, name)
        good = bytes_of(path)
        put(path, struct.pack("<Q", 1 << 30))
        os.truncate(path, 1 << 30 if name == "eval.jsonl" else (1 << 30) + 8)
        fails(lengthen.FileError, part, READS[name], lengthen.Run(run.path))
        put(path, good)


def test_mutations(run):
    """Files with changed bytes, changed runs of bytes or missing parts give values or FileError, but no other error."""
    draw = random.Random(1)
    for name, read in READS.items():
        path = os.path.join(run.path, name)
        good = bytes_of(path)
        for _ in range(MUTATIONS):
            data = bytearray(good)
            for _ in range(draw.randint(1, 3)):
                at = draw.randrange(len(data) + 1)
                new = draw.choice([bytes([draw.randrange(256)]), draw.choice(PARTS), bytes(data[: draw.randrange(9)])])
                data[at : at + draw.choice([0, 1, len(new), draw.randrange(40)])] = new
            put(path, data)
            try:
                with warnings.catch_warnings(action="ignore"):
                    read(lengthen.Run(run.path))
            except lengthen.FileError:
                pass
        put(path, good)


def test_marks(run):
    """A byte order mark is not part of a text."""
    for name in ("config.yaml", "run.json", "eval.jsonl", "note.json"):
        path = os.path.join(run.path, name)
        good = bytes_of(path)
        put(path, b"\xef\xbb\xbf" + good)
        assert READS[name](lengthen.Run(run.path)) == READS[name](run)
        put(path, good)


def settings_of(run, **changes):
    """The settings of a run after changes of options. The parameters must still match those of the run."""
    settings = Settings({**run.config, **changes})
    check_shapes(run.path, settings, {name: array.shape for name, array in run.model().items()})
    return settings


def test_choices(run):
    """Configs are checked without PyTorch, and errors name the unsupported choice."""
    settings_of(run)
    for axis in CHOICES:
        fails(lengthen.Refused, f"{axis}: 'other' is unknown", lambda: settings_of(run, **{axis: "other"}))
    for name, value, part in (
            ("model.width", "8", "model.width: expected a whole number"), ("model.heads", 3, "3 does not divide"),
            ("model.blocks", 10**8, "model.blocks: expected a whole number of 1..256"),
            ("model.order", "s" * 10**6, "sublayers at most"), ("model.order", "xy", "has unknown letters"),
            ("model.share", "0,7", "does not assign parameters to 1 blocks"),
            ("norm.epsilon", "x", "norm.epsilon: expected a number"),
            ("mixer.formula", "1 +", "is not a formula"), ("head.cutoffs", "3,2", "expected at most 64 ascending ids"),
            ("model.key_heads", 0.5, "expected a whole number"), ("model.key_heads", 3, "3 does not divide"),
            ("encoding", "rope:base=x", "encoding.base: expected a number"),
            ("mask", "full:3", "mask: full has no option")):
        extra = {"mixer.formula": {"mixer": "formula"}, "head.cutoffs": {"head": "adaptive"}}.get(name, {})
        fails(lengthen.Refused, part, lambda: settings_of(run, **{name: value, **extra}))
    for heads in (0, -1, 1.5, math.inf, True):
        fails(lengthen.Refused, "model.heads: expected a whole number",
              lambda: settings_of(run, **{"model.heads": heads}))
    fails(lengthen.Refused, "has no option model.width",
          lambda: Settings({name: value for name, value in run.config.items() if name != "model.width"}))
    for name, value, part in (
            ("model.feed_forward", 9, "block.0.feed_forward.1.bias: expected shape [9] by its config, found [8]"),
            ("model.blocks", 2, "block.1.attention.key: expected shape [8, 8] by its config, found none")):
        fails(lengthen.FileError, part, lambda: settings_of(run, **{name: value}))


def test_hostile_configs(run):
    """Options with any value give settings, Refused or FileError, but no other error, and without delay."""
    draw = random.Random(1)
    values = [0, 1, -1, 2, 3, 10**8, 10**30, 0.5, 1e308, math.nan, math.inf, True, "", "x", "1,2", None, [1], "9" * 5000,
              "rope:base=x", "window:3", "a:b=c:d", "formula", "s[head]=1", "sf|", "encoder_decoder", "recurrent",
              "perceiver_io", "adaptive", "groups:0", "sandwich:9999"]
    signal.alarm(120)
    for _ in range(5 * MUTATIONS):
        changes = {name: draw.choice(values) for name in draw.sample(list(run.config), draw.randint(1, 3))}
        try:
            settings_of(run, **changes)
        except (lengthen.Refused, lengthen.FileError):
            pass
    signal.alarm(0)


def test_mixed(run):
    """If blocks differ, each block has its own settings, and the parameters of the right block."""
    assert run.config["encoding"] == "rope,t5:8,none,t5,rope:300" and run.config["mask"] == "window:9,causal,window:5,causal"
    blocks = settings_of(run).of_blocks
    of = lambda name: [getattr(own, name, None) for own in blocks]
    assert of("encoding") == ["rope", "t5", "none", "t5", "rope"]
    assert of("owner") == ["", "block.1.", "block.2.", "block.3.", "block.4."]
    assert of("mask") == ["window", "causal", "window", "causal", "window"] and of("reach") == [9, None, 5, None, 9]
    assert of("base") == [10000] * 4 + [300] and of("buckets")[1::2] == [8, 32]
    assert {name for name in run.model() if "bucket" in name} == {f"block.{i}.attention.bucket_bias" for i in (1, 3)}
    alike = Settings({**run.config, "encoding": "none,t5"}).of_blocks
    assert [own.owner for own in alike] == ["", "block.1.", "", "block.1.", ""]


def test_sweep(sweep):
    assert sweep.axes == ["encoding", "seed"]
    finished = told("sweep", "results", sweep.path)
    results = [json.loads(line) for line in open(finished[0]["path"], encoding="utf-8")]
    assert len(results) == 4
    for mine, its in zip(sweep.results, results):
        scored = {name: its[name] for name in ("state", "score", "metric", "unit")}
        run = sweep[its["id"]]
        labels = {**its["labels"], "seed": int(its["labels"]["seed"])}
        assert mine == {"id": its["id"], **labels, **scored, "eval": run.eval, "metrics": run.metrics}
        assert [row["length"] for row in mine["eval"]] == list(range(1, 9)) and mine["metrics"]
    first, second = results[:2]
    os.rename(f"{sweep.path}/runs/{first['id']}", f"{sweep.path}/elsewhere")
    assert sweep.results[0]["score"] == first["score"]  # from results.jsonl
    assert sweep.results[0]["eval"] == sweep.results[0]["metrics"] == []
    os.remove(f"{sweep.path}/results.jsonl")
    assert (sweep.results[0]["state"], sweep.results[1]["score"]) == ("planned", second["score"])
    os.rename(f"{sweep.path}/elsewhere", f"{sweep.path}/runs/{first['id']}")
    table = lengthen.rows(sweep.tables["mean"])
    assert [(row["label"], row["column"]) for row in table] == \
        [(label, f"seed {seed}") for label in ("none", "rope,none") for seed in (1, 2)]
    assert list(table[0]) == ["label", "column", "value", "low", "high", "n"] and table[0]["n"] == 1
    assert math.isclose(table[0]["value"], 100 * first["score"], rel_tol=1e-6)
    shown = str(sweep.tables["mean"]).splitlines()
    assert shown[0] == "Mean score" and shown[2].split("  ")[-1] == "seed 2" and "rope,none" in shown[4], shown


def test_damaged_plans(sweep):
    path = os.path.join(sweep.path, "manifest.jsonl")
    lines = bytes_of(path).split(b"\n")
    put(path, b"\n".join(lines[:-3] + lines[-2:]))
    fails(lengthen.FileError, "expected 4 runs and two more lines", lambda: lengthen.Sweep(sweep.path).results)
    plan = json.loads(lines[0])
    for key, value in (("axes", None), ("axes", [{}]), ("title", 5), ("name", None)):
        put(path, b"\n".join([json.dumps({**plan, key: value}).encode(), *lines[1:]]))
        fails(lengthen.FileError, f"{path}:1: expected", lambda: lengthen.Sweep(sweep.path).axes)
    for id in ("../../runs/a", 5, ["x"]):
        put(path, b"\n".join([lines[0], json.dumps({"id": id}).encode(), *lines[2:]]))
        fails(lengthen.FileError, f"{path}:2: expected a run with an id", lambda: lengthen.Sweep(sweep.path).results)
        fails(lengthen.FileError, "is not the id of a run", sweep.__getitem__, id)
    put(path, b"{}\n")
    fails(lengthen.FileError, "expected the schema lengthen.manifest/2", lambda: lengthen.Sweep(sweep.path).manifest)
    fails(lengthen.FileError, "not a table of a report", lengthen.rows, {"columns": [], "rows": [{}]})
    fails(lengthen.FileError, "not a sweep directory", lengthen.Sweep, ".")
    fails(lengthen.FileError, "not a run directory", lengthen.Run, ".")
    fails(lengthen.FileError, "no such folder", lengthen.runs, "nowhere")


def main(run, sweep, mixed):
    run, sweep, mixed = lengthen.Run(run), lengthen.Sweep(sweep), lengthen.Run(mixed)
    for test, argument in ((test_config, run), (test_mixed, mixed), (test_records, run), (test_model, run), (test_doubles, "f64.safetensors"),
                           (test_choices, run), (test_hostile_configs, run),
                           (test_damaged_models, run), (test_damaged_lines, run),
                           (test_wrong_types, run), (test_no_regular_files, run), (test_large_parts, run),
                           (test_marks, run), (test_mutations, run),
                           (test_sweep, sweep), (test_damaged_plans, sweep)):
        test(argument)
        print(test.__name__[5:].replace("_", " "))


if __name__ == "__main__":
    main(*sys.argv[1:])
