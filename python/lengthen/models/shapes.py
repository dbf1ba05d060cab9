# pyright: basic
"""Names and shapes of a model's parameters, computed from its settings without PyTorch."""
import re

from ..errors import FileError
from ..formula import declared_shapes
from .config import ATTENDING, GATES, MIXERS, POSITION_TABLES, TASKS

Shapes = dict[str, tuple[int, ...]]  # by the name of a parameter
IS_NORM = re.compile(r"(^|\.)(query_|key_)?norm\d*\.(scale|offset)$")  # matches parameters of norms


def map_shapes(name, rows, columns, bias) -> Shapes:
    """A linear map. Without a bias it is a single matrix called `name`."""
    return {f"{name}.weight": (rows, columns), f"{name}.bias": (columns,)} if bias else {name: (rows, columns)}


def norm_shapes(model, name, columns=None):
    parts = ("scale", "offset") if model.norm == "layer_norm" and model.bias else ("scale",)
    return {f"{name}.{part}": (columns or model.width,) for part in parts}


def residual_shapes(model, name, letter):
    """The trained factor of a residual connection: one per sublayer, or one per column."""
    columns = {"rezero": 1, "channel": model.width}.get(model.residual)
    if model.residual == "channel" and model.channels == "feed_forward" and letter != "f":
        return {}
    return {f"{name}.scale": (columns,)} if columns else {}


def parameter_shapes(model, symbols, classes, rows, sources=0, shared=True, source_rows=None):
    """Name and shape of every parameter. symbols: the number of token ids; classes: the number of output classes; rows:
    a function from the settings of a block to the number of rows of its table of positions. For models with a second
    stack, sources: the number of token ids of the second stack; source_rows: like rows, for the second stack; shared:
    do both stacks use one token table?"""
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
        if model.mean_of_latents and not shared and model.head == "linear":  # no queries, so no table for them
            tables = {}
        return {**tables, **head, **perceiver_io_shapes(model, rows), **own}
    if model.architecture == "perceiver_ar":
        keys = norm_shapes(model, "block.0.norm_keys") if model.block in ("pre_norm", "primer") else {}
        return {**tables, **head, **stack_shapes(model, rows), **keys, "latent": (d, d)}
    if model.architecture != "encoder_decoder":
        return {**tables, **head, **stack_shapes(model, rows)}
    own = {"embedding.weight": (sources, model.token_width), **narrow}
    encoder = {**stack_shapes(model.sources, source_rows), **({} if shared else own)}
    decoder = {**stack_shapes(model, rows, True), **({} if shared else tables), **head}
    return {**(tables if shared else {}),
            **{f"encoder.{name}": shape for name, shape in encoder.items()},
            **{f"decoder.{name}": shape for name, shape in decoder.items()}, **cross_shapes(model.cross)}


def cross_shapes(cross):
    """The parameters of the encoding of cross-attention. All blocks share them, except those of formulas. cross: the
    settings of cross-attention, or None if cross-attention has no encoding."""
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
    """The tables of adaptive input or adaptive softmax for `ids` ids. clusters: does the first table also have a row
    for each further cluster? maps(i): does cluster i have a projection? The tables of the readout also have biases."""
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
    """The parameters of a channel mixer."""
    d, f, shapes = model.width, model.feed_forward, {}
    for name, inputs, outputs in (("1", d, f), ("2", f, d)) + ((("gate", d, f),) if model.mixer in GATES else ()):
        shapes.update(map_shapes(f"feed_forward.{name}", inputs, outputs, model.bias))
    return {**shapes, **(norm_shapes(model, "feed_forward.norm", f) if model.inner["hidden_norm"] else {})}


def perceiver_io_shapes(model, rows):
    """The parameters of a Perceiver IO, without token tables and the head."""
    d = model.width
    learned: Shapes = {"input.embedding.position": (rows(model), d)} if model.encoding == "learned" else {}
    read: Shapes = map_shapes_of_heads(model, "attention")
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
    """The projections of attention. With projection.shared (primer), queries are computed from keys."""
    d, few = model.width, model.key_width
    inputs = few if kind == "attention" and model.projection == "primer" and model.shared_keys else d
    shapes: Shapes = {f"{kind}.query": (inputs, d), f"{kind}.key": (d, few), f"{kind}.value": (d, few),
              f"{kind}.output": (d, d)}
    parts = {"none": (), "rms": ("scale",), "layer": ("scale", "offset") if model.bias else ("scale",)}[model.qk_norm]
    for part in parts:
        shapes.update({f"{kind}.{name}_norm.{part}": (d // model.heads,) for name in ("query", "key")})
    return shapes


def projection_shapes(model, kind):
    """The convolution kernels of queries, keys and values (primer)."""
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
    shapes: Shapes = {} if not model.kernel_gate else map_shapes(f"{name}.gate", d, d, model.bias)
    for part in ("value", "output"):
        shapes.update(map_shapes(f"{name}.{part}", d, d, model.bias))
    if model.inner["attention_norm"]:
        shapes.update(norm_shapes(model, f"{name}.norm"))
    if letter == "l":
        return {**shapes, "light.kernel": (taps, model.kernels)}
    return {**shapes, **map_shapes("dynamic.kernel", d, numbers, model.kernel_bias)}


def expert_shapes(model, letter):
    """The parameters of a sublayer with experts (e, b) or spatial gating (g)."""
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
        shapes: Shapes = {"base.centroids": (d, count)}
        for k in range(int(model.experts["sublayers"])):
            shapes.update({**maps(f"base.{k}"), **norm_shapes(model, f"base.{k}.norm", d)})
        return shapes
    if letter == "g":
        return {"gating.tokens": (model.chunks, n, n), "gating.tokens.bias": (model.chunks, n),
                **map_shapes("gating.1", d, 2 * columns, model.bias), **map_shapes("gating.2", columns, d, model.bias),
                **norm_shapes(model, "gating.norm", columns)}
    return {}


def terms_of_all(own, rows):
    """The parameters of an encoding that all blocks share. rows: the rows of a table of positions."""
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
        shapes.update(relative_biases(own))
    return shapes


def relative_biases(own):
    """The biases u and v of Transformer-XL: its terms (c) and (d)."""
    names = {"c": "content", "d": "position"}
    return {f"attention.{names[term]}_bias": (own.heads, own.width // own.heads) for term in own.terms if term in names}


def alibi_factors(model):
    """The names of trained factors of the slopes."""
    if not model.trained_slopes:
        return []
    sides = ("left_", "right_") if model.sides == "two_slopes" else ("",)
    return [f"attention.{side}slope_factor" for side in sides]


def scale_shapes(own, kind):
    """The parameters of a scale formula. kind: "attention" or "cross"."""
    shapes = declared_shapes(own.scale_declared, own.heads) if own.scale == "formula" else {}
    return {f"{kind}.scale.{name}": tuple(shape) for name, shape in shapes.items()}


def formula_shapes(own):
    shapes = declared_shapes(own.declared, own.heads)
    return {f"attention.formula.{name}": tuple(shape) for name, shape in shapes.items()}


def fire_shapes(own):
    units, h = own.hidden_units, own.heads
    return {"attention.distance_factor": (1,), "attention.threshold_factor": (1,),
            "attention.distance_bias.1.weight": (units,), "attention.distance_bias.1.bias": (units,),
            "attention.distance_bias.2.weight": (units, h), "attention.distance_bias.2.bias": (h,)}


def terms_of_block(own):
    """The parameters of a block's attention, except its projections."""
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
        if set("bd") & set(own.terms):
            terms["attention.relative"] = (d, d)
        if not own.shared_terms:
            terms.update(relative_biases(own))
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
    """The parameters of a stack of blocks. cross: does it attend to another stack? rows: as in parameter_shapes."""
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
            common = terms_of_all(view, rows(view))
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
            inner = [name for name in terms if "scale" in name or ".norm." in name]  # the other terms belong to positions
            own.update({f"memory {name}": shape for name, shape in own.items() if name in inner or name not in terms})
        for name, shape in own.items():
            stream, name = ("memory.", name[7:]) if name.startswith("memory ") else ("", name)
            shapes[f"{stream}block.{(model.norm_sets if IS_NORM.search(name) else model.sets)[i]}.{name}"] = shape
    return shapes


def store_shapes(store, options, k, columns):
    """The parameters of the external memory of a recurrent network. columns: the width of the cell's input map."""
    if store == "none":
        return {}
    number = options.__getitem__
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
    shapes: Shapes = {"recurrent.reading.weight": (reads, columns)}
    for name, fan_in, fan_out in [("actions", k, actions), *maps]:
        shapes.update(map_shapes(f"recurrent.{name}", fan_in, fan_out, True))
    return shapes


def recurrent_shapes(model, symbols, classes):
    """The parameters of a recurrent network."""
    k = model.hidden
    columns = {"elman": k, "lstm": 4 * k}[model.cell]
    store = store_shapes(model.store, model.store_options, k, columns)
    shapes = {"recurrent.input.weight": (symbols, columns), "recurrent.input.bias": (columns,),
              "recurrent.state.weight": (k, columns), **map_shapes("readout", k, classes, model.bias), **store}
    if model.cell == "elman":
        shapes["recurrent.state.bias"] = (k,)
    return shapes


def clusters_end(model, size, name, clusters):
    """The number of ids of an adaptive table, computed from the number of rows of its last cluster or of its bias."""
    last = len(model.cutoffs)
    rows = size(f"{name}.cluster.{last}.weight", 0) or size(f"{name}.cluster.{last}.bias", 0)
    return rows and rows + (model.cutoffs[-1] if last else 0)


def predicted(model):
    """The number of classes if no parameter shows it. For a task, its number of classes. Otherwise the number of token
    ids, without [mask] and the model's own tokens (an empty token, a computation token, or a token that begins
    targets)."""
    if model.data in TASKS:
        return TASKS[model.data][1]
    own = {"decoder": not model.separated, "perceiver_ar": not model.separated, "perceiver_io": 1,
           "encoder_decoder": not model.begins_with_end}.get(model.architecture, 0 if model.in_place else 1 + (model.steps > 0))
    return model.symbols - own - (model.data == "masked_text")


def wanted_shapes(model, found):
    """Name and shape of every parameter. First infers the sizes that no option sets, and stores them in the settings:
    `symbols` (number of token ids), `classes` (number of output classes) and `shared` (do source and target use one
    table?). found: the shapes of the actual parameters by name."""
    size = lambda name, axis: found[name][axis] if found.get(name) else 0
    readout = model.prefix + ("readout.bias" if model.head_bias or model.bias else "readout")
    outputs = size(readout, -1) if model.head == "linear" or model.head_bias else 0
    if model.architecture == "recurrent":
        model.symbols, model.classes, model.shared = size("recurrent.input.weight", 0), outputs, True
        return recurrent_shapes(model, model.symbols, outputs)
    source = {"encoder_decoder": "encoder.", "perceiver_io": "input."}.get(model.architecture, "")
    model.shared = not source or not any(name.startswith(source + "embedding.weight") for name in found)
    own = "" if model.shared else model.prefix
    model.symbols = size(own + "embedding.weight", 0)
    if model.head == "adaptive":
        model.symbols = model.symbols or clusters_end(model, size, own + "embedding", model.token_tables == "tied")
        outputs = clusters_end(model, size, model.prefix + "readout", True)
    model.classes = outputs or predicted(model)
    table = lambda block: block.owner + POSITION_TABLES.get(block.encoding, "")
    rows_of = lambda stack: lambda block: size(stack + table(block), 0)
    sources = model.symbols if model.shared else size(source + "embedding.weight", 0)
    return parameter_shapes(model, model.symbols, model.classes, rows_of(model.prefix), sources, model.shared,
                            rows_of("encoder."))


def check_shapes(where, model, found):
    """Raises FileError unless the shapes found are those that the settings require."""
    wanted = wanted_shapes(model, found)
    for name in sorted(wanted.keys() | found.keys()):
        if wanted.get(name) != found.get(name):
            words = lambda shape: "none" if shape is None else list(shape)
            raise FileError(f"{where}: parameter {name}: expected shape {words(wanted.get(name))} by its config, "
                            f"found {words(found.get(name))}")
    least = 0 if model.mean_of_latents else 1
    if model.symbols < least or not 1 <= model.classes:
        raise FileError(f"{where}: {model.symbols} token ids and {model.classes} classes are too few")
