"""Evaluation of trained models in this process. A background thread computes rows while callers iterate."""
import atexit
import ctypes
import html
import math
import os
import queue
import re
import threading
import weakref
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast, overload

from . import _library as c
from ._native import Context, bytes_of, set_options, text_of
from ._types import Axes, Options, Row, Setting
from .errors import Closed, Stopped, UsageError
from .figures import mark_trained, metric_name, with_unit
from .options import settings
from .tables import as_html, frame, pyplot

_Length = dict(cast("list[tuple[str, Any]]", c.lg_callbacks._fields_))["length"]
# Evaluations that have started. Those still running when Python exits are stopped.
_running: "weakref.WeakSet[_Work]" = weakref.WeakSet()


def _number(value: float) -> float | None:
    """The number as JSON stores it: None for NaN and infinity."""
    return value if math.isfinite(value) else None


def _metrics(library: ctypes.CDLL, values: Any) -> Row:
    """The values of the metrics that apply, by metric name."""
    return {text_of(library.lg_metric_at(i).name): _number(values[i])
            for i in range(library.lg_metric_count()) if library.lg_metric_applies(i, values)}


class _Way:
    """One evaluation of a model: as trained, or with the options of a variant."""

    def __init__(self, path: str, name: str | None, options: list[Setting], variant: str | list[Setting] | None):
        self.path, self.name, self.options, self.variant = path, name, options, variant
        self.metric, self.head, self.limited = None, {}, False

    def open(self, context: Context) -> ctypes.c_void_p:
        """Opens the run, and sets and checks its options."""
        context.about = f"{self.path}: " + (f"{self.name}: " if self.variant is not None else "")
        library, run = context.library, context.open_run(self.path)
        config = library.lg_run_config(run)
        set_options(context, config, self.options)
        self.metric = self._checked(context, config)
        if self.variant is not None:
            try:
                self._vary(context, config)
            except UsageError as error:
                words, at = re.subn(r"^(:\d+)+: ", "", str(error))
                hint = "; expected a string such as 'mask: window'" if at else ""
                raise UsageError(f"variants: {self.name}: {words}{hint}") from None
        self._describe(library, run, config)
        return run

    def _vary(self, context: Context, config: ctypes.c_void_p) -> None:
        if isinstance(self.variant, str):
            context.check(context.library.lg_config_set_list(config, bytes_of(self.variant), c.LG_FLAG, b""))
        elif self.variant:
            set_options(context, config, self.variant)
        metric = self._checked(context, config)
        if metric != self.metric:
            raise UsageError(f"all rows use one metric; pass metric={metric!r} as an argument, not in a variant")

    @staticmethod
    def _checked(context: Context, config: ctypes.c_void_p) -> str:
        context.check(context.library.lg_config_check(config))
        return text_of(context.library.lg_config_alias(config, b"metric"))

    def _describe(self, library: ctypes.CDLL, run: ctypes.c_void_p, config: ctypes.c_void_p) -> None:
        """Sets the members that all rows share."""
        changed: dict[str, str] = {}
        for i in range(library.lg_config_count(config)):
            setting = library.lg_config_at(config, i)
            if library.lg_run_is_changed(run, setting.key):
                changed[text_of(setting.key)] = text_of(setting.value)
        if self.variant is None and (changed or library.lg_config_get(config, b"eval.with") not in (None, b"")):
            self.name = "no variant"
        self.limited = library.lg_config_get(config, b"eval.max_tokens") not in (None, b"0")
        self.head = {"run": self.path, "variant": self.name,
                     **({"changed": changed} if changed else {})}

    def row(self, library: ctypes.CDLL, r: c.lg_length_report) -> Row:
        """The row of one length, as `lengthen eval --json` prints it."""
        row = {**self.head, "length": r.length, **({"memory": r.memory} if r.memory >= 0 else {}), "metric": self.metric,
               "unit": text_of(library.lg_metric_at(r.metric).value_unit), "value": _number(r.value),
               **_metrics(library, r.values), "sequences": r.sequences, "tokens": r.tokens}
        if r.targets.count > 0:
            row["targets"] = {name: getattr(r.targets, name) for name in ("first", "last", "count")}
            row["targets"]["digest"], row["stride"] = text_of(r.targets.digest), r.targets.stride
        steps = {text_of(library.lg_step_score_name(i)): x for i, x in enumerate(r.steps) if not math.isnan(x)}
        return {**row, **({"steps": steps} if steps else {}), **({"cut": r.cut} if self.limited else {})}

    def score(self, library: ctypes.CDLL, r: c.lg_score_report) -> Row:
        """The score of a run, as `lengthen eval --json` prints it."""
        return {**self.head, "metric": self.metric, "unit": text_of(library.lg_metric_at(r.metric).value_unit),
                "score": _number(r.score), "scores": _metrics(library, r.scores), "rule": text_of(r.rule),
                "average": text_of(r.average), "first": r.first, "last": r.last, "lengths": r.lengths,
                **({"above": r.above} if r.above else {}), "trained": r.trained}


class _Work:
    """Evaluates the model in a thread, first as trained and then with each variant. Puts the rows into a queue,
    followed by None. The thread computes at most one row ahead of the consumer, then waits."""

    def __init__(self, ways: list[_Way], threads: int):
        self.ways, self.threads, self.room, self.stop = ways, threads, threading.Semaphore(0), threading.Event()
        self.scores: list[Row] = []
        self.failure: BaseException | None = None
        self.queue: queue.SimpleQueue[Row | None] = queue.SimpleQueue()
        self.thread: threading.Thread | None = None

    def _evaluate(self, way: _Way) -> None:
        with Context(self.threads) as context, context.calling():
            context.stopping = self.stop.is_set
            library, run, score = context.library, way.open(context), c.lg_score_report()
            calls = c.lg_callbacks(length=context.callback(_Length, lambda _, r: self._put(way.row(library, r[0]))))
            context.check(library.lg_run_eval(run, ctypes.byref(calls), ctypes.byref(score)))
            self.scores.append(way.score(library, score))

    def _put(self, row: Row) -> None:
        self.queue.put(row)
        self.room.acquire()

    def take(self) -> Row | None:
        row = self.queue.get()
        self.room.release()
        return row

    def run(self) -> None:
        try:
            for way in self.ways:
                self._evaluate(way)
        except BaseException as error:
            self.failure = error
        self.queue.put(None)

    def begin(self) -> None:
        self.thread = threading.Thread(target=self.run, name="lengthen evaluate", daemon=True)
        _running.add(self)
        self.thread.start()

    def ask(self) -> None:
        """Asks the thread to stop, without waiting for it."""
        self.stop.set()
        self.room.release(2)

    def end(self) -> None:
        """Asks the thread to stop and waits until it has ended."""
        self.ask()
        if self.thread and self.thread.is_alive():
            self.thread.join()


class Evaluation(Sequence[Row]):
    """The rows of an evaluation, one dict for each variant and length, as `lengthen eval --json` prints them. A row has
    `variant` ("as trained" if the model is unchanged), `length`, one member per metric, `sequences`, `tokens`, ... Rows
    are computed while you iterate. len(), indexing, frame(), plot() and score wait for all rows.

    Ctrl-C while a row is computed stops the evaluation and raises KeyboardInterrupt; `rows` keeps the finished rows. Only
    one row is computed ahead, so you can leave a loop and continue in another loop. An evaluation stops when no
    variable refers to it any more.
    """

    def __init__(self, ways: list[_Way], threads: int = 0):
        self._lock, self._over, self._pid = threading.RLock(), False, os.getpid()
        self._rows: list[Row] = []
        self._work = _Work(ways, threads)
        weakref.finalize(self, self._work.ask).atexit = False
        for way in ways:  # reports all errors before the first evaluation starts
            with Context(threads) as context, context.calling():
                context.check(context.library.lg_run_eval_check(way.open(context)))

    def _come(self) -> bool:
        """Waits for the next row. Returns False if there is none."""
        if self._pid != os.getpid():
            raise Closed("the evaluation was started before a fork, by the parent process; call evaluate again in this process")
        with self._lock:
            if self._over:
                return self._told()
            if not self._work.thread:
                self._work.begin()
            try:
                row = self._work.take()
            except BaseException:  # KeyboardInterrupt
                self._work.end()
                raise
            if row is not None:
                self._rows.append(row)
                return True
            self._over = True
            self._work.end()
            return self._told()

    def _told(self) -> bool:
        """Raises the error that ended the evaluation early, if any."""
        if isinstance(self._work.failure, Stopped):
            raise Stopped(f"the evaluation was stopped after {len(self._rows)} rows, kept in .rows; evaluate again")
        if self._work.failure:
            raise self._work.failure
        return False

    def as_results(self) -> tuple[str, list[Row], Row]:
        """The run directory, and the rows and score of the model as trained, for compare()."""
        first = self._work.ways[0]
        return first.path, [row for row in self._all() if row["variant"] == first.name], self.scores[0]

    def _all(self) -> list[Row]:
        while self._come():
            pass
        return self._rows

    # ---- rows ----

    @property
    def rows(self) -> list[Row]:
        """The finished rows. This call does not wait, and it also works after the evaluation was stopped."""
        return list(self._rows)

    def __iter__(self) -> Iterator[Row]:
        at = 0
        while at < len(self._rows) or self._come():
            if at < len(self._rows):  # another thread may have stored the row already
                yield self._rows[at]
                at += 1

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, at: int) -> Row: ...

    @overload
    def __getitem__(self, at: slice) -> list[Row]: ...

    def __getitem__(self, at: int | slice) -> Row | list[Row]:
        return self._all()[at]

    @property
    def scores(self) -> list[Row]:
        """A dict for each variant, with `score` (in the chosen metric), `scores` (in every metric), `rule`, `lengths`,
        ..."""
        self._all()
        return self._work.scores

    @property
    def score(self) -> float | None:
        """The score of the model as trained; see Run.score."""
        return self.scores[0]["score"]

    def frame(self) -> Any:
        """The rows as a pandas DataFrame. Variant, length and metrics come first, columns with a single value last."""
        rows = list(self)
        varied = ("variant",) if len(self._work.ways) > 1 else ()
        first = [name for name in (*varied, "length", *self._measured()) if rows and name in rows[0]]
        names = list(dict.fromkeys(name for row in rows for name in row if name not in first))
        last = [name for name in names if isinstance(rows[0].get(name), dict) or
                all(row.get(name) == rows[0].get(name) for row in rows)]
        order = first + [name for name in names if name not in last] + last
        return frame([{name: row.get(name) for name in order} for row in rows])

    def plot(self, metric: str | None = None, axes: Axes = None) -> Axes:
        """Plots a metric (by default the metric of the scores) against length with matplotlib, one curve per variant.
        Returns the axes."""
        axes, of = axes or pyplot().gca(), metric_name(metric) or self.scores[0]["metric"]
        for way in self._work.ways:
            rows = [row for row in self if row.get("variant") == (way.name or None)]
            if rows and of not in rows[0]:
                raise UsageError(f"metric: {of!r} was not measured; expected one of {', '.join(self._measured())}")
            axes.plot([row["length"] for row in rows], [row[of] for row in rows], label=way.name if len(self._work.ways) > 1 else way.path)
        mark_trained(axes, self.scores[0]["trained"])
        axes.set(xlabel="length", ylabel=with_unit(of, self.scores[0]["unit"] if of == self.scores[0]["metric"] else None))
        axes.legend()
        return axes

    def _measured(self) -> list[str]:
        return list(self.scores[0]["scores"])

    def __repr__(self) -> str:
        return f"<Evaluation of {self._work.ways[0].path}: {len(self._rows)} rows{'' if self._over else ' so far'}>"

    def _repr_html_(self) -> str:
        try:
            self._all()
            words = ""
        except Stopped as error:
            words = f"<p>{html.escape(str(error))}</p>"
        hidden = ("run", "changed", "memory", "metric", "unit", "value", "targets", "stride", "steps", "cut", "sequences",
                  "tokens")
        return words + as_html([{name: x for name, x in row.items() if name not in hidden} for row in self._rows])


@atexit.register
def _stop_all() -> None:
    for work in list(_running):
        work.end()


def evaluate(path: str, options: Options, variants: Mapping[str, Options | str] | None, threads: int = 0) -> Evaluation:
    """Evaluates a run directory or a model file: first as trained, then with each variant. `variants` maps names to
    options, which are a dict or a string as in `--variant` of the program."""
    if variants is not None and not isinstance(variants, dict):
        raise UsageError("variants: expected a dict of options by name, such as "
                         "{'near': {'mask': 'window', 'mask.width': 16}}")
    ways = [_Way(path, "as trained", settings(options), None)]
    for name, variant in (variants or {}).items():
        if not isinstance(name, str) or not isinstance(variant, (str, dict)):
            raise UsageError(f"variants: {name!r}: {variant!r}: expected a string as name, and a dict or a string as options")
        own = settings(variant) if isinstance(variant, dict) else variant
        ways.append(_Way(path, name, settings(options), own))
    return Evaluation(ways, threads)
