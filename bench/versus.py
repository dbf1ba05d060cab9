#!/usr/bin/python3
"""versus.py PROGRAM COMMIT [TURNS [FLAGS...]]

Finds workloads that are slower than at another commit. Builds COMMIT under build/versus and runs `bench --json FLAGS`
of both programs alternately (7 turns, half a second per row). For each row, prints the speed of PROGRAM divided by the
speed of COMMIT: the ratio of the best speeds of all turns, and the lowest and highest ratio of a turn. Lists rows that
one program lacks. Exit status 1: a ratio of best speeds is below 0.98."""

import json
import os
import subprocess
import sys

WORST = 0.98
KEYS = ("kind", "task", "encoding", "width", "length", "tokens", "threads", "batch", "lengths")


def build(commit):
    place = os.path.join("build", "versus", commit)
    if not os.path.isdir(place):
        subprocess.run(["git", "clone", "--quiet", ".", place], check=True)
    subprocess.run(["git", "-C", place, "checkout", "--quiet", commit], check=True)
    subprocess.run(["make", "-C", place, "--silent", "-j2", "all"], check=True)
    return os.path.join(place, "build", "release", "lengthen")


def speeds(program, flags):
    """Speed by row; the key of a row has every member that identifies what was timed."""
    done = subprocess.run([program, "bench", "--json", *flags], check=True, stdout=subprocess.PIPE, text=True)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {" ".join(str(row[key]) for key in KEYS if key in row): row["gflops"] for row in rows if "gflops" in row}


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, commit = sys.argv[1:3]
    turns = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    flags = sys.argv[4:] or ["--seconds", "0.5"]
    other = build(commit)
    ours, theirs = [], []
    for turn in range(turns):
        pair = [(program, ours), (other, theirs)]
        for path, results in pair if turn % 2 == 0 else reversed(pair):
            results.append(speeds(path, flags))
        print(f"turn {turn + 1} of {turns}", file=sys.stderr)
    slow = 0
    print("  best   each turn    row")
    for row in ours[0]:
        if row not in theirs[0]:
            print(f"{'-':>6}  {'':11}  {row}: not at {commit}")
            continue
        each = [mine[row] / yours[row] for mine, yours in zip(ours, theirs)]
        best = max(mine[row] for mine in ours) / max(yours[row] for yours in theirs)
        slow += best < WORST
        print(f"{best:6.3f}  {min(each):5.3f}-{max(each):5.3f}  {row}{'  slower' if best < WORST else ''}")
    for row in theirs[0]:
        if row not in ours[0]:
            print(f"{'-':>6}  {'':11}  {row}: only at {commit}")
    print(f"{slow} of {len(ours[0])} rows are below {WORST}")
    sys.exit(1 if slow else 0)


main()
