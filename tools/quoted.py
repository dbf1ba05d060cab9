#!/usr/bin/env python3
"""quoted.py: numbers that documents quote from kept results: are they those of the results?

    tools/quoted.py            compares, prints what differs, and ends with status 1 where something does
    tools/quoted.py --write    writes the passages again
    tools/quoted.py --print    prints them

A passage stands between `<!-- quoted: NAME -->` and `<!-- end -->` in a document. It is computed from the runs that
tools/keep_runs.py has kept, or from doc/experiments/scores.csv. The tables of doc/table1-small, which `lengthen report`
makes of the same runs, are compared number by number. `make check` runs this.
"""
import csv
import json
import lzma
import math
import pathlib
import re
import statistics
import sys
import textwrap
from collections import defaultdict

ROOT = pathlib.Path(__file__).resolve().parent.parent
COLUMNS = 120

# ---- statistics: means of tasks or seeds, with Student's t ----------------------------------------------------------


def tail(t, degrees):
    """P(|T| > t) of Student's t with an integer number of degrees of freedom."""
    angle = math.atan2(t, math.sqrt(degrees))
    cosine, total, term = math.cos(angle), 0.0, 1.0
    first = 1 + degrees % 2
    for k in range(first, degrees, 2):  # the series of Abramowitz and Stegun 1964, 26.7.3 and 26.7.4
        total += term
        term *= cosine * cosine * k / (k + 1)
    if degrees % 2 == 0:
        return 1 - math.sin(angle) * (total if degrees > 1 else 1)
    return 1 - 2 / math.pi * (angle + (math.sin(angle) * cosine * total if degrees > 1 else 0))


def quantile(degrees):
    """Half of the width of a 95 % interval, in standard errors."""
    low, high = 0.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle, degrees) > 0.05 else (low, middle)
    return high


def interval(numbers):
    """Mean and 95 % interval of the mean."""
    mean, count = statistics.fmean(numbers), len(numbers)
    half = quantile(count - 1) * statistics.stdev(numbers) / math.sqrt(count)
    return mean, mean - half, mean + half


# ---- results --------------------------------------------------------------------------------------------------------


class Run:
    def __init__(self, line):
        files = json.loads(line)["files"]
        self.config = dict(re.findall(r"(?m)^([\w.]+): *([^#\n]*?) *(?:#.*)?$", files["config.yaml"]))
        scores = json.loads(files["run.json"])["score"]["scores"]
        self.score, self.exact = 100 * scores["token_accuracy"], 100 * scores["exact_match"]
        self.points = [json.loads(p) for p in files["eval.jsonl"].splitlines()]
        self.accuracy = {p["length"]: 100 * p["token_accuracy"] for p in self.points}

    def label(self, axis):
        return self.config[axis].strip("\"'")

    def within(self):
        """The mean accuracy at the tested lengths that it was trained on."""
        longest = int(self.label("curriculum.lengths").split("..")[1])
        return statistics.fmean(a for n, a in self.accuracy.items() if n <= longest)


def kept(folder):
    with lzma.open(ROOT / "doc" / folder / "runs.jsonl.xz", "rt", encoding="utf-8") as lines:
        return [Run(line) for line in lines]


ENCODINGS = {"none": "none", "sinusoid": "sin/cos", "relative": "relative", "alibi": "ALiBi", "rope": "RoPE",
             "learned": "learned"}


def table1(runs, value):
    """Numbers by task, column and seed."""
    cells = defaultdict(lambda: defaultdict(dict))
    for run in runs:
        randomized = "R " if run.label("positions") == "randomized" else ""
        column = randomized + ENCODINGS[run.label("encoding")]
        cells[run.label("data")][column][int(run.label("train.seed"))] = value(run)
    return cells


def differences(a, b):
    """Of two columns of a task, seed by seed."""
    return [a[seed] - b[seed] for seed in sorted(a)]


def by_task(cells, a, b):
    """Mean and interval of a - b, each task the mean of its seeds."""
    return interval([statistics.fmean(differences(row[a], row[b])) for row in cells.values()])


def signed(x):
    return f"{x:.1f}".replace("-", "−")


def span(numbers):
    mean, low, high = (signed(x) for x in numbers)
    return f"{mean} ({low} to {high})"


# ---- passages -------------------------------------------------------------------------------------------------------


def best_of(row, randomized, measure):
    names = (name for name in row if name.startswith("R ") == randomized)
    return max(names, key=lambda name: measure(row[name].values()))


def best_gain(cells):
    """Mean and interval over tasks of the best randomized column less the best plain one, by means."""
    mean = statistics.fmean
    most = lambda row, randomized: mean(row[best_of(row, randomized, mean)].values())
    return interval([most(row, True) - most(row, False) for row in cells.values()])


def decided(cells):
    """Tasks by what the best randomized column has over the best plain one, by means: better, worse, undecided."""
    found = defaultdict(list)
    for task, row in cells.items():
        best = [row[best_of(row, randomized, statistics.fmean)] for randomized in (True, False)]
        mean, low, high = interval(differences(*best))
        found["better" if low > 0 else "worse" if high < 0 else "undecided"].append((mean, low, high, task))
    return {name: sorted(tasks, reverse=True) for name, tasks in found.items()}


def maxima(cells):
    """What the highest score of randomized columns has over that of plain ones, by task, as scores are printed."""
    gains = []
    for task, row in cells.items():
        most = [round(max(row[best_of(row, randomized, max)].values()), 1) for randomized in (True, False)]
        gains.append((round(most[0] - most[1], 1), task))
    return sorted(gains, reverse=True)


def listed(words):
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def wrapped(*sentences):
    return textwrap.fill(" ".join(sentences), COLUMNS, break_long_words=False, break_on_hyphens=False)


def passage_table1():
    runs = kept("table1-small")
    cells = table1(runs, lambda run: run.score)
    pairs = {name: by_task(cells, "R " + name, name) for name in list(ENCODINGS.values())[1:]}
    order = sorted(pairs, key=pairs.get, reverse=True)
    known = [name for name in order if pairs[name][1] > 0 or pairs[name][2] < 0]
    tasks = decided(cells)
    better, worse, undecided = (len(tasks.get(name, [])) for name in ("better", "worse", "undecided"))
    begin = wrapped(
        f"The sweep `randpe-table1-small` trains {len(runs)} small models on up to 20 tokens: {len(cells)} tasks, 11",
        "encodings, three seeds. Gain in accuracy beyond the training lengths from randomizing the positions, in points,",
        "with 95 % intervals over tasks:")
    table = ["| " + " | ".join(order) + " |", "|" + "---|" * len(order),
             "| " + " | ".join(span(pairs[name]) for name in order) + " |"]
    end = wrapped(
        f"{f'Only the interval of {known[0]} excludes' if len(known) == 1 else f'Intervals of {listed(known)} exclude'} 0.",
        f"Task by task, the best randomized encoding has a higher mean than the best plain one on {better} of {len(cells)}",
        f"tasks, a lower one on {worse}; {undecided} are [undecided](doc/sweeps.md#an-example) with three seeds.")
    return "\n\n".join([begin, "\n".join(table), end])


def passage_table1_tasks():
    cells = table1(kept("table1-small"), lambda run: run.score)
    gains = maxima(cells)
    won, shared = (sum(test(gain) for gain, _ in gains) for test in (lambda x: x > 0, lambda x: x == 0))
    better = [f"{task} {span(x)}" for *x, task in decided(cells).get("better", [])]
    return wrapped(
        f"On average over tasks the best randomized encoding is {span(best_gain(cells))} points above the best plain one.",
        f"It is above 0 on {len(better)} tasks: {', '.join(better)} (95 % intervals over three seeds).",
        "By the best of three seeds, as in the paper, a randomized encoding has the highest score on",
        f"{won} tasks{f' and shares it on {shared}' if shared else ''}; the largest gains are {gains[0][0]} points",
        f"({gains[0][1]}) and {gains[1][0]} ({gains[1][1]}).")


def passage_decoders():
    names, cells = {"alibi": "ALiBi", "t5": "T5", "rope": "RoPE", "sinusoid": "sinusoids", "none": "none"}, {}
    for run in kept("nope-2023-small"):
        if run.label("encoding") not in names:
            sys.exit(f"quoted.py: nope-2023-small has the encoding {run.label('encoding')}")
        row = cells.setdefault(run.label("data"), defaultdict(dict))
        row[names[run.label("encoding")]][int(run.label("train.seed"))] = run.exact
    means = {name: statistics.fmean(statistics.fmean(row[name].values()) for row in cells.values())
             for name in names.values()}
    best = max(means, key=means.get)
    gains = {name: by_task(cells, "none", name) for name in names.values() if name != "none"}
    decided_by = [name for name in gains if gains[name][1] > 0]
    return wrapped(
        "[Decoders](doc/decoders.md), the study of Kazemnejad et al. 2023 with small models: beyond the training lengths",
        f"{'no encoding (NoPE)' if best == 'none' else best} has the highest mean exact match over {len(cells)} tasks,",
        f"{signed(means[best])} %{', as in the paper' if best == 'none' else ''}. NoPE is",
        f"above {listed([f'{name} by {span(gains[name])} points' for name in decided_by])} (95 % intervals over tasks);",
        f"against {listed([f'{name} ({span(gains[name])})' for name in gains if name not in decided_by])} it is undecided.")


def scores():
    with open(ROOT / "doc/experiments/scores.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    last = {}
    for row in rows:
        key = row["task"], row["encoding"], row["positions"], row["rate"], row["seed"]
        if int(row["step"]) >= int(last.get(key, {"step": 0})["step"]):
            last[key] = row
    return last


def passage_experiments():
    last = scores()

    def cell(task, encoding, positions, rate):
        found = sorted(float(row["score_percent"]) for key, row in last.items()
                       if key[:4] == (task, encoding, positions, rate))
        if not found:
            return ""
        return f"{found[0]:.1f} %" if len(found) == 1 else f"{found[0]:.1f} to {found[-1]:.1f} %"

    lines = ["| task | encoding | randomized | standard | guessing |", "|---|---|---|---|---|"]
    for title, task, encoding, rate, guess in (
            ("bucket_sort, 20,000 steps, three seeds", "bucket_sort", "sinusoid", "1e-3", "23.7 %"),
            ("", "bucket_sort", "relative", "1e-3", "23.7 %"),
            ("even_pairs, 50,000 steps, one seed", "even_pairs", "sinusoid", "3e-4", "50 %"),
            ("missing_duplicate_string, 50,000 steps, one seed", "missing_duplicate_string", "relative", "1e-3",
             "50 %")):
        values = [cell(task, encoding, positions, rate) for positions in ("randomized", "standard")]
        cells = [title, encoding, *values, guess]
        lines.append("|" + "|".join(f" {c} " if c else " " for c in cells) + "|")
    return "\n".join(lines)


def passage_in_range():
    runs = [r for r in kept("positions-tasks-small") if r.label("encoding") in ("sinusoid", "relative", "alibi", "rope")
            and r.label("positions") in ("standard", "randomized") and r.label("mask") == "full" and
            r.label("attention") == "softmax" and not r.label("eval.with")]
    cells = table1(runs, Run.within)
    units = [statistics.fmean(statistics.fmean(differences(row[name], row["R " + name]))
                              for name in ("sin/cos", "relative", "ALiBi", "RoPE")) for row in cells.values()]
    return wrapped(
        "Within the training lengths randomized positions cost small models accuracy:",
        f"[{span(interval(units))} points on average](doc/positions.md#what-helps-an-algorithm) over {len(cells)} tasks and",
        "the paper's four encodings (95 % interval over tasks).")


PATTERNS = {("rope", "causal"): "RoPE", ("none", "causal"): "NoPE", ("alibi", "causal"): "ALiBi",
            ("rope,rope,rope,none", "window,window,window,causal"): "`rnope-swa`",
            ("rope,rope,rope,none", "chunk,chunk,chunk,causal"): "`irope`",
            ("rope,rope,rope,none", "causal"): "`nope-every-4`", ("hard_alibi", "causal"): "`hard-alibi`"}


def passage_patterns(data, metric, factor, digits):
    """Means and lowest to highest of the seeds, by pattern and length."""
    cells = defaultdict(lambda: defaultdict(list))
    for run in kept("patterns-small"):
        if run.label("data") == data:
            name = PATTERNS[run.label("encoding"), run.label("mask")]
            for point in run.points:
                cells[name][point["length"]].append(factor * point[metric])
    lengths = sorted(cells["RoPE"])
    lines = ["| " + " | ".join(["pattern", *(f"{n}" for n in lengths)]) + " |", "|---|" + "---:|" * len(lengths)]
    for name in PATTERNS.values():
        shown = (f"{statistics.fmean(x):.{digits}f} ({min(x):.{digits}f} to {max(x):.{digits}f})"
                 for x in (cells[name][n] for n in lengths))
        lines.append("| " + " | ".join([name, *shown]) + " |")
    return "\n".join(lines)


PASSAGES = {"doc/patterns.md": {"copy": lambda: passage_patterns("copy_cmc", "exact_match", 100, 0),
                                "letters": lambda: passage_patterns("copy_cmc", "token_accuracy", 100, 0),
                                "text": lambda: passage_patterns("text", "perplexity", 1, 2)},
            "doc/sweeps.md": {"table 1 by task": passage_table1_tasks},
            "README.md": {"decoders": passage_decoders, "experiments": passage_experiments,
                          "in range": passage_in_range, "table 1": passage_table1}}


# ---- comparing ------------------------------------------------------------------------------------------------------


def replaced(text, name, passage):
    pattern = re.compile(rf"(<!-- quoted: {re.escape(name)} -->\n).*?(\n<!-- end -->)", re.S)
    if len(pattern.findall(text)) != 1:
        sys.exit(f"quoted.py: no passage, or more than one: {name}")
    return pattern.sub(lambda m: m.group(1) + passage + m.group(2), text)


def check_table(file, measure):
    """Cells in a table of the report that are not those of the kept runs."""
    cells, wrong = table1(kept("table1-small"), lambda run: run.score), []
    heads = None
    for line in (ROOT / file).read_text(encoding="utf-8").splitlines():
        row = [c.strip().strip("*") for c in line.strip("|").split("|")]
        if row[0] == "task":
            heads = row
        name = row[0].replace("\\", "").removesuffix(" †")
        for head, shown in zip(heads or [], row):
            if name in cells and head in cells[name]:
                right = measure(cells[name][head].values())
                if not shown or abs(float(shown.split()[0]) - right) > 0.0501:
                    wrong.append(f"{file}: {name}, {head}: {shown}, but the kept runs have {right:.1f}")
    return wrong if heads else [f"{file} has no table"]


def main():
    wanted, status = sys.argv[1:], 0
    for document, passages in PASSAGES.items():
        path = ROOT / document
        text = known = path.read_text(encoding="utf-8")
        for name, make in passages.items():
            passage = make()
            if wanted == ["--print"]:
                print(f"{document}, {name}:\n{passage}\n")
            made = replaced(text, name, passage)
            if made != text and not wanted:
                print(f"{document}: the passage '{name}' is not what the kept results say (tools/quoted.py --write):")
                print(passage)
                status = 1
            text = made
        if wanted == ["--write"] and text != known:
            path.write_text(text, encoding="utf-8")
    wrong = check_table("doc/table1-small/mean.md", statistics.fmean) + check_table("doc/table1-small/best.md", max)
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else status


if __name__ == "__main__":
    sys.exit(main())
