#!/usr/bin/env python3
"""keep_runs.py: keeps the finished runs of a sweep, without their models, as lines of one small file.

    tools/keep_runs.py keep SWEEP FILE        adds the finished runs that FILE does not have
    tools/keep_runs.py restore FILE SWEEP     creates the missing directories of these runs in a planned sweep

FILE is compressed if its name ends in .xz. A line is the JSON object of one run, with its id and the contents of its
text files by name. Of metrics.jsonl only the validations are kept. These files are enough for reports and claims, and
another machine can continue the sweep. For analyses of models, the runs must be trained again:

    lengthen sweep plan nope-2023-small --out sweeps/small
    tools/keep_runs.py restore doc/nope-2023-small/runs.jsonl.xz sweeps/small
    lengthen sweep merge sweeps/small && lengthen sweep run sweeps/small
"""
import io
import json
import lzma
import pathlib
import re
import sys

NAMES = ("config.yaml", "run.json", "eval.jsonl")


def is_finished(run):
    """Does the run have run.json with a score, which is written last?"""
    record = run / "run.json"
    return all((run / n).is_file() for n in NAMES) and "score" in json.loads(record.read_text(encoding="utf-8"))


def open_lines(file, mode):
    return (lzma if file.suffix == ".xz" else io).open(file, mode + "t", encoding="utf-8")


def kept_ids(file):
    if not file.exists():
        return set()
    with open_lines(file, "r") as lines:
        return {json.loads(line)["run"] for line in lines}


def kept_text(run, name):
    """The text of a file, with paths relative to the sweep instead of paths of this machine."""
    text = (run / name).read_text(encoding="utf-8")
    return re.sub(r"(?m)^out: .*$", f"out: runs/{run.name}", text) if name == "config.yaml" else text


def validations(run):
    """The lines of metrics.jsonl with validations during training, or "" if there are none."""
    file = run / "metrics.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True) if file.is_file() else []
    return "".join(line for line in lines if '"split": "train"' not in line)


def keep(sweep, file):
    """Adds runs to the file; returns the number of new ones."""
    known, added = kept_ids(file), 0
    with open_lines(file, "a") as out:
        for run in sorted((sweep / "runs").iterdir()):
            if run.name in known or not is_finished(run):
                continue
            files = {n: kept_text(run, n) for n in NAMES}
            if scores := validations(run):
                files["metrics.jsonl"] = scores
            out.write(json.dumps({"run": run.name, "files": files}, ensure_ascii=False) + "\n")
            added += 1
    return added


def restore(file, sweep):
    """Creates the missing directories; returns their number."""
    added = 0
    for line in open_lines(file, "r"):
        kept = json.loads(line)
        run = sweep / "runs" / kept["run"]
        if run.parent != sweep / "runs" or set(kept["files"]) - {"metrics.jsonl"} != set(NAMES):
            sys.exit(f"keep_runs.py: {file}: not a line of kept runs: {line[:80]}")
        if run.exists():
            continue
        run.mkdir(parents=True)
        for name, text in kept["files"].items():
            (run / name).write_text(text, encoding="utf-8")
        added += 1
    return added


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("keep", "restore"):
        sys.exit(__doc__)
    first, second = (pathlib.Path(a) for a in sys.argv[2:])
    sweep = first if sys.argv[1] == "keep" else second
    if not (sweep / "manifest.jsonl").is_file():
        sys.exit(f"keep_runs.py: {sweep}: not a planned sweep (lengthen sweep plan NAME --out {sweep})")
    added = keep(first, second) if sys.argv[1] == "keep" else restore(first, second)
    print(f"{added} runs added")


if __name__ == "__main__":
    main()
