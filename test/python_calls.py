"""python_calls.py RUN...: for these runs, compares the results of the Python package in this process with the output of
the program `lengthen`. The task of the first run must have two tokens. From the environment: CALLS, the number of
invalid calls (2000); ONLY, the names of the tests to run."""
import ast
import gc
import hashlib
import inspect
import json
import logging
import os
import random
import signal
import subprocess
import sys
import threading
import time

import numpy

import lengthen
from lengthen.errors import in_python
from lengthen.options import OPTIONS, keywords, settings
from python_checks import heed_interrupts

def check(good, what):
    assert good, what


def program(*arguments):
    """Rows of the program's JSON, or its message after a failure."""
    plain = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    done = subprocess.run(["lengthen", *arguments], capture_output=True, text=True, env=plain)
    if done.returncode:
        return done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def raised(call, kind=lengthen.Error):
    """The exception that a call raises, which must be of that kind."""
    try:
        found = call()
    except kind as error:
        return error
    except BaseException as error:
        check(False, f"{call}: {type(error).__name__}: {error}")
        return error
    check(False, f"{call}: no exception, but {found!r}"[:300])
    return None


def bytes_below(folder):
    found = {}
    for path, _, files in os.walk(folder):
        for name in files:
            with open(os.path.join(path, name), "rb") as file:
                found[os.path.join(path, name)] = hashlib.sha256(file.read()).digest(), os.stat(file.name).st_mtime_ns
    return found


class Kept(logging.Handler):
    """Keeps log messages instead of printing them."""

    def __init__(self):
        super().__init__()
        self.words = []

    def emit(self, record):
        self.words.append(f"{record.levelname} {record.getMessage()}")


logged = Kept()
logging.getLogger("lengthen").addHandler(logged)


# With AddressSanitizer, the allocator must not be used after a fork while another thread allocates. It also keeps freed
# memory for a while.
SANITIZED = "libasan" in os.environ.get("LD_PRELOAD", "")


# ---- numbers ----


def without(row, *names):
    return {name: value for name, value in row.items() if name not in ("schema", "accuracy", *names)}


def numbers_of(path):
    """Rows and scores, with and without variants, equal those of eval.jsonl and of the program. No file is written."""
    run, before = lengthen.Run(path), bytes_below(path)
    table = run.evaluate()
    rows = list(table)
    check(len(rows) == len(run.eval) > 0, f"{path}: {len(rows)} rows")
    for row, kept in zip(rows, run.eval):
        for name in row.keys() & kept.keys():
            there = {**kept[name], **row[name]} if name == "targets" else row[name]  # eval.jsonl has more targets
            check(there == kept[name], f"{path}: length {row['length']}: {name}: {row[name]} and {kept[name]}")
        check({"length", "token_accuracy", "cross_entropy"} <= row.keys() & kept.keys(), f"{path}: {row}")
    check(table.score == run.score, f"{path}: score {table.score} and {run.score}")
    variants = {"near": {"mask": "window", "mask.width": 3}, "log": "scale: log_n"}
    told = program("eval", path, "--json", "-q", "--eval.sequences=4", "--variant", "near: mask: window, mask.width: 3",
                   "--variant", "log: scale: log_n")
    mine = run.evaluate(eval_sequences=4, variants=variants)
    if isinstance(told, str):
        check(False, told)
        return
    check([without(row) for row in told if row["schema"] == "lengthen.eval/2"] == list(mine), f"{path}: rows of variants")
    scores = [without(row) for row in told if row["schema"] == "lengthen.score/2"]
    check(scores == [without(row, "trained") for row in mine.scores], f"{path}: scores of variants")
    check(bytes_below(path) == before, f"{path}: the run directory has changed")
    check(mine[0] in mine and len(mine) == 3 * len(rows) and mine[-1]["variant"] == "log", f"{path}: a sequence of rows")
    check("<table>" in table._repr_html_() and "near" in mine._repr_html_(), f"{path}: as HTML")


def logits_of(path):
    run = lengthen.Run(path)
    for given in ([0, 1, 1, 0], [1], numpy.array([1, 0, 1], numpy.int16)):
        told = program("inspect", "logits", path, "--input", " ".join(map(str, given)), "--json")
        if isinstance(told, str):
            check(told.removeprefix("lengthen: ").split(";")[0].strip() in str(raised(lambda: run.logits(given))), told)
            continue
        found = run.logits(given)
        check(found.tolist() == told[0]["data"] and list(found.shape) == told[0]["shape"], f"{path}: logits of {given}")


def before_training():
    """Samples, encodings, sizes and the catalogue equal those of the program."""
    told = program("sample", "addition", "--length=5", "--count=3", "--split=test", "--json", "--seed=4")
    found = lengthen.sample("addition", 5, 3, "test", seed=4)
    check([without(row) for row in told] == found, f"samples: {told[0]} and {found[0]}")
    for name, options in (("t5", {"heads": 3}), ("rope", {}), ("relative", {"positions": "randomized"}), ("sinusoid", {})):
        told = program("inspect", "encoding", name, "--length=6", "--json", *(f"--{k}={v}" for k, v in options.items()))
        found = lengthen.encoding(name, **options).matrices(6)
        check({row["what"]: row["data"] for row in told} == {what: x.tolist() for what, x in found.items()}, name)
        check(all(list(found[row["what"]].shape) == row["shape"] for row in told), f"{name}: shapes")
    check(lengthen.encoding("t5", max_distance=64, heads=3).bias(40).shape == (3, 40, 40), "bias")
    check(lengthen.encoding("rope", heads=2).scores(numpy.ones((5, 16)), numpy.ones((5, 16))).shape == (2, 5, 5), "scores")
    told, found = program("inspect", "model", "--preset=quick", "--json")[0], lengthen.count(preset="quick")
    check(found.parameters == told["parameters"] and found.active == told["active"], "parameters")
    check({x["name"]: tuple(x["shape"]) for x in told["arrays"]} == found.shapes, "shapes of parameters")
    check(found.training > found.evaluation > 0 and found.seconds > 0, f"{found}")
    told, found = program("list", "encoding", "--json"), lengthen.catalogue("encoding")
    check([(x["name"], x["summary"], x["source"]) for x in told] ==
          [(x.name, x.summary, x.paper) for x in found] and "yarn" in {x.name for x in found}, "catalogue")
    check("did you mean 'max_distance'" in str(raised(lambda: lengthen.encoding("t5", maxdistance=3))), "a near name")
    of = lengthen.Formula("-d")
    check("Formula(bias=...)" in str(raised(lambda: lengthen.config(encoding=of))), "a formula that is no bias")
    check("are for encodings only" in str(raised(lambda: lengthen.config(mask=lengthen.Formula(bias="d")))), "a bias as a mask")
    raised(lambda: lengthen.encoding(lengthen.Formula()), lengthen.UsageError)
    check("no such file" in str(raised(lambda: lengthen.Model("runs/none.safetensors"))), "a model that is not there")
    check(len(lengthen.catalogue()) > 150 and "<table>" in found._repr_html_(), "the whole catalogue")


# ---- options ----


def owners():
    """For each option the choice that has it: {"mask.width": {"mask": "window"}}."""
    found = {}
    for entry in lengthen.catalogue():
        for name in entry.options:
            found.setdefault(name, {entry.axis: entry.name} if entry.axis not in ("sublayer", "setting") else {})
    return found


def value_of(name, kept):
    """A value that differs from the value of every run: an adjacent number, or the other bool. If the option has
    another type, the value is not changed."""
    if isinstance(kept, bool):
        return not kept
    return kept + 1 if isinstance(kept, int) else kept * 1.5 if isinstance(kept, float) else kept


def options_of():
    """Setting an option by keyword and by flag gives the same config or the same error message, for every option."""
    own, taken, wrong = owners(), 0, []
    for name in OPTIONS:
        parts = name.split(".")
        given = dict(own.get(name, {}))
        if parts[0] in ("encoder", "decoder", "cross"):
            given = {"architecture": "encoder_decoder", "data": "toy_translation"}
            choice = own.get(".".join(parts[1:]), {})
            given.update({f"{parts[0]}_{axis}": value for axis, value in choice.items()})
        try:
            kept = lengthen.config(**given).get(name)
        except lengthen.UsageError:
            kept = None
        value = value_of(name, kept) if kept is not None else 1
        keyword = name.replace(".", "_")
        given = {**given, keyword: value}
        flags = [f"--{key}={text}" for key, text in settings(given)]
        told = program("train", "--print-config", "--json", *flags)
        try:
            found = lengthen.config(**given)
        except lengthen.UsageError as error:
            if not isinstance(told, str) or key_less(str(error)) not in in_python(told):
                wrong.append(f"{flags}: {error}, but {str(told)[:200]}")
            continue
        taken += 1
        if isinstance(told, str) or [row["key"] for row in told] != list(found) or not all(map(same, told, found.values())):
            wrong.append(f"{flags}: {told if isinstance(told, str) else 'another config'}")
    check(not wrong, "\n".join(wrong))
    check(taken > 0.7 * len(OPTIONS), f"{taken} options taken, the others refused")
    check(len(set(keywords().values())) == len(OPTIONS), "keywords")
    check(lengthen.config(model={"width": 8, "heads": 2}, encoding={"name": "rope", "base": 500.5}) ==
          lengthen.config(model_width=8, model_heads=2, encoding="rope", encoding_base=500.5), "nested options")
    with open("my.yaml", "w") as file:
        file.write("model: {width: 8, heads: 2}\nsteps: 7\n")
    check(lengthen.config(config="my.yaml", steps=9) == lengthen.config(width=8, heads=2, steps=9), "a file of options")
    check(lengthen.config("my.yaml")["steps"] == 7, "a short name")
    check("did you mean 'lr'" in str(raised(lambda: lengthen.config()["lrr"], KeyError)), "a name that no option has")
    check(lengthen.config(preset=["quick"], config={"steps": 3})["train.steps"] == 3, "a preset and a dict")
    check(dict(settings({"lengths": range(10, 50, 10), "seed": range(1, 6), "mask": ["full", "causal"]})) ==
          {"eval.lengths": "10..40:10", "train.seed": "1..5", "mask": "full,causal"}, "ranges and lists")


def key_less(words):
    """A message without its key, because the message of the program may have a flag instead."""
    first, colon, rest = words.partition(": ")
    return rest if colon and first in keywords() else words


def same(row, value):
    """Does the value equal the text that the program prints?"""
    text = row["value"]
    return text == ("true" if value else "false") if isinstance(value, bool) else \
        float(text) == value if isinstance(value, float) else text == str(value)


# ---- invalid calls ----


class Anything:
    """Not a value of any option."""


NOTHING = (None, -1, 0, 10**30, -(10**30), 1.5, float("nan"), float("inf"), "", "x", "a\0b", "\ud800", "1..", b"\xff", True,
           [], [[]], [1, [2]], {}, {1: 2}, {"x": 1}, range(0), range(5, 1), Anything(), numpy.ones((2, 2)), numpy.array("x"))


def wrong_tokens(r):
    """An invalid input of a task with two tokens."""
    return r.choice([[], [2], [-1], [0, 1, 2], [[0, 1]], [0.5], ["0"], "01", None, {}, Anything(), [0, [1]], [2**31],
                     [-(2**40)], [0] * 100001, numpy.zeros((2, 2), int), numpy.zeros(3), numpy.zeros(0, int), numpy.array([2**40]),
                     numpy.array(["0"]), numpy.array([None]), numpy.array(0), 5, True, b"01"])


def wrong_calls(run, model, closed):
    """Functions that make one random invalid call each."""
    def lengths(r):
        return r.choice([0, -1, 100001, 10**30, 1.5, "x", "1..", [], range(0), range(0, 5), [1, "y"], [[]], Anything(), {},
                         "a\0b", "\ud800", float("nan"), True])

    def name(r):
        return "".join(r.choices("abcxyz_.\0\ud800é-= :", k=r.randint(1, 12)))

    return [
        lambda r: run.logits(wrong_tokens(r)),
        lambda r: model.logits(wrong_tokens(r)),
        lambda r: closed.logits([0, 1]),
        lambda r: closed.evaluate(lengths=3),
        lambda r: run.evaluate(lengths=lengths(r)),
        lambda r: run.evaluate(**{"q" + name(r): r.choice(NOTHING[1:])}),
        lambda r: run.evaluate(lengths=3, metric="x" + name(r)),
        lambda r: run.evaluate(lengths=3, steps=r.randint(50, 99)),
        lambda r: run.evaluate(lengths=3, variants=r.choice([
            1, "x", [], [1], {1: 2}, {"a": 1}, {"a": None}, {"a": "b"}, {"a": ":"}, {"a": {"lr": 3}},
            {"a": {"mask": name(r) + "q"}}, Anything()])),
        lambda r: list(lengthen.Model(run.path).evaluate(lengths=3, eval_sequences=r.choice([0, -5, "x", 1.5, 10**9]))),
        lambda r: lengthen.config(**{"q" + name(r): r.choice([1, "x", [1]])}),
        lambda r: lengthen.config(**{r.choice(["lr", "train_steps", "model_width", "data", "encoding", "seed"]):
                                     r.choice(NOTHING[1:])}, heads=r.choice([0, -3, "x"])),
        lambda r: lengthen.config(config=r.choice([name(r) + "q", 5, Anything(), {"q": 1}, {1: 1}, ["q"], b"q\0"])),
        lambda r: lengthen.config(preset=r.choice(["q" + name(r), 5, Anything(), ["q"], True])),
        lambda r: lengthen.encoding("alibi", heads=2).bias(lengths(r)),
        lambda r: lengthen.encoding("rope").bias(5),
        lambda r: lengthen.encoding("q" + name(r)),
        lambda r: lengthen.encoding(r.choice([None, 5, [], Anything(), b"x"])),
        lambda r: lengthen.encoding("rope", heads=2).scores(
            *r.choice([(numpy.ones((3, 5)), numpy.ones((3, 4))), (1, 2), (None, numpy.ones((2, 2))), ("x", "y"), ([], []),
                       (numpy.ones(3), numpy.ones(3)), (numpy.ones((3, 7)), numpy.ones((3, 7))), (Anything(), Anything()),
                       (numpy.ones((0, 4)), numpy.ones((0, 4))), (numpy.ones((2, 2, 2)), numpy.ones((2, 2, 2)))])),
        lambda r: lengthen.sample("addition", r.choice([0, -1, 100001, "x", 1.5, [], True, Anything()])),
        lambda r: lengthen.sample("addition", 3, r.choice([0, -1, 2**40, "x", None, 1.5, Anything()])),
        lambda r: lengthen.sample("addition", 3, 1, r.choice(["x", name(r), "all"])),
        lambda r: lengthen.sample("q" + name(r), 3),
        lambda r: lengthen.sample("addition", 3, steps=5),
        lambda r: lengthen.sample("text", 3),
        lambda r: lengthen.count(encoding="q" + name(r)),
        lambda r: lengthen.count(model_heads=r.choice([3, 7]), model_width=64),
        lambda r: lengthen.catalogue("q" + name(r)),
        lambda r: lengthen.Model("q" + name(r)),
        lambda r: lengthen.Model(run.path, threads=r.choice([-1, 1.5, "x", None, 2000, Anything()])),
    ]


def make_wrong_calls(run, calls, count, seed):
    r = random.Random(seed)
    for _ in range(count):
        call, state = r.choice(calls), r.getstate()
        try:
            found = call(r)
        except lengthen.Error:
            continue
        except BaseException as error:
            raise AssertionError(f"call {calls.index(call)}: {type(error).__name__}: {error}") from error
        r.setstate(state)
        raise AssertionError(f"call {calls.index(call)} did not fail, and gave {found!r}"[:300])


def test_wrong_calls(paths):
    """Invalid calls in four threads that share a model, which must still work afterwards."""
    run, count = lengthen.Run(paths[0]), int(os.environ.get("CALLS", 2000))
    closed, failed = lengthen.Model(paths[0]), []
    closed.close()
    closed.close()
    check(closed.closed and isinstance(raised(lambda: closed.logits([0])), lengthen.Closed), "a closed model")

    def work(seed):
        try:
            make_wrong_calls(run, calls, count // 4, seed)
        except AssertionError as error:
            failed.append(str(error))

    with lengthen.Model(paths[0]) as model:
        calls, right = wrong_calls(run, model, closed), model.logits([0, 1, 1])
        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            check((model.logits([0, 1, 1]) == right).all(), "logits among wrong calls")
        check(not failed, "\n".join(failed))


def in_child(work):
    """Runs `work` after a fork. Returns the exit status."""
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        try:
            work()
            os._exit(0)
        except BaseException as error:
            print(f"child: {type(error).__name__}: {error}", flush=True)
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_fork(paths):
    """In the child of a fork, objects opened by the parent are refused in every state. Objects opened in the child
    work."""
    run, model = lengthen.Run(paths[0]), lengthen.Model(paths[0])
    right, table = model.logits([0, 1]), run.evaluate(lengths="1..8")
    begun = iter(table)
    next(begun)

    def work():
        check(isinstance(raised(lambda: model.logits([0, 1])), lengthen.Closed), "a model of the parent")
        check(model.closed, "closed")
        model.close()
        check(isinstance(raised(lambda: next(begun)), lengthen.Closed), "an evaluation of the parent")
        check((run.logits([0, 1]) == right).all(), "a run that is opened again")
        check((lengthen.Model(paths[0]).logits([0, 1]) == right).all(), "a model that is opened there")
        check(len(run.evaluate(lengths=[2, 3])) == 2, "an evaluation there")

    def drop():
        nonlocal model, table, begun
        del model, table, begun
        gc.collect()

    run.logits([0, 1])
    while SANITIZED and table._work.queue.qsize() == 0:
        time.sleep(0.1)
    for _ in range(5):
        check(in_child(work) == 0, "after a fork")
        check(in_child(drop) == 0, "dropped after a fork")
    check((model.logits([0, 1]) == right).all() and len(table) == 8, "the parent continues")


# ---- memory, Ctrl-C ----


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_memory(paths):
    """Opens and closes, or drops, a thousand models. AddressSanitizer is slow and gets fewer models."""
    for i in range(200 if SANITIZED else 1000):
        model = lengthen.Model(paths[i % len(paths)], threads=1)
        if i % 2:
            model.close()
        del model
        if i == 99:
            gc.collect()
            before = resident()
    gc.collect()
    grown = resident() - before
    check(grown < 5e6 or SANITIZED, f"{grown} bytes more after 900 models")


INTERRUPTED = """
import lengthen, sys, threading
run = lengthen.Run(sys.argv[1])
table = run.evaluate(lengths=[1, 2, 2000], eval_sequences=20000)
try:
    for row in table:
        print("row", flush=True)
except KeyboardInterrupt:
    print(len(table._rows))
try:
    print(len(table))
except lengthen.Stopped as error:
    print(len(table._rows), threading.active_count())
print(list(run.evaluate(lengths=[1], eval_sequences=20000)) == table._rows[:1])
"""
IN_CALL = """
import lengthen
for call in (lambda: lengthen.sample("addition", 9, 1 << 28), lambda: lengthen.Model(RUN).logits([0, 1] * 400)):
    print("go", flush=True)
    try:
        while True:
            call()
    except KeyboardInterrupt:
        print("interrupted", len(lengthen.sample("addition", 9, 2)), flush=True)
"""
LEFT = """
import lengthen, sys
for row in lengthen.Run(sys.argv[1]).evaluate(lengths="1..2000", eval_sequences=100):
    print("row", flush=True)
    break
"""


def test_interrupts(paths):
    """Ctrl-C stops an evaluation, and the next evaluation is complete. Python can exit while an evaluation runs."""
    at = paths[0]
    child = subprocess.Popen([sys.executable, "-c", INTERRUPTED, at], stdout=subprocess.PIPE, text=True,
                             preexec_fn=heed_interrupts)
    check([child.stdout.readline() for _ in range(2)] == ["row\n"] * 2, "rows come")
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    words = child.communicate(timeout=60)[0].splitlines()
    check(words == ["2", "2 1", "True"] and child.returncode == 0, f"{words} {child.returncode}")
    child = subprocess.Popen([sys.executable, "-c", IN_CALL.replace("RUN", repr(paths[0]))], stdout=subprocess.PIPE, text=True,
                             preexec_fn=heed_interrupts)
    late = threading.Timer(100, child.kill)
    late.start()
    for _ in range(2):
        check(child.stdout.readline() == "go\n", "a call begins")
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        check(child.stdout.readline() == "interrupted 2\n", "Ctrl-C in a call")
    check(child.wait(60) == 0, "after Ctrl-C")
    late.cancel()
    began = time.monotonic()
    done = subprocess.run([sys.executable, "-c", LEFT, at], capture_output=True, text=True)
    check(done.returncode == 0 and done.stdout == "row\n" and not done.stderr, f"{done}")
    check(time.monotonic() - began < 20, "Python ends soon")
    table = lengthen.Run(at).evaluate(lengths="1..2000", eval_sequences=100)
    for row in table:
        break
    thread = table._work.thread
    time.sleep(0.3)
    check(table._work.queue.qsize() <= 1 and next(iter(table)) is row, "a loop that was left")
    del table
    gc.collect()
    thread.join(20)
    check(not thread.is_alive(), "an evaluation without references stops")


# ---- the stub ----


def parameters_of(node):
    a = node.args
    return [x.arg for x in [*a.posonlyargs, *a.args, *a.kwonlyargs]]


def test_stub(_):
    """The stub has the package's exports, with the same parameters before the options."""
    with open(os.path.join(os.path.dirname(lengthen.__file__), "__init__.pyi")) as file:
        tree = {node.name: node for node in ast.parse(file.read()).body if hasattr(node, "name")}
    for name in lengthen.__all__:
        check(name in tree, f"{name} is not in the stub")
        kind, node = getattr(lengthen, name), tree[name]
        pairs = [(kind, node)] if isinstance(node, ast.FunctionDef) else \
            [(getattr(kind, x.name), x) for x in node.body if isinstance(x, ast.FunctionDef) and x.name[0] != "_" and
             inspect.isfunction(getattr(kind, x.name, None))]
        for function, stub in pairs:
            found, mine = parameters_of(stub), inspect.signature(function).parameters
            plain = [x for x, p in mine.items() if p.kind is p.POSITIONAL_OR_KEYWORD]
            check(found[: len(plain)] == plain, f"{name}: {function}: {plain}, in the stub {found[:9]}")
            own = {x for x, p in mine.items() if p.kind is p.KEYWORD_ONLY}
            known = {*plain, *own, *keywords(), "preset", "config"} | {key.partition(".")[2] for key in OPTIONS}
            check(set(found) <= known, f"{name}: {set(found) - known}")
    options = {x for x in parameters_of(tree["config"])}
    check({name.replace(".", "_") for name in OPTIONS} <= options, "every option is a parameter of config")


def test_numbers(paths):
    for path in paths:
        numbers_of(path)
    check(any(words.startswith(f"WARNING {paths[0]}: near: mask: window keeps") for words in logged.words), f"{logged.words}")


def test_logits(paths):
    for path in paths:
        logits_of(path)


def test_before_training(_):
    before_training()


def test_options(_):
    options_of()


TESTS = [test_numbers, test_logits, test_before_training, test_options, test_stub, test_wrong_calls, test_fork, test_memory,
         test_interrupts]
if __name__ == "__main__":
    chosen = os.environ.get("ONLY", "").split()
    for test in TESTS:
        name = test.__name__.removeprefix("test_").replace("_", " ")
        if not chosen or test.__name__.removeprefix("test_") in chosen:
            test(sys.argv[1:])
            print(name, flush=True)
