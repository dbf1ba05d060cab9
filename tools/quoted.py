#!/usr/bin/env python3
"""quoted.py: checks that the numbers in documents agree with the kept results.

    tools/quoted.py            compares, prints differences, and ends with status 1 if there are any
    tools/quoted.py --write    updates the passages
    tools/quoted.py --print    prints them

A passage is between `<!-- quoted: NAME -->` and `<!-- end -->` in a document. It is computed from runs that
tools/keep_runs.py has kept, or from doc/experiments/scores.csv. `lengthen report` made the tables mean.md and best.md
from the same runs; their numbers are also compared. `make check` runs this script.
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

# ---- statistics: means over tasks or seeds, with Student's t --------------------------------------------------------


def tail(t, degrees):
    """P(|T| > t) for Student's t with an integer number of degrees of freedom."""
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
    """Half the width of a 95 % interval, in standard errors."""
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

    def within(self, metric="token_accuracy"):
        """The mean score at tested lengths within the training lengths."""
        longest = int(re.split(r"\.\.|,", self.label("curriculum.lengths"))[-1])
        return statistics.fmean(100 * p[metric] for p in self.points if p["length"] <= longest)


def kept(folder):
    with lzma.open(ROOT / "doc" / folder / "runs.jsonl.xz", "rt", encoding="utf-8") as lines:
        return [Run(line) for line in lines]


ENCODINGS = {"none": "none", "sinusoid": "sin/cos", "relative": "relative", "alibi": "ALiBi", "rope": "RoPE",
             "learned": "learned"}


def table1(runs, value):
    """Values by task, column and seed."""
    cells = defaultdict(lambda: defaultdict(dict))
    for run in runs:
        randomized = "R " if run.label("positions") == "randomized" else ""
        column = randomized + ENCODINGS[run.label("encoding")]
        cells[run.label("data")][column][int(run.label("train.seed"))] = value(run)
    return cells


def differences(a, b):
    """Differences of two columns of a task, seed by seed."""
    return [a[seed] - b[seed] for seed in sorted(a)]


def by_task(cells, a, b):
    """Mean and interval of a - b over tasks. The value of a task is the mean over its seeds."""
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
    """Mean and interval over tasks of the best randomized column minus the best plain column. The columns with the
    highest means are the best."""
    mean = statistics.fmean
    most = lambda row, randomized: mean(row[best_of(row, randomized, mean)].values())
    return interval([most(row, True) - most(row, False) for row in cells.values()])


def decided(cells):
    """Lists of tasks by the comparison of the best randomized column with the best plain column: "better", "worse",
    "undecided". The columns with the highest means are the best."""
    found = defaultdict(list)
    for task, row in cells.items():
        best = [row[best_of(row, randomized, statistics.fmean)] for randomized in (True, False)]
        mean, low, high = interval(differences(*best))
        found["better" if low > 0 else "worse" if high < 0 else "undecided"].append((mean, low, high, task))
    return {name: sorted(tasks, reverse=True) for name, tasks in found.items()}


def maxima(cells):
    """The highest score of randomized columns minus the highest score of plain columns, by task. Scores are rounded as
    printed."""
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
        "encodings, three seeds. The 11 encodings are the five below, with and without randomization, and `none`. The table",
        "shows the points of accuracy that randomization gains beyond the training lengths (95 % intervals over tasks):")
    table = ["| " + " | ".join(order) + " |", "|" + "---|" * len(order),
             "| " + " | ".join(span(pairs[name]) for name in order) + " |"]
    end = wrapped(
        f"Only the interval of `{known[0]}` excludes 0." if len(known) == 1 else
        f"The intervals of {listed(known)} exclude 0.",
        "By 95 % intervals over three seeds, the best randomized encoding is better than the best encoding with standard",
        f"positions on {better} of {len(cells)} tasks and worse on {worse}; {undecided} are",
        "[undecided](doc/sweeps.md#an-example).")
    return "\n\n".join([begin, "\n".join(table), end])


def passage_table1_tasks():
    cells = table1(kept("table1-small"), lambda run: run.score)
    gains = maxima(cells)
    won, shared = (sum(test(gain) for gain, _ in gains) for test in (lambda x: x > 0, lambda x: x == 0))
    better = [f"{task} {span(x)}" for *x, task in decided(cells).get("better", [])]
    return wrapped(
        f"On average over tasks the best randomized encoding is {span(best_gain(cells))} points above the best with standard",
        "positions.",
        f"On {len(better)} tasks, the interval of this difference over three seeds is above 0: {', '.join(better)}.",
        "If the best of three seeds counts, as in the paper, a randomized encoding has the highest score on",
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
        "[Decoders](doc/decoders.md) repeats the study of Kazemnejad et al. 2023 with small models. Beyond the training lengths,",
        f"the decoder {'without positional encoding (NoPE)' if best == 'none' else f'with {best}'} has the highest mean exact",
        f"match, {signed(means[best])} % over {len(cells)} tasks{', as in the paper' if best == 'none' else ''}. NoPE",
        f"outscores {listed([f'{name} by {span(gains[name])} points' for name in decided_by])} (95 % intervals over tasks);",
        f"the difference from {listed([f'{name}, {span(gains[name])} points,' for name in gains if name not in decided_by])}",
        "is undecided.")


def validations():
    with open(ROOT / "doc/experiments/scores.csv", encoding="utf-8") as file:
        return sorted(csv.DictReader(file), key=lambda row: int(row["step"]))


def key_of(row):
    return row["task"], row["encoding"], row["positions"], row["rate"], row["seed"]


def scores():
    """The last validation of each run, sorted by key."""
    last = {key_of(row): row for row in validations()}
    return {key: last[key] for key in sorted(last)}


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
    mean, low, high = (signed(x) for x in interval(units))
    return wrapped(
        "Within the training lengths, randomized positions lower the accuracy of small models by",
        f"[{mean} points on average](doc/positions.md#what-helps-an-algorithm) (95 % interval over tasks: {low} to {high};",
        f"{len(cells)} tasks, four encodings of Ruoss et al.).")


def table_of(heads, rows, right=True):
    """A Markdown table; columns other than the first are aligned right."""
    rule = "|---|" + ("---:|" if right else "---|") * (len(heads) - 1)
    return "\n".join(["| " + " | ".join(heads) + " |", rule, *("| " + " | ".join(row) + " |" for row in rows)])


def spread(numbers, digits):
    """Mean and range, as 83 (81..88)."""
    mean, low, high = (f"{x:.{digits}f}" for x in (statistics.fmean(numbers), min(numbers), max(numbers)))
    return mean if low == high else f"{mean} ({low}..{high})"


def decimal(x, digits=1):
    """Rounded half up, as the report does, with a proper minus sign and without a negative zero."""
    shown = f"{x + math.copysign(1e-9, x):.{digits}f}"
    return shown.replace("-", "−" if float(shown) else "")


def ranged(numbers, digits=1):
    """Mean and 95 % interval (Student's t), as 1.2 (-0.3..2.7)."""
    mean, low, high = (decimal(x, digits) for x in interval(numbers))
    return f"{mean} ({low}..{high})"


def wilson(percents):
    """Mean and 95 % interval (Wilson's, as in the report) of scores in percent."""
    share, count = statistics.fmean(percents) / 100, len(percents)
    if statistics.stdev(percents) < 1e-9:
        return decimal(100 * share)
    each = (quantile(count - 1) * statistics.stdev(percents) / 100) ** 2 / count / (share * (1 - share))
    middle = (share + each / 2) / (1 + each)
    half = math.sqrt(each * (share * (1 - share) + each / 4)) / (1 + each)
    low, high = max(middle - half, 0), min(middle + half, 1)
    return f"{decimal(100 * share)} ({decimal(100 * low)}..{decimal(100 * high)})"


def task_means(row):
    return {name: statistics.fmean(by_seed.values()) for name, by_seed in row.items()}


def bold(number, numbers):
    """The number, in bold if it is the best of its row and not all numbers are equal."""
    shown, others = decimal(number), {decimal(x) for x in numbers}
    return f"**{shown}**" if len(others) > 1 and shown == decimal(max(numbers)) else shown


def published(file):
    """The published numbers in a table of the report, by task and column."""
    found, heads, task = defaultdict(dict), [], ""
    for line in (ROOT / file).read_text(encoding="utf-8").splitlines():
        row = [c.strip().strip("*") for c in line.strip("|").split("|")]
        if row[0] == "task":
            heads = row
        elif row[0] == "published":
            found[task] = {h: c.split(" (")[0] for h, c in zip(heads[1:], row[1:]) if c}
        else:
            task = row[0].replace("\\", "").removesuffix(" †")
    return found


PATTERNS = {("rope", "causal"): "RoPE", ("none", "causal"): "NoPE", ("alibi", "causal"): "ALiBi",
            ("rope,rope,rope,none", "window,window,window,causal"): "`rnope-swa`",
            ("rope,rope,rope,none", "chunk,chunk,chunk,causal"): "`irope`",
            ("rope,rope,rope,none", "causal"): "`nope-every-4`", ("hard_alibi", "causal"): "`hard-alibi`"}


def passage_patterns(data, columns, factor, digits):
    """Means and ranges over seeds, by pattern; columns are (head, metric, length)."""
    cells = defaultdict(list)
    for run in kept("patterns-small"):
        for point in run.points if run.label("data") == data else ():
            for head, metric, length in columns:
                if point["length"] == length:
                    name = PATTERNS[run.label("encoding"), run.label("mask")]
                    cells[name, head].append(factor * point[metric])
    heads = [head for head, *_ in columns]
    return table_of(["pattern", *heads],
                    [[name, *(spread(cells[name, head], digits) for head in heads)] for name in PATTERNS.values()])


COPY = [*((f"{n}", "exact_match", n) for n in (20, 40, 80)),
        ("letters at 40", "token_accuracy", 40)]


# The studies of Kazemnejad et al. 2023

TEXT_TASKS = {"copy_rsc": "copy.rsc", "copy_rsc2x": "copy.rsc2x", "copy_rdc": "copy.rdc", "copy_cmc": "copy.cmc",
              "copy_cmc2x": "copy.cmc2x", "reverse_mc": "reverse.mc", "reverse_mc2x": "reverse.mc2x",
              "reverse_mcrv": "reverse.mcrv", "addition": "addition", "summation": "summation", "parity_text": "parity",
              "sort_single": "sort.single", "sort_multi": "sort.multi", "polynomial": "polynomial",
              "lego_chain": "LEGO", "scan": "SCAN", "pcfg": "PCFG"}
DECODERS = {"rope": "Rotary", "alibi": "ALiBi", "t5": "T5", "sinusoid": "APE", "none": "NoPE"}


def decoder_cells():
    """Exact match by task, encoding and seed."""
    cells = defaultdict(lambda: defaultdict(dict))
    for run in kept("nope-2023-small"):
        column = DECODERS[run.label("encoding")]
        cells[TEXT_TASKS[run.label("data")]][column][int(run.label("train.seed"))] = run.exact
    return cells


def passage_decoder_means():
    cells, paper, rows = decoder_cells(), published("doc/nope-2023-small/mean.md"), []
    for task in TEXT_TASKS.values():
        means = task_means(cells[task])
        shown = (f"{bold(means[name], means.values())} ({paper[task][name]})" for name in DECODERS.values())
        rows.append([task, *shown])
    return table_of(["task", *DECODERS.values()], rows)


def passage_decoder_pairs():
    cells, names = decoder_cells(), list(DECODERS.values())
    units = lambda a, b: [statistics.fmean(differences(cells[task][a], cells[task][b])) for task in cells]
    return table_of(["row − column", *names[1:]],
                    [[a, *("" if i < k else ranged(units(a, b)) for i, b in enumerate(names[1:]))]
                     for k, a in enumerate(names[:-1])])


FORMATS = {"none": "none", "full": "full", "no_input": "no input", "no_computation": "no computation",
           "no_output": "no output", "no_variables": "no variables", "no_rest": "no rest", "minimal": "minimal"}


def step_cells(value):
    """Lists of means of the encodings, by task and scratchpad format."""
    cells = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for run in kept("nope-2023-scratchpad-small"):
        steps, encoding = FORMATS[run.label("data.scratchpad")], run.label("encoding")
        cells[TEXT_TASKS[run.label("data")]][steps][encoding].append(value(run))
    return {task: {steps: [statistics.fmean(x) for x in by_encoding.values()] for steps, by_encoding in row.items()}
            for task, row in cells.items()}


STEP_TASKS = ("addition", "summation", "parity", "polynomial", "sort.single", "sort.multi", "LEGO")


def passage_steps():
    cells, rows = step_cells(lambda run: run.exact), []
    for task in STEP_TASKS:
        means = {name: statistics.fmean(x) for name, x in cells[task].items()}
        rows.append([task, *(bold(means[name], means.values()) if name in means else "" for name in FORMATS.values())])
    return table_of(["task", *FORMATS.values()], rows)


def passage_steps_in_range():
    cells = step_cells(lambda run: run.within("exact_match"))
    return table_of(["task", *FORMATS.values()],
                    [[task, *(wilson(cells[task][name]) if name in cells[task] else "" for name in FORMATS.values())]
                     for task in STEP_TASKS])


# Recurrent networks

CELLS = {("elman", "none"): "RNN", ("lstm", "none"): "LSTM", ("elman", "stack"): "Stack-RNN",
         ("elman", "nd_stack"): "ND-Stack-RNN", ("elman", "tape"): "Tape-RNN"}


def recurrent_cells(folder):
    """Scores by task, network and seed."""
    cells = defaultdict(lambda: defaultdict(dict))
    for run in kept(folder):
        if run.label("architecture") == "recurrent":
            column = CELLS[run.label("cell"), run.label("store")]
        else:
            column = ("R " if run.label("positions") == "randomized" else "") + ENCODINGS[run.label("encoding")]
        cells[run.label("data")][column][int(run.label("train.seed"))] = run.score
    return cells


def passage_recurrent():
    """Tasks that a network learns at least in part, and the highest score on the remaining tasks."""
    cells = {task: task_means(row) for task, row in sorted(recurrent_cells("recurrent-tasks-small").items())}
    learned = [task for task, means in cells.items() if max(means.values()) >= 60]
    others = [task for task in cells if task not in learned]
    rows = [[task, *(bold(cells[task][name], cells[task].values()) for name in CELLS.values())] for task in learned]
    most = max(x for task in others for x in cells[task].values())
    return (table_of(["task", *CELLS.values()], rows) + "\n\n" +
            wrapped(f"No network exceeds {decimal(most)} % on {listed(others)}."))


def passage_beyond():
    cells = recurrent_cells("recurrent-beyond-small")
    names, tasks = ["RNN", "LSTM", "Stack-RNN", "Tape-RNN", "R relative"], ["reverse_string", "duplicate_string"]
    plain = [name for name in cells[tasks[0]] if name not in names]
    shown = {"R relative": "Transformer, randomized relative"}
    seeds = lambda row: ", ".join(decimal(x) for x in sorted(row.values(), reverse=True))
    most = (decimal(max(x for name in plain for x in cells[task][name].values())) for task in tasks)
    return table_of(["network", *(f"`{task}`" for task in tasks)],
                    [*([shown.get(name, name), *(seeds(cells[task][name]) for task in tasks)] for name in names),
                     ["other Transformers", *(f"at most {x}" for x in most)]])


# The catalogue of positions

CATALOGUE = {"none": "none", "sinusoid": "sin/cos", "learned": "learned", "relative": "relative", "shaw": "Shaw",
             "t5": "T5", "tupe": "TUPE", "alibi": "ALiBi", "kerple": "KERPLE", "sandwich": "Sandwich", "fire": "FIRE",
             "rope": "RoPE", "xpos": "causal xpos", "cope": "causal CoPE"}


def catalogue_column(run):
    encoding, positions = run.label("encoding"), run.label("positions")
    if run.label("attention") == "geometric":
        return "plain", "geometric"
    if encoding == "none" and run.label("mask") == "causal":
        return "plain", "causal none"
    if positions in ("shifted", "augmented"):
        return "plain", {"shifted": "SHAPE", "augmented": "CAPE"}[positions]
    kind = "window" if run.label("eval.with") else "randomized" if positions == "randomized" else "plain"
    return kind, CATALOGUE[encoding]


def catalogue(value):
    """Means over seeds by kind and name of the encoding. Each is a list over all tasks in the same order."""
    cells = defaultdict(lambda: defaultdict(list))
    for run in kept("positions-tasks-small"):
        cells[catalogue_column(run)][run.label("data")].append(value(run))
    return {key: [statistics.fmean(tasks[task]) for task in sorted(tasks)] for key, tasks in cells.items()}


def catalogue_cells():
    """Scores by task, column of the report and seed."""
    cells, marks = defaultdict(lambda: defaultdict(dict)), {"plain": "", "window": "W ", "randomized": "R "}
    for run in kept("positions-tasks-small"):
        kind, name = catalogue_column(run)
        column = marks[kind] + name.replace("xpos", "XPOS")
        cells[run.label("data")][column][int(run.label("train.seed"))] = run.score
    return cells


def passage_catalogue():
    beyond, within, rows = catalogue(lambda run: run.score), catalogue(lambda run: run.within()), []
    mean = lambda key: decimal(statistics.fmean(beyond[key])) if key in beyond else ""
    gain = lambda cells, name: ranged([a - b for a, b in zip(cells["randomized", name], cells["plain", name])])
    plain = sorted((name for kind, name in beyond if kind == "plain"),
                   key=lambda name: -max(statistics.fmean(x) for (_, other), x in beyond.items() if other == name))
    both = [name for name in plain if ("randomized", name) in beyond]
    for name in both:
        rows.append([name, *(mean((kind, name)) for kind in ("plain", "window", "randomized")),
                     gain(beyond, name), gain(within, name)])
    others = ", ".join(f"{name} {mean(('plain', name))}" for name in plain if name not in both)
    return (table_of(["encoding", "plain", "window", "randomized", "gain beyond", "gain within"], rows) + "\n\n" +
            wrapped(f"Others, plain (*causal*: with a causal mask): {others}."))


WITH = {"": "RoPE", "mask: window": "RoPE+window", "mask: bca": "RoPE+BCA",
        "positions: interpolated": "RoPE+interpolation", "encoding.frequencies: ntk": "RoPE+NTK",
        "encoding.frequencies: parts_index": "RoPE+YaRN", "encoding.clip: 64": "RoPE+ReRoPE",
        "scale: log_n": "RoPE+log-n"}
TEXT_ROWS = ["none", "sinusoid", "SHAPE", *WITH.values(), "xpos+BCA", "ALiBi", "KERPLE", "Sandwich", "T5",
             "Transformer-XL", "Transformer-XL+memory"]


def text_row(run):
    encoding, other = run.label("encoding"), run.label("eval.with")
    if encoding == "rope":
        return WITH[other.split(",")[0]]
    if encoding == "relative":
        return "Transformer-XL+memory" if other else "Transformer-XL"
    names = {**CATALOGUE, "sinusoid": "sinusoid", "xpos": "xpos+BCA"}
    return "SHAPE" if run.label("positions") == "shifted" else names[encoding]


def text_cells():
    """Perplexities by row, length and seed."""
    cells = defaultdict(lambda: defaultdict(dict))
    for run in kept("positions-text-small"):
        for point in run.points:
            cells[text_row(run)][point["length"]][int(run.label("train.seed"))] = point["perplexity"]
    return cells


def passage_text(lengths):
    cells, rows = text_cells(), []
    best = {n: min(round(statistics.fmean(row[n].values()), 2) for row in cells.values()) for n in lengths}
    for name in TEXT_ROWS:
        shown = []
        for n in lengths:
            mean, low, _ = interval(list(cells[name][n].values()))
            digits = 2 if mean - low < 0.95 else 1
            text, half = decimal(mean, digits), decimal(mean - low, digits if mean - low < 9.5 else 0)
            shown.append((f"**{text}**" if round(mean, 2) == best[n] else text) + f"±{half}")
        rows.append([name, *shown])
    return table_of(["positions", *map(str, lengths)], rows)


# Experiments


def passage_all_scores():
    """The last score of each seed, and the first validation with 90 %."""
    first, groups, rows = {}, defaultdict(list), []
    for row in validations():
        if float(row["score_percent"]) >= 90:
            first.setdefault(key_of(row), int(row["step"]))
    for key, row in scores().items():
        groups[key[:4]].append((float(row["score_percent"]), int(row["step"]), first.get(key)))
    for (task, encoding, positions, rate), seeds in groups.items():
        passed = {step for *_, step in seeds}
        shown = "never" if passed == {None} else ", ".join(f"{step:,}" for step in sorted(passed))
        rows.append([task, f"{positions}, {encoding}", rate, f"{seeds[0][1]:,}",
                     ", ".join(f"{score:.1f}" for score, *_ in seeds), shown])
    heads = ["task", "positions, encoding", "learning rate", "steps", "score of each seed, %", "first step with 90 %"]
    return table_of(heads, rows, False)


def passage_sinusoid_gain():
    of = lambda positions: {key[4]: float(row["score_percent"]) for key, row in scores().items()
                            if key[:3] == ("bucket_sort", "sinusoid", positions)}
    gain = span(interval(differences(of("randomized"), of("standard"))))
    return wrapped(f"On bucket_sort with sinusoids, randomized positions gain {gain} points (95 % interval, three",
                   "paired seeds). The other two tasks have one seed and no interval.")


def passage_claims_page():
    """The counts on the page of claims. A test of the command line checks that page."""
    page = (ROOT / "doc" / "claims.md").read_text(encoding="utf-8")
    counts = re.search(r"^(\d+) claims: (\d+) hold, (\d+) refuted at this size, (\d+) undecided, (\d+) not measured", page, re.M)
    total, hold, refuted, undecided, missing = counts.groups()
    return wrapped(f"[Claims](doc/claims.md) tests {total} statements from the papers by fixed rules: {hold} hold, {refuted} are "
                   f"refuted at this size, {undecided} are undecided and {missing} not measured.",
                   "`lengthen claim my.yaml` tests [yours](doc/reports.md#claims).")


PASSAGES = {"doc/patterns.md": {"copy": lambda: passage_patterns("copy_cmc", COPY, 100, 0),
                                "text": lambda: passage_patterns("text", [(f"{n}", "perplexity", n)
                                                                          for n in (128, 256, 512)], 1, 2)},
            "doc/decoders.md": {"means": passage_decoder_means, "pairs": passage_decoder_pairs, "steps": passage_steps},
            "doc/nope-2023-scratchpad-small/in_range.md": {"steps": passage_steps_in_range},
            "doc/recurrent.md": {"beyond": passage_beyond, "tasks": passage_recurrent},
            "doc/positions.md": {"tasks": passage_catalogue, "text": lambda: passage_text([128, 256, 2048])},
            "doc/positions-text-small/lengths.md": {"text": lambda: passage_text([128, 256, 512, 1024, 2048])},
            "doc/experiments.md": {"scores": passage_all_scores, "gain": passage_sinusoid_gain},
            "doc/sweeps.md": {"table 1 by task": passage_table1_tasks},
            "README.md": {"claims page": passage_claims_page, "decoders": passage_decoders, "experiments": passage_experiments,
                          "in range": passage_in_range, "table 1": passage_table1}}


# ---- comparing ------------------------------------------------------------------------------------------------------


def replaced(text, name, passage):
    pattern = re.compile(rf"(<!-- quoted: {re.escape(name)} -->\n).*?(\n<!-- end -->)", re.S)
    if len(pattern.findall(text)) != 1:
        sys.exit(f"quoted.py: no passage, or more than one: {name}")
    return pattern.sub(lambda m: m.group(1) + passage + m.group(2), text)


def check_table(file, cells, measure=statistics.fmean):
    """Cells in a table of the report that differ from those of the kept runs (by task, column and seed)."""
    wrong, heads = [], None
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


def check_tables():
    table_1, tasks = table1(kept("table1-small"), lambda run: run.score), recurrent_cells("recurrent-tasks-small")
    steps = {task: {name: dict(enumerate(x)) for name, x in row.items()}
             for task, row in step_cells(lambda run: run.exact).items()}
    return (check_table("doc/table1-small/mean.md", table_1) + check_table("doc/table1-small/best.md", table_1, max) +
            check_table("doc/nope-2023-small/mean.md", decoder_cells()) +
            check_table("doc/nope-2023-scratchpad-small/mean.md", steps) +
            check_table("doc/positions-tasks-small/mean.md", catalogue_cells()) +
            check_table("doc/recurrent-beyond-small/mean.md", recurrent_cells("recurrent-beyond-small")) +
            check_table("doc/recurrent-tasks-small/mean.md", tasks) +
            check_table("doc/recurrent-tasks-small/best.md", tasks, max))


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
                print(f"{document}: the passage '{name}' differs from the kept results (tools/quoted.py --write):")
                print(passage)
                status = 1
            text = made
        if wanted == ["--write"] and text != known:
            path.write_text(text, encoding="utf-8")
    wrong = check_tables()
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else status


if __name__ == "__main__":
    sys.exit(main())
