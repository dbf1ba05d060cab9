#!/usr/bin/env python3
"""kill_points.py PROGRAM [--every N] [--random KILLS] [--seed N] [--only SCENARIO] [--jobs N]

Kills commands (SIGKILL) before, during and after each of their writes, syncs, renames and removals, one after another.
After every kill, three conditions must hold:

  - If the status in run.json is "paused", "preempted", "evaluating", "done" or "diverged", the files of this status
    exist, and so does the best checkpoint that run.json names.
  - Readers refuse the files, or they read the models of an undisturbed run.
  - When the same command is run again, it ends with the bytes of an undisturbed run.

Then, with --random, the script kills KILLS times at random moments.

If the folder after a kill equals the folder after an earlier kill of the same scenario, the kill is counted and
skipped: nothing is read or resumed. Folders are equal if all files have the same names and bytes. Times, process ids
and the bytes of the registry are not compared; the rows of the registry are.

  --every N      kills only at every N-th call; 0: at no call
  --only NAME    only this scenario; can be repeated
  --jobs N       the number of parallel processes (default: the number of processors)

Linux only; needs a C compiler."""
import argparse
import concurrent.futures
import contextlib
import hashlib
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "python"))
try:
    import lengthen
except ImportError:  # without NumPy
    lengthen = None
CLAIMS = ("paused", "preempted", "evaluating", "done", "diverged")
TINY = """--task reverse_string --width 8 --heads 2 --blocks 1 --model.feed_forward 8 --batch 2 --curriculum.lengths 1..3
--lengths 1..4 --eval.sequences 2 --train.log_every 3 --threads 1 --quiet""".split()
STEPS = "--train.checkpoint_every 4 --steps".split()
BEST = "--eval.every 3 --train.keep 2 --eval.checkpoint best --log tensorboard".split()
SWEEP = """set: {model: {width: 8, heads: 2, blocks: 1, feed_forward: 8}, train: {steps: 6, batch: 2, checkpoint_every: 3},
  curriculum.lengths: 1..3, eval: {lengths: 3..4, sequences: 2, every: 2}}
grid: {encoding: [none, rope], seed: 1..2}
halving: {rungs: [2, 4], factor: 2}
"""


# ---- state on the disk -------------------------------------------------------------------------------------------


def notes(path):
    """Step and checksum in the header of a safetensors file."""
    with open(path, "rb") as file:
        said = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))["__metadata__"]
    return int(said["step"]), said["checksum"]


def record_of(run):
    path = run / "run.json"
    return json.loads(path.read_text()) if path.exists() else {}


def wrong_pairs(run):
    """Statements of a record that do not match the files; [] if all match."""
    record, wrong = record_of(run), []
    if record.get("status") not in CLAIMS:
        return []
    claimed, best = record.get("checkpoint", {}), record.get("best", {})
    begun = record["step"] > 0 or "score" in record  # a run that stopped before its first step has no results
    for name, needed in ("model", begun), ("state", begun and record["status"] == "paused"):
        path = run / f"{name}.safetensors"
        if not path.exists():
            wrong += [f"{record['status']} without {path}"] if needed else []
        elif notes(path) != (record["step"], claimed.get(name, notes(path)[1])):
            wrong.append(f"{record['status']} at step {record['step']}, but {path} is of step {notes(path)[0]}")
    path = run / "checkpoints" / "best.safetensors"
    if "step" in best and (not path.exists() or notes(path) != (best["step"], best["digest"])):
        wrong.append(f"best at step {best['step']}, and {path} is another")
    return wrong


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


TEMPORARY = re.compile(r"\.\d+-\d+\.tmp$")  # FILE.PID-N.tmp
SECONDS = re.compile(rb'("(?:t|seconds)": ?)[0-9.e+-]+')
INDICES = (".lock", "registry.sqlite", "registry.sqlite-wal", "registry.sqlite-shm", "registry.sqlite-journal")


def content(path):
    """A digest of a file, without times."""
    data, name = path.read_bytes(), TEMPORARY.sub("", path.name)
    if name in ("metrics.jsonl", "run.json", "results.jsonl"):
        data = SECONDS.sub(rb"\1", data)
    return f"{len(data)} bytes" if name.startswith("events.") else digest(data)


def facts(folder):
    """All folders, and the contents of all files except locks and registries (registries are indices of other
    files)."""
    return {TEMPORARY.sub(".tmp", str(path.relative_to(folder))): content(path) if path.is_file() else ""
            for path in sorted(folder.rglob("*")) if path.name not in INDICES}


def rows(registry, scratch):
    """The rows of a registry, without times and processes. They are read from a copy, since reading repairs a
    registry."""
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    for name in INDICES[1:]:
        path = registry.with_name(name)
        if path.exists() and not name.endswith("-shm"):
            shutil.copy(path, scratch / name)
    try:
        with contextlib.closing(sqlite3.connect(scratch / registry.name)) as database:
            tables = {name: database.execute(f"SELECT * FROM {name} ORDER BY 1") for name in ("meta", "runs")}
            return {name: [row_without_times(found.description, row) for row in found] for name, found in tables.items()}
    except sqlite3.DatabaseError:
        return {path.name: digest(path.read_bytes()) for path in scratch.iterdir()}


def row_without_times(columns, row):
    """The row as a dict. Of a value that may differ between runs, such as a time, only this is kept: is the value set?"""
    row = {column[0]: value for column, value in zip(columns, row)}
    for name in ("owner", "pid", "start_ticks", "parent_pid", "parent_start_ticks", "expires", "seconds"):
        row[name] = bool(row.get(name))
    row["progress"] = [step[:-2] + step[-1:] for step in json.loads(row.get("progress", "[]"))]
    return row


# ---- scenarios ------------------------------------------------------------------------------------------------------


class Found:
    """The states that all workers have seen so far."""

    def __init__(self):
        self.failures, self.readers, self.equal, self.states, self.stale = [], 0, 0, set(), {}
        self.lock = threading.Lock()

    def is_new(self, state):
        """Is this state new? Known states are counted."""
        with self.lock:
            size = len(self.states)
            self.states.add(state)
            self.equal += len(self.states) == size
            return len(self.states) > size


def wait_for_group(group):
    """Waits until init has reaped the last process of the group. Until then, the dead owner of a temporary file counts
    as a living process."""
    with contextlib.suppress(ProcessLookupError):
        while True:
            os.killpg(group, 0)
            time.sleep(0.001)


class Lab:
    """The environment of one worker: the program, the preloaded library that kills it, and the worker's folder."""

    def __init__(self, program, home, name, found):
        self.program, self.home, self.folder, self.found = os.path.abspath(program), home, home / name, found
        self.folder.mkdir()
        self.library = str(home / "faults.so")
        self.environment = {**os.environ, "LC_ALL": "C", "SOURCE_DATE_EPOCH": "1700000000"}

    def run(self, *words):
        return subprocess.run([self.program, *map(str, words)], cwd=self.folder, env=self.environment, text=True,
                              capture_output=True)

    def do(self, *words):
        done = self.run(*words)
        if done.returncode:
            self.fail(f"{' '.join(map(str, words))}: status {done.returncode}: {done.stderr}")

    def read(self, where, statuses, *words):
        """Runs a reader. Returns whether it ended well."""
        done = self.run(*words, "--quiet")
        self.count_reader()
        if done.returncode not in statuses:
            self.fail(f"{where}: {' '.join(map(str, words))}: status {done.returncode}: {done.stderr}")
        return done.returncode == 0

    def count_reader(self):
        with self.found.lock:
            self.found.readers += 1

    def killed(self, call, when, alone, words):
        """Runs a command and kills it at its call number `call`. Returns the kind of the call, or None if there is no
        such call."""
        mark, count = self.folder / "mark", self.folder / "count"
        mark.unlink(missing_ok=True)
        count.write_bytes(bytes(8))
        more = {"LD_PRELOAD": self.library, "FAULT_KIND": "kill", "FAULT_PATH": "victim", "FAULT_CALL": str(call),
                "FAULT_MARK": "mark", "FAULT_COUNT": "count", "FAULT_WHEN": when, **({} if alone else {"FAULT_ALL": "1"})}
        started = subprocess.Popen([self.program, *words], cwd=self.folder, env={**self.environment, **more}, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        errors = started.communicate()[1]
        if started.returncode not in (0, -9):
            self.fail(f"{words}: status {started.returncode}: {errors}")
        wait_for_group(started.pid)
        return mark.read_text().strip() if mark.exists() else None

    def fail(self, words):
        self.found.failures.append(words)
        print(f"FAILED  {words}", flush=True)

    def put(self, source):
        target = self.folder / "victim"
        shutil.rmtree(target, ignore_errors=True)
        if source:
            shutil.copytree(self.home / source, target)
        return target


class Scenario:
    """A command, its starting state, and the commands that read its folder."""

    def __init__(self, name, words, begins=None, sweep=False, alone=False):
        self.name, self.words, self.begins, self.sweep, self.alone = name, words, begins, sweep, alone

    def runs(self, victim):
        """Directories of runs. ID.tmp is a copy that was not completed; no file refers to it."""
        return sorted(p for p in (victim / "runs").glob("*") if p.suffix != ".tmp") if self.sweep else [victim]

    def begin(self, lab):
        lab.put(self.begins)
        for path in lab.folder.glob("victim.mean*"):
            path.unlink()

    def result(self, lab):
        found = facts(lab.folder / "victim")
        mean = lab.folder / "victim.mean"
        return {**found, "mean": content(mean)} if mean.exists() else found

    def state(self, lab):
        """A digest of the state on disk, including files that a rename would have moved."""
        registry = lab.folder / "victim" / "registry.sqlite"
        return digest(json.dumps([
            self.name, facts(lab.folder / "victim"), sorted(map(content, lab.folder.glob("victim.mean*"))),
            rows(registry, lab.folder / "registry") if registry.exists() else {}]).encode())


def look_at_run(lab, run, where):
    """Returns statements of a record that do not match the files. Readers must not accept such files."""
    lab.read(where, (0, 1, 2), "runs", run)
    believed = [verb[0] for verb in (("eval", run), ("prune", run), ("average", run, "--last", 2, "--to", "mean"))
                if lab.read(where, (0, 1, 2), *verb)]
    if lengthen:
        lab.count_reader()
        try:
            if lengthen.Run(run).model():
                believed.append("the Python package")
        except (ValueError, OSError):
            pass
    stale = wrong_pairs(run)
    for word in stale:
        lab.fail(f"{where}: {word}; accepted by: {', '.join(believed)}")
    return stale


def look(lab, scenario, where):
    """Runs readers after a kill. Directories of runs are checked at once."""
    victim, stale = lab.folder / "victim", {}
    for run in scenario.runs(victim):
        if (run / "config.yaml").exists():
            held = json.dumps([run.name, facts(run)])
            if held not in lab.found.stale:
                lab.found.stale[held] = look_at_run(lab, run, where)
            stale[run] = lab.found.stale[held]
    if scenario.sweep and (victim / "manifest.jsonl").exists():
        look_at_sweep(lab, victim, stale, where)


def look_at_sweep(lab, victim, stale, where):
    lab.read(where, (0,), "sweep", "merge", "victim")
    lab.read(where, (0,), "report", "victim", "--no-pictures", "--out", "read")
    told = lab.run("sweep", "status", "victim", "--runs", "--json")
    lab.count_reader()
    for line in map(json.loads, told.stdout.splitlines()):
        if line.get("state") in ("paused", "done", "stopped") and stale.get(victim / "runs" / line.get("id", "")):
            lab.fail(f"{where}: the sweep reports {line['id']} as {line['state']}")


def strike(lab, scenario, call, when, wanted):
    """Kills the scenario at one moment, runs readers, and resumes. Returns the kind of the call, or None if there is
    none."""
    scenario.begin(lab)
    what = lab.killed(call, when, scenario.alone, scenario.words)
    if what and lab.found.is_new(scenario.state(lab)):
        where = f"{scenario.name}, killed {when} call {call} ({what})"
        look(lab, scenario, where)
        lab.do(*scenario.words)
        compare(lab, scenario, wanted, where)
    return what


def undisturbed(lab, scenario):
    scenario.begin(lab)
    lab.do(*scenario.words)
    return scenario.result(lab)


def in_parallel(labs, work):
    """Lets each worker do its part, and returns their results."""
    with concurrent.futures.ThreadPoolExecutor(len(labs)) as pool:
        return list(pool.map(work, labs))


def visit(labs, scenario, every):
    """Kills every call of the scenario once at each moment."""
    wanted, equal = undisturbed(labs[0], scenario), labs[0].found.equal
    numbers = itertools.count(1, every)

    def strike_calls(lab):
        calls = kills = 0
        while what := strike(lab, scenario, call := next(numbers), "before", wanted):
            moments = ["half", "after"] if "write" in what.split()[0] else ["after"]
            kills += 1 + sum(strike(lab, scenario, call, when, wanted) is not None for when in moments)
            calls += 1
        return calls, kills

    calls, kills = map(sum, zip(*in_parallel(labs, strike_calls)))
    print(f"ok      {scenario.name}: {kills} kills at {calls} calls, {labs[0].found.equal - equal} skipped as equal",
          flush=True)


def compare(lab, scenario, wanted, where):
    found = scenario.result(lab)
    differing = sorted(name for name in found.keys() | wanted.keys() if found.get(name) != wanted.get(name))
    if differing:
        lab.fail(f"{where}: the final bytes differ: {' '.join(differing)}")


def strike_at_random(lab, undisturbed_ones, kills, seed):
    """Kills a scenario repeatedly, each time in the state that the last kill left, until it completes without a
    kill."""
    rng, done = random.Random(seed), 0
    while done < kills:
        scenario, wanted, seconds = rng.choice(undisturbed_ones)
        scenario.begin(lab)
        for _ in range(rng.randint(1, 8)):
            process = subprocess.Popen([lab.program, *scenario.words], cwd=lab.folder, env=lab.environment,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            time.sleep(rng.random() * seconds)
            hit = process.poll() is None
            end_session(process)
            if not hit:
                break
            done += 1
            if lab.found.is_new(scenario.state(lab)):
                look(lab, scenario, f"{scenario.name}, killed at random ({lab.folder.name}: {done})")
        lab.do(*scenario.words)
        compare(lab, scenario, wanted, f"{scenario.name}, killed at random ({lab.folder.name}: up to {done})")
    return done


def visit_at_random(labs, all_scenarios, kills, seed):
    undisturbed_ones, equal = [], labs[0].found.equal
    for scenario in all_scenarios:
        begun = time.monotonic()
        wanted = undisturbed(labs[0], scenario)
        undisturbed_ones.append((scenario, wanted, time.monotonic() - begun))
    share = -(-kills // len(labs))
    done = in_parallel(labs, lambda lab: strike_at_random(lab, undisturbed_ones, share, f"{seed} {lab.folder.name}"))
    print(f"ok      {sum(done)} kills at random moments, {labs[0].found.equal - equal} skipped as equal", flush=True)


def end_session(process):
    """Kills a process. Its workers are in other process groups, and end when the process ends."""
    process.kill()
    process.wait()
    while subprocess.run(["pgrep", "-s", str(process.pid)], stdout=subprocess.DEVNULL).returncode == 0:
        time.sleep(0.002)


# ---- main -----------------------------------------------------------------------------------------------------------


def scenarios(lab):
    train = ["train", "--out", "victim", *TINY, *STEPS, "12"]
    validate, longer = (["train", "--out", "victim", *TINY, *BEST, *STEPS, steps] for steps in ("12", "20"))
    (lab.folder / "sweep.yaml").write_text(SWEEP)
    trained, planned, swept = (lab.home / name for name in ("trained", "planned", "swept"))
    lab.put(None)
    lab.do(*validate)
    shutil.copytree(lab.folder / "victim", trained)
    lab.do("sweep", "plan", "sweep.yaml", "--out", planned, "--quiet")
    lab.put("planned")
    lab.do("sweep", "run", "victim", "-j", 1, "--quiet")
    shutil.copytree(lab.folder / "victim", swept)
    one = ["sweep", "worker", "victim", "--registry", "--threads", "1", "--quiet"]
    many = ["sweep", "run", "victim", "-j", "2", "--quiet"]
    return [
        Scenario("train", train),
        Scenario("validate", validate),
        Scenario("more steps", longer, "trained"),
        Scenario("other tests", ["1..6" if word == "1..4" else word for word in validate], "trained"),
        Scenario("note", ["note", "victim", "a note", "--quiet"], "trained"),
        Scenario("prune", ["prune", "victim", "--yes", "--quiet"], "trained"),
        Scenario("average", ["average", "victim", "--last", "2", "--to", "victim.mean", "--quiet"], "trained"),
        Scenario("halve", one, "planned", sweep=True),
        Scenario("halve by several", many, "planned", sweep=True),
        Scenario("halve while others go on", many, "planned", sweep=True, alone=True),
        Scenario("merge", ["sweep", "merge", "victim", str(swept), "--quiet"], "planned", sweep=True),
    ]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--every", type=int, default=1, help="0: no calls, only random moments")
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    base = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=base) as folder:
        home, found, begun = pathlib.Path(folder), Found(), time.monotonic()
        subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O1", "-o", str(home / "faults.so"),
                        str(HERE / "faults.c"), "-ldl"], check=True)
        labs = [Lab(asked.program, home, str(i), found) for i in range(asked.jobs)]
        chosen = [scenario for scenario in scenarios(labs[0]) if not asked.only or scenario.name in asked.only]
        for scenario in chosen:
            if asked.every:
                visit(labs, scenario, asked.every)
        if asked.random:
            visit_at_random(labs, chosen, asked.random, asked.seed)
        print(f"{found.readers} readers, {found.equal} kills skipped as equal, {len(found.failures)} failures, "
              f"{time.monotonic() - begun:.0f} s")
        if not lengthen:
            print("SKIPPED the Python package as a reader: NumPy is missing")
    sys.exit(1 if found.failures else 0)


if __name__ == "__main__":
    main()
