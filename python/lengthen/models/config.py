# pyright: basic
"""Reads the options of a config that a model needs, without PyTorch. The config is untrusted: every invalid value raises
Refused, and the message names the option."""
import math
import re
from typing import Any

from ..errors import Refused
from ..files import scalar
from ..formula import declared_numbers, parsed, shows_causal

MIXERS = "sakldg"  # letters of sublayers that read other tokens
ATTENDING = "sak"  # letters of MIXERS that use attention
SUBLAYERS = MIXERS + "feb"
MOST_BLOCKS, MOST_SUBLAYERS = 256, 4096  # limits of one model
MOST = 1 << 24  # the largest whole number of an option
MOST_LIST = 1 << 16  # bytes of a list of choices per block
GATES = ("glu", "bilinear", "reglu", "geglu", "swiglu")

CHOICES = {
    "encoding": ("none", "sinusoid", "learned", "tupe", "relative", "alibi", "rope", "xpos", "t5", "kerple", "sandwich",
                 "shaw", "cope", "fire", "hard_alibi", "formula", "fox"),
    "positions": ("standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated",
                  "equal_mean", "clipped", "document"),
    "mask": ("full", "causal", "window", "chunk", "lambda", "bca", "three_blocks", "document", "formula"),
    "attention": ("softmax", "geometric", "softmax1", "sink", "linear"),
    "projection": ("linear", "primer"),
    "block": ("post_norm", "pre_norm", "no_norm", "dual_norm", "primer"),
    "residual": ("add", "b2t", "scalar", "rezero", "channel", "deepnorm"),
    "scale": ("inverse_sqrt", "inverse_sqrt_2d", "one", "log_n", "formula"),
    "norm": ("layer_norm", "rms_norm"),
    "mixer": ("relu", "gelu", "gelu_tanh", "swish", "squared_relu", *GATES, "formula"),
    "head": ("linear", "tied", "adaptive"),
    "architecture": ("encoder", "decoder", "encoder_decoder", "perceiver_io", "perceiver_ar", "recurrent"),
    "cell": ("elman", "lstm"),
    "store": ("none", "stack", "nd_stack", "tape"),
}
EXPERTS = {"count": 8, "width": 0, "capacity": 1.25, "capacity_least": 4, "balance": 0.01, "z_loss": 0, "sublayers": 1}
# Defaults for configs of earlier versions, which lack these options.
BEFORE = {"projection": "linear", "residual": "add", "norm": "layer_norm", "mixer": "relu", "head": "linear",
          "architecture": "encoder", "cell": "lstm", "store": "none"}

# A list of choices per block may have items such as "rope:500000". For each choice: the option that gets the value.
FIRST_OPTIONS = {
    "encoding": {"alibi": "sides", "cope": "max_position", "fire": "hidden", "hard_alibi": "local_heads",
                 "kerple": "kernel", "learned": "rows",
                 "relative": "base", "rope": "base", "sandwich": "frequencies", "shaw": "clip", "sinusoid": "base",
                 "t5": "buckets", "tupe": "rows", "xpos": "base"},
    "mask": {"bca": "block", "causal": "same_length", "chunk": "chunk", "lambda": "width", "three_blocks": "block",
             "window": "width"},
    "scale": {"log_n": "keys"}, "attention": {"geometric": "l1"}}

READ_DISTANCES = ("relative", "alibi", "t5", "kerple", "sandwich", "shaw", "hard_alibi", "formula")
POSITION_TABLES = {"learned": "embedding.position", "tupe": "attention.position"}
OF_OFFSETS = ("released", "clipped")  # position samplers that draw distances only
READ_POSITIONS = ("rope", "xpos", "tupe", "fire")  # encodings that read positions in every block

# The tasks of Delétang et al. 2023: the number of outputs for n input tokens, and the number of classes.
TASKS = {
    "even_pairs": (lambda n: 1, 2), "modular_arithmetic": (lambda n: 1, 5), "parity_check": (lambda n: 1, 2),
    "cycle_navigation": (lambda n: 1, 5), "stack_manipulation": (lambda n: n + 1, 3),
    "reverse_string": (lambda n: n, 2), "modular_arithmetic_brackets": (lambda n: 1, 5),
    "solve_equation": (lambda n: 1, 5), "duplicate_string": (lambda n: 2 * n, 2),
    "missing_duplicate_string": (lambda n: 1, 2), "odds_first": (lambda n: n, 2),
    "binary_addition": (lambda n: n + 1, 3), "binary_multiplication": (lambda n: n, 3),
    "compute_sqrt": (lambda n: (n + 1) // 2, 2), "bucket_sort": (lambda n: n, 5),
}


class Options:
    """A config whose values are checked when they are read. `fallback` is the value if the config lacks the option."""

    def __init__(self, values):
        self.values = values

    def _of(self, name, fallback):
        value = self.values.get(name, fallback)
        if value is None:
            raise Refused(f"config.yaml has no option {name}")
        return value

    def text(self, name, fallback=None):
        value = self._of(name, fallback)
        return str(value).lower() if isinstance(value, bool) else str(value)

    def choice(self, name, known, fallback=None):
        value = self.text(name, fallback)
        if value not in known:
            raise Refused(f"{name}: '{value[:60]}' is unknown (expected one of: {', '.join(known)})")
        return value

    def flag(self, name, fallback=False):
        return self.choice(name, ("true", "false"), fallback) == "true"

    def number(self, name, fallback=None, least=-math.inf):
        value = self._of(name, fallback)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value or math.isinf(value):
            raise Refused(f"{name}: expected a number{'' if least == -math.inf else f' of {least} or more'}, "
                          f"found '{str(value)[:60]}'")
        return float(value)

    def whole(self, name, fallback=None, least=0, most=MOST):
        value = self._of(name, fallback)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise Refused(f"{name}: expected a whole number of {least}..{most}, found '{str(value)[:60]}'")
        return value

    def listed(self, name, fallback="", kind=int):
        """A list of numbers, separated by commas or blanks."""
        text = self.text(name, fallback)
        try:
            numbers = [kind(word) for word in text.replace(",", " ").split()]
        except ValueError:
            numbers = [math.inf]
        if not all(0 <= x <= MOST for x in numbers):
            raise Refused(f"{name}: expected numbers of 0..{MOST}, found '{text[:60]}'")
        return numbers

    def formula(self, name, fallback=None):
        text = self.text(name, fallback)
        if text:
            parsed(text)
        return text

    def numbers(self, axis):
        """The named constants of the formula on an axis."""
        return declared_numbers(self.text(f"{axis}.numbers", ""))

    def below(self, prefix):
        return {name[len(prefix):]: value for name, value in self.values.items() if name.startswith(prefix)}


def below(weights, prefix):
    """The entries whose name has that prefix, with the prefix removed."""
    return {name[len(prefix):]: w for name, w in weights.items() if name.startswith(prefix)}


def blocks_of_order(order, blocks):
    """The sublayers of each block (sandwich:K: Press, Smith & Levy 2020, section 5). A new block begins when a letter
    would repeat, or when a second letter of MIXERS would follow in the same block."""
    split = [""]
    for letter in "".join(layers_of_order(order, blocks)):
        mixed = letter in MIXERS and any(other in MIXERS for other in split[-1])
        split += [""] if mixed or letter in split[-1] else []
        split[-1] += letter
    return split


def layers_of_order(order, blocks):
    """The sublayers of each layer as in Takase et al. 2022. A layer is a sublayer of MIXERS and all sublayers up to the
    next one of MIXERS. Sublayers before the first sublayer of MIXERS form a separate layer. Bars in `order` separate
    layers explicitly."""
    if "|" in order:
        return [layer for layer in order.split("|") if layer] * blocks
    if order.startswith("sandwich:"):
        k = int(order[9:])
        letters = "s" * k + "sf" * (blocks - k) + "f" * k
    elif order == "memorizing":  # Wu et al. 2022: block 9 of 12 is memorizing
        letters = "".join("kf" if i == max(0, blocks - 4) else "sf" for i in range(blocks))
    else:
        letters = {"macaron": "fsf"}.get(order, order) * blocks
    return re.findall(f"^[^{MIXERS}]+|[{MIXERS}][^{MIXERS}]*", letters)


def read_order(options, blocks):
    """The order of sublayers without the letter c, because cross-attention always follows a sublayer of MIXERS."""
    order = options.text("model.order", "sf")
    if order not in ("macaron", "memorizing") and not re.fullmatch("sandwich:[0-9]{1,4}", order):
        order = order.replace("c", "")
        if not re.fullmatch(f"[{SUBLAYERS}|]*[{SUBLAYERS}][{SUBLAYERS}|]*", order):
            raise Refused(f"model.order: '{order[:60]}' has unknown letters (expected those of {SUBLAYERS})")
    if blocks * len(order) > MOST_SUBLAYERS * 16 or sum(map(len, layers_of_order(order, blocks))) > MOST_SUBLAYERS:
        raise Refused(f"model.order: a model has {MOST_SUBLAYERS} sublayers at most")
    return order


def sets_of_blocks(share, blocks):
    """For each block, the index of its parameter set. share: "none": one set per block; "all": one set; "groups:N": one
    set for each of N groups of neighbouring blocks; else a list of indices."""
    if share in ("none", "all"):
        return [0 if share == "all" else i for i in range(blocks)]
    if share.startswith("groups:"):
        return [i * int(share[7:]) // blocks for i in range(blocks)]
    return [int(x) for x in share.split(",")]


def read_sets(options, blocks):
    """The result of sets_of_blocks for model.share of a config; raises Refused if it is invalid."""
    share = options.text("model.share", "none")
    good = re.fullmatch(r"none|all|groups:[0-9]{1,5}|[0-9]{1,5}(,[0-9]{1,5})*", share)
    sets = sets_of_blocks(share, blocks) if good else []
    if len(sets) != blocks or max(sets) >= blocks:
        raise Refused(f"model.share: '{share[:60]}' does not assign parameters to {blocks} blocks")
    return sets


def config_of_block(config, block):
    """The config of one block. Encoding, mask, scale and attention may be lists that repeat over the blocks. The items
    of a list may set options: "rope:base=500000,none"."""
    own = dict(config)
    for axis, first in FIRST_OPTIONS.items():
        items = str(config.get(axis, ""))[:MOST_LIST].split(",")
        own[axis], *settings = items[block % len(items)].split(":")
        for setting in settings:
            name, equals, value = setting.partition("=")
            if not equals:
                name, value = first.get(own[axis]), name
            if name is None:
                raise Refused(f"{axis}: {own[axis]} has no option for '{value}'")
            own[f"{axis}.{name}"] = value if value[:1] in ("'", '"') else scalar(value)
    return own


def hidden_width(options, full):
    """The hidden width of the channel mixer. A gated network has three matrices. With two thirds of the hidden columns
    it has as many parameters as a network with two full matrices (Shazeer 2020)."""
    rule = options.choice("mixer.width", ("full", "two_thirds", "two_thirds_8"), "full")
    return {"full": full, "two_thirds": max(1, 2 * full // 3), "two_thirds_8": 8 * -(-2 * full // 24)}[rule]


class Settings:
    """The settings of a model. `training`: do experts route tokens as in training? `auxiliary`: a list that collects the
    auxiliary losses of experts in training, or None."""

    owner = ""  # see BlockSettings
    architecture: str
    mixer: str
    head: str
    store: str
    sources: "BlockSettings | None"
    cross: "BlockSettings | None"

    def __init__(self, config):
        options = Options(config_of_block(config, 0))
        self.config, self.training, self.auxiliary = dict(config), False, None
        for axis in ("architecture", "projection", "block", "residual", "norm", "mixer", "head", "cell", "store"):
            setattr(self, axis, options.choice(axis, CHOICES[axis], BEFORE.get(axis)))
        self._read_sizes(options)
        self._read_tokens(options)
        self._read_order(options)
        self._read_block(options)
        self._read_convolutions(options)
        self._read_experts(options)
        self._read_memories(options)
        self._read_architecture(options)
        self._read_head(options)
        self._read_streams(config)

    def relu(self, x):
        """Computes every ReLU of the model. tools/oracle.py replaces this method to observe the arguments."""
        return x.relu()

    def _read_sizes(self, options):
        whole = options.whole
        self.width, self.heads = whole("model.width", None, 1), whole("model.heads", None, 1, 4096)
        self.key_heads = whole("model.key_heads", 0) or self.heads
        if self.architecture != "recurrent":
            for name, divisor, of in (("model.heads", self.heads, self.width),
                                      ("model.key_heads", self.key_heads, self.heads)):
                if of % divisor:
                    raise Refused(f"{name}: {divisor} does not divide {of}")
        self.key_width = self.width // self.heads * self.key_heads
        self.full_width = whole("model.feed_forward", 4 * self.width, 1)
        self.feed_forward = hidden_width(options, self.full_width)
        self.token_width = whole("model.embedding_width", 0) or self.width

    def _read_tokens(self, options):
        self.data = options.text("data", "")
        self.steps = options.whole("model.computation_steps", 0, 0, 1024)
        decode = options.choice("model.decode", ("parallel", "autoregressive", "in_place"), "parallel")
        self.autoregressive, self.in_place = decode == "autoregressive", decode == "in_place"
        self.begins_with_end = options.text("architecture.begin", "own") == "end"
        # Does the input end with a separator token? Not in the tasks of Delétang et al., which have no "data." options.
        self.separated = any(key.startswith("data.") for key in options.values) or self.data in (
            "reverse_symbols", "markov_chain")

    def _read_order(self, options):
        blocks = options.whole("model.blocks", None, 1, MOST_BLOCKS)
        order = read_order(options, blocks)
        self.layers, self.order = layers_of_order(order, blocks), blocks_of_order(order, blocks)
        self.blocks = len(self.order)
        self.sets = read_sets(options, self.blocks)
        self.norm_sets = self.sets if options.flag("model.share_norms", True) else list(range(self.blocks))
        self.step_signal = options.flag("model.step_signal")

    def _read_block(self, options):
        self.bias = options.flag("model.bias", True)
        self.epsilon = options.number("norm.epsilon", 1e-5, 0)
        self.inner = {name: options.flag(f"block.{name}") for name in ("attention_norm", "hidden_norm")}
        self.head_factors = options.choice("block.head_scale", ("none", "heads", "output"), "none")
        self.embedding_norm = options.choice("model.embedding_norm", ("none", "before_positions", "after_positions"),
                                             "none")
        self.qk_norm = options.choice("model.qk_norm", ("none", "rms", "layer"), "none")
        self.channels = options.choice("residual.sublayers", ("all", "feed_forward"), "all")
        # Huang et al. 2020: token vectors are initialised with the factor (9 L)^-1/4, and positions are scaled likewise.
        scaled = options.flag("initialisation.scale_positions")
        self.position_factor = (9 * len(self.layers)) ** -0.25 if scaled else 1
        one = options.choice("model.embedding_scale", ("sqrt_width", "one"), "sqrt_width") == "one"
        self.embedding_scale = 1 if one else math.sqrt(self.width)
        if self.mixer == "formula":
            self.activation = options.formula("mixer.formula"), options.numbers("mixer")

    def _read_convolutions(self, options):
        self.centred, self.shared_keys, self.cross_kernels = (
            options.flag(f"projection.{name}") for name in ("centred", "shared", "cross"))
        self.taps = options.listed("convolution.taps", "7") or [7]
        self.kernels = options.whole("convolution.heads", 0) or self.heads
        self.kernel_gate, self.kernel_bias, self.renormalised = (
            options.flag(f"convolution.{name}", fallback)
            for name, fallback in (("gate", True), ("bias", False), ("renorm_padding", False)))
        if set("".join(self.order)) & {"l", "d"} and (self.width % self.kernels or min(self.taps) < 1):
            raise Refused(f"convolution.heads, convolution.taps: {self.kernels} heads with {self.taps} taps do not fit "
                          f"{self.width} columns")

    def _read_experts(self, options):
        """Options of experts and of spatial gating."""
        self.experts = {name: options.number(f"experts.{name}", fallback, 0) for name, fallback in EXPERTS.items()}
        for name, least, most in (("count", 1, 4096), ("width", 0, MOST), ("sublayers", 1, 64)):
            self.experts[name] = options.whole(f"experts.{name}", EXPERTS[name], least, most)
        self.experts["capacity_eval"] = options.number("experts.capacity_eval", -1, -1)
        self.chunks = options.whole("gating.chunks", 4, 1)
        self.gated_columns = options.whole("gating.width", 0) or self.width
        self.rows_of_gating = options.whole("gating.length", 128, 1)
        if "g" in "".join(self.order) and self.gated_columns % self.chunks:
            raise Refused(f"gating.chunks: {self.chunks} does not divide {self.gated_columns} columns")

    def _read_memories(self, options):
        """Options of memories: persistent vectors, stored pairs, memory tokens, and previous segments."""
        pairs = options.whole("persistent.pairs", -1, -1)
        self.persistent = self.full_width if pairs < 0 else pairs
        self.kept_pairs, self.store_read = options.whole("memorizing.size", 2048), options.whole("memorizing.read", 32)
        self.joint = options.text("memorizing.combine", "gate") == "joint"
        self.bypass = options.text("memorizing.empty", "attend") == "bypass"
        self.memory_tokens = options.whole("architecture.memory_tokens", 0)
        self.memory_form = options.choice("architecture.memory_form", ("plain", "controller", "bottleneck"), "plain")
        self.memory = options.whole("architecture.memory", 0)
        self.zeros = options.text("architecture.memory_start", "empty") == "zeros"

    def _read_architecture(self, options):
        self.mean_of_latents = False
        if self.architecture == "recurrent":
            self.hidden = options.whole("architecture.hidden", None, 1)
            self.store_options = self._read_store(options)
        if self.architecture == "perceiver_io":
            self.latents, self.repeats = (options.whole(f"architecture.{name}", None, 1, most)
                                          for name, most in (("latents", MOST), ("repeats", 64)))
            self.query_residual = options.flag("architecture.query_residual")
            self.mean_of_latents = options.text("architecture.output", "queries") == "mean"

    def _read_store(self, options):
        """The options of an external memory (stack or tape), by short name."""
        least_of = STORES.get(self.store, {})
        sizes = {name: options.whole(f"store.{name}", None, least) for name, least in least_of.items()}
        return {**sizes, "joint": options.flag("store.joint"),
                "reading": options.choice("store.reading", ("symbols", "states"), "symbols")}

    def _read_head(self, options):
        self.head_bias = options.flag("head.bias")
        self.head_scale = 1 / math.sqrt(self.width) if options.flag("head.scaled") else 1
        if self.head == "adaptive":
            self.cutoffs = options.listed("head.cutoffs")
            self.divisor = options.whole("head.divisor", 1, 1)
            self.token_tables = options.choice("head.embedding", ("tied", "untied", "table"), "tied")
            self.common_maps = options.choice("head.projections", ("all", "all_but_first", "none"), "all_but_first")
            if self.cutoffs != sorted(set(self.cutoffs)) or 0 in self.cutoffs or len(self.cutoffs) > 64:
                raise Refused(f"head.cutoffs: expected at most 64 ascending ids, found '{self.cutoffs[:9]}'")

    def _read_streams(self, config):
        """Reads the settings of the source stream, of cross-attention (None if it has no encoding), and of each block
        of each stream."""
        # The prefix of parameter names of the stack that computes the output.
        self.prefix = "decoder." if self.architecture == "encoder_decoder" else ""
        if self.architecture == "recurrent":
            self.of_blocks, self.sources, self.cross = [], None, None
            return
        first = config_of_block(config, 0)
        self.sources = BlockSettings(self, first, "encoder.")
        has = str(config.get("cross.encoding", "none")) != "none"
        self.cross = BlockSettings(self, first, "cross.") if has else None
        if self.cross:
            self.cross.mask = "full"
        read_sight(self, Options(first))
        read_encoding(self, first, "decoder.")
        self.of_blocks = blocks_of_stream(self, config, "decoder.")
        self.sources.of_blocks = blocks_of_stream(self, config, "encoder.")
        placed = [own.encoding for own in self.of_blocks if own.encoding in (*READ_DISTANCES, *READ_POSITIONS)]
        if self.architecture == "perceiver_io" and placed:
            raise Refused(f"encoding: perceiver_io reads positions only at embeddings, where {placed[0]} adds none")
        self.is_causal = all(is_causal(own.mask, own.reach) for own in self.of_blocks)

    def own_map(self, i):
        """Does the adaptive softmax have its own projection for cluster i?"""
        shared = {"all": True, "all_but_first": i > 0, "none": False}[self.common_maps]
        return self.token_tables == "table" or not shared


# The options of external memories that are sizes, with their minimum.
STORES = {"stack": {"count": 1, "columns": 1, "cells": 0}, "tape": {"count": 1, "columns": 1, "cells": 1, "hidden": 1},
          "nd_stack": {"states": 1, "symbols": 1}}


class BlockSettings:
    """The settings of a stream or of a block. A stream has its own encoding and positions; a block may also have its
    own mask, scale and attention. All other settings are those of the model. owner: the name prefix of encoding
    parameters that blocks with the same encoding share."""

    owner = ""
    mask: str
    of_blocks: "list[BlockSettings]"

    def __init__(self, model, config, prefix):
        self.model = model
        read_sight(self, Options(config))
        read_encoding(self, config, prefix)

    def __getattr__(self, name):
        if name.startswith("__") or name == "model":  # while copying, before `model` is set
            raise AttributeError(name)
        return getattr(self.model, name)


def blocks_of_stream(model, config, prefix):
    """The settings of each block of a stream. If blocks have the same encoding, the first of them owns the shared
    parameters. The shared parameters of block 0 belong to the stream."""
    blocks = [BlockSettings(model, config_of_block(config, i), prefix) for i in range(model.blocks)]
    for own in blocks:
        if prefix == "encoder." or model.architecture == "perceiver_io":  # sources and latents are not masked
            own.mask = "full"
        first = [other.placed_as for other in blocks].index(own.placed_as)
        own.owner = f"block.{model.sets[first]}." if first else ""
    return blocks


def separator_of(options, axis):
    """The id of the token that ends a document. For text in bytes the id is the byte value, for tasks the number of the
    symbol."""
    word: str = options.text(f"{axis}.separator", "")
    if options.text("data", "") == "text" and options.text("data.tokens", "bytes") == "bytes":
        word = {"": "\n", "\\n": "\n"}.get(word, word)
        if len(word) == 1:
            return ord(word)
    if not re.fullmatch("[0-9]{1,9}", word):
        raise Refused(f"{axis}.separator: the token id of '{word[:60]}' is unknown to this package")
    return int(word)


def read_sight(self, options):
    """Reads mask, scale and attention of a model or of a block."""
    for axis in ("mask", "scale", "attention"):
        setattr(self, axis, options.choice(axis, CHOICES[axis]))
    self.same_length, self.reach = options.text("mask.same_length", "no"), None
    self.separator = separator_of(options, "mask") if self.mask == "document" else None
    if self.mask in ("window", "chunk", "bca", "three_blocks"):
        size = {"window": "mask.width", "chunk": "mask.chunk"}.get(self.mask, "mask.block")
        self.reach = options.whole(size, None, 1)
    self.chunk = self.reach if self.mask == "chunk" else 0
    form = options.choice("mask.form", ("symmetric", "half", "causal", "edge_shift"), "symmetric")
    if self.mask in ("window", "chunk") and form != "symmetric":
        self.reach = self.reach, form
    if self.mask == "lambda":
        self.reach = options.whole("mask.width", None, 1), options.whole("mask.sinks")
    if self.mask == "formula":
        self.reach = options.formula("mask.formula"), options.numbers("mask")
    if self.scale == "log_n":
        self.scale_keys = options.whole("scale.keys", None, 2)
        self.at_least_one = options.flag("scale.at_least_one")
        self.times = options.choice("scale.times", ("inverse_sqrt", "inverse_sqrt_2d", "one"), "inverse_sqrt")
    if self.scale == "formula":
        self.scale_line, self.scale_declared = options.formula("scale.formula"), options.text("scale.parameters", "")
        self.scale_numbers = options.numbers("scale")
    self.l1 = self.attention == "geometric" and options.flag("attention.l1")


def is_causal(mask, reach: Any = None):
    """Are later keys hidden from every query? reach depends on the mask:
    - size: the width of a window, or the number of tokens in a chunk or block
    - (size, form): if the form is not symmetric
    - (width, number of sinks): for the mask lambda
    - (formula, constants): for the mask formula"""
    formed = mask in ("window", "chunk") and isinstance(reach, tuple)
    if mask == "formula":
        return shows_causal(*reach)
    return mask in ("causal", "lambda", "bca", "document") or (formed and reach[1] == "causal")


def read_encoding(self, config, prefix):
    """Reads encoding and positions. Options with the prefix apply to one stream, and override those for all streams."""
    for axis in ("encoding", "positions"):
        choice = str(config.get(prefix + axis, "same"))
        if choice != "same":
            own = {name[len(prefix):]: x for name, x in config.items() if name.startswith(f"{prefix}{axis}.")}
            config = {**{name: x for name, x in config.items() if not name.startswith(f"{axis}.")}, **own, axis: choice}
    options = Options(config)
    for axis in ("encoding", "positions"):
        setattr(self, axis, options.choice(axis, CHOICES[axis], {"positions": "standard"}.get(axis)))
    if self.attention == "geometric" and self.encoding != "none" and prefix != "cross.":
        raise Refused("the geometric attention replaces the encoding: expected encoding: none")
    if self.attention == "linear" and self.encoding not in ("none", "sinusoid", "learned") and prefix != "cross.":
        raise Refused(f"linear attention takes no encoding: {self.encoding}: expected none, sinusoid or learned")
    # Blocks with equal values share the parameters of the encoding.
    self.placed_as = {key: x for key, x in config.items() if key.split(".")[0] == "encoding"}
    self.law = options.below("positions.")
    if self.positions == "document":
        self.law["separator"] = separator_of(options, "positions")
    self.shared_terms = options.flag("encoding.shared_terms")
    self.terms = options.choice("encoding.terms", TERMS, "abcd")
    self.base = options.number("encoding.base", 10000)
    self.interleaved = options.text("encoding.layout", "halves") == "interleaved"
    self.first = options.whole("encoding.first", 0)
    self.halves = options.text("encoding.pairs", "neighbours") == "halves"
    self.fraction = options.number("encoding.fraction", 1, 0)
    self.frequency = options.formula("encoding.frequency", "") if self.encoding in ("rope", "formula") else ""
    self.width_of_distances = 0
    ENCODINGS.get(self.encoding, lambda self, options: None)(self, options)
    turns = self.encoding in ("rope", "xpos") or self.frequency
    if turns and (self.width // self.heads < 2 or self.fraction > 1 or not self.base > 0):
        raise Refused("encoding.fraction, encoding.base, model.heads: these values leave no columns of a head to rotate")
    if self.encoding in ("sinusoid", "relative") and (self.width % 2 or not self.base > 0):
        raise Refused(f"model.width, encoding.base: sinusoids need an even width and a base above 0, found {self.width} and {self.base:g}")


def read_rope(self, options):
    self.numbers = {"base": self.base, "trained": options.number("encoding.trained", 40),
                    "extension": options.number("encoding.extension", 1)}
    self.factors = options.listed("encoding.factors", "", float)
    self.short_factors = options.listed("encoding.short_factors", "", float)
    self.stretched = options.choice("encoding.frequencies", FREQUENCIES, "trained")
    self.extension = options.number("encoding.extension", 1, 1)
    self.trained = options.whole("encoding.trained", 40, 2)
    self.dynamic = options.flag("encoding.dynamic")
    self.temperature = options.number("encoding.temperature", 0)
    self.width_of_distances = options.number("encoding.clip", 0, 0)
    self.compress = options.number("encoding.compress", 0, 0)
    self.group = options.number("encoding.group", 0, 0)


def read_tupe(self, options):
    self.relative, self.released = options.flag("encoding.relative"), options.flag("encoding.released")
    self.first_token = options.choice("encoding.first_token", ("alike", "rows", "free"))
    read_buckets(self, options)


def read_buckets(self, options):
    self.buckets, self.max_distance = options.whole("encoding.buckets", None, 4), options.whole("encoding.max_distance")
    if self.max_distance <= self.buckets // 2:
        raise Refused(f"encoding.max_distance: {self.max_distance} is not above half of {self.buckets} buckets")


def read_alibi(self, options):
    sides = ("half_shift", "symmetric", "split_heads", "two_slopes")
    self.sides = options.choice("encoding.sides", sides, "half_shift")
    self.right_slope = options.number("encoding.right_slope", 0.5)
    self.trained_slopes = options.flag("encoding.trained_slopes")


def read_shaw(self, options):
    self.clip, self.shared_table = options.whole("encoding.clip"), options.flag("encoding.shared_table")


def read_kerple(self, options):
    self.kernel = options.choice("encoding.kernel", ("log", "power"))
    self.bias_in_scale = options.flag("encoding.bias_in_scale")


def read_sandwich(self, options):
    self.frequencies = options.whole("encoding.frequencies", None, 1, 65536)


def read_xpos(self, options):
    self.scale_base = options.number("encoding.scale_base", None, 1e-9)
    self.gamma = options.number("encoding.gamma", None, 0)
    self.zeta = options.number("encoding.zeta", 0, 0)


def read_cope(self, options):
    self.max_position = options.whole("encoding.max_position")
    self.term_in_scale = options.flag("encoding.term_in_scale")


def read_hard_alibi(self, options):
    self.local_heads = options.whole("encoding.local_heads") or self.heads // 2


def read_fire(self, options):
    self.hidden_units, self.threshold = options.whole("encoding.hidden", None, 1), options.whole("encoding.threshold")
    self.shared_bias = options.flag("encoding.shared_bias")


def read_formula(self, options):
    self.line, self.declared = options.formula("encoding.bias", ""), options.text("encoding.parameters", "")
    self.line = self.line or ("" if self.frequency else "-abs(d)/2^(8*(head + 1)/H)")
    self.numbers, self.shared_bias = options.numbers("encoding"), options.flag("encoding.shared_bias")


# The function that reads the options of each encoding.
ENCODINGS = {"rope": read_rope, "tupe": read_tupe, "t5": read_buckets, "alibi": read_alibi, "shaw": read_shaw,
             "kerple": read_kerple, "sandwich": read_sandwich, "xpos": read_xpos, "cope": read_cope, "fire": read_fire,
             "hard_alibi": read_hard_alibi, "formula": read_formula}
TERMS = ("abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d")
FREQUENCIES = ("trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3",
               "longrope")
