#!/usr/bin/python3
"""python_trains.py: tests that the package lengthen (on PYTHONPATH) trains, stops, attaches to runs, runs sweeps,
reports, compares and generates like the program (`lengthen` on the PATH). Run it in an empty folder. Prints a line for
each test. From the environment: ONLY, the names of the tests to run."""
import fcntl
import glob
import json
import logging
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import types
import unittest.mock

import lengthen
import numpy
from lengthen import program, training
from python_checks import bytes_of, heed_interrupts, told

TINY = {"model": {"width": 8, "heads": 2, "blocks": 1, "feed_forward": 8}, "data": "reverse_string", "train.batch": 4,
        "curriculum.lengths": "1..4", "eval": {"lengths": "1..8", "sequences": 8}}
LONG = 10**9  # more steps than a test can wait for
SOME = 16000  # steps that take about a second


def printed(*words):
    return {row["key"]: row["value"] for row in told("train", *words, "--print-config")}


def fails(kind, part, action, *arguments, **options):
    """The action must raise exactly that kind of error, with this text in its message."""
    try:
        action(*arguments, **options)
    except kind as error:
        assert type(error) is kind and part in str(error), (part, type(error), str(error))
        return
    raise AssertionError(f"no error with '{part}'")


def until(holds, what, seconds=20):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"{what}: not after {seconds} seconds"
        time.sleep(0.02)


def begins(path):
    """Waits until a process trains that run."""
    until(lambda: training.holder(path) and os.path.exists(os.path.join(path, "config.yaml")), f"{path} trains")


def model_of(run):
    return bytes_of(os.path.join(run.path, "model.safetensors"))


def python(text, **options):
    """Starts another Python in a new session, like the kernel of a notebook. It runs this text after the imports."""
    return subprocess.Popen([sys.executable, "-c", f"import lengthen, sys\nTINY = {TINY!r}\n{text}"], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                            preexec_fn=heed_interrupts, **options)


# ---- training ----

def test_train():
    run = lengthen.train(TINY, steps=30, out="runs/once")
    assert (run.path, run.state, run.config["train.steps"], run.is_running) == ("runs/once", "done", 30, False)
    written = os.stat("runs/once/run.json").st_mtime_ns
    assert lengthen.train(TINY, steps=30, out="runs/once") == run and run.wait() is run
    assert os.stat("runs/once/run.json").st_mtime_ns == written
    assert lengthen.train(run, steps=40).record["step"] == 40
    assert b"the run is in runs/once\n" in bytes_of("runs/once/log.txt")
    assert lengthen.train("runs/once/config.yaml", steps=50).path == "runs/once"
    named = lengthen.train(TINY, steps=3)
    assert named.path == printed(*training.flags({"config": TINY, "steps": 3}))["out"]
    assert pickle.loads(pickle.dumps(run)) == run and os.fspath(run) == "runs/once" and len({run, named}) == 2


def test_seeds():
    several = lengthen.train(TINY, steps=20, seed=range(1, 4), out="runs/seeds", jobs=2)
    assert [run.path for run in several] == [f"runs/seeds-seed{seed}" for seed in (1, 2, 3)]
    assert [run.config["train.seed"] for run in several] == [1, 2, 3] and all(run.state == "done" for run in several)
    assert lengthen.train(TINY, steps=20, train_seed=[2], out="runs/seeds") == several[1:2]
    assert [run.path for run in lengthen.train(TINY, steps=20, seed="5,7", out="runs/seeds")][1] == "runs/seeds-seed7"
    alone = lengthen.train(TINY, steps=20, seed=2, out="runs/alone")
    assert model_of(alone) == model_of(several[1])
    two = lengthen.train(["runs/alone", "runs/seeds-seed1"])
    assert [run.path for run in two] == ["runs/alone", "runs/seeds-seed1"] and lengthen.train([alone]) == [alone]


def test_options():
    """A config equals that of the command line, for each kind of value."""
    with open("options.yaml", "w", encoding="utf-8") as file:
        file.write("{data: even_pairs, train: {lr: 0.25}}\n")
    formula = {"encoding": lengthen.Formula(bias="-exp(s) * abs(d)^p", parameters={"s[head]": -2}, numbers={"p": 0.5})}
    pairs = [
        (dict(steps=7, lr=1e-5, model_bias=False, task="even_pairs"),
         "--steps 7 --lr 1e-5 --model.bias=false --task even_pairs"),
        (dict(lengths=range(2, 21, 3), curriculum_lengths=[1, 2, 5]), "--lengths 2..20:3 --curriculum.lengths 1,2,5"),
        (dict(lr=numpy.float32(0.25), blocks=numpy.int64(3), lengths=numpy.arange(1, 4)),
         "--lr 0.25 --blocks 3 --lengths 1,2,3"),
        (dict(blocks=2, encoding=["rope", "none"]), "--blocks 2 --encoding rope,none"),
        (dict(preset="quick", train_until="token_accuracy>=0.9", eval_every=5),
         "--preset quick --train.until token_accuracy>=0.9 --eval.every 5"),
        (dict(preset=["quick", "noisy_relative"]), "--preset quick --preset noisy_relative"),
        (dict(eval_with={"mask": "window", "mask.width": 9}), "--eval.with mask:%window,%mask.width:%9"),
        (dict(config={"model": {"width": 32}, "encoding": {"name": "rope", "base": 500.0}}),
         "--width 32 --encoding rope --encoding.base 500"),
        (dict(config={"encoding": "rope", "steps": 9}, encoding="none"), "--steps 9 --encoding none"),
        (formula, "--encoding formula --encoding.bias -exp(s)*abs(d)^p --encoding.parameters s[head]=-2 "
                  "--encoding.numbers p=0.5"),
        (dict(encoding=lengthen.Formula(frequency="100^(-k/r)")), "--encoding formula --encoding.frequency 100^(-k/r)"),
        (dict(mask=lengthen.Formula("j<=i and i-j<w", numbers="w=4")),
         "--mask formula --mask.numbers w=4 --mask.formula=j<=i%and%i-j<w"),
        (dict(scale=lengthen.Formula("s*log(n)", parameters={"s": 1})),
         "--scale formula --scale.formula s*log(n) --scale.parameters s=1"),
        (dict(mixer=lengthen.Formula("x*sigmoid(x)")), "--mixer formula --mixer.formula x*sigmoid(x)"),
        (dict(schedule=lengthen.Formula("min(step/9,1)")), "--schedule formula --schedule.formula min(step/9,1)"),
    ]
    for options, words in pairs:
        given = printed(*training.flags(options))
        assert given == printed(*(word.replace("%", " ") for word in words.split())), (options, words)
    # The values of every option of a config, with the types that Python gives them, make the same config.
    for chosen in ({}, formula, {"preset": "reverse"}, {"preset": "label_based"}, {"preset": "recurrent"}):
        run = printed(*training.flags(chosen))
        with open("all.yaml", "w", encoding="utf-8") as file:
            file.writelines(f"{name}: {json.dumps(value)}\n" for name, value in run.items())
        typed = {name.replace(".", "_"): value for name, value in lengthen.read_config("all.yaml").items()}
        assert printed(*training.flags(typed)) == run
    from_file = lengthen.train("options.yaml", **{"train.steps": 2, "width": 8, "heads": 2, "blocks": 1}, out="runs/file")
    assert (from_file.config["data"], from_file.config["train.lr"]) == ("even_pairs", 0.25)


def test_progress():
    """on_progress gets the program's records, more often than the log. Returning False stops training. tqdm shows the
    records."""
    bars = []

    class tqdm:
        def __init__(self, **options):
            self.options, self.n, self.shown, self.closed = options, options["initial"], {}, False
            bars.append(self)

        def set_postfix(self, told, refresh):
            self.shown = dict(told)

        def update(self, steps):
            self.n += steps

        def refresh(self):
            pass

        def close(self):
            self.closed = True

    sys.modules["tqdm"], sys.modules["tqdm.auto"] = types.ModuleType("tqdm"), types.ModuleType("tqdm.auto")
    sys.modules["tqdm.auto"].tqdm = tqdm
    records = []
    run = lengthen.train(TINY, steps=SOME, train_log_every=SOME, eval_every=SOME // 2, out="runs/shown",
                         on_progress=records.append)
    kinds = {record["schema"] for record in records}
    assert kinds == {f"lengthen.{kind}" for kind in ("step/1", "test/2", "train_progress/1", "outcome/2")}, kinds
    fine = [record["step"] for record in records if record["schema"] == "lengthen.train_progress/1"]
    assert len(fine) > 1 and fine == sorted(fine) and records[-1]["score"] == run.score
    bar, = bars
    assert bar.closed and bar.n == SOME and bar.options["total"] == SOME and bar.options["desc"] == "shown"
    assert bar.shown["token_accuracy"] == f"{run.score:.4g}" and "loss" in bar.shown
    lengthen.train(TINY, steps=5, seed=[1, 2], out="runs/bars")
    assert sorted(bar.options["desc"] for bar in bars[1:]) == ["bars-seed1", "bars-seed2"]
    del sys.modules["tqdm"], sys.modules["tqdm.auto"]
    run = lengthen.train(TINY, steps=LONG, out="runs/asked", on_progress=lambda record: record.get("step", 0) < 100)
    assert run.state == "preempted" and run.record["step"] >= 100 and not run.is_running
    fails(KeyError, "mine", lengthen.train, run, on_progress=lambda record: {}["mine"])
    assert run._again().state == "preempted" and not run.is_running


def test_errors():
    for options, part in ((dict(stepz=3), "there is no option 'stepz'; did you mean 'steps'"), (dict(steps="many"), "'many' is not a whole number"),
                          (dict(encoding="ropee"), "did you mean 'rope'"), (dict(lengths=[]), "eval.lengths: [] is empty"),
                          (dict(steps=object()), "train.steps"), (dict(preset="quik"), "quik"),
                          (dict(config="no.yaml"), "no.yaml"), (dict(config=3), "3 is not a path"),
                          (dict(config=[None]), "None is not a path"), (dict(steps=1, jobs=0), "jobs: '0'"),
                          (dict(mask="window", mask_width=3, encoding="shaw", head="tied", loss_z=-1), "loss.z: "),
                          (dict(encoding=lengthen.Formula(bias="exp(")), "encoding.bias")):
        before = sorted(os.listdir("runs"))
        fails(lengthen.UsageError, part, lengthen.train, out="runs/none", **options)
        assert sorted(os.listdir("runs")) == before
    fails(lengthen.UsageError, "nothing to train; expected", lengthen.train)
    fails(lengthen.UsageError, "nothing to train; expected", lengthen.train, steps=None, out="runs/none")
    fails(lengthen.UsageError, "out: 5 is not a path", lengthen.train, TINY, out=5)
    fails(lengthen.UsageError, "on_progress: 3", lengthen.train, TINY, on_progress=3)
    fails(lengthen.UsageError, "wait: 'no'", lengthen.train, TINY, wait="no")
    fails(lengthen.UsageError, "timeout: 'long'", lengthen.Run("runs/once").wait, "long")
    fails(lengthen.FileError, "it is a file; expected a folder", lengthen.runs, "options.yaml")
    fails(lengthen.FileError, "lengthen.runs('runs')", lengthen.Sweep, "runs")
    fails(lengthen.UsageError, "variants: x: this key has no value; expected a string such as 'mask: window'",
          lengthen.Run("runs/once").evaluate, variants={"x": "mask window"})
    fails(lengthen.UsageError, "holds a run with another config", lengthen.train, TINY, lr=0.5, steps=30, out="runs/once")
    diverging = dict(steps=10, optimizer_epsilon=0, encoding="rope", out="runs/high")
    fails(lengthen.Diverged, "loss", lengthen.train, TINY, **diverging)
    fails(lengthen.Diverged, "training diverged", lengthen.Run("runs/high").wait)
    fails(lengthen.SomeFailed, "diverged", lengthen.train, TINY, **diverging, seed=[1, 2])
    lengthen.train(TINY, steps=20, out="runs/hurt")
    with open("runs/hurt/state.safetensors", "r+b") as file:
        file.seek(-9, 2)
        file.write(b"\x55" * 9)
    fails(lengthen.Corrupt, "state.safetensors", lengthen.train, TINY, steps=30, out="runs/hurt")
    os.makedirs("runs/foreign-seed2")
    with open("runs/foreign-seed2/mine", "w"):
        pass
    fails(lengthen.SomeFailed, "foreign-seed2 is neither a run directory", lengthen.train, TINY, steps=5, seed=[1, 2],
          out="runs/foreign")
    started = lengthen.train(TINY, steps=5, out="runs/foreign-seed2", wait=False)
    fails(lengthen.UsageError, "neither a run directory", started.wait)
    several = lengthen.train(TINY, steps=5, seed=[1, 2], out="runs/foreign", wait=False)
    assert several[0].wait().state == "done"
    fails(lengthen.Error, "neither a run directory", several[1].wait)
    here, program.__file__ = program.__file__, "/nowhere/lengthen/program.py"
    path, os.environ["PATH"] = os.environ["PATH"], "/nowhere"
    fails(lengthen.Error, "nor on the PATH", lengthen.train, TINY)
    program.__file__, os.environ["PATH"] = here, path


def test_environment():
    os.environ["LENGTHEN_TRAIN_STEPS"] = "3"
    assert lengthen.train(TINY, out="runs/heeded", environment=True).config["train.steps"] == 3
    plain = lengthen.train(TINY, out="runs/plain", wait=False)
    begins(plain.path)
    assert plain.stop().config["train.steps"] == 10000
    del os.environ["LENGTHEN_TRAIN_STEPS"]
    told, handler = [], logging.Handler()
    handler.emit = lambda record: told.append((record.levelname, record.getMessage()))
    logging.getLogger("lengthen").addHandler(handler)
    lengthen.train(TINY, steps=4, eval_every=2, eval_validation="test", eval_checkpoint="best", out="runs/warned")
    logging.getLogger("lengthen").removeHandler(handler)
    assert told and told[0][0] == "WARNING" and told[0][1].startswith("runs/warned: ") and "test" in told[0][1], told


# ---- killed processes ----

def test_interrupt():
    """Ctrl-C writes a checkpoint and raises KeyboardInterrupt. The same call then ends with the bytes of an
    uninterrupted run."""
    whole = lengthen.train(TINY, steps=SOME, out="runs/whole")
    other = python(f"lengthen.train(TINY, steps={SOME}, out='runs/broken', threads=1)")
    begins("runs/broken")
    time.sleep(0.1)
    other.send_signal(signal.SIGINT)
    words = other.communicate()[1]
    assert other.returncode == -signal.SIGINT and words.endswith("KeyboardInterrupt\n"), words
    run = lengthen.Run("runs/broken")
    assert not run.is_running and run.state in ("preempted", "done")
    assert model_of(lengthen.train(TINY, steps=SOME, out="runs/broken")) == model_of(whole)


def test_kill_kernel():
    """After Python and its whole session are killed, training continues, and another Python attaches to the run."""
    other = python(f"run = lengthen.train(TINY, steps={SOME}, out='runs/kernel')")
    begins("runs/kernel")
    os.killpg(other.pid, signal.SIGKILL)
    other.communicate()
    run = lengthen.Run("runs/kernel")
    rows = []
    assert run.is_running or run.state == "done"
    assert run.wait(on_progress=rows.append) is run and run.state == "done" and not run.is_running
    assert model_of(run) == model_of(lengthen.Run("runs/whole"))
    assert all({"run", "step", "loss"} <= set(row) for row in rows)
    # The same call follows the process of the earlier call. This also holds for several runs.
    several = f"TINY, steps={SOME}, seed=[1, 2], jobs=1, out='runs/kernels'"
    other = python(f"lengthen.train({several})")
    begins("runs/kernels-seed1")
    os.killpg(other.pid, signal.SIGKILL)
    other.communicate()
    trainer = training.holder("runs/kernels-seed1")
    again = eval(f"lengthen.train({several}, on_progress=rows.append)")
    assert trainer and [run.state for run in again] == ["done", "done"] and model_of(again[0]) == model_of(run)


def test_kill_training():
    started = lengthen.train(TINY, steps=SOME, out="runs/killed", wait=False)
    begins("runs/killed")
    attached, ends = lengthen.Run("runs/killed"), []
    thread = threading.Thread(target=lambda: ends.append(lengthen.Run("runs/killed").wait) or fails(
        lengthen.Stopped, "no process trains it: it was killed", ends[0]) or ends.append("told"))
    thread.start()
    time.sleep(0.1)
    os.kill(int(training.holder("runs/killed").split()[1]), signal.SIGKILL)
    fails(lengthen.Stopped, "was ended by signal 9 (Killed); run the same call again to resume", started.wait)
    thread.join()
    assert ends[-1] == "told" and not attached.is_running
    assert model_of(lengthen.train(TINY, steps=SOME, out="runs/killed")) == model_of(lengthen.Run("runs/whole"))


def test_attach():
    started = lengthen.train(TINY, steps=LONG, out="runs/long", wait=False)
    assert started.is_running
    attached = lengthen.Run("runs/long")
    until(lambda: attached.is_running, "training")
    fails(TimeoutError, "runs/long: still training after", attached.wait, 0.2)
    fails(KeyError, "mine", lengthen.train, TINY, steps=LONG, out="runs/long", on_progress=lambda row: {}["mine"])
    fails(lengthen.Stopped, "runs/long", started.wait)
    started = lengthen.train(TINY, steps=LONG, out="runs/long", wait=False)
    until(lambda: attached.is_running, "training")
    assert lengthen.train(TINY, steps=LONG, out="runs/long", on_progress=lambda row: False).state == "preempted"
    started = lengthen.train(TINY, steps=LONG, out="runs/long", wait=False)
    until(lambda: attached.is_running, "training")
    until(lambda: attached._again().metrics, "a logged step")
    assert attached.stop() is attached and attached.state == "preempted" and not attached.is_running
    fails(lengthen.Stopped, "runs/long", started.wait)
    fails(lengthen.Stopped, "runs/long was stopped after step", attached.wait)
    again = lengthen.train(attached, wait=False)
    until(lambda: attached.is_running, "training")
    assert attached.wait(on_progress=lambda row: False).state == "preempted"
    until(lambda: not again.is_running, "the end")
    more = lengthen.train("runs/once", steps=SOME, wait=False)
    assert more.wait().record["step"] == SOME
    with open("runs/long/.lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        print("process 1 on elsewhere", end="", file=file, flush=True)
        fails(lengthen.Error, "it is trained by process 1 on elsewhere; stop it there", attached.stop)


# ---- sweeps ----

GRID = {"title": "Which encoding?", "set": {**TINY, "train.steps": 20, "eval": {"lengths": range(1, 9), "sequences": 8}},
        "grid": {"encoding": {"none": {"encoding": "none"}, "mine": {"encoding": lengthen.Formula(bias="-abs(d)")}},
                 "seed": range(1, 4)}}


def test_sweep():
    sweep = lengthen.Sweep.plan(GRID, out="sweeps/grid")
    assert sweep.path == "sweeps/grid" and sweep.status()["planned"] == 6 and sweep.axes == ["encoding", "seed"]
    ended = []
    sweep.run(workers=1, on_progress=lambda record: ended.append(record) or record.get("event") != "end")
    assert ended[0]["schema"] == "lengthen.sweep_run/1" and 1 <= sweep.status()["done"] < 6
    assert lengthen.Sweep.plan(GRID, out="sweeps/grid").run(workers=2).status()["done"] == 6
    assert sweep.run().status() == told("sweep", "status", "sweeps/grid")[0]
    with open("file.yaml", "w", encoding="utf-8") as file:
        json.dump({"set": {**TINY, "train.steps": 5, "eval": {"lengths": "1..8"}}, "grid": {"seed": [1, 2]}}, file)
    assert lengthen.Sweep.plan("file.yaml").path == "sweeps/file"
    fails(lengthen.UsageError, "grid: there is no option 'encodin'; did you mean 'encoding'?", lengthen.Sweep.plan,
          {"grid": {"encodin": ["none"]}}, out="sweeps/none")
    fails(lengthen.UsageError, "out: a sweep planned from a dict needs a directory", lengthen.Sweep.plan, GRID)
    fails(lengthen.UsageError, "workers: 0: expected an int of 1..", sweep.run, workers=0)
    assert pickle.loads(pickle.dumps(sweep)).path == sweep.path and sweep[sweep.results[0]["id"]].state == "done"


def test_sweep_killed():
    """After Python, the program and its workers are killed, nothing is lost, and the same call resumes."""
    grid = {**GRID, "set": {**GRID["set"], "train.steps": SOME // 2}}
    sweep = lengthen.Sweep.plan(grid, out="sweeps/killed")
    other = python("lengthen.Sweep('sweeps/killed').run(workers=1)")
    until(lambda: sweep.status()["running"], "a run")
    os.killpg(other.pid, signal.SIGKILL)
    other.communicate()
    until(lambda: sweep.status()["done"], "a run that ends without Python")
    for lock in glob.glob("sweeps/killed/runs/*/.lock"):
        held = training.holder(os.path.dirname(lock))
        if held:
            worker = int(held.split()[1])
            with open(f"/proc/{worker}/stat", encoding="utf-8") as file:
                os.kill(int(file.read().rpartition(")")[2].split()[1]), signal.SIGKILL)  # the parent process
            os.kill(worker, signal.SIGKILL)
    other = python("lengthen.Sweep('sweeps/killed').run(workers=1)")
    until(lambda: sweep.status()["running"] or sweep.status()["done"] == 6, "a run")
    other.send_signal(signal.SIGINT)
    words = other.communicate()[1]
    assert words.endswith("KeyboardInterrupt\n") or other.returncode == -signal.SIGINT or sweep.status()["done"] == 6, words
    assert sweep.run(workers=2).status()["done"] == 6


def test_report():
    sweep = lengthen.Sweep("sweeps/grid")
    report = sweep.report(no_pictures=True)
    assert report.finding and report.path == "sweeps/grid/report/report.md"
    assert report.finding in bytes_of(report.path).decode()
    cells = {row["column"]: row["value"] for row in report.tables["mean"].rows if row["label"] == "reverse_string"}
    assert all(row["low"] < row["value"] < row["high"] and row["n"] == 3 for row in report.tables["mean"].rows)
    (row, best), = report.best.items()
    assert row == "reverse_string" and best["mean"] == max(cells["none"], cells["mine"]) == cells[best["column"]]
    assert [run.config["train.seed"] for run in best["runs"]] == [1, 2, 3]
    assert sweep.tables["mean"] == report.tables["mean"]
    assert "<table>" in report._repr_html_() and "6 done" in sweep._repr_html_()
    assert "The last report, sweeps/grid/report" in sweep._repr_html_()
    assert repr(sweep) == f"<Sweep {sweep.status()}>" == "<Sweep sweeps/grid: 6 runs: 6 done>"
    one = sweep.report(rows="seed", columns=["encoding"], where={"seed": range(1, 3)}, tables="mean", figures="",
                       out="paper")
    assert [row["label"] for row in one.tables["mean"]["rows"]] == ["1", "2"] and one.path == "paper/report.md"
    fails(lengthen.UsageError, "did you mean mean", sweep.report, tables="meen")
    runs = {name: [sweep[row["id"]] for row in sweep.results if row["encoding"] == name] for name in ("none", "mine")}
    found = lengthen.compare(runs["none"], runs["mine"])
    pairs, = sweep.report(tables="pairs", figures="", out="pairs").tables["pairs"].rows
    wanted = tuple(pairs[key] for key in ("mean difference", "from", "to", "p"))
    assert (found.difference, found.low, found.high, found.p) == wanted
    assert (found.pairs, found.unit_of, found.unit) == (3, "seed", "percentage points") and found.sentence
    assert " points (95 % " in repr(found) and f"), p = {found.p:.3g}" in repr(found), found
    single = lengthen.compare(runs["none"][0], runs["mine"][0])
    assert single.low is None and " points; " in repr(single) and "None" not in repr(single), single
    mean = lambda of: sum(run.score for run in runs[of]) / 3
    assert abs(found.difference - 100 * (mean("none") - mean("mine"))) < 1e-9
    assert lengthen.compare(runs["mine"], runs["none"]).difference == -found.difference
    lengths = [run.eval[-1]["length"] for run in runs["none"][:1]]
    first, second = ([run.evaluate(lengths=lengths) for run in runs[of]] for of in ("none", "mine"))
    longest = lengthen.compare(first, second)
    assert abs(longest.difference - 100 * sum(a.score - b.score for a, b in zip(first, second)) / 3) < 1e-9, longest
    assert first[0].rows == list(first[0]) and first[0][0]["variant"] == "as trained"
    fails(lengthen.UsageError, "all these runs have the same options", lengthen.compare, runs["none"], runs["none"])
    fails(lengthen.UsageError, "runs of the second group differ in encoding (formula in sweeps/grid/runs/", lengthen.compare,
          runs["none"], [*runs["mine"], *runs["none"]])
    fails(lengthen.UsageError, "no run of the first group has the same data and seed", lengthen.compare,
          runs["none"][:1], runs["mine"][1:])
    fails(lengthen.UsageError, "expected two groups of runs", lengthen.compare, runs["none"],
          [*runs["mine"], lengthen.Run("runs/once")])
    assert list(lengthen.frame(sweep.results)) == ["id", *sweep.axes, "state", "score", "metric", "unit"]
    fails(lengthen.UsageError, "frame: 5: expected rows", lengthen.frame, 5)
    for module, extra, call in (("pandas", "frame", lambda: lengthen.frame([])),
                                ("matplotlib.pyplot", "plot", one.tables["mean"].plot),
                                ("torch", "torch", lambda: lengthen.torch_model(runs["none"][0]))):
        with unittest.mock.patch.dict(sys.modules, {module: None}):
            fails(lengthen.Missing, f"pip install 'lengthen[{extra}]'", call)
    fails(lengthen.UsageError, "a group has no run", lengthen.compare, [], runs["none"])
    fails(lengthen.UsageError, "there is no metric 'score'", lengthen.compare, runs["none"], runs["mine"], metric="score")


class Axes:
    """The calls of matplotlib that a plot makes."""

    def __init__(self):
        self.lines, self.drawn, self.trained, self.said = [], [], [], {}

    def plot(self, x, y, *_, **options):
        self.drawn.append((options.get("label"), list(x), list(y)))
        self.lines.append(types.SimpleNamespace(get_gid=lambda: None, get_color=lambda: f"C{len(self.drawn)}"))

    def fill_between(self, x, low, high, **_):
        assert all(a <= b for a, b in zip(low, high)) and len(x) == len(low)

    def tick_params(self, **_):
        pass

    def axvline(self, x, **options):
        self.trained.append(x)
        self.lines.append(types.SimpleNamespace(get_gid=lambda: options["gid"]))

    def vlines(self, *_, **options):
        pass

    def imshow(self, *_, **options):
        pass

    def set(self, **options):
        self.said.update(options)

    def legend(self):
        pass


def test_shown():
    run, sweep = lengthen.Run("runs/once"), lengthen.Sweep("sweeps/grid")
    page = run._repr_html_()
    assert "runs/once" in page and "reverse_string" in page and "done" in page
    assert ("<svg" in page) == (subprocess.run(["which", "gnuplot"], stdout=subprocess.DEVNULL).returncode == 0)
    axes = run.plot(axes=Axes())
    run.plot("cross_entropy", axes=axes, label="mine")
    assert axes.drawn[0] == ("once", list(range(1, 9)), [row["token_accuracy"] for row in run.eval])
    assert axes.drawn[1][0] == "mine" and len(axes.trained) == 1 and axes.said["ylabel"] == "cross entropy"
    fails(lengthen.UsageError, "expected one of token_accuracy", run.plot, "accurate", axes=axes)
    written = os.stat("sweeps/grid/report/report.md").st_mtime_ns
    curves = sweep.plot(axes=Axes())
    assert os.stat("sweeps/grid/report/report.md").st_mtime_ns == written
    assert curves.said["ylabel"] == "token accuracy in %" and len(curves.trained) == 1
    panels = sweep.plot(axes=[Axes(), Axes(), Axes()], rows="seed", columns="encoding")
    assert [panel.said["title"] for panel in panels] == ["1", "2", "3"] and all(len(x.drawn) == 2 for x in panels)
    fails(lengthen.UsageError, "axes: 1 for 3 panels", sweep.plot, axes=Axes(), rows="seed", columns="encoding")
    for figure in ("map", "reach", "none"):
        fails(lengthen.UsageError, "has no curves to draw; expected one of curves, ", sweep.plot, figure)
    assert [name for name, *_ in curves.drawn] == ["none", "mine"] and curves.drawn[0][1] == list(range(1, 9))
    assert sweep.tables["mean"].plot(axes=Axes()).said["xticklabels"] == ["none", "mine"]
    drawn = {name: lengthen.encoding(name).plot(axes=Axes()).said for name in ("rope", "sinusoid", "alibi")}
    assert [(said["xlabel"], said["ylabel"]) for said in drawn.values()] == \
        [("pair", "position"), ("dimension", "position"), ("distance", "bias")]
    table = run.evaluate(lengths=[2, 3], eval_sequences=8).plot(axes=Axes())
    assert table.said["ylabel"] == "token accuracy" and len(table.trained) == 1
    fails(lengthen.UsageError, "is a list, which has no plot", sweep.tables["runs"].plot, axes=Axes())


def test_told():
    """Output in a terminal, and data frames."""
    run, sweep = lengthen.Run("runs/once"), lengthen.Sweep("sweeps/grid")
    assert repr(run) == f"<Run runs/once: done, token_accuracy {run.score:.4g}>"
    with open("runs/alone/run.json", "rb") as file:
        kept = file.read()
    with open("runs/alone/run.json", "wb") as file:
        file.write(b"[")
    assert repr(lengthen.Run("runs/alone")) == "<Run runs/alone>"
    with open("runs/alone/run.json", "wb") as file:
        file.write(kept)
    framed = []
    pandas, sys.modules["pandas"] = sys.modules.get("pandas"), types.SimpleNamespace(DataFrame=framed.append)
    lengthen.frame(lengthen.runs("runs")[:0])
    lengthen.frame([run, lengthen.Run("runs/alone")])
    lengthen.frame(dict(sweep.tables["mean"]))
    run.evaluate(lengths=[2, 3], eval_sequences=8).frame()
    sys.modules["pandas"] = pandas
    assert framed[0] == [] and framed[2] == sweep.tables["mean"].rows
    assert {"path": "runs/alone", "state": "done", "train.seed": 2}.items() <= framed[1][1].items()
    assert set(framed[1][0]) == {"path", "state", "score", "train.steps", "train.seed"}, framed[1][0]
    names = list(framed[3][0])
    assert names[:2] == ["length", "token_accuracy"] and names.index("tokens") < names.index("run"), names


def test_torch():
    """A module computes the logits of `lengthen inspect logits`, with eval.with, and at the positions that the command
    prints."""
    import torch
    tiny = {**TINY, "model": {**TINY["model"], "blocks": 2}, "train.steps": 5, "encoding": "rope"}
    near = lengthen.train(tiny, out="runs/looks_near", eval_with="mask: window, mask.width: 3")
    drawn = lengthen.train(tiny, out="runs/drawn", positions="randomized")
    ids = torch.tensor([[0, 1, 1, 0, 1, 0, 1]])
    for run in (near, drawn):
        model = lengthen.torch_model(run).double()
        row, = told_of(run, ids)
        found = model(ids, positions=row.get("positions"))[0]
        assert (found - torch.tensor(row["data"], dtype=torch.double)).abs().max() < 1e-5
    assert len(row["positions"]) == 2 and "query: [8, 8]" in repr(model)
    fails(lengthen.Refused, "as model(ids, positions=[...]), one number per token", model, ids)
    fails(lengthen.Refused, "3 lists for one sequence; expected one, or one for each of 0, 1", model, ids,
          positions=[[1]] * 3)
    fails(lengthen.Refused, "positions of '0': expected", model, ids, positions=[[1], [2, 3]])
    fails(lengthen.Refused, "expected a tensor of ids [B, n], whole numbers, found [7] of torch.int64", model, ids[0])
    fails(lengthen.Refused, "found [1, 7] of torch.float32", model, ids.float())


def told_of(run, ids):
    return told("inspect", "logits", run.path, "--input", " ".join(map(str, ids[0].tolist())))


def test_generate():
    tiny = {**TINY, "architecture": "encoder_decoder", "steps": 20}
    run = lengthen.train(tiny, out="runs/speaks")
    said = told("generate", run.path, "--prompt", "0 1 1", "--prompt", "1", "--limit", "4")
    assert run.generate(["0 1 1", "1"], limit=4) == said and run.generate("0 1 1", limit=4) == said[:1]
    assert run.generate([]) == []
    best = run.generate(["0 1", "1 1 1"], beam=3, nbest=2)
    assert [row["source"] for row in best] == ["0 1", "1 1 1"] and len(best[0]["hypotheses"]) == 2
    fails(lengthen.UsageError, "prompts[1]: word 2, '7' at character 3, is not in the vocabulary of reverse_string",
          run.generate, ["0 1", "0 7"])
    fails(lengthen.UsageError, "prompts: [5]: expected texts", run.generate, 5)
    fails(lengthen.UsageError, "expected a run with an autoregressive architecture, such as decoder",
          lengthen.Run("runs/once").generate, "0")
    fails(lengthen.UsageError, "nbest: needs a beam, such as beam=4", run.generate, "0", nbest=2)
    fails(lengthen.UsageError, "expected texts", run.generate, [3])
    asked = subprocess.run([sys.executable, "-m", "lengthen", "--version"], capture_output=True, text=True, check=True)
    assert asked.stdout == subprocess.run(["lengthen", "--version"], capture_output=True, text=True).stdout


def main():
    os.makedirs("runs", exist_ok=True)
    for name, test in list(globals().items()):
        if name.startswith("test_") and name[5:] in os.environ.get("ONLY", name[5:]).split():
            test()
            print(name[5:].replace("_", " "), flush=True)
    assert threading.active_count() == 1


if __name__ == "__main__":
    try:
        main()
    finally:  # a test that fails leaves no training behind
        for path in glob.glob("runs/*/"):
            training.stop(path)
