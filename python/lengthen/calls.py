"""Calls that need no training: resolved configs, samples, arrays of an encoding, model sizes and FLOPs, and the
catalogue of all choices. All these calls run in this process."""
import contextlib
import ctypes
import dataclasses
import functools
import math
from collections.abc import Generator
from typing import Any

import numpy
from numpy.typing import ArrayLike

from . import _library as c
from ._native import Context, bytes_of, filled, interruptible, library, set_options, text_of
from ._types import Array, Axes, Row, Setting
from .errors import UsageError
from .files import scalar
from .options import OPTIONS, Config, integer, keywords, nearest, settings
from .tables import as_html, new_axes


def _options_of(context: Context, made: ctypes.c_void_p) -> dict[str, Any]:
    """Checks a config and returns the value of every option by full name, as a bool, int, float or str."""
    context.check(context.library.lg_config_check(made))
    shown = (context.library.lg_config_at(made, i) for i in range(context.library.lg_config_count(made)))
    return {text_of(one.key): scalar(text_of(one.yaml)) for one in shown}


@interruptible
def config(config: Any = None, **options: Any) -> Config:
    """The complete config of a run with these options: the value of every option by full name, as a bool, int, float or
    str. For example, config(steps=5)["train.steps"] is 5."""
    with filled(settings({"config": config, **options})) as (context, made):
        return Config(_options_of(context, made))


@interruptible
def evaluated(path: str, changes: str) -> dict[str, Any]:
    """The options of a run in its evaluation. changes: the text of its option eval.with, which is applied."""
    with Context() as context, context.calling():
        made = context.library.lg_run_config(context.open_run(path))
        set_options(context, made, [("eval.with", "")])
        context.check(context.library.lg_config_set_list(made, bytes_of(changes), c.LG_FLAG, b""))
        return _options_of(context, made)


# ---- samples ----

# Prefixes of the options that sample() reads.
_READ = ("data", "curriculum", "eval.lengths", "train.seed", "preset", "config")


def _texts(array: Any, count: int) -> list[str]:
    return [text_of(array[i]) for i in range(count)]


def _sample(e: c.lg_example, split: str) -> Row:
    """A sample as a dict, as `lengthen sample --json` prints it."""
    found = {"task": text_of(e.task), "length": e.length, "input": e.input[: e.inputs], "target": e.target[: e.targets],
             "mask": e.mask[: e.targets], "input_symbols": _texts(e.input_symbols, e.inputs),
             "target_symbols": _texts(e.target_symbols, e.targets), "text": text_of(e.text), "split": split,
             "cell": text_of(e.cell), "source": text_of(e.source_text) if e.text else None,
             "source_text": text_of(e.source_text), "target_text": text_of(e.target_text),
             "entropy": None if math.isnan(e.entropy) else e.entropy}
    return {name: value for name, value in found.items() if value is not None}


@interruptible
def sample(data: Any = None, length: int | None = None, count: int = 5, split: str = "train",
           **options: Any) -> list[Row]:
    """Samples of a task or data set, as a list of dicts with `input` and `target` (token ids), `mask`, `input_symbols`,
    `source_text`, ..., as `lengthen sample --json` prints them. If the data has fewer than `count` samples, all of them
    are returned. The seed is the training seed."""
    splits = {"train": c.LG_SPLIT_TRAIN, "test": c.LG_SPLIT_TEST, "validation": c.LG_SPLIT_VALIDATION}
    if split not in splits:
        raise UsageError(f"split: {str(split)[:60]}: expected {', '.join(splits)}")
    length = 0 if length is None else integer("length", length, 1, c.LG_LENGTH_MAX)
    count = integer("count", count, 1, 1 << 30)
    found: list[Row] = []
    given = settings({"data": data, **options})
    for name, _ in given:
        if not name.startswith(_READ):
            raise UsageError(f"{name}: sample does not use it; expected data, its options, curriculum or train.seed")
    with filled(given) as (context, made):
        context.check(context.library.lg_config_check(made))
        seed = int(context.library.lg_config_get(made, b"train.seed") or 0)
        status = context.library.lg_sample_split(
            made, splits[split], length, count, seed,
            context.callback(c.lg_example_fn, lambda _, e: found.append(_sample(e[0], split))), None)
        context.check(status)
    return found


# ---- encodings ----


def _rows_of_heads(name: str, x: ArrayLike) -> Array:
    """Checks queries or keys [T, heads * head_width] and converts them to doubles for C."""
    try:
        x = numpy.ascontiguousarray(x, numpy.float64)
    except (TypeError, ValueError):
        raise UsageError(f"{name}: expected numbers [tokens, heads * head_width]") from None
    if x.ndim != 2 or 0 in x.shape:
        raise UsageError(f"{name}: an array of shape {x.shape}; expected [tokens, heads * head_width]")
    return x


def _matrix(m: c.lg_matrix) -> tuple[str, Array]:
    count = math.prod(m.shape[: m.rank])
    data = numpy.ctypeslib.as_array(m.data, (count,)).copy() if count else numpy.empty(0)
    return text_of(m.what), data.reshape(m.shape[: m.rank])


@contextlib.contextmanager
def _fitted(options: list[Setting], width: int | None) -> Generator[tuple[Context, ctypes.c_void_p]]:
    """A context manager that gives a context and a config. `width` is the width of the queries and becomes the model
    width. If `width` is None, the model width is a default that is a multiple of the number of heads."""
    with filled(options) as (context, made):
        library = context.library
        context.check(library.lg_inspect_default_width(made))
        if width:
            context.check(library.lg_config_set(made, b"model.width", b"%d" % width, c.LG_DEFAULT, b"q"))
        context.check(library.lg_config_check(made))
        if width and int(library.lg_config_get(made, b"model.width")) != width:
            raise UsageError(f"q: {width} columns, and model.width is {text_of(library.lg_config_get(made, b'model.width'))}")
        yield context, made


# The label of the column axis, for matrices with a row for each position.
_COLUMNS = {"cosine": "pair", "sine": "pair", "embedding": "dimension"}


class Encoding:
    """A positional encoding before training. Its arrays are those of the first block, as `lengthen inspect encoding`
    prints them."""

    def __init__(self, options: list[Setting]):
        self._options = options
        with _fitted(options, None):
            pass

    @interruptible
    def matrices(self, length: int | None = None, q: ArrayLike | None = None, k: ArrayLike | None = None) -> dict[str,
                 Array]:
        """The arrays that the encoding has for T = `length` tokens, by name: bias [heads, T, T], embedding [T, width],
        cosine, sine, positions, ... (doc/files.md). If queries `q` and keys `k` [T, heads * head_width] are given, the
        result also has the arrays scores, rotated_q and rotated_k."""
        if (q is None) != (k is None):
            raise UsageError("q and k: only one of them was given; expected both")
        pair: list[Array] = []
        if q is not None and k is not None:
            pair = [_rows_of_heads("q", q), _rows_of_heads("k", k)]
            shapes = [x.shape for x in pair]
            if shapes[0] != shapes[1] or length not in (None, len(pair[0])):
                raise UsageError(f"q and k: shapes {shapes[0]} and {shapes[1]}, length {length}: expected the same number of tokens")
            length = len(pair[0])
        length = integer("length", length, 1, c.LG_LENGTH_MAX)
        found: dict[str, Array] = {}
        pointers = [x.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) for x in pair] or [None, None]
        with _fitted(self._options, pair[0].shape[1] if pair else None) as (context, made):
            status = context.library.lg_inspect_encoding(
                made, length, *pointers,
                context.callback(c.lg_matrix_fn, lambda _, m: found.update([_matrix(m[0])])), None)
            context.check(status)
        return found

    def _one(self, what: str, length: int) -> Array:
        found = self.matrices(length)
        if what not in found:
            raise UsageError(f"{self}: it has no {what}; it has {', '.join(found) or 'nothing without queries and keys'}")
        return found[what]

    def bias(self, length: int) -> Array:
        """The bias that is added to the attention logits, [heads, query, key]."""
        return self._one("bias", length)

    def embedding(self, length: int) -> Array:
        """The vectors that are added to the token embeddings, [T, width]."""
        return self._one("embedding", length)

    def rotation(self, length: int) -> tuple[Array, Array]:
        """The cosines and sines of the rotation angles, [T, head_width / 2] each."""
        return self._one("cosine", length), self._one("sine", length)

    def positions(self, length: int) -> Array:
        """The positions [T]. If the encoding reads distances, the distances [2T - 1]."""
        found = self.matrices(length)
        return found["positions"] if "positions" in found else self._one("distances", length)

    def scores(self, q: ArrayLike, k: ArrayLike) -> Array:
        """Scaled attention logits [heads, query, key] of queries and keys, without bias and mask."""
        return self.matrices(None, q, k)["scores"]

    def plot(self, length: int = 64, axes: Axes = None) -> Axes:
        """Plots the bias of the last query against distance with matplotlib, one curve per head. An encoding without a
        bias shows its largest matrix as an image. Draws in a new figure or on `axes`, and returns the axes."""
        found = self.matrices(length)
        if "bias" in found:
            axes = new_axes(axes)
            for head, rows in enumerate(found["bias"]):
                axes.plot(range(length), rows[-1][::-1], label=f"head {head}")
            axes.set(xlabel="distance", ylabel="bias", title=str(self))
            axes.legend()
            return axes
        flat = {what: x for what, x in found.items() if x.ndim == 2}
        if not flat:
            raise UsageError(f"{self}: it has nothing to draw without queries and keys")
        what, x = max(flat.items(), key=lambda item: item[1].size)
        axes = new_axes(axes)
        axes.imshow(x, aspect="auto", interpolation="nearest")
        axes.set(xlabel=_COLUMNS.get(what, "column"), ylabel="position" if what in _COLUMNS else "row",
                 title=f"{self}: {what}")
        return axes

    def __str__(self) -> str:
        return next(value for name, value in self._options if name == "encoding")

    def __repr__(self) -> str:
        return f"encoding({', '.join(f'{name}={value!r}' for name, value in self._options)})"


def encoding(name: Any, **options: Any) -> Encoding:
    """A positional encoding, given by name or as a Formula. Options of the encoding need no prefix: `max_distance`
    means encoding.max_distance. Other options of a run (heads, mask, positions, ...) are also allowed."""
    if not isinstance(name, str) and not hasattr(name, "settings"):
        raise UsageError(f"encoding: {str(name)[:60]}: expected the name of an encoding, or a Formula")
    own = [known.partition(".")[2] for known in OPTIONS if known.startswith("encoding.")]
    for option in options:
        if option.replace("_", "") in (known.replace("_", "") for known in own) and option not in {*own, *keywords()}:
            raise UsageError(f"there is no option {option!r}{nearest(option, own)}")
    full = {option if option in keywords() or f"encoding.{option}" not in OPTIONS else f"encoding.{option}": value
            for option, value in options.items()}
    return Encoding(settings({"encoding": name, **full}))


# ---- sizes ----


@dataclasses.dataclass(frozen=True)
class Count:
    """The size of a model, and the FLOPs of its training and evaluation (one multiply-add counts as 2)."""
    parameters: int
    active: int  # parameters that one token uses: a token uses one expert per layer
    shapes: dict[str, tuple[int, ...]] = dataclasses.field(repr=False)  # by parameter name
    training: float
    evaluation: float
    _options: list[Setting] = dataclasses.field(repr=False)

    @functools.cached_property
    def seconds(self) -> float:
        """Estimated training time on this machine, in seconds. The first access measures half a second of training."""
        speed = c.lg_speed()
        with filled(self._options) as (context, made):
            context.check(context.library.lg_bench(made, 0, 0.5, False, ctypes.byref(speed)))
            steps = int(float(context.library.lg_config_get(made, b"train.steps")))
        return steps / speed.steps_per_second


@interruptible
def count(**options: Any) -> Count:
    """The size of the model with these options, and the FLOPs of its run: count(preset="quick").parameters."""
    given = settings(options)
    found: list[tuple[str, tuple[int, ...], int]] = []

    def add(_: object, p: Any) -> None:
        shape: tuple[int, ...] = tuple(p[0].shape[: p[0].rank])
        found.append((text_of(p[0].name), shape, p[0].active))

    with filled(given) as (context, made):
        flops = c.lg_flops_report()
        status = context.library.lg_inspect_model(made, context.callback(c.lg_parameter_fn, add), None)
        context.check(status)
        context.check(context.library.lg_config_flops(made, ctypes.byref(flops)))
    return Count(sum(math.prod(shape) for _, shape, _ in found), sum(active for *_, active in found),
                 {name: shape for name, shape, _ in found}, flops.training, flops.evaluation, given)


# ---- the catalogue ----


@dataclasses.dataclass(frozen=True)
class Entry:
    """One choice on an axis, with the texts of `lengthen show`."""
    axis: str
    name: str
    summary: str
    paper: str
    formula: str = dataclasses.field(repr=False)
    properties: str = dataclasses.field(repr=False)
    example: str = dataclasses.field(repr=False)
    published: str = dataclasses.field(repr=False)
    options: dict[str, str] = dataclasses.field(repr=False)  # help texts by option name


class Catalogue(list[Entry]):
    """A list of entries, ordered by axis."""

    def _repr_html_(self) -> str:
        return as_html([{"axis": e.axis, "name": e.name, "summary": e.summary, "paper": e.paper} for e in self])


def _entry(library: ctypes.CDLL, x: c.lg_choice) -> Entry:
    options = [library.lg_choice_option(x.axis, x.name, i) for i in range(library.lg_choice_options(x.axis, x.name))]
    names = "axis name summary formula properties example published".split()
    return Entry(**{name: text_of(getattr(x, name)) for name in names}, paper=text_of(x.source),
                 options={text_of(o.name): text_of(o.help) for o in options})


def _second(x: c.lg_second_name, entries: dict[str, Entry]) -> list[Entry]:
    """A list with one entry for an alias, which is another name for a choice. If the alias adds a sublayer to the
    model, the entry is a copy of the sublayer's entry. The list is empty if the alias stands for a value of an
    option."""
    axis, means, setting = map(text_of, (x.axis, x.choice, x.setting))
    also = (text_of(name) for name in x.also if name)
    of = entries.get(next((name for name in also if name.startswith("sublayer/")), f"{axis}/{means}"))
    said = f"another name for {means}{setting and f' with {setting}'}"
    return [dataclasses.replace(of, axis=axis, name=text_of(x.name), summary=said)] if of else []


@interruptible
def catalogue(axis: str | None = None) -> Catalogue:
    """All choices on an axis, such as "encoding", or on every axis. An entry has `name`, `summary`, `paper`, ...
    Aliases from the literature are at the end of the list."""
    loaded = library()
    entries = [_entry(loaded, loaded.lg_choice_at(i)) for i in range(loaded.lg_choice_count())]
    seconds = map(loaded.lg_second_name_at, range(loaded.lg_second_name_count()))
    by_path = {f"{e.axis}/{e.name}": e for e in entries}
    entries += [entry for x in seconds for entry in _second(x, by_path)]
    axes = list(dict.fromkeys(e.axis for e in entries))
    if axis is not None and axis not in axes:
        raise UsageError(f"axis: {str(axis)[:60]}: expected one of {', '.join(axes)}")
    return Catalogue(e for e in entries if axis in (None, e.axis))
