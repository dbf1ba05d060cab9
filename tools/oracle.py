#!/usr/bin/python3
"""oracle.py: an independent check of trained models, in PyTorch and double precision.

The C library and this file were written from the same formulas by different hands and share no code. What an option has
as one line of text (encoding, mask, scale or mixer: formula) python/lengthen/formula.py evaluates, which shares none with the library either. A run directory
with a probe (a batch, its logits, its loss and the gradient of every parameter) is recomputed here with automatic
differentiation; any difference is a bug in one of the two. Everything is written in the slow, obvious way.

Sources: Vaswani et al. 2017 (encoder and decoder); Ruoss et al. 2023, "Randomized Positional Encodings Boost Length Generalization of Transformers" (encoder
block and its encodings); Dai et al. 2019 (relative attention); Press et al. 2022 (ALiBi, with the mirror-breaking half
step of Ruoss et al.'s program); Su et al. 2021 (rotary); Csordas et al. 2022 (geometric attention); Raffel et al. 2020
(T5's bias and tied head); Grave et al. 2017 (adaptive softmax); Baevski & Auli 2019 (adaptive input); Chi et al. 2022 (KERPLE); Shaw et al. 2018 (vectors of clipped distances); Golovneva et al. 2024
(CoPE); Lin et al. 2025 (forget gates); Li et al. 2023 (FIRE); Su 2021 (log-n scaling); Xiong et al. 2020 (pre-norm); Zhang & Sennrich 2019 (RMS norm); Takase et al. 2022 (B2T); Wang et al. 2022
(DeepNorm); So et al. 2021 (Primer); Wu et al. 2019 (lightweight and dynamic convolution); Bachlechner et al. 2021 (ReZero); Shleifer et al. 2021 (NormFormer); Xie et al. 2023 (ResiDual); Huang et
al. 2020 (T-Fixup); Devlin et al. 2019 and Le Scao et al. 2022 (norms of embeddings); Dehghani et al. 2019 (Universal
Transformer); Lan et al. 2020 (ALBERT); Shazeer 2020 (gated feed-forward networks); Delétang et al. 2023
(recurrent networks).

Shapes: B batch, T tokens, d width, H heads, D = d/H; a matrix is stored [fan_in, fan_out] and used as x @ W.
"""
import argparse
import json
import math
import os
import re
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
try:
    import numpy
    import torch
    from lengthen import formula
except ImportError as missing:
    numpy = torch = None
    MISSING = missing.name

EXAMPLES = """examples:
  oracle.py runs/reverse            compare runs/reverse/probe.safetensors with PyTorch's logits, loss and gradients
  oracle.py --each runs/*           one line per tensor instead of one per group
  oracle.py --tolerance 1e-6 runs/a
  oracle.py --decoding samples.jsonl answers.jsonl runs/a       greedy decoding, token by token
  oracle.py --search samples.jsonl translations.jsonl runs/a    beam search, with scores
  oracle_selftest.py                check this file's own formulas against published vectors

exit status: 0 agreement, 1 failure (a file is missing or cannot be judged), 2 usage, 5 difference above the tolerance
"""
TOLERANCE = {"float32": 1e-4, "float64": 1e-9}
FLOOR = {"float32": 1e-2, "float64": 1e-3}  # see compare
ROUNDING = 8  # an allowed error in float32 as a multiple of PyTorch's own, where that is more than the tolerance
MOST = 1e-2  # but never more than this


IS_NORM = re.compile(r"(^|\.)(query_|key_)?norm\d*\.(scale|offset)$")  # of the parameters of a block: those of norms


class Refused(Exception):
    """The run cannot be judged; the text says why and what would be right."""


# ---- files ----------------------------------------------------------------------------------------------------------


def read_config(path):
    """Flat YAML, one "key: value" a line, as a dict of strings."""
    config = {}
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            line = re.sub(r"(^|\s)#.*", "", line).strip()
            if line in ("", "---"):
                continue
            key, colon, value = line.partition(":")
            if not colon:
                raise Refused(f"{path}:{number}: expected 'key: value', found '{line}'")
            config[key.strip()] = value.strip().strip("\"'")
    return config


def read_tensors(path):
    """A safetensors file as a dict of NumPy arrays."""
    kinds = {"F32": "<f4", "F64": "<f8", "I32": "<i4", "I64": "<i8"}
    try:
        with open(path, "rb") as file:
            data = file.read()
        start = 8 + struct.unpack("<Q", data[:8])[0]
        header = json.loads(data[8:start])
        header.pop("__metadata__", None)
        tensors = {}
        for name, entry in header.items():
            begin, end = entry["data_offsets"]
            numbers = numpy.frombuffer(data[start + begin : start + end], kinds[entry["dtype"]])
            tensors[name] = numbers.reshape(entry["shape"])
        return tensors
    except (ValueError, KeyError, TypeError, struct.error) as error:
        raise Refused(f"{path}: not a safetensors file of F32, F64, I32 or I64 tensors ({error})") from error


READ_DISTANCES = ("relative", "alibi", "t5", "kerple", "sandwich", "shaw", "hard_alibi", "formula")
POSITION_TABLES = {"learned": "embedding.position", "tupe": "attention.position"}
READ_POSITIONS = ("rope", "xpos", "tupe", "fire")  # in each block


MIXERS = "sakldg"  # the letters of sublayers that read other tokens
ATTENDING = "sak"  # of these, by attention


def blocks_of_order(order, blocks):
    """The sublayers of each block: Press, Smith & Levy 2020, section 5, for sandwich:K; a letter ends a block that has it,
    and one of a mixer of tokens a block that has another one."""
    split = [""]
    for letter in "".join(layers_of_order(order, blocks)):
        mixed = letter in MIXERS and any(other in MIXERS for other in split[-1])
        split += [""] if mixed or letter in split[-1] else []
        split[-1] += letter
    return split


def sets_of_blocks(share, blocks):
    """Whose parameters each block has: those of its own, of one block, of runs of neighbours, or as listed."""
    if share in ("none", "all"):
        return [0 if share == "all" else i for i in range(blocks)]
    if share.startswith("groups:"):
        return [i * int(share[7:]) // blocks for i in range(blocks)]
    return [int(x) for x in share.split(",")]


def layers_of_order(order, blocks):
    """The sublayers of each layer: what Takase et al. 2022 call one, self-attention (or what is in its place) and what
    follows, sublayers before the first being one more; or what lies between bars."""
    if "|" in order:
        return [layer for layer in order.split("|") if layer] * blocks
    if order.startswith("sandwich:"):
        k = int(order[9:])
        letters = "s" * k + "sf" * (blocks - k) + "f" * k
    elif order == "memorizing":  # Wu et al. 2022: 9 of 12
        letters = "".join("kf" if i == max(0, blocks - 4) else "sf" for i in range(blocks))
    else:
        letters = {"macaron": "fsf"}.get(order, order) * blocks
    return re.findall(f"^[^{MIXERS}]+|[{MIXERS}][^{MIXERS}]*", letters)


# The option of a choice that an item of a pattern may set without its name.
FIRST_OPTIONS = {
    "encoding": {"alibi": "sides", "cope": "max_position", "fire": "hidden", "hard_alibi": "local_heads",
                 "kerple": "kernel", "learned": "rows",
                 "relative": "base", "rope": "base", "sandwich": "frequencies", "shaw": "clip", "sinusoid": "base",
                 "t5": "buckets", "tupe": "rows", "xpos": "base"},
    "mask": {"bca": "block", "causal": "same_length", "chunk": "chunk", "lambda": "width", "three_blocks": "block",
             "window": "width"},
    "scale": {"log_n": "keys"}, "attention": {"geometric": "l1"}}


def config_of_block(config, block):
    """The config as a block reads it, whose encoding, mask, scale and attention are items of lists that repeat, with
    settings of their own: "rope:base=500000,none"."""
    own = dict(config)
    for axis, first in FIRST_OPTIONS.items():
        items = config.get(axis, "").split(",")
        own[axis], *settings = items[block % len(items)].split(":")
        for setting in settings:
            name, equals, value = setting.partition("=")
            own[f"{axis}.{name if equals else first[own[axis]]}"] = value if equals else name
    return own


def full_width(model, config):
    return int(config.get("model.feed_forward", 4 * model.width))


def hidden_width(config, full):
    """Two thirds of the hidden columns make the three matrices of a gated network as large as two of all columns
    (Shazeer 2020)."""
    rule = config.get("mixer.width", "full")
    return {"full": full, "two_thirds": max(1, 2 * full // 3), "two_thirds_8": 8 * -(-2 * full // 24)}[rule]


def read_memories(model, config):
    """What is read beside the tokens of a sequence, of a config."""
    model.persistent = int(config.get("persistent.pairs", -1))
    model.persistent = full_width(model, config) if model.persistent < 0 else model.persistent
    model.kept_pairs, model.store_read = int(config.get("memorizing.size", 2048)), int(config.get("memorizing.read", 32))
    model.joint, model.bypass = config.get("memorizing.combine") == "joint", config.get("memorizing.empty") == "bypass"
    model.memory_tokens = int(config.get("architecture.memory_tokens", 0))
    model.memory_form = config.get("architecture.memory_form", "plain")


def read_key_heads(model, config):
    """Heads of keys and values, and their columns in all, of a config."""
    model.key_heads = int(config.get("model.key_heads", 0)) or model.heads
    model.key_width = model.width // model.heads * model.key_heads


def read_convolutions(model, config):
    """What a model convolves, of its config."""
    on = lambda key, fallback="false": config.get(key, fallback) == "true"
    model.centred, model.shared_keys, model.cross_kernels = (
        on(f"projection.{name}") for name in ("centred", "shared", "cross"))
    model.taps = [int(x) for x in config.get("convolution.taps", "7").split(",")]
    model.kernels = int(config.get("convolution.heads", 0)) or model.heads
    model.kernel_gate, model.kernel_bias, model.renormalised = (
        on("convolution.gate", "true"), on("convolution.bias"), on("convolution.renorm_padding"))


def numbers_of(config, axis):
    """The numbers of a formula of an axis that have names."""
    return formula.declared_numbers(config.get(f"{axis}.numbers", ""))


EXPERTS = {"count": 8, "width": 0, "capacity": 1.25, "capacity_least": 4, "balance": 0.01, "z_loss": 0, "sublayers": 1}


def read_experts(model, config):
    """Of experts and of spatial gating, of a config."""
    model.experts = {name: float(config.get(f"experts.{name}", fallback)) for name, fallback in EXPERTS.items()}
    model.chunks = int(config.get("gating.chunks", 4))
    model.gated_columns = int(config.get("gating.width", 0)) or model.width
    model.rows_of_gating = int(config.get("gating.length", 128))
    model.auxiliary = []  # losses of sequences beside that of their tokens


def objective(model, logits, target):
    """What training minimises, of each target: its cross-entropy under a distribution that has 1 - smoothing at the
    target and the rest at all V classes alike (Szegedy et al. 2016) or at the V - 1 others (fairseq); and the square of
    the logarithm of the partition function."""
    count = logits.shape[-1]
    truth = torch.nn.functional.one_hot(target, count).to(logits.dtype)
    everywhere = torch.full_like(logits, 1 / count)
    elsewhere = (1 - truth) / max(count - 1, 1)
    spread = elsewhere if model.smoothing_over == "others" else everywhere
    wanted = (1 - model.smoothing) * truth + model.smoothing * spread
    partition = torch.logsumexp(logits, -1)
    return (wanted * (partition[..., None] - logits)).sum(-1) + model.z * partition**2


class Model:
    """A run directory: the choices of its config and its parameters, in double precision."""

    owner = ""  # see PlacedModel
    CHOICES = {"encoding": ("none", "sinusoid", "learned", "tupe", "relative", "alibi", "rope", "xpos", "t5",
                            "kerple", "sandwich", "shaw", "cope", "fire", "hard_alibi", "formula", "fox"),
               "positions": ("standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated",
                             "equal_mean", "clipped", "document"),
               "mask": ("full", "causal", "window", "chunk", "lambda", "bca", "three_blocks", "document", "formula"),
               "attention": ("softmax", "geometric", "softmax1", "sink"), "projection": ("linear", "primer"),
               "block": ("post_norm", "pre_norm", "no_norm", "dual_norm", "primer"),
               "residual": ("add", "b2t", "scalar", "rezero", "channel", "deepnorm"),
               "scale": ("inverse_sqrt", "inverse_sqrt_2d", "one", "log_n", "formula"), "norm": ("layer_norm", "rms_norm"),
               "mixer": ("relu", "gelu", "gelu_tanh", "swish", "squared_relu", "glu", "bilinear", "reglu", "geglu",
                         "swiglu", "formula"), "head": ("linear", "tied", "adaptive"),
               "architecture": ("encoder", "decoder", "encoder_decoder", "perceiver_io", "perceiver_ar", "recurrent"),
               "cell": ("elman", "lstm"), "store": ("none", "stack", "nd_stack", "tape")}
    BEFORE = {"projection": "linear", "residual": "add", "norm": "layer_norm", "mixer": "relu", "head": "linear",
              "architecture": "encoder", "cell": "lstm", "store": "none"}  # what runs without the key are

    def __init__(self, config, arrays):
        whole, config = config, config_of_block(config, 0)
        for key, known in self.CHOICES.items():
            choice = config.get(key, self.BEFORE.get(key))
            if choice not in known:
                raise Refused(f"{key}: '{choice}' is not among those this oracle knows: {', '.join(known)}")
            setattr(self, key, choice)
        number = lambda key: int(self._need(config, key))
        self.width, self.heads, self.blocks = number("model.width"), number("model.heads"), number("model.blocks")
        if self.mixer == "formula":
            self.activation = self._need(config, "mixer.formula"), numbers_of(config, "mixer")
        self.feed_forward = hidden_width(config, full_width(self, config))
        self.hidden = number("architecture.hidden") if self.architecture == "recurrent" else None
        self.store_options = {key[6:]: value for key, value in config.items() if key.startswith("store.")}
        self.memory = int(config.get("architecture.memory", 0))
        self.zeros = config.get("architecture.memory_start") == "zeros"
        if self.architecture == "perceiver_io":
            self.latents, self.repeats = number("architecture.latents"), number("architecture.repeats")
            self.query_residual = self._need(config, "architecture.query_residual") == "true"
            self.mean_of_latents = config.get("architecture.output") == "mean"
        self.steps = int(config.get("model.computation_steps", 0))
        self.autoregressive = config.get("model.decode") == "autoregressive"
        self.begins_with_end = config.get("architecture.begin") == "end"
        # Sources end with a token of their own; the tasks of the study of encoders alone, without options, have none.
        self.separated = any(key.startswith("data.") for key in config) or config.get("data") in (
            "reverse_symbols", "markov_chain")
        self.smoothing, self.z = float(config.get("loss.smoothing", 0)), float(config.get("loss.z", 0))
        self.smoothing_over = config.get("loss.smoothing_over", "all")
        self.bias = config.get("model.bias", "true") == "true"
        self.layers = layers_of_order(config.get("model.order", "sf"), self.blocks)
        self.order = blocks_of_order(config.get("model.order", "sf"), self.blocks)
        self.blocks = len(self.order)
        read_key_heads(self, config)
        read_convolutions(self, config)
        read_experts(self, config)
        read_memories(self, config)
        self.epsilon = float(config.get("norm.epsilon", 1e-5))
        self.inner = {name: config.get(f"block.{name}") == "true" for name in ("attention_norm", "hidden_norm")}
        self.head_factors = config.get("block.head_scale", "none")
        self.embedding_norm = config.get("model.embedding_norm", "none")
        self.qk_norm = config.get("model.qk_norm", "none")
        self.sets = sets_of_blocks(config.get("model.share", "none"), self.blocks)
        self.norm_sets = self.sets if config.get("model.share_norms") != "false" else list(range(self.blocks))
        self.step_signal = config.get("model.step_signal") == "true"
        self.token_width = int(config.get("model.embedding_width", 0)) or self.width
        self.channels = config.get("residual.sublayers", "all")
        # Huang et al. 2020: token vectors start (9 L)^-1/4 times as large, and positions are scaled likewise.
        scaled = config.get("initialisation.scale_positions") == "true"
        self.position_factor = (9 * len(self.layers)) ** -0.25 if scaled else 1
        self.embedding_scale = 1 if config.get("model.embedding_scale") == "one" else math.sqrt(self.width)
        self.head_bias = config.get("head.bias") == "true"
        self.head_scale = 1 / math.sqrt(self.width) if config.get("head.scaled") == "true" else 1
        if self.head == "adaptive":
            self.cutoffs = [int(x) for x in config.get("head.cutoffs", "").split(",") if x]
            self.divisor = int(config.get("head.divisor", 1))
            self.token_tables = config.get("head.embedding", "tied")
            self.common_maps = config.get("head.projections", "all_but_first")
        self.weights = {name: torch.tensor(a, dtype=torch.get_default_dtype()) for name, a in arrays.items()}
        self.prefix = "decoder." if self.architecture == "encoder_decoder" else ""  # of what the head's stack has
        readout = self.weights.get(self.prefix + ("readout.weight" if self.bias else "readout"))
        if self.head_bias:
            readout = self.weights.get(self.prefix + "readout.bias")
        self.classes = None if readout is None else readout.shape[-1]  # of a tied or an adaptive head: see judge
        self._streams(whole)
        self._check_shapes()

    def _look(self, config):
        """Reads mask, scale and attention, of all blocks or of one."""
        number = lambda key: int(self._need(config, key))
        for key in ("mask", "scale", "attention"):
            if config[key] not in self.CHOICES[key]:
                raise Refused(f"{key}: '{config[key]}' is not among those this oracle knows")
            setattr(self, key, config[key])
        self.same_length, self.reach = config.get("mask.same_length", "no"), None
        self.separator = separator_of(config, "mask") if self.mask == "document" else None
        if self.mask in ("window", "chunk", "bca", "three_blocks"):
            self.reach = number({"window": "mask.width", "chunk": "mask.chunk"}.get(self.mask, "mask.block"))
        self.chunk = self.reach if self.mask == "chunk" else 0
        if self.mask in ("window", "chunk") and config.get("mask.form", "symmetric") != "symmetric":
            self.reach = self.reach, config["mask.form"]
        if self.mask == "lambda":
            self.reach = number("mask.width"), number("mask.sinks")
        if self.scale == "log_n":
            self.scale_keys = number("scale.keys")
            self.at_least_one = self._need(config, "scale.at_least_one") == "true"
            self.times = config.get("scale.times", "inverse_sqrt")
        if self.mask == "formula":
            self.reach = self._need(config, "mask.formula"), numbers_of(config, "mask")
        if self.scale == "formula":
            self.scale_line, self.scale_declared = (self._need(config, f"scale.{name}") for name in ("formula", "parameters"))
            self.scale_numbers = numbers_of(config, "scale")
        self.l1 = self.attention == "geometric" and self._need(config, "attention.l1") == "true"

    def _place(self, config, prefix=""):
        """Reads encoding and positions: those of all streams, or of one that has its own, whose keys have a prefix."""
        for key in ("encoding", "positions"):
            choice = config.get(prefix + key, "same") if prefix else "same"
            if choice != "same":
                own = {name[len(prefix):]: x for name, x in config.items() if name.startswith(f"{prefix}{key}.")}
                config = {**{name: x for name, x in config.items() if not name.startswith(f"{key}.")}, **own, key: choice}
            if config[key] not in self.CHOICES[key]:
                raise Refused(f"{prefix}{key}: '{config[key]}' is not among those this oracle knows")
            setattr(self, key, config[key])
        if self.attention == "geometric" and self.encoding != "none" and prefix != "cross.":
            raise Refused("the geometric attention replaces the encoding: expected encoding: none")
        number = lambda key: int(self._need(config, key))
        # What blocks with one encoding have in common: they share parameters.
        self.placed_as = {key: x for key, x in config.items() if key.split(".")[0] == "encoding"}
        self.shared_terms = config.get("encoding.shared_terms") == "true"
        self.base = float(config.get("encoding.base", 10000))
        self.interleaved = config.get("encoding.layout") == "interleaved"
        self.first = int(config.get("encoding.first", 0))
        self.halves = config.get("encoding.pairs") == "halves"
        self.fraction = float(config.get("encoding.fraction", 1))
        self.frequency = config.get("encoding.frequency", "") if self.encoding in ("rope", "formula") else ""
        if self.encoding == "rope":
            self.numbers = {"base": self.base, "trained": float(config.get("encoding.trained", 40)),
                            "extension": float(config.get("encoding.extension", 1))}
            self.factors, self.short_factors = ([float(x) for x in config.get(f"encoding.{key}", "").replace(",", " ").split()]
                                                for key in ("factors", "short_factors"))
            self.stretched = config.get("encoding.frequencies", "trained")
            self.extension = float(config.get("encoding.extension", 1))
            self.trained = int(config.get("encoding.trained", 40))
            self.dynamic = config.get("encoding.dynamic") == "true"
            self.temperature = float(config.get("encoding.temperature", 0))
        self.range = number("positions.L") if self.positions in ("randomized", "unsorted", "released") else None
        self.law = {key[10:]: value for key, value in config.items() if key.startswith("positions.")}
        self.both_sides = config.get("positions.both_sides") == "true"
        if self.positions == "document":
            self.law["separator"] = separator_of(config, "positions")
        if self.encoding == "tupe":
            self.relative = self._need(config, "encoding.relative") == "true"
            self.released = self._need(config, "encoding.released") == "true"
            self.first_token = self._need(config, "encoding.first_token")
        if self.encoding in ("t5", "tupe"):
            self.buckets, self.max_distance = number("encoding.buckets"), number("encoding.max_distance")
        if self.encoding == "alibi":
            self.sides = config.get("encoding.sides", "half_shift")
            self.right_slope = float(config.get("encoding.right_slope", 0.5))
            self.trained_slopes = config.get("encoding.trained_slopes") == "true"
        if self.encoding == "hard_alibi":
            self.local_heads = number("encoding.local_heads") or self.heads // 2
        if self.encoding == "kerple":
            self.kernel = self._need(config, "encoding.kernel")
            self.bias_in_scale = self._need(config, "encoding.bias_in_scale") == "true"
        if self.encoding == "sandwich":
            self.frequencies = number("encoding.frequencies")
        if self.encoding == "xpos":
            self.scale_base = float(self._need(config, "encoding.scale_base"))
            self.gamma = float(self._need(config, "encoding.gamma"))
        self.width_of_distances = float(config.get("encoding.clip", 0)) if self.encoding == "rope" else 0
        self.compress = float(config.get("encoding.compress", 0))
        self.group = float(config.get("encoding.group", 0)) if self.encoding == "rope" else 0
        if self.encoding == "shaw":
            self.clip = number("encoding.clip")
            self.shared_table = self._need(config, "encoding.shared_table") == "true"
        if self.encoding == "cope":
            self.max_position = number("encoding.max_position")
            self.term_in_scale = self._need(config, "encoding.term_in_scale") == "true"
        if self.encoding == "fire":
            self.hidden_units, self.threshold = number("encoding.hidden"), number("encoding.threshold")
        if self.encoding == "formula":
            self.line, self.declared = (self._need(config, f"encoding.{name}") for name in ("bias", "parameters"))
            self.line = self.line or ("" if config.get("encoding.frequency") else "-abs(d)/2^(8*(head + 1)/H)")
            self.numbers = numbers_of(config, "encoding")
        if self.encoding in ("fire", "formula"):
            self.shared_bias = self._need(config, "encoding.shared_bias") == "true"

    def _streams(self, config):
        """The model as its sources have it, and as cross-attention does, the latter None where it has no encoding; and as
        the blocks of each stream have it."""
        first = config_of_block(config, 0)
        self.sources = PlacedModel(self, first, "encoder.")
        has = config.get("cross.encoding", "none") != "none"
        self.cross = PlacedModel(self, first, "cross.") if has else None
        self._look(first)
        self._place(first, "decoder.")
        self.of_blocks = blocks_of_stream(self, config, "decoder.")
        self.sources.of_blocks = blocks_of_stream(self, config, "encoder.")

    @staticmethod
    def _need(config, key):
        if key not in config:
            raise Refused(f"config.yaml has no key '{key}'")
        return config[key]

    def _check_shapes(self):
        found = {name: tuple(w.shape) for name, w in self.weights.items()}
        size = lambda name, axis: found.get(name, (0, 0))[axis]
        if self.architecture == "recurrent":
            self.symbols = size("recurrent.input.weight", 0)
            wanted = recurrent_shapes(self, self.symbols, self.classes)
        else:
            source = {"encoder_decoder": "encoder.", "perceiver_io": "input."}.get(self.architecture, "")
            self.shared = not any(name.startswith(source + "embedding.weight") for name in found) or not source
            own = "" if self.shared else self.prefix
            self.symbols = size(own + "embedding.weight", 0)
            if self.head == "adaptive":
                self.symbols = self.symbols or self._clusters_end(size, own + "embedding", self.token_tables == "tied")
                self.classes = self._clusters_end(size, self.prefix + "readout", True) or self.symbols
            sources = self.symbols if self.shared else size(source + "embedding.weight", 0)
            table = lambda own: own.owner + POSITION_TABLES.get(own.encoding, "")
            rows, source_rows = lambda own: size(self.prefix + table(own), 0), lambda own: size("encoder." + table(own), 0)
            wanted = parameter_shapes(self, self.symbols, self.classes, rows, sources, self.shared, source_rows)
        for name in sorted(wanted.keys() | found.keys()):
            if wanted.get(name) != found.get(name):
                raise Refused(f"parameter {name}: expected shape {wanted.get(name)}, found {found.get(name)}")

    def _clusters_end(self, size, name, clusters):
        """Ids of a table in parts, by the rows of the last one, or by its bias; clusters: as in cluster_shapes."""
        last = len(self.cutoffs)
        rows = size(f"{name}.cluster.{last}.weight", 0) or size(f"{name}.cluster.{last}.bias", 0)
        return rows and rows + (self.cutoffs[-1] if last else 0)

    def own_map(self, i):
        """Has the softmax a map of its own for part i?"""
        shared = {"all": True, "all_but_first": i > 0, "none": False}[self.common_maps]
        return self.token_tables == "table" or not shared

    def part(self, prefix):
        """The parameters below a prefix, by the rest of their name."""
        return below(self.weights, prefix)

    def stack(self, prefix):
        """The parameters of a stack, with the tables of tokens where they are those of all."""
        tables = {name: w for name, w in self.weights.items() if name.startswith("embedding.") and self.shared}
        return {**tables, **self.part(prefix)}


class PlacedModel:
    """A model as a stream has it that may have encoding and positions of its own, or a block of it, with mask, scale and
    attention of its own: all else is the model's. owner: what names begin with of parameters that all blocks share which
    are placed alike."""

    owner = ""

    def __init__(self, model, config, prefix):
        self.model = model
        Model._look(self, config)
        Model._place(self, config, prefix)

    def __getattr__(self, name):
        return getattr(self.model, name)


def blocks_of_stream(model, config, prefix):
    """The model as each block of a stream has it: the first ones of their kind own what later ones share, and what is
    shared with block 0 belongs to the stream."""
    blocks = [PlacedModel(model, config_of_block(config, i), prefix) for i in range(model.blocks)]
    for own in blocks:
        first = [other.placed_as for other in blocks].index(own.placed_as)
        own.owner = f"block.{model.sets[first]}." if first else ""
    return blocks


def below(weights, prefix):
    return {name[len(prefix):]: w for name, w in weights.items() if name.startswith(prefix)}


# The function of a gate, and of a mixer without one; relu(x) is handed in.
GATES = {"glu": lambda relu, x: torch.sigmoid(x), "bilinear": lambda relu, x: x, "reglu": lambda relu, x: relu(x),
         "geglu": lambda relu, x: gelu(x), "swiglu": lambda relu, x: x * torch.sigmoid(x)}
FUNCTIONS = {"relu": lambda relu, x: relu(x), "gelu": lambda relu, x: gelu(x),
             "gelu_tanh": lambda relu, x: gelu_tanh(x), "swish": lambda relu, x: x * torch.sigmoid(x),
             "squared_relu": lambda relu, x: x.clamp_min(0) ** 2}


def activated(model, relu, x):
    """The activation of a channel mixer that has no gate."""
    if model.mixer != "formula":
        return FUNCTIONS[model.mixer](relu, x)
    line, numbers = model.activation
    return formula.evaluate(line, {**numbers, "x": x}).to(x.dtype)


def gelu(x):
    return x * (1 + torch.erf(x / math.sqrt(2))) / 2


def gelu_tanh(x):
    return x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) / 2


def map_shapes(name, rows, columns, bias):
    """A linear map; one without bias is a matrix with the plain name."""
    return {f"{name}.weight": (rows, columns), f"{name}.bias": (columns,)} if bias else {name: (rows, columns)}


def norm_shapes(model, name, columns=None):
    parts = ("scale", "offset") if model.norm == "layer_norm" and model.bias else ("scale",)
    return {f"{name}.{part}": (columns or model.width,) for part in parts}


def residual_shapes(model, name, letter):
    """The factors that are trained: of a sublayer, or of each column of the stream."""
    columns = {"rezero": 1, "channel": model.width}.get(model.residual)
    if model.residual == "channel" and model.channels == "feed_forward" and letter != "f":
        return {}
    return {f"{name}.scale": (columns,)} if columns else {}


def parameter_shapes(model, symbols, classes, rows, sources=0, shared=True, source_rows=0):
    """Name and shape of every parameter: `symbols` token ids, `classes` outputs, `rows` learned positions; of an encoder
    and a decoder `sources` ids of the encoder and its learned positions, and `shared`: one table for both."""
    d = model.width
    head = map_shapes("readout", d, classes, model.bias) if model.head == "linear" else {}
    if model.head_bias:
        head = {"readout.bias": (classes,)}
    tables = {"embedding.weight": (symbols, model.token_width)}
    narrow = {"embedding.projection": (model.token_width, d)} if model.token_width != d else {}
    if model.head == "adaptive":
        tied = model.token_tables == "tied"
        if model.token_tables != "table":
            tables = cluster_shapes(model, "embedding", max(symbols, classes), tied, lambda i: True)
        head = {name: shape for name, shape in cluster_shapes(model, "readout", classes, True, model.own_map).items()
                if not (tied and name.endswith("weight"))}
    tables.update(narrow)
    if model.architecture == "perceiver_io":
        own = {} if shared else {"input.embedding.weight": (sources, model.token_width),
                                 **{f"input.{name}": shape for name, shape in narrow.items()}}
        if model.mean_of_latents and not shared and model.head == "linear":  # there is no query
            tables = {}
        return {**tables, **head, **perceiver_io_shapes(model, rows(model) if callable(rows) else rows), **own}
    if model.architecture == "perceiver_ar":
        keys = norm_shapes(model, "block.0.norm_keys") if model.block in ("pre_norm", "primer") else {}
        return {**tables, **head, **stack_shapes(model, rows), **keys, "latent": (d, d)}
    if model.architecture != "encoder_decoder":
        return {**tables, **head, **stack_shapes(model, rows)}
    own = {"embedding.weight": (sources, model.token_width), **narrow}
    encoder = {**stack_shapes(getattr(model, "sources", model), source_rows), **({} if shared else own)}
    decoder = {**stack_shapes(model, rows, True), **({} if shared else tables), **head}
    return {**(tables if shared else {}),
            **{f"encoder.{name}": shape for name, shape in encoder.items()},
            **{f"decoder.{name}": shape for name, shape in decoder.items()}, **cross_shapes(getattr(model, "cross", None))}


def cross_shapes(cross):
    """The same of an encoding of cross-attention, which all blocks share, but for formulas; None: there is none."""
    if cross and cross.encoding == "formula":
        blocks = [i for letters, i in zip(cross.order, cross.sets) if any(x in MIXERS for x in letters)]
        return {f"cross.{block}{name}": shape for name, shape in formula_shapes(cross).items()
                for block in ([""] if cross.shared_bias else [f"block.{i}." for i in blocks])}
    if cross and cross.encoding == "t5":
        return {"cross.attention.bucket_bias": (cross.heads, cross.buckets)}
    if cross and cross.encoding == "alibi":
        return {f"cross.{name}": (cross.heads,) for name in alibi_factors(cross)}
    if cross and cross.encoding == "kerple":
        return {f"cross.attention.kernel_{name}": (cross.heads,) for name in ("r1", "r2")}
    return {}


def cluster_shapes(model, name, ids, clusters, maps):
    """Tables of `ids` ids in parts, with a row for each cluster behind the first one where `clusters`; a map to the width
    for the parts that `maps` names; and biases of a softmax."""
    shapes, begins = {}, [0, *model.cutoffs]
    for i, (begin, end) in enumerate(zip(begins, [*model.cutoffs, ids])):
        rows, width = end - begin + (len(model.cutoffs) if clusters and i == 0 else 0), model.width
        for _ in range(i):
            width //= model.divisor
        shapes[f"{name}.cluster.{i}.weight"] = (rows, width)
        if model.divisor > 1 and maps(i):
            shapes[f"{name}.cluster.{i}.projection"] = (width, model.width)
        if name == "readout" and model.bias:
            shapes[f"{name}.cluster.{i}.bias"] = (rows,)
    return shapes


def mixer_shapes(model):
    """The same of a channel mixer."""
    d, f, shapes = model.width, model.feed_forward, {}
    for name, *sizes in (("1", d, f), ("2", f, d)) + ((("gate", d, f),) if model.mixer in GATES else ()):
        shapes.update(map_shapes(f"feed_forward.{name}", *sizes, model.bias))
    return {**shapes, **(norm_shapes(model, "feed_forward.norm", f) if model.inner["hidden_norm"] else {})}


def perceiver_io_shapes(model, rows):
    """The same of a Perceiver IO, but for tables of tokens and the head."""
    d = model.width
    learned = {"input.embedding.position": (rows, d)} if model.encoding == "learned" else {}
    read = map_shapes_of_heads(model, "attention")
    read.update(scale_shapes(model, "attention"))
    for name in ("norm1", "norm_keys", "norm2"):
        read.update(norm_shapes(model, name))
    read.update(mixer_shapes(model))
    prefixes = ("encode",) if model.mean_of_latents else ("encode", "decode")
    reads = {f"{prefix}.{name}": shape for prefix in prefixes for name, shape in read.items()}
    if model.embedding_norm != "none":
        learned.update(norm_shapes(model, "input.embedding.norm"))
    return {**stack_shapes(model, rows), **learned, **reads, "latents": (model.latents, d)}


def taps_of(model, layer):
    return model.taps[min(layer, len(model.taps) - 1)]


def map_shapes_of_heads(model, kind):
    """The maps of attention. Of primer's shared ones queries are made of keys."""
    d, few = model.width, model.key_width
    inputs = few if kind == "attention" and model.projection == "primer" and model.shared_keys else d
    shapes = {f"{kind}.query": (inputs, d), f"{kind}.key": (d, few), f"{kind}.value": (d, few), f"{kind}.output": (d, d)}
    parts = {"none": (), "rms": ("scale",), "layer": ("scale", "offset") if model.bias else ("scale",)}[model.qk_norm]
    for part in parts:
        shapes.update({f"{kind}.{name}_norm.{part}": (d // model.heads,) for name in ("query", "key")})
    return shapes


def projection_shapes(model, kind):
    """The kernels that queries, keys and values are convolved with."""
    if model.projection != "primer" or (kind == "cross" and not model.cross_kernels):
        return {}
    parts = ("key", "value") if kind == "attention" and model.shared_keys else ("query", "key", "value")
    return {f"{kind}.{part}_kernel": (3, model.width if part == "query" else model.key_width) for part in parts}


def convolution_shapes(model, letter, taps):
    """The parameters of a sublayer of light (l) or dynamic (d) convolution."""
    d, numbers = model.width, taps * model.kernels
    name = {"l": "light", "d": "dynamic"}.get(letter)
    if not name:
        return {}
    shapes = {} if not model.kernel_gate else map_shapes(f"{name}.gate", d, d, model.bias)
    for part in ("value", "output"):
        shapes.update(map_shapes(f"{name}.{part}", d, d, model.bias))
    if model.inner["attention_norm"]:
        shapes.update(norm_shapes(model, f"{name}.norm"))
    if letter == "l":
        return {**shapes, "light.kernel": (taps, model.kernels)}
    return {**shapes, **map_shapes("dynamic.kernel", d, numbers, model.kernel_bias)}


def expert_shapes(model, letter):
    """Of a sublayer with experts or of spatial gating, by its letter."""
    d, count, f = model.width, int(model.experts["count"]), int(model.experts["width"]) or model.feed_forward
    n, columns = model.rows_of_gating, model.gated_columns

    def maps(name):
        sizes = (("1", d, f), ("2", f, d)) + ((("gate", d, f),) if model.mixer in GATES else ())
        shapes = {}
        for part, inputs, outputs in sizes:
            shapes[f"{name}.{part}.weight" if model.bias else f"{name}.{part}"] = (count, inputs, outputs)
            shapes.update({f"{name}.{part}.bias": (count, outputs)} if model.bias else {})
        return shapes

    if letter == "e":
        return {"experts.router": (d, count), **maps("experts")}
    if letter == "b":
        shapes = {"base.centroids": (d, count)}
        for k in range(int(model.experts["sublayers"])):
            shapes.update({**maps(f"base.{k}"), **norm_shapes(model, f"base.{k}.norm", d)})
        return shapes
    if letter == "g":
        return {"gating.tokens": (model.chunks, n, n), "gating.tokens.bias": (model.chunks, n),
                **map_shapes("gating.1", d, 2 * columns, model.bias), **map_shapes("gating.2", columns, d, model.bias),
                **norm_shapes(model, "gating.norm", columns)}
    return {}


def terms_of_all(own, rows):
    """What an encoding has for all blocks; rows: of a table of positions."""
    d, h, shapes = own.width, own.heads, {}
    if own.encoding == "learned":
        shapes["embedding.position"] = (rows, d)
    if own.encoding == "tupe":
        shapes["attention.position"] = (rows, d)
        for name in ("query", "key"):
            shapes.update(map_shapes(f"attention.position_{name}", d, d, own.released))
        if own.released:
            shapes.update({f"attention.position_norm.{part}": (d,) for part in ("scale", "offset")})
        if own.first_token == "free":
            shapes["attention.first_token"] = (2, h)
    if own.encoding == "t5" or (own.encoding == "tupe" and own.relative):
        shapes["attention.bucket_bias"] = (h, own.buckets)
    if own.encoding == "alibi":
        shapes.update({name: (h,) for name in alibi_factors(own)})
    if own.encoding == "kerple":
        shapes.update({"attention.kernel_r1": (h,), "attention.kernel_r2": (h,)})
    if own.encoding == "fire" and own.shared_bias:
        shapes.update(fire_shapes(own))
    if own.encoding == "formula" and own.shared_bias:
        shapes.update(formula_shapes(own))
    if own.encoding == "relative" and own.shared_terms:
        shapes.update({f"attention.{name}_bias": (h, d // h) for name in ("content", "position")})
    return shapes


def scale_shapes(own, kind):
    """What the scale of an attention of that kind has."""
    shapes = formula.declared_shapes(own.scale_declared, own.heads) if own.scale == "formula" else {}
    return {f"{kind}.scale.{name}": tuple(shape) for name, shape in shapes.items()}


def formula_shapes(own):
    shapes = formula.declared_shapes(own.declared, own.heads)
    return {f"attention.formula.{name}": tuple(shape) for name, shape in shapes.items()}


def fire_shapes(own):
    units, h = own.hidden_units, own.heads
    return {"attention.distance_factor": (1,), "attention.threshold_factor": (1,),
            "attention.distance_bias.1.weight": (units,), "attention.distance_bias.1.bias": (units,),
            "attention.distance_bias.2.weight": (units, h), "attention.distance_bias.2.bias": (h,)}


def terms_of_block(own):
    """What the attention of a block has beside its maps."""
    d, h, terms = own.width, own.heads, {}
    if own.encoding == "cope":
        terms["attention.contextual_positions"] = (own.max_position + 1, d // h)
    if own.encoding == "fox":
        terms.update({"attention.forget_gate.weight": (d, h), "attention.forget_gate.bias": (h,)})
    if own.encoding == "fire" and not own.shared_bias:
        terms.update(fire_shapes(own))
    if own.encoding == "formula" and not own.shared_bias:
        terms.update(formula_shapes(own))
    if own.inner["attention_norm"]:
        terms.update(norm_shapes(own, "attention.norm"))
    if own.head_factors != "none":
        terms["attention.head_scale"] = (h,)
    if own.encoding == "relative":
        terms["attention.relative"] = (d, d)
        if not own.shared_terms:
            terms.update({f"attention.{name}_bias": (h, d // h) for name in ("content", "position")})
    if own.encoding == "shaw":
        names = ("vectors",) if own.shared_table else ("keys", "values")
        terms.update({f"attention.distance_{name}": (2 * own.clip + 1, d // h) for name in names})
    if own.attention == "geometric":
        terms.update({"attention.content_bias": (h, d // h), "attention.direction.weight": (d, 2 * h),
                      "attention.direction.bias": (2 * h,)})
        terms.update({f"attention.{name}": (1,) for name in ("alpha", "beta", "gamma")})
    if own.attention == "sink":
        terms["attention.sink"] = (h,)
    return terms


def stack_shapes(model, rows, cross=False):
    """The same of a stack of blocks; cross: with attention to another one; rows: of a table of positions, or a function
    of the block that has one."""
    d, h = model.width, model.heads
    shapes = {}
    if model.block in ("pre_norm", "dual_norm", "primer"):
        shapes.update(norm_shapes(model, "norm"))
    if model.embedding_norm != "none":
        shapes.update(norm_shapes(model, "embedding.norm"))
    mixer = mixer_shapes(model)
    layer = 0
    remembers = not cross and model.memory_tokens > 0
    shapes.update({"memory_tokens.weight": (model.memory_tokens, d)} if remembers else {})
    for i, (letters, view) in enumerate(zip(model.order, model.of_blocks)):
        terms = terms_of_block(view)
        if i == 0 or view.encoding != "learned":
            common = terms_of_all(view, rows(view) if callable(rows) else rows)
            shapes.update({view.owner + name: shape for name, shape in common.items()})
        mixes = [letter for letter in letters if letter in MIXERS]
        attends = any(letter in ATTENDING for letter in letters)
        kinds = ["attention"] * attends + ["cross"] * (cross and len(mixes) > 0)
        own, scales = {}, set(letters) & {"s", "a"} and view.attention == "softmax"
        terms = {**terms, **(scale_shapes(view, "attention") if scales else {})}
        for kind in kinds:
            own.update({**map_shapes_of_heads(model, kind), **projection_shapes(model, kind)})
            own.update(scale_shapes(view, kind) if kind == "cross" else {})
        with_cross = "".join(letter + "c" * (cross and letter in MIXERS) for letter in letters)
        for j, letter in enumerate(with_cross, 1):
            own.update(norm_shapes(model, f"norm{j}") if model.block != "no_norm" else {})
            own.update(residual_shapes(model, f"residual{j}", letter))
        own.update({**(mixer if "f" in letters else {}), **(terms if attends else {})})
        if "a" in letters and model.persistent > 0:
            own.update({f"attention.persistent_{name}": (model.persistent, d) for name in ("keys", "values")})
        if "k" in letters:
            own.update({"attention.temperature": (h,), **({} if model.joint else {"attention.gate": (h,)})})
        for letter in mixes:
            own.update(convolution_shapes(model, letter, taps_of(model, layer)) if letter != "g" else {})
            layer += 1
        for letter in letters:
            own.update(expert_shapes(model, letter))
        if remembers and model.memory_form != "plain" and any(x in MIXERS for x in "".join(model.order[i:])):
            inner = [name for name in terms if "scale" in name or ".norm." in name]  # the rest is of positions
            own.update({f"memory {name}": shape for name, shape in own.items() if name in inner or name not in terms})
        for name, shape in own.items():
            stream, name = ("memory.", name[7:]) if name.startswith("memory ") else ("", name)
            shapes[f"{stream}block.{(model.norm_sets if IS_NORM.search(name) else model.sets)[i]}.{name}"] = shape
    return shapes


def store_shapes(store, options, k, columns):
    """The same of the memory beside a recurrent network, whose cell has maps of so many columns."""
    if store == "none":
        return {}
    number = lambda key: int(options[key])
    if store == "nd_stack":
        q, s = number("states"), number("symbols")
        reads, actions, maps = s * q if options["reading"] == "states" else s, q * s * (2 * q * s + q), []
    else:
        reads = number("count") * number("columns")
        actions = {"stack": 3, "tape": 5}[store] * number("count")
        maps = [("write", k, reads)]
    if store == "tape":
        hidden = number("hidden")
        maps = [("write.1", k, hidden), ("write.2", hidden, hidden), ("write.3", hidden, reads)]
    shapes = {"recurrent.reading.weight": (reads, columns)}
    for name, fan_in, fan_out in [("actions", k, actions), *maps]:
        shapes.update(map_shapes(f"recurrent.{name}", fan_in, fan_out, True))
    return shapes


def recurrent_shapes(model, symbols, classes):
    """The same of a recurrent network."""
    k = model.hidden
    columns = {"elman": k, "lstm": 4 * k}[model.cell]
    store = store_shapes(model.store, model.store_options, k, columns)
    shapes = {"recurrent.input.weight": (symbols, columns), "recurrent.input.bias": (columns,),
              "recurrent.state.weight": (k, columns), **map_shapes("readout", k, classes, model.bias), **store}
    if model.cell == "elman":
        shapes["recurrent.state.bias"] = (k,)
    return shapes


# ---- positional encodings -------------------------------------------------------------------------------------------


def sinusoid(p, width, base=10000.0):
    """PE(p): sin(p w_i) for i < width/2, then cos(p w_i), w_i = base^(-2i/width). p of any shape, any sign."""
    angle = p[..., None] * base ** (-torch.arange(0, width, 2, dtype=torch.get_default_dtype()) / width)
    return torch.cat([torch.sin(angle), torch.cos(angle)], -1)


def rotary_frequencies(turned, base, stretch=None):
    """f_i = base^(-2i/R) of R = turned columns, for sequences s times as long as m tokens of training. stretch: how, s, m,
    or a formula of i (k), R (r), T and numbers, 1, and what these are.
    interpolated: f / s (Chen et al. 2023); ntk: the base is base s^(R/(R-2)); parts: (1-g) f/s + g f, by how often a pair
    turns in m tokens (Peng et al. 2024), or by its index between those that turn 32 times and once (their program; or
    between bounds that are not rounded); llama3: by its wavelength, between m/4 and m; a list: f over these factors
    (LongRoPE)."""
    index = torch.arange(0, turned, 2, dtype=torch.get_default_dtype()) / 2
    how, s, m = stretch or ("trained", 1, 1)
    if isinstance(m, dict):
        return formula.evaluate(how, {**m, "k": index, "r": turned}).to(index.dtype)
    if how == "ntk":
        base = base * s ** (turned / (turned - 2))
    f = base ** (-2 * index / turned)
    if how == "parts_rotations":
        g = ((m * f / (2 * math.pi) - 1) / (32 - 1)).clamp(0, 1)
    elif how == "llama3":
        wavelength = 2 * math.pi / f
        g = ((m / wavelength - 1) / (4 - 1)).clamp(0, 1)
    elif isinstance(how, list):
        return f / torch.tensor((how + [1.0] * len(f))[:len(f)], dtype=f.dtype)
    elif how in ("parts_index", "parts_unrounded"):
        place = lambda turns: turned * math.log(m / (2 * math.pi * turns)) / (2 * math.log(base))
        down, up = (math.floor, math.ceil) if how == "parts_index" else (float, float)
        low, high = max(down(place(32)), 0), min(up(place(1)), turned - 1)
        g = 1 - ((index - low) / (high - low if high > low else 0.001)).clamp(0, 1)
    else:
        g = 0 if how == "interpolated" else 1
    return (1 - g) * f / s + g * f


def rotate(x, p, base=10000.0, fraction=1.0, halves=False, stretch=None):
    """Rotary: of the first R columns of x [..., T, D], R = 2 floor(fraction D / 2) but 2 at least, the pair (2i, 2i+1), or
    (i, R/2 + i), turned by the angle p f_i. The other columns stay."""
    turned = max(2, 2 * int(fraction * x.shape[-1] / 2))
    x, rest = x[..., :turned], x[..., turned:]
    angle = p[:, None] * rotary_frequencies(turned, base, stretch)
    a, b = x.chunk(2, -1) if halves else (x[..., 0::2], x[..., 1::2])
    pair = [a * angle.cos() - b * angle.sin(), b * angle.cos() + a * angle.sin()]
    return torch.cat([torch.cat(pair, -1) if halves else torch.stack(pair, -1).flatten(-2), rest], -1)


def clipped_distances(delta, width, divisor):
    """Distances delta, of which what is beyond the width on either side is divided, or, with a divisor of 0, cut off: Su
    2023, ReRoPE and Leaky ReRoPE."""
    beyond = (delta.abs() - width).clamp_min(0)
    return delta.sign() * (delta.abs() - beyond + (beyond / divisor if divisor else 0))


def grouped_distances(p, delta, width, group):
    """Distances delta of positions p; beyond width - 1, those of the groups' numbers, moved to go on at the width: Jin et al.
    2024, Self-Extend."""
    number = (p / group).floor()
    far = (number[None, :] - number[:, None]).abs() + width - math.floor(width / group)
    return torch.where(delta.abs() > width - 1, delta.sign() * far, delta)


def stretch_of(place, tokens):
    """What changes the frequencies of a sequence of so many tokens, as rotary_frequencies takes it."""
    if getattr(place, "frequency", ""):
        return place.frequency, 1, {**place.numbers, "T": tokens}
    if place.encoding != "rope":
        return None
    a, m = place.extension, place.trained
    s = max(1, a * tokens / m - (a - 1)) if place.dynamic else a
    if place.stretched == "longrope":
        return place.factors if tokens > m else place.short_factors, s, m
    return place.stretched, s, m


def grown(x, place, stretch):
    """What is turned of x [..., D], times t ln s + 1 (YaRN)."""
    fraction, amplitude = place.fraction, place.temperature * math.log(stretch[1]) + 1
    if place.stretched == "longrope":
        amplitude *= math.sqrt(1 + math.log(stretch[1]) / math.log(stretch[2]))
    turned = max(2, 2 * int(fraction * x.shape[-1] / 2))
    return torch.cat([x[..., :turned] * amplitude, x[..., turned:]], -1)


def rotary_scores(q, k, delta, base=10000.0, fraction=1.0, halves=False, stretch=None):
    """What rotated queries and keys [..., T, D] score if key minus query are not differences of positions but any numbers
    delta [T query, T key]: for each pair of columns the product of the complex numbers conj(q) k e^(i delta f), and its
    real part."""
    turned = max(2, 2 * int(fraction * q.shape[-1] / 2))
    angle = delta[..., None] * rotary_frequencies(turned, base, stretch)
    pairs = [x[..., :turned].chunk(2, -1) if halves else (x[..., 0:turned:2], x[..., 1:turned:2]) for x in (q, k)]
    (qa, qb), (ka, kb) = pairs
    product = lambda a, b, turn: torch.einsum("...tp,...sp,tsp->...ts", a, b, turn)
    logits = product(qa, ka, angle.cos()) + product(qb, kb, angle.cos())
    logits = logits + product(qb, ka, angle.sin()) - product(qa, kb, angle.sin())
    return logits + q[..., turned:] @ k[..., turned:].transpose(-1, -2)


def decayed(x, p, gamma, scale_base, side):
    """XPOS: pair i of x [..., T, D] times z_i^(p / scale_base) (side 1, of queries), or over it (side -1, of keys), where
    z_i goes from gamma / (1 + gamma) for the first pair to almost 1."""
    part = torch.arange(0, x.shape[-1], 2, dtype=torch.get_default_dtype()) / x.shape[-1]
    z = (part + gamma) / (1 + gamma)
    return x * (z ** (side * p[:, None] / scale_base)).repeat_interleave(2, -1)


def distances(draw, tokens):
    """Distance key minus query, [T query, T key]. draw: positions [T] (true differences), or distances by offset
    [2T-1], for the offsets -(T-1)..T-1."""
    index = torch.arange(tokens)
    if len(draw) == tokens:
        return draw[None, :] - draw[:, None]
    return draw[index[None, :] - index[:, None] + tokens - 1]


def alibi_slopes(heads):
    """2^(-8(a+1)/H); for other H those of the power of two below, then every second one of twice that power."""
    power = 2 ** int(math.log2(heads))
    series = lambda n: [2.0 ** (-8.0 * (a + 1) / n) for a in range(n)]
    return torch.tensor(series(power) + series(2 * power)[0::2][: heads - power])


def alibi_bias(delta):
    """b(0) = 0; -delta to the right; delta + 1/2 to the left, which breaks the mirror symmetry."""
    return torch.where(delta < 0, delta + 0.5, -delta)


def alibi_of_sides(delta, heads, sides, right_slope, factors):
    """The penalties of ALiBi by head. half_shift: alibi_bias; symmetric: the distance; two_slopes: on the right so many
    times that; split_heads: half of the heads see the left and their own token, half the right, and each half has the
    slopes of a model of its own. factors: trained ones of the slopes, of one side or of both; None: 1."""
    if sides == "split_heads":
        left = (heads + 1) // 2
        slopes = torch.cat([alibi_slopes(n) for n in (left, heads - left) if n])[:, None, None]
        right = (torch.arange(heads) >= left)[:, None, None]
        return torch.where(torch.where(right, delta < 0, delta > 0), -1e30, -slopes * delta.abs())
    slopes = alibi_slopes(heads)[:, None, None]
    if sides == "two_slopes":
        left, right = (x[:, None, None] for x in factors) if factors else (1, right_slope)
        return slopes * torch.where(delta < 0, left * delta, -right * delta)
    penalty = {"half_shift": alibi_bias, "symmetric": lambda d: -d.abs()}[sides](delta)
    return slopes * penalty * (factors[0][:, None, None] if factors else 1)


def hard_alibi_bias(delta, heads, local):
    """Jelassi et al. 2024: head h of the first ones sees keys at distances 0 to h; the others have no bias."""
    h = torch.arange(heads)[:, None, None]
    return torch.where((h < local) & (-delta >= h + 1), -1e30, 0.0)


def alibi_factors(model):
    """Names of the trained factors of slopes."""
    if not model.trained_slopes:
        return []
    sides = ("left_", "right_") if model.sides == "two_slopes" else ("",)
    return [f"attention.{side}slope_factor" for side in sides]


def t5_bucket(delta, causal, buckets, most):
    """Bucket of the distances delta = key - query, as in T5's program, which counts query minus key."""
    side = torch.zeros_like(delta, dtype=torch.long)
    n = -delta.round() if delta.is_floating_point() else -delta
    if causal:
        n = n.clamp_min(0)
    else:
        buckets //= 2
        side = (n < 0) * buckets
        n = n.abs()
    exact = buckets // 2
    # Powers of the same number may differ in rounding: 1e-9 is far below the gap of all others.
    growth = torch.log(n.clamp_min(1) / exact) / math.log(most / exact) * (buckets - exact)
    large = (exact + torch.floor(growth + 1e-9).long()).clamp_max(buckets - 1)
    return side + torch.where(n < exact, n.long(), large)


def kerple_bias(delta, kernel, r1, r2):
    """-r1 log(1 + r2 |delta|), or -r1 |delta|^r2, by head. 0^r2 = 0, of which PyTorch's derivative by r2 is 0."""
    r1, r2 = r1[:, None, None], r2[:, None, None]
    return -r1 * (torch.log(1 + r2 * delta.abs()) if kernel == "log" else delta.abs() ** r2)


def formula_bias(own, delta, w, queries=None, keys=None):
    """The bias [H,T,T] that a line of a config gives, of d = query - key; w: its parameters by short name; the positions of
    both, where it may read them."""
    operands = {**own.numbers, "d": 0 - delta, "dk": own.width // own.heads, "T": len(delta)}
    if queries is not None:
        operands.update({"p_i": queries[:, None], "p_j": keys[None, :]})
    bias = formula.evaluate_heads(own.line, own.declared, below(w, "formula."), own.heads, operands, delta)
    return bias.to(torch.get_default_dtype())


def position_products(vectors, query, key, heads):
    """The vectors of queries and keys of positions [n,d], by their maps, multiplied: [H,n,n] over sqrt(2 d/H)."""
    split = lambda x: x.view(len(x), heads, -1).transpose(0, 1)
    return split(query(vectors)) @ split(key(vectors)).transpose(1, 2) / math.sqrt(2 * vectors.shape[1] / heads)


def apart(bias, first):
    """The bias [H,T,T] with the row of query 0 first[0], and the column of key 0 below it first[1], both [H]."""
    bias = torch.cat([first[1][:, None, None].expand(-1, bias.shape[1], 1), bias[:, :, 1:]], 2)
    return torch.cat([first[0][:, None, None].expand(-1, 1, bias.shape[2]), bias[:, 1:]], 1)


def tupe_bias(model, whole, draw, mask):
    """The bias of positions: Ke, He & Liu 2021, equations 7 to 10; whole: the parameters of the stack."""
    lead = model.first_token == "rows"
    rows = torch.cat([torch.zeros(int(lead)), lead + draw]).long()
    vectors = whole["attention.position"][rows]
    if model.released:
        vectors = (vectors - vectors.mean(-1, keepdim=True)) / torch.sqrt(vectors.var(-1, False)[:, None] + model.epsilon)
        vectors = vectors * whole["attention.position_norm.scale"] + whole["attention.position_norm.offset"]
    query, key = (lambda x, name=name: mapped(x, whole, f"attention.position_{name}") for name in ("query", "key"))
    products = position_products(vectors, query, key, model.heads)
    bias = products[:, lead:, lead:]
    if model.relative:
        causal = is_causal(mask, getattr(model, "reach", None))
        bucket = t5_bucket(draw[None, :] - draw[:, None], causal, model.buckets, model.max_distance)
        bias = bias + whole["attention.bucket_bias"][:, bucket]
    if model.first_token == "alike":
        return bias
    return apart(bias, whole["attention.first_token"] if not lead else (products[:, 0, 0], products[:, 1, 1]))


def sandwich_bias(delta, heads, frequencies, base):
    """The sum of the cosines of delta at all frequencies, less their number, by head with the factor H / (8 (h+1))."""
    angle = delta[..., None] * base ** (-torch.arange(frequencies, dtype=torch.get_default_dtype()) / frequencies)
    return heads / (8.0 * torch.arange(1, heads + 1))[:, None, None] * (angle.cos() - 1).sum(-1)


def clipped_rows(delta, clip):
    """Rows of the vectors of the distances delta = key - query, clipped: Shaw, Uszkoreit & Vaswani 2018, equation 8."""
    return delta.round().clamp(-clip, clip).long() + clip


def clipped_scores(q, k, rows, keys):
    """q_t . (k_s + a[t,s]), not yet scaled. q, k [B,H,T,D]; keys [2K+1,D]."""
    return torch.einsum("bhtd,bhsd->bhts", q, k) + torch.einsum("bhtd,tsd->bhts", q, keys[rows])


def clipped_values(weight, v, rows, values):
    """sum over s of weight[t,s] (v_s + a[t,s])."""
    return weight @ v + torch.einsum("...ts,tsd->...td", weight, values[rows])


def contextual_positions(q, k, seen, most):
    """Sum over j = s..t of the gates sigmoid(q_t . k_j / sqrt(D)) of visible keys: Golovneva et al. 2024, equations 3
    and 4. q, k [B,H,T,D]."""
    gates = torch.sigmoid(torch.einsum("bhtd,bhsd->bhts", q, k) / math.sqrt(q.shape[-1])) * seen
    return gates.flip(-1).cumsum(-1).flip(-1).clamp_max(most)


def contextual_scores(q, k, seen, e):
    """q_t . e[p], between whole positions interpolated: equation 5. e [P+1,D]."""
    p = contextual_positions(q, k, seen, len(e) - 1)
    z = torch.einsum("bhtd,pd->bhtp", q, e)
    low, high = p.floor().long(), p.ceil().long()
    weight = p - p.floor()
    return ((1 - weight) * z.gather(-1, low) + weight * z.gather(-1, high)) * seen


def fire_shares(p, c, longest, epsilon=1e-6):
    """psi(|p_t - p_s|) / psi(max(|p_t|, |p_s|, longest)), psi(x) = ln(|c| x + 1): Li et al. 2023, equation 7, with the
    absolute values and the epsilon of public programs. p [T]."""
    psi = lambda x: torch.log(c.abs() * x + 1)
    far = torch.maximum(torch.maximum(p[:, None].abs(), p[None, :].abs()), longest)
    return psi((p[:, None] - p[None, :]).abs()) / (psi(far) + epsilon)


def fire_bias(p, w, threshold, epsilon=1e-6):
    """A network of the share, 1 to F to H, [H,T,T]; w: its parameters by short name."""
    x = fire_shares(p, w["distance_factor"], w["threshold_factor"].abs() * threshold, epsilon)[..., None]
    hidden = (x * w["distance_bias.1.weight"] + w["distance_bias.1.bias"]).clamp_min(0)
    return (hidden @ w["distance_bias.2.weight"] + w["distance_bias.2.bias"]).movedim(-1, 0)


def relative_scores(q, k, u, v, r):
    """(q_t + u).k_s + (q_t + v).r(s-t), not yet scaled. q, k [B,H,T,D]; u, v [H,D]; r [H,T,T,D]."""
    return torch.einsum("bhtd,bhsd->bhts", q + u[:, None], k) + torch.einsum("bhtd,htsd->bhts", q + v[:, None], r)


# ---- convolutions over time -----------------------------------------------------------------------------------------


def shifted(x, by):
    """x [B,T,d] whose row t is row t + by, zeros where there is none."""
    zeros = torch.zeros_like(x)
    if abs(by) >= x.shape[1]:
        return zeros
    return torch.cat([x[:, by:], zeros[:, :by]], 1) if by >= 0 else torch.cat([zeros[:, :-by], x[:, :by]], 1)


def depthwise(x, kernel, centred):
    """So et al. 2021: y_t = c_0 x_t + c_1 x_{t-1} + c_2 x_{t-2} for each column; kernel [3,d] has c_2 first. Centred: of
    the rows t-1, t and t+1."""
    behind = 1 if centred else 0
    return sum(kernel[j] * shifted(x, j - 2 + behind) for j in range(3))


def tap_weights(logits, causal, only_there, tokens):
    """Wu et al. 2019, equation 2: softmax over the K taps of logits [..., K, H], for each of T tokens [..., T, K, H]. Taps
    beyond the sequence are left out of it where only_there."""
    taps = logits.shape[-2]
    before = taps - 1 if causal else taps // 2
    read = torch.arange(tokens)[:, None] + torch.arange(taps)[None, :] - before
    hidden = ((read < 0) | (read >= tokens))[..., None] & only_there
    return torch.softmax(logits.masked_fill(hidden, -math.inf), -2)


def weighted(u, weight, causal):
    """Equations 1 and 3: u [B,T,d], weight [B or 1,T,K,H], of whose heads each has d/H neighbouring columns."""
    taps, heads = weight.shape[-2:]
    before = taps - 1 if causal else taps // 2
    each = weight.repeat_interleave(u.shape[-1] // heads, -1)
    return sum(each[:, :, j] * shifted(u, j - before) for j in range(taps))


def convolution(model, w, letter, x, taps, causal):
    """A sublayer; w: the parameters of the block; x [B,T,d]."""
    name = {"l": "light", "d": "dynamic"}[letter]
    u = mapped(x, w, f"{name}.value")
    if model.kernel_gate:
        u = u * torch.sigmoid(mapped(x, w, f"{name}.gate"))
    if letter == "l":
        logits = w["light.kernel"][None, None].expand(1, x.shape[1], -1, -1)
    else:
        logits = mapped(u, w, "dynamic.kernel").view(*u.shape[:2], taps, model.kernels)
    weight = tap_weights(logits, causal, model.renormalised, x.shape[1])
    out = mapped(weighted(u, weight, causal), w, f"{name}.output")
    return normalised(model, out, w, f"{name}.norm") if model.inner["attention_norm"] else out


# ---- attention ------------------------------------------------------------------------------------------------------


def is_causal(mask, reach=None):
    """Does no query see a later key? reach as in visible."""
    formed = mask in ("window", "chunk") and isinstance(reach, tuple)
    if mask == "formula":
        return formula.shows_causal(*reach)
    return mask in ("causal", "lambda", "bca", "document") or (formed and reach[1] == "causal")


def window(t, s, tokens, width, form):
    """The keys s that the queries t see of a window that is not symmetric."""
    if form == "half":
        return (t - s).abs() <= (width - 1) // 2
    if form == "causal":
        return (t - s >= 0) & (t - s < width)
    first = (t - width // 2).clamp(0, max(tokens - width, 0))  # edge_shift
    return (s >= first) & (s < first + width)


def visible(mask, tokens, reach=None):
    """Which keys a query sees, [T query, T key]. reach: width of the window, or tokens of a chunk or a block;
    of a lambda both the width of the window and the number of sinks, of what is not symmetric its form too; a formula with
    its numbers."""
    t, s = torch.arange(tokens)[:, None], torch.arange(tokens)[None, :]
    if mask == "formula":
        return (formula.evaluate(reach[0], {**reach[1], "i": t, "j": s}) != 0).expand(tokens, tokens)
    if mask == "window" and isinstance(reach, tuple):
        return window(t, s, tokens, *reach)
    if mask == "bca":
        return (s <= t) & (s // reach >= t // reach - 1)
    if mask == "three_blocks":
        return (t // reach - s // reach).abs() <= 1
    if mask in ("causal", "document"):  # documents hide more: see same_document
        return s <= t
    if mask == "window":
        return (t - s).abs() <= reach // 2
    if mask == "chunk":
        tokens, causal = reach if isinstance(reach, tuple) else (reach, False)
        return (t // tokens == s // tokens) & ((s <= t) if causal else True)
    if mask == "lambda":
        return (s <= t) & ((t - s < reach[0]) | (s < reach[1]))
    return torch.ones(tokens, tokens, dtype=torch.bool)


def separator_of(config, axis):
    """The id of the token that ends a document: of a text in bytes its value, of the tasks' symbols 0, 1, ... their own."""
    word = config.get(f"{axis}.separator", "")
    if config.get("data") == "text" and config.get("data.tokens", "bytes") == "bytes":
        word = {"": "\n", "\\n": "\n"}.get(word, word)
        if len(word) == 1:
            return ord(word)
    if not word.isdecimal():
        raise Refused(f"{axis}.separator: which token '{word}' is, this oracle does not know")
    return int(word)


def documents(tokens, separator):
    """The document of each token of a sequence [T], counted: a separator is the last token of its own (Krell et al. 2021)."""
    ends = (tokens == separator).long()
    return ends.cumsum(0) - ends


def same_document(model, tokens):
    """Which keys are of the document of a query: all of them, but under the mask document."""
    if model.mask != "document":
        return torch.ones(tokens, tokens, dtype=torch.bool)
    return model.documents[:, None] == model.documents[None, :]


def same_length(model, tokens):
    """Of these the keys that a query sees where each sees as many as a memory of M rows has, itself among them, or M and
    itself (Dai et al. 2019, the two programs)."""
    back = torch.arange(tokens)[:, None] - torch.arange(tokens)[None, :]
    most = {"memory": model.memory, "memory_and_self": model.memory + 1}.get(model.same_length, 0)
    return back < most if model.memory and most else back < tokens


def log_n(seen, keys, at_least_one):
    """ln n / ln m for each query, n: how many keys it sees."""
    tau = torch.log(seen.sum(-1, keepdim=True).to(torch.get_default_dtype())) / math.log(keys)
    return tau.clamp_min(1) if at_least_one else tau


def scaling(model, depth, seen, w):
    """What the logits [.., T query, T key] of heads of that depth are multiplied with; seen: which keys a query sees; w: the
    parameters of the attention by short name."""
    if model.scale == "formula":
        n = seen.sum(-1)
        factor = formula.evaluate_heads(model.scale_line, model.scale_declared, below(w, "scale."), model.heads,
                                         {**model.scale_numbers, "n": n, "dk": depth}, n)
        return factor.to(torch.get_default_dtype())[..., None]
    scale = model.times if model.scale == "log_n" else model.scale
    root = {"one": 1, "inverse_sqrt_2d": 1 / math.sqrt(2 * depth)}.get(scale, 1 / math.sqrt(depth))
    return root * log_n(seen, model.scale_keys, model.at_least_one) if model.scale == "log_n" else root


def geometric(logits, seen, l1):
    """A[t,s] = P[t,s] * product over k in C(t,s) of 1 - P[t,k], P = sigmoid(logits), 0 at s = t and where hidden.
    C(t,s): the slots strictly closer to t than s and, for s left of t, also the one equally far on the right."""
    t, s, k = torch.meshgrid(*[torch.arange(logits.shape[-1])] * 3, indexing="ij")
    before = (((k - t).abs() < (s - t).abs()) | ((s < t) & (k - t == t - s))) & (k != t)
    open_ = seen & ~torch.eye(len(seen), dtype=torch.bool)
    stop = torch.nn.functional.logsigmoid(logits)
    passed = torch.where(open_, torch.nn.functional.logsigmoid(-logits), torch.zeros(()))
    weight = torch.exp(stop + torch.einsum("...tk,tsk->...ts", passed, before.to(torch.get_default_dtype()))) * open_
    return weight / weight.sum(-1, keepdim=True).clamp_min(1e-12) if l1 else weight


def forgotten(gates):
    """Lin et al. 2025: [B,H,T,T], of query t and key s the sum of ln sigmoid(gates[u]) over u = s+1..t; gates [B,T,H]."""
    total = torch.nn.functional.logsigmoid(gates).cumsum(1).transpose(1, 2)
    return (total[..., :, None] - total[..., None, :]).tril()


def sink_logit(model, w, logits):
    """What is in the softmax beside logits [B,H,T,S] and has no value, [B,H,T,1]: 0 (Miller 2023), or a number of each head
    (gpt-oss, OpenAI 2025); else nothing, [B,H,T,0]."""
    if model.attention == "sink":
        return w["sink"][:, None, None].expand(*logits.shape[:-1], 1)
    return torch.zeros_like(logits[..., : int(model.attention == "softmax1")])


def by_query(model, x):
    """Keys or values [..,G D] with each head as often as heads of queries read it, [..,d] (Ainslie et al. 2023)."""
    heads = x.unflatten(-1, (model.key_heads, model.width // model.heads))
    return heads.repeat_interleave(model.heads // model.key_heads, -2).flatten(-2)


def head_norm(model, w, x, name):
    """x [..,N] with the D columns of each head normalised by model.qk_norm: by their mean square (Qwen3), or to mean 0 and
    variance 1 (Dehghani et al. 2023); gains [D]."""
    if model.qk_norm == "none":
        return x
    heads = x.unflatten(-1, (-1, model.width // model.heads))
    if model.qk_norm == "layer":
        heads = heads - heads.mean(-1, keepdim=True)
    heads = heads / torch.sqrt((heads**2).mean(-1, keepdim=True) + model.epsilon)
    return (heads * w[f"{name}_norm.scale"] + w.get(f"{name}_norm.offset", 0)).flatten(-2)


def projected(model, w, h, rows, mask):
    """Queries [B,T,d] of the rows h, and keys and values [B,T,G D] of `rows`, which with primer are the same."""
    q, k, v = projected_plainly(model, w, h, rows, mask)
    return head_norm(model, w, q, "query"), head_norm(model, w, k, "key"), v


def projected_plainly(model, w, h, rows, mask):
    k, v = rows @ w["key"], rows @ w["value"]
    if model.projection == "linear":
        return h @ w["query"], k, v
    centred = model.centred and not is_causal(mask, getattr(model, "reach", None))
    k, v = (depthwise(x, w[f"{name}_kernel"], centred) for x, name in ((k, "key"), (v, "value")))
    q = k @ w["query"] if model.shared_keys else depthwise(h @ w["query"], w["query_kernel"], centred)
    return q, k, v


def attention(model, w, h, draw, mask=None, whole=None, keys=None, begin=0, beside=None, store=None):
    """Multi-head attention of one block; w: its parameters by short name; h [B,T,d]; draw as in distances. mask: that of
    the model unless given; whole: parameters of its stack by name, those of the model unless given; keys: the rows that
    keys and values are made of, unless they are h; begin: tokens before it are seen by themselves alone; beside: rows of
    memory [B,m,d] that are read, too (Burtsev et al. 2020), or in a bottleneck alone; store: stored keys and values
    [B,S,2 G D] of a sublayer that has any (Wu et al. 2022)."""
    mask, whole = mask or model.mask, model.weights if whole is None else whole
    batch, tokens, width = h.shape
    depth = width // model.heads
    heads = lambda x: x.view(*x.shape[:-1], model.heads, depth).movedim(-2, 0)  # [..., d] to [H, ..., D]
    q, k, v = projected(model, w, h, h if keys is None else keys, mask)
    q, k, v = (heads(x).transpose(0, 1) for x in (q, by_query(model, k), by_query(model, v)))
    seen = visible(mask, tokens, getattr(model, "reach", None)) & same_length(model, tokens)
    seen = seen & same_document(model, tokens)
    seen = seen & (torch.arange(tokens) >= begin) | (torch.eye(tokens, dtype=torch.bool) if begin else False)
    if store is not None:
        q, k = w["temperature"].abs()[:, None, None] * unit(q), unit(k)
    plain = q
    if model.attention == "geometric":
        right, left = (h @ w["direction.weight"] + w["direction.bias"]).transpose(1, 2).split(model.heads, 1)
        index = torch.arange(tokens)
        direction = torch.where(index[None, :] > index[:, None], right[..., None], left[..., None])
        content = torch.einsum("bhtd,bhsd->bhts", q + w["content_bias"][:, None], k)
        logits = w["alpha"] * content + w["beta"] * direction + w["gamma"]
        weight = geometric(logits, seen, model.l1)
    else:
        if model.encoding == "relative":
            r = heads(sinusoid(distances(draw, tokens), width, model.base) @ w["relative"])
            own = below(whole, "attention.") if model.shared_terms else w
            logits = relative_scores(q, k, own["content_bias"], own["position_bias"], r)
        elif model.encoding == "shaw":
            rows = clipped_rows(distances(draw, tokens), model.clip)
            keys, values = (w["distance_vectors" if model.shared_table else f"distance_{of}"] for of in ("keys", "values"))
            logits = clipped_scores(q, k, rows, keys)
        else:
            stretch = stretch_of(model, tokens)
            if model.encoding == "rope":
                q, k = (grown(x, model, stretch) for x in (q, k))
            if model.encoding == "rope" and not model.width_of_distances:
                q, k = (rotate(x, draw, model.base, model.fraction, model.halves, stretch) for x in (q, k))
            if model.encoding == "formula" and model.frequency:
                q, k = (rotate(x, draw, stretch=stretch) for x in (q, k))
            if model.encoding == "xpos":
                q, k = (decayed(rotate(x, draw, model.base), draw, model.gamma, model.scale_base, side)
                        for x, side in ((q, 1), (k, -1)))
            logits = torch.einsum("bhtd,bhsd->bhts", q, k)
            if model.encoding == "rope" and model.width_of_distances:
                delta = clipped_distances(distances(draw, tokens), model.width_of_distances, model.compress)
                if model.group:
                    delta = grouped_distances(draw, distances(draw, tokens), model.width_of_distances, model.group)
                logits = rotary_scores(q, k, delta, model.base, model.fraction, model.halves, stretch)
        term = contextual_scores(q, k, seen, w["contextual_positions"]) if model.encoding == "cope" else 0
        if model.encoding == "cope" and model.term_in_scale:
            logits, term = logits + term, 0
        logits = logits if store is not None else logits * scaling(model, depth, seen, w)
        logits = logits + term
        if model.encoding == "fox":
            logits = logits + forgotten(mapped(h if keys is None else keys, w, "forget_gate"))
        if model.encoding == "fire":
            own = below(whole, "attention.") if model.shared_bias else w
            logits = logits + fire_bias(draw, own, model.threshold)
        if model.encoding == "formula" and model.line:
            own = below(whole, "attention.") if model.shared_bias else w
            logits = logits + formula_bias(model, distances(draw, tokens), own, *([draw, draw] if len(draw) == tokens else []))
        if model.encoding == "alibi":
            factors = [whole[name] for name in alibi_factors(model)]
            logits = logits + alibi_of_sides(distances(draw, tokens), model.heads, model.sides, model.right_slope, factors)
        if model.encoding == "hard_alibi":
            logits = logits + hard_alibi_bias(distances(draw, tokens), model.heads, model.local_heads)
        if model.encoding == "t5":
            bucket = t5_bucket(distances(draw, tokens), is_causal(mask, getattr(model, "reach", None)), model.buckets,
                               model.max_distance)
            logits = logits + whole["attention.bucket_bias"][:, bucket]
        if model.encoding == "kerple":
            r1, r2 = (whole[f"attention.kernel_{name}"] for name in ("r1", "r2"))
            bias = kerple_bias(distances(draw, tokens), model.kernel, r1, r2)
            logits = logits + (bias / math.sqrt(depth) if model.bias_in_scale else bias)
        if model.encoding == "tupe":
            logits = logits + tupe_bias(model, whole, draw, mask)
        if model.encoding == "sandwich":
            logits = logits + sandwich_bias(distances(draw, tokens), model.heads, model.frequencies, model.base)
        if beside is not None and model.memory_form == "bottleneck":
            logits = torch.full_like(logits, -math.inf)
        others = scores_beside(model, w, plain, seen, beside)
        if store is not None and model.joint:
            others = nearest(model, plain, store)
        sink = sink_logit(model, w, logits)
        weight = torch.softmax(torch.cat([logits.masked_fill(~seen, -math.inf), others, sink], -1), -1)
        weight = weight[..., : weight.shape[-1] - sink.shape[-1]]
        weight, of_others = weight[..., :tokens], weight[..., tokens:]
    mixed = clipped_values(weight, v, rows, values) if model.encoding == "shaw" else weight @ v
    if "persistent_values" in w:
        mixed = mixed + of_others @ (math.sqrt(model.persistent) * heads(w["persistent_values"]))
    if store is not None:
        stored = heads(by_query(model, store[..., model.key_width :])).transpose(0, 1)
        if model.joint:
            mixed = mixed + of_others @ stored
        elif store.shape[1] or not model.bypass:
            gate = torch.sigmoid(w["gate"])[:, None, None]
            mixed = (1 - gate) * mixed + gate * (torch.softmax(nearest(model, plain, store), -1) @ stored)
    if beside is not None:
        mixed = mixed + of_others @ heads(by_query(model, beside @ w["value"])).transpose(0, 1)
    return attention_output(model, w, mixed)


def attention_output(model, w, mixed):
    """What attention adds to the stream, of the outputs of its heads [B,H,T,D]."""
    batch, _, tokens, depth = mixed.shape
    if model.head_factors == "heads":  # Shleifer et al. 2021, section 2.1
        mixed = mixed * w["head_scale"][:, None, None]
    out = mixed.transpose(1, 2).reshape(batch, tokens, model.heads * depth) @ w["output"]
    if model.head_factors == "output":  # their program: of slices of columns that are no heads any more
        out = out * w["head_scale"].repeat_interleave(depth)
    return normalised(model, out, w, "norm") if model.inner["attention_norm"] else out


def scores_beside(model, w, q, seen, beside):
    """Logits [B,H,T,N] of queries [B,H,T,D] and what they read beside tokens, without positions: the keys that a head has
    (Sukhbaatar et al. 2019, section 3.2), or rows of memory [B,N,d]; N = 0 where there is nothing."""
    depth = q.shape[-1]
    if "persistent_keys" in w:
        keys = math.sqrt(depth) * w["persistent_keys"].view(1, -1, model.heads, depth)
    elif beside is not None:
        keys = by_query(model, head_norm(model, w, beside @ w["key"], "key")).view(*beside.shape[:-1], model.heads, depth)
    else:
        return q[..., :0]
    scores = torch.einsum("bhtd,bnhd->bhtn", q, keys.expand(q.shape[0], *keys.shape[1:]))
    return scores * scaling(model, depth, seen, w)


def unit(x):
    """Rows of unit length, as Wu et al. 2022 have them in their program."""
    return x * (x.pow(2).sum(-1, keepdim=True) + 1e-6) ** -0.5


def nearest(model, q, store):
    """Wu et al. 2022: logits [B,H,T,S] of queries and all stored keys, of which only the highest of each query stay."""
    keys = by_query(model, store[..., : model.key_width]).unflatten(-1, (model.heads, -1))
    logits = torch.einsum("bhtd,bshd->bhts", q, keys)
    chosen = logits.topk(min(model.store_read, store.shape[1]), -1).indices
    return logits.masked_fill(~torch.zeros_like(logits, dtype=torch.bool).scatter(-1, chosen, True), -math.inf)


def stored_rows(model, w, x, mask):
    """What is kept of a segment x [B,T,d]: keys of unit length and values [B,T,2 G D]."""
    _, k, v = projected(model, w, x, x, mask)
    return torch.cat([unit(k.unflatten(-1, (model.key_heads, -1))).flatten(2), v], -1).detach()


def memory_vectors(model, weights, batch):
    """Burtsev et al. 2020: the rows before the tokens [B,m,d], as token vectors; None: there are none."""
    if "memory_tokens.weight" not in weights:
        return None
    rows = model.embedding_scale * weights["memory_tokens.weight"]
    return rows.expand(batch, *rows.shape)


def memory_attention(model, w, h, tokens):
    """The rows of memory [B,m,d] read tokens [B,T,d] and themselves, without positions; w: parameters by short name."""
    depth, every = model.width // model.heads, torch.cat([tokens, h], 1)
    heads = lambda x: x.view(*x.shape[:-1], model.heads, depth).transpose(1, 2)
    q, k = (head_norm(model, w, x @ w[name], name) for x, name in ((h, "query"), (every, "key")))
    logits = torch.einsum("bhtd,bhsd->bhts", heads(q), heads(by_query(model, k)))
    logits = logits * scaling(model, depth, torch.ones(h.shape[1], tokens.shape[1]), w)  # as many keys as there are tokens
    return attention_output(model, w, torch.softmax(logits, -1) @ heads(by_query(model, every @ w["value"])))


def remember(model, w, number, letter, state, tokens, begins, ends, site):
    """One sublayer of the rows of memory, of which state holds `h` and `layer`, the input of the layer; they read
    tokens [B,T,d]."""
    h, norm = state["h"], f"norm{number}"
    state["layer"] = h if begins else state["layer"]
    before = model.block == "pre_norm" or (model.block == "primer" and letter != "f")
    normed = lambda x: normalised(model, x, w, norm) if before else x
    if letter == "f":
        f = feed_forward(model, w, normed(h), site)
    else:
        f = memory_attention(model, below(w, "attention."), normed(h), normed(tokens))
    f = normalised(model, f, w, norm) if model.block == "primer" and letter == "f" else f
    bottom = state["layer"] if ends and state["layer"] is not h else None
    h = residual(model, w, number, h, f, bottom, True)
    state["h"] = normalised(model, h, w, norm) if model.block in ("post_norm", "dual_norm") else h


def placed_in_two(cross, queries, keys, places, block):
    """Queries [B,H,T,D] and keys [B,H,n,D] as a rotation by positions of their own makes them, and what is added to their
    logits; places: those positions, [T] and [n]; block: what names of its parameters begin with."""
    p, s = places
    delta = s[None, :] - p[:, None]
    stretch = stretch_of(cross, 0)  # which does not depend on the number of tokens
    if cross.encoding == "rope":
        turned = (rotate(grown(x, cross, stretch), at, cross.base, cross.fraction, cross.halves,
                         stretch) for x, at in ((queries, p), (keys, s)))
        return *turned, 0
    if cross.encoding == "alibi":
        factors = [cross.weights[f"cross.{name}"] for name in alibi_factors(cross)]
        return queries, keys, alibi_of_sides(delta, cross.heads, cross.sides, cross.right_slope, factors)
    if cross.encoding == "formula":
        if cross.frequency:
            queries, keys = (rotate(x, at, stretch=stretch) for x, at in ((queries, p), (keys, s)))
        if not cross.line:
            return queries, keys, 0
        return queries, keys, formula_bias(cross, delta, below(cross.weights, f"cross.{'' if cross.shared_bias else block}attention."), p, s)
    if cross.encoding == "t5":
        bucket = t5_bucket(delta, False, cross.buckets, cross.max_distance)
        return queries, keys, cross.weights["cross.attention.bucket_bias"][:, bucket]
    if cross.encoding == "kerple":
        r1, r2 = (cross.weights[f"cross.attention.kernel_{name}"] for name in ("r1", "r2"))
        bias = kerple_bias(delta, cross.kernel, r1, r2)
        return queries, keys, bias / math.sqrt(queries.shape[-1]) if cross.bias_in_scale else bias
    if cross.encoding == "sandwich":
        return queries, keys, sandwich_bias(delta, cross.heads, cross.frequencies, cross.base)
    raise Refused(f"cross.encoding: '{cross.encoding}' is for one timeline")


def cross_attention(model, w, h, source, places=None, block=""):
    """Attention of h [B,T,d] to all of source [B,n,d]; w: its parameters by short name; places: the positions of both,
    where it has an encoding, and block, as above."""
    depth, n = model.width // model.heads, source.shape[1]
    heads = lambda x: x.view(*x.shape[:-1], model.heads, depth).transpose(1, 2)
    q, k, v = h @ w["query"], source @ w["key"], source @ w["value"]
    if model.projection == "primer" and model.cross_kernels:
        centred = model.centred and not is_causal(model.mask, getattr(model, "reach", None))
        q, k, v = depthwise(q, w["query_kernel"], centred), *(
            depthwise(x, w[f"{name}_kernel"], True) for x, name in ((k, "key"), (v, "value")))
    q, k = head_norm(model, w, q, "query"), by_query(model, head_norm(model, w, k, "key"))
    v = by_query(model, v)
    q, k, bias = placed_in_two(model.cross, heads(q), heads(k), places, block) if places else (heads(q), heads(k), 0)
    logits = torch.einsum("bhtd,bhsd->bhts", q, k)
    logits = logits * scaling(model, depth, torch.ones(h.shape[1], n), w)
    mixed = torch.softmax(logits + bias, -1) @ heads(v)
    return mixed.transpose(1, 2).flatten(2) @ w["output"]


# ---- the whole model ------------------------------------------------------------------------------------------------


def normalised(model, x, w, name):
    """The model's norm with the parameters of that name in w."""
    if model.norm == "layer_norm":
        x = x - x.mean(-1, keepdim=True)
    x = x / torch.sqrt((x**2).mean(-1, keepdim=True) + model.epsilon)
    return x * w[f"{name}.scale"] + w.get(f"{name}.offset", 0)


def mapped(x, w, name):
    """The linear map of that name in w."""
    return x @ w[name] if name in w else x @ w[f"{name}.weight"] + w[f"{name}.bias"]


def feed_forward(model, w, x, relu):
    """The channel mixer; relu: of this block."""
    f = mapped(x, w, "feed_forward.1")
    if model.mixer in GATES:
        f = GATES[model.mixer](relu, mapped(x, w, "feed_forward.gate")) * f
    else:
        f = activated(model, relu, f)
    if model.inner["hidden_norm"]:
        f = normalised(model, f, w, "feed_forward.norm")
    return mapped(f, w, "feed_forward.2")


def mixer_of_experts(model, w, name, x, expert, relu):
    """The channel mixer with maps of the expert of each token, [B,T] integers; 0 for who has none (-1)."""
    def map_of(part, x):
        weight = w[f"{name}.{part}.weight" if model.bias else f"{name}.{part}"][expert.clamp(min=0)]
        y = torch.einsum("btd,btdf->btf", x, weight)
        return y + w[f"{name}.{part}.bias"][expert.clamp(min=0)] if model.bias else y
    f = map_of("1", x)
    if model.mixer in GATES:
        f = GATES[model.mixer](relu, map_of("gate", x)) * f
    else:
        f = activated(model, relu, f)
    return map_of("2", f) * (expert >= 0).to(x.dtype)[..., None]


def greedy_experts(choice, slots):
    """Where the tokens of a sequence go that choose so, if an expert takes that many."""
    taken, result = {}, []
    for e in choice:
        taken[e] = taken.get(e, 0) + 1
        result.append(e if taken[e] <= slots else -1)
    return result


def switch(model, w, x, relu):
    """Fedus, Zoph & Shazeer 2021: top-1 routing; each sequence is a group, and its losses are noted."""
    count, tokens = int(model.experts["count"]), x.shape[1]
    logits = x @ w["experts.router"]
    p = torch.softmax(logits, -1)
    choice = logits.argmax(-1)
    slots = max(int(model.experts["capacity_least"]), min(tokens, math.floor(tokens * model.experts["capacity"] / count)))
    slots = slots if model.experts["capacity"] > 0 else tokens
    expert = torch.tensor([greedy_experts(row.tolist(), slots) for row in choice])
    share = torch.nn.functional.one_hot(choice, count).to(x.dtype).mean(1)
    balance = count * (share * p.mean(1)).sum(-1)
    squares = (torch.logsumexp(logits, -1) ** 2).mean(-1)
    model.auxiliary.append((model.experts["balance"] * balance + model.experts["z_loss"] * squares).sum())
    gate = p.gather(-1, choice[..., None])
    return gate * mixer_of_experts(model, w, "experts", x, expert, relu)


def cheapest(cost):
    """Which column each row gets so that the sum is least (Kuhn & Munkres): a square matrix as a list of rows."""
    n = len(cost)
    u, v, match = [0.0] * (n + 1), [0.0] * (n + 1), [0] * (n + 1)
    for i in range(1, n + 1):
        match[0], j0, least, way, used = i, 0, [math.inf] * (n + 1), [0] * (n + 1), [False] * (n + 1)
        while match[j0]:
            used[j0], i0, delta, j1 = True, match[j0], math.inf, 0
            for j in range(1, n + 1):
                if used[j]:
                    continue
                reduced = cost[i0 - 1][j - 1] - u[i0] - v[j]
                if reduced < least[j]:
                    least[j], way[j] = reduced, j0
                if least[j] < delta:
                    delta, j1 = least[j], j
            for j in range(n + 1):
                if used[j]:
                    u[match[j]] += delta
                    v[j] -= delta
                else:
                    least[j] -= delta
            j0 = j1
        while j0:
            match[j0], j0 = match[way[j0]], way[j0]
    columns = [0] * n
    for j in range(1, n + 1):
        columns[match[j] - 1] = j - 1
    return columns


def balanced_experts(affinity):
    """Of a sequence [T,E]: each expert has T // E places, and T % E of them one more; what is left of those has nobody."""
    tokens, count = len(affinity), len(affinity[0])
    even, more = tokens // count, tokens % count
    places = [(e, False) for e in range(count) for _ in range(even)] + [(e, True) for e in range(count)]
    cost = [[-row[e] for e, _ in places] for row in affinity]
    cost += [[0.0 if extra else 1e9 for _, extra in places] for _ in range(count - more)]
    return [places[j][0] for j in cheapest(cost)[:tokens]]


def base_layer(model, w, x, relu):
    """Lewis et al. 2021, as in training."""
    logits = x @ w["base.centroids"]
    expert = torch.tensor([balanced_experts(rows.detach().tolist()) for rows in logits])
    z = x
    for k in range(int(model.experts["sublayers"])):
        z = z + mixer_of_experts(model, w, f"base.{k}", normalised(model, z, w, f"base.{k}.norm"), expert, relu)
    return torch.sigmoid(logits.gather(-1, expert[..., None])) * (z - x)


def spatial_gating(model, w, x, causal):
    """Yu et al. 2022, deterministic routing, in the form of Liu et al. 2021."""
    tokens, width = x.shape[1], model.gated_columns
    u, v = gelu(mapped(x, w, "gating.1")).split(width, -1)
    chunks = normalised(model, v, w, "gating.norm").unflatten(-1, (model.chunks, -1))
    m = w["gating.tokens"][:, :tokens, :tokens]
    m = torch.tril(m) if causal else m
    mixed = torch.einsum("etj,bjec->btec", m, chunks) + w["gating.tokens.bias"][:, :tokens].T[..., None]
    return mapped(u * mixed.flatten(-2), w, "gating.2")


def deepnorm_alpha(layers, stacks, encoder):
    """Wang et al. 2022, figure 2, where both of two stacks have as many layers."""
    if stacks == 1:
        return (2 * layers) ** 0.25
    return 0.81 * (layers**4 * layers) ** 0.0625 if encoder else (3 * layers) ** 0.25


def residual(model, w, number, x, f, bottom, encoder):
    """The sum of x and what sublayer `number` of a block makes of it, f; w: the parameters of the block; bottom: the
    input of the layer where this is the last of its several sublayers; encoder: of an encoder beside a decoder."""
    layers = len(model.layers)
    if model.residual == "rezero":  # Bachlechner et al. 2021
        return x + w[f"residual{number}.scale"] * f
    if model.residual == "channel" and f"residual{number}.scale" in w:
        return w[f"residual{number}.scale"] * x + f
    if model.residual == "deepnorm":
        return deepnorm_alpha(layers, 2 if model.architecture == "encoder_decoder" else 1, encoder) * x + f
    if model.residual == "b2t" and bottom is not None:
        return bottom + x + f
    if model.residual == "scalar" and bottom is not None:  # the code of Takase et al. 2022
        return min(layers**-0.15, layers / 12) * bottom + model.width**-0.2 * (x + f)
    return x + f


class Relu:
    """ReLU that notes the arguments within `margin` of its kink. Another number type may round such an argument to the
    other side, which changes gradients without being an error; `turned` holds those that take the other side here."""

    def __init__(self, margin=0.0):
        self.margin, self.near, self.turned = margin, [], set()

    def __call__(self, block, x):
        active = (x > 0).view(-1)
        self.near += [(block, i) for i in (x.abs() <= self.margin).view(-1).nonzero()[:, 0].tolist()]
        for i in (i for b, i in self.turned if b == block):
            active[i] = ~active[i]
        return x * active.view(x.shape)


def make_input(model, given, target):
    """The tokens [B,T] and the slot of the first output: input, computation tokens, and an empty token an output; or,
    autoregressive, one empty token and the outputs themselves, each read one slot before it is shown. A decoder has no
    computation tokens, an empty token only where the input does not end by itself, and does not read the last output."""
    batch, n = given.shape
    empty = model.symbols - 1
    fill = lambda symbol, count: torch.full((batch, count), symbol)
    if model.architecture == "perceiver_io":  # an empty token asks for each output
        return fill(empty, target.shape[1]), 0
    if model.architecture == "encoder_decoder":  # the input is a sequence of its own
        if model.begins_with_end:  # every target ends with that token
            empty = int(target[0, -1])
        return torch.cat([fill(empty, 1), target[:, :-1]], 1), 0
    if model.architecture in ("decoder", "perceiver_ar"):
        parts = [given] + ([] if model.separated else [fill(empty, 1)])
        return torch.cat(parts + [target[:, :-1]], 1), sum(x.shape[1] for x in parts) - 1
    thought = fill(empty - 1, model.steps * n)
    rest = [fill(empty, 1), target] if model.autoregressive else [fill(empty, target.shape[1])]
    return torch.cat([given, thought, *rest], 1), n + model.steps * n


def elman_step(w, x, state, t, relu):
    """The output and the states after token t, from one-hot rows x [B,I] and the states before it [B,K]."""
    h, = state
    h = relu(t, x @ w["input.weight"] + w["input.bias"] + h @ w["state.weight"] + w["state.bias"])
    return h, (h,)


def lstm_step(w, x, state, t, relu):
    """The same of an LSTM, with one map of both x and h to input gate, candidate, forget gate and output gate."""
    h, c = state
    z = torch.cat([x, h], 1) @ torch.cat([w["input.weight"], w["state.weight"]]) + w["input.bias"]
    i, g, f, o = z.chunk(4, 1)
    c = torch.sigmoid(f + 1) * c + torch.sigmoid(i) * torch.tanh(g)
    h = torch.sigmoid(o) * torch.tanh(c)
    return h, (h, c)


class Stack:
    """K stacks of cells in R^C, all zero (Joulin & Mikolov 2015): after push, pop and noop to the degrees of p."""

    def __init__(self, w, options, batch, tokens, inputs):
        self.w, self.k, self.c = w, int(options["count"]), int(options["columns"])
        self.joint, cells = options["joint"] == "true", int(options["cells"]) or tokens
        self.cells = torch.zeros(batch, self.k, cells, self.c)

    def read(self):
        return self.cells[:, :, 0].flatten(1)

    def move(self, h, t, relu):
        batch = len(h)
        actions = h @ self.w["actions.weight"] + self.w["actions.bias"]
        p = torch.softmax(actions if self.joint else actions.view(batch, self.k, 3), -1).view(batch, self.k, 3)
        push, pop, noop = (p[..., i, None, None] for i in range(3))
        pushed = (h @ self.w["write.weight"] + self.w["write.bias"]).view(batch, self.k, 1, self.c)
        zero = torch.zeros_like(pushed)
        above = torch.cat([pushed, self.cells[:, :, :-1]], 2)
        below = torch.cat([self.cells[:, :, 1:], zero], 2)
        self.cells = push * above + pop * below + noop * self.cells


class Tape:
    """K tapes, rings of cells in R^C, all zero, with the head at cell 0 (Baby-NTM): every action writes, then moves."""

    def __init__(self, w, options, batch, tokens, inputs):
        self.w, self.k, self.c, self.inputs = w, int(options["count"]), int(options["columns"]), inputs
        self.cells = torch.zeros(batch, self.k, int(options["cells"]), self.c)

    def read(self):
        return self.cells[:, :, 0].flatten(1)

    def move(self, h, t, relu):
        batch = len(h)
        layer = lambda x, i: x @ self.w[f"write.{i}.weight"] + self.w[f"write.{i}.bias"]
        hidden = relu(("write.2", t), layer(relu(("write.1", t), layer(h, 1)), 2))
        written = layer(hidden, 3).view(batch, self.k, 1, self.c)
        actions = (h @ self.w["actions.weight"] + self.w["actions.bias"]).view(batch, self.k, 5)
        p = torch.softmax(actions, -1)
        m = torch.cat([written, self.cells[:, :, 1:]], 2)
        moves = (0, -1, 1, -self.inputs, self.inputs)  # stay, left, right, jump left, jump right
        self.cells = sum(p[..., i, None, None] * torch.roll(m, move, 2) for i, move in enumerate(moves))


class RunStack:
    """The stack of a nondeterministic automaton (DuSell & Chiang 2020), by the sums as they are written: gamma[i, t] is
    [B,Q,S,Q,S], the weight of all runs from a configuration at time i to one at time t."""

    def __init__(self, w, options, batch, tokens, inputs):
        self.w, self.q, self.s = w, int(options["states"]), int(options["symbols"])
        self.states, self.gamma, self.t = options["reading"] == "states", {}, 0
        start = torch.zeros(batch, self.q, self.s)
        start[:, 0, 0] = 1
        self.alpha, self.reading = [start], torch.zeros(batch, self.q * self.s if self.states else self.s)

    def read(self):
        return self.reading

    def move(self, h, t, relu):
        q, s, batch = self.q, self.s, len(h)
        weights = torch.softmax(h @ self.w["actions.weight"] + self.w["actions.bias"], -1)
        push, pop, replace = weights.split([(q * s) ** 2, q * q * s, (q * s) ** 2], -1)
        replace, pop = replace.view(batch, q, s, q, s), pop.view(batch, q, s, q)
        self.t += 1
        now, g = self.t, self.gamma
        for i in range(now - 1):
            total = torch.einsum("bqxsz,bszry->bqxry", g[i, now - 1], replace)
            for k in range(i + 1, now - 1):
                total = total + torch.einsum("bqxuy,buysz,bszr->bqxry", g[i, k], g[k, now - 1], pop)
            g[i, now] = total
        g[now - 1, now] = push.view(batch, q, s, q, s)
        self.alpha.append(sum(torch.einsum("bqx,bqxry->bry", self.alpha[i], g[i, now]) for i in range(now)))
        v = self.alpha[-1].flatten(1) if self.states else self.alpha[-1].sum(1)
        self.reading = v / (v.sum(-1, keepdim=True) + 0.001)


def recurrent_forward(model, tokens, first, outputs, relu, inputs):
    """Logits of a recurrent network, which reads one-hot tokens from left to right, from states of zeros, and what its
    memory shows. inputs: how many tokens are input, by which a tape jumps."""
    step, states = {"elman": (elman_step, 1), "lstm": (lstm_step, 2)}[model.cell]
    x = torch.nn.functional.one_hot(tokens, model.symbols).to(torch.get_default_dtype())
    state = (torch.zeros(len(tokens), model.hidden),) * states
    w, read = model.part("recurrent."), []
    store = None
    if model.store != "none":
        kind = {"stack": Stack, "tape": Tape, "nd_stack": RunStack}[model.store]
        store = kind(w, model.store_options, len(tokens), tokens.shape[1], inputs)
        w = {**w, "input.weight": torch.cat([w["input.weight"], w["reading.weight"]])}
    for t in range(first + outputs):
        h, state = step(w, x[:, t] if store is None else torch.cat([x[:, t], store.read()], 1), state, t, relu)
        read.append(h)
        if store is not None:
            store.move(h, t, relu)
    h = relu("readout", torch.stack(read[first:], 1))
    return mapped(h, model.weights, "readout")


def added_positions(model, weights, draws):
    """What the encoding adds to embeddings."""
    if model.encoding == "sinusoid":
        waves = sinusoid(draws["embedding"] + model.first, model.width, model.base)
        waves = torch.stack(waves.chunk(2, -1), -1).flatten(-2) if model.interleaved else waves
        return model.position_factor * waves
    if model.encoding == "learned":
        return model.position_factor * weights["embedding.position"][draws["embedding"].long()]
    return torch.zeros(())


def embedded(model, weights, tokens, draws):
    """Vectors [B,T,d] of tokens [B,T], with positions where the encoding adds them."""
    h = model.embedding_scale * token_vectors(model, weights, tokens)
    if model.embedding_norm == "before_positions":
        h = normalised(model, h, weights, "embedding.norm")
    h = h + added_positions(model, weights, draws)
    return normalised(model, h, weights, "embedding.norm") if model.embedding_norm == "after_positions" else h


def run_stack(model, weights, tokens, draws, relu, mask, source=None, past=None, begin=0):
    """The output of a stack of blocks over tokens [B,T], [B,T,d]: see run_blocks; begin: of the latents, if any."""
    h, added = embedded(model, weights, tokens, draws), added_positions(model, weights, draws)
    if model.architecture != "perceiver_ar":
        return run_blocks(model, weights, h, draws, relu, mask, source, past, added=added)
    keys = normalised(model, h, weights, "block.0.norm_keys") if model.block in ("pre_norm", "primer") else h
    latents = h @ weights["latent"]
    return run_blocks(model, weights, latents, draws, relu, mask, keys=keys, begin=begin, added=added)


def read_rows(model, w, queries, rows, relu, added):
    """The unit of Perceivers: queries [B,O,d] attend to rows [B,T,d], then a channel mixer; added: to the queries."""
    o = cross_attention(model, below(w, "attention."), normalised(model, queries, w, "norm1"),
                        normalised(model, rows, w, "norm_keys"))
    h = queries + o if added else o
    return h + feed_forward(model, w, normalised(model, h, w, "norm2"), relu)


def perceiver_io(model, tokens, given, draws, relu):
    """Jaegle et al. 2022: what the queries, tokens [B,O], read of latents, which read the tokens given [B,n]; or, as in
    Jaegle et al. 2021, the mean of the latents."""
    x = embedded(model, model.stack("input."), given, below(draws, "source."))
    z = model.weights["latents"].expand(len(given), -1, -1)
    for r in range(model.repeats):
        z = read_rows(model, model.part("encode."), z, x, lambda y: relu((r, "encode"), y), True)
        z = run_blocks(model, model.weights, z, {}, lambda i, y: relu((r, i), y), "full", closed=False)
    z = normalised(model, z, model.weights, "norm")
    if model.mean_of_latents:
        return z.mean(1, keepdim=True)
    queries = embedded(model, model.weights, tokens, draws)
    return read_rows(model, model.part("decode."), queries, z, lambda y: relu("decode", y), model.query_residual)


def run_blocks(model, weights, h, draws, relu, mask, source=None, past=None, keys=None, begin=0, closed=True, added=0):
    """What blocks make of h [B,T,d]; weights: of this stack by name; relu(i, x): of block i; source: the output of another
    stack, which each block attends to between self-attention and mixer; mask: None: each block has its own; past: the
    memory of each block [B,M,d], which then becomes the last rows of its input; keys: the rows that the first attention
    makes keys and values of, and begin: the first row that later ones see (Hawthorne et al. 2022); closed: with a last
    norm; added: what the encoding adds to embeddings."""
    total = h  # Xie et al. 2023: what sublayers made, all in all
    layer, done = h, 0  # the input of a layer; sublayers of the order so far
    begins = {sum(map(len, model.layers[:i])) for i in range(len(model.layers) + 1)}  # which of them begin a layer
    mixers = 0
    places = (draws["cross.queries"], draws["cross.keys"]) if "cross.queries" in draws else None
    hidden = 0 if past is None else rows_of_memory(model, past)
    state = {"h": memory_vectors(model, weights, h.shape[0])}  # of memory
    plain = state["h"] is not None and model.memory_form == "plain"

    def block_of(stream, i):
        w = below(weights, f"{stream}block.{model.sets[i]}.")
        norms = below(weights, f"{stream}block.{model.norm_sets[i]}.").items()
        return {**w, **{name: x for name, x in norms if IS_NORM.search(name)}}

    for i, letters in enumerate(model.order):
        w, rest = block_of("", i), "".join(model.order[i:])
        view = model.of_blocks[i]
        sight = mask or view.mask
        causal, common = is_causal(sight, view.reach), {**weights, **below(weights, view.owner)}
        memory_site = lambda y: relu(-1 - i, y)
        if state["h"] is not None and not plain and any(x in MIXERS for x in rest):
            for j, letter in enumerate(letters):
                remember(model, block_of("memory.", i), j + 1, letter, state, h, done + j in begins, done + j + 1 in begins,
                         memory_site)
        if model.step_signal:  # Dehghani et al. 2019, equations 6 and 7
            h = h + (added if i > 0 else 0) + sinusoid(torch.tensor(i + 1.0), model.width)
        total = h if i == 0 else total
        memory, sublayers = h[:, :0], []

        def recall(x):
            """A segment alone, behind as many hidden rows as there are of memory, and what is stored, which moves on."""
            of = below(w, "attention.")
            rows = torch.cat([x.new_zeros(x.shape[0], hidden, model.width), x], 1)
            store = x.new_zeros(x.shape[0], 0, 2 * model.key_width) if past is None else past[i]
            y = attention(view, of, rows, draws.get(str(i)), sight, common, begin=hidden, store=store)
            if past is not None and model.kept_pairs:
                past[i] = torch.cat([store, stored_rows(view, of, x, sight)], 1)[:, -model.kept_pairs :]
            return y[:, hidden:]

        attend = lambda x: attention(view, below(w, "attention."), x, draws.get(str(i)), sight, common,
                                     keys if i == 0 else None, begin if i else 0, beside)
        for letter in letters:
            site = lambda y: relu(i, y)
            if letter in "feb":
                apply = {"f": feed_forward, "e": switch, "b": base_layer}[letter]
                sublayers.append((letter, lambda x, apply=apply: apply(model, w, x, site)))
                continue
            taps, mixers = taps_of(model, mixers), mixers + 1
            convolve = lambda x, letter=letter, taps=taps: convolution(model, w, letter, x, taps, causal)
            gate = lambda x: spatial_gating(model, w, x, causal)
            mix = {"s": attend, "a": attend, "k": recall, "g": gate}.get(letter, convolve)
            sublayers.append((letter, lambda x, mix=mix: mix(torch.cat([memory, x], 1))[:, memory.shape[1] :]))
            if source is not None:
                read = lambda x: cross_attention(model, below(w, "cross."), x, source, places, f"block.{model.sets[i]}.")
                sublayers.append(("c", read))
        for number, (letter, apply) in enumerate(sublayers, 1):
            given, beside = h, state["h"]
            if letter != "c" and done in begins:
                layer = h
            if letter in MIXERS and letter != "k" and past is not None and model.memory:
                memory, past[i] = past[i], torch.cat([past[i], h], 1).detach()[:, -model.memory :]
                memory = normalised(model, memory, w, f"norm{number}") if model.block in ("pre_norm", "primer") else memory
            done += letter != "c"
            ends = done in begins and not (letter in MIXERS and source is not None)
            before = model.block == "pre_norm" or (model.block == "primer" and letter != "f")
            if beside is not None and before:
                beside = normalised(model, beside, w, f"norm{number}")
            f = apply(normalised(model, h, w, f"norm{number}") if before else h)
            f = normalised(model, f, w, f"norm{number}") if model.block == "primer" and letter == "f" else f
            bottom = layer if ends and layer is not h else None
            total = total + (w[f"residual{number}.scale"] * f if model.residual == "rezero" else f)
            h = residual(model, w, number, h, f, bottom, source is None)
            h = normalised(model, h, w, f"norm{number}") if model.block in ("post_norm", "dual_norm") else h
            if plain and any(x in MIXERS for x in rest[number:]):
                remember(model, w, number, letter, state, given, done - 1 in begins, ends, memory_site)
    if model.block == "dual_norm":
        return h + normalised(model, total, weights, "norm")
    return normalised(model, h, weights, "norm") if model.block in ("pre_norm", "primer") and closed else h


def token_vectors(model, weights, tokens):
    """Rows of the table; adaptive input (Baevski & Auli 2019): each id has the width of its part, and a map."""
    if "embedding.weight" in weights:
        vectors = weights["embedding.weight"][tokens]
        return vectors @ weights["embedding.projection"] if "embedding.projection" in weights else vectors
    vectors = []
    for i, (begin, end) in enumerate(zip([0, *model.cutoffs], [*model.cutoffs, model.symbols])):
        table = weights[f"embedding.cluster.{i}.weight"][: end - begin]
        vectors.append(table @ weights[f"embedding.cluster.{i}.projection"] if model.divisor > 1 else table)
    return torch.cat(vectors)[tokens]


def adaptive_softmax(model, weights, read):
    """Log probabilities of all ids (Grave et al. 2017): those of the short list, and of the clusters those of the cluster
    and of the id within it."""
    result, short_list = [], None
    for i, (begin, end) in enumerate(zip([0, *model.cutoffs], [*model.cutoffs, model.classes])):
        x, table = read, weights[f"{'embedding' if model.token_tables == 'tied' else 'readout'}.cluster.{i}.weight"]
        if model.divisor > 1:
            x = x @ weights[f"{'readout' if model.own_map(i) else 'embedding'}.cluster.{i}.projection"].T
        columns = end - begin + (len(model.cutoffs) if i == 0 else 0)
        z = x @ table[:columns].T + weights.get(f"readout.cluster.{i}.bias", 0)
        inner = z - torch.logsumexp(z, -1, keepdim=True)
        if i == 0:
            short_list = inner
            result.append(inner[..., :end])
        else:
            result.append(inner + short_list[..., model.cutoffs[0] + i - 1 : model.cutoffs[0] + i])
    return torch.cat(result, -1)


def forward(model, tokens, first, outputs, draws, relu, given=None, past=None):
    """Logits [B,m,C] of the m slots from `first` of the input sequence [B,T]; draws: positions by block name; given: the
    tokens of an encoder [B,n], where these have a stack of their own; past: as in run_stack."""
    for own in model.of_blocks:
        if own.mask == "document":
            model.documents = documents(tokens[0], own.separator)  # of one sequence: see evaluate
    if model.architecture == "recurrent":
        return recurrent_forward(model, tokens, first, outputs, relu, first if given is None else given.shape[1])
    source = None
    if model.architecture == "encoder_decoder":
        own = below(draws, "source.")
        site = lambda i, x: relu(("encoder", i), x)
        source = run_stack(model.sources, model.stack("encoder."), given, own, site, "full")
    weights = model.stack(model.prefix)
    if model.architecture == "perceiver_io":
        h = perceiver_io(model, tokens, given, draws, relu)
    else:
        h = run_stack(model, weights, tokens, draws, relu, None, source, past, first)
    read = h[:, first : first + outputs]
    if model.head == "tied":
        read = read @ weights["embedding.projection"].T if "embedding.projection" in weights else read
        logits = model.head_scale * read @ weights["embedding.weight"][: model.classes].T
        return logits + weights["readout.bias"] if model.head_bias else logits
    if model.head == "adaptive":
        return adaptive_softmax(model, weights, read)
    return mapped(read, weights, "readout")


def needed_draws(model):
    """The names under which encodings need positions, and the model as who reads them has it."""
    if model.architecture == "recurrent":
        return []
    if model.encoding in ("sinusoid", "learned"):
        return [(model, "embedding")]
    return [(own, str(i)) for i, own in enumerate(model.of_blocks) if own.encoding in (*READ_DISTANCES, *READ_POSITIONS)]


def draws_of_sequence(probe, i):
    """The probe as sequence i has it: its own positions, where each has a draw of its own."""
    return {name: x[i] if name.startswith("positions.") and x.ndim == 2 else x for name, x in probe.items()}


def begins_anew(draw, tokens, separator):
    """Does each document begin at position 0, and go on by one? draw, tokens: [T]."""
    index = torch.arange(len(tokens))
    of = documents(tokens, separator)
    first = torch.stack([index[of == d].min() for d in of])
    return draw == (index - first).tolist()


def resolve_draws(model, probe, tokens, sources=0, ids=None):
    """Positions by block name: the probe's where it holds some, 0..T-1 for the standard numbering. Those of an encoder of
    `sources` tokens have names that begin with source. ids [T]: the sequence."""
    draws, sides = {}, {}
    names = [(own, "", name) for own, name in needed_draws(model)]
    if model.architecture in ("encoder_decoder", "perceiver_io"):
        names += [(own, "source.", name) for own, name in needed_draws(model.sources)]
    lengths, whole = {"": tokens, "source.": sources}, model
    for model, stream, name in names:
        tokens, block, name = lengths[stream], name, stream + name
        draw = probe.get(f"positions.{name}")
        if draw is None and model.positions != "standard":
            raise Refused(f"the probe has no tensor 'positions.{name}', which positions: {model.positions} needs")
        chunked = model.mask == "chunk" and not stream  # numbers start again in each
        chunk = min(model.chunk, tokens) if chunked else tokens
        draw = torch.arange(tokens) % chunk if draw is None else torch.tensor(draw)
        allowed = (tokens, 2 * tokens - 1) if model.encoding in READ_DISTANCES else (tokens,)
        if tuple(draw.shape) not in [(n,) for n in allowed]:
            raise Refused(f"positions.{name}: shape {tuple(draw.shape)}, expected one of {allowed} numbers")
        own, repeats = first_chunk(draw.tolist(), tokens, chunk)
        if model.positions == "document" and not begins_anew(draw.tolist(), ids, model.law["separator"]):
            raise Refused(f"positions.{name}: documents do not begin anew")
        if model.positions == "augmented":
            sides.setdefault(block, []).append((own, float(model.law.get("source_factor", 1)) if stream else 1))
        good = augmented_as_one(model.law, sides[block]) if model.positions == "augmented" else lawful(model, own, chunk)
        if not (repeats and good):
            raise Refused(f"positions.{name}: not a draw of positions: {model.positions}")
        prefix = "encoder." if stream and model.architecture == "encoder_decoder" else model.prefix
        rows = len(model.weights.get(prefix + model.owner + POSITION_TABLES.get(model.encoding, ""), ()))
        if model.encoding in POSITION_TABLES and draw.max() >= rows:  # an error, never a clamp
            raise Refused(f"positions.{name}: {draw.max():g} is outside the table of {rows} rows")
        draws[name] = draw.to(torch.get_default_dtype())
    return {**draws, **draws_of_cross(whole, probe, lengths)}


def draws_of_cross(model, probe, lengths):
    """The positions of both streams as cross-attention with an encoding reads them."""
    draws = {}
    for of, name, tokens in ((model, "queries", lengths[""]), (model.sources, "keys", lengths["source."])):
        if model.cross is None:
            continue
        given = probe.get(f"positions.cross.{name}")
        draw = torch.arange(tokens) if given is None else torch.tensor(given)
        if (given is None and of.positions != "standard") or not lawful(of, draw.tolist(), tokens):
            raise Refused(f"positions.cross.{name}: not a draw of positions: {of.positions}")
        draws[f"cross.{name}"] = draw.to(torch.get_default_dtype())
    return draws


def first_chunk(draw, tokens, chunk):
    """The draw of a chunk, and: do all chunks repeat it? Distances that lead out of a chunk are not used and 0."""
    if len(draw) == tokens:
        return draw[:chunk], all(p == draw[t % chunk] for t, p in enumerate(draw))
    outside = tokens - chunk
    return draw[outside : len(draw) - outside], not any(draw[:outside] + draw[len(draw) - outside :])


def lawful(model, draw, tokens):
    """Is this a possible position sample? randomized: ascending positions of 0..L-1, or distances that are 0 at the own
    slot and ascend in 1..L-1 to the right, mirrored on the left unless both sides are drawn apart. unsorted: different
    positions. released: L-1 at the own slot and right of it, values that ascend in 1..L-1 on the left. Others: see
    lawful_by_formula."""
    ascending = lambda values, low, high: all(
        a < b for a, b in zip([low - 1, *values], [*values, high + 1])) and all(x == int(x) for x in values)
    if model.positions == "document":
        return True  # see begins_anew
    if model.positions == "standard":
        return draw in (list(range(tokens)), list(range(1 - tokens, tokens)))
    if model.range is None:
        return lawful_by_formula(model.positions, model.law, draw, tokens)
    last = model.range - 1
    if len(draw) == tokens:
        return ascending(draw if model.positions == "randomized" else sorted(draw), 0, last)
    left, own, right = draw[: tokens - 1], draw[tokens - 1], draw[tokens:]
    if model.positions == "released":
        return own == last and right == [last] * len(right) and ascending(left, 1, last)
    mirrored = model.both_sides or left == [-x for x in reversed(right)]
    return own == 0 and mirrored and ascending(right, 1, last) and ascending(left, -last, -1)


def lawful_by_formula(sampler, law, draw, tokens):
    """The same of samplers that place tokens by a formula; law: their options by short name. shifted: from an offset of
    0..K on. augmented: see augmented_as_one. interpolated, equal_mean: evenly spaced from 0 on.
    clipped: distances that end at a width, or go on slower."""
    number = lambda key: float(law[key])
    near = lambda wanted: len(draw) == len(wanted) and all(abs(a - b) <= 1e-9 * (1 + abs(b)) for a, b in zip(draw, wanted))
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
    """Are the positions p of all tokens of a sequence, or of a source and its target, (x + delta + eps) lambda with one
    delta and one lambda (Likhomanenko et al. 2021)? sides: the positions of each, and how far its tokens are apart. With
    mu = 1 / lambda it is p mu - x - delta = eps: each bound of delta and eps, and each pair of those that delta is
    between, is one of mu."""
    shift, local, scale = (float(law[key]) for key in ("global_shift", "local_shift", "max_scale"))
    points = []
    for draw, step in sides:
        mean = step * (len(draw) - 1) / 2 if law["center"] == "true" else 0
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


def evaluate(model, probe, relu):
    """Logits, mean loss and the gradient of every parameter for the probe's batch."""
    for name in ("input", "target"):
        if name not in probe or probe[name].ndim != 2:
            raise Refused(f"the probe has no matrix '{name}'")
    given, target = (torch.tensor(probe[name]).long() for name in ("input", "target"))
    sequence, first = make_input(model, given, target)
    count = len(sequence)
    wrong = [name for name, x in probe.items() if name.startswith("positions.") and x.ndim == 2 and len(x) != count]
    if wrong:
        raise Refused(f"{wrong[0]}: {len(probe[wrong[0]])} draws for {count} sequences")
    draws = [resolve_draws(model, draws_of_sequence(probe, i), sequence.shape[1], given.shape[1], sequence[i])
             for i in range(count)]
    for weight in model.weights.values():
        weight.requires_grad_()
        weight.grad = None
    model.auxiliary = []
    each = any(own.mask == "document" for own in model.of_blocks) or any(name.startswith("positions.") and x.ndim == 2 for name, x in probe.items())
    parts = [slice(i, i + 1) for i in range(count)] if each else [slice(count)]
    # Where a relu turned is told by block and place: sequences that run apart are told apart too.
    sites = [(lambda i, x, n=n: relu((n, i), x)) if each else relu for n in range(len(parts))]
    logits = torch.cat([forward(model, sequence[part], first, target.shape[1], own, site, given[part])
                        for part, own, site in zip(parts, draws, sites)])
    loss = objective(model, logits, target).mean()
    extra = sum(model.auxiliary) / count
    (loss + extra).backward()
    result = {"logits": logits, "loss": loss}
    if "expert_loss" in probe:
        result["expert_loss"] = torch.as_tensor(extra)
    for name, weight in model.weights.items():
        result[f"grad.{name}"] = torch.zeros_like(weight) if weight.grad is None else weight.grad
    return {name: value.detach().numpy() for name, value in result.items()}


# ---- memory over segments -------------------------------------------------------------------------------------------


class Text:
    """The text of a run with memory, and the lanes in which it is read. Its last bytes are the test split."""

    def __init__(self, config):
        with open(config["data.file"], "rb") as file:
            self.bytes = torch.tensor(list(file.read()))
        test = int(len(self.bytes) * float(config["data.test_fraction"]))
        self.split = len(self.bytes) - test
        self.lanes, self.length = int(config["train.batch"]), int(config["curriculum.lengths"])

    def segment(self, begins, length):
        """Input and target [lanes, length] of the segments that begin at these bytes."""
        rows = torch.stack([self.bytes[b : b + length + 1] for b in begins])
        return rows[:, :-1], rows[:, 1:]

    def training(self, step):
        """Segment number and bytes of the lanes at a step of training."""
        number = step % ((self.split // self.lanes - 1) // self.length)
        return number, [lane * self.split // self.lanes + number * self.length for lane in range(self.lanes)]

    def test(self, config, length, remembered):
        """For each step the bytes at which segments of the lanes begin, and how many of the last targets of each count:
        none while the memory fills. The last bytes of the text are scored, the same ones at every length."""
        lengths = [int(n) for n in config["eval.lengths"].split(",")]
        size, lanes = len(self.bytes) - self.split, int(config["eval.lanes"])
        wanted = int(config["eval.targets"]) or int(config["eval.sequences"]) * min(lengths)
        count = min(wanted, size - 2 * max(lengths) - remembered)
        n, fill = -(-count // length), -(-remembered // length)
        sizes = [n // lanes + (lane < n % lanes) for lane in range(lanes)]
        firsts = [sum(sizes[:lane]) for lane in range(lanes)]
        for step in range(-fill, max(sizes)):
            numbers = [first + step for first, own in zip(firsts, sizes) if step < own]
            begins = [len(self.bytes) - 1 - (n - i) * length for i in numbers]
            yield begins, [0 if step < 0 else length if i > 0 else count - (n - 1) * length for i in numbers]


def beginning(model, lanes):
    """The memory at the beginning of a text."""
    empty = torch.zeros(lanes, 0, 2 * model.key_width)
    return [empty if "k" in letters else torch.zeros(lanes, model.memory if model.zeros else 0, model.width)
            for letters in model.order]


def rows_of_memory(model, past):
    """How many rows precede a segment."""
    return max([0] + [memory.shape[1] for memory, letters in zip(past, model.order) if "k" not in letters])


def read_segment(model, given, target, past):
    """Loss of each token of a segment after those in `past`, which moves on."""
    total = rows_of_memory(model, past) + given.shape[1]
    draws = {}
    if model.positions == "clipped":  # clamp_len: R_min(D, C); not read for later keys
        far = numpy.arange(1.0 - total, total).clip(-float(model.law["width"]), float(model.law["width"]))
        draws = {f"positions.{i}": far for i in range(model.blocks)}
    draws = resolve_draws(model, draws, total)
    logits = forward(model, given, 0, given.shape[1], draws, lambda i, x: x.clamp_min(0), past=past)
    return objective(model, logits, target)


def train_segments(model, text, steps):
    """Memory, mean loss and gradients of the last of so many steps that change no parameter."""
    for step in range(steps):
        number, begins = text.training(step)
        if number == 0:
            past = beginning(model, len(begins))
        loss = read_segment(model, *text.segment(begins, text.length), past).mean()
    for weight in model.weights.values():
        weight.requires_grad_()
    # The last step once more, now with gradients: from the memory before it.
    number, begins = text.training(steps - 1)
    before = beginning(model, len(begins))
    for i in range(number):
        read_segment(model, *text.segment([b + (i - number) * text.length for b in begins], text.length), before)
    read_segment(model, *text.segment(begins, text.length), before).mean().backward()
    result = {"loss": loss}
    for i, (memory, letters) in enumerate(zip(past, model.order)):
        if "k" in letters:
            keys, values = memory.chunk(2, -1)
            result.update({f"state.block.{i}.store.keys": keys, f"state.block.{i}.store.values": values})
        elif model.memory:
            result[f"state.block.{i}.memory"] = memory
    for name, weight in model.weights.items():
        result[f"moment1.{name}"] = torch.zeros_like(weight) if weight.grad is None else weight.grad
        weight.requires_grad_(False)
    return result


def test_segments(model, text, config, length):
    """Mean loss over the test split, with the memory of evaluation."""
    model.memory = int(config["eval.memory"]) or model.memory
    stored = int(config.get("memorizing.size", 0)) if any("k" in letters for letters in model.order) else 0
    past, losses = None, []
    for begins, scored in text.test(config, length, max(model.memory, stored)):
        past = [m[: len(begins)] for m in past] if past else beginning(model, len(begins))
        rows = read_segment(model, *text.segment(begins, length), past)
        losses += [row[length - last :] for row, last in zip(rows, scored)]
    return torch.cat(losses).mean()


def segments_truth(config, arrays, lengths):
    """Loss, memory and gradients of training, and the mean loss of tests at these lengths."""
    model, text = Model(config, arrays), Text(config)
    if model.head in ("tied", "adaptive") and not model.head_bias:
        model.classes = 256
    truth = train_segments(model, text, int(config["train.steps"]))
    truth.update({f"test.{n}": test_segments(Model(config, arrays), text, config, n) for n in lengths})
    return {name: value.detach().numpy() for name, value in truth.items()}


def read_segments_run(directory, config):
    """What the program found, by the names of segments_truth; and the lengths of its tests."""
    for key, needed in (("train.lr", 0), ("optimizer.beta1", 0), ("model.dropout", 0), ("train.clip", 0)):
        if float(config[key]) != needed:
            raise Refused(f"{key}: expected {needed} of a run with curriculum segments")
    found = read_tensors(os.path.join(directory, "state.safetensors"))
    with open(os.path.join(directory, "metrics.jsonl"), encoding="utf-8") as lines:
        found["loss"] = numpy.array(json.loads(list(lines)[-1])["loss"])
    with open(os.path.join(directory, "eval.jsonl"), encoding="utf-8") as lines:
        tests = {x["length"]: numpy.array(x["cross_entropy"]) for x in map(json.loads, lines)}
    return {**found, **{f"test.{n}": value for n, value in tests.items()}}, list(tests)


def compare_segments(found, truth, kind):
    """(name, norm-wise error, worst element's error) of every tensor."""
    whole = math.sqrt(sum(float((g**2).sum()) for name, g in truth.items() if name.startswith("moment1.")))
    floor = lambda name: FLOOR[kind] * max(whole, 1) if name.startswith("moment1.") else 1e-300
    for name, value in truth.items():
        if found[name].shape != value.shape:
            raise Refused(f"{name}: expected shape {value.shape}, found {found[name].shape}")
    return [(name, *errors(found[name], value, floor(name))) for name, value in truth.items()]


def judge_segments(directory, config, arrays, tolerance, out):
    """Compares a run with memory whose training changed nothing (train.lr 0, optimizer.beta1 0, no dropout, no clip):
    its first moments are the gradients of the last step."""
    kind = str(next(iter(arrays.values())).dtype)
    found, lengths = read_segments_run(directory, config)
    truth = segments_truth(config, arrays, lengths)
    tolerance = tolerance if tolerance is not None else TOLERANCE[kind]
    rows = compare_segments(found, truth, kind)
    own = lambda: in_float32(lambda: segments_truth(config, arrays, lengths))
    again = lambda: compare_segments(own(), truth, kind)
    tolerance, words = allowed(tolerance, kind, rows, again)
    print(f"{directory}: {kind}, memory {config['architecture.memory']}, {config['model.order']}, {config['encoding']}, {config['mask']}, "
          f"{config['block']}, {config['architecture.memory_start']}; tolerance {tolerance:g}{words}", file=out)
    printed = lambda name: name == "loss" or name.startswith("test.")  # nine digits
    bad = [row[0] for row in rows if not good(row, max(tolerance, 1e-8) if printed(row[0]) else tolerance)]
    for name, norm, worst in rows:
        print(f"  {name:44} norm {norm:8.2e}  element {worst:8.2e}{'  DIFFERS' if name in bad else ''}", file=out)
    print(f"  {'agrees' if not bad else 'differs: ' + ', '.join(bad)}", file=out)
    return not bad


# ---- comparison -----------------------------------------------------------------------------------------------------


def errors(found, truth, floor):
    """Relative errors (norm-wise, worst element). A tensor smaller than `floor` is measured against the floor."""
    found, truth = found.astype(float).ravel(), truth.ravel()
    difference = found - truth
    return (numpy.linalg.norm(difference) / max(numpy.linalg.norm(truth), floor),
            numpy.abs(difference).max(initial=0) / max(numpy.abs(truth).max(initial=0), floor))


def compare(probe, truth, kind):
    """(name, norm-wise error, worst element's error) of every tensor."""
    for name in truth:
        size = truth[name].size
        if name not in probe or probe[name].size != size:
            raise Refused(f"the probe has no tensor '{name}' of {size} numbers")
    extra = [name for name in probe if name.startswith("grad.") and name not in truth]
    if extra:
        raise Refused(f"the probe has gradients of unknown parameters: {', '.join(extra)}")
    # Where the true gradient of a tensor vanishes beside all others, or beside 1, the size of what it is summed from
    # when a model has stopped learning, there is only rounding left to compare. In float32 that begins early: where all
    # tokens are much alike, the gradients of queries and keys are small differences of numbers as large as those of
    # values.
    whole = math.sqrt(sum((g**2).sum() for name, g in truth.items() if name.startswith("grad.")))
    return [(name, *errors(probe[name], value, FLOOR[kind] * max(whole, 1) if name.startswith("grad.") else 1e-300))
            for name, value in truth.items()]


def best_comparison(model, probe, kind, tolerance):
    """compare() with the truth, and 0. Where that fails, arguments of ReLU that are zero but for rounding may change
    sides, one after another as long as that brings the gradients together: the closest comparison, and how many did."""
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
    """The tolerance, and words about it. Where gradients nearly cancel, any program loses digits in float32: a run that
    misses the tolerance may be ROUNDING times as far off as PyTorch itself, up to MOST. again(): the rows of what PyTorch
    finds in float32."""
    if kind != "float32" or all(good(row, tolerance) for row in rows):
        return tolerance, ""
    own = max(max(row[1:]) for row in again())
    if not ROUNDING * own > tolerance:  # NaN too
        return tolerance, ""
    return max(tolerance, min(ROUNDING * own, MOST)), f", for PyTorch is off by {own:.1e} in float32"


def in_float32(compute):
    torch.set_default_dtype(torch.float32)
    try:
        return compute()
    finally:
        torch.set_default_dtype(torch.float64)


def good(row, tolerance):
    return row[1] <= tolerance and row[2] <= tolerance  # false for NaN


def grouped(rows):
    """One row per kind of parameter: the worst errors of all blocks."""
    groups = {}
    for name, *pair in rows:
        kind = re.sub(r"block\.\d+\.", "block.*.", name)
        groups[kind] = [float(numpy.maximum(a, b)) for a, b in zip(pair, groups.get(kind, (0, 0)))]
    return [(name, *pair) for name, pair in groups.items()]


def model_of_probe(config, arrays, probe):
    model = Model(config, arrays)
    if model.head in ("tied", "adaptive") and "logits" in probe and "target" in probe:
        model.classes = probe["logits"].size // probe["target"].size
    return model


def judge(directory, probe_name, tolerance, each, out):
    """Prints the comparison of one run; true when all errors are within the tolerance."""
    arrays = read_tensors(os.path.join(directory, "model.safetensors"))
    config = read_config(os.path.join(directory, "config.yaml"))
    if config.get("curriculum") == "segments":
        return judge_segments(directory, config, arrays, tolerance, out)
    probe_path = os.path.join(directory, probe_name)
    if not os.path.exists(probe_path):
        raise Refused(f"{probe_path} is missing: write it with lg_run_probe")
    probe = read_tensors(probe_path)
    model = model_of_probe(config, arrays, probe)
    kind = str(next(iter(arrays.values())).dtype)
    tolerance = tolerance if tolerance is not None else TOLERANCE[kind]
    rows, turned = best_comparison(model, probe, kind, tolerance)
    own = lambda: in_float32(lambda: evaluate(model_of_probe(config, arrays, probe), probe, Relu()))
    again = lambda: best_comparison(model, {**probe, **own()}, kind, tolerance)[0]
    tolerance, words = allowed(tolerance, kind, rows, again)
    sizes = f"input {list(probe['input'].shape)}, target {list(probe['target'].shape)}"
    made_of = f"{model.cell}, {model.store}" if model.architecture == "recurrent" else (
        f"{model.architecture}, {config['encoding']}, {model.positions}, {config['mask']}, {config['attention']}, "
        f"{model.residual}, "
        f"{model.block}, {model.norm}, {model.mixer}, {model.head}")
    print(f"{directory}: {kind}, {made_of}; {sizes}; tolerance {tolerance:g}{words}", file=out)
    for row in rows if each else grouped(rows):
        print(f"  {row[0]:44} norm {row[1]:8.2e}  element {row[2]:8.2e}{'' if good(row, tolerance) else '  DIFFERS'}",
              file=out)
    if turned:
        print(f"  {turned} arguments of ReLU are zero but for rounding and were taken with the other slope", file=out)
    bad = [row[0] for row in rows if not good(row, tolerance)]
    print(f"  {'agrees' if not bad else 'differs: ' + ', '.join(bad)}", file=out)
    return not bad


# ---- greedy decoding -------------------------------------------------------------------------------------------------


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def decode(model, prompt, said):
    """Logits [m,C] of the tokens that follow a prompt, each after those of `said` before it: one pass over the whole
    sequence for each."""
    rows = []
    for j in range(len(said)):
        tokens = torch.tensor([prompt + said[:j]])
        draws = resolve_draws(model, {}, tokens.shape[1])
        rows.append(forward(model, tokens, tokens.shape[1] - 1, 1, draws, lambda i, x: torch.relu(x))[0, 0])
    return torch.stack(rows)


def judge_decoding(directory, samples, answers, tolerance, out):
    """Are the tokens that the program said (lengthen generate --json) after the sources of samples (lengthen sample
    --json) the most probable ones, with the probabilities that it told? True if they are. Two tokens are alike where
    their logits differ by less than the tolerance."""
    config = read_config(os.path.join(directory, "config.yaml"))
    arrays = read_tensors(os.path.join(directory, "model.safetensors"))
    model = Model(config, arrays)
    if model.architecture != "decoder" or model.positions != "standard":
        raise Refused("decoding is judged of decoders with standard positions alone")
    model.separated = True  # the samples' inputs end with what separates them from their targets
    kind = str(next(iter(arrays.values())).dtype)
    tolerance = tolerance if tolerance is not None else TOLERANCE[kind]
    tokens, lower, wrong = 0, 0.0, 0.0
    if len(samples) != len(answers) or not answers:
        raise Refused(f"{len(samples)} samples and {len(answers)} answers: expected as many of both")
    for sample, answer in zip(samples, answers):
        with torch.no_grad():
            logits = decode(model, sample["input"], answer["ids"])
        chosen = logits.gather(-1, torch.tensor(answer["ids"])[:, None])[:, 0]
        told = torch.tensor(answer["probabilities"])
        found = torch.softmax(logits, -1).gather(-1, torch.tensor(answer["ids"])[:, None])[:, 0]
        tokens += len(told)
        lower = max(lower, float((logits.max(-1).values - chosen).max()))
        wrong = max(wrong, float((found - told).abs().max()))
    same = lower < tolerance and wrong < max(tolerance, 1e-9)  # nine digits of a probability are told
    print(f"{directory}: {kind}, decoder, {config['encoding']}: {tokens} tokens decoded; tolerance {tolerance:g}", file=out)
    print(f"  chosen logits below the largest by {lower:.1e} at most, probabilities differ by {wrong:.1e}; "
          f"{'agrees' if same else 'differs'}", file=out)
    return same


# ---- beam search -----------------------------------------------------------------------------------------------------


def length_norm(kind, power, length):
    """What the log probability of a hypothesis is divided by: Wu et al. 2016, equation 14, or fairseq's lenpen."""
    return ((5 + length) / 6) ** power if kind == "gnmt" else length ** power


def next_log_probabilities(model, source, hypotheses, end):
    """[hypotheses, C]: of the token after each, by one pass over all of each."""
    begin = end if model.begins_with_end else model.symbols - 1
    tokens = torch.tensor([[begin] + said for said in hypotheses])
    given = torch.tensor([source] * len(hypotheses))
    draws = resolve_draws(model, {}, tokens.shape[1], given.shape[1])
    logits = forward(model, tokens, tokens.shape[1] - 1, 1, draws, lambda i, x: torch.relu(x), given)[:, 0]
    return torch.log_softmax(logits, -1)


def beam_search(model, source, end, beam, kind, power, limit):
    """Hypotheses and scores, the best first, by the rule of fairseq's sequence_generator.py: of the 2 beam likeliest
    continuations those that end and are among the first beam are final, and the first beam of the others go on."""
    alive, final = [([], 0.0)], []
    for length in range(1, limit + 1):
        following = next_log_probabilities(model, source, [said for said, _ in alive], end)
        total = following + torch.tensor([score for _, score in alive])[:, None]
        if length == limit:  # all others are impossible
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
    """Are the hypotheses that the program found (lengthen translate --nbest N --json) for the sources of samples (lengthen
    sample --json) those of a beam search here, with their scores? True if they are. Neighbours whose scores differ by
    less than the tolerance may change places."""
    config = read_config(os.path.join(directory, "config.yaml"))
    arrays = read_tensors(os.path.join(directory, "model.safetensors"))
    model = Model(config, arrays)
    if model.architecture != "encoder_decoder" or model.positions != "standard":
        raise Refused("beam search is judged of encoders and decoders with standard positions alone")
    kind = str(next(iter(arrays.values())).dtype)
    tolerance = tolerance if tolerance is not None else TOLERANCE[kind]
    beam, power = int(config["eval.beam"]), float(config["eval.length_penalty"])
    factor, extra = float(config["eval.length_factor"]), int(config["eval.length_extra"])
    count, changed, wrong = 0, 0, 0.0
    if len(samples) != len(translations) or not translations:
        raise Refused(f"{len(samples)} samples and {len(translations)} translations: expected as many of both")
    for sample, translation in zip(samples, translations):
        source, end = sample["input"], sample["target"][-1]
        with torch.no_grad():
            limit = int(factor * len(source) + extra) + 1
            found = beam_search(model, source, end, beam, config["eval.length_norm"], power, limit)
        told = [(x["ids"], x["score"]) for x in translation["hypotheses"]]
        if len(told) != len(found):
            raise Refused(f"{len(told)} hypotheses where {len(found)} are found")
        for (said, score), (wanted, own) in zip(told, found):
            wrong = max(wrong, abs(score - own))
            changed += said != wanted and not any(said == x and abs(score - y) < tolerance for x, y in found)
            count += 1
    same = changed == 0 and wrong < max(tolerance, 1e-8)  # nine digits of a score are told
    print(f"{directory}: {kind}, {model.block}, {model.encoding}, {config['eval.length_norm']}: {count} hypotheses; "
          f"tolerance {tolerance:g}", file=out)
    print(f"  {changed} are others, scores differ by {wrong:.1e}; {'agrees' if same else 'differs'}", file=out)
    return same


def main():
    parser = argparse.ArgumentParser(description=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", metavar="RUN", nargs="*", help="run directory: config, model and probe")
    parser.add_argument("--probe", metavar="NAME", default="probe.safetensors", help="probe file in each run directory")
    parser.add_argument("--tolerance", type=float, metavar="X",
                        help="largest relative error (default: 1e-4 for F32 models, 1e-9 for F64)")
    parser.add_argument("--each", action="store_true", help="one line per tensor instead of one per group")
    parser.add_argument("--decoding", nargs=2, metavar=("SAMPLES", "ANSWERS"),
                        help="judge what the run said after these samples: files in the run directory, of lengthen sample "
                             "--json, and of lengthen generate --json after their sources")
    parser.add_argument("--search", nargs=2, metavar=("SAMPLES", "TRANSLATIONS"),
                        help="judge the hypotheses of the run for these samples: files in the run directory, of lengthen "
                             "sample --json, and of lengthen translate --nbest --json of their sources")
    options = parser.parse_args()
    if not options.runs:
        parser.error("expected a run directory")
    if torch is None:
        print(f"oracle.py: needs {MISSING}: install the Debian packages python3-torch and python3-numpy and use "
              "/usr/bin/python3", file=sys.stderr)
        return 1
    torch.set_default_dtype(torch.float64)
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
        except (Refused, OSError) as error:
            print(f"oracle.py: {directory}: {error}", file=sys.stderr)
            failed = True
    return 5 if differs else int(failed)


if __name__ == "__main__":
    sys.exit(main())
