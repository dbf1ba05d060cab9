# pyright: strict, reportUnnecessaryTypeIgnoreComment=true
"""Code such as a user writes. pyright checks its types (run.sh), and it is never run."""
import os
import pathlib
from typing import Any

import numpy
from numpy.typing import NDArray
from typing_extensions import assert_type

import lengthen as lg

Rows = list[dict[str, Any]]


def trains() -> None:
    run = assert_type(lg.train(preset="quick", encoding="rope", steps=2000, out=pathlib.Path("runs/a")), lg.Run)
    runs = assert_type(lg.train(encoding="alibi", seed=range(1, 6), curriculum_lengths=range(1, 11)), list[lg.Run])
    assert_type(lg.train(["a.yaml", "b.yaml"], jobs=2), list[lg.Run])
    assert_type(lg.train("a.yaml", seed=3, environment=True), lg.Run)
    assert_type(lg.train({"model": {"width": 32}, "train.steps": 500}, mask={"name": "window", "width": 9}), lg.Run)
    lg.train(run, steps=4000, on_progress=lambda record: record["step"] < 5, wait=False).wait(timeout=5).stop()
    mine = lg.Formula(bias="-exp(s) * abs(d)^power", parameters={"s[head]": -2}, numbers={"power": 0.5})
    lg.train(encoding=mine, mask=lg.Formula("abs(i - j) < w", numbers={"w": 6}), data_tokens="words")
    assert_type([one.score for one in runs], list[float | Any])
    assert_type(lg.compare(runs, [run, "runs/b"], metric="exact_match").difference, float | Any)


def reads(run: lg.Run) -> None:
    assert_type(run.config["train.lr"], Any)
    assert_type((run.eval, run.metrics, run.record), tuple[Rows, Rows, dict[str, Any]])
    assert_type((run.path, run.state, run.metric, run.unit), tuple[str, str, str | None, str | None])
    assert_type(run.model("best")["embedding.weight"], NDArray[Any])
    assert_type(run.checkpoints(), dict[str | int, str])
    assert_type(lg.runs("runs"), list[lg.Run])
    assert_type((lg.read_json("run.json"), lg.read_jsonl(b"eval.jsonl")), tuple[dict[str, Any], Rows])
    lg.frame(run.metrics).plot()
    lg.frame(lg.runs())
    run.plot(label="a").set_title("b")
    assert_type(os.fspath(run), str)


def evaluates(run: lg.Run) -> None:
    table = run.evaluate(lengths=range(10, 100, 10), eval_sequences=100, variants={
        "near": {"mask": "window", "mask.width": 41}, "log": "scale: log_n"})
    for row in table:
        assert_type(row, dict[str, Any])
    assert_type((table[0], table[:2], len(table), table.score), tuple[dict[str, Any], Rows, int, float | Any])
    with run.open(threads=2) as model:
        assert_type(model.logits([0, 1, 1, 0]), NDArray[numpy.float64])
        model.evaluate(lengths="1..8", metric="exact_match").frame()
    assert_type(run.logits(numpy.array([1, 0])).argmax(1).tolist(), Any)
    assert_type(run.generate(["0 1 1 0"], beam=4, nbest=2), Rows)


def sweeps() -> None:
    sweep = lg.Sweep.plan({"base": "quick", "grid": {"seed": range(1, 4), "encoding": ["rope"]}}, out="sweeps/a")
    report = assert_type(sweep.run(workers=2).report(rows="task", where={"seed": range(1, 3)}, html=True), lg.Report)
    assert_type((report.finding, report.tables["mean"].rows, report.figures), tuple[str, Rows, dict[str, str]])
    assert_type((sweep.results, sweep["0123456789abcdef"], sweep.status()), tuple[Rows, lg.Run, dict[str, Any]])
    lg.frame(sweep.results)
    sweep.plot("differences", columns=["encoding"])


def before_training() -> None:
    assert_type(lg.encoding("t5", max_distance=64, heads=4).bias(40), NDArray[numpy.float64])
    assert_type(lg.encoding("rope").rotation(9), tuple[NDArray[numpy.float64], NDArray[numpy.float64]])
    assert_type(lg.sample("bucket_sort", length=4, count=1, split="test"), Rows)
    assert_type((lg.count(preset="quick").parameters, lg.count(width=8).seconds), tuple[int, float])
    assert_type([entry.paper for entry in lg.catalogue("mask")], list[str])
    assert_type(lg.config(preset="quick", steps=4000)["train.steps"], Any)


def fails() -> None:
    try:
        lg.Sweep("sweeps/none").status()
    except lg.Stopped:
        raise
    except (lg.FileError, lg.Diverged) as error:
        assert_type(str(error), str)


def refused(run: lg.Run) -> None:
    """Each line has a type error and a comment that ignores the error. pyright reports a comment that ignores no error,
    so it must find each of these errors."""
    lg.train(stps=3)  # pyright: ignore[reportCallIssue]
    lg.train(positions_L="x", model_bias="yes")  # pyright: ignore[reportArgumentType]
    lg.config(block_head_scale="nothing")  # pyright: ignore[reportArgumentType]
    lg.sample("addition", split="all")  # pyright: ignore[reportArgumentType]
    run.evaluate(lengths=1.5)  # pyright: ignore[reportArgumentType]
