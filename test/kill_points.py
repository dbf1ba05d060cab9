#!/usr/bin/env python3
"""kill_points.py PROGRAM [--every N] [--random KILLS] [--seed N] [--only SCENARIO]

Kills commands (SIGKILL) before, amid and after each of their writes, syncs, renames and removals, one after another.
After every kill a record that claims files must have them (run.json: "paused", "preempted", "evaluating", "done",
"diverged", and the best checkpoint), readers must refuse what they find or see the models of an undisturbed run, and the
same command must end in the bytes of an undisturbed one. Then, with --random, it kills at random moments.
--every N: only every N-th call; 0: none. --only: one of the scenarios, or more. Of Linux; needs a C compiler."""
import argparse
import hashlib
import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile
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


# ---- what is on the disk ----------------------------------------------------------------------------------------------


def notes(path):
    """Step and checksum that a safetensors file claims of itself."""
    with open(path, "rb") as file:
        said = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))["__metadata__"]
    return int(said["step"]), said["checksum"]


def record_of(run):
    path = run / "run.json"
    return json.loads(path.read_text()) if path.exists() else {}


def wrong_pairs(run):
    """What a record claims of files that are others; [] where all is well."""
    record, wrong = record_of(run), []
    if record.get("status") not in CLAIMS:
        return []
    claimed, best = record.get("checkpoint", {}), record.get("best", {})
    for name, needed in ("model", True), ("state", record["status"] == "paused"):
        path = run / f"{name}.safetensors"
        if not path.exists():
            wrong += [f"{record['status']} without {path}"] if needed else []
        elif notes(path) != (record["step"], claimed.get(name, notes(path)[1])):
            wrong.append(f"{record['status']} at step {record['step']}, and {path} is of step {notes(path)[0]}")
    path = run / "checkpoints" / "best.safetensors"
    if "step" in best and (not path.exists() or notes(path) != (best["step"], best["digest"])):
        wrong.append(f"best at step {best['step']}, and {path} is another")
    return wrong


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


def content(path):
    """A digest of a file, without times."""
    data = path.read_bytes()
    if path.name == "metrics.jsonl":
        return digest(b"\n".join(line.split(b', "t":')[0] for line in data.split(b"\n")))
    if path.name == "run.json":
        return digest(b"\n".join(line for line in data.split(b"\n") if b'"seconds"' not in line))
    if path.name == "results.jsonl":
        return digest(b"".join(line.split(b'"seconds"')[0] for line in data.split(b"\n")))
    return f"{len(data)} bytes" if path.name.startswith("events.") else digest(data)


def facts(folder):
    """The contents of all files but locks and registries, which are indices."""
    left_out = (".lock", "registry.sqlite", "registry.sqlite-wal", "registry.sqlite-shm", "registry.sqlite-journal")
    return {str(path.relative_to(folder)): content(path)
            for path in sorted(folder.rglob("*")) if path.is_file() and path.name not in left_out}


# ---- scenarios ------------------------------------------------------------------------------------------------------


class Lab:
    """The program, a folder to work in, and the library that kills."""

    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), pathlib.Path(folder)
        self.library = str(self.folder / "faults.so")
        subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O1", "-o", self.library, str(HERE / "faults.c"),
                        "-ldl"], check=True)
        self.environment = {**os.environ, "LC_ALL": "C", "SOURCE_DATE_EPOCH": "1700000000"}
        self.failures, self.readers, self.seen = [], 0, {}

    def run(self, *words):
        return subprocess.run([self.program, *map(str, words)], cwd=self.folder, env=self.environment, text=True,
                              capture_output=True)

    def do(self, *words):
        done = self.run(*words)
        if done.returncode:
            self.fail(f"{' '.join(map(str, words))}: status {done.returncode}: {done.stderr}")

    def read(self, where, statuses, *words):
        """A reader, and whether it ended well."""
        done = self.run(*words, "--quiet")
        self.readers += 1
        if done.returncode not in statuses:
            self.fail(f"{where}: {' '.join(map(str, words))}: status {done.returncode}: {done.stderr}")
        return done.returncode == 0

    def killed(self, call, when, alone, words):
        """Runs a command whose `call`-th call is its last; what that was, or None where it has no such call."""
        mark, count = self.folder / "mark", self.folder / "count"
        mark.unlink(missing_ok=True)
        count.write_bytes(bytes(8))
        more = {"LD_PRELOAD": self.library, "FAULT_KIND": "kill", "FAULT_PATH": "victim", "FAULT_CALL": str(call),
                "FAULT_MARK": "mark", "FAULT_COUNT": "count", "FAULT_WHEN": when, **({} if alone else {"FAULT_ALL": "1"})}
        done = subprocess.run([self.program, *words], cwd=self.folder, env={**self.environment, **more}, text=True,
                              capture_output=True, start_new_session=True)
        if done.returncode not in (0, -9):
            self.fail(f"{words}: status {done.returncode}: {done.stderr}")
        return mark.read_text().strip() if mark.exists() else None

    def fail(self, words):
        self.failures.append(words)
        print(f"FAILED  {words}", flush=True)

    def put(self, source, name="victim"):
        target = self.folder / name
        shutil.rmtree(target, ignore_errors=True)
        if source:
            shutil.copytree(self.folder / source, target)
        return target


class Scenario:
    """A command, what it begins with, and what reads its folder."""

    def __init__(self, name, words, begins=None, sweep=False, alone=False):
        self.name, self.words, self.begins, self.sweep, self.alone = name, words, begins, sweep, alone

    def runs(self, victim):
        return sorted((victim / "runs").glob("*")) if self.sweep else [victim]

    def begin(self, lab):
        victim = lab.put(self.begins)
        (lab.folder / "victim.mean").unlink(missing_ok=True)
        return victim

    def result(self, lab):
        found = facts(lab.folder / "victim")
        mean = lab.folder / "victim.mean"
        return {**found, "mean": content(mean)} if mean.exists() else found


def look_at_run(lab, run, where):
    """What a record claims of files that are others. No reader may believe it."""
    lab.read(where, (0, 1, 2), "runs", run)
    believed = [verb[0] for verb in (("eval", run), ("prune", run), ("average", run, "--last", 2, "--to", "mean"))
                if lab.read(where, (0, 1, 2), *verb)]
    if lengthen:
        lab.readers += 1
        try:
            if lengthen.Run(run).model():
                believed.append("lengthen.py")
        except (ValueError, OSError):
            pass
    stale = wrong_pairs(run)
    for word in stale:
        lab.fail(f"{where}: {word}; believed by: {', '.join(believed)}")
    return stale


def look(lab, scenario, where):
    """Readers after a kill. What a directory of a run holds is looked at once."""
    victim, stale = lab.folder / "victim", {}
    for run in scenario.runs(victim):
        if (run / "config.yaml").exists():
            held = json.dumps([run.name, facts(run)])
            if held not in lab.seen:
                lab.seen[held] = look_at_run(lab, run, where)
            stale[run] = lab.seen[held]
    if scenario.sweep and (victim / "manifest.jsonl").exists():
        look_at_sweep(lab, victim, stale, where)


def look_at_sweep(lab, victim, stale, where):
    lab.read(where, (0,), "sweep", "merge", "victim")
    lab.read(where, (0,), "report", "victim", "--no-pictures", "--out", "read")
    told = lab.run("sweep", "status", "victim", "--runs", "--json")
    lab.readers += 1
    for line in map(json.loads, told.stdout.splitlines()):
        if line.get("state") in ("paused", "done", "stopped") and stale.get(victim / "runs" / line.get("id", "")):
            lab.fail(f"{where}: the sweep believes that {line['id']} is {line['state']}")


def strike(lab, scenario, call, when, wanted):
    """Kills the scenario at one moment, looks, and goes on; what the call was, or None where there is none."""
    scenario.begin(lab)
    what = lab.killed(call, when, scenario.alone, scenario.words)
    if what is None:
        return None
    where = f"{scenario.name}, killed {when} call {call} ({what})"
    look(lab, scenario, where)
    lab.do(*scenario.words)
    compare(lab, scenario, wanted, where)
    return what


def undisturbed(lab, scenario):
    scenario.begin(lab)
    lab.do(*scenario.words)
    return scenario.result(lab)


def visit(lab, scenario, every):
    """Every call of the scenario, killed once at each moment."""
    wanted = undisturbed(lab, scenario)
    call, calls, kills = 1, 0, 0
    while what := strike(lab, scenario, call, "before", wanted):
        moments = ["half", "after"] if "write" in what.split()[0] else ["after"]
        kills += 1 + sum(strike(lab, scenario, call, when, wanted) is not None for when in moments)
        calls += 1
        call += every
    print(f"ok      {scenario.name}: {kills} kills at {calls} of {call - 1} calls", flush=True)


def compare(lab, scenario, wanted, where):
    found = scenario.result(lab)
    differing = sorted(name for name in found.keys() | wanted.keys() if found.get(name) != wanted.get(name))
    if differing:
        lab.fail(f"{where}: in the end other bytes: {' '.join(differing)}")


def strike_at_random(lab, all_scenarios, kills, seed):
    """Kills a scenario again and again, in the midst of what the kill before left, until it comes to its end in peace."""
    rng, done, times = random.Random(seed), 0, {}
    while done < kills:
        scenario = rng.choice(all_scenarios)
        if scenario.name not in times:
            begun = time.monotonic()
            wanted = undisturbed(lab, scenario)
            times[scenario.name] = time.monotonic() - begun, wanted
        seconds, wanted = times[scenario.name]
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
            where = f"{scenario.name}, killed at random ({done})"
            look(lab, scenario, where)
        lab.do(*scenario.words)
        compare(lab, scenario, wanted, f"{scenario.name}, killed at random (up to {done})")
    print(f"ok      {done} kills at random moments", flush=True)


def end_session(process):
    """Kills a process and its workers, which have process groups of their own, and end with it."""
    process.kill()
    process.wait()
    while subprocess.run(["pgrep", "-s", str(process.pid)], stdout=subprocess.DEVNULL).returncode == 0:
        time.sleep(0.002)


# ---- the whole ------------------------------------------------------------------------------------------------------


def scenarios(lab):
    train = ["train", "--out", "victim", *TINY, *STEPS, "12"]
    validate, longer = (["train", "--out", "victim", *TINY, *BEST, *STEPS, steps] for steps in ("12", "20"))
    (lab.folder / "sweep.yaml").write_text(SWEEP)
    lab.put(None)
    lab.do(*validate)
    shutil.copytree(lab.folder / "victim", lab.folder / "trained")
    lab.do("sweep", "plan", "sweep.yaml", "--out", "planned", "--quiet")
    lab.put("planned")
    lab.do("sweep", "run", "victim", "-j", 1, "--quiet")
    shutil.copytree(lab.folder / "victim", lab.folder / "swept")
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
        Scenario("merge", ["sweep", "merge", "victim", "swept", "--quiet"], "planned", sweep=True),
    ]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--every", type=int, default=1, help="0: none, random moments alone")
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append")
    asked = parser.parse_args()
    base = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=base) as folder:
        lab = Lab(asked.program, folder)
        begun, chosen = time.monotonic(), []
        for scenario in scenarios(lab):
            if not asked.only or scenario.name in asked.only:
                chosen.append(scenario)
                if asked.every:
                    visit(lab, scenario, asked.every)
        if asked.random:
            strike_at_random(lab, chosen, asked.random, asked.seed)
        print(f"{lab.readers} readers, {len(lab.failures)} failures, {time.monotonic() - begun:.0f} s")
        if not lengthen:
            print("SKIPPED lengthen.py as a reader: there is no NumPy")
    sys.exit(1 if lab.failures else 0)


if __name__ == "__main__":
    main()
