"""A trained model as a torch.nn.Module."""
import functools
import math
import re

import numpy

from .errors import FileError, Refused
from .files import is_size, scalar
from .formula import declared_numbers, declared_shapes, evaluate, evaluate_heads, parsed, shows_causal
from .run import Run

# Options that change logits. Those of the first table may have these values, those of the second only one: all else is
# refused by name.
KNOWN = {
    "architecture": ("encoder", "decoder"),
    "encoding": ("none", "sinusoid", "learned", "relative", "rope", "alibi", "t5", "formula", "fox",
                 "hard_alibi", "kerple"),
    "positions": ("standard", "randomized", "unsorted", "released", "shifted", "interpolated", "equal_mean", "clipped"),
    "mask": ("full", "causal", "window", "formula", "lambda", "bca", "three_blocks"),
    "mask.form": ("symmetric", "half", "causal", "edge_shift"),
    "block": ("post_norm", "pre_norm", "no_norm", "dual_norm", "primer"),
    "norm": ("layer_norm", "rms_norm"),
    "mixer": ("relu", "gelu", "gelu_tanh", "swish", "squared_relu", "formula", "glu", "bilinear", "reglu", "geglu",
              "swiglu"),
    "mixer.width": ("full", "two_thirds", "two_thirds_8"),
    "attention": ("softmax", "softmax1", "sink"),
    "model.qk_norm": ("none", "rms", "layer"),
    "scale": ("inverse_sqrt", "inverse_sqrt_2d", "one", "formula", "log_n"),
    "scale.at_least_one": (True, False),
    "scale.times": ("inverse_sqrt", "inverse_sqrt_2d", "one"),
    "encoding.dynamic": (True, False),
    "encoding.frequencies": ("trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3",
                             "longrope"),
    "encoding.kernel": ("log", "power"),
    "encoding.bias_in_scale": (True, False),
    "encoding.layout": ("halves", "interleaved"),
    "encoding.pairs": ("neighbours", "halves"),
    "encoding.sides": ("half_shift", "symmetric", "split_heads", "two_slopes"),
    "projection": ("linear", "primer"),
    "residual": ("add", "b2t", "scalar", "rezero", "channel", "deepnorm"),
    "residual.sublayers": ("all", "feed_forward"),
    "model.embedding_scale": ("sqrt_width", "one"),
    "model.bias": (True, False),
    "encoding.shared_bias": (True, False),
    "encoding.shared_terms": (True, False),
}
FORMULAS = ("encoding.bias", "encoding.frequency", "mask.formula", "mixer.formula", "scale.formula")  # any
PLAIN = {
    "architecture.memory": 0, "architecture.memory_tokens": 0, "block.attention_norm": False,
    "block.head_scale": "none", "block.hidden_norm": False, "encoding.trained_slopes": False, "eval.with": "", "head": "linear", "head.bias": False, "initialisation.scale_positions": False,
    "model.computation_steps": 0, "model.decode": "parallel", "model.embedding_norm": "none", "model.embedding_width": 0,
    "model.order": "sf", "model.precision": "fp32", "model.share": "none", "model.step_signal": False,
    "projection.centred": False, "projection.cross": False, "projection.shared": False,
}
NUMBERS = ("model.width", "model.heads", "model.blocks", "model.feed_forward", "norm.epsilon", "encoding.base",
           "encoding.first", "encoding.fraction", "encoding.right_slope", "encoding.buckets", "encoding.max_distance",
           "encoding.clip", "encoding.compress", "encoding.extension", "encoding.group", "encoding.temperature",
           "model.key_heads", "mask.width", "mask.sinks", "mask.block", "scale.keys", "encoding.local_heads")
# Options that do not change the logits of a model with the choices above.
OTHERS = re.compile(r"(architecture\.(memory_form|memory_start|vocabulary)|cell|convolution\..*|curriculum.*|data.*|"
                    r"encoding\.(factors|numbers|parameters|rows|short_factors|trained)|eval\..*|experts\..*|gating\..*|initialisation.*|log|loss\..*|"
                    r"mask\.(numbers|same_length)|memorizing\..*|metric|mixer\.numbers|model\.dropout.*|"
                    r"model\.share_norms|optimizer.*|out|persistent\..*|positions\..*|protocol|"
                    r"scale\.(numbers|parameters)|schedule.*|seed\..*|store|threads|train\..*)")


# Axes whose value may be a list, repeated to the depth, of choices with options of their own behind colons; and the option
# that may stand there by its value alone.
LISTS = {"encoding": {"relative": "base", "rope": "base", "alibi": "sides", "t5": "buckets"},
         "mask": {"causal": "same_length", "window": "width"}, "scale": {}, "attention": {}}


# Choices that are a formula with some of their options as numbers: what `lengthen show` prints of them.
KERNELS = {"log": "-r1*log1p(r2*abs(d))", "power": "-r1*abs(d)^r2"}
WRITTEN = {
    ("encoding", "hard_alibi"): ("M = if(local_heads > 0, local_heads, floor(H/2)); "
                                 "if(head < M and d >= head + 1, -1e30, 0)", ("local_heads",)),
    ("mask", "lambda"): ("j <= i and (i - j < width or j < sinks)", ("width", "sinks")),
    ("mask", "bca"): ("j <= i and floor(j/block) >= floor(i/block) - 1", ("block",)),
    ("mask", "three_blocks"): ("abs(floor(i/block) - floor(j/block)) <= 1", ("block",)),
    ("scale", "log_n"): ("tau = log(max(n, 1))/log(keys); if(at_least_one, max(1, tau), tau)*", ("keys", "at_least_one")),
}
TIMES = {"inverse_sqrt": "1/sqrt(dk)", "inverse_sqrt_2d": "1/sqrt(2*dk)", "one": "1"}


def _as_formula(own, axis):
    """What a choice sets that is a formula: the choice "formula" with its text, numbers and parameters; {}: it is none."""
    if own[axis] == "kerple":
        text = KERNELS[own.get("encoding.kernel", "log")]
        text = f"({text})/sqrt(dk)" if own.get("encoding.bias_in_scale") else text
        return {"encoding": "formula", "encoding.bias": text, "encoding.parameters": "r1[head]=0; r2[head]=0",
                "encoding.shared_bias": True, "encoding.owned": "attention.kernel_"}
    if (axis, own[axis]) not in WRITTEN:
        return {}
    text, options = WRITTEN[axis, own[axis]]
    text += TIMES[own.get("scale.times", "inverse_sqrt")] if axis == "scale" else ""
    numbers = ";".join(f"{name}={float(own[f'{axis}.{name}'])}" for name in options)
    return {axis: "formula", f"{axis}.{'bias' if axis == 'encoding' else 'formula'}": text, f"{axis}.numbers": numbers,
            f"{axis}.parameters": ""}


def _items(axis, text):
    """The choices of a list such as "rope:base=500000,none", each a dict of what it sets."""
    items = []
    for item in str(text).split(","):
        name, *settings = item.split(":")
        items.append({axis: name})
        for setting in settings:
            option, equals, value = setting.partition("=")
            if not equals:
                option, value = LISTS[axis].get(name), option
            if option is None:
                raise Refused(f"{axis}: {item} is not built here")
            items[-1][f"{axis}.{option}"] = value if value[:1] == '"' else scalar(value)
    return items


def _of_blocks(config):
    """The config as each block has it. "owner": the first block with the same encoding, which has the parameters that
    these blocks share; those of block 0 have names without a block."""
    lists = [_items(axis, config[axis]) for axis in LISTS if axis in config]
    blocks = []
    for i in range(config["model.blocks"]):
        own = dict(config)
        for items in lists:
            own.update(items[i % len(items)])
        for axis in ("encoding", "mask", "scale"):
            own.update(_as_formula(own, axis))
        encoding = {name: value for name, value in own.items() if name.split(".")[0] == "encoding"}
        own["owner"] = next((other["owner"] for other in blocks if other["encoded"] == encoding), i)
        blocks.append({**own, "encoded": encoding})
    return blocks


def _is_causal(own):
    if own["mask"] == "formula":
        return shows_causal(str(own["mask.formula"]), declared_numbers(own.get("mask.numbers", "")))
    return own["mask"] == "causal" or (own["mask"] == "window" and own.get("mask.form") == "causal")


def _outputs(data, n):
    """How many outputs a task has for an input of n tokens; None: unknown here."""
    if data in ("reverse_string", "odds_first", "bucket_sort", "binary_multiplication"):
        return n
    if data in ("stack_manipulation", "binary_addition"):
        return n + 1
    if data in ("even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "missing_duplicate_string",
                "modular_arithmetic_brackets", "solve_equation"):
        return 1
    return {"duplicate_string": 2 * n, "compute_sqrt": (n + 1) // 2}.get(data)


def _check_choice(name, value):
    """Refuses what _Transformer does not compute."""
    if name in KNOWN and value not in KNOWN[name]:
        raise Refused(f"{name}: {value} is not built here (expected {', '.join(map(str, KNOWN[name]))})")
    if name in PLAIN and value != PLAIN[name]:
        raise Refused(f"{name}: {value} is not built here (expected {PLAIN[name]!r})")
    if name in NUMBERS and (isinstance(value, bool) or not isinstance(value, (int, float))):
        raise Refused(f"{name}: expected a number, found '{value}'")
    if name == "model.key_heads" and (not is_size(value) or value < 0):
        raise Refused(f"{name}: expected a whole number of 0 or more, found {value}")
    if name in NUMBERS[:4] and (not is_size(value) or value < 1):
        raise Refused(f"{name}: expected a whole number of 1 or more, found {value}")
    if name in FORMULAS and value != "":  # "" is none
        parsed(str(value))
    elif name not in {**KNOWN, **PLAIN}.keys() | {*NUMBERS, *FORMULAS} and not OTHERS.fullmatch(name):
        raise Refused(f"{name}: this option is unknown here")


def _check_choices(config):
    """Refuses a config with anything that _Transformer does not compute."""
    for name, value in config.items():
        for own in _items(name, value) if name in LISTS else [{name: value}]:
            for option, chosen in own.items():
                _check_choice(option, chosen)
    for name in ("architecture", "encoding", "mask", "block", "norm", "mixer", "scale", "data", *NUMBERS[:4]):
        if name not in config:
            raise Refused(f"config.yaml has no option {name}")
    if config["model.width"] % config["model.heads"]:
        raise Refused(f"model.heads: {config['model.heads']} is no divisor of model.width {config['model.width']}")
    if config["model.heads"] % _key_heads(config):
        raise Refused(f"model.key_heads: {_key_heads(config)} is no divisor of model.heads {config['model.heads']}")
    if config["architecture"] == "encoder" and _outputs(config["data"], 1) is None:
        raise Refused(f"data: an encoder of {config['data']} is not built here, but for the tasks of Delétang et al. 2023")


def _key_heads(config):
    return config.get("model.key_heads") or config["model.heads"]


GATES = ("glu", "bilinear", "reglu", "geglu", "swiglu")
FINISHED = ("pre_norm", "dual_norm", "primer")  # blocks with a norm behind the last one


def _linear_shapes(name, inputs, outputs, bias):
    return {f"{name}.weight": [inputs, outputs], f"{name}.bias": [outputs]} if bias else {name: [inputs, outputs]}


def _shapes(config, found):
    """Name and shape of every parameter. The numbers of tokens, of learned positions and of classes are those found."""
    d, heads, full = (config[f"model.{name}"] for name in ("width", "heads", "feed_forward"))
    gated = config["mixer"] in GATES
    f = {"two_thirds": max(full * 2 // 3, 1), "two_thirds_8": (full * 2 + 23) // 24 * 8}.get(
        config.get("mixer.width") if gated else "full", full)
    bias = config.get("model.bias", True)
    size = lambda name, axis: (found.get(name) or [0, 0])[axis]
    parts = ("scale", "offset") if bias and config["norm"] == "layer_norm" else ("scale",)
    norm = lambda name: {f"{name}.{part}": [d] for part in parts}
    shapes = {"embedding.weight": [size("embedding.weight", 0), d],
              **_linear_shapes("readout", d, size("readout.weight" if bias else "readout", 1), bias)}
    if config["block"] in FINISHED:
        shapes.update(norm("norm"))
    block = {f"attention.{name}": [d, d] for name in ("query", "output")}
    block.update({f"attention.{name}": [d, d // heads * _key_heads(config)] for name in ("key", "value")})
    block.update({**_linear_shapes("feed_forward.1", d, f, bias), **_linear_shapes("feed_forward.2", f, d, bias)})
    block.update(_linear_shapes("feed_forward.gate", d, f, bias) if gated else {})
    if config.get("projection") == "primer":
        block.update({f"attention.{name}_kernel": [3, block[f"attention.{name}"][1]] for name in ("query", "key", "value")})
    scaled = (1, 2)[config.get("residual.sublayers") == "feed_forward" :]
    if config.get("residual") in ("rezero", "channel"):
        of = {"rezero": (1, 2), "channel": scaled}[config["residual"]]
        block.update({f"residual{i}.scale": [d if config["residual"] == "channel" else 1] for i in of})
    block.update({**norm("norm1"), **norm("norm2")} if config["block"] != "no_norm" else {})
    ends = {"rms": ("scale",), "layer": ("scale", "offset")[: 1 + bias]}.get(config.get("model.qk_norm"), ())
    block.update({f"attention.{name}_norm.{part}": [d // heads] for name in ("query", "key") for part in ends})
    for i, own in enumerate(_of_blocks(config)):
        shared, terms = _terms(own, d, heads, size("embedding.position", 0))
        terms = {**terms, **_formula_shapes(own, "scale", heads)} if own["scale"] == "formula" else terms
        terms.update({"attention.sink": [heads]} if own.get("attention") == "sink" else {})
        shapes.update({f"block.{i}.{name}": shape for name, shape in {**block, **terms}.items()})
        if own["owner"] == i:
            shapes.update({f"block.{i}.{name}" if i else name: shape for name, shape in shared.items()})
    return shapes


# What names of the parameters of formulas begin with, by the axis that has the formula.
OWNED = {"encoding": "attention.formula.", "scale": "attention.scale."}


def _owned(own, axis):
    return own.get(f"{axis}.owned", OWNED[axis])


def _formula_shapes(own, axis, heads):
    shapes = declared_shapes(own.get(f"{axis}.parameters", ""), heads)
    return {_owned(own, axis) + name: shape for name, shape in shapes.items()}


def _formula(own, axis, name, w, heads, operands, like):
    """The values [H, ...] of the formula of an axis in a block; w: the parameters of the block."""
    arrays = {of[len(_owned(own, axis)) :]: array for of, array in w.items() if of.startswith(_owned(own, axis))}
    text = str(own[f"{axis}.{name}"]) or "-abs(d)/2^(8*(head + 1)/H)"
    operands = {**declared_numbers(own.get(f"{axis}.numbers", "")), **operands}
    return evaluate_heads(text, own.get(f"{axis}.parameters", ""), arrays, heads, operands, like)


def _terms(own, d, heads, rows):
    """What an encoding has for all its blocks, and for each."""
    terms = {f"attention.{name}_bias": [heads, d // heads] for name in ("content", "position")}
    if own["encoding"] == "learned":
        return {"embedding.position": [rows, d]}, {}
    if own["encoding"] == "t5":
        return {"attention.bucket_bias": [heads, own["encoding.buckets"]]}, {}
    if own["encoding"] == "formula":
        each = _formula_shapes(own, "encoding", heads)
        return (each, {}) if own.get("encoding.shared_bias") else ({}, each)
    if own["encoding"] == "fox":
        return {}, {"attention.forget_gate.weight": [d, heads], "attention.forget_gate.bias": [heads]}
    if own["encoding"] == "relative":
        each = {"attention.relative": [d, d]}
        return (terms, each) if own.get("encoding.shared_terms") else ({}, {**terms, **each})
    return {}, {}


def _check_shapes(where, config, arrays):
    found = {name: list(array.shape) for name, array in arrays.items()}
    if config["model.blocks"] > len(found):  # a list of their parameters could have any length
        raise FileError(f"{where}: its config wants {config['model.blocks']} blocks, found {len(found)} parameters")
    wanted = _shapes(config, found)
    for name in sorted(wanted.keys() | found.keys()):
        if wanted.get(name) != found.get(name):
            words = lambda shape: "none" if shape is None else shape
            raise FileError(f"{where}: parameter {name}: its config wants shape {words(wanted.get(name))}, "
                            f"found {words(found.get(name))}")


# B sequences of T tokens, width d, H heads of D = d/H columns. Tensors know their own functions, so that these lines need
# no import of PyTorch.


def sinusoid(p, width, base=10000.0):
    """PE(p) = [sin(p w_i), cos(p w_i)], w_i = base^(-2i/width), i < width/2 (Vaswani et al. 2017, section 3.5). p [...];
    result [..., width]."""
    i = p.new_tensor(range(0, width, 2))
    angle = p[..., None] * base ** (-i / width)
    return _cat([angle.sin(), angle.cos()])


def _cat(parts, axis=-1):
    import torch
    return torch.cat(parts, axis)


_TRAINED = "base^(-2*k/r)"
_PARTS = "(1 - g)*f/s + g*f"
_BY_TURNS = f"f = {_TRAINED}; g = min(max((trained*f/(2*pi) - 1)/%d, 0), 1); {_PARTS}"
_BY_INDEX = (f"f = {_TRAINED}; low = max(%s(r*log(trained/(64*pi))/(2*log(base))), 0); "
             "high = min(%s(r*log(trained/(2*pi))/(2*log(base))), r - 1); "
             f"g = 1 - min(max((k - low)/if(high > low, high - low, 0.001), 0), 1); {_PARTS}")
# encoding.frequencies of rope in sequences that are s times as long as the `trained` tokens (`lengthen show rope`).
FREQUENCIES = {"trained": _TRAINED, "interpolated": f"{_TRAINED}/s", "ntk": "(base*s^(r/(r - 2)))^(-2*k/r)",
               "parts_rotations": _BY_TURNS % 31, "llama3": _BY_TURNS % 3, "parts_index": _BY_INDEX % ("floor", "ceil"),
               "parts_unrounded": _BY_INDEX % ("", ""), "longrope": _TRAINED}


def rotation_of(own, p, columns):
    """Of rope with the options `own` (names to values), of tokens at the positions p, in heads of so many columns: the
    frequencies of its pairs, and what is turned grows by."""
    turned = max(2, 2 * int(own.get("encoding.fraction", 1) * columns / 2))
    a, m = own.get("encoding.extension", 1), own.get("encoding.trained", 40)
    s = max(1, a * len(p) / m - (a - 1)) if own.get("encoding.dynamic", False) else a
    how, text = own.get("encoding.frequencies", "trained"), str(own.get("encoding.frequency", ""))
    numbers = {"base": own.get("encoding.base", 1e4), "trained": m, "extension": a}
    names = {**numbers, "k": p.new_tensor(range(turned // 2)), "r": float(turned), "T": len(p)}
    frequency = evaluate(text, names) if text else evaluate(FREQUENCIES[how], {**names, "s": s})
    amplitude = own.get("encoding.temperature", 0) * math.log(s) + 1
    if how == "longrope":
        factors = str(own["encoding.factors" if len(p) > m else "encoding.short_factors"]).replace(",", " ").split()
        for i, factor in enumerate(factors[: turned // 2]):
            frequency[i] /= float(factor)
        amplitude *= math.sqrt(1 + math.log(s) / math.log(m))
    return frequency, amplitude


def _pairs(x, pairs, halves):
    """The two columns of each pair of x, and the columns behind them."""
    x, rest = x[..., : 2 * pairs], x[..., 2 * pairs :]
    return (x[..., :pairs], x[..., pairs:], rest) if halves else (x[..., 0::2], x[..., 1::2], rest)


def rotate(x, p, frequency, amplitude=1, halves=False):
    """RoPE (Su et al. 2021): pairs (a, b) of the first columns of x [..., T, D] are turned by the angle p frequency, and
    grow by the amplitude: pair i is columns 2i and 2i+1, or, with halves of R columns, i and i + R/2."""
    angle = p[:, None] * frequency
    cos, sin = (amplitude * angle.cos()).to(x.dtype), (amplitude * angle.sin()).to(x.dtype)
    a, b, rest = _pairs(x, frequency.numel(), halves)
    a, b = a * cos - b * sin, b * cos + a * sin
    if halves:
        return _cat([a, b, rest])
    return _cat([_cat([a[..., None], b[..., None]]).flatten(-2), rest])


def far_distances(own, p):
    """The distances key - query [T, T] that rope has in place of those of the positions p: beyond encoding.clip all are
    that one, or grow slower (Su 2023, ReRoPE and Leaky ReRoPE), or are those of groups (Jin et al. 2024, Self-Extend)."""
    import torch
    delta, w, g = p[None, :] - p[:, None], own["encoding.clip"], own.get("encoding.group", 0)
    if g > 0:
        number = (p / g).floor()
        far = (number[None, :] - number[:, None]).abs() + w - math.floor(w / g)
        return torch.where(delta.abs() > w - 1, delta.sign() * far, delta)
    beyond = (delta.abs() - w).clamp_min(0)
    return delta.sign() * (delta.abs() - beyond + (beyond / own["encoding.compress"] if own["encoding.compress"] else 0))


def rotary_products(q, k, delta, frequency, amplitude, halves):
    """q . k [..., T, T] of rotated queries and keys that are at the distances delta = key - query."""
    import torch
    angle = delta[..., None] * frequency
    cos, sin = (amplitude**2 * angle.cos()).to(q.dtype), (amplitude**2 * angle.sin()).to(q.dtype)
    (a, b, q), (c, d, k) = (_pairs(x, frequency.numel(), halves) for x in (q, k))
    product = lambda x, y, by: torch.einsum("...tp,...sp,tsp->...ts", x, y, by)
    turned = product(a, c, cos) + product(b, d, cos) + product(b, c, sin) - product(a, d, sin)
    return turned + q @ k.transpose(-1, -2)


def alibi_slopes(heads):
    """2^(-8h/H), h = 1..H (Press et al. 2022); where H is no power of two those of the power below, then every second one
    of twice that power."""
    power = 2 ** int(math.log2(heads))
    of = lambda n: [2.0 ** (-8.0 * h / n) for h in range(1, n + 1)]
    return of(power) + of(2 * power)[0::2][: heads - power]


def alibi_bias(delta, heads, sides="half_shift", right_slope=0.5):
    """The penalties [H, T, T] of a distance delta = key - query: the slope of a head times -|delta|. half_shift: keys to
    the left are half a step nearer, as in the program of Ruoss et al. 2023; two_slopes: on the right another slope;
    split_heads: the first half of the heads sees the left alone, the second half the right, each with slopes of its own."""
    of = lambda n: delta.new_tensor(alibi_slopes(n))[:, None, None]
    if sides == "split_heads":
        left = (heads + 1) // 2
        halves = [(n, hidden) for n, hidden in ((left, delta > 0), (heads - left, delta < 0)) if n]
        return _cat([(-delta.abs() * of(n)).masked_fill(hidden, -1e30) for n, hidden in halves], 0)
    if sides == "two_slopes":
        return of(heads) * (delta.clamp(max=0) - right_slope * delta.clamp(min=0))
    return of(heads) * (-delta.abs() + (delta < 0) / 2 * (sides == "half_shift"))


def t5_bucket(delta, causal, buckets, most):
    """The bucket of a distance delta = key - query (Raffel et al. 2020): half of the buckets are for keys to the right
    unless causal; of each side half are for one distance each, and the others grow with its logarithm up to `most`."""
    n, side = (-delta).clamp(min=0), 0
    if not causal:
        buckets //= 2
        n, side = delta.abs(), (delta > 0) * buckets
    exact = buckets // 2
    # Logarithms of powers of one number may differ in rounding: 1e-9 is far below the gap of all others.
    growth = (n.clamp(min=1) / exact).log() / math.log(most / exact) * (buckets - exact)
    large = (exact + (growth + 1e-9).floor()).clamp(max=buckets - 1)
    return (side + n.where(n < exact, large)).long()


def visible(own, index):
    """Which keys a query sees, [T, T]; index: 0, 1, ..., T-1; own: the config of a block."""
    t, s, tokens = index[:, None], index[None, :], len(index)
    width, form = own.get("mask.width", tokens), own.get("mask.form", "symmetric")
    if own["mask"] == "full":
        return t == t + 0 * s
    if own["mask"] == "causal":
        return s <= t
    if own["mask"] == "formula":
        numbers = declared_numbers(own.get("mask.numbers", ""))
        return (evaluate(str(own["mask.formula"]), {**numbers, "i": t, "j": s}) != 0).expand(tokens, tokens)
    if form == "causal":
        return (s <= t) & (t - s < width)
    if form == "edge_shift":
        first = (t - width // 2).clip(0, max(tokens - width, 0))
        return (s >= first) & (s < first + width)
    return abs(t - s) <= (width // 2 if form == "symmetric" else (width - 1) // 2)


def distances(p, tokens):
    """Key minus query, [T, T]: of positions p [T], or of distances by offset [2T-1], for offsets -(T-1)..T-1, which is how
    a random sampler feeds encodings that read distances alone."""
    if len(p) == tokens:
        return p[None, :] - p[:, None]
    index = p.new_tensor(range(tokens)).long()
    return p[index[None, :] - index[:, None] + tokens - 1]


# ---- a model: the module --------------------------------------------------------------------------------------------


def _plant(module, torch, name, array):
    """Makes the parameter a.b.c of a tree of modules, so that state_dict has the names of the file."""
    *path, last = name.split(".")
    for part in path:
        if part not in module._modules:
            module.add_module(part, torch.nn.Module())
        module = module._modules[part]
    # Not register_parameter, which refuses a formula's parameter "half", as modules have a method of that name.
    module._parameters[last] = torch.nn.Parameter(torch.tensor(numpy.array(array)))


@functools.lru_cache(None)
def _transformer():
    """The class of torch_model; a function, since PyTorch is loaded only where it is wanted."""
    try:
        import torch
    except ImportError:
        raise Refused("a model as a module needs PyTorch, which is not installed (Debian: python3-torch)") from None

    class Transformer(torch.nn.Module):
        """A trained encoder or decoder. Its parameters have the names of model.safetensors; there is no dropout, so train
        it further with a dropout of your own."""

        def __init__(self, config, arrays):
            super().__init__()
            self.config = dict(config)
            self.heads, self.of_blocks = config["model.heads"], _of_blocks(config)
            for name, array in arrays.items():
                _plant(self, torch, name, array)

        def forward(self, given, outputs=None, target=None, positions=None):
            """Logits [B, m, C] of the m outputs for inputs `given`, token ids [B, n].

            outputs: m; without it, as many as the task has for n tokens.
            An encoder reads the input, then m empty tokens, at which it answers all at once. A decoder reads the input
            and its own answer so far, the most probable token at each step; with target [B, m] it reads these instead.
            positions: see read; for the n + m tokens of an encoder, the n + m of a decoder of the 15 tasks (which have
            an empty token behind the input), or n + m - 1 of one whose inputs end by themselves."""
            if target is not None:
                outputs = target.shape[1]
            if outputs is None:
                outputs = _outputs(self.config["data"], given.shape[1])
            if outputs is None:
                raise Refused(f"{self.config['data']}: say how many outputs there are")
            if outputs < 0:
                raise Refused(f"outputs: expected 0 or more, found {outputs}")
            ask = given.new_full((len(given), outputs), len(self.embedding.weight) - 1)
            if self.config["architecture"] == "encoder":
                return self.read(torch.cat([given, ask], 1), positions)[:, given.shape[1] :]
            ends = any(name.startswith("data.") for name in self.config) or self.config["data"] in (
                "reverse_symbols", "markov_chain")
            start = given if ends else torch.cat([given, ask[:, :1]], 1)
            begin = start.shape[1] - 1
            if target is not None:
                return self.read(torch.cat([start, target[:, :-1]], 1), positions)[:, begin:]
            if positions is not None:
                raise Refused("a decoder that answers by itself is not built with positions: give it a target")
            while start.shape[1] < begin + outputs:
                start = torch.cat([start, self.read(start)[:, -1:].argmax(-1)], 1)
            return self.read(start)[:, begin : begin + outputs]

        def read(self, tokens, positions=None):
            """Logits [B, T, C] at every token of ids [B, T]; of a decoder they are those of the next token.

            positions: what the sampler of the run draws, where that is not 0, 1, ...: ascending numbers [T], or distances
            [2T-1] for encodings that read those (relative, alibi, t5), as `lengthen inspect positions randomized
            --length T --json` prints them; or a dict of these by block number, where blocks have their own."""
            w = dict(self.named_parameters())
            read = any(own["encoding"] != "none" for own in self.of_blocks)
            if positions is None and self.config["positions"] != "standard" and read:
                raise Refused(f"positions: {self.config['positions']} draws positions at random: give those to read")
            x = self._embedded(w, tokens, positions)
            total = x  # of dual_norm: the stream without norms
            for i in range(len(self.of_blocks)):
                x, total = self._block(w, i, x, total, positions)
            if self.config["block"] in FINISHED:
                x = x + self._norm(total, w, "norm") if self.config["block"] == "dual_norm" else self._norm(x, w, "norm")
            return _linear(x, w, "readout")

        def _positions(self, tokens, positions, name, distances_too=False):
            """Float64 [T], or [2T-1], as the embedding ("embedding") or a block ("0", ...) reads it."""
            if isinstance(positions, dict):
                positions = positions.get(name, positions.get(int(name) if name.isdigit() else name))
                if positions is None:
                    raise Refused(f"positions: none are given for {name}")
            if positions is None:
                positions = range(tokens)
            p = torch.as_tensor(numpy.array(positions), dtype=torch.float64).to(self.embedding.weight.device)
            if p.dim() != 1 or len(p) not in ((tokens, 2 * tokens - 1) if distances_too else (tokens,)):
                raise Refused(f"positions: expected {tokens} numbers{' or distances' if distances_too else ''}, "
                              f"found shape {list(p.shape)}")
            return p

        def _embedded(self, w, tokens, positions):
            """Token vectors [B, T, d], with what the encoding adds to them."""
            table, config = w["embedding.weight"], self.of_blocks[0]
            wrong = tokens[(tokens < 0) | (tokens >= len(table))]  # an index below 0 would count from the end
            if len(wrong):
                raise Refused(f"token {wrong[0].item()}: the model has the tokens 0..{len(table) - 1}")
            x = table[tokens]
            if config.get("model.embedding_scale") != "one":
                x = x * math.sqrt(table.shape[1])
            if config["encoding"] not in ("sinusoid", "learned"):
                return x
            p = self._positions(tokens.shape[1], positions, "embedding")
            if config["encoding"] == "learned":
                rows = w["embedding.position"]
                if p.max() >= len(rows):
                    raise Refused(f"position {int(p.max())}: only {len(rows)} positions were learned")
                return x + rows[p.long()]
            waves = sinusoid(p + config.get("encoding.first", 0), table.shape[1], config.get("encoding.base", 1e4))
            if config.get("encoding.layout") == "interleaved":
                waves = torch.stack(waves.chunk(2, -1), -1).flatten(-2)
            return x + waves.to(x.dtype)

        def _block(self, w, i, x, total, positions):
            """Attention, then feed-forward network: the stream [B, T, d] behind both, and the sum of all that was added."""
            of = lambda k: {name[len(f"block.{k}.") :]: x for name, x in w.items() if name.startswith(f"block.{k}.")}
            own = of(i)
            shared = {**w, **of(self.of_blocks[i]["owner"]), **own}
            bottom = x
            x, added = self._sublayer(own, 1, x, None, lambda x: self._attention(shared, x, positions, i))
            x, more = self._sublayer(own, 2, x, bottom, lambda x: self._feed_forward(own, x))
            return x, total + added + more

        def _weighed(self, w, number, x, added, bottom):
            """The stream and what a sublayer adds to it, by the residual connection. bottom: the input of the layer, for
            the last sublayer."""
            residual, layers = self.config.get("residual", "add"), len(self.of_blocks)
            if residual == "rezero":
                return x, added * w[f"residual{number}.scale"]
            if residual == "channel":
                return x * w.get(f"residual{number}.scale", 1), added
            if residual == "deepnorm":
                return x * (2 * layers) ** 0.25, added
            if residual == "b2t" and bottom is not None:
                return x + bottom, added
            if residual == "scalar" and bottom is not None:
                so, sr = x.shape[-1] ** -0.2, min(layers**-0.15, layers / 12)
                return x * so + bottom * sr, added * so
            return x, added

        def _sublayer(self, w, number, x, bottom, apply):
            """x with a sublayer, and what that added; the norm is before it, behind the sum, behind it or nowhere."""
            block, of = self.config["block"], lambda x: self._norm(x, w, f"norm{number}")
            before = block == "pre_norm" or (block == "primer" and number == 1)
            added = apply(of(x) if before else x)
            if block == "primer" and not before:
                added = of(added)
            x, added = self._weighed(w, number, x, added, bottom)
            x = x + added
            return of(x) if block in ("post_norm", "dual_norm") else x, added

        def _attention(self, w, x, positions, block):
            """softmax(scores) V, by head. w: parameters by their name within the block, and those of all blocks."""
            split = lambda y, heads: y.unflatten(-1, (heads, -1)).transpose(-2, -3)  # [.., T, d] to [.., H, T, D]
            few = _key_heads(self.config)
            q, k, v = (split(_convolved(x @ w[f"attention.{name}"], w.get(f"attention.{name}_kernel")), heads)
                       for name, heads in (("query", self.heads), ("key", few), ("value", few)))
            q, k = (self._head_norm(y, w, f"attention.{name}_norm") for y, name in ((q, "query"), (k, "key")))
            # Each head of keys and values as often as heads of queries read it (Ainslie et al. 2023).
            k, v = (y.repeat_interleave(self.heads // few, -3) for y in (k, v))
            seen = visible(self.of_blocks[block], torch.arange(x.shape[1], device=x.device))
            scores = self._scores(w, q, k, positions, block, seen)
            if self.of_blocks[block]["encoding"] == "fox":
                scores = scores + _forgotten(_linear(x, w, "attention.forget_gate"))
            scores = scores.masked_fill(~seen, -math.inf)
            mixed = self._weights(w, scores, block) @ v
            return mixed.transpose(1, 2).flatten(2) @ w["attention.output"]

        def _weights(self, w, scores, block):
            """softmax(scores [B, H, T, T]); beside them a logit without a value: 0 (Miller 2023), or a trained one of each
            head (gpt-oss, OpenAI 2025)."""
            attention = self.of_blocks[block].get("attention", "softmax")
            if attention == "softmax":
                return torch.softmax(scores, -1)
            sink = w["attention.sink"][:, None, None] if attention == "sink" else scores.new_zeros(1)
            return torch.softmax(_cat([scores, sink.expand(*scores.shape[:-1], 1)]), -1)[..., :-1]

        def _scores(self, w, q, k, positions, block, seen):
            """Attention logits [B, H, T, T] of queries and keys [B, H, T, D], with the encoding; not masked. seen: which keys
            a query sees."""
            own, (tokens, depth) = self.of_blocks[block], q.shape[-2:]
            encoding, block = own["encoding"], str(block)
            scale = {"one": 1, "inverse_sqrt_2d": (2 * depth) ** -0.5}.get(own["scale"], depth**-0.5)
            if own["scale"] == "formula":
                n = seen.sum(-1)
                scale = _formula(own, "scale", "formula", w, self.heads, {"n": n, "dk": depth}, n)
                scale = scale.to(q.dtype)[..., None]
            frequency = str(own.get("encoding.frequency", ""))
            if encoding == "rope":
                p, halves = self._positions(tokens, positions, block), own.get("encoding.pairs") == "halves"
                turn, amplitude = rotation_of(own, p, depth)
                if own.get("encoding.clip", 0) > 0:
                    return rotary_products(q, k, far_distances(own, p), turn, amplitude, halves) * scale
                q, k = (rotate(y, p, turn, amplitude, halves) for y in (q, k))
            if encoding == "formula" and frequency:
                p, given = self._positions(tokens, positions, block), declared_numbers(own.get("encoding.numbers", ""))
                pair = p.new_tensor(range(depth // 2))
                turn = evaluate(frequency, {**given, "k": pair, "r": depth, "T": len(p)})
                q, k = (rotate(y, p, turn) for y in (q, k))
            biased = encoding == "formula" and (own["encoding.bias"] != "" or not frequency)
            if encoding not in ("relative", "alibi", "t5") and not biased:
                return q @ k.transpose(-1, -2) * scale
            delta = distances(self._positions(tokens, positions, block, True), tokens)
            if encoding == "relative":
                return self._relative(w, q, k, delta, own.get("encoding.base", 1e4)) * scale
            if encoding == "alibi":
                bias = alibi_bias(delta, self.heads, own.get("encoding.sides", "half_shift"),
                                  own.get("encoding.right_slope", 0.5))
            elif biased:
                operands, places = {"dk": depth, "T": tokens}, None
                if re.search(r"\bp_[ij]\b", str(own["encoding.bias"])):
                    p = self._positions(tokens, positions, block)
                    d, operands = 0 - delta, {**operands, "p_i": p[:, None], "p_j": p[None, :]}
                else:  # a distance is computed once
                    d, places = (0 - delta).unique(return_inverse=True)
                bias = _formula(own, "encoding", "bias", w, self.heads, {**operands, "d": d}, d)
                bias = bias if places is None else bias[:, places]
            else:
                bucket = t5_bucket(delta, _is_causal(own), own["encoding.buckets"],
                                   own["encoding.max_distance"])
                bias = w["attention.bucket_bias"][:, bucket]
            return q @ k.transpose(-1, -2) * scale + bias.to(q.dtype)

        def _relative(self, w, q, k, delta, base):
            """(q_t + u) . k_s + (q_t + v) . r(s - t), r = the sinusoid of the distance times W_R, u and v of each head
            (Dai et al. 2019)."""
            width = self.heads * q.shape[-1]
            r = sinusoid(delta, width, base).to(q.dtype) @ w["attention.relative"]
            r = r.unflatten(-1, (self.heads, -1))  # [T, T, H, D]
            u, v = (w[f"attention.{name}_bias"][:, None] for name in ("content", "position"))
            return (q + u) @ k.transpose(-1, -2) + torch.einsum("bhtd,tshd->bhts", q + v, r)

        def _feed_forward(self, w, x):
            f, mixer, of = _linear(x, w, "feed_forward.1"), self.config["mixer"], torch.nn.functional
            if mixer == "formula":
                numbers = declared_numbers(self.config.get("mixer.numbers", ""))
                f = evaluate(str(self.config["mixer.formula"]), {**numbers, "x": f}).to(f.dtype)
                return _linear(f, w, "feed_forward.2")
            act = {"relu": of.relu, "reglu": of.relu, "gelu": of.gelu, "geglu": of.gelu, "swish": of.silu, "swiglu": of.silu,
                   "glu": torch.sigmoid, "bilinear": lambda f: f, "squared_relu": lambda f: of.relu(f) ** 2,
                   "gelu_tanh": lambda f: of.gelu(f, approximate="tanh")}[mixer]
            f = f * act(_linear(x, w, "feed_forward.gate")) if mixer in GATES else act(f)
            return _linear(f, w, "feed_forward.2")

        def _head_norm(self, x, w, name):
            """A norm of each head, of queries or keys [.., T, D] (Dehghani et al. 2023)."""
            kind = self.config.get("model.qk_norm", "none")
            return x if kind == "none" else self._norm(x, w, name, kind == "layer")

        def _norm(self, x, w, name, centred=None):
            """Layer norm, or RMS norm: the same without the mean and the offset."""
            if self.config["norm"] == "layer_norm" if centred is None else centred:
                x = x - x.mean(-1, keepdim=True)
            x = x * torch.rsqrt((x * x).mean(-1, keepdim=True) + self.config.get("norm.epsilon", 1e-5))
            return x * w[f"{name}.scale"] + w.get(f"{name}.offset", 0)

    return Transformer


def _forgotten(gates):
    """What keys lose [B, H, T, T], by the logits of gates [B, T, H]: sum over u = s+1..t of ln sigmoid(gates_u) (Lin et al.
    2025)."""
    import torch
    total = torch.nn.functional.logsigmoid(gates).cumsum(-2).transpose(-1, -2)
    return (total[..., :, None] - total[..., None, :]).tril()


def _convolved(x, kernel):
    """Each column of x [B, T, N] summed with those of the tokens before, by a kernel [K, N], whose last row is the present
    token's (So et al. 2021); None: x."""
    if kernel is None:
        return x
    import torch
    before = len(kernel) - 1
    padded = torch.nn.functional.pad(x, (0, 0, before, 0))
    return sum(kernel[j] * padded[:, j : j + x.shape[1]] for j in range(len(kernel)))


def _linear(x, w, name):
    """x W + b; a map without bias has the plain name."""
    return x @ w[name] if name in w else x @ w[f"{name}.weight"] + w[f"{name}.bias"]


def torch_model(run, checkpoint=None):
    """The trained model of a run (a Run or its path) as a torch.nn.Module, which computes the logits of `lengthen inspect
    logits`: model(ids) for inputs [B, n], model.read(tokens) for whole sequences.

    Built are encoders of the 15 tasks and decoders, with the choices of KNOWN above and formulas, standard or given
    positions; encodings, masks, scales and attention may differ from block to block ("mask: window:9,causal").
    Anything else raises Refused. checkpoint: as in Run.model.
    """
    run = run if isinstance(run, Run) else Run(run)
    kind = _transformer()
    _check_choices(run.config)
    arrays = run.model(checkpoint)
    _check_shapes(run.path, run.config, arrays)
    return kind(run.config, arrays)
