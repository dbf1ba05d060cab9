#!/usr/bin/env python3
"""sweep.py PROGRAM [RUNS [WORKERS [MINUTES [SEED [halving]]]]]: trains a sweep of RUNS (20,000) tiny runs with WORKERS
(16) workers. For MINUTES (10) minutes, workers are killed at random moments and replaced. Then the remaining runs are
trained without kills, including runs that "failed" because their workers died three times. One worker trains the same
sweep without kills. All runs must be done and have the same results and models in both sweeps. SEED: seed of the random
moments. halving: most runs are stopped at rungs, and both sweeps must stop the same runs by the same scores. Linux
only."""
import hashlib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import watch

PLAN = """set: {{model: {{width: 4, heads: 1, blocks: 1, feed_forward: 2}}, train: {{steps: 20, batch: 2, checkpoint_every: 5,
  log_every: 10}}, curriculum.lengths: 1..3, eval: {{lengths: 1..4, sequences: 2}}}}
grid: {{task: [even_pairs, bucket_sort], encoding: [none, relative], seed: 1..{seeds}}}
"""
HALVING = PLAN.replace("eval: {{", "eval: {{every: 5, ") + "halving: {{rungs: [5, 10], factor: 3}}\n"


def plan(program, folder, runs, halving):
    file = folder.with_suffix(".yaml")
    file.write_text((HALVING if halving else PLAN).format(seeds=max(1, runs // 4)))
    subprocess.run([program, "sweep", "plan", file, "--out", folder, "-q"], check=True)


def counts(program, folder):
    states = {}
    words = subprocess.run([program, "sweep", "status", folder, "--runs", "--json"], check=True, capture_output=True, text=True)
    for line in words.stdout.splitlines():
        state = json.loads(line).get("state")
        if state:
            states[state] = states.get(state, 0) + 1
    return states


def start_worker(program, folder):
    return subprocess.Popen([program, "sweep", "worker", folder, "--registry", "--threads", "1", "-q"],
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def kill_for(program, folder, workers, seconds, rng):
    """Kills one worker after another, and replaces each. Returns the number of kills, and the statuses of workers that
    ended."""
    alive = [start_worker(program, folder) for _ in range(workers)]
    kills, statuses, began = 0, [], time.monotonic()
    while time.monotonic() - began < seconds:
        time.sleep(rng.random() * 0.5)
        i = rng.randrange(workers)
        if alive[i].poll() is None:
            alive[i].kill()
            kills += 1
        else:
            statuses.append(alive[i].returncode)
        alive[i].wait()
        if len(statuses) > workers:
            break  # nothing is left to train
        alive[i] = start_worker(program, folder)
    for process in alive:
        process.kill()
        process.wait()
    return kills, statuses


def results(program, folder):
    """For each run its line without times, and the digest of its model."""
    subprocess.run([program, "sweep", "results", folder, "-q"], check=True, stdout=subprocess.DEVNULL)
    of = {}
    with open(folder / "results.jsonl", encoding="utf-8") as file:
        for line in file:
            x = json.loads(line)
            run = folder / "runs" / x["id"]
            model = hashlib.sha256((run / "model.safetensors").read_bytes()).hexdigest()
            if x["id"] in of:
                sys.exit(f"run {x['id']} is listed twice")
            x.pop("seconds", None)
            of[x["id"]] = (json.dumps(x, sort_keys=True), model)
    return of


def rungs(folder):
    file = folder / "rungs.jsonl"
    return file.read_bytes() if file.exists() else b""


def main(program, runs="20000", workers="16", minutes="10", seed="1", halving=""):
    if halving not in ("", "halving"):
        sys.exit(f"{halving}: expected halving, or nothing")
    with tempfile.TemporaryDirectory() as scratch:
        killed, calm = pathlib.Path(scratch, "killed"), pathlib.Path(scratch, "calm")
        program = os.path.abspath(program)
        for folder in killed, calm:
            plan(program, folder, int(runs), halving)
        began = time.monotonic()
        kills, statuses = kill_for(program, killed, int(workers), 60 * float(minutes), random.Random(seed))
        after_kills = counts(program, killed)
        subprocess.run([program, "sweep", "resume", killed, "--failed", "-j", workers, "-q"], check=True)
        middle = time.monotonic()
        subprocess.run([program, "sweep", "run", calm, "-j", "1", "-q"], check=True)
        one, other = results(program, killed), results(program, calm)
        differ = [run for run in other if one.get(run) != other[run]]
        states, wanted = counts(program, killed), {"done", "stopped"} if halving else {"done"}
        watch.report(runs=len(other), workers=workers, kills=kills,
                     statuses_of_workers_that_ended=sorted(set(statuses)) or "none ended", states_after_the_kills=after_kills,
                     states_at_the_end=states, seconds_with_kills=round(middle - began),
                     seconds_of_one_worker=round(time.monotonic() - middle), runs_that_differ=len(differ))
        if set(states) != wanted or states != counts(program, calm) or rungs(killed) != rungs(calm):
            sys.exit("some runs are not in the expected state")
        if differ or set(one) != set(other) or set(statuses) - {0, 3}:
            sys.exit(f"the sweeps differ: {differ[:5]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
