#!/usr/bin/python3
"""oracle.py: checks trained models independently, in PyTorch and double precision.

The C library and the models of the Python package (python/lengthen/models) were written independently from the same
formulas and share no code. A probe of a run has a batch, its logits, its loss and the gradient of every parameter. This
program recomputes the probe with the Python package and automatic differentiation. Any difference is a bug in the
library or in the package.
"""
import argparse
import json
import math
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
try:
    import numpy
    import torch
    import lengthen
    from lengthen.models import opened_model
    from lengthen.models.masks import documents
    from lengthen.models.module import END, laid_out
    from lengthen.models.positions import name_of, readers
    from lengthen.models.stack import rows_of_memory
except ImportError as missing:
    torch = None
    MISSING = missing.name

EXAMPLES = """examples:
  oracle.py runs/reverse            compare runs/reverse/probe.safetensors with PyTorch's logits, loss and gradients
  oracle.py --each runs/*           one line per tensor instead of one per group
  oracle.py --tolerance 1e-6 runs/a
  oracle.py --decoding samples.jsonl answers.jsonl runs/a       greedy decoding, token by token
  oracle.py --search samples.jsonl translations.jsonl runs/a    beam search, with scores
  oracle_selftest.py                check this file's own formulas against published vectors

exit status: 0 agreement, 1 failure (a file is missing or cannot be checked), 2 usage, 5 difference above the tolerance
"""
TOLERANCE = {"float32": 1e-4, "float64": 1e-9}
FLOOR = {"float32": 1e-2, "float64": 1e-3}  # see compare
ROUNDING = 8  # float32 runs may have 8 times PyTorch's own float32 error, if that is larger than the tolerance
MOST = 1e-2  # upper limit of 8 times PyTorch's error


def model_of(config, arrays, kind=None):
    """The module of a run, in double precision unless `kind` names another data type."""
    return opened_model("model.safetensors", config, arrays).to(kind or torch.float64)


def objective(config, logits, target):
    """The loss of each target: cross-entropy with label smoothing, plus the z-loss (loss.z times the squared log of the
    partition function). Smoothing is spread evenly over all V classes (Szegedy et al. 2016) or over the V - 1 wrong
    classes (fairseq)."""
    smoothing, count = config.get("loss.smoothing", 0), logits.shape[-1]
    truth = torch.nn.functional.one_hot(target, count).to(logits.dtype)
    everywhere = torch.full_like(logits, 1 / count)
    elsewhere = (1 - truth) / max(count - 1, 1)
    spread = elsewhere if config.get("loss.smoothing_over") == "others" else everywhere
    wanted = (1 - smoothing) * truth + smoothing * spread
    partition = torch.logsumexp(logits, -1)
    return (wanted * (partition[..., None] - logits)).sum(-1) + config.get("loss.z", 0) * partition**2


class Relu:
    """A ReLU that records the arguments within `margin` of its kink. Another data type may round such an argument to
    the other side of the kink. This changes gradients but is not an error. `turned` has the arguments that are moved to
    the other side here. A ReLU is identified by the number of ReLUs that a pass has computed before it."""

    def __init__(self, margin=0.0):
        self.margin, self.near, self.turned, self.calls = margin, [], set(), 0

    def __call__(self, x):
        active, call = (x > 0).view(-1), self.calls
        self.calls += 1
        self.near += [(call, i) for i in (x.abs() <= self.margin).view(-1).nonzero()[:, 0].tolist()]
        for i in (i for c, i in self.turned if c == call):
            active[i] = ~active[i]
        return x * active.view(x.shape)


# ---- positions ------------------------------------------------------------------------------------------------------


def begins_anew(draw, tokens, separator):
    """Are the positions of each document 0, 1, 2, ...? draw, tokens: [T]."""
    index = torch.arange(len(tokens))
    of = documents(tokens, separator)
    first = torch.stack([index[of == d].min() for d in of])
    return draw == (index - first).tolist()


def check_draws(model, probe, lengths, ids):
    """Are the positions of a sequence possible samples of the run's samplers? probe: arrays by name; lengths: number of
    tokens of each stream; ids [T]: the sequence."""
    sides = {}
    for own, stream, name in readers(model):
        tokens, full = lengths[stream], f"positions.{name_of(stream, name)}"
        if full not in probe:
            continue
        draw = probe[full].tolist()
        if len(draw) not in (tokens, 2 * tokens - 1):
            raise lengthen.Refused(f"{full}: shape {probe[full].shape}, expected {tokens} numbers")
        chunked = own.mask == "chunk" and not stream and not name.startswith("cross.")  # positions restart in chunks
        chunk = min(own.chunk, tokens) if chunked else tokens
        part, repeats = first_chunk(draw, tokens, chunk)
        if own.positions == "document" and not begins_anew(draw, ids, own.law["separator"]):
            raise lengthen.Refused(f"{full}: positions do not restart at documents")
        augmented = own.positions == "augmented" and not name.startswith("cross.")
        if augmented:
            sides.setdefault(name, []).append((part, own.law.get("source_factor", 1) if stream else 1))
        good = augmented_as_one(own.law, sides[name]) if augmented else lawful(own, part, chunk)
        if not (repeats and good):
            raise lengthen.Refused(f"{full}: not a valid draw of {own.positions} positions")


def first_chunk(draw, tokens, chunk):
    """The positions of the first chunk, and whether all chunks repeat them. Distances to tokens outside the chunk are 0
    (unused)."""
    if len(draw) == tokens:
        return draw[:chunk], all(p == draw[t % chunk] for t, p in enumerate(draw))
    outside = tokens - chunk
    return draw[outside : len(draw) - outside], not any(draw[:outside] + draw[len(draw) - outside :])


def lawful(model, draw, tokens):
    """Is this a possible position sample? The rule depends on the sampler:
    - randomized, positions: ascending in 0..L-1
    - randomized, distances: 0 at the token itself, ascending in 1..L-1 to the right. The left side mirrors the right
      side, or is drawn independently.
    - unsorted: distinct positions
    - released: L-1 at the token itself and to its right, ascending values in 1..L-1 to its left
    - other samplers: see lawful_by_formula"""
    ascending = lambda values, low, high: all(
        a < b for a, b in zip([low - 1, *values], [*values, high + 1])) and all(x == int(x) for x in values)
    if model.positions == "document":
        return True  # see begins_anew
    if model.positions == "standard":
        return draw in (list(range(tokens)), list(range(1 - tokens, tokens)))
    if model.positions not in ("randomized", "unsorted", "released"):
        return lawful_by_formula(model.positions, model.law, draw, tokens)
    last = model.law["L"] - 1
    if len(draw) == tokens:
        return ascending(draw if model.positions == "randomized" else sorted(draw), 0, last)
    left, own, right = draw[: tokens - 1], draw[tokens - 1], draw[tokens:]
    if model.positions == "released":
        return own == last and right == [last] * len(right) and ascending(left, 1, last)
    mirrored = model.law.get("both_sides") or left == [-x for x in reversed(right)]
    return own == 0 and mirrored and ascending(right, 1, last) and ascending(left, -last, -1)


def lawful_by_formula(sampler, law, draw, tokens):
    """The check of `lawful` for samplers with a formula. law: the options of the sampler by short name. Rules:
    - shifted: consecutive positions from an offset in 0..K
    - augmented: see augmented_as_one
    - interpolated, equal_mean: evenly spaced positions from 0
    - clipped: distances that are cut at a width, or grow more slowly beyond the width"""
    number = law.__getitem__
    close = lambda a, b: abs(a - b) <= 1e-9 * (1 + abs(b))
    near = lambda wanted: len(draw) == len(wanted) and all(map(close, draw, wanted))
    index = list(range(tokens)) if len(draw) == tokens else list(range(1 - tokens, tokens))
    if sampler == "shifted":
        offset = draw[0] if len(draw) == tokens else 0
        return offset == int(offset) and 0 <= offset <= number("shift") and near([offset + i for i in index])
    if sampler == "augmented":
        return augmented_as_one(law, [(draw, 1)])
    if sampler == "interpolated":
        trained = number("trained")
        step = number("factor") * (min(1, trained / tokens) if trained else 1)
        return near([i * step for i in index])
    if sampler == "equal_mean":
        step = draw[-1] / (tokens - 1) if tokens > 1 else 0
        longest = number("longest") if law["law"] == "beta" else math.inf
        if law["law"] == "fixed" or tokens >= longest:
            return near([i * tokens / max(tokens - 1, 1) for i in index])
        return 0 <= draw[-1] < longest and near([i * step for i in index])
    width, compress = number("width"), number("compress")
    far = lambda i: min(i, width + (i - width) / compress if compress and i > width else width)
    return near([math.copysign(far(abs(i)), i) for i in index])


def augmented_as_one(law, sides):
    """Can the positions p of all tokens be written as (x + delta + eps) lambda with one delta and one lambda
    (Likhomanenko et al. 2021)? The tokens are those of a sequence, or of a source and its target. sides: positions and
    spacing of the tokens of each. With mu = 1 / lambda, p mu - x = delta + eps. Each token bounds mu, since |delta + eps|
    is at most global_shift + local_shift. Each pair of tokens bounds mu, since delta is the same and the two eps differ
    by at most 2 local_shift."""
    shift, local, scale = (law[key] for key in ("global_shift", "local_shift", "max_scale"))
    points = []
    for draw, step in sides:
        mean = step * (len(draw) - 1) / 2 if law["center"] else 0
        points += [(p, step * t - mean) for t, p in enumerate(draw)]
    bounds = [(p - q, x - y + 2 * local) for p, x in points for q, y in points]
    bounds += [(sign * p, sign * x + local + shift) for p, x in points for sign in (1, -1)]
    low, high = 1 / scale, scale
    for factor, most in bounds:  # factor mu <= most
        if abs(factor) < 1e-12:
            low = low if most > -1e-9 else math.inf
        elif factor > 0:
            high = min(high, most / factor)
        else:
            low = max(low, most / factor)
    return low <= high + 1e-9


# ---- probes ---------------------------------------------------------------------------------------------------------


def evaluate(model, probe, relu=None):
    """Logits, mean loss and the gradient of every parameter for the batch of a probe."""
    for name in ("input", "target"):
        if name not in probe or probe[name].ndim != 2:
            raise lengthen.Refused(f"the probe has no matrix '{name}'")
    given, target = (torch.tensor(probe[name]).long() for name in ("input", "target"))
    draws = {name: numpy.array(x) for name, x in probe.items() if name.startswith("positions.")}
    wrong = [name for name, x in draws.items() if x.ndim == 2 and len(x) != len(given)]
    if wrong:
        raise lengthen.Refused(f"{wrong[0]}: {len(probe[wrong[0]])} draws for {len(given)} sequences")
    tokens, _ = laid_out(model.settings, given, target)
    for i, ids in enumerate(tokens):
        own = {name: x[i] if x.ndim == 2 else x for name, x in draws.items()}
        check_draws(model.settings, own, {"": len(ids), "source.": given.shape[1]}, ids)
    model.zero_grad(set_to_none=True)
    model.settings.auxiliary = []
    model.settings.relu = relu or torch.relu
    if relu:
        relu.calls = 0
    logits = model(given, target=target, positions={name[10:]: x for name, x in draws.items()} or None)
    loss = objective(model.settings.config, logits, target).mean()
    extra = torch.as_tensor(sum(model.settings.auxiliary) / len(given))
    (loss + extra).backward()
    result = {"logits": logits, "loss": loss}
    if "expert_loss" in probe:
        result["expert_loss"] = extra
    for name, weight in model.named_parameters():
        result[f"grad.{name}"] = torch.zeros_like(weight) if weight.grad is None else weight.grad
    return {name: value.detach().numpy() for name, value in result.items()}


# ---- segment memory -------------------------------------------------------------------------------------------------


class Text:
    """The text of a run with a segment memory, and its text streams (lanes). The last bytes are the test split."""

    def __init__(self, config):
        with open(config["data.file"], "rb") as file:
            self.bytes = torch.tensor(list(file.read()))
        test = int(len(self.bytes) * config["data.test_fraction"])
        self.split = len(self.bytes) - test
        self.lanes, self.length = config["train.batch"], config["curriculum.lengths"]

    def segment(self, begins, length):
        """Inputs and targets [lanes, length] of the segments that begin at these bytes."""
        rows = torch.stack([self.bytes[b : b + length + 1] for b in begins])
        return rows[:, :-1], rows[:, 1:]

    def training(self, step):
        """The number of the segment, and the first byte of each lane's segment, at a training step."""
        number = step % ((self.split // self.lanes - 1) // self.length)
        return number, [lane * self.split // self.lanes + number * self.length for lane in range(self.lanes)]

    def test(self, config, length, remembered):
        """For each step: the first byte of each lane's segment, and the number of last targets of the segment that are
        scored (none while the memory fills). The same bytes at the end of the text are scored at every length."""
        lengths = [int(n) for n in str(config["eval.lengths"]).split(",")]
        size, lanes = len(self.bytes) - self.split, config["eval.lanes"]
        wanted = config["eval.targets"] or config["eval.sequences"] * min(lengths)
        count = min(wanted, size - 2 * max(lengths) - remembered)
        n, fill = -(-count // length), -(-remembered // length)
        sizes = [n // lanes + (lane < n % lanes) for lane in range(lanes)]
        firsts = [sum(sizes[:lane]) for lane in range(lanes)]
        for step in range(-fill, max(sizes)):
            numbers = [first + step for first, own in zip(firsts, sizes) if step < own]
            begins = [len(self.bytes) - 1 - (n - i) * length for i in numbers]
            yield begins, [0 if step < 0 else length if i > 0 else count - (n - 1) * length for i in numbers]


def beginning(model, lanes):
    """The empty memory, for the beginning of a text."""
    kind, settings = next(model.parameters()).dtype, model.settings
    empty = torch.zeros(lanes, 0, 2 * settings.key_width, dtype=kind)
    rows = torch.zeros(lanes, settings.memory if settings.zeros else 0, settings.width, dtype=kind)
    return [empty if "k" in letters else rows            for letters in settings.order]


def read_segment(model, given, target, past):
    """The loss of each token of a segment; reads the memory `past` and updates it."""
    settings, total, draws = model.settings, rows_of_memory(model.settings, past) + given.shape[1], None
    if settings.positions == "clipped":  # clamp_len: clips distances; those of later keys are unused
        draws = numpy.arange(1.0 - total, total).clip(-settings.law["width"], settings.law["width"])
    logits = model.logits_at(given, 0, given.shape[1], draws, past=past)
    return objective(settings.config, logits, target)


def train_segments(model, text, steps):
    """Memory, mean loss and gradients of the last of `steps` training steps that do not change parameters."""
    unlearned = text.length // 2 if model.settings.config.get("loss.half") else 0
    for step in range(steps):
        number, begins = text.training(step)
        if number == 0:
            past = beginning(model, len(begins))
        with torch.no_grad():
            loss = read_segment(model, *text.segment(begins, text.length), past)[:, unlearned:].mean()
    # Repeats the last step with gradients, from the memory before it.
    number, begins = text.training(steps - 1)
    before = beginning(model, len(begins))
    for i in range(number):
        read_segment(model, *text.segment([b + (i - number) * text.length for b in begins], text.length), before)
    read_segment(model, *text.segment(begins, text.length), before)[:, unlearned:].mean().backward()
    result = {"loss": loss}
    for i, (memory, letters) in enumerate(zip(past, model.settings.order)):
        if "k" in letters:
            keys, values = memory.chunk(2, -1)
            result.update({f"state.block.{i}.store.keys": keys, f"state.block.{i}.store.values": values})
        elif model.settings.memory:
            result[f"state.block.{i}.memory"] = memory
    for name, weight in model.named_parameters():
        result[f"moment1.{name}"] = torch.zeros_like(weight) if weight.grad is None else weight.grad
    return result


def test_segments(model, text, config, length):
    """The mean loss on the test split, with the memory of evaluation."""
    settings = model.settings
    settings.memory = config["eval.memory"] or settings.memory
    stored = config.get("memorizing.size", 0) if any("k" in letters for letters in settings.order) else 0
    past, losses = None, []
    for begins, scored in text.test(config, length, max(settings.memory, stored)):
        past = [m[: len(begins)] for m in past] if past else beginning(model, len(begins))
        rows = read_segment(model, *text.segment(begins, length), past)
        losses += [row[length - last :] for row, last in zip(rows, scored)]
    return torch.cat(losses).mean()


def segments_truth(config, arrays, lengths, kind=None):
    """Loss, memory and gradients of training, and the mean test loss at these lengths, by name."""
    text = Text(config)
    truth = train_segments(model_of(config, arrays, kind), text, config["train.steps"])
    with torch.no_grad():
        truth.update({f"test.{n}": test_segments(model_of(config, arrays, kind).eval(), text, config, n)
                      for n in lengths})
    return {name: value.detach().numpy() for name, value in truth.items()}


def read_segments_run(directory, config):
    """The program's results, with the names that segments_truth uses, and the lengths of its tests."""
    for key, needed in (("train.lr", 0), ("optimizer.beta1", 0), ("model.dropout", 0), ("train.clip", 0)):
        if config[key] != needed:
            raise lengthen.Refused(f"{key}: expected {needed} for a run with curriculum segments")
    found = lengthen.read_safetensors(os.path.join(directory, "state.safetensors"))
    with open(os.path.join(directory, "metrics.jsonl"), encoding="utf-8") as lines:
        found["loss"] = numpy.array(json.loads(list(lines)[-1])["loss"])
    with open(os.path.join(directory, "eval.jsonl"), encoding="utf-8") as lines:
        tests = {x["length"]: numpy.array(x["cross_entropy"]) for x in map(json.loads, lines)}
    return {**found, **{f"test.{n}": value for n, value in tests.items()}}, list(tests)


def compare_segments(found, truth, kind):
    """(name, relative error of the norm, largest relative error of an element) of every tensor."""
    whole = math.sqrt(sum(float((g**2).sum()) for name, g in truth.items() if name.startswith("moment1.")))
    floor = lambda name: FLOOR[kind] * max(whole, 1) if name.startswith("moment1.") else 1e-300
    for name, value in truth.items():
        if found[name].shape != value.shape:
            raise lengthen.Refused(f"{name}: expected shape {value.shape}, found {found[name].shape}")
    return [(name, *errors(found[name], value, floor(name))) for name, value in truth.items()]


def judge_segments(directory, config, arrays, tolerance, out):
    """Checks a run with a segment memory. Its training must not change parameters (train.lr 0, optimizer.beta1 0, no
    dropout, no clipping), so that the first moments are the gradients of the last step."""
    kind = str(next(iter(arrays.values())).dtype)
    found, lengths = read_segments_run(directory, config)
    truth = segments_truth(config, arrays, lengths)
    tolerance = tolerance if tolerance is not None else TOLERANCE[kind]
    rows = compare_segments(found, truth, kind)
    own = lambda: segments_truth(config, arrays, lengths, torch.float32)
    again = lambda: compare_segments(own(), truth, kind)
    tolerance, words = allowed(tolerance, kind, rows, again)
    made_of = ", ".join(str(config[name]) for name in (
        "architecture.memory", "model.order", "encoding", "mask", "block", "architecture.memory_start"))
    print(f"{directory}: {kind}, memory {made_of}; tolerance {tolerance:g}{words}", file=out)
    printed = lambda name: name == "loss" or name.startswith("test.")  # nine digits
    bad = [row[0] for row in rows if not good(row, max(tolerance, 1e-8) if printed(row[0]) else tolerance)]
    for name, norm, worst in rows:
        print(f"  {name:44} norm {norm:8.2e}  element {worst:8.2e}{'  DIFFERS' if name in bad else ''}", file=out)
    print(f"  {'agrees' if not bad else 'differs: ' + ', '.join(bad)}", file=out)
    return not bad


# ---- comparison -----------------------------------------------------------------------------------------------------


def errors(found, truth, floor):
    """The errors of the norm and of the worst element, relative to the true norm and the largest true element. If one
    of these is below `floor`, the error is relative to `floor`."""
    found, truth = found.astype(float).ravel(), truth.ravel()
    difference = found - truth
    return (numpy.linalg.norm(difference) / max(numpy.linalg.norm(truth), floor),
            numpy.abs(difference).max(initial=0) / max(numpy.abs(truth).max(initial=0), floor))


def compare(probe, truth, kind):
    """(name, relative error of the norm, largest relative error of an element) of every tensor."""
    for name in truth:
        size = truth[name].size
        if name not in probe or probe[name].size != size:
            raise lengthen.Refused(f"the probe has no tensor '{name}' of {size} numbers")
    extra = [name for name in probe if name.startswith("grad.") and name not in truth]
    if extra:
        raise lengthen.Refused(f"the probe has gradients of unknown parameters: {', '.join(extra)}")
    # If the true gradient of a tensor is negligible compared with all other gradients, the computed gradient is mostly
    # rounding. The same holds if it is negligible compared with 1, the size of its summands in a model that has stopped
    # learning. In float32 this is common: if all tokens are similar, gradients of queries and keys are small
    # differences of numbers as large as the gradients of values.
    whole = math.sqrt(sum((g**2).sum() for name, g in truth.items() if name.startswith("grad.")))
    return [(name, *errors(probe[name], value, FLOOR[kind] * max(whole, 1) if name.startswith("grad.") else 1e-300))
            for name, value in truth.items()]


def best_comparison(model, probe, kind, tolerance):
    """Returns the result of compare() with the true values, and 0. If the errors are too large, moves ReLU arguments
    that are zero up to rounding to the other side of the kink, one after another while the errors decrease. Then
    returns the best comparison and the number of moved arguments."""
    relu = Relu(100 * numpy.finfo(kind).eps)
    rows = compare(probe, evaluate(model, probe, relu), kind)
    wrong = lambda rows: sum(row[1] ** 2 for row in rows)
    near, better = list(relu.near), any(not good(row, tolerance) for row in rows)
    while better:
        better = False
        for kink in near:
            relu.turned ^= {kink}
            turned_rows = compare(probe, evaluate(model, probe, relu), kind)
            if wrong(turned_rows) < wrong(rows):
                rows, better = turned_rows, True
            else:
                relu.turned ^= {kink}
    return rows, len(relu.turned)


def allowed(tolerance, kind, rows, again):
    """The tolerance, and a note about it. Where gradients nearly cancel, any program loses digits in float32. The error
    of a run may therefore be ROUNDING times the error of PyTorch in float32 (at most MOST), if this is larger than the
    tolerance. again(): the rows of PyTorch in float32."""
    if kind != "float32" or all(good(row, tolerance) for row in rows):
        return tolerance, ""
    own = max(max(row[1:]) for row in again())
    if not ROUNDING * own > tolerance:  # NaN too
        return tolerance, ""
    return max(tolerance, min(ROUNDING * own, MOST)), f", because PyTorch's own error in float32 is {own:.1e}"


def good(row, tolerance):
    return row[1] <= tolerance and row[2] <= tolerance  # false for NaN


def grouped(rows):
    """One row per kind of parameter, with the largest errors of all blocks."""
    groups = {}
    for name, *pair in rows:
        kind = re.sub(r"block\.\d+\.", "block.*.", name)
        groups[kind] = [float(numpy.maximum(a, b)) for a, b in zip(pair, groups.get(kind, (0, 0)))]
    return [(name, *pair) for name, pair in groups.items()]


def judge(directory, probe_name, tolerance, each, out):
    """Prints the comparison of one run. True if all errors are within the tolerance."""
    arrays = lengthen.read_safetensors(os.path.join(directory, "model.safetensors"))
    config = lengthen.read_config(os.path.join(directory, "config.yaml"))
    if config.get("curriculum") == "segments":
        return judge_segments(directory, config, arrays, tolerance, out)
    probe_path = os.path.join(directory, probe_name)
    if not os.path.exists(probe_path):
        raise lengthen.Refused(f"{probe_path} is missing: write it with lg_run_probe")
    probe = lengthen.read_safetensors(probe_path)
    model = model_of(config, arrays)
    kind = str(next(iter(arrays.values())).dtype)
    tolerance = tolerance if tolerance is not None else TOLERANCE[kind]
    rows, turned = best_comparison(model, probe, kind, tolerance)
    own = lambda: evaluate(model_of(config, arrays, torch.float32), probe)
    again = lambda: best_comparison(model, {**probe, **own()}, kind, tolerance)[0]
    tolerance, words = allowed(tolerance, kind, rows, again)
    sizes = f"input {list(probe['input'].shape)}, target {list(probe['target'].shape)}"
    settings = model.settings
    names = ("cell", "store") if settings.architecture == "recurrent" else (
        "architecture", "encoding", "positions", "mask", "attention", "residual", "block", "norm", "mixer", "head")
    made_of = ", ".join(str(config.get(name, getattr(settings, name, ""))) for name in names)
    print(f"{directory}: {kind}, {made_of}; {sizes}; tolerance {tolerance:g}{words}", file=out)
    for row in rows if each else grouped(rows):
        print(f"  {row[0]:44} norm {row[1]:8.2e}  element {row[2]:8.2e}{'' if good(row, tolerance) else '  DIFFERS'}",
              file=out)
    if turned:
        print(f"  {turned} arguments of ReLU are zero up to rounding; their gradients use the other slope", file=out)
    bad = [row[0] for row in rows if not good(row, tolerance)]
    print(f"  {'agrees' if not bad else 'differs: ' + ', '.join(bad)}", file=out)
    return not bad


# ---- greedy decoding -------------------------------------------------------------------------------------------------


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def decode(model, prompt, said):
    """Logits [m,C] of the m tokens of `said` after a prompt, each by a separate pass over all tokens before it."""
    return torch.stack([model.read(torch.tensor([prompt + said[:j]]))[0, -1] for j in range(len(said))])


def judge_decoding(directory, samples, answers, tolerance, out):
    """Checks the program's answers (lengthen generate --json) to the sources of samples (lengthen sample --json). The
    generated tokens must be the most probable tokens and have the reported probabilities. Tokens whose logits differ by
    less than the tolerance are ties. Returns True if all agree."""
    config = lengthen.read_config(os.path.join(directory, "config.yaml"))
    arrays = lengthen.read_safetensors(os.path.join(directory, "model.safetensors"))
    model = model_of(config, arrays).eval()
    if model.settings.architecture != "decoder" or model.settings.positions != "standard":
        raise lengthen.Refused("decoding is checked only for decoders with standard positions")
    kind = str(next(iter(arrays.values())).dtype)
    tolerance = tolerance if tolerance is not None else TOLERANCE[kind]
    tokens, lower, wrong = 0, 0.0, 0.0
    if len(samples) != len(answers) or not answers:
        raise lengthen.Refused(f"{len(samples)} samples and {len(answers)} answers: expected equal numbers")
    for sample, answer in zip(samples, answers):
        with torch.no_grad():
            logits = decode(model, sample["input"], answer["ids"])
        chosen = logits.gather(-1, torch.tensor(answer["ids"])[:, None])[:, 0]
        told = logits.new_tensor(answer["probabilities"])
        found = torch.softmax(logits, -1).gather(-1, torch.tensor(answer["ids"])[:, None])[:, 0]
        tokens += len(told)
        lower = max(lower, float((logits.max(-1).values - chosen).max()))
        wrong = max(wrong, float((found - told).abs().max()))
    same = lower < tolerance and wrong < max(tolerance, 1e-9)  # probabilities are printed with nine digits
    print(f"{directory}: {kind}, decoder, {config['encoding']}: {tokens} tokens decoded; tolerance {tolerance:g}",
          file=out)
    print(f"  chosen logits below the largest by {lower:.1e} at most, probabilities differ by {wrong:.1e}; "
          f"{'agrees' if same else 'differs'}", file=out)
    return same


# ---- beam search -----------------------------------------------------------------------------------------------------


def length_norm(kind, power, length):
    """The divisor of the log probability of a hypothesis: Wu et al. 2016, equation 14, or fairseq's lenpen."""
    return ((5 + length) / 6) ** power if kind == "gnmt" else length ** power


def next_log_probabilities(model, source, hypotheses):
    """Log probabilities [hypotheses, C] of the next token, by a pass over each whole hypothesis."""
    begin = END if model.settings.begins_with_end else model.settings.symbols - 1
    tokens, given = torch.tensor([[begin] + said for said in hypotheses]), torch.tensor([source] * len(hypotheses))
    return torch.log_softmax(model.read(tokens, source=given)[:, -1], -1)


def beam_search(model, source, end, beam, kind, power, limit):
    """Hypotheses and scores, the best first, by the rule of fairseq's sequence_generator.py. Each step takes the 2 *
    beam most probable continuations. Continuations that end are final if they are among the first `beam`. Of the
    continuations that do not end, the first `beam` continue."""
    alive, final = [([], 0.0)], []
    for length in range(1, limit + 1):
        following = next_log_probabilities(model, source, [said for said, _ in alive])
        total = following + following.new_tensor([score for _, score in alive])[:, None]
        if length == limit:  # only the end token is possible
            total[:, torch.arange(total.shape[1]) != end] = -torch.inf
        best, at = total.flatten().topk(min(2 * beam, total.numel()))
        going = []
        for rank, (score, place) in enumerate(zip(best.tolist(), at.tolist())):
            said, token = alive[place // total.shape[1]][0], place % total.shape[1]
            if score == -math.inf:
                continue
            if token == end:
                if rank < beam and len(final) < beam:
                    final.append((said + [token], score / length_norm(kind, power, length)))
            elif len(going) < beam:
                going.append((said + [token], score))
        alive = going
        if len(final) == beam or not alive:
            break
    return sorted(final, key=lambda x: -x[1])


def judge_search(directory, samples, translations, tolerance, out):
    """Checks the program's hypotheses and scores (lengthen translate --nbest N --json) for the sources of samples
    (lengthen sample --json) against a beam search here. Neighbouring hypotheses whose scores differ by less than the
    tolerance are ties. Returns True if all agree."""
    config = lengthen.read_config(os.path.join(directory, "config.yaml"))
    arrays = lengthen.read_safetensors(os.path.join(directory, "model.safetensors"))
    model = model_of(config, arrays).eval()
    if model.settings.architecture != "encoder_decoder" or model.settings.positions != "standard":
        raise lengthen.Refused("beam search is checked only for encoders and decoders with standard positions")
    kind = str(next(iter(arrays.values())).dtype)
    tolerance = tolerance if tolerance is not None else TOLERANCE[kind]
    beam, power = config["eval.beam"], config["eval.length_penalty"]
    factor, extra = config["eval.length_factor"], config["eval.length_extra"]
    count, changed, wrong = 0, 0, 0.0
    if len(samples) != len(translations) or not translations:
        raise lengthen.Refused(f"{len(samples)} samples and {len(translations)} translations: expected equal numbers")
    for sample, translation in zip(samples, translations):
        source, end = sample["input"], sample["target"][-1]
        with torch.no_grad():
            limit = int(factor * len(source) + extra) + 1
            found = beam_search(model, source, end, beam, config["eval.length_norm"], power, limit)
        told = [(x["ids"], x["score"]) for x in translation["hypotheses"]]
        if len(told) != len(found):
            raise lengthen.Refused(f"{len(told)} hypotheses, expected {len(found)}")
        for (said, score), (wanted, own) in zip(told, found):
            wrong = max(wrong, abs(score - own))
            changed += said != wanted and not any(said == x and abs(score - y) < tolerance for x, y in found)
            count += 1
    same = changed == 0 and wrong < max(tolerance, 1e-8)  # scores are printed with nine digits
    made_of = ", ".join(str(config[name]) for name in ("block", "encoding", "eval.length_norm"))
    print(f"{directory}: {kind}, {made_of}: {count} hypotheses; tolerance {tolerance:g}", file=out)
    print(f"  {changed} hypotheses differ, scores differ by {wrong:.1e}; {'agrees' if same else 'differs'}", file=out)
    return same


def main():
    parser = argparse.ArgumentParser(description=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", metavar="RUN", nargs="*", help="run directory: config, model and probe")
    parser.add_argument("--probe", metavar="NAME", default="probe.safetensors", help="probe file in each run directory")
    parser.add_argument("--tolerance", type=float, metavar="X",
                        help="largest relative error (default: 1e-4 for F32 models, 1e-9 for F64)")
    parser.add_argument("--each", action="store_true", help="one line per tensor instead of one per group")
    parser.add_argument("--decoding", nargs=2, metavar=("SAMPLES", "ANSWERS"),
                        help="check the answers of the run; two files in the run directory: the output of lengthen "
                             "sample --json, and of lengthen generate --json for the sources of these samples")
    parser.add_argument("--search", nargs=2, metavar=("SAMPLES", "TRANSLATIONS"),
                        help="check the hypotheses of the run; two files in the run directory: the output of lengthen "
                             "sample --json, and of lengthen translate --nbest --json for the sources of these samples")
    options = parser.parse_args()
    if not options.runs:
        parser.error("expected a run directory")
    if torch is None:
        print(f"oracle.py: needs {MISSING}: install the Debian packages python3-torch and python3-numpy and use "
              "/usr/bin/python3", file=sys.stderr)
        return 1
    failed = differs = False
    for directory in options.runs:
        try:
            if options.decoding:
                files = [read_lines(os.path.join(directory, name)) for name in options.decoding]
                differs |= not judge_decoding(directory, *files, options.tolerance, sys.stdout)
                continue
            if options.search:
                files = [read_lines(os.path.join(directory, name)) for name in options.search]
                differs |= not judge_search(directory, *files, options.tolerance, sys.stdout)
                continue
            differs |= not judge(directory, options.probe, options.tolerance, options.each, sys.stdout)
        except (lengthen.Refused, lengthen.FileError, OSError) as error:
            print(f"oracle.py: {directory}: {error}", file=sys.stderr)
            failed = True
    return 5 if differs else int(failed)


if __name__ == "__main__":
    sys.exit(main())
